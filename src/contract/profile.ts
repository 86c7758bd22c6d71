import { isCountryCode, isEmail, isLanguage, isLocale, isLogin, isTimeZone, isUrl } from './formats/index.ts'

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
