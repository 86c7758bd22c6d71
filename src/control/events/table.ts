import type { UserStatus } from '../../contract/user-lifecycle.ts'
import type { UserRecord } from '../../model/users/records.ts'
import type { ToldRecords } from '../../model/tables.ts'

/** When a change of a record is an event of some type. */
interface EventRow<Kept> {
  /** For people. */
  readonly summary: string
  /** Whether a change is one; `before` is undefined for a new record, `after` for one that is gone. */
  readonly when: (before: Kept | undefined, after: Kept | undefined) => boolean
}

type Rows<Name extends keyof ToldRecords> = Readonly<Record<string, EventRow<ToldRecords[Name]>>>

const isNew = (before: unknown, after: unknown): boolean => before === undefined && after !== undefined
const isGone = (before: unknown, after: unknown): boolean => before !== undefined && after === undefined

/** The statuses in which a create may leave a user: it counts as a change from STAGED. */
const ofCreates: ReadonlySet<UserStatus> = new Set(['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED'])

/** Whether a user changed to a status; `from` limits the earlier statuses. */
function came(to: UserStatus, ...from: readonly UserStatus[]): EventRow<UserRecord>['when'] {
  return (before, after) => {
    if (after?.status !== to || (!before && !ofCreates.has(to))) return false
    const { status } = before ?? { status: 'STAGED' }
    return status !== to && (from.length === 0 || from.includes(status))
  }
}

/** A record that stays has another value in one place. */
function other<Kept>(valueOf: (record: Kept) => unknown): EventRow<Kept>['when'] {
  return (before, after) => before !== undefined && after !== undefined && valueOf(before) !== valueOf(after)
}

const others: readonly UserStatus[] = ['STAGED', 'PROVISIONED', 'DEPROVISIONED']

/**
 * Every event, by the part of the model that it is about. One change may be several: a password that is set in
 * a recovery also makes the user ACTIVE.
 */
