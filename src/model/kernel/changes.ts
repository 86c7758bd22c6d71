/** How events and the journal show the records of one kind: never with a secret. */
export interface Told<Kept> {
  /** Its name in events. */
  readonly kind: string
  /** Its name for people. */
  readonly label: (record: Kept) => string
  /** The record without its secrets, as JSON can carry it. Default: all of it. */
  readonly shown?: (record: Kept) => Readonly<Record<string, unknown>>
}

/** Everything about a table that is no concern of its records. */
export interface Declared {
  readonly name: string
  /** The name under which the journal, events, webhooks and `org.data` show a change; undefined where they do not. */
  readonly toldAs?: ((before: unknown, after: unknown) => string | undefined) | undefined
  /** Whether its changes need not be stored before a reply is sent. */
  readonly isMinor?: boolean | undefined
  /** Whether `reset` and snapshots leave it as it is. */
  readonly lasts?: boolean | undefined
}

/**
 * The source of changes: a request, an action of the control plane, or a person at a page. Changes without one are due
 * to time.
 */
export interface Cause {
  kind: 'request' | 'control' | 'person'
  /** The operation, the action or the page, where it is known. */
  name?: string | undefined
  /** The value of the reply's request id header, once it is answered. */
  requestId?: string | undefined
  /** The user in the path. It separates the changes of several requests that run at the same time. */
  userId?: string | undefined
}

/** One change of the state. */
export interface Change {
  readonly table: Declared
  /** The key of the record; undefined where a reset, a snapshot or loaded rows replaced the whole table. */
  readonly key: string | undefined
  /** The record's place in the table; of a table of one row, the key of the row. */
  readonly place: number | string
  /** The record before, undefined for a new one. Of a replaced table: its earlier state. */
  readonly before: unknown
  /** The record now, undefined for one that is gone. Of a replaced table: its state. */
  readonly after: unknown
  /** Its source, which `Changes` fills in. */
  cause: Cause | undefined
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
  readonly #ofReplaced = new Map<string, readonly (() => void)[]>()
  #cause: Cause | undefined
  /** Causes that wait for something, such as a hash. Changes in the meantime are most likely theirs. */
  readonly #waiting = new Set<Cause>()

  /** Calls back for each change from now on; returns a function that ends that. */
  listen(listener: ChangeListener): () => void {
    this.#all = [...this.#all, listener]
    return () => void (this.#all = this.#all.filter((each) => each !== listener))
  }

  /**
   * Calls back for each change of a record of a table. Those who hear of every change come before, and earlier
   * listeners.
   */
  listenTo({ name }: Declared, listener: ChangeListener): void {
    this.#ofTables.set(name, [...(this.#ofTables.get(name) ?? []), listener])
  }

  /** Calls back after a reset, a snapshot or loaded rows replaced a whole table. */
  onReplaced({ name }: Declared, listener: () => void): void {
    this.#ofReplaced.set(name, [...(this.#ofReplaced.get(name) ?? []), listener])
  }

  /**
   * Changes during a step have this cause. If the step returns a promise, later changes have it until the promise
   * settles, unless they have another one.
   */
  during<Result>(cause: Cause, step: () => Result): Result {
    const outer = this.#cause
    this.#cause = cause
    try {
      const result = step()
      if (isPromise(result)) {
        this.#waiting.add(cause)
        const done = (): void => void this.#waiting.delete(cause)
        result.then(done, done)
      }
      return result
    } finally {
      this.#cause = outer
    }
  }

  /** The source of a change of a record now. */
  causeOf(key: string | undefined): Cause | undefined {
    return this.#cause ?? (key === undefined ? undefined : this.#waitingFor(key))
  }

  emit(change: Change): void {
    change.cause = this.causeOf(change.key)
    for (const listener of this.#all) listener(change)
    const ofTables = change.key === undefined ? this.#ofReplaced : this.#ofTables
    const listeners = ofTables.get(change.table.name)
    if (listeners) for (const listener of listeners) listener(change)
  }

  /** If several requests wait: the one whose path names the changed user. */
  #waitingFor(key: string): Cause | undefined {
    if (this.#waiting.size === 0) return undefined
    if (this.#waiting.size === 1) return this.#waiting.values().next().value
    for (const cause of this.#waiting) if (cause.userId === key) return cause
    return undefined
  }
}

/**
 * Whether a value is a promise of any realm. Test runners load modules in separate contexts. A promise of `fetch` is
 * then not an instance of the module's `Promise`.
 */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
