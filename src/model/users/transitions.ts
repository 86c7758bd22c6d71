import type { Cancel, VirtualClock } from '../kernel/clock.ts'
import { NumberedMap } from '../kernel/numbered-map.ts'
import type { Stateful } from '../kernel/state.ts'

/** Operations that may take time (Users, States and transitions). */
export type TransitionName = 'activate' | 'deactivate'

interface Underway {
  readonly name: TransitionName
  /** Milliseconds since 1970. */
  readonly dueAt: number
}

/**
 * The unfinished transitions. They belong to the state of the organisation. After the restore of a snapshot, its
 * transitions complete at their original times.
 */
export class Transitions {
  readonly #clock: VirtualClock
  readonly #complete: (userId: string, name: TransitionName) => void
  readonly #underway = new NumberedMap<Underway>({ onRestore: () => this.#reschedule() })
  readonly state: Stateful = this.#underway
  readonly #cancels = new Map<string, Cancel>()

  /** @param complete Makes the change that ends a transition. */
  constructor(clock: VirtualClock, complete: (userId: string, name: TransitionName) => void) {
    this.#clock = clock
    this.#complete = complete
  }

  /** Starts a transition that completes after a delay, in milliseconds. */
  start(userId: string, name: TransitionName, delay: number): void {
    const underway = { name, dueAt: this.#clock.now() + delay }
    this.drop(userId)
    this.#underway.set(userId, underway)
    this.#schedule(userId, underway)
  }

  /** Cancels a user's transition, so that it does not complete. */
  drop(userId: string): void {
    this.#cancels.get(userId)?.()
    this.#cancels.delete(userId)
    this.#underway.delete(userId)
  }

  #reschedule(): void {
    for (const cancel of this.#cancels.values()) cancel()
    this.#cancels.clear()
    for (const [userId, underway] of this.#underway) this.#schedule(userId, underway)
  }

  #schedule(userId: string, underway: Underway): void {
    const cancel = this.#clock.schedule(underway.dueAt, () => {
      this.drop(userId)
      this.#complete(userId, underway.name)
    })
    this.#cancels.set(userId, cancel)
  }
}
