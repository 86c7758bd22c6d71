import { refuse } from '../contract/errors/refusal.ts'
import { OrgService } from './kernel/org-service.ts'
import type { StateSnapshot } from './kernel/stored.ts'

/** A named state of the organisation. */
export interface SavedSnapshot {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** The maximum number of snapshots. */
const snapshotsMax = 100

/** Named states of the organisation, to go back to. The state itself does not include them. */
export class Snapshots extends OrgService<'state'> {
  readonly #saved = this.org.tables.snapshots
  /** The states, by the places of the snapshots. As rows they are differences from the present. */
  readonly #states = new Map<number, StateSnapshot>()

  /**
   * Stores the present state and time under a name, and replaces an earlier snapshot of this name.
   *
   * @throws `Refusal` `validation` for too many snapshots.
   */
  save(name: string): void {
    if (!this.#saved.has(name) && this.#saved.size >= snapshotsMax) {
      refuse('other', {
        at: 'name',
        message: `There are ${snapshotsMax} snapshots already; delete one first`,
      })
    }
    const state = this.org.state.snapshot()
    this.#saved.set({ name, time: this.org.clock.now() })
    this.#states.set(this.#saved.sequenceOf(name)!, state)
  }

  /**
   * Goes back to a state and its time.
   *
   * @throws `Refusal` `validation` for an unknown name.
   */
  restore(name: string): void {
    const snapshot = this.#saved.get(name)
    if (!snapshot)
      return refuse('form', { at: 'name', expected: 'the name of a snapshot', advice: this.#known() })
    this.org.clock.set(snapshot.time)
    this.org.state.restore(this.#states.get(this.#saved.sequenceOf(name)!)!)
  }

  /** Deletes a snapshot. Returns whether it existed. */
  delete(name: string): boolean {
    this.#states.delete(this.#saved.sequenceOf(name) ?? 0)
    return this.#saved.remove(name) !== undefined
  }

  /** The names, in the order in which they were first used. */
  names(): readonly string[] {
    return this.#saved.values().map(({ name }) => name)
  }

  /** The states, by the places of the snapshots. */
  states(): Iterable<readonly [place: number, state: StateSnapshot]> {
    return this.#states
  }

  /** Sets the states after the snapshots were loaded. */
  replaceWith(stateAt: (place: number) => StateSnapshot): void {
    this.#states.clear()
    this.#saved.forEach((_snapshot, place) => void this.#states.set(place, stateAt(place)))
  }

  #known(): string {
    return this.#saved.size === 0 ? 'none was saved' : `there are ${this.names().join(', ')}`
  }
}
