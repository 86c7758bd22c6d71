import { RowsError, type SortedRows, StateLog } from './kernel/state-log.ts'
import { isNumber, type StateSnapshot, type Stored } from './kernel/stored.ts'
import { OrgService } from './kernel/org-service.ts'
import { lastingNames, restoredNames, tablesOf } from './tables.ts'
import { inPresentForm } from './earlier-rows.ts'
import { isEarlier } from './org-identity.ts'

/** The number of the state that `reset` goes back to, among the stored states. */
const seededNumber = 0

/** The state of an organisation as a whole: saved and restored in memory, and as rows. */
export class OrgState extends OrgService<'groups' | 'snapshots' | 'traffic' | 'users'> {
  readonly #restored = tablesOf(this.org.tables, restoredNames)
  /** Tables that `restore` does not change. */
  readonly #lasting = tablesOf(this.org.tables, lastingNames)
  #log: StateLog | undefined
  #seeded: StateSnapshot | undefined
  #founded: StateSnapshot | undefined

  /** The state as rows, and which of them change; created at the first use. */
  get log(): StateLog {
    return (this.#log ??= new StateLog({
      tables: new Map([...this.#lasting, ...this.#restored].map((stored) => [stored.declared.name, stored])),
      changes: this.org.changes,
      states: () => this.#statesToGoBackTo(),
    }))
  }

  /** Saves the whole state; cheap, since records are shared. */
  snapshot(): StateSnapshot {
    const state = new Map<string, unknown>()
    for (const stored of this.#restored) state.set(stored.declared.name, stored.snapshot())
    return state
  }

  /** Restores a state of `snapshot`. Unfinished transitions no longer complete. */
  restore(snapshot: StateSnapshot): void {
    for (const stored of this.#restored) stored.restore(snapshot.get(stored.declared.name))
    this.#clearLag()
    this.org.traffic.recorder.tellReplaced()
  }

  markSeeded(): void {
    this.#seeded = this.snapshot()
    this.#clearLag()
  }

  markFounded(): void {
    this.markSeeded()
    this.#founded = this.#seeded
  }

  /** Goes back to the founded state, without data set and seed data. `reset` still restores these. */
  clear(): void {
    if (this.#founded) this.restore(this.#founded)
  }

  reset(): void {
    if (this.#seeded) this.restore(this.#seeded)
  }

  /** The rows that changed since the organisation was founded, by table; null for a removed row. */
  sinceFounding(): RowsByTable {
    const changed = new Map<string, ReadonlyMap<string, unknown>>()
    for (const stored of this.#restored) {
      const { name } = stored.declared
      const founded = this.#founded?.get(name)
      const rows = new Map<string, unknown>()
      for (const key of stored.differing(founded)) {
        const [before, now] = [stored.row(key, founded), stored.row(key)]
        if (before === now || JSON.stringify(before) === JSON.stringify(now)) continue
        rows.set(String(key), now ?? null)
      }
      if (rows.size > 0) changed.set(name, rows)
    }
    return changed
  }

  /** A row at the time when the organisation was founded. */
  readonly foundedRow = (table: string, key: string): unknown =>
    this.#restored
      .find(({ declared }) => declared.name === table)
      ?.row(isNumber(key) ? Number(key) : key, this.#founded?.get(table))

  /** Adds rows and replaces existing ones. Like `restore`, it calls no listeners. */
  putRows(rows: RowsByTable): void {
    this.restore(stateOf(this.#restored, rows, this.snapshot()))
  }

  /**
   * Loads the state of rows.
   *
   * @throws RowsError for rows of unknown tables, and for values that cannot be read.
   */
  load(rows: SortedRows): void {
    const { present, states } = isEarlier(rows) ? inPresentForm(rows) : rows
    if (isEarlier(rows)) this.log.rewrite(rows)
    for (const tables of [present, ...states.values()]) this.#refuseUnknown(tables)
    const whole = stateOf(this.#restored, present)
    restoreRead(this.#lasting, stateOf(this.#lasting, present))
    restoreRead(this.#restored, whole)
    this.#clearLag()
    const now = this.snapshot()
    const stateAt = (number: number): StateSnapshot =>
      stateOf(this.#restored, states.get(number) ?? empty, now)
    this.#seeded = stateAt(seededNumber)
    this.org.snapshots.replaceWith(stateAt)
    this.org.traffic.recorder.tellReplaced()
  }

  /**
   * Restores every stored state. A trial organisation does this to find states that cannot be read.
   *
   * @throws RowsError that names the table.
   */
  tryStates(): void {
    for (const [, state] of this.#statesToGoBackTo()) restoreRead(this.#restored, state)
  }

  *#statesToGoBackTo(): Iterable<readonly [number: number, state: StateSnapshot]> {
    if (this.#seeded) yield [seededNumber, this.#seeded]
    yield* this.org.snapshots.states()
  }

  #clearLag(): void {
    this.org.users.lag.clear()
    this.org.groups.lag.clear()
  }

  #refuseUnknown(tables: ReadonlyMap<string, unknown>): void {
    const known = new Set([...this.#restored, ...this.#lasting].map(({ declared }) => declared.name))
    for (const name of tables.keys()) {
      if (known.has(name)) continue
      throw new RowsError(`there is no part named ${JSON.stringify(name.slice(0, 80))}`)
    }
  }
}

/** Rows by table and key. */
export type RowsByTable = ReadonlyMap<string, ReadonlyMap<string, unknown>>

/** The state of these rows. With a base, the rows are changes of it. */
function stateOf(tables: readonly Stored[], rows: RowsByTable, base?: StateSnapshot): StateSnapshot {
  const state = new Map<string, unknown>()
  for (const stored of tables) {
    const { name } = stored.declared
    const ofTable = rows.get(name)
    const before = base?.get(name)
    if (base && !ofTable) {
      state.set(name, before)
      continue
    }
    try {
      state.set(name, stored.stateOf(ofTable ?? empty, before))
    } catch (error) {
      throw unreadable(name, error)
    }
  }
  return state
}

/** Restores a loaded state table by table, so that an error names the table. */
function restoreRead(tables: readonly Stored[], state: StateSnapshot): void {
  for (const stored of tables) {
    const { name } = stored.declared
    try {
      stored.restore(state.get(name))
    } catch (error) {
      throw unreadable(name, error)
    }
  }
}

function unreadable(table: string, error: unknown): RowsError {
  return new RowsError(`${table} cannot be read: ${(error as Error).message}`)
}

const empty: ReadonlyMap<string, never> = new Map<string, never>()
