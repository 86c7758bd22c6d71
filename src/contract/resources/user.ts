import { z } from 'zod'
import { profileMessages } from '../profile.ts'
import { transitioningStatuses, userStatuses } from '../user-lifecycle.ts'
import { Embedded, Links, readOnly, Timestamp } from './common.ts'
import { Credentials, CredentialsInput } from './credentials.ts'

/** The type of a user, which decides the schema of its profile (document 3, User). */
const UserType = z.looseObject({ id: z.string().min(1) }).meta({ id: 'UserType' })

/**
 * A profile as it travels; which properties it may have is up to the organisation's schema
 * (`profileSchema` parses it). It is let through as it is: a record of zod would drop a property that is
 * called `__proto__`, which is to be refused as any other that is not defined.
 */
export const ProfileInput = z
  .custom<Readonly<Record<string, unknown>>>(isObject, {
    error: ({ input }) => (input === undefined ? profileMessages.blank : 'Expected an object'),
  })
  .meta({ id: 'Profile' })

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A user (document 3, User). */
export const User = z
  .looseObject({
    id: readOnly(z.string()),
    status: readOnly(z.enum(userStatuses)),
    created: readOnly(Timestamp),
    activated: readOnly(Timestamp.nullable().optional()),
    statusChanged: readOnly(Timestamp.nullable()),
    lastLogin: readOnly(Timestamp.nullable()),
    lastUpdated: readOnly(Timestamp),
    passwordChanged: readOnly(Timestamp.nullable()),
    type: UserType,
    transitioningToStatus: readOnly(z.enum(transitioningStatuses).nullable().optional()),
    profile: ProfileInput,
    credentials: Credentials.optional(),
    _links: Links,
    _embedded: Embedded.optional(),
  })
  .meta({ id: 'User' })

/** The most groups a user can be created into (document 3, Limits). */
export const groupIdsMax = 20

/** What creates a user (document 3, POST /api/v1/users). Read-only members sent along are ignored. */
export const CreateUserInput = z
  .looseObject({
    profile: ProfileInput,
    credentials: CredentialsInput.nullish(),
    groupIds: z.array(z.string()).nullish(),
    type: UserType.nullish(),
  })
  .meta({ id: 'CreateUserInput' })

/** What replaces or updates a user (document 3, PUT and POST /api/v1/users/{userId}). */
export const UpdateUserInput = z
  .looseObject({
    profile: ProfileInput.nullish(),
    credentials: CredentialsInput.nullish(),
    type: UserType.nullish(),
  })
  .meta({ id: 'UpdateUserInput' })

/** What the current user may send of itself (document 3, POST /api/v1/users/me). */
export const UpdateCurrentUserInput = z
  .looseObject({ profile: ProfileInput })
  .meta({ id: 'UpdateCurrentUserInput' })

/** An application as a user sees it (document 3, App link). */
export const AppLink = z
  .looseObject({
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
  })
  .meta({ id: 'AppLink' })

/** Answer of operations that hand out an activation token instead of mailing it. */
export const ActivationToken = z
  .looseObject({ activationUrl: z.string(), activationToken: z.string() })
  .meta({ id: 'ActivationToken' })

/** Answer of operations that hand out a password reset URL instead of mailing it. */
export const ResetPasswordUrl = z
  .looseObject({ resetPasswordUrl: z.string() })
  .meta({ id: 'ResetPasswordUrl' })

/** Answer of expire_password with a temporary password. */
export const TemporaryPassword = z.looseObject({ tempPassword: z.string() }).meta({ id: 'TemporaryPassword' })
