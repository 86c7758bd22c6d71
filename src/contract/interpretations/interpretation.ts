import type { OperationName } from '../operation-names.ts'
import type { UserStatus } from '../user-lifecycle.ts'

/** One choice where the API description is silent or contradicts itself. */
export interface Interpretation {
  /** Searchable, for example `activation-without-password`. */
  readonly id: string
  /** The part of the service that it is about. */
  readonly area: string
  /** The operations that it is about: `lists` for those with pages. Default: every one, or no one, such as how people sign in. */
  readonly operations?: readonly OperationName[] | 'lists'
  /** The point that the API description leaves open, and its place there. */
  readonly question: string
  /** The chosen behaviour. */
  readonly choice: string
  /** The evidence or the reason for the choice. */
  readonly evidence: string
  /** Where recordings of the service differ from the choice, or from each other. */
  readonly recorded?: {
    /** The recorded behaviour, with numbers. */
    readonly shows: string
    /** The side that the choice takes; the preset takes that of the recordings where it has the interpretation. */
    readonly side: Side
  }
  /** Other answers that a service may give: `identikit compare` knows them, and pacts that rely on ours depend on it. */
  readonly alternatives?: readonly Alternative[]
}

/** The kind of a difference between a recorded reply and ours. */
export type Aspect =
  | 'status'
  | 'error-code'
  | 'summary'
  | 'causes'
  | 'member-there'
  | 'member-here'
  | 'link-there'
  | 'link-here'
  | 'type'
  | 'value'
  | 'header'
  | 'listed-there'
  | 'listed-here'

/**
 * The position of the API description on a difference. It supports the recording (`agrees`), contradicts it
 * (`contradicts`), does not say (`silent`), or does not have the subject (`beyond`).
 */
export type StatedVerdict = 'agrees' | 'contradicts' | 'silent' | 'beyond'

/**
 * Another answer than ours. With `verdict` and `says` it explains differences of recordings; with `reply` it shows which
 * pacts rely on our answer.
 */
export interface Alternative {
  /** Whose replies show it: `users`, `users in lists`, `errors of getUser`, `successes of getUser`, an operation. */
  readonly of?: RegExp
  /** Whether a difference of any subject may be it, since `of` names whole replies. */
  readonly isOfReply?: true
  readonly aspects?: readonly Aspect[]
  /** The member, link or header. */
  readonly path?: RegExp
  /** The recorded side, and ours. */
  readonly there?: RegExp
  readonly here?: RegExp
  readonly verdict?: StatedVerdict
  /** The rule of the API description, or ours where it is silent. */
  readonly says?: string
  /** The option under which we answer as recorded, or the value of the interpretation itself. */
  readonly option?: string
  readonly value?: 'described' | 'recorded'
  readonly reply?: OtherReply
}

/** The other reply, as far as it differs from ours. */
export interface OtherReply {
  /** The part of a reply that differs, for a sentence: `the text of an error`. */
  readonly what: string
  /** Our status and the other one. Our other statuses become the first. */
  readonly status?: readonly [ours: number, other: number]
  /** Only if our status is this one. */
  readonly only?: number
  /** Only for a request without this parameter. */
  readonly without?: string
  /** Only for a user who was in one of these statuses. */
  readonly userIn?: readonly UserStatus[]
  /** Only records with these values. */
  readonly where?: Readonly<Record<string, unknown>>
  /** Not for records that have such a text in a member. */
  readonly unless?: RegExp
  /** Other values of members; undefined for none. Only records that have all of them. */
  readonly members?: Readonly<Record<string, unknown>>
  /** The object in a record that has no null. */
  readonly nulls?: string
  /** Another body. */
  readonly body?: '{}'
  /** Headers that are not sent. */
  readonly headers?: RegExp
  /** Whether a list comes the other way round. */
  readonly isReversed?: true
}

/** Who decides: a sentence of the API description, the recordings, or neither, where an RFC or a test's need does. */
export type Side = 'API description' | 'recordings' | 'neither'

/** The choices about an area, by their ids. */
export function about(
  area: string,
  choices: Readonly<Record<string, Omit<Interpretation, 'id' | 'area'>>>,
): readonly Interpretation[] {
  return Object.entries(choices).map(([id, choice]) => ({ id, area, ...choice }))
}
