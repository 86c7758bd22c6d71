import { adapted } from './kernel/adapted.ts'
import { settingsFrom } from './kernel/settings.ts'
import { settingsState } from './kernel/settings-state.ts'
import { RowsError, type SortedRows, StateLog } from './kernel/state-log.ts'
import type { Stateful } from './kernel/state.ts'
import { isNumber, type StateSnapshot, type Stored } from './kernel/stored.ts'
import type { Snapshots } from './kernel/snapshots.ts'
import type { OrgParts } from './org-parts.ts'
import { earlierTokenRows, tokensPart, withOneTokenTable } from './tokens/earlier-rows.ts'

/** The parts of an organisation, and its stored states. */
type Parts = OrgParts & { readonly snapshots: Snapshots }

/** The number of the state that `reset` goes back to, among the stored states. */
const seededNumber = 0

/** The state of an organisation as a whole: saved and restored in memory, and as rows. */
export class OrgState {
  readonly #restored: TablesByName
  /** Tables that `restore` does not change. */
  readonly #lasting: TablesByName
  readonly #parts: Parts
  #log: StateLog | undefined
  #seeded: StateSnapshot | undefined
  #founded: StateSnapshot | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const tables = Object.values(parts.tables) as readonly unknown[] as readonly Stored[]
    this.#restored = byName([
      ...adaptedIn(restoredParts, parts),
      ...tables.filter(({ declared }) => !declared.lasts),
    ])
    this.#lasting = byName([
      ...adaptedIn(lastingParts, parts),
      ...tables.filter(({ declared }) => declared.lasts),
    ])
  }

  /** The state as rows, and which of them change; created at the first use. */
  get log(): StateLog {
    return (this.#log ??= new StateLog({
      tables: new Map([...this.#lasting, ...this.#restored]),
      changes: this.#parts.changes,
      states: () => this.#statesToGoBackTo(),
    }))
  }

  snapshot(): StateSnapshot {
    return new Map(Array.from(this.#restored, ([name, stored]) => [name, stored.snapshot()]))
  }

  restore(snapshot: StateSnapshot): void {
    for (const [name, stored] of this.#restored) stored.restore(snapshot.get(name))
    this.#clearLag()
    this.#parts.traffic.recorder.tellReplaced()
  }

  markSeeded(): void {
    this.#seeded = this.snapshot()
    this.#clearLag()
  }

  markFounded(): void {
    this.#founded = this.#seeded
  }

  clear(): void {
    if (this.#founded) this.restore(this.#founded)
  }

  reset(): void {
    if (this.#seeded) this.restore(this.#seeded)
  }

  /** The rows that changed since the organisation was founded, by table; null for a removed row. */
  sinceFounding(): RowsByTable {
    const changed = new Map<string, ReadonlyMap<string, unknown>>()
    for (const [name, stored] of this.#restored) {
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
    this.#restored.get(table)?.row(isNumber(key) ? Number(key) : key, this.#founded?.get(table))

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
    const { present, states } = withOneTokenTable(rows)
    if (present !== rows.present) this.log.rewrite(['organisation', tokensPart], earlierTokenRows(rows))
    for (const tables of [present, ...states.values()]) this.#refuseUnknown(tables)
    const whole = stateOf(this.#restored, present)
    restoreRead(this.#lasting, stateOf(this.#lasting, present))
    restoreRead(this.#restored, whole)
    const now = this.snapshot()
    for (const [number, differences] of [[seededNumber, empty] as const, ...states]) {
      const state = stateOf(this.#restored, differences, now)
      if (number === seededNumber) this.#seeded = state
      else this.#parts.snapshots.become(number, state)
    }
    for (const [number, state] of this.#parts.snapshots.states()) {
      if (state.size === 0) this.#parts.snapshots.become(number, now)
    }
    this.#parts.traffic.recorder.tellReplaced()
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
    yield* this.#parts.snapshots.states()
  }

  #clearLag(): void {
    this.#parts.users.lag.clear()
    this.#parts.groups.lag.clear()
  }

  #refuseUnknown(tables: ReadonlyMap<string, unknown>): void {
    for (const name of tables.keys()) {
      if (this.#restored.has(name) || this.#lasting.has(name)) continue
      throw new RowsError(`there is no part named ${JSON.stringify(name.slice(0, 80))}`)
    }
  }
}

type TablesByName = ReadonlyMap<string, Stored>

function byName(tables: readonly Stored[]): TablesByName {
  return new Map(tables.map((stored) => [stored.declared.name, stored]))
}

/** The name of a part, and a function that finds it. */
type StatePart = readonly [name: string, of: (parts: Parts) => Stateful]

function adaptedIn(list: readonly StatePart[], parts: Parts): readonly Stored[] {
  return list.map(([name, of]) => adapted({ name }, of(parts), parts.changes))
}

/** The parts of a snapshot that are no tables yet. */
const restoredParts: readonly StatePart[] = [
  ['ids', ({ ids }) => ids],
  ['userTypes', ({ userTypes }) => userTypes.state],
  ['userSchema', ({ userSchema }) => userSchema],
  ['groupSchema', ({ groupSchema }) => groupSchema],
  ['outbox', ({ outbox }) => outbox],
  ['transitions', ({ lifecycle }) => lifecycle.transitions.state],
  ['importedProperties', ({ groups }) => groups.importedProperties],
  ['memberships', ({ memberships }) => memberships.state],
  ['hasHadDefaultServer', ({ authorizationServers }) => authorizationServers.hasHadDefault],
  ['settings', ({ settings, options }) => settingsState(settings, settingsFrom(options))],
  ['passwordPolicy', ({ policy }) => policy],
]

/** The parts that `restore` does not change, and that are no tables yet. */
const lastingParts: readonly StatePart[] = [
  ['organisation', (parts) => parts.identityState()],
  ['clock', ({ clock }) => clock.state],
  ['signingKeys', ({ signingKeys }) => signingKeys.state],
  ['salts', ({ users }) => users.credentials.salts],
  ['faults', ({ traffic }) => traffic.faults.state],
  ['rateLimit', ({ traffic }) => traffic.rate],
  ['journal', ({ traffic }) => traffic.entries.position],
  ['events', ({ traffic }) => traffic.recorder.position],
  ['snapshots', ({ snapshots }) => snapshots.state],
]

/** Rows by table and key. */
export type RowsByTable = ReadonlyMap<string, ReadonlyMap<string, unknown>>

/** The state of these rows. With a base, the rows are changes of it. */
function stateOf(tables: TablesByName, rows: RowsByTable, base?: StateSnapshot): StateSnapshot {
  const state = new Map<string, unknown>()
  for (const [name, stored] of tables) {
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
function restoreRead(tables: TablesByName, state: StateSnapshot): void {
  for (const [name, stored] of tables) {
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
