import type { GroupRecord } from './groups/group-record.ts'
import type { AuthorizationEnd } from './oauth/authorization-servers.ts'
import type { ClientRecord } from './oauth/clients.ts'
import type { GrantRecord } from './oauth/grants.ts'
import type { OrgParts } from './org-parts.ts'
import type { UserRecord } from './users/records.ts'

/** The reaction of one part to a change, and the reason for its place in the order. */
interface Reaction<Change extends readonly unknown[]> {
  readonly part: keyof OrgParts
  readonly because: string
  readonly run: (parts: OrgParts, ...change: Change) => void
}

type UserChange = [before: UserRecord | undefined, after: UserRecord | undefined, sequence: number]
type GroupChange = [before: GroupRecord, after: GroupRecord | undefined]
type ClientChange = [before: ClientRecord | undefined, after: ClientRecord | undefined]

/**
 * The reactions to each change, in order. They all run within the write, so that a caller never sees a partial
 * change.
 */
export const reactions: {
  readonly users: readonly Reaction<UserChange>[]
  readonly groups: readonly Reaction<GroupChange>[]
  readonly clients: readonly Reaction<ClientChange>[]
  readonly revokedTokens: readonly Reaction<[userId: string]>[]
  readonly authorizationServers: readonly Reaction<[ended: AuthorizationEnd]>[]
  readonly grants: readonly Reaction<[ended: GrantRecord]>[]
} = {
  users: [
    {
      part: 'memberships',
      because: 'First, so that whatever counts or lists members next finds nobody who is gone',
      run({ memberships }, before, after, sequence) {
        if (before && after) return
        if (before && !after) memberships.dropUser(sequence, before.id)
        memberships.touchEveryone()
      },
    },
    {
      part: 'rules',
      because: 'Before the rules run: a plan must not except a user who is gone',
      run({ rules }, before, after) {
        if (before && !after) rules.forgetUser(before.id)
      },
    },
    {
      part: 'ruleEngine',
      because: 'After memberships and exceptions are right, which rules read',
      run({ ruleEngine }, before, after, sequence) {
        if (after) ruleEngine.userChanged(before, after, sequence)
      },
    },
    {
      part: 'lifecycle',
      because: 'Sessions and one-time links end before the tokens that could open new ones',
      run({ lifecycle }, before, after) {
        lifecycle.tidy(before, after)
      },
    },
    {
      part: 'access',
      because: 'The tokens of callers end before the consents that they were issued under',
      run({ access }, before, after) {
        if (before && isOut(after)) access.endTokensOfUser(before.id)
      },
    },
    {
      part: 'apps',
      because: 'Assignments go with a user; nothing below reads them',
      run({ apps }, before, after) {
        if (before) apps.userChanged(before, after)
      },
    },
    {
      part: 'consentEnds',
      because: 'Last: ended grants are shown with the user as it is by then',
      run({ consentEnds }, before, after) {
        if (before && isOut(after)) consentEnds.end('user', before.id, !after)
      },
    },
  ],
  groups: [
    {
      part: 'apps',
      because: 'Before the rules run, which is the last that a removal causes',
      run({ apps }, before, after) {
        if (!after) apps.forgetGroup(before.id)
      },
    },
    {
      part: 'rules',
      because: 'Members leave, rules that add to the group become INVALID, and those that read it run again',
      run({ rules }, before, after) {
        if (!after) rules.forgetGroup(before.id)
        else if (before.profile.name !== after.profile.name) rules.groupRenamed(after.id)
      },
    },
  ],
  clients: [
    {
      part: 'access',
      because: 'The tokens of callers end before the consents that they were issued under',
      run({ access }, before, after) {
        if (before && !after?.isActive) access.endTokensOfClient(before.id)
      },
    },
    {
      part: 'apps',
      because: 'A client is an application too: its assignments go with it',
      run({ apps }, before, after) {
        if (before && !after) apps.forgetApp(before.id)
      },
    },
    {
      part: 'consentEnds',
      because: 'Last: ended grants are shown with the client as it is by then',
      run({ consentEnds }, before, after) {
        if (before && !after?.isActive) consentEnds.end('client', before.id, !after)
      },
    },
  ],
  revokedTokens: [
    {
      part: 'principals',
      because: 'The tokens of callers end before the refresh tokens that could replace them',
      run({ principals }, userId) {
        principals.removeAccessTokens((token) => token.userId === userId)
      },
    },
    {
      part: 'consentEnds',
      because: 'Codes and refresh tokens, and the access tokens that came from them',
      run({ consentEnds }, userId) {
        consentEnds.revokeTokensOf(userId)
      },
    },
  ],
  authorizationServers: [
    {
      part: 'consentEnds',
      because: 'Grants and tokens end with the server or the scope that they are about',
      run({ consentEnds }, { kind, id, isDeleted }) {
        consentEnds.end(kind, id, isDeleted)
      },
    },
  ],
  grants: [
    {
      part: 'consentEnds',
      because: 'The tokens that were issued on a consent end with it',
      run({ consentEnds }, grant) {
        consentEnds.endUnder(grant)
      },
    },
  ],
}

/** Makes the parts react to changes from now on. */
export function react(parts: OrgParts): void {
  const told =
    <Change extends readonly unknown[]>(list: readonly Reaction<Change>[]) =>
    (...change: Change): void => {
      for (const { run } of list) run(parts, ...change)
    }
  parts.users.onChange = told(reactions.users)
  parts.groups.onChange = told(reactions.groups)
  parts.clients.onChange = told(reactions.clients)
  parts.sessions.onRevokeTokens = told(reactions.revokedTokens)
  parts.authorizationServers.onEnd = told(reactions.authorizationServers)
  parts.grants.onEnd = told(reactions.grants)
}

/** Whether a user is removed or deactivated. */
function isOut(after: UserRecord | undefined): boolean {
  return !after || after.status === 'DEPROVISIONED'
}
