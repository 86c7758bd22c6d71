import type { Clock } from '../kernel/clock.ts'
import { NumberedMap } from '../kernel/numbered-map.ts'
import type { Stateful } from '../kernel/state.ts'

/** How long an expired record is kept, in milliseconds. So a late caller still gets the right error. */
const remembered = 3_600_000

/** The number of records at which the first sweep removes expired ones. */
const firstSweep = 1000

/** The maximum number of records, and the maximum length of their text. The oldest are removed first. */
export interface Room {
  readonly count: number
  /** Characters of the records as JSON, with their keys. */
  readonly length: number
}

/** For records that callers without credentials can create: ten thousand of a common length fit. */
const defaultRoom: Room = { count: 10_000, length: 8 * 1024 * 1024 }

/** For records that only callers with credentials can create, and that should stay as long as possible. */
export const largeRoom: Room = { count: 100_000, length: 32 * 1024 * 1024 }

/** Immutable records by key, each with an expiry. A server may run for long, so it sweeps them. */
export class ShortLived<Value extends { readonly expiresAt: number }> implements Stateful {
  readonly #byKey = new NumberedMap<Value>()
  readonly #clock: Clock
  readonly #room: Room
  #length = 0
  #sweepAt = firstSweep

  constructor(clock: Clock, room = defaultRoom) {
    this.#clock = clock
    this.#room = room
  }

  get rows(): NumberedMap<Value>['rows'] {
    return this.#byKey.rows
  }

  /** The number of records, including expired ones that were not yet swept. */
  get size(): number {
    return this.#byKey.size
  }

  /** The record of a key, also an expired one. */
  get(key: string): Value | undefined {
    return this.#byKey.get(key)
  }

  set(key: string, value: Value): Value {
    const known = this.#byKey.get(key)
    this.#length += lengthOf(key, value) - (known ? lengthOf(key, known) : 0)
    this.#byKey.set(key, value)
    if (known) return value
    if (this.#byKey.size >= this.#sweepAt) this.#sweep()
    while (this.#byKey.size > 1 && !this.#fits()) this.#deleteOldest()
    return value
  }

  delete(key: string): void {
    const value = this.#byKey.get(key)
    if (!value) return
    this.#length -= lengthOf(key, value)
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

  /** Removes the records that a test picks. */
  deleteWhere(picked: (value: Value) => boolean): void {
    for (const [key, value] of this.#byKey) if (picked(value)) this.delete(key)
  }

  isOver({ expiresAt }: Value): boolean {
    return expiresAt <= this.#clock.now()
  }

  snapshot(): unknown {
    return this.#byKey.snapshot()
  }

  restore(state: never): void {
    this.#byKey.restore(state)
    this.#length = 0
    for (const [key, value] of this.#byKey) this.#length += lengthOf(key, value)
  }

  #fits(): boolean {
    return this.#byKey.size <= this.#room.count && this.#length <= this.#room.length
  }

  #deleteOldest(): void {
    for (const [key] of this.#byKey) return this.delete(key)
  }

  #sweep(): void {
    const now = this.#clock.now()
    this.deleteWhere(({ expiresAt }) => expiresAt + remembered <= now)
    this.#sweepAt = Math.max(firstSweep, this.#byKey.size * 2)
  }
}

function lengthOf(key: string, value: unknown): number {
  return key.length + JSON.stringify(value).length
}
