import type { KindName } from '../kinds.ts'
import type { PatternTest } from '../../pattern.ts'
import type { ExpressionSubject } from '../subject.ts'
import type { Value } from '../values.ts'

/** The value that a function gets for a parameter of each type: a value of another kind arrives as null. */
interface ArgumentValues {
  string: string | null
  number: number | null
  array: readonly Value[] | null
  'string or number': string | number | null
  any: Value
  /** A string that names a group; written as a literal, it counts as read by the expression. */
  'group id': string | null
  /** A string literal, compiled together with the expression. */
  pattern: PatternTest
}

export type ParameterType = keyof ArgumentValues

export interface Parameter {
  readonly name: string
  readonly type: ParameterType
}

/** One row of the function table, from which checking, evaluation and the documentation page are built. */
export interface ExpressionFunction {
  /** The full name as it is written: `String.len`, `isMemberOfGroup`. */
  readonly name: string
  /** Older spellings of the same function. */
  readonly aliases: readonly string[]
  readonly parameters: readonly Parameter[]
  /** Parameters that follow them, as a whole, once or more often. Empty for a fixed number of arguments. */
  readonly rest: readonly Parameter[]
  /** The kind of its result, `any` when that depends on the arguments. It may always be null too. */
  readonly returns: KindName | 'any'
  /** Whether it looks at the names of the user's groups, which a list of ids cannot replace. */
  readonly readsGroupNames: boolean
  /** One sentence about its result, null and edge cases included. */
  readonly summary: string
  /** A call and its result; group functions are asked about the documentation page's example user. */
  readonly example: { readonly call: string; readonly result: Value }
  /** Never throws. Gets one value for each argument, of the kind of its parameter's type. */
  readonly run: (values: readonly never[], subject: ExpressionSubject) => Value
}

type Values<P extends readonly Parameter[]> = { [I in keyof P]: ArgumentValues[P[I]['type']] }

interface Definition<P extends readonly Parameter[], R extends readonly Parameter[]> {
  name: string
  aliases?: readonly string[]
  parameters: P
  rest?: R
  returns: KindName | 'any'
  readsGroupNames?: boolean
  summary: string
  example: { call: string; result: Value }
  run: (
    values: readonly [...Values<P>, ...ArgumentValues[R[number]['type']][]],
    subject: ExpressionSubject,
  ) => Value
}

/** A row of the function table, with `run` typed by the parameters. */
export function defineFunction<
  const P extends readonly Parameter[],
  const R extends readonly Parameter[] = [],
>(definition: Definition<P, R>): ExpressionFunction {
  // The compiler hands over exactly the values that the parameters announce to `run`: see `convert` there.
  return { aliases: [], rest: [], readsGroupNames: false, ...definition } as unknown as ExpressionFunction
}

/** The parameter that an argument belongs to, by its index; undefined when there is no such argument. */
export function parameterAt(row: ExpressionFunction, index: number): Parameter {
  return row.parameters[index] ?? row.rest[(index - row.parameters.length) % row.rest.length]!
}

/** Whether the function can be called with this number of arguments. */
export function takes(row: ExpressionFunction, count: number): boolean {
  const more = count - row.parameters.length
  return row.rest.length === 0 ? more === 0 : more > 0 && more % row.rest.length === 0
}

/** How a call looks: `String.stringSwitch(input, default, key, value, …)`. */
export function signature(row: ExpressionFunction): string {
  const names = [...row.parameters, ...row.rest].map((parameter) => parameter.name)
  return `${row.name}(${[...names, ...(row.rest.length > 0 ? ['…'] : [])].join(', ')})`
}
