import type { Cancel, VirtualClock } from '../kernel/clock.ts'
import type { Changes } from '../kernel/changes.ts'
import type { Table } from '../store/table.ts'

/** Operations that may take time (Users, States and transitions). */
export type TransitionName = 'activate' | 'deactivate'

/** An unfinished transition of a user. */
export interface Underway {
  readonly userId: string
  readonly name: TransitionName
  /** Milliseconds since 1970. */
  readonly dueAt: number
}

/** The organisation of the users. */
interface Owner {
  readonly clock: VirtualClock
  readonly changes: Pick<Changes, 'listenTo'>
  readonly tables: { readonly transitions: Table<Underway, never, never> }
}

/**
 * The unfinished transitions. They belong to the state of the organisation. After the restore of a snapshot, its
 * transitions complete at their original times.
 */
export class Transitions {
  readonly #clock: VirtualClock
  readonly #complete: (userId: string, name: TransitionName) => void
  readonly #underway: Table<Underway, never, never>
  readonly #cancels = new Map<string, Cancel>()

  /** @param complete Makes the change that ends a transition. */
  constructor({ clock, changes, tables }: Owner, complete: (userId: string, name: TransitionName) => void) {
    this.#clock = clock
    this.#underway = tables.transitions
    this.#complete = complete
    changes.listenTo(tables.transitions.declared, ({ key }) => {
      if (key === undefined) this.#reschedule()
    })
  }

  /** Starts a transition that completes after a delay, in milliseconds. */
  start(userId: string, name: TransitionName, delay: number): void {
    this.drop(userId)
    this.#schedule(this.#underway.insert({ userId, name, dueAt: this.#clock.now() + delay }))
  }

  /** Cancels a user's transition, so that it does not complete. */
  drop(userId: string): void {
    this.#cancels.get(userId)?.()
    this.#cancels.delete(userId)
    this.#underway.remove(userId)
  }

  #reschedule(): void {
    for (const cancel of this.#cancels.values()) cancel()
    this.#cancels.clear()
    for (const underway of this.#underway.scan()) this.#schedule(underway)
  }

  #schedule({ userId, name, dueAt }: Underway): void {
    const cancel = this.#clock.schedule(dueAt, () => {
      this.drop(userId)
      this.#complete(userId, name)
    })
    this.#cancels.set(userId, cancel)
  }
}
