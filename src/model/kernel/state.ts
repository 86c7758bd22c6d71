/** What a row goes by in its part: a place in an order, or a name. */
export type RowKey = number | string

/** Told of a row that is another now; `isMinor` where nobody needs it kept before a reply is sent. */
export type Mark = (key: RowKey, isMinor?: boolean) => void

/**
 * The state of a part as rows: values that JSON can carry, by key. A key that is a number is a place in the order of
 * the part, and its row `last` then tells the greatest number that was ever given.
 */
export interface PartRows<State = unknown> {
  /** Calls back with the key of each row that is another from now on, be it by `restore`; one listener at a time. */
  track(mark: Mark): void
  /** The keys of all rows there are now, or were in a state taken down by `snapshot`. */
  keys(state?: State): Iterable<RowKey>
  /** A row as it is now, or was in a state; undefined where there is none. */
  read(key: RowKey, state?: State): unknown
  /**
   * What rows tell, as a state for `restore`.
   *
   * @param base What the rows differ from; then null stands for one that is not there, and numbers beyond `last` are
   *   not either.
   */
  stateOf(rows: ReadonlyMap<string, unknown>, base?: State): State
}

/** A part of the organisation whose state can be taken down and brought back, in memory and as rows. */
export interface Stateful<State = unknown> {
  /** Opaque; cheap where records are immutable. */
  snapshot(): State
  restore(state: State): void
  /** Absent where the part follows from others. */
  readonly rows?: PartRows<State>
}

/** The row that tells the greatest number that a part has given. */
export const lastRow = 'last'

/** The row of a part that has one alone. */
const onlyRow = '='

/** How a state is written to one row, and read again. */
export interface Coding<State> {
  encode(state: State): unknown
  decode(row: unknown): State
}

/** The rows of a part that has one alone. */
export class SingleRow<State> implements PartRows<State> {
  readonly #present: () => State
  readonly #coding: Coding<State> | undefined
  #mark: Mark | undefined

  /** @param coding Left out where a state is JSON as it is. */
  constructor(present: () => State, coding?: Coding<State>) {
    this.#present = present
    this.#coding = coding
  }

  /** Tells that the row is another. */
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

/** Makes a part of the organisation out of a value that is replaced as a whole. */
export function cell<Value>(initial: Value, coding?: Coding<Value>): Cell<Value> {
  return new Cell(initial, coding)
}

/** A part by its name, and where it is found. */
export type StatePart<Owner> = readonly [name: string, of: (owner: Owner) => Stateful]

/** The parts whose states together are the organisation's, in the order in which they are brought back. */
export class States {
  readonly #names: readonly string[]
  readonly #parts: readonly Stateful[]
  #byName: ReadonlyMap<string, Stateful> | undefined

  /** Of the parts of a table, which all organisations share. */
  static of<Owner>(table: readonly StatePart<Owner>[], owner: Owner): States {
    return new States(
      namesOf(table),
      table.map(([, of]) => of(owner)),
    )
  }

  private constructor(names: readonly string[], parts: readonly Stateful[]) {
    this.#names = names
    this.#parts = parts
  }

  /** Every part, by its name. */
  get parts(): ReadonlyMap<string, Stateful> {
    return (this.#byName ??= new Map(this.#parts.map((part, index) => [this.#names[index]!, part])))
  }

  /** Takes down the whole state; cheap, since records are shared. */
  snapshot(): StateSnapshot {
    return this.take().snapshot
  }

  /** As `snapshot`, for one that is kept: it takes a sixth of the memory until somebody looks at it. */
  take(): TakenState {
    return new TakenState(
      this.#names,
      this.#parts.map((part) => part.snapshot()),
    )
  }

  /** Brings back a state taken down by `snapshot`. */
  restore(snapshot: StateSnapshot): void {
    for (const [index, part] of this.#parts.entries()) part.restore(snapshot.get(this.#names[index]!))
  }
}

/** A state that was taken down. */
export class TakenState {
  readonly #names: readonly string[]
  readonly #values: readonly unknown[]
  #made: StateSnapshot | undefined

  constructor(names: readonly string[], values: readonly unknown[]) {
    this.#names = names
    this.#values = values
  }

  /** The state of every part by its name, the same one each time. */
  get snapshot(): StateSnapshot {
    return (this.#made ??= new Map(this.#values.map((value, index) => [this.#names[index]!, value])))
  }
}

const namesByTable = new WeakMap<readonly StatePart<never>[], readonly string[]>()

function namesOf(table: readonly StatePart<never>[]): readonly string[] {
  let names = namesByTable.get(table)
  if (!names) namesByTable.set(table, (names = table.map(([name]) => name)))
  return names
}

/** The state of every part, by its name. */
export type StateSnapshot = ReadonlyMap<string, unknown>
