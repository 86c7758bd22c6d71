import type { Change, Changes } from './changes.ts'
import { isNumber, lastRow, type RowKey, type StateSnapshot, type Stored } from './stored.ts'

/**
 * One value of an organisation's state, as JSON; null for a removed one. Together, the rows of an organisation are an
 * exact copy of it.
 */
export type StateRow = readonly [table: string, key: string, value: unknown]

/** The organisation whose state becomes rows. */
export interface LoggedState {
  /** Every table, by its name: those of snapshots, and those that outlive them. */
  readonly tables: ReadonlyMap<string, Stored>
  readonly changes: Pick<Changes, 'listen'>
  /** The states of snapshots, by number. */
  states(): Iterable<readonly [number: number, state: StateSnapshot]>
}

/** The state of a snapshot, and those of its rows that are stored because they differ from the present. */
interface Layer {
  readonly state: StateSnapshot
  readonly keys: Map<string, Set<RowKey>>
}

/**
 * An organisation's state as rows, and which of them have changed.
 *
 * The state of a snapshot is stored as differences from the present. Its rows are in the tables `{number}/{table}`,
 * with the value `[value]`, or `[]` for a row that did not exist.
 */
export class StateLog {
  readonly #logged: LoggedState
  readonly #changed = new Map<string, Set<RowKey>>()
  readonly #layers = new Map<number, Layer>()
  /** The rows of an earlier form that are stored. */
  #earlier: SortedRows | undefined
  #isTracking = false
  #hasMajor = false
  /** Called after a change that must be stored before a reply is sent. */
  onChange: (() => void) | undefined

  constructor(logged: LoggedState) {
    this.#logged = logged
  }

  /** Whether a change must be stored before a reply is sent. */
  get hasChanges(): boolean {
    return this.#hasMajor
  }

