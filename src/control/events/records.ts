import type { SentMail } from '../../model/users/outbox.ts'
import type { AppRecord } from '../../contract/resources/app.ts'
import type { AppAssignment } from '../../model/groups/app-record.ts'
import type { MembershipRecord } from '../../model/groups/membership-changes.ts'
import type { GroupRule } from '../../contract/resources/group-rule.ts'
import type { ClientRecord } from '../../model/oauth/clients.ts'
import type { GrantRecord } from '../../contract/resources/grant.ts'
import type { GroupRecord } from '../../model/groups/group-record.ts'
import type { HiddenUserState, UserRecord } from '../../model/users/records.ts'
import type { AccessTokenRecord, ApiToken, RefreshTokenRecord, Session } from '../../model/tokens/records.ts'

/** The records of an organisation, by the part of the model that keeps them. */
export interface KeptRecords {
  readonly users: UserRecord
  readonly groups: GroupRecord
  readonly memberships: MembershipRecord
  readonly rules: GroupRule
  readonly apps: AppRecord
  readonly appAssignments: AppAssignment
  readonly clients: ClientRecord
  readonly grants: GrantRecord
  readonly refreshTokens: RefreshTokenRecord
  readonly accessTokens: AccessTokenRecord
  readonly sessions: Session
  readonly apiTokens: ApiToken
  readonly mails: SentMail
  /** The whole state at once. */
  readonly organisation: object
}

/** A part of the model whose changes cause events. */
export type Part = keyof KeptRecords

/** How events show one kind of record: never with a secret. */
export interface RecordKind<Kept> {
  /** Its name in events. */
  readonly kind: string
  /** Its name for people. */
  readonly label: (record: Kept) => string
  /** The record without its secrets, as JSON can carry it. */
  readonly shown: (record: Kept) => Readonly<Record<string, unknown>>
}

export const recordKinds: { readonly [Name in Part]: RecordKind<KeptRecords[Name]> } = {
  users: {
    kind: 'user',
    label: ({ profile }) => String(profile['login']),
    shown: ({ hidden, ...user }) => ({ ...user, ...shownHidden(hidden) }),
  },
  groups: {
    kind: 'group',
    label: ({ profile }) => String(profile['name']),
    shown: (group) => ({ ...group }),
  },
  memberships: {
    kind: 'membership',
    label: ({ groupId, userId }) => `${userId} in ${groupId}`,
    shown: (membership) => ({ ...membership }),
  },
  rules: { kind: 'rule', label: ({ name }) => name, shown: (rule) => ({ ...rule }) },
  apps: { kind: 'app', label: ({ label }) => label, shown: (app) => ({ ...app }) },
  appAssignments: {
    kind: 'app-assignment',
    label: ({ appId, target }) => `${appId} for ${target.kind} ${target.id}`,
    shown: (assignment) => ({ ...assignment }),
  },
  clients: {
    kind: 'client',
    label: ({ settings }) => settings.client_name,
    shown: ({ secret, ...client }) => ({ ...client, hasSecret: secret !== undefined }),
  },
  grants: { kind: 'grant', label: ({ id }) => id, shown: (grant) => ({ ...grant }) },
  refreshTokens: { kind: 'refresh-token', label: ({ id }) => id, shown: withoutValue },
  accessTokens: { kind: 'access-token', label: ({ id }) => id, shown: withoutValue },
  sessions: {
    kind: 'session',
    label: ({ id }) => id,
    shown: ({ id, userId, created, expiresAt }) => ({ id, userId, created, expiresAt }),
  },
  apiTokens: { kind: 'api-token', label: ({ name, id }) => name ?? id, shown: withoutValue },
  mails: {
    kind: 'mail',
    label: ({ kind, to }) => `${kind} to ${to}`,
    shown: ({ number, kind, to, userId, subject, sentAt }) => ({ number, kind, to, userId, subject, sentAt }),
  },
  organisation: { kind: 'organisation', label: () => 'organisation', shown: () => ({}) },
}

/** The secret of a token, and what its other fields say already. */
const notShown: ReadonlySet<string> = new Set(['kind', 'value', 'scopes'])

function withoutValue(token: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(token).filter(([name]) => !notShown.has(name)))
}

/** The hidden state of a user without its secrets. */
function shownHidden(hidden: HiddenUserState): Readonly<Record<string, unknown>> {
  const { password, passwordExpired, recovery, factors, block, devices, failedSignIns, pendingEmails } =
    hidden
  return {
    hasPassword: password !== undefined,
    ...(passwordExpired ? { passwordExpired } : {}),
    ...(recovery ? { recoveryQuestion: recovery.question } : {}),
    ...(factors ? { factors } : {}),
    ...(block ? { block } : {}),
    ...(devices ? { devices: devices.length } : {}),
    ...(failedSignIns ? { failedSignIns } : {}),
    ...(pendingEmails ? { pendingEmails } : {}),
  }
}
