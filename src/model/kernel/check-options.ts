import type { z } from 'zod'
import { valueAt, withGot } from '../../contract/refusal-reasons.ts'
import { unknownName } from '../../query/suggestion.ts'
import { named, plainMessage, typeOf } from './schema-messages.ts'

/** One thing that is wrong with a value. */
export interface Mistake {
  /** Where; of a name that is unknown, up to that name. */
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Whether the name is wrong, rather than what it holds. */
  readonly isName: boolean
}

/**
 * What is wrong with a value, one line for each mistake with its path; a name that a strict object does not have is
 * told with the nearest that it has.
 *
 * @param root What the whole is called: `options`.
 * @param kind What its names are called: `option`.
 */
export function checked<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  { root, kind }: { readonly root: string; readonly kind: string },
): { readonly value: Output } | { readonly mistakes: readonly string[] } {
  const result = examined(schema, value, kind)
  if ('value' in result) return result
  return {
    mistakes: result.mistakes.map(({ path, isName, message }) => {
      const inside = path.length > (isName ? 1 : 0)
      return `${[...(inside ? [] : [root]), ...path].join('.')}: ${message}`
    }),
  }
}

/** The same, with the places of mistakes apart from their messages. */
export function examined<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  kind: string,
): { readonly value: Output } | { readonly mistakes: readonly Mistake[] } {
  const parsed = schema.safeParse(value, {
    // Only here is the schema known that met the names; the lines are taken apart again below.
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => unknownName(kind, name, namesOf(issue.inst))).join('\n')
        : plainMessage(issue),
  })
  if (parsed.success) return { value: parsed.data }
  return { mistakes: withoutFollowers(parsed.error.issues).flatMap((issue) => mistakesOf(issue, value)) }
}

/** What has another type is told of that alone: checks of its length say nothing more. */
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

/** What a value is to be: as `typeof` says, a list, or what the caller checks itself. */
type OptionType = 'string' | 'number' | 'boolean' | 'function' | 'object' | 'array' | 'any'

/**
 * Checks the names of options and the types of their values, where a schema would be too large a part of what is loaded.
 *
 * @param types By name; `undefined` is allowed unless the name ends in `!`.
 * @throws TypeError that lists every mistake.
 */
export function checkTypes(
  options: unknown,
  types: Readonly<Record<string, OptionType | readonly OptionType[]>>,
): void {
  // The entries of a map, a list or a function are no options: they would all be overlooked.
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

/** Options that say nothing need no schema, whose first use takes some milliseconds of a start. */
export function isEmpty(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    !Array.isArray(options) &&
    Object.keys(options).length === 0
  )
}

function mistakesOf(issue: z.core.$ZodIssue, value: unknown): readonly Mistake[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const lines = issue.message.split('\n')
    return issue.keys.map((name, index) => ({
      path: [...path, name],
      message: lines[index] ?? '',
      isName: true,
    }))
  }
  // Of a key that is wrong, what is wrong with it.
  const isKey = issue.code === 'invalid_key'
  const message = (isKey ? issue.issues[0]?.message : undefined) ?? issue.message
  const given = isKey ? path.at(-1) : valueAt(value, path)
  // Of an object its members are to blame.
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const isTold = path.length > 0 && given !== undefined && !isObject
  return [
    {
      path,
      message: isTold ? withGot(message, given, path) : message,
      isName: false,
    },
  ]
}

function namesOf(schema: unknown): readonly string[] {
  const { shape } = (schema as { readonly def?: { readonly shape?: object } } | undefined)?.def ?? {}
  return Object.keys(shape ?? {})
}
