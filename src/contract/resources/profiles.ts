import { z } from 'zod'
import { once } from '../once.ts'
import { mistakes, ofIssue } from '../errors/mistakes.ts'
import { isObject, isPattern, profileFormats, type ProfileFormat, type ProfileProperty } from '../profile.ts'
import type { Found } from './common.ts'

/**
 * The properties of profiles. One is added by its row alone: replies, null, search, filter, seeds, the OpenAPI document,
 * types and pages follow. The organisation's schema decides which properties its profiles have (`profileReader` reads
 * them). The types name those that every organisation has, and allow custom ones.
 */

/** Every statement about a default property. All of them are strings. */
interface Row extends Omit<ProfileProperty, 'name' | 'type'> {
  /** Its meaning, where the name does not say it, for the OpenAPI document. */
  readonly says?: string
  /** The setting that an administrator can change, in addition to the permission (Users, Profile, 3). */
  readonly mayChange?: 'required' | 'pattern'
  /** Whether `filter` finds it; `search` finds every property. */
  readonly isFiltered?: true
  /** Only imported directory groups have it (Groups, Profile for objectClass directory_security_principal). */
  readonly isImported?: true
}

const shownName = { required: true, minLength: 1, maxLength: 50, alwaysShown: true } as const
const ownName = { ...shownName, mayChange: 'required', isFiltered: true } as const
const phone = { minLength: 0, maxLength: 100 } as const
const address = { minLength: 5, maxLength: 100, format: 'email', alwaysShown: true } as const
const readOnly = { permission: 'READ_ONLY' } as const

/** The default properties of a user's profile (Users, Profile). */
const userRows = {
  firstName: { ...ownName, says: 'Given name.' },
  lastName: { ...ownName, says: 'Family name.' },
  mobilePhone: { ...phone, alwaysShown: true },
  secondEmail: { ...address, says: 'Secondary e-mail address, for recovery.' },
  login: {
    required: true,
    minLength: 5,
    maxLength: 100,
    format: 'login',
    permission: 'READ_ONLY',
    alwaysShown: true,
    mayChange: 'pattern',
    isFiltered: true,
    says: 'Username; an e-mail address unless an administrator lifts that. Case and diacritical marks make no difference.',
  },
  email: { required: true, ...address, isFiltered: true, says: 'Primary e-mail address.' },
  middleName: {},
  honorificPrefix: {},
  honorificSuffix: {},
  title: { says: 'Job title.' },
  displayName: {},
  nickName: {},
  profileUrl: { format: 'url', says: "URL of the person's page." },
  primaryPhone: phone,
  streetAddress: {},
  city: {},
  state: {},
  zipCode: {},
  postalAddress: {},
  countryCode: { format: 'country-code', says: 'ISO 3166-1 alpha-2.' },
  preferredLanguage: { format: 'language', says: 'As in an `Accept-Language` header.' },
  locale: {
    format: 'locale',
    default: 'en_US',
    says: 'ISO 639-1 language, underscore, ISO 3166-1 country.',
  },
  timezone: { format: 'time-zone', says: 'IANA time zone name.' },
  userType: readOnly,
  employeeNumber: readOnly,
  costCenter: readOnly,
  organization: readOnly,
  division: readOnly,
  department: readOnly,
  managerId: { ...readOnly, says: "Id of the person's manager." },
  manager: { ...readOnly, says: "Display name of the person's manager." },
} as const satisfies Readonly<Record<string, Row>>

const imported = {
  isImported: true,
  says: 'Fully qualified name, or another property of an imported directory group.',
} as const

/** The properties of a group's profile (Groups, both profile tables). */
const groupRows = {
  name: { required: true, minLength: 1, maxLength: 255 },
  description: { minLength: 0, maxLength: 1024, alwaysShown: true },
  dn: { ...imported, says: 'Distinguished name.' },
  externalId: { ...imported, says: 'GUID in base64.' },
  samAccountName: { ...imported, says: 'Name from before Windows 2000.' },
  directoryDomainQualifiedName: imported,
  groupType: imported,
  objectSid: imported,
  groupScope: imported,
} as const satisfies Readonly<Record<string, Row>>

/** The rows by the kind of profile. */
export const profileRows: Readonly<Record<'user' | 'group', Readonly<Record<string, Row>>>> = {
  user: userRows,
  group: groupRows,
}

