import { refuseInput } from '../../contract/errors.ts'
import type { VirtualClock } from './clock.ts'
import type { StateSnapshot } from './state.ts'

interface Snapshot {
  readonly state: StateSnapshot
  /** Milliseconds since 1970. */
  readonly time: number
}

/** What snapshots are taken of. */
interface Whole {
  readonly clock: Pick<VirtualClock, 'now' | 'set'>
  snapshot(): StateSnapshot
  restore(state: StateSnapshot): void
}

/** How many can be kept; one more is refused. */
const snapshotsMax = 100

/** States of the organisation that were given names, to go back to. They are no part of the state themselves. */
export class Snapshots {
  readonly #whole: Whole
  readonly #byName = new Map<string, Snapshot>()

  constructor(whole: Whole) {
    this.#whole = whole
  }

  /**
   * Keeps the present state and time under a name, in place of what had it.
   *
   * @throws Refusal `validation` when there are too many.
   */
  save(name: string): void {
    if (!this.#byName.has(name) && this.#byName.size >= snapshotsMax) {
      refuseInput('name', [`name: There are ${snapshotsMax} snapshots already; delete one first`])
    }
    this.#byName.set(name, { state: this.#whole.snapshot(), time: this.#whole.clock.now() })
  }

  /**
   * Goes back to a state and its time.
   *
   * @throws Refusal `validation` when there is none of this name.
   */
  restore(name: string): void {
    const snapshot = this.#byName.get(name)
    if (!snapshot) return refuseInput('name', [`name: There is no snapshot of this name; ${this.#known()}`])
    this.#whole.clock.set(snapshot.time)
    this.#whole.restore(snapshot.state)
  }

  /** Forgets a state. Returns whether there was one of this name. */
  delete(name: string): boolean {
    return this.#byName.delete(name)
  }

  /** The names, in the order in which they were first given. */
  names(): readonly string[] {
    return [...this.#byName.keys()]
  }

  #known(): string {
    return this.#byName.size === 0 ? 'none was saved' : `there are ${this.names().join(', ')}`
  }
}
