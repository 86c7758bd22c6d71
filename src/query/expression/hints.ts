import { functionNamed, functionNames } from './functions/index.ts'
import { suggest } from '../suggestion.ts'
import type { Token } from './tokens.ts'

/** The probable meaning of a name that is neither `user` nor called: `department`, `usr.login`. */
export function hintForName(path: readonly string[]): string {
  const [root = '', attribute] = path
  if (functionNamed(path.join('.')) !== undefined) return 'a function is called with parentheses'
  return `did you mean '${attribute === undefined ? `user.${root}` : `user.${attribute}`}'?`
}

/** The function that was probably meant by a name that no function has. */
export function hintForFunction(name: string): string | undefined {
  const known = suggest(name, () => [...functionNames()])
  return known === undefined ? undefined : `did you mean '${known}'?`
}

/** Operators of other query languages, as they are written in this one. */
const foreignOperators: ReadonlyMap<string, string> = new Map([
  ['sw', 'String.startsWith(…)'],
  ['co', 'String.stringContains(…)'],
  ['contains', 'String.stringContains(…)'],
  ['pr', '!= null'],
  ['in', 'Arrays.contains(…)'],
  ['matches', 'isMemberOfGroupNameRegex(…)'],
  ['is', '=='],
])

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])

/** The probable meaning of a token where only an operator could stand. */
export function hintForOperator(token: Token): string | undefined {
  if (token.kind === 'name') {
    const ours = foreignOperators.get(token.name.toLowerCase())
    return ours === undefined ? undefined : `did you mean '${ours}'?`
  }
  if (token.kind !== 'sign') return undefined
  if (comparisons.has(token.sign)) return 'comparisons do not chain: use parentheses'
  if (token.sign === '.' || token.sign === '(') {
    return "an attribute follows 'user.' directly, and values have no methods"
  }
  return token.sign === '[' ? 'elements are read with Arrays.get' : undefined
}
