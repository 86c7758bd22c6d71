import { refuse } from '../../contract/errors/refusal.ts'
import type { VirtualClock } from './clock.ts'
import type { Mark, Stateful } from './state.ts'
import { lastRow, numberedRows, type RowKey, type StateSnapshot } from './stored.ts'

interface Snapshot {
  readonly number: number
  readonly state: StateSnapshot
  /** Milliseconds since 1970. */
  readonly time: number
}

/** The snapshots by name, and the last number given. */
interface SnapshotsState {
  readonly last: number
  readonly byName: ReadonlyMap<string, Snapshot>
}

/** The organisation whose state the snapshots contain. */
interface Whole {
  readonly clock: Pick<VirtualClock, 'now' | 'set'>
  snapshot(): StateSnapshot
  restore(state: StateSnapshot): void
}

/** The maximum number of snapshots. */
const snapshotsMax = 100

/** Named states of the organisation, to go back to. The state itself does not include them. */
export class Snapshots {
  readonly #whole: Whole
  #byName = new Map<string, Snapshot>()
  #last = 0
  #mark: Mark | undefined

  /** Names and times as rows. The states are stored separately, as differences from the present. */
  readonly state: Stateful<SnapshotsState> = {
    snapshot: () => ({ last: this.#last, byName: this.#byName }),
    restore: ({ last, byName }) => {
      this.#last = last
      this.#byName = new Map(byName)
    },
    rows: {
      track: (mark) => void (this.#mark = mark),
      keys: () => [lastRow, ...[...this.#byName.values()].map(({ number }) => number)],
      read: (key) => this.#read(key),
      stateOf: (rows) => ({
        last: Number(rows.get(lastRow) ?? 0),
        byName: new Map(
          numberedRows(rows).map(([number, row]) => {
            const { name, time } = row as { readonly name: string; readonly time: number }
            return [name, { number, time, state: new Map() }]
          }),
        ),
      }),
    },
  }

  constructor(whole: Whole) {
    this.#whole = whole
  }

  /**
   * Stores the present state and time under a name, and replaces an earlier snapshot of this name.
   *
   * @throws `Refusal` `validation` for too many snapshots.
   */
  save(name: string): void {
    const known = this.#byName.get(name)
    if (!known && this.#byName.size >= snapshotsMax) {
      refuse('other', {
        at: 'name',
        message: `There are ${snapshotsMax} snapshots already; delete one first`,
      })
    }
    if (!known) this.#last += 1
    const number = known?.number ?? this.#last
    this.#byName.set(name, { number, state: this.#whole.snapshot(), time: this.#whole.clock.now() })
    this.#mark?.(number)
    this.#mark?.(lastRow)
  }

  /**
   * Goes back to a state and its time.
   *
   * @throws `Refusal` `validation` for an unknown name.
   */
  restore(name: string): void {
    const snapshot = this.#byName.get(name)
    if (!snapshot)
      return refuse('form', { at: 'name', expected: 'the name of a snapshot', advice: `; ${this.#known()}` })
    this.#whole.clock.set(snapshot.time)
    this.#whole.restore(snapshot.state)
  }

  /** Deletes a snapshot. Returns whether it existed. */
  delete(name: string): boolean {
    const known = this.#byName.get(name)
    if (!known) return false
    this.#mark?.(known.number)
    return this.#byName.delete(name)
  }

  /** The names, in the order in which they were first used. */
  names(): readonly string[] {
    return [...this.#byName.keys()]
  }

  /** The states, by the numbers of their rows. */
  *states(): Iterable<readonly [number: number, state: StateSnapshot]> {
    for (const { number, state } of this.#byName.values()) yield [number, state]
  }

  /** Sets the state of a loaded snapshot. */
  become(number: number, state: StateSnapshot): void {
    for (const [name, known] of this.#byName) {
      if (known.number === number) this.#byName.set(name, { ...known, state })
    }
  }

  #read(key: RowKey): unknown {
    if (typeof key === 'string') return this.#last
    for (const [name, { number, time }] of this.#byName) if (number === key) return { name, time }
    return undefined
  }

  #known(): string {
    return this.#byName.size === 0 ? 'none was saved' : `there are ${this.names().join(', ')}`
  }
}
