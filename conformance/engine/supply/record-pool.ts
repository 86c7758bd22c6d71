import type { LedgerEntry, RecordKind } from '../clean-up/ledger.ts'
import type { Api } from '../run/api.ts'
import type { Arrangement, CallScope, HeldArrangement } from '../run/call-scope.ts'
import { decoded } from '../words/text.ts'
import type { Reply } from '../wire/reply.ts'
import type { FixtureKind } from '../plan/prerequisite.ts'
import { profileFault } from './find-things.ts'

/** Makes something once, and hands it out again to later checks for as long as no check wrote to it. */
export type Reuse = <T>(key: string, make: (api: Api) => Promise<T>) => Promise<T>

/**
 * Records that outlive the check that made them. A check has its records for itself alone until it ends. Then the next
 * check that asks for the same gets them, unless a write may have changed them. At the end the run removes the records
 * in the pool with everything else.
 */
export class RecordPool {
  readonly #idle = new Map<string, Arrangement[]>()

  /** Arranges something for a check in this scope: from the pool, or new. */
  async arrange<T>(scope: CallScope, key: string, api: Api, make: (api: Api) => Promise<T>): Promise<T> {
    const known = this.#idle.get(key)?.pop()
    if (known !== undefined) {
      scope.held.push({ ...known, isTouched: false })
      scope.created.push(...known.entries)
      for (const exchange of known.exchanges)
        scope.exchanges.push({ ...exchange, number: scope.exchanges.length + 1, reused: true })
      return known.value as T
    }
    const noted = new Notes()
    const value = await make(noted.api(api))
    scope.held.push({
      key,
      value,
      entries: scope.created.filter(({ id }) => id !== undefined && noted.ids.has(id)),
      exchanges: scope.exchanges.filter(({ number }) => noted.exchanges.has(number)),
      isTouched: false,
    })
    return value
  }

  /** Takes back the arrangements of a check. */
  put(held: readonly HeldArrangement[]): void {
    for (const { key, value, entries, exchanges } of held) {
      const idle = this.#idle.get(key) ?? []
      this.#idle.set(key, idle)
      idle.push({ key, value, entries, exchanges })
    }
  }
}

/** The arrangements that a check did not change, and the other records, which it must remove. */
export function untouched({ held, created, goesPastApi }: CallScope): {
  readonly kept: readonly HeldArrangement[]
  readonly rest: readonly LedgerEntry[]
} {
  const kept = goesPastApi ? [] : held.filter(({ isTouched }) => !isTouched)
  const entries = new Set(kept.flatMap((each) => each.entries))
  return { kept, rest: created.filter((entry) => !entries.has(entry)) }
}

/** Notes the calls of an arrangement, of which others may be under way in the same check. */
class Notes {
  readonly exchanges = new Set<number>()
  readonly ids = new Set<string>()

  api(api: Api): Api {
    const note = (reply: Reply): Reply => {
      this.exchanges.add(reply.exchange)
      const id: unknown = reply.json.client_id ?? reply.json.id
      if (typeof id === 'string') this.ids.add(id)
      return reply
    }
    return {
      ...api,
      get: async (path, options) => note(await api.get(path, options)),
      post: async (path, body, options) => note(await api.post(path, body, options)),
      put: async (path, body, options) => note(await api.put(path, body, options)),
    }
  }
}

/** A write, with the data that shows whether it may change a record. */
interface Write {
  readonly path: string
  /** Its body. */
  readonly text: string
  /** Whether it is a record that this run made, by id or name. */
  readonly isOwn: (kind: RecordKind, reference: string) => boolean
}

/** Notes which records of a check a write may change. */
export function noteTouched(held: readonly HeldArrangement[], write: Write): void {
  const path = decoded(write.path)
  const isHeld = (kind: RecordKind, reference: string): boolean =>
    held.some(({ entries }) => entries.some((entry) => entry.kind === kind && isNamed(entry, reference)))
  for (const each of held)
    each.isTouched ||= each.entries.some((entry) => mayChange(entry, { ...write, path }, isHeld))
}

const membership = /^\/api\/v1\/groups\/([^/]+)\/users\/([^/]+)$/