  /** Starts to record changes; before, changes cost nothing. */
  track(): void {
    if (this.#isTracking) return
    this.#isTracking = true
    // Values that follow an object report a change only after they were read.
    for (const stored of this.#logged.tables.values()) stored.snapshot()
    this.#logged.changes.listen((change) => this.#note(change))
    for (const [number, state] of this.#logged.states()) {
      const layer: Layer = { state, keys: new Map() }
      for (const [table, key] of this.#differences(state)) keysOf(layer.keys, table).add(key)
      this.#layers.set(number, layer)
    }
  }

  /** Stores every row next time: the stored rows have an earlier form. Those without a place now are removed. */
  rewrite(stored: SortedRows): void {
    this.#earlier = stored
  }

  /** Every row. */
  *all(): IterableIterator<StateRow> {
    for (const [name, stored] of this.#logged.tables) {
      for (const key of stored.rowKeys()) yield [name, String(key), stored.row(key)]
    }
    for (const [number, state] of this.#logged.states()) {
      for (const [table, key, value] of this.#differences(state)) {
        yield [`${number}/${table}`, String(key), value === undefined ? [] : [value]]
      }
    }
  }

  /**
   * The rows that changed since the last call. They count as stored from now on.
   *
   * @param isStored Whether the store has them already.
   */
  drain(isStored = false): StateRow[] {
    const told = isStored ? [] : this.#rewritten()
    this.#hasMajor = false
    this.#drainLayers(told)
    for (const [name, keys] of this.#changed) {
      if (keys.size === 0) continue
      const stored = this.#logged.tables.get(name)!
      for (const key of keys) {
        told.push([name, String(key), stored.row(key) ?? null])
        for (const [number, layer] of this.#layers) this.#tellLayer(told, number, layer, name, key)
      }
      keys.clear()
    }
    return told
  }

  #rewritten(): StateRow[] {
    if (!this.#earlier) return []
    const rows = [...this.all()]
    const known = new Set(rows.map(([table, key]) => `${table} ${key}`))
    const { present, states } = this.#earlier
    this.#earlier = undefined
    for (const [prefix, tables] of [['', present] as const, ...layersOf(states)]) {
      for (const [name, ofTable] of tables) {
        const table = prefix + name
        for (const key of ofTable.keys()) if (!known.has(`${table} ${key}`)) rows.push([table, key, null])
      }
    }
    return rows
  }

  #note({ table, key, place, before, after }: Change): void {
    const stored = this.#logged.tables.get(table.name)
    if (!stored) return
    const changed = keysOf(this.#changed, table.name)
    if (key === undefined) for (const each of stored.differing(before)) changed.add(each)
    else {
      changed.add(place)
      const isNew = before === undefined && after !== undefined
      if (isNew && typeof place === 'number') changed.add(lastRow)
    }
    if (table.isMinor || this.#hasMajor) return
    this.#hasMajor = true
    this.onChange?.()
  }

  /** Adds rows for snapshots that were replaced or deleted. */
  #drainLayers(told: StateRow[]): void {
    const present = new Map(this.#logged.states())
    for (const [number, { state, keys }] of this.#layers) {
      if (present.get(number) === state) continue
      for (const [table, ofTable] of keys) {
        for (const key of ofTable) told.push([`${number}/${table}`, String(key), null])
      }
      this.#layers.delete(number)
    }
    // A new snapshot is younger than the last call: its differences are among the changed rows.
    for (const [number, state] of present) {
      if (!this.#layers.has(number)) this.#layers.set(number, { state, keys: new Map() })
    }
  }

  #tellLayer(told: StateRow[], number: number, layer: Layer, name: string, key: RowKey): void {
    if (!layer.state.has(name)) return
    const keys = keysOf(layer.keys, name)
    const stored = this.#logged.tables.get(name)!
    const state = layer.state.get(name)
    if (isDifferent(stored, key, state)) {
      const value = stored.row(key, state)
      told.push([`${number}/${name}`, String(key), value === undefined ? [] : [value]])
      keys.add(key)
    } else if (keys.delete(key)) told.push([`${number}/${name}`, String(key), null])
  }

  /** The rows of a snapshot that differ from the present. */
  *#differences(states: StateSnapshot): Iterable<readonly [table: string, key: RowKey, value: unknown]> {
    for (const [name, state] of states) {
      const stored = this.#logged.tables.get(name)!
      for (const key of stored.differing(state)) {
        if (isDifferent(stored, key, state)) yield [name, key, stored.row(key, state)]
      }
    }
  }
}

/** Whether a row of a state must be stored next to the present one. */
function isDifferent(stored: Stored, key: RowKey, state: unknown): boolean {
  const before = stored.row(key, state)
  const now = stored.row(key)
  if (before === now) return false
  // Later rows have places beyond the state's `last`.
  if (before === undefined && typeof key === 'number' && key > Number(stored.row(lastRow, state)))
    return false
  return JSON.stringify(before) !== JSON.stringify(now)
}

function layersOf(states: SortedRows['states']) {
  return Array.from(states, ([number, tables]) => [`${number}/`, tables] as const)
}

function keysOf(all: Map<string, Set<RowKey>>, table: string): Set<RowKey> {
  let keys = all.get(table)
  if (!keys) all.set(table, (keys = new Set()))
  return keys
}

/** Rows by part and key, and those of snapshots, by number. */
export interface SortedRows {
  readonly present: ReadonlyMap<string, ReadonlyMap<string, unknown>>
  readonly states: ReadonlyMap<number, ReadonlyMap<string, ReadonlyMap<string, unknown>>>
}

type Parts = Map<string, Map<string, unknown>>

/** @throws RowsError for a value that is not a row. */
export function sortRows(rows: Iterable<StateRow>): SortedRows {
  const present: Parts = new Map()
  const states = new Map<number, Parts>()
  for (const row of rows) {
    if (!isRow(row))
      throw new RowsError(`expected [part, key, value], got ${JSON.stringify(row)?.slice(0, 80)}`)
    const [part, key, value] = row
    if (value === null) continue
    const slash = isNumber(part) ? part.indexOf('/') : -1
    if (slash === -1) {
      put(present, part, key, value)
      continue
    }
    const number = Number(part.slice(0, slash))
    let parts = states.get(number)
    if (!parts) states.set(number, (parts = new Map()))
    put(parts, part.slice(slash + 1), key, (value as readonly unknown[])[0] ?? null)
  }
  return { present, states }
}

function isRow(row: unknown): row is StateRow {
  return Array.isArray(row) && row.length === 3 && typeof row[0] === 'string' && typeof row[1] === 'string'
}

function put(parts: Parts, part: string, key: string, value: unknown): void {
  const rows = parts.get(part)
  if (rows) rows.set(key, value)
  else parts.set(part, new Map([[key, value]]))
}

/** Values that are not rows, or not rows of an organisation. */
export class RowsError extends TypeError {
  override readonly name = 'RowsError'
  readonly reason: string

  constructor(reason: string) {
    super(`rows: ${reason}`)
    this.reason = reason
  }
}
