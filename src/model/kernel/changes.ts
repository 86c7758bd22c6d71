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
  #listeners: readonly ChangeListener[] = []

  /** Calls back for each change from now on, after earlier listeners; returns a function that ends that. */
  listen(listener: ChangeListener): () => void {
    this.#listeners = [...this.#listeners, listener]
    return () => void (this.#listeners = this.#listeners.filter((each) => each !== listener))
  }

  emit(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** Reports a change of records that are not in a table. */
  tell(name: string, key: string, before: unknown, after: unknown): void {
    this.emit({ table: { name, isTold: true }, key, place: 0, before, after })
  }
}
