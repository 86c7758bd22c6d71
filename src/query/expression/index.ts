import { compileTest, compileValue } from './compile.ts'
import { anyKind } from './kinds.ts'
import type { ExpressionOptions } from './options.ts'
import { parse } from './parser.ts'
import { type ExpressionReads, readsOf } from './reads.ts'
import type { ExpressionSubject } from './subject.ts'
import { checkTypes } from './types.ts'
import type { Value } from './values.ts'

export { ExpressionError } from './error.ts'
export { functions } from './functions/index.ts'
export type { KindName } from './kinds.ts'
export type { ExpressionOptions } from './options.ts'
export type { ExpressionReads } from './reads.ts'
export type { ExpressionSubject } from './subject.ts'

/** The value of `conditions.expression.type` that names this language (Groups, Group rule). */
export const expressionType = 'urn:svc:expression:1.0'

/** An expression that was understood, ready to be asked about any number of users. */
export interface CompiledExpression {
  /** The expression as it was given. */
  readonly text: string
  /**
   * Whether the expression is true for a user. Never throws: a missing property is null, and so is an argument of the
   * wrong kind. A value that is not true counts as false where a Boolean is wanted.
   */
  readonly test: (subject: ExpressionSubject) => boolean
  /** The data that the answer depends on. */
  readonly reads: ExpressionReads
}

/**
 * Compiles an expression of a group rule (Groups, Group rule: an expression that evaluates to a Boolean).
 *
 * @param text the value of `conditions.expression.value`
 * @param options the known attributes and groups; by default any attribute and any group may be named
 * @throws ExpressionError when it cannot be read, or names an unknown function, attribute or group. Also when it calls
 *   a function with arguments that it does not take, or certainly yields no Boolean
 */
export function compileExpression(text: string, options: ExpressionOptions = {}): CompiledExpression {
  const node = parse(text)
  checkTypes(text, node, options)
  return { text, test: compileTest(node), reads: readsOf(node) }
}

/** An expression that yields a value, ready to be asked about any number of users. */
export interface CompiledValueExpression {
  /** The expression as it was given. */
  readonly text: string
  /** Its value for a user. Never throws, as {@link CompiledExpression}; null where there is no value. */
  readonly value: (subject: ExpressionSubject) => Value
}

/**
 * Compiles an expression that may yield any value, such as `user.department`.
 *
 * @throws ExpressionError as `compileExpression`, but for an expression that yields no Boolean
 */
export function compileValueExpression(
  text: string,
  options: ExpressionOptions = {},
): CompiledValueExpression {
  const node = parse(text)
  checkTypes(text, node, options, anyKind)
  return { text, value: compileValue(node) }
}
