import { compile, type Predicate } from './compile.ts'
import type { Dialect } from './dialect.ts'
import { equalities, type Equality } from './equalities.ts'
import { parse } from './parser.ts'
import type { Expression } from './syntax-tree.ts'

/** An expression that was read, and what finds its matches. */
export interface ReadExpression {
  readonly expression: Expression
  /** The conditions that an index can answer. */
  readonly equalities: readonly Equality[]
  /** Whether a record matches. */
  readonly predicate: Predicate
}

/** @throws QuerySyntaxError as `parse` does. */
export function readExpression(text: string, dialect: Dialect): ReadExpression {
  const expression = parse(text, dialect)
  let predicate: Predicate | undefined
  return {
    expression,
    equalities: equalities(expression),
    get predicate() {
      return (predicate ??= compile(expression, dialect))
    },
  }
}
