import type { GroupRecord } from './groups/groups.ts'
import type { AuthorizationServerRecord, ScopeRecord } from './oauth/authorization-server-records.ts'
import type { ClientRecord } from './oauth/clients.ts'
import type { GrantRecord } from '../contract/resources/grant.ts'
import type { Uses } from './kernel/org-service.ts'
import { isShutOut, type UserRecord } from './users/records.ts'

/** The services that react to changes. */
type Parts = Uses<
  | 'apps'
  | 'changes'
  | 'ends'
  | 'groups'
  | 'lifecycle'
  | 'memberships'
  | 'ruleEngine'
  | 'rules'
  | 'settings'
  | 'users'
>

/** The reaction of one part to a change of a table, and the reason for its place in the order. */
interface Reaction<T> {
  readonly part: keyof Parts
  readonly because: string
  /** `before` is undefined for a new record, `after` for one that is gone. */
  readonly run: (parts: Parts, before: T | undefined, after: T | undefined, sequence: number) => void
}

/**
 * The reactions to each change, in order, by table. They all run within the write, so that a caller never sees a
 * partial change.
 */
export const reactions: {
  readonly users: readonly Reaction<UserRecord>[]
  readonly groups: readonly Reaction<GroupRecord>[]
  readonly clients: readonly Reaction<ClientRecord>[]
  readonly authorizationServers: readonly Reaction<AuthorizationServerRecord>[]
  readonly scopes: readonly Reaction<ScopeRecord>[]
  readonly grants: readonly Reaction<GrantRecord>[]
} = {
  users: [
    {
      part: 'users',
      because: 'First: with a search lag, searches go on to find the user as it was',
      run({ users, settings }, before, after, sequence) {
        if (settings.delays.search > 0) users.lag.note(before, after, sequence)
      },
    },
    {
      part: 'memberships',
      because: 'Before the rest, so that whatever counts or lists members next finds nobody who is gone',
      run({ memberships }, before, after, sequence) {
        if (before && !after) memberships.dropUser(sequence, before.id)
      },
    },
    {
      part: 'groups',
      because: 'With the members: the everyone group has one more or less',
      run({ groups }, before, after) {
        if (!before || !after) groups.touchMembership(groups.everyoneId)
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
      run({ ruleEngine, rules }, before, after, sequence) {
        if (after && rules.collection.size > 0) ruleEngine.userChanged(before, after, sequence)
      },
    },
    {
      part: 'lifecycle',
      because: 'A user who is removed is on the way to no status',
      run({ lifecycle }, before, after) {
        if (before && !after) lifecycle.transitions.drop(before.id)
      },
    },
    {
      part: 'ends',
      because: 'Sessions and one-time links end before the tokens that could open new ones',
      run({ ends }, before, after) {
        if (before && before.status !== after?.status && isShutOut(after)) ends.end('shutOut', before.id)
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
      part: 'ends',
      because: 'Last: ended grants are shown with the user as it is by then',
      run({ ends }, before, after) {
        if (before && isOut(after)) ends.end('user', before.id, { isDeleted: !after })
      },
    },
  ],
  groups: [
    {
      part: 'groups',
      because: 'First: with a search lag, searches go on to find the group as it was',
      run({ groups, settings }, before, after, sequence) {
        if (settings.delays.search > 0) groups.lag.note(before, after, sequence)
      },
    },
    {
      part: 'memberships',
      because: 'Before the rules run: what they add leads to the groups of now',
      run({ memberships }, before, after) {
        if (!before || !after) memberships.forgetSteps()
      },
    },
    {
      part: 'apps',
      because: 'Before the rules run, which is the last that a removal causes',
      run({ apps }, before, after) {
        if (before && !after) apps.forgetGroup(before.id)
      },
    },
    {
      part: 'rules',
      because: 'Members leave, rules that add to the group become INVALID, and those that read it run again',
      run({ rules }, before, after) {
        if (before && !after) rules.forgetGroup(before.id)
        else if (before && before.profile.name !== after?.profile.name) rules.groupRenamed(before.id)
      },
    },
  ],
  clients: [
    {
      part: 'apps',
      because: 'A client is an application too: its assignments go with it',
      run({ apps }, before, after) {
        if (before && !after) apps.forgetApp(before.id)
      },
    },
    {
      part: 'ends',
      because: 'Last: ended grants are shown with the client as it is by then',
      run: endWith('client'),
    },
  ],
  authorizationServers: [
    {
      part: 'ends',
      because: 'Grants and tokens end with the server that they are about',
      run: endWith('authorizationServer'),
    },
  ],
  scopes: [
    {
      part: 'ends',
      because: 'Grants and tokens end with the scope that they are about',
      run: endWith('scope'),
    },
  ],
  grants: [
    {
      part: 'ends',
      because: 'The tokens that were issued on a consent end with it',
      run({ ends }, before, after) {
        if (before?.status === 'ACTIVE' && after && after.status !== 'ACTIVE') ends.endUnder(after)
      },
    },
  ],
}

/** Makes the parts react to changes from now on. */
export function react(parts: Parts): void {
  for (const [name, list] of Object.entries<readonly Reaction<never>[]>(reactions)) {
    parts.changes.listenTo({ name }, ({ place, before, after }) => {
      for (const { run } of list) run(parts, before as never, after as never, Number(place))
    })
  }
}

/** Ends tokens and grants with the record that they are about, once it is inactive or gone. */
function endWith(
  cause: 'client' | 'authorizationServer' | 'scope',
): Reaction<{ readonly id: string; readonly isActive: boolean }>['run'] {
  return ({ ends }, before, after) => {
    if (before && !after?.isActive) ends.end(cause, before.id, { isDeleted: !after })
  }
}

/** Whether a user is removed or deactivated. */
function isOut(after: UserRecord | undefined): boolean {
  return !after || after.status === 'DEPROVISIONED'
}
