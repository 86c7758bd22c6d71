import type { Uses } from '../kernel/org-service.ts'
import type { Table } from './table.ts'

/** A write that searches may not see yet. */
interface LaggingWrite<Row> {
  readonly at: number
  readonly id: string
  readonly before?: Row | undefined
  /** The former place of a removed row in the order of creation. */
  readonly place?: number | undefined
}

/** The organisation of the rows. Its setting is in milliseconds; 0 makes searches current. */
type Owner = Uses<'clock'> & {
  readonly settings: { readonly delays: { readonly search: number } }
}

/**
 * The outdated state that searches see when they lag behind writes. Groups and Users: results of filter, query and
 * search come from an eventually consistent store. It keeps earlier versions of recently changed rows.
 */
export class SearchLag<Row extends { readonly id: string }> {
  readonly #org: Owner
  /** Oldest first. The state of the organisation does not include them: restored records are visible at once. */
  #writes: LaggingWrite<Row>[] = []
  /** The number of writes at which it removes those that are no longer needed. */
  #crowded = min

  constructor(org: Owner) {
    this.#org = org
  }

  /** Notes a change that searches do not see yet: a row, and its place in the order of creation. */
  note(before: Row | undefined, after: Row | undefined, sequence: number): void {
    const { id } = (after ?? before)!
    const place = after ? undefined : sequence
    this.#writes.push({ at: this.#org.clock.now(), id, before, place })
    if (this.#writes.length < this.#crowded) return
    this.#forgetSeen()
    this.#crowded = Math.max(min, 2 * this.#writes.length)
  }

  /** Rows that searches see in an earlier version: by id, that version, or undefined for a new row. */
  stale(): ReadonlyMap<string, Row | undefined> {
    if (this.#writes.length === 0) return none
    this.#forgetSeen()
    const stale = new Map<string, Row | undefined>()
    for (const { id, before } of this.#writes) if (!stale.has(id)) stale.set(id, before)
    return stale
  }

  /** All rows that searches see and that pass a test, in the version that searches see, by creation. */
  seen(rows: Pick<Table<Row>, 'values' | 'sequenceOf'>, where: (row: Row) => boolean): Row[] {
    const stale = this.stale()
    const seen: Row[] = []
    const present = new Set<string>()
    for (const row of rows.values()) {
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
    return this.#writes.findLast((write) => write.id === id)?.place ?? 0
  }

  /** Forgets all writes, so that searches are current. */
  clear(): void {
    this.#writes = []
  }

  #forgetSeen(): void {
    const visibleUntil = this.#org.clock.now() - this.#org.settings.delays.search
    this.#writes = this.#writes.filter(({ at }) => at > visibleUntil)
  }
}

/** The least number of writes before it removes those that searches have seen. */
const min = 1024

const none: ReadonlyMap<string, never> = new Map<string, never>()
