import type { Rule, Service, User } from './service.ts'
import { join, leave } from './users.ts'
import type { Answer, Call, Fields, Json } from './wire.ts'
import { flag, forbidden, invalid, object, page, text, unknown } from './wire.ts'

/** This server's own language of rules: `user.<property> is "<text>"`, joined by `and`. */
const comparison = /^user\.(\w+)\s*==\s*"([^"]*)"$/

function truth(value: string): ((user: User) => boolean) | undefined {
  const parts = value.split(/\s+and\s+/).map((part) => comparison.exec(part.trim()))
  if (parts.some((part) => part === null)) return undefined
  return (user) => parts.every((part) => user.profile[part?.[1] ?? ''] === part?.[2])
}

/** Adds these users to the groups of the active rules that they match. */
export function runRules(service: Service, ...users: User[]): void {
  for (const rule of service.rules.values()) {
    if (rule.status !== 'ACTIVE') continue
    const fits = truth(rule.value)
    for (const user of users) {
      if (rule.exclude.includes(user.id) || fits?.(user) !== true) continue
      for (const id of rule.groupIds) {
        const group = service.groups.get(id)
        if (group === undefined || group.members.has(user.id)) continue
        join(service, group, user)
        rule.made.add(`${id} ${user.id}`)
      }
    }
  }
}

function find(service: Service, id = ''): Rule {
  const rule = service.rules.get(id)
  if (rule === undefined) throw unknown('rule')
  return rule
}

function showRule({ query, url }: Call, service: Service, rule: Rule): Fields {
  const named = query.get('expand') === 'groupIdToGroupNameMap'
  const names = rule.groupIds.map((id) => [id, service.groups.get(id)?.profile.name])
  return {
    id: rule.id,
    type: 'group_rule',
    status: rule.status,
    name: rule.name,
    created: rule.created,
    lastUpdated: rule.lastUpdated,
    conditions: {
      expression: { type: 'urn:svc:expression:1.0', value: rule.value },
      ...(rule.people ? { people: { users: { exclude: rule.exclude } } } : {}),
    },
    actions: { assignUserToGroups: { groupIds: rule.groupIds } },
    _links: { self: { href: `${url.origin}/api/v1/groups/rules/${rule.id}` } },
    ...(named ? { _embedded: { groupIdToGroupNameMap: Object.fromEntries(names) } } : {}),
  }
}

function read(
  service: Service,
  sent: Json,
): Pick<Rule, 'name' | 'value' | 'exclude' | 'people' | 'groupIds'> {
  const body = object(sent, 'body')
  if (body['type'] !== 'group_rule') throw invalid('type', 'must be group_rule')
  const name = text(body['name'], 'name', 1, 50)
  const conditions = object(body['conditions'], 'conditions')
  const expression = object(conditions['expression'], 'conditions.expression')
  if (expression['type'] !== 'urn:svc:expression:1.0')
    throw invalid('conditions.expression.type', 'is not known')
  const value = text(expression['value'], 'conditions.expression.value', 1, 10_000)
  if (truth(value) === undefined) throw invalid('conditions.expression.value', 'cannot be read')
  const exclude: Json = conditions['people']?.users?.exclude ?? []
  if (!Array.isArray(exclude)) throw invalid('conditions.people.users.exclude', 'must be a list')
  const groupIds: Json = body['actions']?.assignUserToGroups?.groupIds
  if (!Array.isArray(groupIds) || groupIds.length === 0) throw invalid('groupIds', 'must be a list')
  for (const id of groupIds)
    if (service.groups.get(id)?.type !== 'SVC_GROUP')
      throw invalid('groupIds', 'names a group that is not there')
  return { name, value, exclude: exclude.map(String), people: conditions['people'] !== undefined, groupIds }
}

export function createRule(service: Service, call: Call): Answer {
  const parts = read(service, call.body)
  const now = service.now()
  const rule: Rule = {
    ...parts,
    id: service.id('r'),
    status: 'INACTIVE',
    created: now,
    lastUpdated: now,
    made: new Set(),
  }
  service.rules.set(rule.id, rule)
  return { status: 201, body: showRule(call, service, rule) }
}

export function updateRule(service: Service, call: Call): Answer {
  const rule = find(service, call.args[0])
  if (rule.status === 'ACTIVE') throw forbidden('only an inactive rule can be changed')
  const { name, value, exclude, people, groupIds } = read(service, call.body)
  if (groupIds.toSorted().join(' ') !== rule.groupIds.toSorted().join(' '))
    throw forbidden('the groups of a rule cannot be changed')
  Object.assign(rule, { name, value, exclude, people, lastUpdated: service.now() })
  return { status: 200, body: showRule(call, service, rule) }
}

export const getRule = (service: Service, call: Call): Answer => ({
  status: 200,
  body: showRule(call, service, find(service, call.args[0])),
})

export function listRules(service: Service, call: Call): Answer {
  const word = call.query.get('search')?.toLowerCase()
  const found = [...service.rules.values()]
    .toReversed()
    .filter(({ name }) => word === undefined || name.toLowerCase().includes(word))
  const { items, headers } = page(call, found, ({ id }) => id, service.settings.pages)
  return { status: 200, headers, body: items.map((rule) => showRule(call, service, rule)) }
}

export function deleteRule(service: Service, call: Call): Answer {
  const rule = find(service, call.args[0])
  const removes = flag(call, 'removeUsers', false)
  service.rules.delete(rule.id)
  const remove = (): void => {
    for (const pair of rule.made) {
      const [group = '', user = ''] = pair.split(' ')
      const left = service.groups.get(group)
      if (left !== undefined) leave(service, left, user)
    }
  }
  if (removes) setTimeout(remove, service.settings.lag)
  return { status: 202 }
}

export function switchRule(service: Service, call: Call, status: Rule['status']): Answer {
  const rule = find(service, call.args[0])
  if (rule.status === status) return { status: 204 }
  rule.status = status
  rule.lastUpdated = service.now()
  setTimeout(() => runRules(service, ...service.users.values()), service.settings.lag)
  return { status: 204 }
}
