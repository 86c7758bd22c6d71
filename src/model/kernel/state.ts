/** A part of the organisation whose state can be taken down and brought back. */
export interface Stateful {
  /** Opaque; cheap where records are immutable. */
  snapshot(): unknown
  restore(state: unknown): void
}

/** Makes a part of the organisation out of a value that is replaced as a whole. */
export function cell<Value>(initial: Value): Stateful & { value: Value } {
  return {
    value: initial,
    snapshot() {
      return this.value
    },
    restore(state) {
      this.value = state as Value
    },
  }
}

/** Makes a map part of the organisation's state; its values must be immutable. */
export function statefulMap<Key, Value>(): Map<Key, Value> & Stateful {
  return Object.assign(new Map<Key, Value>(), {
    snapshot(this: Map<Key, Value>) {
      return [...this]
    },
    restore(this: Map<Key, Value>, state: unknown) {
      this.clear()
      for (const [key, value] of state as [Key, Value][]) this.set(key, value)
    },
  })
}

/** The parts whose states together are the organisation's, in the order in which they are brought back. */
export class States {
  readonly #parts = new Map<string, Stateful>()

  /** Registers a part whose state is taken down by `snapshot` and brought back by `restore`. */
  register(name: string, part: Stateful): void {
    this.#parts.set(name, part)
  }

  /** Takes down the whole state; cheap, since records are shared. */
  snapshot(): StateSnapshot {
    return new Map([...this.#parts].map(([name, part]) => [name, part.snapshot()]))
  }

  /** Brings back a state taken down by `snapshot`. */
  restore(snapshot: StateSnapshot): void {
    for (const [name, part] of this.#parts) part.restore(snapshot.get(name))
  }
}

/** The state of every part, by its name. */
export type StateSnapshot = ReadonlyMap<string, unknown>
