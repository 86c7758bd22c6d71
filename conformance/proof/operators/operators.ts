/** Mistakes applied to every operation of the contract that they fit. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Alteration } from '../alter/wire.ts'
import { worded } from '../alter/wire.ts'
import { accessOperators } from './access.ts'
import { effectOperators } from './effects.ts'
import { linkOperators } from './links.ts'
import { memoryOperators } from './memory.ts'
import { neighbourOperators } from './neighbours.ts'
import type { Operator } from './operator.ts'
import { parameterOperators } from './parameters.ts'
import { replyOperators } from './replies.ts'

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
  return worded(`${operator.summary} (${operation})`, operator.alter(operation))
}