/** The default properties of one kind of profile, as a schema has them. */
function propertiesOf(rows: Readonly<Record<string, Row>>): readonly ProfileProperty[] {
  return Object.entries(rows)
    .filter(([, row]) => !row.isImported)
    .map(([name, row]) => {
      const { says: _, mayChange: __, isFiltered: ___, ...property } = row
      return { name, type: 'string', ...property }
    })
}

export const userProfileProperties = once(() => propertiesOf(userRows))
export const groupProfileProperties = once(() => propertiesOf(groupRows))

/** The properties that queries find, by their paths. */
export function foundInProfiles(kind: keyof typeof profileRows): readonly (readonly [string, Found])[] {
  return Object.entries(profileRows[kind]).map(([name, { isFiltered }]) => [
    `profile.${name}`,
    { search: 'string', ...(isFiltered ? { filter: ['eq'] } : {}) },
  ])
}

/** The changes that default properties of users allow (Users, Profile, 3). Those of groups allow none. */
export const changeableOfDefaults = once((): Readonly<Record<string, readonly (keyof ProfileProperty)[]>> =>
  Object.fromEntries(
    Object.entries<Row>(userRows).map(([name, { mayChange }]) => [
      name,
      ['permission', ...(mayChange ? [mayChange] : [])],
    ]),
  ),
)

/** The settings of a property that an administrator adds or changes: all may be left out. */
export const propertySettings = once(
  () =>
    z
      .object({
        title: z.string().min(1).describe('The name for people, as schemas show it. Default: its name'),
        required: z.boolean(),
        minLength: z.int().min(0),
        maxLength: z.int().min(0),
        format: z.enum(Object.keys(profileFormats) as ProfileFormat[]),
        enum: z.array(z.union([z.string(), z.number()])).min(1),
        pattern: z.string().refine(isPattern, { error: 'expected a regular expression' }),
        permission: z.enum(['READ_WRITE', 'READ_ONLY', 'HIDE']),
        default: z.string(),
      })
      .partial().shape,
)

/** The names of the properties whose rows have something. */
type Having<Rows, Has> = { [Name in keyof Rows]: Rows[Name] extends Has ? Name : never }[keyof Rows]
type Users = typeof userRows
type Required = Having<Users, { required: true }>
/** Required, whatever an administrator changes. */
type Always = Exclude<Required, Having<Users, { mayChange: 'required' }>>
type Shown = Exclude<Having<Users, { alwaysShown: true }>, Always>
type Strings<Name extends PropertyKey> = { readonly [Key in Name]: string }
type Nullable<Name extends PropertyKey> = { readonly [Key in Name]?: string | null }

/** Properties that an administrator added to the schema. */
interface Custom {
  readonly [property: string]: unknown
}

/**
 * A user's profile in a reply. Names, mobile phone and second e-mail address are always there, null when unset. The
 * other properties are left out when unset (interpretation: profile-null-properties).
 */
export type UserProfile = Strings<Always> & { readonly [Key in Shown]: string | null } & Partial<
    Strings<Exclude<keyof Users, Always | Shown>>
  > &
  Custom

/** A user's whole profile in a request. A missing property is not set. */
export type UserProfileInput = Strings<Required> & Nullable<Exclude<keyof Users, Required>> & Custom

/** Changes of a user's profile. A missing property stays, null unsets it. */
export type UserProfileChanges = Nullable<keyof Users> & Custom

type Imported = Having<typeof groupRows, { isImported: true }>

/** A group's profile in a reply (Groups, Profile). Imported groups may lack the description. */
export type GroupProfile = Strings<'name'> & Nullable<'description'> & Partial<Strings<Imported>> & Custom

/** A group's whole profile in a request. */
export type GroupProfileInput = Strings<'name'> & Nullable<'description'> & Custom

export const UserProfile = once(() => profile<UserProfile>('UserProfile'))
export const UserProfileInput = once(() => profile<UserProfileInput>('UserProfileInput'))
export const UserProfileChanges = once(() => profile<UserProfileChanges>('UserProfileChanges'))
export const GroupProfile = once(() => profile<GroupProfile>('GroupProfile'))
export const GroupProfileInput = once(() => profile<GroupProfileInput>('GroupProfileInput'))

/**
 * A profile passes unchanged. A record of zod would drop a property called `__proto__`, which must be refused like
 * every other undefined property.
 */
function profile<Profile>(id: string): z.ZodType<Profile, Profile> {
  return z
    .custom<Profile>(isObject, {
      ...ofIssue('form', { expected: 'an object' }),
      error: ({ input }) => (input === undefined ? mistakes.blank.says : 'expected an object'),
    })
    .meta({ id })
}
