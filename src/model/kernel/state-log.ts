import { isNumber } from './numbered-map.ts'
import type { PartRows, RowKey, Stateful, StateSnapshot } from './state.ts'

/**
 * One value of an organisation's state, as JSON; null for a removed one. Together, the rows of an organisation are an
 * exact copy of it.
 */
export type StateRow = readonly [part: string, key: string, value: unknown]

/** The organisation whose state becomes rows. */
export interface LoggedState {
  /** Every part with rows, by its name: those of snapshots, and those that outlive them. */
  readonly parts: ReadonlyMap<string, Stateful>
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
 * The state of a snapshot is stored as differences from the present. Its rows are in the parts `{number}/{part}`,
 * with the value `[value]`, or `[]` for a row that did not exist.
 */
export class StateLog {
  readonly #logged: LoggedState
  readonly #changed = new Map<string, Set<RowKey>>()
  readonly #layers = new Map<number, Layer>()
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

  /** Whether a part of this name has rows. */
  has(part: string): boolean {
    return this.#logged.parts.get(part)?.rows !== undefined
  }

  /** Starts to record changes; before, changes cost nothing. */
  track(): void {
    if (this.#isTracking) return
    this.#isTracking = true
    for (const [name, { rows }] of this.#logged.parts) if (rows) this.#trackPart(name, rows)
    for (const [number, state] of this.#logged.states()) {
      const layer: Layer = { state, keys: new Map() }
      for (const [part, key] of this.#differences(state)) keysOf(layer, part).add(key)
      this.#layers.set(number, layer)
    }
  }

  /** Every row. */
  *all(): IterableIterator<StateRow> {
    for (const [name, { rows }] of this.#logged.parts) {
      if (!rows) continue
      for (const key of rows.keys()) yield [name, String(key), rows.read(key)]
    }
    for (const [number, state] of this.#logged.states()) {
      for (const [part, key, value] of this.#differences(state)) {
        yield [`${number}/${part}`, String(key), value === undefined ? [] : [value]]
      }
    }
  }

  /** The rows that changed since the last call. They count as stored from now on. */
  drain(): StateRow[] {
    const told: StateRow[] = []
    this.#hasMajor = false
    this.#drainLayers(told)
    for (const [name, keys] of this.#changed) {
      if (keys.size === 0) continue
      const rows = this.#logged.parts.get(name)!.rows!
      for (const key of keys) {
        told.push([name, String(key), rows.read(key) ?? null])
        for (const [number, layer] of this.#layers) this.#tellLayer(told, number, layer, name, key)
      }
      keys.clear()
    }
    return told
  }

  #trackPart(name: string, rows: PartRows): void {
    const changed = new Set<RowKey>()
    this.#changed.set(name, changed)
    rows.track((key, isMinor) => {
      changed.add(key)
      if (isMinor || this.#hasMajor) return
      this.#hasMajor = true
      this.onChange?.()
    })
  }

  /** Adds rows for snapshots that were replaced or deleted. */
  #drainLayers(told: StateRow[]): void {
    const present = new Map(this.#logged.states())
    for (const [number, { state, keys }] of this.#layers) {
      if (present.get(number) === state) continue
      for (const [part, ofPart] of keys) {
        for (const key of ofPart) told.push([`${number}/${part}`, String(key), null])
      }
      this.#layers.delete(number)
    }
    // A new snapshot is younger than the last call: its differences are among the changed rows.
    for (const [number, state] of present) {
      if (!this.#layers.has(number)) this.#layers.set(number, { state, keys: new Map() })
    }
  }

  #tellLayer(told: StateRow[], number: number, layer: Layer, part: string, key: RowKey): void {
    if (!layer.state.has(part)) return
    const keys = keysOf(layer, part)
    const rows = this.#logged.parts.get(part)!.rows!
    if (this.#isDifferent(part, rows, key, layer.state)) {
      const value = rows.read(key, layer.state.get(part))
      told.push([`${number}/${part}`, String(key), value === undefined ? [] : [value]])
      keys.add(key)
    } else if (keys.delete(key)) told.push([`${number}/${part}`, String(key), null])
  }

  /** The rows of a snapshot that differ from the present. */
  *#differences(state: StateSnapshot): Iterable<readonly [part: string, key: RowKey, value: unknown]> {
    for (const [part, ofPart] of state) {
      const rows = this.#logged.parts.get(part)?.rows
      if (!rows) continue
      for (const key of new Set([...rows.keys(), ...rows.keys(ofPart)])) {
        if (this.#isDifferent(part, rows, key, state)) yield [part, key, rows.read(key, ofPart)]
      }
    }
  }

  #isDifferent(part: string, rows: PartRows, key: RowKey, state: StateSnapshot): boolean {
    const ofPart = state.get(part)
    const before = rows.read(key, ofPart)
    const now = rows.read(key)
    if (before === now) return false
    // Later rows have numbers beyond the state's `last`.
    if (before === undefined && typeof key === 'number' && key > Number(rows.read('last', ofPart)))
      return false
    return JSON.stringify(before) !== JSON.stringify(now)
  }
}

function keysOf({ keys }: Layer, part: string): Set<RowKey> {
  let ofPart = keys.get(part)
  if (!ofPart) keys.set(part, (ofPart = new Set()))
  return ofPart
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
