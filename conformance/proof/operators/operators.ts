/** Mistakes applied to every operation of the contract that they fit. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Alteration } from '../alter/wire.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { routes } from '../mutants/routes.ts'
import { accessOperators } from './access.ts'
import { effectOperators } from './effects.ts'
import { linkOperators, replyOperators } from './replies.ts'
import { memoryOperators } from './memory.ts'
import { neighbourOperators } from './neighbours.ts'
import type { Operator } from './operator.ts'
import { parameterOperators } from './parameters.ts'
import { isUnnoticed } from './unnoticed.ts'

export const operators: readonly Operator[] = [
  ...neighbourOperators,
  ...effectOperators,
  ...memoryOperators,
  ...parameterOperators,
  ...replyOperators,
  ...linkOperators,
  ...accessOperators,
]

/** The mistake of an operator in one operation, for a broken server of a requirement. */
export function cell(id: string, operation: OperationName): Alteration {
  const operator = operators.find((each) => each.id === id)
  if (operator === undefined) throw new Error(`there is no operator '${id}'`)
  return operator.alter(operation)
}

/** Every operator on every operation that it fits and where a check can notice it: `memory/stale getUser`. */
export const operatorMutants: readonly Mutant[] = (Object.keys(routes) as OperationName[]).flatMap(
  (operation) =>
    operators
      .filter(({ id, fits }) => fits(operation) && !isUnnoticed(id, operation))
      .map(({ id, summary, first, overlaps = false }) => ({
        id: `${id} ${operation}`,
        breaks: [],
        anywhere: { operation, overlaps, ...(first !== undefined && { first }) },
        summary: `${summary} (${operation})`,
        alter: cell(id, operation),
      })),
)
