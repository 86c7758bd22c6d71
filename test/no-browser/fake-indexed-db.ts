type Key = readonly [string, string] | string
type Stores = Map<string, Map<string, unknown>>

/** A request that reports its outcome in a later turn. */
class FakeRequest extends EventTarget {
  result: unknown
  error: Error | null = null

  tell(type: string): void {
    this.dispatchEvent(new Event(type))
  }
}

/** As much of IndexedDB as is used, in memory; tests have it fail. */
export class FakeIndexedDb {
  readonly databases = new Map<string, Stores>()
  /** The errors of the next openings, one each; null fails without an error. */
  readonly openFailures: (Error | null)[] = []
  /** The errors that abort the next transactions, one each; null aborts without an error. */
  readonly abortions: (Error | null)[] = []
  /** The errors of the next calls of `put`, one each. */
  readonly putFailures: Error[] = []
  readonly opened: FakeDatabase[] = []
  readonly deleted: string[] = []

  open(name: string, version: number): FakeRequest {
    return later((request) => {
      if (this.openFailures.length > 0) {
        request.error = this.openFailures.shift()!
        return request.tell('error')
      }
      const isNew = !this.databases.has(name)
      const stores = this.databases.get(name) ?? new Map<string, Map<string, unknown>>()
      this.databases.set(name, stores)
      const database = new FakeDatabase(this, stores, version)
      this.opened.push(database)
      request.result = database
      if (isNew) request.tell('upgradeneeded')
      request.tell('success')
    })
  }

  deleteDatabase(name: string): FakeRequest {
    return later((request) => {
      this.deleted.push(name)
      this.databases.delete(name)
      request.tell('success')
    })
  }
}

export class FakeDatabase extends EventTarget {
  readonly version: number
  readonly aborted: string[] = []
  readonly #owner: FakeIndexedDb
  readonly #stores: Stores
  isClosed = false

  constructor(owner: FakeIndexedDb, stores: Stores, version: number) {
    super()
    this.#owner = owner
    this.#stores = stores
    this.version = version
  }

  readonly objectStoreNames = { contains: (name: string): boolean => this.#stores.has(name) }

  createObjectStore(name: string): void {
    this.#stores.set(name, new Map())
  }

  close(): void {
    this.isClosed = true
  }

  transaction(names: readonly string[], mode = 'readonly') {
    if (this.isClosed) throw new DOMException('The database is closed', 'InvalidStateError')
    const drafts = new Map(names.map((name) => [name, new Map(this.#stores.get(name))]))
    let isAborted = false
    const abort = (error: Error | null): void => {
      if (isAborted) return
      isAborted = true
      transaction.error = error
      transaction.dispatchEvent(new Event('abort'))
    }
    const transaction = Object.assign(new EventTarget(), {
      error: null as Error | null,
      abort: (): void => {
        this.aborted.push(mode)
        abort(null)
      },
      objectStore: (name: string) => storeOf(drafts.get(name)!, mode, this.#owner.putFailures),
    })
    setImmediate(() => {
      if (this.#owner.abortions.length > 0) abort(this.#owner.abortions.shift()!)
      if (isAborted) return
      for (const [name, draft] of drafts) this.#stores.set(name, draft)
      transaction.dispatchEvent(new Event('complete'))
    })
    return transaction
  }
}

function storeOf(draft: Map<string, unknown>, mode: string, putFailures: Error[]) {
  const write = (): void => {
    if (mode !== 'readwrite') throw new DOMException('It can be read only', 'ReadOnlyError')
    if (putFailures.length > 0) throw putFailures.shift()
  }
  return {
    put(value: unknown, key: Key) {
      write()
      draft.set(JSON.stringify(key), structuredClone(value))
    },
    delete(key: Key) {
      write()
      draft.delete(JSON.stringify(key))
    },
    clear() {
      write()
      draft.clear()
    },
    get: (key: Key) => ({ result: draft.get(JSON.stringify(key)) }),
    getAll: () => ({
      result: [...draft.keys()].toSorted((a, b) => (a < b ? -1 : 1)).map((key) => draft.get(key)),
    }),
  }
}

function later(work: (request: FakeRequest) => void): FakeRequest {
  const request = new FakeRequest()
  setImmediate(() => work(request))
  return request
}
