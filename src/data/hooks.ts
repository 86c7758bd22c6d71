/** An event of a collection's hooks. */
class HookEvent {
  readonly type: string
  readonly data: unknown
  /** Whether no further listener receives it. */
  isStopped = false

  constructor(type: string, data: unknown) {
    this.type = type
    this.data = data
  }

  stopImmediatePropagation(): void {
    this.isStopped = true
  }
}

type Listener = (event: HookEvent) => void

/** The listeners of a collection, with the words of @msw/data. */
export class Hooks {
  #listeners: readonly { type: string; listener: Listener; isOnce: boolean }[] = []
  readonly #beforeListening: (type: string) => void

  /** @param beforeListening Refuses an unknown type, and begins to emit. */
  constructor(beforeListening: (type: string) => void) {
    this.#beforeListening = beforeListening
  }

  on(type: string, listener: Listener, isOnce = false): this {
    this.#beforeListening(type)
    this.#listeners = [...this.#listeners, { type, listener, isOnce }]
    return this
  }

  once(type: string, listener: Listener): this {
    return this.on(type, listener, true)
  }

  removeListener(type: string, listener: Listener): void {
    const index = this.#listeners.findIndex((each) => each.type === type && each.listener === listener)
    if (index !== -1) this.#listeners = this.#listeners.toSpliced(index, 1)
  }

  removeAllListeners(type?: string): void {
    this.#listeners = this.#listeners.filter((each) => type !== undefined && each.type !== type)
  }

  /** Calls the listeners that are there now, in the order in which they came. */
  emit(type: string, data: unknown): void {
    const event = new HookEvent(type, data)
    for (const each of this.#listeners) {
      if (each.type !== type) continue
      if (event.isStopped) return
      if (each.isOnce) this.#listeners = this.#listeners.filter((other) => other !== each)
      each.listener(event)
    }
  }
}
