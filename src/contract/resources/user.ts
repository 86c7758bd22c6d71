import { z } from 'zod'
import { once } from '../once.ts'
import { transitioningStatuses, userStatuses } from '../user-lifecycle.ts'
import {
  type FieldRows,
  foundIn,
  Link,
  madeNow,
  newId,
  nullByDocuments,
  resource,
  Timestamp,
} from './common.ts'
import { Credentials, CredentialsInput } from './credentials.ts'
import { foundInProfiles, UserProfile, UserProfileChanges, UserProfileInput } from './profiles.ts'

/** The type of a user, which decides the schema of its profile (Users, User). */
const UserType = resource('UserType', 'Type of a user, which decides the schema of its profile.', {
  id: () => z.string().min(1),
})

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
    .meta({
      id: 'UserLinks',
      description: 'The operations that the status of a user allows. Lists have `self` alone.',
      readOnly: true,
    }),
)

/** Why a user cannot sign in from some devices (Users, User Block). */
const UserBlock = resource('UserBlock', 'From which devices a user cannot sign in.', {
  type: () => z.literal('DEVICE_BASED'),
  appliesTo: () => z.enum(['ANY_DEVICES', 'UNKNOWN_DEVICES']),
})

const writer = 'service'
const moment = { schema: Timestamp, writer, queries: { search: 'timestamp' } } as const
const momentOrNull = { schema: () => Timestamp().nullable(), writer } as const

export const userRows = {
  id: { schema: z.string, writer, seed: newId, queries: { search: 'string', filter: ['eq'] } },
  status: {
    schema: () => z.enum(userStatuses),
    writer,
    seed: 'Default: ACTIVE with a password or an outside provider, else PROVISIONED',
    queries: { search: 'string', filter: ['eq'], values: userStatuses },
  },
  created: { ...moment, seed: madeNow },
  // Null with an option of the organisation, and never by the API description (interpretation: activated-unset).
  activated: {
    ...moment,
    says: 'When the user became ACTIVE.',
    seed: 'Time of the first activation. Default: as its status requires',
    schema: () => Timestamp().nullable().optional().meta({ neverNull: true }),
  },
  statusChanged: {
    ...moment,
    ...momentOrNull,
    says: 'When the status last changed.',
    seed: 'Time of the last change of the status. Default: `created`',
  },
  lastLogin: {
    ...momentOrNull,
    says: 'When the user last signed in.',
    seed: 'Time of the last sign-in. Needs a password or a provider',
  },
  lastUpdated: {
    ...moment,
    seed: 'Time of the last change of profile or status. Default: as its status requires',
    queries: { search: 'timestamp', filter: ['eq', 'gt', 'ge', 'lt', 'le'] },
  },
  passwordChanged: {
    ...momentOrNull,
    says: 'When the password was last set.',
    seed: 'Time of the last change of the password. Default: as its status requires',
  },
  type: { schema: UserType, queries: { id: { search: 'string' } } },
  transitioningToStatus: {
    schema: () => z.enum(transitioningStatuses).nullable().optional(),
    says: 'Where a transition that is under way leads.',
    writer,
  },
  profile: UserProfile,
  credentials: () => Credentials().optional(),
  _links: () => nullByDocuments(UserLinks()),
  _embedded: {
    schema: () => nullByDocuments(z.looseObject({ block: UserBlock().nullish() })).optional(),
    writer,
  },
} as const satisfies FieldRows

/** A user (Users, User). */
export const User = resource('User', 'A user.', userRows)

/** The fields by which lists of users are searched and filtered (Users, Search and Filter). */
export const userQueries = once(() => [...foundIn(userRows), ...foundInProfiles('user')])

/** The most groups a user can be created into (Users, Limits). */
export const groupIdsMax = 20

const credentials = () => CredentialsInput().nullish()
const type = () => UserType().nullish()

/** The body that creates a user (Users, POST /api/v1/users). Read-only members are ignored. */
export const CreateUserInput = resource(
  'CreateUserInput',
  'A user to be created. Read-only properties sent along are ignored.',
  {
    profile: UserProfileInput,
    credentials,
    groupIds: {
      schema: () => z.array(z.string()).meta({ maxItems: groupIdsMax }).nullish(),
      says: 'Groups to be created into.',
    },
    type,
  },
)

/** The body that replaces a user. Missing properties of the profile are removed (Users, PUT). */
export const ReplaceUserInput = resource(
  'ReplaceUserInput',
  'A user, whole: properties of the profile that are not sent are removed.',
  {
    profile: () => UserProfileInput().nullish(),
    credentials,
    type,
  },
)

/** The body that updates a user. Missing properties of the profile stay (Users, POST). */
export const UpdateUserInput = resource('UpdateUserInput', 'Changes to a user: what is not sent stays.', {
  profile: () => UserProfileChanges().nullish(),
  credentials,
  type,
})

/** The body with which the current user updates itself (Users, POST /api/v1/users/me). */
export const UpdateCurrentUserInput = resource(
  'UpdateCurrentUserInput',
  "Changes to the current user's own profile.",
  { profile: UserProfileChanges },
)

/** An application as a user sees it (Users, App link). */
export const AppLink = resource('AppLink', 'An application as a user sees it.', {
  id: z.string,
  label: z.string,
  linkUrl: z.string,
  logoUrl: z.string,
  appName: z.string,
  appInstanceId: z.string,
  appAssignmentId: z.string,
  credentialsSetup: z.boolean,
  hidden: z.boolean,
  sortOrder: z.number,
})

/** Fields of replies that give access to a user, where the caller asked for them instead of a mail. */
export const handedOutRows = {
  activationUrl: { schema: z.string, secret: 'link' },
  activationToken: { schema: z.string, secret: 'token' },
  resetPasswordUrl: { schema: z.string, secret: 'link' },
  tempPassword: { schema: z.string, secret: 'password' },
} as const satisfies FieldRows

const { activationUrl, activationToken, resetPasswordUrl, tempPassword } = handedOutRows

/** Answer of operations that hand out an activation token instead of mailing it. */
export const ActivationToken = resource(
  'ActivationToken',
  'An activation link handed out instead of mailed.',
  { activationUrl, activationToken },
)

/** Answer of operations that hand out a password reset URL instead of mailing it. */
export const ResetPasswordUrl = resource(
  'ResetPasswordUrl',
  'A password reset link handed out instead of mailed.',
  { resetPasswordUrl },
)

/** Answer of expire_password with a temporary password. */
export const TemporaryPassword = resource('TemporaryPassword', 'A password to sign in with once.', {
  tempPassword,
})
