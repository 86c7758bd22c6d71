import type { StateRow } from '../model/kernel/state-log.ts'

/** The stored organisation. */
export interface KeptRows {
  /** Its options and data set, as JSON. Rows with other ones are not used. */
  readonly madeOf: string
  readonly rows: readonly StateRow[]
}

const stores = ['rows', 'about'] as const

/** The rows of one organisation in IndexedDB. */
export class RowDatabase {
  readonly #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
    // Another program that deletes it, such as the developer tools, need not wait for this page.
    database.addEventListener('versionchange', () => database.close())
  }

  /**
   * Opens the database of a name, and creates a missing one.
   *
   * @throws Error if the browser has no database, or a database of this name has other content.
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

  /** The stored organisation; undefined if nothing is stored. */
  async load(): Promise<KeptRows | undefined> {
    const transaction = this.#database.transaction(stores)
    const rows = transaction.objectStore('rows').getAll() as IDBRequest<StateRow[]>
    const madeOf = transaction.objectStore('about').get('madeOf') as IDBRequest<string | undefined>
    await completionOf(transaction)
    return madeOf.result === undefined ? undefined : { madeOf: madeOf.result, rows: rows.result }
  }

  /** Replaces the stored rows by those of another organisation. */
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
