import type { z } from 'zod'
import { causesMax, withMore } from '../../contract/errors/refusal.ts'
import { foundText } from '../../contract/errors/mistakes.ts'
import { gotAt, valueAt } from '../../contract/errors/got.ts'
import { didYouMean, unknownName } from '../../query/suggestion.ts'
import { mistakeOf, named, plainMessage, typeOf } from './schema-messages.ts'

/** One mistake in a value. */
export interface FormMistake {
  /** The path of the mistake; for an unknown name, the path of its object. */
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** For an unknown name, the known ones. */
  readonly known?: readonly string[]
  readonly issue: z.core.$ZodIssue
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
  const lines = result.mistakes.slice(0, causesMax).map((mistake) => lineOf(placed(mistake, root)))
  return { mistakes: withMore(lines, result.mistakes.length - causesMax) }
}

function placed({ path, known, message }: FormMistake, root: string): OptionMistake {
  const inside = path.length > (known ? 1 : 0)
  return { at: [...(inside ? [] : [root]), ...path].join('.'), text: message }
}

function lineOf({ at, text }: OptionMistake): string {
  return `${at}: ${text}`
}

/** The same as `checked`, with the paths separate from the messages. */
export function examined<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  kind: string,
): { readonly value: Output } | { readonly mistakes: readonly FormMistake[] } {
  // The schema, which has the known names, is available only while it reads.
  const known = new Map<readonly string[], unknown>()
  const unions = new Set<unknown>()
  const parsed = schema.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') known.set(issue.keys, issue.inst)
      const message = plainMessage(issue)
      if (issue.code === 'invalid_union' && message === undefined) unions.add(issue.errors)
      return message
    },
  })
  if (parsed.success) return { value: parsed.data }
  const issues = parsed.error.issues.flatMap((issue) => nearest(issue, unions))
  const mistakes = withoutFollowers(issues).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return mistakeIn(issue, value)
    const object = known.get(issue.keys)
    const names = namesOf(object)
    return issue.keys.map((name, index) => ({
      path: [...issue.path, name],
      // A suggestion takes time, and a list shows the first mistakes only.
      message: unknown(kind, name, index < causesMax ? names : [], object),
      known: names,
      issue,
    }))
  })
  return { mistakes }
}

/** The mistakes in the form of a union that a value comes nearest to, unless the union says something itself. */
function nearest(issue: z.core.$ZodIssue, unions: ReadonlySet<unknown>): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || !unions.has(issue.errors)) return [issue]
  const [min = []] = issue.errors.toSorted((one, other) => one.length - other.length)
  return min.flatMap((each) => nearest({ ...each, path: [...issue.path, ...each.path] }, unions))
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
  const result = examined(schema, options, 'option')
  if ('value' in result) return result.value
  const mistakes = result.mistakes.slice(0, causesMax).map((mistake) => placed(mistake, 'options'))
  throw new OptionError(mistakes, result.mistakes.length - mistakes.length)
}

/** A mistake in an option: the path of the option, and what is wrong with it. */
interface OptionMistake {
  readonly at: string
  readonly text: string
}

/** Thrown for wrong options. The message lists the mistakes. */
export class OptionError extends TypeError {
  // Private: to callers it is a TypeError and no more.
  readonly #mistakes: readonly OptionMistake[]
  readonly #more: number

  constructor(mistakes: readonly OptionMistake[], more = 0) {
    super(['Bad options', ...withMore(mistakes.map(lineOf), more)].join('\n  '))
    this.#mistakes = mistakes
    this.#more = more
  }

  /** The mistakes, a line each, with another name for the place of each. */
  lines(nameOf: (at: string) => string): readonly string[] {
    return withMore(
      this.#mistakes.map(({ at, text }) => lineOf({ at: nameOf(at), text })),
      this.#more,
    )
  }

  /** The error about one option, whose message is the mistake. */
  static of(at: string, text: string): OptionError {
    const error = new OptionError([{ at, text }])
    error.message = lineOf({ at, text })
    return error
  }
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
    throw new OptionError([{ at: 'options', text: `expected an object, got ${typeOf(options)}` }])
  const wanted = Object.entries(types).map(([name, type]) => [name.replace('!', ''), name, type] as const)
  const names = wanted.map(([name]) => name)
  const given = options as Readonly<Record<string, unknown>>
  const mistakes = [
    ...Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name) => ({ at: `options.${name}`, text: unknown('option', name, names) })),
    ...wanted.flatMap(([name, marked, type]) => {
      const value = given[name]
      if (value === undefined) return name === marked ? [] : [{ at: name, text: 'Required' }]
      const kinds = [type].flat()
      const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
      if (kinds.includes('any') || kinds.includes(kind as OptionType)) return []
      return [{ at: name, text: `expected ${kinds.map(named).join(' or ')}, got ${typeOf(value)}` }]
    }),
  ]
  if (mistakes.length > 0) throw new OptionError(mistakes)
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

function mistakeIn(issue: z.core.$ZodIssue, value: unknown): FormMistake {
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
    issue: wrong,
  }
}

interface Definition {
  readonly shape?: Readonly<Record<string, unknown>>
  readonly innerType?: unknown
  readonly options?: readonly unknown[]
}

const definitionOf = (schema: unknown): Definition =>
  (schema as { readonly def?: Definition } | undefined)?.def ?? {}

function namesOf(schema: unknown): readonly string[] {
  return Object.keys(definitionOf(schema).shape ?? {})
}

/** The members of the groups in an object: `lifetimes.session`. */
function membersOf(schema: unknown): readonly string[] {
  return Object.entries(definitionOf(schema).shape ?? {}).flatMap(([name, group]) => {
    const { innerType } = definitionOf(group)
    const { options = [innerType] } = definitionOf(innerType)
    return options.flatMap(namesOf).map((member) => `${name}.${member}`)
  })
}

/** The member of a group that has all the words of a name: `lifetimes.session` for `sessionLifetime`. */
function memberWithWords(name: string, schema: unknown): string | undefined {
  const words = wordsOf(name)
  if (words.length === 0) return undefined
  return membersOf(schema)
    .filter((member) => words.every((word) => wordsOf(member).includes(word)))
    .toSorted((one, other) => wordsOf(one).length - wordsOf(other).length)[0]
}

function wordsOf(name: string): readonly string[] {
  const words =
    name
      .replaceAll(/(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  return words.map((word) => word.replace(/s$/, ''))
}

const loadSeed = 'records are loaded with await loadDataset(org, seed)'
const loadDataset = "use loadDataset(org, 'demo') from identikit/fixtures"

/** Options that people look for here, and what to use instead. */
const insteadOf: Readonly<Record<string, string>> = {
  'option dataset': loadDataset,
  'option world': loadDataset,
  'option users': loadSeed,
  'option groups': loadSeed,
}

/** Names of earlier versions, and those of today. */
const today: Readonly<Record<string, string>> = {
  world: 'dataset',
  loadWorld: 'loadDataset',
  word: 'prefix',
}

/** The error for an unknown name, with what to write today. */
function unknown(kind: string, name: string, known: readonly string[], object?: unknown): string {
  const present = Object.hasOwn(today, name) ? today[name]! : ''
  if (known.includes(present)) return `unknown ${kind}, did you mean ${present}?`
  const instead = insteadOf[`${kind} ${name}`]
  if (instead !== undefined) return `unknown ${kind}; ${instead}`
  const asked = name.slice(0, 80)
  const member = didYouMean(asked, known) === undefined ? memberWithWords(asked, object) : undefined
  return member === undefined ? unknownName(kind, name, known) : `unknown ${kind}, did you mean ${member}?`
}
