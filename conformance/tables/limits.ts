/**
 * How long texts may be (Limits), but for those of a user's profile. Requirements, checks and mutants are generated from
 * these rows.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { RequirementRow } from '../registry/requirement.ts'

interface TextLimit {
  /** Its name in the rows of the API description. */
  readonly of: string
  /** Its name in a statement. */
  readonly words: string
  readonly min: 0 | 1
  readonly max: number
  /** The document that states it. */
  readonly document: 2 | 3
  /** The operation that refuses other lengths, if the statements speak of one. */
  readonly create?: OperationName
}

/** Limits by the beginning of the ids of their requirements: `groups.name.max.refused`. */
export const textLimits = {
  'groups.name': {
    of: 'GroupProfile.name',
    words: 'name',
    min: 1,
    max: 255,
    document: 2,
    create: 'createGroup',
  },
  'groups.description': {
    of: 'GroupProfile.description',
    words: 'description',
    min: 0,
    max: 1024,
    document: 2,
    create: 'createGroup',
  },
  'rules.name': {
    of: 'GroupRule.name',
    words: 'rule name',
    min: 1,
    max: 50,
    document: 2,
    create: 'createGroupRule',
  },
  'credentials.question': {
    of: 'RecoveryQuestion.question',
    words: 'recovery question',
    min: 1,
    max: 100,
    document: 3,
  },
  'credentials.answer': {
    of: 'RecoveryQuestion.answer',
    words: 'recovery answer',
    min: 1,
    max: 100,
    document: 3,
  },
} as const satisfies Readonly<Record<string, TextLimit>>

type Limits = typeof textLimits

/** The sides of a limit: no text is too short for one that begins at 0. */
type SidesOf<Key extends keyof Limits> =
  | 'min.accepted'
  | 'max.accepted'
  | 'max.refused'
  | (Limits[Key]['min'] extends 1 ? 'min.refused' : never)

/** A text of a length, in words. */
export function textOfLength(name: string, length: number): string {
  const article = /^[aeiou]/.test(name) ? 'An' : 'A'
  if (length === 0) return `An empty ${name}`
  return `${article} ${name} of ${length} character${length === 1 ? '' : 's'}`
}

/** The requirements of a limit, to be spread into those of its section. */
export function limitRows<Key extends keyof Limits>(
  key: Key,
): Readonly<Record<`${Key}.${SidesOf<Key>}`, Omit<RequirementRow, 'id'>>> {
  const { of, words, min, max, document, create }: TextLimit = textLimits[key]
  const row = (side: 'min' | 'max', verb: 'accepts' | 'refuses', length: number) => ({
    statement: `${textOfLength(words, length)} is ${verb === 'refuses' ? 'refused' : side === 'max' && create !== undefined ? 'accepted and kept whole' : 'accepted'}.`,
    alsoIn: [`${document} Limits` as const],
    ...(verb === 'refuses' && create !== undefined ? { operations: [create] } : {}),
    covers: [`limit:${of}.${side}.${verb}` as const],
  })
  const rows = {
    [`${key}.min.accepted`]: row('min', 'accepts', min),
    ...(min === 0 ? {} : { [`${key}.min.refused`]: row('min', 'refuses', min - 1) }),
    [`${key}.max.accepted`]: row('max', 'accepts', max),
    [`${key}.max.refused`]: row('max', 'refuses', max + 1),
  }
  return rows as unknown as Readonly<Record<`${Key}.${SidesOf<Key>}`, Omit<RequirementRow, 'id'>>>
}
