import type { UserStatus } from '../../contract/user-lifecycle.ts'
import type { UserRecord } from '../../model/users/records.ts'
import type { ToldRecords } from '../../model/tables.ts'

/** Whether a change of a record is an event. `before` is undefined for a new record, `after` for one that is gone. */
type When<Kept> = (before: Kept | undefined, after: Kept | undefined) => boolean

type Rows<Name extends keyof ToldRecords> = Readonly<Record<string, When<ToldRecords[Name]>>>

const isNew = (before: unknown, after: unknown): boolean => before === undefined && after !== undefined
const isGone = (before: unknown, after: unknown): boolean => before !== undefined && after === undefined

/** The statuses in which a create may leave a user: it counts as a change from STAGED. */
const ofCreates: ReadonlySet<UserStatus> = new Set(['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED'])

/** Whether a user changed to a status; `from` limits the earlier statuses. */
function came(to: UserStatus, ...from: readonly UserStatus[]): When<UserRecord> {
  return (before, after) => {
    if (after?.status !== to || (!before && !ofCreates.has(to))) return false
    const { status } = before ?? { status: 'STAGED' }
    return status !== to && (from.length === 0 || from.includes(status))
  }
}

/** A record that stays has another value in one place. */
function other<Kept>(valueOf: (record: Kept) => unknown): When<Kept> {
  return (before, after) => before !== undefined && after !== undefined && valueOf(before) !== valueOf(after)
}

const others: readonly UserStatus[] = ['STAGED', 'PROVISIONED', 'DEPROVISIONED']

/**
 * Every event, by the part of the model that it is about. One change may be several: a password that is set in
 * a recovery also makes the user ACTIVE.
 */
export const eventTable = {
  users: {
    'user.created': isNew,
    'user.deleted': isGone,
    'user.staged': came('STAGED'),
    'user.provisioned': came('PROVISIONED'),
    'user.activated': came('ACTIVE', ...others),
    'user.unsuspended': came('ACTIVE', 'SUSPENDED'),
    'user.unlocked': came('ACTIVE', 'LOCKED_OUT'),
    'user.recovered': came('ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'),
    'user.recovery-started': came('RECOVERY'),
    'user.locked-out': came('LOCKED_OUT'),
    'user.password-expired': came('PASSWORD_EXPIRED'),
    'user.suspended': came('SUSPENDED'),
    'user.deactivated': came('DEPROVISIONED'),
    'user.transition-started': (before, after) =>
      after?.transitioningToStatus !== undefined &&
      before?.transitioningToStatus !== after.transitioningToStatus,
    'user.profile-updated': other(({ profile }) => profile),
    'user.password-changed': other(({ hidden }) => hidden.password),
    'user.recovery-question-changed': other(({ hidden }) => hidden.recovery),
    'user.factors-changed': other(({ hidden }) => hidden.factors),
    'user.block-changed': other(({ hidden }) => hidden.block),
    'user.provider-changed': other(({ provider }) => provider.type),
    'user.type-changed': other(({ type }) => type.id),
    'user.signed-in': other(({ lastLogin }) => lastLogin),
    'user.sign-in-failed': (before, after) =>
      after !== undefined && (after.hidden.failedSignIns ?? 0) > (before?.hidden.failedSignIns ?? 0),
  },
  groups: {
    'group.created': isNew,
    'group.updated': other(({ profile }) => profile),
    'group.deleted': isGone,
  },
  memberships: {
    'group.member-added': isNew,
    'group.member-removed': isGone,
  },
  rules: {
    'rule.created': isNew,
    'rule.updated': (before, after) =>
      before !== undefined && after !== undefined && before.status === after.status,
    'rule.activated': (before, after) => before?.status !== 'ACTIVE' && after?.status === 'ACTIVE',
    'rule.deactivated': (before, after) => before?.status === 'ACTIVE' && after?.status === 'INACTIVE',
    'rule.invalidated': (before, after) =>
      before !== undefined && after?.status === 'INVALID' && before.status !== 'INVALID',
    'rule.deleted': isGone,
  },
  apps: {
    'app.created': isNew,
    'app.updated': other((app) => app),
    'app.deleted': isGone,
  },
  appAssignments: {
    'app.assigned': isNew,
    'app.unassigned': isGone,
  },
  clients: {
    'client.created': isNew,
    'client.updated': other(({ settings }) => settings),
    'client.secret-changed': other(({ secret }) => secret),
    'client.status-changed': other(({ isActive }) => isActive),
    'client.deleted': isGone,
  },
  grants: {
    'grant.created': isNew,
    'grant.ended': (before, after) => before?.status === 'ACTIVE' && after?.status !== 'ACTIVE',
  },
  refreshTokens: {
    'refresh-token.issued': isNew,
    'refresh-token.revoked': (before, after) => before?.isRevoked === false && after?.isRevoked !== false,
  },
  accessTokens: {
    'access-token.issued': isNew,
    'access-token.ended': isGone,
  },
  sessions: {
    'session.opened': isNew,
    'session.ended': isGone,
  },
  apiTokens: {
    'api-token.created': isNew,
    'api-token.revoked': isGone,
  },
  mails: {
    'mail.sent': isNew,
  },
  organisation: {
    'organisation.replaced': isNew,
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
  const rows = eventTable[part as Part] as Readonly<Record<string, When<unknown>>> | undefined
  if (!rows) return []
  return Object.entries(rows).flatMap(([type, when]) => (when(before, after) ? [type as EventType] : []))
}
