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
export function differences(wanted: unknown, found: unknown, path: string): readonly Difference[] {
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(found) ? [] : [{ path, wanted, found }]
  // In a body, a date is a text.
  if (isDate(wanted)) return differences(wanted.toISOString(), found, path)
  if (isRegExp(wanted)) {
    return typeof found === 'string' && found.search(wanted) !== -1 ? [] : [{ path, wanted, found }]
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return [{ path, wanted, found }]
    return wanted.flatMap((each, index) => differences(each, found[index], `${path}.${index}`))
  }
  if (isObject(wanted)) {
    if (!isObject(found)) return [{ path, wanted, found }]
    return Object.entries(wanted).flatMap(([name, each]) =>
      differences(each, found[name], path === '' ? name : `${path}.${name}`),
    )
  }
  return Object.is(wanted, found) ? [] : [{ path, wanted, found }]
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
