import type { Mistake } from './errors/mistakes.ts'
import {
  codePointLength,
  isCountryCode,
  isEmail,
  isLanguage,
  isLocale,
  isLogin,
  isTimeZone,
  isUrl,
} from './formats/index.ts'
import { once } from './once.ts'

/** A format of texts. */
export interface TextFormat {
  readonly test: (value: string) => boolean
  /** The form, with an example: `a locale such as en_US`. */
  readonly form: string
  /** The message of the service, where its traffic shows one. */
  readonly recorded?: string
}

/** The formats a profile property can have (Users, Profile). */
export const profileFormats = {
  login: {
    test: isLogin,
    form: 'a login in the form of an e-mail address, such as ada@example.com',
    recorded: 'Username must be in the form of an email address',
  },
  email: {
    test: isEmail,
    form: 'an e-mail address such as ada@example.com (RFC 5322, section 3.2.3)',
    recorded: 'Does not match required pattern',
  },
  url: { test: isUrl, form: 'an absolute http or https URL such as https://example.com/ada' },
  'country-code': {
    test: isCountryCode,
    form: 'a country code of two capital letters, such as DE (ISO 3166-1 alpha-2)',
  },
  language: {
    test: isLanguage,
    form: 'languages as in Accept-Language, such as en-US or de, en;q=0.8 (RFC 7231, section 5.3.5)',
  },
  locale: {
    test: isLocale,
    form: 'a locale such as en_US: language of ISO 639-1, underscore, country of ISO 3166-1',
  },
  'time-zone': { test: isTimeZone, form: 'an IANA time zone such as Europe/Berlin' },
} as const satisfies Record<string, TextFormat>

export type ProfileFormat = keyof typeof profileFormats

/** The types a custom profile property can have; the default properties are all strings. */
export const profilePropertyTypes = ['string', 'boolean', 'number', 'integer', 'array'] as const

export type ProfilePropertyType = (typeof profilePropertyTypes)[number]

/** One property of a profile, as data: the default ones below, and those an administrator adds. */
export interface ProfileProperty {
  readonly name: string
  readonly type: ProfilePropertyType
  /** Its name for people, as schemas show it; by default its name. */
  readonly title?: string
  /** Must be present and not null. */
  readonly required?: boolean
  /** In characters (code points). */
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: ProfileFormat
  /** A closed list of values; every element of an array must be one. */
  readonly enum?: readonly (string | number)[]
  /** A pattern instead of the format; an administrator can set one for `login`. */
  readonly pattern?: string
  /** The user's rights to it through `/users/me`. */
  readonly permission?: 'READ_WRITE' | 'READ_ONLY' | 'HIDE'
  /** Given to a profile that does not set it. */
  readonly default?: string
  /** Takes an empty text whatever its limits (interpretation: profile-empty-texts). */
  readonly takesEmpty?: true
  /** Always in replies, as null when unset (interpretation: profile-null-properties). */
  readonly alwaysShown?: true
}

/** The form of a property name that is added to a schema. */
export const profilePropertyName = /^(?!__proto__$)[A-Za-z_$][\w$]{0,63}$/

/** A profile: property names to strings, or to what a custom property's type allows. */
export type Profile = Readonly<Record<string, unknown>>

/** Whether a value is a text with nothing visible in it, which fills in no required field. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** Whether a text can be the pattern of a property. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** A mistake in a profile: in the value at a path, or the name of an unknown property. */
export type ProfileMistake =
  | ({ readonly path: readonly PropertyKey[] } & Fault)
  | { readonly unknown: string }

/**
 * Reads a profile. Leaves out null, undefined and empty properties, fills in defaults, and adds each mistake to a list. After
 * a mistake, the result means nothing.
 */
export type ProfileReader = (profile: unknown, mistakes: ProfileMistake[]) => Profile

/** Turns a pattern into a test of texts. */
export type PatternCompiler = (pattern: string) => (text: string) => boolean

/** A mistake in a value, without its field. */
type Fault = Pick<Mistake, 'code' | 'params'>

/** A mistake in the value of a property; with an index, in an element of its list. */
interface Problem extends Fault {
  readonly index?: number
}

type Check = (value: unknown) => readonly Problem[]

