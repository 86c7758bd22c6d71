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
