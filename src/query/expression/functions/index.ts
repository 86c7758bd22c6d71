import { arrayFunctions } from './arrays.ts'
import { convertFunctions } from './convert.ts'
import { directoryFunctions } from './directories.ts'
import type { ExpressionFunction } from './define.ts'
import { groupFunctions } from './groups.ts'
import { stringFunctions } from './string.ts'

export { type ExpressionFunction, type ParameterType, parameterAt, signature, takes } from './define.ts'

/** Every function of the language. */
export const functions: readonly ExpressionFunction[] = [
  ...stringFunctions,
  ...arrayFunctions,
  ...convertFunctions,
  ...groupFunctions,
  ...directoryFunctions,
]

const byName: ReadonlyMap<string, ExpressionFunction> = new Map(
  functions.flatMap((row) => [row.name, ...row.aliases].map((name) => [name, row] as const)),
)

/** The function of this name or alias, case-sensitive. */
export function functionNamed(name: string): ExpressionFunction | undefined {
  return byName.get(name)
}

/** Every name that a call may have. */
export function functionNames(): Iterable<string> {
  return byName.keys()
}