/** Makes the reader of a profile schema. Build it once for each version of the schema. */
export function profileReader(
  properties: readonly ProfileProperty[],
  compile: PatternCompiler,
): ProfileReader {
  const readers = properties.map((property) => {
    const { name, type, required, takesEmpty, default: otherwise, pattern } = property
    // A wrong pattern throws here; the rest is made at its first use, as a start needs few properties.
    const matches = pattern === undefined ? undefined : compile(pattern)
    const check = once(() => checkOf(property, matches))
    return { name, type, isRequired: required === true, takesEmpty, otherwise, check }
  })
  const known = new Set(readers.map(({ name }) => name))
  return (profile, mistakes) => {
    const read: Record<string, unknown> = {}
    if (!isObject(profile)) {
      mistakes.push({ path: [], ...expected('an object') })
      return read
    }
    for (const { name, type, isRequired, takesEmpty, otherwise, check: made } of readers) {
      let value = profile[name]
      if (value === undefined && !isRequired && otherwise === undefined) continue
      // A property may be called as something that every object inherits: `constructor` is only there when given.
      if (!Object.hasOwn(profile, name)) value = undefined
      const check = made()
      // A blank cell: no value where an empty text cannot be one (interpretation: profile-empty-texts).
      const isCell = value === '' && type === 'string' && !isRequired && check('').length > 0
      const isUnset = isRequired ? isBlank(value) : isCell && !takesEmpty
      if (value === undefined || value === null || isUnset) {
        if (isRequired) mistakes.push({ path: [name], ...missing(type) })
        else if (otherwise !== undefined) read[name] = otherwise
        continue
      }
      // A copy: stored values are frozen, but the caller's list must not be.
      read[name] = Array.isArray(value) ? [...(value as unknown[])] : value
      for (const { index, ...fault } of isCell ? nothing : check(value))
        mistakes.push({ path: index === undefined ? [name] : [name, index], ...fault })
    }
    for (const name of Object.keys(profile)) if (!known.has(name)) mistakes.push({ unknown: name })
    return read
  }
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function missing(type: ProfilePropertyType): Fault {
  return type === 'boolean' ? expected(typeNames.boolean) : { code: 'blank' }
}

function expected(form: string): Fault {
  return { code: 'form', params: { expected: form } }
}

const typeNames: Readonly<Record<ProfilePropertyType, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  integer: 'an integer',
  array: 'an array of strings or numbers',
}

const nothing: readonly Problem[] = []

function checkOf(property: ProfileProperty, matches: TextForm['test'] | undefined): Check {
  const { type, enum: values } = property
  const among: Check = (value) =>
    values?.includes(value as string) === false
      ? [expected(`${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`)]
      : nothing
  const problem = textCheck(property, matches)
  return (value) => {
    if (!isOfType(type, value)) return [expected(typeNames[type])]
    if (type === 'boolean') return nothing
    if (type === 'array') return (value as unknown[]).flatMap(elementCheck)
    const fault = type === 'string' ? problem(value as string) : undefined
    return fault === undefined ? among(value) : [fault, ...among(value)]
  }

  function elementCheck(element: unknown, index: number): readonly Problem[] {
    const isRight = typeof element === 'string' || isOfType('number', element)
    const problems = isRight ? among(element) : [expected('a string or a number')]
    return problems.map((problem) => ({ ...problem, index }))
  }
}

function isOfType(type: ProfilePropertyType, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

/** The error in a text as the value of a property, without its `enum`; undefined if the text is right. */
function textCheck(
  { minLength = 0, maxLength = Infinity, format, pattern }: ProfileProperty,
  matches: TextForm['test'] | undefined,
): (value: string) => Fault | undefined {
  const form: TextForm | undefined =
    matches && pattern !== undefined
      ? { test: matches, fault: { code: 'pattern', params: { pattern } } }
      : format && formOf(profileFormats[format])
  return (value) => {
    // A string of n UTF-16 units has at most n and at least n/2 characters: most values need no counting.
    const short = value.length < minLength * 2 && codePointLength(value) < minLength
    const long = value.length > maxLength && codePointLength(value) > maxLength
    if (short || long) return { code: 'length', params: { min: minLength, max: maxLength } }
    return form && !form.test(value) ? form.fault : undefined
  }
}

interface TextForm {
  readonly test: (value: string) => boolean
  readonly fault: Fault
}

function formOf({ test, form, recorded }: TextFormat): TextForm {
  return {
    test,
    fault: recorded === undefined ? expected(form) : { code: 'format', params: { recorded, expected: form } },
  }
}
