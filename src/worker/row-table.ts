import type { RowStore } from '../model/kernel/persistence.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import type { ObjectStorage } from './platform.ts'

/**
 * The rows of an organisation in the SQLite database of its Durable Object. The runtime of the object stores every
 * write before it sends a reply.
 */
export class RowTable implements RowStore {
  readonly #storage: ObjectStorage

  constructor(storage: ObjectStorage) {
    this.#storage = storage
  }

  /** Makes the table, with the rows of an organisation in it. */
  fill(rows: Iterable<StateRow>): void {
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec(
        'CREATE TABLE r (part TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (part, key)) WITHOUT ROWID',
      )
      this.#put(rows)
    })
  }

  /** Whether the table has rows of an organisation. */
  get isFilled(): boolean {
    const { sql } = this.#storage
    return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'r'").toArray().length > 0
  }

  read(): StateRow[] {
    return Array.from(this.#storage.sql.exec('SELECT part, key, value FROM r'), ({ part, key, value }) => [
      part as string,
      key as string,
      JSON.parse(value as string),
    ])
  }

  write(rows: readonly StateRow[]): void {
    this.#storage.transactionSync(() => this.#put(rows))
  }

  #put(rows: Iterable<StateRow>): void {
    const { sql } = this.#storage
    for (const [part, key, value] of rows) {
      if (value === null) sql.exec('DELETE FROM r WHERE part = ? AND key = ?', part, key)
      else {
        sql.exec(
          'INSERT INTO r (part, key, value) VALUES (?, ?, ?) ON CONFLICT (part, key) DO UPDATE SET value = excluded.value',
          part,
          key,
          JSON.stringify(value),
        )
      }
    }
  }
}
