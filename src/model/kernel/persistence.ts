import type { StateLog, StateRow } from './state-log.ts'

/** Keeps rows: a file, a database. */
export interface RowStore {
  /**
   * Keeps rows, in the order of its calls, all of one call or none: each in the place of the one with its part and
   * key; a value of null takes that away. Replies wait for the promise it answers.
   */
  write(rows: readonly StateRow[]): void | Promise<void>
}

/** Has all that changes in an organisation kept, each change before the reply that tells of it is sent. */
export class Persistence {
  readonly #log: StateLog
  readonly #store: RowStore
  /** What was given to the store last and is not kept yet. */
  #pending: Promise<void> | undefined
  #isScheduled = false
  #isStopped = false

  constructor(log: StateLog, store: RowStore) {
    this.#log = log
    this.#store = store
    log.track()
    log.onChange = () => this.#schedule()
  }

  /**
   * What a reply waits for before it is sent: undefined where everything that it may tell is kept. Rejects with what
   * the store rejected with.
   */
  settled(): Promise<void> | undefined {
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
    if (this.#isStopped) return
    const rows = this.#log.drain()
    if (rows.length === 0) return
    const written = this.#store.write(rows)
    if (!(written instanceof Promise)) return
    const pending = written.finally(() => {
      if (this.#pending === pending) this.#pending = undefined
    })
    this.#pending = pending
    pending.catch(() => {})
  }
}
