/**
 * The default profile of a user (Users, Profile and Limits). Requirements, checks and mutants of its properties are
 * generated from these rows.
 */
import { tableOf } from '../registry/requirement.ts'

/** A default property of the profile. */
export interface ProfileProperty {
  /** The name in the ids of its requirements: `users.profile.<slug>.kept`. */
  readonly slug: string
  /** The name in a body. */
  readonly name: string
  /** A value of its kind, other than what a server might show by default. */
  readonly value: string
  /** The kind in the API description, as it follows the name in the statement of its requirement. */
  readonly kind?: string
}

/** A profile property whose length has limits. */
export interface LimitedProperty {
  readonly slug: string
  readonly name: string
  /** The form of its values: an e-mail address, any text, or a phone number. */
  readonly form: 'address' | 'text' | 'phone'
  readonly min: number
  readonly max: number
  /** Limits that an administrator may have changed: their requirements are `default` instead of `must`. */
  readonly mayDiffer?: readonly (keyof typeof limitSides)[]
}

/** The properties that a user may not lack. */
export const neededProperties = tableOf<ProfileProperty & { readonly mayDiffer: boolean }>()([
  { slug: 'login', name: 'login', value: '', mayDiffer: false },
  { slug: 'email', name: 'email', value: '', mayDiffer: false },
  { slug: 'first-name', name: 'firstName', value: 'Zoë-Ann', mayDiffer: true },
  { slug: 'last-name', name: 'lastName', value: "O'Fern", mayDiffer: true },
])

/** The properties that may be null. */
export const optionalProperties = tableOf<ProfileProperty>()([
  { slug: 'second-email', name: 'secondEmail', value: 'second@example.com' },
  { slug: 'middle-name', name: 'middleName', value: 'Quinn' },
  { slug: 'honorific-prefix', name: 'honorificPrefix', value: 'Dr.' },
  { slug: 'honorific-suffix', name: 'honorificSuffix', value: 'III' },
  { slug: 'title', name: 'title', value: 'Gardener' },
  { slug: 'display-name', name: 'displayName', value: 'Casey Q. Fern' },
  { slug: 'nick-name', name: 'nickName', value: 'Cas' },
  { slug: 'profile-url', name: 'profileUrl', value: 'https://people.example.com/casey', kind: 'a URL' },
  { slug: 'primary-phone', name: 'primaryPhone', value: '+31 20 555 0100' },
  { slug: 'mobile-phone', name: 'mobilePhone', value: '+31 6 5550 0101' },
  { slug: 'street-address', name: 'streetAddress', value: 'Canal 12' },
  { slug: 'city', name: 'city', value: 'Utrecht' },
  { slug: 'state', name: 'state', value: 'UT' },
  { slug: 'zip-code', name: 'zipCode', value: '3511 AB' },
  { slug: 'postal-address', name: 'postalAddress', value: 'P.O. Box 34' },
  { slug: 'country-code', name: 'countryCode', value: 'NL', kind: 'two letters of ISO 3166-1' },
  {
    slug: 'preferred-language',
    name: 'preferredLanguage',
    value: 'en-GB',
    kind: 'a language range of RFC 7231',
  },
  { slug: 'timezone', name: 'timezone', value: 'Europe/Amsterdam', kind: 'an IANA name' },
  { slug: 'user-type', name: 'userType', value: 'Contractor' },
  { slug: 'employee-number', name: 'employeeNumber', value: '00731' },
  { slug: 'cost-center', name: 'costCenter', value: 'CC-9' },
  { slug: 'organization', name: 'organization', value: 'Ferns Ltd' },
  { slug: 'division', name: 'division', value: 'Plants' },
  { slug: 'department', name: 'department', value: 'Ferns' },
  { slug: 'manager-id', name: 'managerId', value: 'e-0042' },
  { slug: 'manager', name: 'manager', value: 'Morgan Moss' },
])

/** The four sides of the limits of a length. */
export const limitSides = {
  'min.accepted': 'min.accepts',
  'min.refused': 'min.refuses',
  'max.accepted': 'max.accepts',
  'max.refused': 'max.refuses',
} as const

/** The properties with a least length above zero. */
export const boundedProperties = tableOf<LimitedProperty>()([
  {
    slug: 'login',
    name: 'login',
    form: 'address',
    min: 5,
    max: 100,
    mayDiffer: ['min.accepted', 'max.accepted'],
  },
  { slug: 'email', name: 'email', form: 'address', min: 5, max: 100 },
  { slug: 'second-email', name: 'secondEmail', form: 'address', min: 5, max: 100 },
  { slug: 'first-name', name: 'firstName', form: 'text', min: 1, max: 50, mayDiffer: ['min.refused'] },
  { slug: 'last-name', name: 'lastName', form: 'text', min: 1, max: 50, mayDiffer: ['min.refused'] },
])

/** The properties that may be empty. */
export const phoneProperties = tableOf<LimitedProperty>()([
  { slug: 'primary-phone', name: 'primaryPhone', form: 'phone', min: 0, max: 100 },
  { slug: 'mobile-phone', name: 'mobilePhone', form: 'phone', min: 0, max: 100 },
])
