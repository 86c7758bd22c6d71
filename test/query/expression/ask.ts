import { compileValue } from '../../../src/query/expression/compile.ts'
import { parse } from '../../../src/query/expression/parser.ts'
import {
  compileExpression,
  ExpressionError,
  type ExpressionOptions,
  type ExpressionSubject,
} from '../../../src/query/expression/index.ts'

/** A user with a profile, in the groups given as id: name. */
export function subject(
  user: Readonly<Record<string, unknown>> = {},
  groups: Readonly<Record<string, string>> = {},
): ExpressionSubject {
  return {
    user,
    isMember: (id) => Object.hasOwn(groups, id),
    groupNames: () => Object.values(groups),
  }
}

/** Whether an expression holds for a user with this profile and these groups. */
export function holds(
  expression: string,
  user: Readonly<Record<string, unknown>> = {},
  groups: Readonly<Record<string, string>> = {},
): boolean {
  return compileExpression(expression).test(subject(user, groups))
}

/** The value of an expression, Boolean or not. */
export function valueOf(expression: string, asked: ExpressionSubject = subject()): unknown {
  return compileValue(parse(expression))(asked)
}

/** The error that an expression is refused with. */
export function refusal(expression: string, options?: ExpressionOptions): ExpressionError {
  try {
    compileExpression(expression, options)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
  throw new Error(`not refused: ${expression}`)
}
