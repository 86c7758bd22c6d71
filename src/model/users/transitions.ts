import type { Cancel } from '../kernel/clock.ts'
import { OrgService } from '../kernel/org-service.ts'

/** Operations that may take time (Users, States and transitions). */
export type TransitionName = 'activate' | 'deactivate'

/** An unfinished transition of a user. */
export interface Underway {
  readonly userId: string
  readonly name: TransitionName
  /** Milliseconds since 1970. */
  readonly dueAt: number
}

/**
 * The unfinished transitions. They belong to the state of the organisation. After the restore of a snapshot, its
 * transitions complete at their original times.
 */
export class Transitions extends OrgService {
  readonly #complete: (userId: string, name: TransitionName) => void
  readonly #underway = this.org.tables.transitions
  readonly #cancels = new Map<string, Cancel>()

  /** @param complete Makes the change that ends a transition. */
  constructor(org: Transitions['org'], complete: (userId: string, name: TransitionName) => void) {
    super(org)
    this.#complete = complete
    org.changes.onReplaced(this.#underway.declared, () => this.#reschedule())
  }

  /** Starts a transition that completes after a delay, in milliseconds. */
  start(userId: string, name: TransitionName, delay: number): void {
    this.drop(userId)
    this.#schedule(this.#underway.insert({ userId, name, dueAt: this.org.clock.now() + delay }))
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
    for (const underway of this.#underway.values()) this.#schedule(underway)
  }

  #schedule({ userId, name, dueAt }: Underway): void {
    const cancel = this.org.clock.schedule(dueAt, () => {
      this.drop(userId)
      this.#complete(userId, name)
    })
    this.#cancels.set(userId, cancel)
  }
}
