import { refuse } from '../contract/errors/refusal.ts'
import { once } from '../contract/once.ts'
import type { AppRecord, NewApp } from '../contract/resources/app.ts'
import { type ApplicationGiven } from '../contract/resources/application.ts'
import type { Reply } from '../handlers/wire.ts'
import type { AppAssignment, AppAssignmentTarget, AssignmentDetails } from '../model/apps/app-record.ts'
import type { GroupRecord } from '../model/groups/groups.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { Org } from '../model/org.ts'
import { filterOf } from '../query/index.ts'
import type { Views } from '../views/index.ts'
import { createClient, replaceClient } from './client-apps.ts'
import { signOnModeOfClients } from '../model/apps/apps.ts'
import { type BeyondHandlers, filterTest, sliced, withoutNulls } from './handler.ts'

export const apps = {
  listApplications({ query }, org, call) {
    const all = [
      ...org.apps.collection.values(),
      ...org.clients.collection.values().map(({ id }) => org.apps.resolve(id)),
    ]
    const { q, filter } = query
    const found = q === undefined ? all : all.filter(({ label }) => startsWith(label, q))
    const matches = filterTest(filter, appFilter())
    const matching = matches ? found.filter((app) => matches({ ...app, ...targetsOf(org, app) })) : found
    return sliced(call, query, matching, (app) => call.views.apps.of(app))
  },
  createApplication({ query, body }, org, { views }) {
    const { id } =
      body.signOnMode === signOnModeOfClients ? createClient(org, body) : org.apps.create(own(body))
    if (!query.activate) org.apps.update(id, { status: 'INACTIVE' })
    return issued(org, views, id)
  },
  replaceApplication({ params, body }, org, { views }) {
    const { id } = org.apps.resolve(params.appId)
    const client = org.clients.get(id)
    if (client) replaceClient(org, client, body)
    else org.apps.update(id, own(body))
    return issued(org, views, id)
  },
  deleteApplication({ params }, org) {
    org.apps.remove(params.appId)
    return { status: 204 }
  },
  activateApplication: ({ params }, org) => setStatus(org, params.appId, 'ACTIVE'),
  deactivateApplication: ({ params }, org) => setStatus(org, params.appId, 'INACTIVE'),
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
    org.apps.assign(app.id, { kind: 'user', id }, detailsOf(body))
    return ok(shownUser(org, app, userOf(org, app, id)))
  },
  updateApplicationUser({ params, body }, org) {
    const app = org.apps.resolve(params.appId)
    const { user } = userOf(org, app, params.userId)
    org.apps.assign(app.id, { kind: 'user', id: user.id }, detailsOf(body))
    return ok(shownUser(org, app, userOf(org, app, user.id)))
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
  assignGroupToApplication({ params, body }, org) {
    const app = org.apps.resolve(params.appId)
    org.apps.assign(app.id, { kind: 'group', id: params.groupId }, body && detailsOf(body))
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

function shownUser(org: Org, { id }: AppRecord, { user, scope }: AppUser): object {
  const { baseUrl } = org
  const app = `${baseUrl}/api/v1/apps/${id}`
  const { userName, profile = {} } = org.apps.detailsOf(id, { kind: 'user', id: user.id })
  return {
    id: user.id,
    externalId: null,
    scope,
    status: 'ACTIVE',
    credentials: { userName: userName ?? user.profile['login'] },
    profile,
    _links: {
      self: { href: `${app}/users/${user.id}` },
      app: { href: app },
      user: { href: `${baseUrl}/api/v1/users/${user.id}` },
    },
  }
}

function shownGroup(org: Org, { id }: AppRecord, group: GroupRecord): object {
  const { baseUrl } = org
  const app = `${baseUrl}/api/v1/apps/${id}`
  const { priority = 0, profile = {} } = org.apps.detailsOf(id, { kind: 'group', id: group.id })
  return {
    id: group.id,
    priority,
    profile,
    _links: {
      self: { href: `${app}/groups/${group.id}` },
      app: { href: app },
      group: { href: `${baseUrl}/api/v1/groups/${group.id}` },
    },
  }
}

/** The settings of an application that is not a client. Null counts as not sent; other settings are as by default. */
function own(body: ApplicationGiven): NewApp {
  const { label, name, signOnMode, accessibility, visibility, credentials, settings } = body
  return { label, ...withoutNulls({ name, signOnMode, accessibility, visibility, credentials, settings }) }
}

function setStatus(org: Org, id: string, status: 'ACTIVE' | 'INACTIVE'): Reply {
  org.apps.update(id, { status })
  return ok({})
}

/** The reply that gives the secret of a client (Clients, Client Application, rule 2). */
function issued(org: Org, views: Views, id: string): Reply {
  return ok(views.apps.of(org.apps.resolve(id), org.clients.get(id)?.secret))
}

function detailsOf({
  credentials,
  ...others
}: {
  readonly credentials?: { readonly userName?: string | null | undefined } | null | undefined
  readonly priority?: number | null | undefined
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined
}): AssignmentDetails {
  const { priority, profile } = others
  return withoutNulls({ userName: credentials?.userName, priority, profile })
}

/** The fields that the filter of a list of applications knows. */
const appFilter = once(() => {
  const how = { search: 'string', filter: ['eq'] } as const
  const paths = ['id', 'name', 'status', 'signOnMode', 'user.id', 'group.id']
  return filterOf('application', () => paths.map((path) => [path, how]))
})

/** The ids of those to whom an application is assigned, by kind. */
function targetsOf(org: Org, app: AppRecord): Readonly<Record<AppAssignmentTarget['kind'], object>> {
  const targets = assignmentsOf(org, app).map(({ target }) => target)
  const of = (wanted: string) => ({ id: targets.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])) })
  return { user: of('user'), group: of('group') }
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
