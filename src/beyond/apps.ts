import { refuse } from '../contract/errors/refusal.ts'
import type { Reply } from '../handlers/wire.ts'
import type { AppRecord } from '../contract/resources/app.ts'
import type { AppAssignment } from '../model/groups/app-record.ts'
import type { GroupRecord } from '../model/groups/group-record.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { Org } from '../model/org.ts'
import { type BeyondHandlers, sliced } from './handler.ts'

export const apps = {
  listApplications({ query }, org, call) {
    const all = [
      ...org.apps.collection.values(),
      ...org.clients.collection.values().map(({ id }) => org.apps.resolve(id)),
    ]
    const { q } = query
    const found = q === undefined ? all : all.filter(({ label }) => startsWith(label, q))
    return sliced(call, query, found, (app) => call.views.apps.of(app))
  },
  getApplication: ({ params }, org, { views }) => ok(views.apps.of(org.apps.resolve(params.appId))),

  listApplicationUsers({ params, query }, org, call) {
    const app = org.apps.resolve(params.appId)
    return sliced(call, query, usersOf(org, app), (each) => shownUser(org, app, each))
  },
  getApplicationUser({ params }, org) {
    const app = org.apps.resolve(params.appId)
    return ok(shownUser(org, app, userOf(org, app, params.userId)))
  },
  assignUserToApplication({ params, body }, org) {
    const app = org.apps.resolve(params.appId)
    if (body.id === '') refuse('blank', { at: 'id' })
    const { id } = org.users.resolve(body.id)
    org.apps.assign(app.id, { kind: 'user', id })
    return ok(shownUser(org, app, userOf(org, app, id)))
  },
  unassignUserFromApplication({ params }, org) {
    const app = org.apps.resolve(params.appId)
    if (!org.apps.unassign(app.id, { kind: 'user', id: params.userId }))
      refuseMissing(params.userId, 'AppUser')
    return { status: 204 }
  },

  listApplicationGroups({ params, query }, org, call) {
    const app = org.apps.resolve(params.appId)
    const groups = assignmentsOf(org, app).filter(({ target }) => target.kind === 'group')
    return sliced(call, query, groups, ({ target }) => shownGroup(org, app, org.groups.resolve(target.id)))
  },
  getApplicationGroup({ params }, org) {
    const app = org.apps.resolve(params.appId)
    if (!org.apps.isAssigned(app.id, { kind: 'group', id: params.groupId }))
      refuseMissing(params.groupId, 'ApplicationGroupAssignment')
    return ok(shownGroup(org, app, org.groups.resolve(params.groupId)))
  },
  assignGroupToApplication({ params }, org) {
    const app = org.apps.resolve(params.appId)
    org.apps.assign(app.id, { kind: 'group', id: params.groupId })
    return ok(shownGroup(org, app, org.groups.resolve(params.groupId)))
  },
  unassignGroupFromApplication({ params }, org) {
    const app = org.apps.resolve(params.appId)
    if (!org.apps.unassign(app.id, { kind: 'group', id: params.groupId }))
      refuseMissing(params.groupId, 'ApplicationGroupAssignment')
    return { status: 204 }
  },
} satisfies Partial<BeyondHandlers>

/** A user of an application, by its own assignment or that of a group. */
interface AppUser {
  readonly user: UserRecord
  readonly scope: 'USER' | 'GROUP'
}

function usersOf(org: Org, app: AppRecord): readonly AppUser[] {
  const found = new Map<string, AppUser>()
  for (const { target } of assignmentsOf(org, app)) {
    if (target.kind === 'user') {
      const user = org.users.get(target.id)
      if (user) found.set(user.id, { user, scope: 'USER' })
      continue
    }
    for (const sequence of org.memberships.sequences(target.id)) {
      const user = org.users.collection.at(sequence)
      if (user && !found.has(user.id)) found.set(user.id, { user, scope: 'GROUP' })
    }
  }
  return [...found.values()].filter(({ user }) => hasApp(org, user, app))
}

function userOf(org: Org, app: AppRecord, id: string): AppUser {
  const user = org.users.get(id)
  if (!user || !hasApp(org, user, app)) return refuseMissing(id, 'AppUser')
  return { user, scope: org.apps.isAssigned(app.id, { kind: 'user', id }) ? 'USER' : 'GROUP' }
}

/** A deactivated user has no applications, even if its groups have some. */
function hasApp(org: Org, { id }: UserRecord, app: AppRecord): boolean {
  return org.apps.ofUser(id).some((each) => each.app.id === app.id)
}

function assignmentsOf(org: Org, { id }: AppRecord): readonly AppAssignment[] {
  return org.apps.assignments.allBy('app', id)
}

function shownUser({ baseUrl }: Org, { id }: AppRecord, { user, scope }: AppUser): object {
  const app = `${baseUrl}/api/v1/apps/${id}`
  return {
    id: user.id,
    externalId: null,
    scope,
    status: 'ACTIVE',
    credentials: { userName: user.profile['login'] },
    profile: {},
    _links: {
      self: { href: `${app}/users/${user.id}` },
      app: { href: app },
      user: { href: `${baseUrl}/api/v1/users/${user.id}` },
    },
  }
}

function shownGroup({ baseUrl }: Org, { id }: AppRecord, group: GroupRecord): object {
  const app = `${baseUrl}/api/v1/apps/${id}`
  return {
    id: group.id,
    priority: 0,
    profile: {},
    _links: {
      self: { href: `${app}/groups/${group.id}` },
      app: { href: app },
      group: { href: `${baseUrl}/api/v1/groups/${group.id}` },
    },
  }
}

function startsWith(text: string, start: string): boolean {
  return text.toLowerCase().startsWith(start.toLowerCase())
}

function refuseMissing(id: string, kind: string): never {
  return refuse('not-found', { id, kind })
}

function ok(body: unknown): Reply {
  return { status: 200, body }
}
