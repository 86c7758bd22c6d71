import type { Outcome } from '../replay/replay.ts'
import type { Compared } from './reply.ts'
import { type Difference, occasionOf } from '../../exchange/differences.ts'
import { interpretationsOn, judge, type Judgement } from '../../exchange/alternatives.ts'
import { lineOf } from './words.ts'
import { Group } from '../../contract/resources/group.ts'
import { Grant, RefreshToken } from '../../contract/resources/grant.ts'
import { GroupRule } from '../../contract/resources/group-rule.ts'
import { Credentials } from '../../contract/resources/credentials.ts'
import { User } from '../../contract/resources/user.ts'
import { ClientWithSecret } from '../../contract/resources/client.ts'
import { groupProfileProperties, userProfileProperties } from '../../contract/resources/profiles.ts'

/** A place of a difference: a call of a file. */
export interface Place {
  readonly file: string
  /** Number of the call in the file, from 1. */
  readonly call: number
}

/** All differences of one kind. */
export interface DifferenceClass extends Judgement {
  /** Stays the same from run to run, for a baseline. */
  readonly id: string
  /** The difference, in one sentence. */
  readonly line: string
  readonly count: number
  /** How many replies were checked for it. */
  readonly of: number
  readonly first: Place
  /** Values of the first such difference, if they are to be shown. */
  readonly example?: readonly [there: unknown, here: unknown]
  /** Whether the baseline has it. */
  readonly known: boolean
}

/** How often recordings show an interpretation of the API description. */
export interface Evidence {
  /** Its id (docs/reference/interpretations.md). */
  readonly interpretation: string
  /** Calls with replies that show it. */
  readonly calls: number
  /** The number of them with another answer. */
  readonly otherwise: number
}

/** The result of comparing recordings. */
export interface Comparison {
  readonly files: number
  /** Recorded calls, whatever their outcome. */
  readonly calls: number
  /** Calls outside the operations of the API description. */
  readonly skipped: number
  readonly compared: number
  readonly sameStatus: number
  /** Calls that cannot be compared, by the reason. */
  readonly notComparable: readonly {
    readonly because: string
    readonly count: number
    readonly first: Place
  }[]
  readonly classes: readonly DifferenceClass[]
  /** Interpretations that the recordings show. */
  readonly evidence: readonly Evidence[]
}

/** How often something came, and where first. */
interface Tally<What> {
  readonly what: What
  count: number
  readonly first: Place
}

function count<What>(tallies: Map<string, Tally<What>>, key: string, what: What, first: Place): void {
  const known = tallies.get(key)
  if (known) known.count++
  else tallies.set(key, { what, count: 1, first })
}

/** Counts the outcomes of recorded calls, and puts differences into classes. */
export class Tallies {
  readonly #showValues: boolean
  readonly #counts = { files: 0, calls: 0, skipped: 0, compared: 0, sameStatus: 0 }
  readonly #reasons = new Map<string, Tally<string>>()
  readonly #looked = new Map<string, number>()
  readonly #classes = new Map<string, Tally<Difference>>()
  readonly #evidence = new Map<string, { calls: number; otherwise: number }>()

  /** @param showValues Whether to keep an example of the values of each class. */
  constructor(showValues = false) {
    this.#showValues = showValues
  }

  /** Notes that another file begins. */
  file(): void {
    this.#counts.files++
  }

  /** Notes the outcome of a call. */
  note({ call, operation, because, hasSameStatus, compared }: Outcome, file: string): void {
    const place = { file, call: call.number }
    this.#counts.calls++
    if (because !== undefined) {
      count(this.#reasons, because, because, place)
      return
    }
    if (operation === undefined) {
      this.#counts.skipped++
      return
    }
    this.#counts.compared++
    if (hasSameStatus) this.#counts.sameStatus++
    for (const each of compared?.looked ?? []) {
      const occasion = occasionOf(each)
      this.#looked.set(occasion, (this.#looked.get(occasion) ?? 0) + 1)
    }
    this.#noteEvidence(compared)
    // A list shows a difference once for each item; a class counts replies and items alike.
    for (const difference of compared?.differences ?? [])
      count(this.#classes, idOf(difference), difference, place)
  }

  /** Counts a call for each interpretation that its reply shows. */
  #noteEvidence({ looked, differences }: Compared = { looked: [], differences: [] }): void {
    const otherwise = new Set(differences.map((each) => judge(each, isDescribed).interpretation))
    const subjects = new Set([...looked, ...differences].map(({ subject }) => subject))
    for (const interpretation of new Set([...subjects].flatMap(interpretationsOn))) {
      const counts = this.#evidence.get(interpretation) ?? { calls: 0, otherwise: 0 }
      counts.calls++
      if (otherwise.has(interpretation)) counts.otherwise++
      this.#evidence.set(interpretation, counts)
    }
  }

  /**
   * The result so far.
   *
   * @param baseline Ids of classes that are known.
   */
  comparison(baseline: ReadonlySet<string> = new Set()): Comparison {
    const classes = [...this.#classes].map(
      ([id, { what: difference, count: times, first }]): DifferenceClass => {
        const of = Math.max(times, this.#looked.get(occasionOf(difference)) ?? times)
        const seen = {
          id,
          line: lineOf(difference, times, of),
          count: times,
          of,
          first,
          known: baseline.has(id),
        }
        const { values } = difference
        return Object.assign(
          seen,
          judge(difference, isDescribed),
          this.#showValues && values ? { example: values } : {},
        )
      },
    )
    return {
      ...this.#counts,
      notComparable: [...this.#reasons.values()]
        .map(({ what: because, ...tally }) => ({ because, ...tally }))
        .toSorted((one, other) => other.count - one.count),
      classes: classes.toSorted((one, other) => other.count - one.count),
      evidence: [...this.#evidence]
        .map(([interpretation, counts]) => ({ interpretation, ...counts }))
        .toSorted((one, other) => (one.interpretation < other.interpretation ? -1 : 1)),
    }
  }
}

/** The id of the class that a difference is in. */
function idOf({ subject, when, aspect, path, there, here }: Difference): string {
  return [subject, when, aspect, path, there, here]
    .filter((part) => part !== undefined)
    .join('/')
    .replaceAll(/[^\w./*[\]-]+/g, '-')
}

/** The members that the API description gives each kind of record, and those of its parts that are closed. */
const members: Readonly<Record<string, () => ReadonlySet<string>>> = {
  users: () =>
    new Set([
      ...Object.keys(User().shape),
      ...Object.keys(Credentials().shape).map((name) => `credentials.${name}`),
      ...userProfileProperties().map(({ name }) => `profile.${name}`),
    ]),
  groups: () =>
    new Set([
      ...Object.keys(Group().shape),
      ...groupProfileProperties().map(({ name }) => `profile.${name}`),
    ]),
  rules: () => new Set(Object.keys(GroupRule().shape)),
  grants: () => new Set(Object.keys(Grant().shape)),
  tokens: () => new Set(Object.keys(RefreshToken().shape)),
  clients: () => new Set(Object.keys(ClientWithSecret().shape)),
}

/** Whether the API description has a member that a recording shows; of other replies it is taken to have all. */
function isDescribed({ subject, path = '' }: Difference): boolean {
  const known = members[subject.replace(/ in lists$/, '')]?.()
  if (!known || known.has(path)) return true
  // Custom properties are of an administrator's making, and not of the description.
  return path.split('.').length > 2
}
