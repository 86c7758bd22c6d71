import { type Coding, onlyRow, type RowKey } from './stored.ts'

export { type Coding, lastRow, type RowKey } from './stored.ts'

/** Receives the key of a changed row; with `isMinor`, the change need not be stored before a reply is sent. */
export type Mark = (key: RowKey, isMinor?: boolean) => void

/**
 * The state of a part as rows: JSON values, by key. A numeric key is a place in the order of the part. The row `last`
 * of such a part contains the greatest number that was ever given.
 */
export interface PartRows<State = unknown> {
  /** Calls back with the key of each row that changes, also by `restore`; supports one listener at a time. */
  track(mark: Mark): void
  /** The keys of all present rows, or of those in a state of `snapshot`. */
  keys(state?: State): Iterable<RowKey>
  /** The present row, or that of a state; undefined for an unknown key. */
  read(key: RowKey, state?: State): unknown
  /**
   * The state of these rows, for `restore`.
   *
   * @param base The state that the rows change. With it, null stands for a removed row, and numbers beyond `last` are
   *   removed too.
   */
  stateOf(rows: ReadonlyMap<string, unknown>, base?: State): State
}

/** A part of the organisation whose state can be saved and restored, in memory and as rows. */
export interface Stateful<State = unknown> {
  /** Opaque; cheap where records are immutable. */
  snapshot(): State
  restore(state: State): void
  /** Absent where the part follows from other parts. */
  readonly rows?: PartRows<State>
}

/** The rows of a part that has only one. */
export class SingleRow<State> implements PartRows<State> {
  readonly #present: () => State
  readonly #coding: Coding<State> | undefined
  #mark: Mark | undefined

  /** @param coding Left out where the state is JSON. */
  constructor(present: () => State, coding?: Coding<State>) {
    this.#present = present
    this.#coding = coding
  }

  /** Marks the row as changed. */
  touch(isMinor?: boolean): void {
    this.#mark?.(onlyRow, isMinor)
  }

  track(mark: Mark): void {
    this.#mark = mark
  }

  keys(): Iterable<RowKey> {
    return [onlyRow]
  }

  read(_key: RowKey, state?: State): unknown {
    const told = state ?? this.#present()
    return this.#coding ? this.#coding.encode(told) : told
  }

  stateOf(rows: ReadonlyMap<string, unknown>, base?: State): State {
    const row = rows.get(onlyRow)
    if (row === undefined) return base ?? this.#present()
    return this.#coding ? this.#coding.decode(row) : (row as State)
  }
}

/** A part of the organisation that is one value, replaced as a whole. */
export class Cell<Value> implements Stateful<Value> {
  readonly rows: SingleRow<Value>
  #value: Value

  constructor(initial: Value, coding?: Coding<Value>) {
    this.#value = initial
    this.rows = new SingleRow(() => this.#value, coding)
  }

  get value(): Value {
    return this.#value
  }

  set value(value: Value) {
    this.#value = value
    this.rows.touch()
  }

  snapshot(): Value {
    return this.#value
  }

  restore(state: Value): void {
    this.value = state
  }
}
