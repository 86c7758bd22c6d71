import type { StateLog, StateRow } from './state-log.ts'
import { isPromise } from './changes.ts'

/** Stores rows: a file, a database. */
export interface RowStore {
  /**
   * Stores rows. A row replaces the one with its part and key; a row with the value null deletes it. Stores all rows
   * of a call or nothing, in the order of the calls. Replies wait for the returned promise.
   */
  write(rows: readonly StateRow[]): void | Promise<void>
  /**
   * The stored rows. After a failed write, the organisation goes back to these rows. Until they are loaded, it stores
   * nothing, and waiting replies fail. Without `read`, it keeps the changes in memory.
   */
  read?(): Iterable<StateRow> | Promise<Iterable<StateRow>>
}

/** Options for the start of persistence. */
export interface PersistOptions {
  /** Whether to write every row first, because the store is empty. Default false: the store has all rows. */
  readonly withAll?: boolean | undefined
}

/** Stores every change of an organisation, before it sends a reply that shows the change. */
export class Persistence {
  readonly #log: StateLog
  readonly #store: RowStore
  readonly #load: (rows: Iterable<StateRow>) => void
  /** The last write, until the store finishes it. */
  #pending: Promise<void> | undefined
  /** The last promise of the store: it may return one promise for several writes. */
  #written: Promise<void> | undefined
  /** The return to the stored rows, while the store reads them. */
  #goingBack: Promise<void> | undefined
  #isScheduled = false
  #isStopped = false

  /**
   * @param load Sets the state of the organisation to the given rows.
   * @param withAll Whether to write every row first, because the store is empty.
   */
  constructor(
    log: StateLog,
    store: RowStore,
    { load, withAll }: { readonly load: (rows: Iterable<StateRow>) => void; readonly withAll: boolean },
  ) {
    this.#log = log
    this.#store = store
    this.#load = load
    log.track()
    // An arrow function would be an old object at once, and keep the organisation until the next full collection.
    log.onChange = this.#schedule.bind(this)
    if (withAll) {
      log.drain()
      this.#keep([...log.all()])
    } else this.#write()
  }

  /**
   * The promise that a reply waits for. Undefined if everything that the reply may show is stored. Rejects with the
   * error of the store.
   */
  settled(): Promise<void> | undefined {
    if (this.#goingBack) return this.#goingBack.then(refuseToTell)
    if (this.#log.hasChanges) this.#write()
    return this.#pending
  }

  /** Stores every change, including those that no reply waits for. */
  async flush(): Promise<void> {
    this.#write()
    await this.#pending
  }

  /** Stores every change, and nothing more from now on. */
  async stop(): Promise<void> {
    await this.flush()
    this.#isStopped = true
    this.#log.onChange = undefined
  }

  /** Soon stores changes that happen without a request, by time or in process. */
  #schedule(): void {
    if (this.#isScheduled || this.#isStopped) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.settled()?.catch(() => {})
    })
  }

  #write(): void {
    if (this.#isStopped || this.#goingBack) return
    const rows = this.#log.drain()
    if (rows.length > 0) this.#keep(rows)
  }

  #keep(rows: readonly StateRow[]): void {
    const written = this.#store.write(rows)
    if (!isPromise(written)) return
    const isFirst = written !== this.#written
    this.#written = written
    const pending = written
      .catch((error: unknown) => {
        const goingBack = isFirst ? this.#takeBack() : this.#goingBack
        if (!goingBack) throw error
        return goingBack.then(() => {
          throw error
        })
      })
      .finally(() => {
        if (this.#pending === pending) this.#pending = undefined
      })
    this.#pending = pending
    pending.catch(() => {})
  }

  /** Goes back to the stored rows: the caller gets an error, so its changes must not stay. */
  #takeBack(): Promise<void> | undefined {
    if (!this.#store.read || this.#isStopped || this.#goingBack) return this.#goingBack
    const rows = this.#store.read()
    if (!isPromise(rows)) {
      this.#goBackTo(rows)
      return undefined
    }
    this.#goingBack = rows.then(
      (kept) => this.#goBackTo(kept),
      (error: unknown) => {
        this.#goingBack = undefined
        throw error
      },
    )
    return this.#goingBack
  }

  #goBackTo(rows: Iterable<StateRow>): void {
    // At the same time as the load: later changes are no longer taken back.
    this.#goingBack = undefined
    this.#load(rows)
    // After the load every row counts as changed, but all are stored.
    this.#log.drain(true)
  }
}

function refuseToTell(): never {
  throw new Error('What this may tell was taken back: it could not be kept')
}
