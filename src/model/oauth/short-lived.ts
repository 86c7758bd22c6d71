import type { Clock } from '../kernel/clock.ts'
import { NumberedMap } from '../kernel/numbered-map.ts'
import type { Stateful } from '../kernel/state.ts'

/** How long what is over is still known, in milliseconds: long enough to tell who comes late why it is refused. */
const remembered = 3_600_000

/** At how many records those that are over are thrown out for the first time. */
const firstSweep = 1000

/** Immutable records that are over after a while, by a key. A server may run for long: they are swept. */
export class ShortLived<Value extends { readonly expiresAt: number }> implements Stateful {
  readonly #byKey = new NumberedMap<Value>()
  readonly #clock: Clock
  #sweepAt = firstSweep

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get rows(): NumberedMap<Value>['rows'] {
    return this.#byKey.rows
  }

  /** How many records are known, those that are over but not yet swept among them. */
  get size(): number {
    return this.#byKey.size
  }

  /** The record of a key, be it over or not. */
  get(key: string): Value | undefined {
    return this.#byKey.get(key)
  }

  set(key: string, value: Value): Value {
    this.#byKey.set(key, value)
    if (this.#byKey.size >= this.#sweepAt) this.#sweep()
    return value
  }

  delete(key: string): void {
    this.#byKey.delete(key)
  }

  /** The first record that a test picks. */
  find(picked: (value: Value) => boolean): Value | undefined {
    for (const value of this.#byKey.values()) if (picked(value)) return value
    return undefined
  }

  values(): readonly Value[] {
    return [...this.#byKey.values()]
  }

  /** Forgets the records that a test picks. */
  deleteWhere(picked: (value: Value) => boolean): void {
    for (const [key, value] of this.#byKey) if (picked(value)) this.#byKey.delete(key)
  }

  isOver({ expiresAt }: Value): boolean {
    return expiresAt <= this.#clock.now()
  }

  snapshot(): unknown {
    return this.#byKey.snapshot()
  }

  restore(state: never): void {
    this.#byKey.restore(state)
  }

  #sweep(): void {
    const now = this.#clock.now()
    this.deleteWhere(({ expiresAt }) => expiresAt + remembered <= now)
    this.#sweepAt = Math.max(firstSweep, this.#byKey.size * 2)
  }
}
