import type { Dialect, PropertyRule } from './dialect.ts'
import { QuerySyntaxError } from './query-syntax-error.ts'
import { didYouMean } from './suggestion.ts'

/**
 * The rule of a property that must exist.
 *
 * @throws {QuerySyntaxError} of kind `property`, with the likeliest name that was meant
 */
export function ruleOf(path: string, dialect: Dialect, position = 0): PropertyRule {
  const rule = dialect.property(path)
  if (rule !== undefined) return rule
  throw new QuerySyntaxError({
    kind: 'property',
    position,
    expected: `a property of the ${dialect.name}`,
    found: path === '' ? 'an empty name' : path,
    hint: didYouMean(path, dialect.known?.()),
  })
}
