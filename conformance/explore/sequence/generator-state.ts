import type { Json } from '../../engine/wire/reply.ts'
import type { Rng } from './rng.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { idOf, nameIn } from '../compare/facts.ts'
import type { Call } from './sequence.ts'
import { templatedBy } from './sequence.ts'
import { wordsFor } from './values.ts'

/** A user of a sequence, with the secrets that only its writer knows. */
export interface Person {
  readonly handle: string
  /** The last known password, if any. */
  password?: string
  /** The previous password. */
  formerPassword?: string
  answer?: string
  /** The previous answer. */
  formerAnswer?: string
  /** Handles of the session that it signed in to last, and of the mails that were read last. */
  session?: string
  mails?: string
  /** Its former logins, in the form for a path. */
  readonly formerLogins: string[]
}

/** The permitted actions on the target beyond the sequence's records. */
export interface Means {
  /** Whether mails may be sent. */
  readonly mail: boolean
  /** Whether people may change their own profile by `me`. */
  readonly me: boolean
  /** Whether people may end their own sessions. */
  readonly endSessions: boolean
  /** Whether users without a password are known to accept one (Users, States and transitions). */
  readonly takesPasswords: boolean
  /** An expression for a rule that is true for a login; undefined if none is known. */
  readonly ruleFor: ((login: string) => string) | undefined
  /** Whether logins may be of any form. */
  readonly freeLogins: boolean
  /** Whether people can sign in and time can pass: the target has the control plane of the mock. */
  readonly control: boolean
  /** Whether logins may have every letter of an e-mail address. */
  readonly oddLogins: boolean
  /** Whether the target has the features called early access. */
  readonly earlyAccess: boolean
  /** Whether it has more records than a page or two. Then each query for a list contains a text of this sequence. */
  readonly isLarge: boolean
}

/**
 * The knowledge of a sequence's writer: the model's current records. The writer never asks the target, so that mistakes
 * there do not change the sequence.
 */
export class GeneratorState {
  readonly rng: Rng
  readonly model: Endpoint
  readonly means: Means
  readonly words: readonly string[]
  readonly people: Person[] = []
  readonly groups: string[] = []
  readonly rules: string[] = []
  readonly clients: string[] = []
  /** The members of groups, as `g1 u2`, as far as calls added them. */
  readonly members = new Set<string>()
  /** Handles of records that are gone. */
  readonly gone = new Set<string>()
  readonly #truth = new Map<string, Json>()
  readonly #before = new Map<string, Json>()
  /** Records that the last write changed. */
  readonly #changed = new Set<string>()
  /** Writes to each record, in order. */
  readonly #writes = new Map<string, string[]>()
  /** How many writes had been done when a view last showed the record, by record and view. */
  readonly #viewed = new Map<string, number>()
  /** Names that records no longer have, by the letter of their handles. */
  readonly #givenUp = new Map<string, readonly string[]>()
  /** Kinds of scenarios whose records are being made, by the name of the choice. */
  readonly #begun = new Map<string, string>()
  /** The form of a user's name in the last path of an operation: `id`, or one of its login. By user and operation. */
  readonly formOf = new Map<string, string>()
  /** The last read, as it was sent. */
  lastRead: Call | undefined
  /** The records of the last list that was read to its end, in the order of the model. */
  listed: readonly string[] = []
  #count = 0

  readonly #tried: Map<string, number>

  /** @param tried How often each kind of call was proposed, in all sequences. */
  constructor(rng: Rng, model: Endpoint, means: Means, tried: Map<string, number> = new Map()) {
    this.#tried = tried
    this.rng = rng
    this.model = model
    this.means = means
    this.words = wordsFor(rng)
  }

  /** A unique handle, or part of a value. */
  next(letter: string): string {
    return `${letter}${++this.#count}`
  }

