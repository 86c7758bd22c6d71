import { readExpression } from './expressions.ts'
import type { Group, Service, User } from './service.ts'
import { findUser, join, leave, show, sorted } from './users.ts'
import type { Answer, Call, Fields, Json } from './wire.ts'
import { forbidden, invalid, object, page, text, unknown } from './wire.ts'

function findGroup(service: Service, id = ''): Group {
  const group = service.groups.get(id)
  if (group === undefined) throw unknown('group')
  return group
}

function ours(service: Service, id = ''): Group {
  const group = findGroup(service, id)
  if (group.type === 'BUILT_IN') throw forbidden('this group is the service’s own')
  return group
}

function showGroup({ url, query }: Call, group: Group, { settings }: Service): Fields {
  const self = `${url.origin}/api/v1/groups/${group.id}`
  return {
    _links: settings.links
      ? { self: { href: self }, users: { href: `${self}/users` }, apps: { href: `${self}/apps` } }
      : null,
    ...(query.get('expand') === null ? {} : { _embedded: { figures: { people: group.members.size } } }),
    profile: group.profile,
    objectClass: settings.links ? ['svc:user_group'] : null,
    type: group.type,
    created: group.created,
    lastUpdated: group.lastUpdated,
    lastMembershipUpdated: group.lastMembershipUpdated,
    id: group.id,
  }
}

function readProfile(value: Json): Group['profile'] {
  const profile = object(value, 'profile')
  for (const name of Object.keys(profile))
    if (name !== 'name' && name !== 'description')
      throw invalid(`profile.${name}`, 'is no property of a group')
  const description: Json = profile['description'] ?? null
  return {
    name: text(profile['name'], 'profile.name', 1, 255),
    description: description === null ? null : text(description, 'profile.description', 0, 1024),
  }
}

export function createGroup(service: Service, call: Call): Answer {
  const profile = readProfile(object(call.body, 'body')['profile'])
  const now = service.now()
  const group: Group = {
    id: service.id('g'),
    type: 'SVC_GROUP',
    created: now,
    lastUpdated: now,
    lastMembershipUpdated: now,
    profile,
    members: new Set(),
  }
  service.groups.set(group.id, group)
  service.saved('groups', group)
  return { status: 201, body: showGroup(call, group, service) }
}

export const getGroup = (service: Service, call: Call): Answer => ({
  status: 200,
  body: showGroup(call, findGroup(service, call.args[0]), service),
})

export function updateGroup(service: Service, call: Call): Answer {
  const group = ours(service, call.args[0])
  group.profile = readProfile(object(call.body, 'body')['profile'])
  group.lastUpdated = service.now()
  service.saved('groups', group)
  return { status: 200, body: showGroup(call, group, service) }
}

export function deleteGroup(service: Service, call: Call): Answer {
  const group = ours(service, call.args[0])
  service.groups.delete(group.id)
  service.removed('groups', group.id)
  return { status: 204 }
}

const times = ['created', 'lastUpdated', 'lastMembershipUpdated']

function attribute(group: Group, name: string): unknown {
  if (name.startsWith('profile.')) return group.profile[name.slice(8) as 'name'] ?? undefined
  return (group as unknown as Fields)[name]
}

export function listGroups(service: Service, call: Call): Answer {
  const { query } = call
  const [search, filter, q] = [query.get('search'), query.get('filter'), query.get('q')]
  let found = service.stale<Group>('groups')
  if (search !== null) {
    const test = readExpression(search, {
      exact: false,
      operators: (name) =>
        ['id', 'type', 'profile.name', 'profile.description', 'source.id', ...times].includes(name)
          ? ['eq', 'sw', 'gt', 'lt']
          : undefined,
    })
    found = sorted(
      found.filter((group) => test((name) => attribute(group, name))),
      call,
      attribute,
    )
  }
  if (filter !== null) {
    const test = readExpression(filter, {
      exact: true,
      operators: (name) => {
        if (name === 'id' || name === 'type') return ['eq']
        return name === 'lastUpdated' || name === 'lastMembershipUpdated' ? ['eq', 'gt', 'lt'] : undefined
      },
    })
    found = found.filter((group) => test((name) => attribute(group, name)))
  }
  if (q !== null) {
    const begins = found.filter(({ profile }) => profile.name.toLowerCase().startsWith(q.toLowerCase()))
    const exact = begins.filter(({ profile }) => profile.name.toLowerCase() === q.toLowerCase())
    const hits = [...exact, ...begins.filter((group) => !exact.includes(group))]
    return {
      status: 200,
      body: hits.slice(0, Number(query.get('limit')) || 300).map((group) => showGroup(call, group, service)),
    }
  }
  const { items, headers } = page(call, found, ({ id }) => id, service.settings.pages)
  return { status: 200, headers, body: items.map((group) => showGroup(call, group, service)) }
}

export function listMembers(service: Service, call: Call): Answer {
  const group = findGroup(service, call.args[0])
  const members = [...group.members].toReversed().flatMap((id) => service.users.get(id) ?? [])
  const { items, headers } = page(call, members, ({ id }) => id, service.settings.pages)
  return { status: 200, headers, body: items.map((user: User) => show(service, call, user, true)) }
}

export function setMember(service: Service, call: Call, isMember: boolean): Answer {
  const group = ours(service, call.args[0])
  const user = findUser(service, call.args[1] ?? '', call.caller)
  if (isMember) join(service, group, user)
  else leave(service, group, user.id)
  return { status: 204 }
}

export function groupsOfUser(service: Service, call: Call): Answer {
  const user = findUser(service, call.args[0] ?? '', call.caller)
  const groups = [...service.groups.values()].filter(({ members }) => members.has(user.id))
  return { status: 200, body: groups.map((group) => showGroup(call, group, service)) }
}

export function appsOfGroup(service: Service, call: Call): Answer {
  findGroup(service, call.args[0])
  const { headers } = page(call, [], String, service.settings.pages)
  return { status: 200, headers, body: [] }
}
