/** One value of a part of the organisation's state that is another now. */
export interface ValueChange {
  /** What the value goes by in its part: a record's id. */
  readonly key: string
  /** The value before; undefined where there was none. */
  readonly before: unknown
  /** The value now; undefined where it is gone. */
  readonly after: unknown
}

/** Is told of each value of a part that is another now. */
export type ChangeListener = (key: string, before: unknown, after: unknown) => void

/**
 * Is told at once of many values that are others now, and asks for those that it wants, by their index, then or
 * later: a rule may move a hundred thousand people, of whom few are looked at.
 */
export type ManyListener = (count: number, at: (index: number) => ValueChange) => void

/** A part that tells which of its values change. Going back to a snapshot is told by nobody. */
export interface Watched {
  /** Calls back for each change from now on; one listener at a time. A part that changes much at once calls the other. */
  watch(listener: ChangeListener, ofMany: ManyListener): void
}

/** Hears of the changes of all parts, by the part's name: `users`, `sessions`. */
interface Listener {
  readonly one: (part: string, ...change: Parameters<ChangeListener>) => void
  readonly many: (part: string, ...changes: Parameters<ManyListener>) => void
}

/** What changes in the organisation's state, told as it happens to whoever keeps or shows it. */
export class Changes {
  readonly #listeners = new Set<Listener>()

  /** How many listen. */
  get listenerCount(): number {
    return this.#listeners.size
  }

  /**
   * Calls back for each change from now on; returns what stops that. A listener must not change the state.
   *
   * @param many Is called instead, where many values change at once.
   */
  listen(one: Listener['one'], many = eachApart(one)): () => void {
    const listener = { one, many }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Passes on what a part tells. */
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