/**
 * A write that names a record may change it, but a membership ends with one of its two records. A user or a
 * rule of the run leaves a group unchanged. A group that the check made outside the pool leaves a user unchanged.
 */
function mayChange(
  entry: LedgerEntry,
  { path, text, isOwn }: Write,
  isHeld: (kind: RecordKind, reference: string) => boolean,
): boolean {
  const [, group, user] = membership.exec(path) ?? []
  if (group !== undefined && user !== undefined) {
    if (entry.kind === 'group') return isNamed(entry, group) && !isOwn('user', user)
    return isNamed(entry, user) && (isHeld('group', group) || !isOwn('group', group))
  }
  return isNamed(entry, path) || (entry.kind !== 'group' && isNamed(entry, text))
}

function isNamed({ id = '', name }: LedgerEntry, text: string): boolean {
  const short = name.includes('@') ? name.slice(0, name.lastIndexOf('@')) : ''
  return [id, name, short].some((word) => word !== '' && text.includes(word))
}

/** The key of the pool for a record with these options; undefined if no other check can want it. */
export function poolKey(kind: string, options: object, marker: string): string | undefined {
  const text = JSON.stringify(options)
  return text.includes(marker) || text.includes(marker.replaceAll('-', '')) ? undefined : `${kind} ${text}`
}

type Thing = Readonly<Record<string, unknown>>

/** Things that a check may use up: each is in the hands of one check at a time. */
const consumed: ReadonlySet<FixtureKind> = new Set([
  'locked-out-user',
  'device-block',
  'factor',
  'grants',
  'refresh-tokens',
  'access-tokens',
  'disposable-app-group',
])

function ownerOf(thing: Thing): unknown {
  return thing['userId'] ?? thing['id'] ?? thing
}

/** The things of each kind in a target profile, and which check has them. */
export class FixturePool {
  readonly #turns = new Map<FixtureKind, number>()
  readonly #used = new Set<Thing>()
  /** The check that has things of a user: no two checks have things of one user. */
  readonly #holders = new Map<unknown, AbortSignal>()
  readonly #waiting = new Set<() => void>()
  /** The checks that wait for another thing in addition to their own. */
  readonly #greedy = new Set<AbortSignal>()

  /**
   * Takes one of these things. While other checks have all things of a consumable kind, it waits.
   *
   * @throws Blocked when every thing is used up.
   */
  async take(need: FixtureKind, list: readonly Thing[], holder: AbortSignal): Promise<Thing> {
    if (!consumed.has(need)) {
      const turn = this.#turns.get(need) ?? 0
      this.#turns.set(need, turn + 1)
      return list[turn % list.length]!
    }
    for (;;) {
      holder.throwIfAborted()
      const left = list.filter((thing) => !this.#used.has(thing))
      const free = left.find((thing) => !this.#holders.has(ownerOf(thing)))
      if (free !== undefined) {
        this.#holders.set(ownerOf(free), holder)
        return free
      }
      const mine = left.filter((thing) => this.#holders.get(ownerOf(thing)) === holder).length
      // Two checks that have one each, and want another, would wait for each other.
      const isGreedy = mine > 0
      if (mine === left.length || (isGreedy && this.#greedy.size > 0)) {
        throw profileFault(`it has ${list.length} of '${need}', and they are used up; add another`)
      }
      if (isGreedy) this.#greedy.add(holder)
      await this.#change(holder)
      this.#greedy.delete(holder)
    }
  }

  /** Gives a thing back, to be had again if it is as it was. */
  giveBack(need: FixtureKind, thing: Thing, isUnused: boolean): void {
    if (!consumed.has(need)) return
    this.#holders.delete(ownerOf(thing))
    if (!isUnused) this.#used.add(thing)
    for (const wake of this.#waiting) wake()
  }

  /** Whether something else of the same user was used up, which may have taken this with it. */
  isInDoubt(thing: Thing): boolean {
    return [...this.#used].some((used) => ownerOf(used) === ownerOf(thing))
  }

  /** Waits until something is given back, or the check is over. */
  async #change(holder: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    holder.addEventListener('abort', () => resolve(), { once: true })
    await promise
    this.#waiting.delete(resolve)
  }
}
