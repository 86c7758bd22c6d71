import type { FixtureKind } from '../plan/prerequisite.ts'
import { profileFault } from './supplied-things.ts'

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
