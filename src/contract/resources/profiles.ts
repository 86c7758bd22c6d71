import { z } from 'zod'
import { once } from '../once.ts'
import { mistakes, ofIssue } from '../errors/mistakes.ts'

/**
 * Profiles in requests and replies. The organisation's schema decides which properties they may have (`profileReader`
 * reads them). The types name those that every organisation has, and allow custom ones.
 */

/** The default properties of a user's profile (Users, Profile). */
export interface UserProfileProperties {
  /** Username, formatted as an e-mail address unless an administrator lifts that; 5 to 100 characters, unique. */
  readonly login: string
  /** Primary e-mail address; 5 to 100 characters. */
  readonly email: string
  /** Secondary e-mail address, for recovery; 5 to 100 characters. */
  readonly secondEmail: string
  /** Given name; 1 to 50 characters. */
  readonly firstName: string
  /** Family name; 1 to 50 characters. */
  readonly lastName: string
  readonly middleName: string
  /** Such as `Dr.`. */
  readonly honorificPrefix: string
  /** Such as `PhD`. */
  readonly honorificSuffix: string
  /** Job title. */
  readonly title: string
  readonly displayName: string
  readonly nickName: string
  /** URL of the person's page. */
  readonly profileUrl: string
  /** At most 100 characters. */
  readonly primaryPhone: string
  /** At most 100 characters. */
  readonly mobilePhone: string
  readonly streetAddress: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  readonly postalAddress: string
  /** ISO 3166-1 alpha-2 code, such as `US`. */
  readonly countryCode: string
  /** As in an `Accept-Language` header, such as `en-US`. */
  readonly preferredLanguage: string
  /** Language, underscore and country: `en_US`. */
  readonly locale: string
  /** IANA time zone name, such as `Europe/Berlin`. */
  readonly timezone: string
  readonly userType: string
  readonly employeeNumber: string
  readonly costCenter: string
  readonly organization: string
  readonly division: string
  readonly department: string
  /** Id of the person's manager. */
  readonly managerId: string
  /** Display name of the person's manager. */
  readonly manager: string
}

/** Properties that an administrator added to the schema. */
interface Custom {
  readonly [property: string]: unknown
}

type Nullable<Type> = { readonly [Key in keyof Type]: Type[Key] | null }
type Required = 'login' | 'email'
type Shown = 'firstName' | 'lastName' | 'mobilePhone' | 'secondEmail'

/**
 * A user's profile in a reply. Names, mobile phone and second e-mail address are always there, null when unset. The
 * other properties are left out when unset (interpretation: profile-null-properties).
 */
export type UserProfile = Pick<UserProfileProperties, Required> &
  Nullable<Pick<UserProfileProperties, Shown>> &
  Partial<Omit<UserProfileProperties, Required | Shown>> &
  Custom

/** A user's whole profile in a request. A missing property is not set. */
export type UserProfileInput = Pick<UserProfileProperties, Required | 'firstName' | 'lastName'> &
  Nullable<Partial<Omit<UserProfileProperties, Required | 'firstName' | 'lastName'>>> &
  Custom

/** Changes of a user's profile. A missing property stays, null unsets it. */
export type UserProfileChanges = Nullable<Partial<UserProfileProperties>> & Custom

/** A group's profile in a reply (Groups, Profile). */
export type GroupProfile = {
  readonly name: string
  /** Null when unset; imported groups may lack it. */
  readonly description?: string | null
  /** Distinguished name; imported directory groups have it, as the properties below. */
  readonly dn?: string
  /** Base-64 GUID. */
  readonly externalId?: string
  /** Name from before Windows 2000. */
  readonly samAccountName?: string
  /** Fully qualified name. */
  readonly directoryDomainQualifiedName?: string
  readonly groupType?: string
  readonly objectSid?: string
  readonly groupScope?: string
} & Custom

/** A group's whole profile in a request. */
export type GroupProfileInput = {
  /** 1 to 255 characters. */
  readonly name: string
  /** At most 1024 characters. */
  readonly description?: string | null
} & Custom

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

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
