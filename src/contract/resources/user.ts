import { z } from 'zod'
import { once } from '../once.ts'
import { transitioningStatuses, userStatuses } from '../user-lifecycle.ts'
import { found, foundIn, Link, named, nullByDocuments, readOnly, Timestamp } from './common.ts'
import { Credentials, CredentialsInput } from './credentials.ts'
import { foundInProfiles, UserProfile, UserProfileChanges, UserProfileInput } from './profiles.ts'

/** The type of a user, which decides the schema of its profile (Users, User). */
const UserType = named('UserType', () => ({
  id: found(z.string().min(1), { search: 'string' }),
}))

const link = once(() => Link().optional())

/** The links to the operations on a user (Users, User links). */
const UserLinks = once(() =>
  z
    .object({
      self: Link(),
      activate: link(),
      reactivate: link(),
      deactivate: link(),
      suspend: link(),
      unsuspend: link(),
      unlock: link(),
      resetPassword: link(),
      expirePassword: link(),
      resetFactors: link(),
      forgotPassword: link(),
      changePassword: link(),
      changeRecoveryQuestion: link(),
      delete: link(),
      schema: link(),
      type: link(),
    })
    // Optional, as the named ones are: declarations want each property to fit the index signature.
    .catchall(link())
    .meta({ id: 'UserLinks', readOnly: true }),
)

/** Why a user cannot sign in from some devices (Users, User Block). */
const UserBlock = named('UserBlock', () => ({
  type: z.literal('DEVICE_BASED'),
  appliesTo: z.enum(['ANY_DEVICES', 'UNKNOWN_DEVICES']),
}))

/** A user (Users, User). */
export const User = named('User', () => ({
  id: found(readOnly(z.string()), { search: 'string', filter: ['eq'] }),
  status: found(readOnly(z.enum(userStatuses)), { search: 'string', filter: ['eq'], values: userStatuses }),
  created: found(readOnly(Timestamp()), { search: 'timestamp' }),
  // Null with an option of the organisation, and never by the API description (interpretation: activated-unset).
  activated: found(readOnly(Timestamp().nullable().optional()).meta({ neverNull: true }), {
    search: 'timestamp',
  }),
  statusChanged: found(readOnly(Timestamp().nullable()), { search: 'timestamp' }),
  lastLogin: readOnly(Timestamp().nullable()),
  lastUpdated: found(readOnly(Timestamp()), {
    search: 'timestamp',
    filter: ['eq', 'gt', 'ge', 'lt', 'le'],
  }),
  passwordChanged: readOnly(Timestamp().nullable()),
  type: UserType(),
  transitioningToStatus: readOnly(z.enum(transitioningStatuses).nullable().optional()),
  profile: UserProfile(),
  credentials: Credentials().optional(),
  _links: nullByDocuments(UserLinks()),
  _embedded: readOnly(nullByDocuments(z.looseObject({ block: UserBlock().nullish() })).optional()),
}))

/** The fields by which lists of users are searched and filtered (Users, Search and Filter). */
export const userQueries = once(() => [...foundIn(User()), ...foundInProfiles('user')])

/** The most groups a user can be created into (Users, Limits). */
export const groupIdsMax = 20

/** The body that creates a user (Users, POST /api/v1/users). Read-only members are ignored. */
export const CreateUserInput = named('CreateUserInput', () => ({
  profile: UserProfileInput(),
  credentials: CredentialsInput().nullish(),
  groupIds: z.array(z.string()).meta({ maxItems: groupIdsMax }).nullish(),
  type: UserType().nullish(),
}))

/** The body that replaces a user. Missing properties of the profile are removed (Users, PUT). */
export const ReplaceUserInput = named('ReplaceUserInput', () => ({
  profile: UserProfileInput().nullish(),
  credentials: CredentialsInput().nullish(),
  type: UserType().nullish(),
}))

/** The body that updates a user. Missing properties of the profile stay (Users, POST). */
export const UpdateUserInput = named('UpdateUserInput', () => ({
  profile: UserProfileChanges().nullish(),
  credentials: CredentialsInput().nullish(),
  type: UserType().nullish(),
}))

/** The body with which the current user updates itself (Users, POST /api/v1/users/me). */
export const UpdateCurrentUserInput = named('UpdateCurrentUserInput', () => ({
  profile: UserProfileChanges(),
}))

/** An application as a user sees it (Users, App link). */
export const AppLink = named('AppLink', () => ({
  id: z.string(),
  label: z.string(),
  linkUrl: z.string(),
  logoUrl: z.string(),
  appName: z.string(),
  appInstanceId: z.string(),
  appAssignmentId: z.string(),
  credentialsSetup: z.boolean(),
  hidden: z.boolean(),
  sortOrder: z.number(),
}))

/** Answer of operations that hand out an activation token instead of mailing it. */
export const ActivationToken = named('ActivationToken', () => ({
  activationUrl: z.string(),
  activationToken: z.string(),
}))

/** Answer of operations that hand out a password reset URL instead of mailing it. */
export const ResetPasswordUrl = named('ResetPasswordUrl', () => ({ resetPasswordUrl: z.string() }))

/** Answer of expire_password with a temporary password. */
export const TemporaryPassword = named('TemporaryPassword', () => ({ tempPassword: z.string() }))
