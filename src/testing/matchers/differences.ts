import { differencesBetween } from '../../exchange/between.ts'
import { isAsymmetric, isDate, isRegExp, printed } from './outcome.ts'

/** A place where the found value differs from the wanted one. */
export interface Difference {
  /** Such as `body.profile.login`. */
  readonly path: string
  readonly wanted: unknown
  readonly found: unknown
}

/**
 * Where a value differs from the wanted one. Objects may have more members, lists may not. A regular expression matches
 * a text, an asymmetric matcher (`expect.any(String)`) decides itself, and `undefined` means no value.
 */
export function differences(wanted: unknown, found: unknown): readonly Difference[] {
  return differencesBetween(wanted, found, { isSame: isMatch, hasWholeLists: true }).flatMap(
    ({ kind, path, there, here }) =>
      kind === 'here' ? [] : [{ path: path.join('.'), wanted: there, found: here }],
  )
}

/** Whether a value matches a pattern; undefined for another wanted value. */
function isMatch(wanted: unknown, found: unknown): boolean | undefined {
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(found)
  // In a body, a date is a text.
  if (isDate(wanted)) return wanted.toISOString() === found
  return isRegExp(wanted) ? typeof found === 'string' && found.search(wanted) !== -1 : undefined
}

/** Differences, two lines for each: the wanted and the found value. */
export function told(list: readonly Difference[]): string {
  return list
    .map(({ path, wanted, found }) => `  - ${path}: ${printed(wanted)}\n  + ${path}: ${printed(found)}`)
    .join('\n')
}

/** The wanted places, one line for each. */
export function wishes(wanted: unknown, path = ''): readonly string[] {
  const isLeaf = !isObject(wanted) || isAsymmetric(wanted) || isRegExp(wanted) || isDate(wanted)
  if (isLeaf || Object.keys(wanted).length === 0) return path === '' ? [] : [`  ${path}: ${printed(wanted)}`]
  return Object.entries(wanted).flatMap(([name, each]) =>
    wishes(each, path === '' ? name : `${path}.${name}`),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
