import type { Changes, Declared } from './changes.ts'
import { type Coding, onlyRow, type RowKey, type Stored } from './stored.ts'

/** A table of one row as it is declared. */
export interface SingleDeclaration<Value> extends Declared {
  /** Its value at first, unless it follows an object. */
  readonly initial?: Value
  /** Converts the value to a row, and back. Default: the value itself. */
  readonly coding?: Coding<Value>
}

/** An object whose state is the value of a table of one row. */
export interface Live<Value> {
  read(): Value
  write(value: Value): void
}

/**
 * A table of one row: an immutable value, replaced as a whole. The value of an object that changes often, such as a
 * counter, is read when somebody needs it.
 */
export class Single<Value> implements Stored<Value> {
  readonly declared: Declared
  coding: Coding<Value> | undefined
  readonly #changes: Pick<Changes, 'emit'> | undefined
  #value: Value
  #live: Live<Value> | undefined
  /** How much has changed since the value was last read: nothing, only minor things, more. */
  #unread = 0

  constructor(declared: SingleDeclaration<Value>, changes?: Pick<Changes, 'emit'>) {
    this.declared = declared
    this.coding = declared.coding
    this.#value = declared.initial as Value
    this.#changes = changes
  }

  /** Its value is that of an object from now on, which calls `touch` when it changes. */
  follow(live: Live<Value>): this {
    this.#live = live
    this.#unread = major
    return this
  }

  get value(): Value {
    if (this.#unread > 0) {
      this.#unread = 0
      this.#value = this.#live!.read()
    }
    return this.#value
  }

  set value(value: Value) {
    const before = this.#value
    this.#set(value)
    this.#tell(this.declared, before, value)
  }

  /** The followed object has changed. A minor change need not be stored before a reply is sent. */
  touch(isMinor = this.declared.isMinor === true): void {
    const change = isMinor ? minor : major
    if (this.#unread >= change) return
    this.#unread = change
    this.#tell(isMinor ? { ...this.declared, isMinor } : this.declared, undefined, undefined)
  }

  snapshot(): Value {
    return this.value
  }

  restore(state: Value): void {
    if (this.#unread === 0 && state === this.#value) return
    this.#set(state)
    this.#changes?.emit({
      table: this.declared,
      key: undefined,
      place: onlyRow,
      before: undefined,
      after: state,
      cause: undefined,
    })
  }

  rowKeys(): readonly RowKey[] {
    return [onlyRow]
  }

  row(_key: RowKey, state = this.value): unknown {
    return this.coding ? this.coding.encode(state) : state
  }

  differing(state: Value | undefined): readonly RowKey[] {
    return this.value === state ? [] : [onlyRow]
  }

  stateOf(rows: ReadonlyMap<string, unknown>, base = this.value): Value {
    const row = rows.get(onlyRow) ?? membersOf(rows, base)
    if (row === undefined) return base
    return this.coding ? this.coding.decode(row) : (row as Value)
  }

  #set(value: Value): void {
    this.#value = value
    if (!this.#live) return
    this.#live.write(value)
    // The object may have another form of it. Read at once: the next change is reported only after that.
    this.#value = this.#live.read()
    this.#unread = 0
  }

  #tell(table: Declared, before: unknown, after: unknown): void {
    this.#changes?.emit({ table, key: onlyRow, place: onlyRow, before, after, cause: undefined })
  }
}

const minor = 1
const major = 2

/** Rows of 0.1.0 had one for each member of some values. */
function membersOf(rows: ReadonlyMap<string, unknown>, base: unknown): unknown {
  if (rows.size === 0) return undefined
  const members = Object.entries({ ...(base as object), ...Object.fromEntries(rows) })
  return Object.fromEntries(members.filter(([, value]) => value !== null))
}
