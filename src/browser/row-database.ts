import type { RowStore } from '../model/kernel/persistence.ts'
import type { StateRow } from '../model/kernel/state-log.ts'

/** What a database keeps of an organisation. */
export interface KeptRows {
  /** What the organisation was made of: rows that were made of something else are not gone on from. */
  readonly madeOf: string
  readonly rows: readonly StateRow[]
}

/** Keeps the rows of one organisation in IndexedDB. */
export class RowDatabase implements RowStore {
  readonly #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
  }

  /** Opens the database of a name, which is made if it is not there. */
  static async open(name: string): Promise<RowDatabase> {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('rows')
      request.result.createObjectStore('about')
    }
    return new RowDatabase(await outcomeOf(request))
  }

  /** What it keeps; undefined when that is nothing. */
  async load(): Promise<KeptRows | undefined> {
    const transaction = this.#database.transaction(['rows', 'about'])
    const rows = transaction.objectStore('rows').getAll() as IDBRequest<StateRow[]>
    const madeOf = transaction.objectStore('about').get('madeOf') as IDBRequest<string | undefined>
    await completionOf(transaction)
    return madeOf.result === undefined ? undefined : { madeOf: madeOf.result, rows: rows.result }
  }

  /** Keeps the rows of another organisation in place of what there was. */
  async replace({ madeOf, rows }: KeptRows): Promise<void> {
    const transaction = this.#database.transaction(['rows', 'about'], 'readwrite')
    const store = transaction.objectStore('rows')
    store.clear()
    for (const row of rows) store.put(row, [row[0], row[1]])
    transaction.objectStore('about').put(madeOf, 'madeOf')
    await completionOf(transaction)
  }

  write(rows: readonly StateRow[]): Promise<void> {
    const transaction = this.#database.transaction('rows', 'readwrite')
    const store = transaction.objectStore('rows')
    for (const row of rows) {
      if (row[2] === null) store.delete([row[0], row[1]])
      else store.put(row, [row[0], row[1]])
    }
    return completionOf(transaction)
  }

  close(): void {
    this.#database.close()
  }
}

function outcomeOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(failure(request.error)))
  })
}

function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(failure(transaction.error)))
  })
}

function failure(error: DOMException | null): Error {
  return new Error(`The state cannot be kept in this browser: ${error?.message ?? 'IndexedDB failed'}`)
}
