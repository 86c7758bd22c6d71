import type { StateLog, StateRow } from './state-log.ts'
import { isPromise } from './is-promise.ts'

/** Keeps rows: a file, a database. */
export interface RowStore {
  /**
   * Keeps rows, in the order of its calls, all of one call or none: each in the place of the one with its part and
   * key; a value of null takes that away. Replies wait for the promise it answers.
   */
  write(rows: readonly StateRow[]): void | Promise<void>
  /**
   * The rows that are kept. With it, what the store could not keep is taken back: the organisation goes on from these.
   * Until they are there, nothing more is kept, and whoever waits is told that nothing was.
   */
  read?(): Iterable<StateRow> | Promise<Iterable<StateRow>>
}

/** How keeping begins. */
export interface PersistOptions {
  /** Whether the store is given every row first: it has nothing yet. Default false: it has them all. */
  readonly withAll?: boolean | undefined
}

/** Has all that changes in an organisation kept, each change before the reply that tells of it is sent. */
export class Persistence {
  readonly #log: StateLog
  readonly #store: RowStore
  readonly #load: (rows: Iterable<StateRow>) => void
  /** What was given to the store last and is not kept yet. */
  #pending: Promise<void> | undefined
  /** What the store answered last: several writes may be kept in one. */
  #written: Promise<void> | undefined
  /** The way back to what is kept, while the store reads it. */
  #goingBack: Promise<void> | undefined
  #isScheduled = false
  #isStopped = false

  /**
   * @param load Makes the organisation what rows tell.
   * @param withAll Whether the store is given all that there is first: it has nothing yet.
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
    log.onChange = () => this.#schedule()
    if (withAll) {
      log.drain()
      this.#keep([...log.all()])
    } else this.#write()
  }

  /**
   * What a reply waits for before it is sent: undefined where everything that it may tell is kept. Rejects with what
   * the store rejected with.
   */
  settled(): Promise<void> | undefined {
    if (this.#goingBack) return this.#goingBack.then(refuseToTell)
    if (this.#log.hasChanges) this.#write()
    return this.#pending
  }

  /** Has everything kept, what no reply waits for too. */
  async flush(): Promise<void> {
    this.#write()
    await this.#pending
  }

  /** Has everything kept, and no more from now on. */
  async stop(): Promise<void> {
    await this.flush()
    this.#isStopped = true
    this.#log.onChange = undefined
  }

  /** What changes without a request, by time or in process, is kept soon after. */
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

  /** Goes back to what is kept: what a caller is told was refused must not be there later. */
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
    // At once with the rest: what comes after it is no longer taken back.
    this.#goingBack = undefined
    this.#load(rows)
    // Everything counts as changed by that, and is what is kept.
    this.#log.drain()
  }
}

function refuseToTell(): never {
  throw new Error('What this may tell was taken back: it could not be kept')
}