  /**
   * One of some, preferably one that was seldom tried for its weight. Random choice alone would repeat the common ones
   * long before it meets the rare ones.
   */
  leastUsed<T>(some: readonly T[], nameOf: (each: T) => string, weightOf: (each: T) => number = () => 1): T {
    const share = (each: T): number => ((this.#tried.get(nameOf(each)) ?? 0) + 0.5) / weightOf(each)
    const least = Math.min(...some.map(share))
    const chosen = this.rng.pick(this.rng.chance(0.8) ? some.filter((each) => share(each) === least) : some)
    this.count(nameOf(chosen))
    return chosen
  }

  /**
   * A scenario of some, preferably one that was seldom played. One that only makes its records, in fewer than three steps,
   * is played the next time.
   */
  oneOf<Step>(
    name: string,
    kinds: Readonly<Record<string, (state: GeneratorState) => readonly Step[]>>,
    weightOf: (kind: string) => number = () => 1,
  ): readonly Step[] {
    const begun = this.#begun.get(name)
    const kind = begun ?? this.leastUsed(Object.keys(kinds), (each) => `${name} ${each}`, weightOf)
    const scenario = kinds[kind]?.(this) ?? []
    const isReady = isWhole(scenario)
    if (isReady) this.#begun.delete(name)
    else this.#begun.set(name, kind)
    // It counts when it is played: a sequence may end while its records are made.
    if (isReady !== (begun === undefined)) this.#add(`${name} ${kind}`, isReady ? 1 : -1)
    return scenario
  }

  /** Notes what a call did to a record: the second time counts as another write than the first. */
  noteWrite(handle: string, what: string): void {
    const writes = this.#writes.get(handle) ?? []
    this.#writes.set(handle, [...writes, writes.includes(what) ? `${what} again` : what])
  }

  /**
   * The view of a record that is most due. Each write since its last read makes a pair with it. The fewer reads the pairs
   * had in all sequences, the more it is due; one read covers all of them.
   */
  leastCovered(handle: string, views: readonly string[], weightOf: (view: string) => number): string {
    const writes = this.#writes.get(handle) ?? []
    const pairsOf = (view: string): string[] =>
      writes
        .slice(Math.max(this.#viewed.get(`${handle} ${view}`) ?? 0, writes.length - maxWrites))
        .map((write) => `after ${write} ${view}`)
    const worthOf = (view: string): number =>
      pairsOf(view).reduce((sum, pair) => sum + 1 / (1 + (this.#tried.get(pair) ?? 0)) ** 2, 0) *
      weightOf(view)
    const worths = views.map(worthOf)
    const max = Math.max(...worths)
    const view =
      max === 0
        ? this.leastUsed(views, (each) => `view ${each}`, weightOf)
        : this.rng.pick(views.filter((_, at) => (worths[at] as number) > max * 0.99))
    for (const pair of new Set(pairsOf(view))) this.count(pair)
    this.#viewed.set(`${handle} ${view}`, writes.length)
    return view
  }

  /** Whether rare situations are worth their calls by now. A short run has no time for them. */
  get isWarm(): boolean {
    return this.counted('scenarios') > 30
  }

  /** How often something was done before, in all sequences. */
  counted(name: string): number {
    return this.#tried.get(name) ?? 0
  }

  /** How often something was done before, in all sequences; also counts it once more. */
  count(name: string): number {
    return this.#add(name, 1)
  }

  #add(name: string, more: number): number {
    const count = this.counted(name)
    this.#tried.set(name, count + more)
    return count
  }

  /** The current record on the model; undefined when it is gone. */
  truth(handle: string): Json {
    return this.#truth.get(handle)
  }

  /** A record before its last change or deletion. */
  before(handle: string): Json {
    return this.#before.get(handle)
  }

  /** A record that the last write changed, if it did. */
  get lastChanged(): string | undefined {
    return [...this.#changed].find((handle) => this.#truth.has(handle))
  }

  /** Whether the last write changed a record. */
  hasChanged(handle: string): boolean {
    return this.#changed.has(handle)
  }

  /** Notes who joined or left a group by a call. */
  noteMembers({ operation, path, body, record }: Call): void {
    const [, group, user] = /«(g\d+)\.id»\/users\/«(u\d+)\.id»$/.exec(path) ?? []
    if (operation === 'addUserToGroup') this.members.add(`${group} ${user}`)
    if (operation === 'removeUserFromGroup') this.members.delete(`${group} ${user}`)
    if (operation === 'createUser')
      for (const id of (body?.groupIds as string[] | undefined) ?? [])
        this.members.add(`${id.slice(1, -4)} ${record}`)
  }

  /** Notes a list that was read to its end. */
  noteList(shows: NonNullable<Call['shows']>, items: readonly Json[]): void {
    this.listed = items.flatMap((json) => this.model.handleOf(idOf(shows, json)) ?? [])
  }

  get livingPeople(): Person[] {
    return this.people.filter(({ handle }) => this.#truth.has(handle))
  }

  peopleIn(...statuses: readonly string[]): Person[] {
    return this.livingPeople.filter(({ handle }) => statuses.includes(this.truth(handle).status as string))
  }

  get livingGroups(): string[] {
    return this.groups.filter((handle) => this.#truth.has(handle))
  }

  get livingRules(): string[] {
    return this.rules.filter((handle) => this.#truth.has(handle))
  }

  get livingClients(): string[] {
    return this.clients.filter((handle) => this.#truth.has(handle))
  }

  /** Notes a name that a record no longer has, in the form to write again. */
  #noteGivenUp(handle: string, name: unknown): void {
    if (typeof name !== 'string') return
    const kind = handle.charAt(0)
    this.#givenUp.set(
      kind,
      [...(this.#givenUp.get(kind) ?? []), templatedBy(this.model.texts, name) as string].slice(-5),
    )
  }

  /** Sometimes a name that such a record had, and none has now: nothing of its former owner may show. */
  formerName(kind: 'u' | 'g' | 'r' | 'c'): string | undefined {
    const inUse = new Set(
      [...this.#truth].flatMap(([handle, record]) =>
        handle.startsWith(kind) ? [String(templatedBy(this.model.texts, nameIn(record))).toLowerCase()] : [],
      ),
    )
    const free = (this.#givenUp.get(kind) ?? []).filter((each) => !inUse.has(each.toLowerCase()))
    return free.length === 0 || this.rng.chance(0.7) ? undefined : this.rng.pick(free)
  }

  /** Reads every record of the model again. */
  async refresh(): Promise<void> {
    const all = [
      ...this.people.map(({ handle }) => [handle, 'getUser', '/api/v1/users', 'id'] as const),
      ...this.groups.map((handle) => [handle, 'getGroup', '/api/v1/groups', 'id'] as const),
      ...this.rules.map((handle) => [handle, 'getGroupRule', '/api/v1/groups/rules', 'id'] as const),
      ...this.clients.map((handle) => [handle, 'getClient', '/oauth2/v1/clients', 'client_id'] as const),
    ]
    this.#changed.clear()
    for (const [handle, operation, path, id] of all) {
      if (this.gone.has(handle) || !this.model.records.has(handle)) continue
      const { reply } = await this.model.perform({
        operation,
        method: 'GET',
        path: `${path}/«${handle}.${id}»`,
        dimension: 'views',
      })
      const old = this.#truth.get(handle)
      if (nameIn(old) !== nameIn(reply.json)) this.#noteGivenUp(handle, nameIn(old))
      if (old !== undefined && contentOf(old) !== contentOf(reply.json)) {
        this.#before.set(handle, old)
        this.#changed.add(handle)
      }
      if (reply.status < 300) this.#truth.set(handle, reply.json)
      else {
        this.#truth.delete(handle)
        this.gone.add(handle)
      }
    }
  }
}

/** Whether a scenario can be played, or is none: one of fewer than three steps only makes records for it. */
export const isWhole = (scenario: readonly unknown[]): boolean => scenario.length === 0 || scenario.length > 2

/** Writes whose effects a record can still show: later ones cover earlier ones. */
const maxWrites = 5

/** The values by which a record can be found. */
function contentOf({ status, profile, name, client_name }: Json): string {
  return JSON.stringify([status, profile, name, client_name])
}
