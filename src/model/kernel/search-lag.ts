import type { Clock } from './clock.ts'
import { NumberedMap } from './numbered-map.ts'
import type { Stateful } from './state.ts'

interface Change<Row> {
  readonly at: number
  readonly id: string
  readonly before: Row | undefined
  /** The former place of a removed row in the order of creation. */
  readonly place: number | undefined
}

/** The present rows, by creation. */
interface PresentRows<Row> {
  scan(): Iterable<Row>
  sequenceOf(id: string): number | undefined
}

/**
 * The outdated state that searches see when they lag behind writes. Groups and Users: results of filter, query and
 * search come from an eventually consistent store. It keeps earlier versions of recently changed rows.
 */
export class SearchLag<Row extends { readonly id: string }> {
  readonly #clock: Clock
  readonly #lag: () => number
  readonly #changes = new NumberedMap<Change<Row>>({ isMinor: true })
  /** The number of changes at which it removes those that are no longer needed. */
  #crowded = fewest
  /** Changes that searches do not see yet. Not in snapshots: a restored snapshot is visible at once. */
  readonly state: Stateful = this.#changes

  /** @param lag How far searches lag behind, in milliseconds; 0 makes them current. */
  constructor(clock: Clock, lag: () => number) {
    this.#clock = clock
    this.#lag = lag
  }

  /**
   * Remembers a write, with the row before it, or undefined for a new row.
   *
   * @param place The former place of a removed row in the order of creation.
   */
  note(id: string, before: Row | undefined, place?: number): void {
    if (this.#lag() === 0) return
    this.#changes.set(`${this.#changes.last + 1}`, { at: this.#clock.now(), id, before, place })
    if (this.#changes.size < this.#crowded) return
    this.#forgetSeen()
    this.#crowded = Math.max(fewest, 2 * this.#changes.size)
  }

  /** Rows that searches see in an earlier version: by id, that version, or undefined for a new row. */
  stale(): ReadonlyMap<string, Row | undefined> {
    if (this.#changes.size === 0) return none
    this.#forgetSeen()
    const stale = new Map<string, Row | undefined>()
    for (const { id, before } of this.#changes.values()) if (!stale.has(id)) stale.set(id, before)
    return stale
  }

  /** All rows that searches see and that pass a test, in the version that searches see, by creation. */
  seen(rows: PresentRows<Row>, where: (row: Row) => boolean): Row[] {
    const stale = this.stale()
    const seen: Row[] = []
    const present = new Set<string>()
    for (const row of rows.scan()) {
      const visible = stale.has(row.id) ? stale.get(row.id) : row
      if (stale.size > 0) present.add(row.id)
      if (visible && where(visible)) seen.push(visible)
    }
    const gone = [...stale].flatMap(([id, before]) => (before && !present.has(id) ? [before] : []))
    const found = gone.filter(where)
    if (found.length === 0) return seen
    const place = (row: Row): number => rows.sequenceOf(row.id) ?? this.placeOf(row.id)
    return [...seen, ...found].sort((a, b) => place(a) - place(b))
  }

  /** The former place of a row that is removed, but that searches still see, in the order of creation. */
  placeOf(id: string): number {
    let found: number | undefined
    for (const change of this.#changes.values()) if (change.id === id) found = change.place
    return found ?? 0
  }

  /** Forgets all changes, so that searches are current. */
  clear(): void {
    this.#changes.clear()
  }

  #forgetSeen(): void {
    const visibleUntil = this.#clock.now() - this.#lag()
    for (const [key, { at }] of this.#changes) if (at <= visibleUntil) this.#changes.delete(key)
  }
}

/** The least number of changes before it removes those that searches have seen. */
const fewest = 1024

const none: ReadonlyMap<string, never> = new Map<string, never>()
