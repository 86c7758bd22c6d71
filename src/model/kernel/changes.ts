/** One changed value in a part of the organisation's state. */
export interface ValueChange {
  /** The key of the value in its part: a record's id. */
  readonly key: string
  /** The value before; undefined for a new one. */
  readonly before: unknown
  /** The value now; undefined for a removed one. */
  readonly after: unknown
}

/** Receives each changed value of a part. */
export type ChangeListener = (key: string, before: unknown, after: unknown) => void

/** A part that reports which of its values change. It does not report the restore of a snapshot. */
export interface Watched {
  /** Calls back for each change from now on. Supports one listener at a time. */
  watch(listener: ChangeListener): void
}

/** Receives the changes of all parts, with the part's name: `users`, `sessions`. */
type Listener = (part: string, ...change: Parameters<ChangeListener>) => void

/** Reports changes of the organisation's state to every listener, at the moment of the change. */
export class Changes {
  readonly #listeners = new Set<Listener>()

  get listenerCount(): number {
    return this.#listeners.size
  }

  /** Calls back for each change from now on; returns a function that ends that. A listener must not change the state. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reports a changed value of a part. */
  tell(part: string, key: string, before: unknown, after: unknown): void {
    for (const listener of this.#listeners) listener(part, key, before, after)
  }

  /** Passes on the changes of a part. */
  watch(part: string, watched: Watched): void {
    watched.watch((...change) => this.tell(part, ...change))
  }
}