export const eventTable = {
  users: {
    'user.created': { summary: 'A user was created', when: isNew },
    'user.deleted': { summary: 'A user was removed for good', when: isGone },
    'user.staged': { summary: 'A user became STAGED', when: came('STAGED') },
    'user.provisioned': { summary: 'A user became PROVISIONED', when: came('PROVISIONED') },
    'user.activated': {
      summary: 'A user became ACTIVE from STAGED, PROVISIONED or DEPROVISIONED',
      when: came('ACTIVE', ...others),
    },
    'user.unsuspended': { summary: 'A suspended user became ACTIVE', when: came('ACTIVE', 'SUSPENDED') },
    'user.unlocked': { summary: 'A locked-out user became ACTIVE', when: came('ACTIVE', 'LOCKED_OUT') },
    'user.recovered': {
      summary: 'A user in RECOVERY or PASSWORD_EXPIRED became ACTIVE',
      when: came('ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'),
    },
    'user.recovery-started': { summary: 'A user came into RECOVERY', when: came('RECOVERY') },
    'user.locked-out': { summary: 'A user was locked out', when: came('LOCKED_OUT') },
    'user.password-expired': { summary: "A user's password expired", when: came('PASSWORD_EXPIRED') },
    'user.suspended': { summary: 'A user was suspended', when: came('SUSPENDED') },
    'user.deactivated': { summary: 'A user became DEPROVISIONED', when: came('DEPROVISIONED') },
    'user.transition-started': {
      summary: 'An asynchronous transition of a user began',
      when: (before, after) =>
        after?.transitioningToStatus !== undefined &&
        before?.transitioningToStatus !== after.transitioningToStatus,
    },
    'user.profile-updated': { summary: "A user's profile changed", when: other(({ profile }) => profile) },
    'user.password-changed': {
      summary: "A user's password changed",
      when: other(({ hidden }) => hidden.password),
    },
    'user.recovery-question-changed': {
      summary: "A user's recovery question changed",
      when: other(({ hidden }) => hidden.recovery),
    },
    'user.factors-changed': {
      summary: 'A user was enrolled in factors or unenrolled',
      when: other(({ hidden }) => hidden.factors),
    },
    'user.block-changed': {
      summary: 'A user was blocked on devices or no longer is',
      when: other(({ hidden }) => hidden.block),
    },
    'user.provider-changed': {
      summary: 'Another provider holds the credentials of a user',
      when: other(({ provider }) => provider.type),
    },
    'user.type-changed': { summary: 'A user is of another user type', when: other(({ type }) => type.id) },
    'user.signed-in': { summary: 'A user signed in', when: other(({ lastLogin }) => lastLogin) },
    'user.sign-in-failed': {
      summary: 'A sign-in failed for a wrong password',
      when: (before, after) =>
        after !== undefined && (after.hidden.failedSignIns ?? 0) > (before?.hidden.failedSignIns ?? 0),
    },
  },
  groups: {
    'group.created': { summary: 'A group was created or imported', when: isNew },
    'group.updated': { summary: "A group's profile changed", when: other(({ profile }) => profile) },
    'group.deleted': { summary: 'A group was deleted', when: isGone },
  },
  memberships: {
    'group.member-added': { summary: 'A user came into a group', when: isNew },
    'group.member-removed': { summary: 'A user left a group', when: isGone },
  },
  rules: {
    'rule.created': { summary: 'A group rule was created', when: isNew },
    'rule.updated': {
      summary: 'A group rule was changed',
      when: (before, after) => before !== undefined && after !== undefined && before.status === after.status,
    },
    'rule.activated': {
      summary: 'A group rule was activated',
      when: (before, after) => before?.status !== 'ACTIVE' && after?.status === 'ACTIVE',
    },
    'rule.deactivated': {
      summary: 'A group rule was deactivated',
      when: (before, after) => before?.status === 'ACTIVE' && after?.status === 'INACTIVE',
    },
    'rule.invalidated': {
      summary: 'A group rule lost a group that it adds to',
      when: (before, after) =>
        before !== undefined && after?.status === 'INVALID' && before.status !== 'INVALID',
    },
    'rule.deleted': { summary: 'A group rule was deleted', when: isGone },
  },
  apps: {
    'app.created': { summary: 'An application was created', when: isNew },
    'app.updated': { summary: 'An application changed', when: other((app) => app) },
    'app.deleted': { summary: 'An application was deleted', when: isGone },
  },
  appAssignments: {
    'app.assigned': { summary: 'An application was assigned to a user or a group', when: isNew },
    'app.unassigned': { summary: 'An assignment of an application ended', when: isGone },
  },
  clients: {
    'client.created': { summary: 'A client was registered', when: isNew },
    'client.updated': {
      summary: 'The settings of a client changed',
      when: other(({ settings }) => settings),
    },
    'client.secret-changed': { summary: 'A client has a new secret', when: other(({ secret }) => secret) },
    'client.status-changed': {
      summary: 'A client was activated or deactivated',
      when: other(({ isActive }) => isActive),
    },
    'client.deleted': { summary: 'A client was deleted', when: isGone },
  },
  grants: {
    'grant.created': { summary: 'A user consented to a scope for a client', when: isNew },
    'grant.ended': {
      summary: 'A grant was revoked or ended',
      when: (before, after) => before?.status === 'ACTIVE' && after?.status !== 'ACTIVE',
    },
  },
  refreshTokens: {
    'refresh-token.issued': { summary: 'A refresh token was issued', when: isNew },
    'refresh-token.revoked': {
      summary: 'A refresh token was revoked',
      when: (before, after) => before?.isRevoked === false && after?.isRevoked !== false,
    },
  },
  accessTokens: {
    'access-token.issued': { summary: 'An access token was issued', when: isNew },
    'access-token.ended': { summary: 'An access token was revoked or swept', when: isGone },
  },
  sessions: {
    'session.opened': { summary: 'A session was opened', when: isNew },
    'session.ended': { summary: 'A session was ended', when: isGone },
  },
  apiTokens: {
    'api-token.created': { summary: 'An API token was created', when: isNew },
    'api-token.revoked': { summary: 'An API token was revoked', when: isGone },
  },
  mails: {
    'mail.sent': { summary: 'The service would have sent a mail', when: isNew },
  },
  organisation: {
    'organisation.replaced': {
      summary: 'Reset, a snapshot or an imported state replaced all records; `listEvents` does not list it',
      when: isNew,
    },
  },
} as const satisfies { readonly [Name in keyof ToldRecords]?: Rows<Name> }

type Table = typeof eventTable

/** The names under which tables show changes that are events. */
export type Part = keyof Table

/** The type of an event: `user.suspended`. */
export type EventType = { [Name in Part]: keyof Table[Name] }[Part]

/** The part of the model that an event of some type is about. */
export type PartOf<Type extends EventType> = {
  [Name in Part]: Type extends keyof Table[Name] ? Name : never
}[Part]

/** Every type of event, in the order of the table. */
export const eventTypes = Object.values(eventTable).flatMap((rows) =>
  Object.keys(rows),
) as readonly EventType[]

/** The types of event that a change is. */
export function typesOf(part: string, before: unknown, after: unknown): readonly EventType[] {
  const rows = eventTable[part as Part] as Readonly<Record<string, EventRow<unknown>>> | undefined
  if (!rows) return []
  return Object.entries(rows).flatMap(([type, { when }]) => (when(before, after) ? [type as EventType] : []))
}
