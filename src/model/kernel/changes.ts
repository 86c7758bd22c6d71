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

/**
 * Receives many changed values at once, and reads those that it wants by index, at once or later. A rule may move a
 * hundred thousand people, and readers look at few of them.
 */
export type ManyListener = (count: number, at: (index: number) => ValueChange) => void

/** A part that reports which of its values change. It does not report the restore of a snapshot. */
export interface Watched {
  /** Calls back for each change from now on, or once for many changes. Supports one listener at a time. */
  watch(listener: ChangeListener, ofMany: ManyListener): void
}

/** Receives the changes of all parts, with the part's name: `users`, `sessions`. */
interface Listener {
  readonly one: (part: string, ...change: Parameters<ChangeListener>) => void
  readonly many: (part: string, ...changes: Parameters<ManyListener>) => void
}

/** Reports changes of the organisation's state to every listener, at the moment of the change. */
export class Changes {
  readonly #listeners = new Set<Listener>()

  get listenerCount(): number {
    return this.#listeners.size
  }

  /**
   * Calls back for each change from now on; returns a function that ends that. A listener must not change the state.
   *
   * @param many Called instead, where many values change at once.
   */
  listen(one: Listener['one'], many = eachApart(one)): () => void {
    const listener = { one, many }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Passes on the changes of a part. */
  watch(part: string, watched: Watched): void {
    watched.watch(
      (key, before, after) => {
        for (const { one } of this.#listeners) one(part, key, before, after)
      },
      (count, at) => {
        for (const { many } of this.#listeners) many(part, count, at)
      },
    )
  }
}

function eachApart(one: Listener['one']): Listener['many'] {
  return (part, count, at) => {
    for (let index = 0; index < count; index++) {
      const { key, before, after } = at(index)
      one(part, key, before, after)
    }
  }
}
