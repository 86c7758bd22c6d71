/** The part of a table's declaration that everyone who hears of its changes needs. */
export interface ChangedTable {
  readonly name: string
  /** Whether the journal, events, webhooks and `org.data` show its changes. */
  readonly isTold?: boolean | undefined
  /** Whether its changes need not be stored before a reply is sent. */
  readonly isMinor?: boolean | undefined
}

/** One change of the state. */
export interface Change {
  readonly table: ChangedTable
  /** The key of the record; undefined where a reset, a snapshot or loaded rows replaced the whole table. */
  readonly key: string | undefined
  /** The record's place in the table; of a table of one row, the key of the row. */
  readonly place: number | string
  /** The record before, undefined for a new one. Of a replaced table: its earlier state. */
  readonly before: unknown
  /** The record now, undefined for one that is gone. Of a replaced table: its state. */
  readonly after: unknown
}

/** Hears of each change. */
export type ChangeListener = (change: Change) => void

/**
 * Reports every change of the state, at the moment of the change. Searches, reactions, the journal and persistence
 * listen. Nobody hears of a write in another way.
 */
export class Changes {
  #all: readonly ChangeListener[] = []
  readonly #ofTables = new Map<string, readonly ChangeListener[]>()

  /** Calls back for each change from now on; returns a function that ends that. */
  listen(listener: ChangeListener): () => void {
    this.#all = [...this.#all, listener]
    return () => void (this.#all = this.#all.filter((each) => each !== listener))
  }

  /** Calls back for each change of a table, after those who hear of every change and after earlier listeners. */
  listenTo({ name }: ChangedTable, listener: ChangeListener): void {
    this.#ofTables.set(name, [...(this.#ofTables.get(name) ?? []), listener])
  }

  emit(change: Change): void {
    for (const listener of this.#all) listener(change)
    const listeners = this.#ofTables.get(change.table.name)
    if (listeners) for (const listener of listeners) listener(change)
  }

  /** Reports a change of records that are not in a table. */
  tell(name: string, key: string, before: unknown, after: unknown): void {
    this.emit({ table: { name, isTold: true }, key, place: 0, before, after })
  }
}
