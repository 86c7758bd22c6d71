/** One value of one part of the organisation's state that is another now. */
export interface StateChange {
  /** The part's name: `users`, `sessions`. */
  readonly part: string
  /** What the value goes by in its part: a record's id. */
  readonly key: string
  /** The value before; undefined where there was none. */
  readonly before: unknown
  /** The value now; undefined where it is gone. */
  readonly after: unknown
}

/** Is told of each value of a part that is another now. */
export type ChangeListener = (key: string, before: unknown, after: unknown) => void

/** A part that tells which of its values change. Going back to a snapshot is told by nobody. */
export interface Watched {
  /** Calls back for each change from now on; one listener at a time. */
  watch(listener: ChangeListener): void
}

/** What changes in the organisation's state, told as it happens to whoever keeps or shows it. */
export class Changes {
  readonly #listeners = new Set<(change: StateChange) => void>()

  /** How many listen. */
  get listenerCount(): number {
    return this.#listeners.size
  }

  /** Calls back for each change from now on; returns what stops that. A listener must not change the state. */
  listen(listener: (change: StateChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Passes on what a part tells. */
  watch(part: string, watched: Watched): void {
    watched.watch((key, before, after) => {
      if (this.#listeners.size === 0) return
      const change: StateChange = { part, key, before, after }
      for (const listener of this.#listeners) listener(change)
    })
  }
}
