import type { z } from 'zod'
import { causesMax, withMore } from '../../contract/errors/refusal.ts'
import { foundText } from '../../contract/errors/mistakes.ts'
import { gotAt, valueAt } from '../../contract/errors/got.ts'
import { unknownName } from '../../query/suggestion.ts'
import { mistakeOf, named, plainMessage, typeOf } from './schema-messages.ts'

/** One mistake in a value. */
export interface Mistake {
  /** The path of the mistake; for an unknown name, the path of its object. */
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Whether the name is wrong, rather than its value. */
  readonly isName: boolean
}

/**
 * The mistakes in a value, one line each, with the path. For an unknown name of a strict object, the line suggests
 * the nearest known one.
 *
 * @param root The name of the whole value: `options`.
 * @param kind The word for its names: `option`.
 */
export function checked<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  { root, kind }: { readonly root: string; readonly kind: string },
): { readonly value: Output } | { readonly mistakes: readonly string[] } {
  const result = examined(schema, value, kind)
  if ('value' in result) return result
  const lines = result.mistakes.slice(0, causesMax).map(({ path, isName, message }) => {
    const inside = path.length > (isName ? 1 : 0)
    return `${[...(inside ? [] : [root]), ...path].join('.')}: ${message}`
  })
  return { mistakes: withMore(lines, result.mistakes.length - causesMax) }
}

/** The same as `checked`, with the paths separate from the messages. */
export function examined<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  kind: string,
): { readonly value: Output } | { readonly mistakes: readonly Mistake[] } {
  // The schema, which has the known names, is available only while it reads.
  const known = new Map<readonly string[], readonly string[]>()
  const parsed = schema.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') known.set(issue.keys, namesOf(issue.inst))
      return plainMessage(issue)
    },
  })
  if (parsed.success) return { value: parsed.data }
  const mistakes = withoutFollowers(parsed.error.issues).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => ({
          path: [...issue.path, name],
          message: unknownName(kind, name, known.get(issue.keys) ?? []),
          isName: true,
        }))
      : mistakeIn(issue, value),
  )
  return { mistakes }
}

/** A value of the wrong type gets only that message: checks of its length add nothing. */
function withoutFollowers(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const isOther = ({ code }: z.core.$ZodIssue): boolean => code === 'invalid_type'
  return issues.filter(
    (issue) =>
      isOther(issue) || !issues.some((each) => isOther(each) && each.path.join() === issue.path.join()),
  )
}

/**
 * Checks the options of an entry point.
 *
 * @throws TypeError that lists every mistake with its path.
 */
export function checkOptions<Output>(schema: z.ZodType<Output>, options: unknown): Output {
  const result = checked(schema, options, { root: 'options', kind: 'option' })
  if ('value' in result) return result.value
  throw badOptions(result.mistakes)
}

/** The expected type of a value: a `typeof` type, a list, or `any` if the caller checks it. */
type OptionType = 'string' | 'number' | 'boolean' | 'function' | 'object' | 'array' | 'any'

/**
 * Checks names and types of options without a schema, which would make the loaded code too large.
 *
 * @param types By name; `undefined` is allowed unless the name ends in `!`.
 * @throws TypeError that lists every mistake.
 */
export function checkTypes(
  options: unknown,
  types: Readonly<Record<string, OptionType | readonly OptionType[]>>,
): void {
  // The entries of a map, a list or a function are not options: the check would overlook them.
  if (typeof options !== 'object' || options === null || Symbol.iterator in options)
    throw badOptions([`options: expected an object, got ${typeOf(options)}`])
  const wanted = Object.entries(types).map(([name, type]) => [name.replace('!', ''), name, type] as const)
  const names = wanted.map(([name]) => name)
  const given = options as Readonly<Record<string, unknown>>
  const mistakes = [
    ...Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name) => `options.${name}: ${unknownName('option', name, names)}`),
    ...wanted.flatMap(([name, marked, type]) => {
      const value = given[name]
      if (value === undefined) return name === marked ? [] : [`${name}: Required`]
      const kinds = [type].flat()
      const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
      if (kinds.includes('any') || kinds.includes(kind as OptionType)) return []
      return [`${name}: expected ${kinds.map(named).join(' or ')}, got ${typeOf(value)}`]
    }),
  ]
  if (mistakes.length > 0) throw badOptions(mistakes)
}

/** The error that lists mistakes in options. */
function badOptions(mistakes: readonly string[]): TypeError {
  return new TypeError(`Bad options\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
}

/** Empty options need no schema. The first use of a schema takes some milliseconds at the start. */
export function isEmpty(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    !Array.isArray(options) &&
    Object.keys(options).length === 0
  )
}

function mistakeIn(issue: z.core.$ZodIssue, value: unknown): Mistake {
  const { path } = issue
  // For a wrong key, the message of the key itself.
  const isKey = issue.code === 'invalid_key'
  const wrong = (isKey ? issue.issues[0] : undefined) ?? issue
  const given = isKey ? path.at(-1) : valueAt(value, path)
  // For an object, the mistake is in its members.
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const isTold = path.length > 0 && given !== undefined && !isObject
  return {
    path,
    message: isTold ? foundText({ ...mistakeOf(wrong, given, ''), got: gotAt(given, path) }) : wrong.message,
    isName: false,
  }
}

function namesOf(schema: unknown): readonly string[] {
  const { shape } = (schema as { readonly def?: { readonly shape?: object } } | undefined)?.def ?? {}
  return Object.keys(shape ?? {})
}
