import type { StateRow } from '../model/kernel/state-log.ts'

/** What a database keeps of an organisation. */
export interface KeptRows {
  /** What the organisation was made of: rows that were made of something else are not gone on from. */
  readonly madeOf: string
  readonly rows: readonly StateRow[]
}

const stores = ['rows', 'about'] as const

/** The rows of one organisation in IndexedDB. */
export class RowDatabase {
  readonly #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
    // Who deletes it, by the tools of the browser say, need not wait for this page.
    database.addEventListener('versionchange', () => database.close())
  }

  /**
   * Opens the database of a name, which is made if it is not there.
   *
   * @throws Error where the browser has none, and where a database of this name holds something else.
   */
  static async open(name: string): Promise<RowDatabase> {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store)
    })
    const database = await outcomeOf(request)
    if (stores.every((store) => database.objectStoreNames.contains(store))) return new RowDatabase(database)
    database.close()
    throw new Error(`the database ${name} is not one of an organisation`)
  }

  /** Deletes the database of a name. */
  static async delete(name: string): Promise<void> {
    await outcomeOf(indexedDB.deleteDatabase(name))
  }

  /** What it keeps; undefined when that is nothing. */
  async load(): Promise<KeptRows | undefined> {
    const transaction = this.#database.transaction(stores)
    const rows = transaction.objectStore('rows').getAll() as IDBRequest<StateRow[]>
    const madeOf = transaction.objectStore('about').get('madeOf') as IDBRequest<string | undefined>
    await completionOf(transaction)
    return madeOf.result === undefined ? undefined : { madeOf: madeOf.result, rows: rows.result }
  }

  /** Keeps the rows of another organisation in place of what there was. */
  replace({ madeOf, rows }: KeptRows): Promise<void> {
    return this.#change((store, about) => {
      store.clear()
      for (const row of rows) store.put(row, [row[0], row[1]])
      about.put(madeOf, 'madeOf')
    })
  }

  write(rows: readonly StateRow[]): Promise<void> {
    return this.#change((store) => {
      for (const row of rows) {
        if (row[2] === null) store.delete([row[0], row[1]])
        else store.put(row, [row[0], row[1]])
      }
    })
  }

  /** Changes all or nothing. */
  async #change(change: (rows: IDBObjectStore, about: IDBObjectStore) => void): Promise<void> {
    const transaction = this.#database.transaction(stores, 'readwrite')
    try {
      change(transaction.objectStore('rows'), transaction.objectStore('about'))
    } catch (error) {
      transaction.abort()
      throw error
    }
    await completionOf(transaction)
  }

  close(): void {
    this.#database.close()
  }
}

function outcomeOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}

function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB failed')))
  })
}
