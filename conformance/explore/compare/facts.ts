import { neededProperties, optionalProperties } from '../../tables/profile.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Resource } from '../sequence/sequence.ts'

/** The contents of a record in a reply, member by member, in a form that two services share. */
export type Facts = Readonly<Record<string, string>>

/** The name of a record: the login of a user, and the name of any other one. */
export function nameIn(record: Json): unknown {
  return record?.profile?.login ?? record?.profile?.name ?? record?.name ?? record?.client_name
}

/** Turns an id into the handle of its record; undefined for records of others. */
export type HandleOf = (id: unknown) => string | undefined

/**
 * The facts of a record that the API description states. They leave out ids and times, which differ, links and texts,
 * which are free, and undescribed members. A member that is null, empty or absent is no fact.
 */
export function factsOf(resource: Resource, json: Json, handleOf: HandleOf, isListed: boolean): Facts {
  const facts: Record<string, string> = {}
  const put = (name: string, value: Json): void => {
    if (value === undefined || value === null || value === '') return
    if (Array.isArray(value) && value.length === 0) return
    facts[name] = typeof value === 'string' ? value : plainText(value)
  }
  readers[resource](json, put, handleOf, isListed)
  return facts
}

/** JSON with sorted keys: a service may show them in any order. */
function plainText(value: Json): string {
  return JSON.stringify(value, (_, each: Json) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )
}

type Put = (name: string, value: Json) => void

/** Ids as sorted handles, if they are ours: a set has no order. */
function handles(ids: Json, handleOf: HandleOf): string[] {
  return (Array.isArray(ids) ? ids : []).map((id: Json) => handleOf(id) ?? String(id)).sort()
}

const sorted = (value: Json): Json => (Array.isArray(value) ? value.map(String).sort() : value)

const readers: Readonly<
  Record<Resource, (json: Json, put: Put, handleOf: HandleOf, isListed: boolean) => void>
> = {
  user(json, put, _handleOf, isListed) {
    put('status', json.status)
    if (json.status === 'ACTIVE' && json.activated) put('activated', 'a time')
    profileInto(json.profile, put)
    const { password, recovery_question: question, provider } = json.credentials ?? {}
    if (password !== undefined && password !== null) put('credentials.password', password)
    put('credentials.recovery_question', question)
    put('credentials.provider.type', provider?.type)
    if (isListed && json._links) put('_links', Object.keys(json._links).sort())
  },
  group(json, put) {
    put('type', json.type)
    put('objectClass', json.objectClass)
    profileInto(json.profile, put)
  },
  rule(json, put, handleOf) {
    put('type', json.type)
    put('status', json.status)
    put('name', json.name)
    put('conditions.expression', json.conditions?.expression)
    put('conditions.people.users.exclude', handles(json.conditions?.people?.users?.exclude, handleOf))
    put('actions.assignUserToGroups.groupIds', handles(json.actions?.assignUserToGroups?.groupIds, handleOf))
    const names: Json = json._embedded?.groupIdToGroupNameMap
    if (names)
      for (const [id, name] of Object.entries(names))
        put(`_embedded.groupIdToGroupNameMap.${handleOf(id) ?? id}`, name)
  },
  client(json, put) {
    for (const name of clientSettings) put(name, sorted(json[name]))
    if (json.client_secret) put('client_secret', 'given')
    for (const key of json.jwks?.keys ?? []) {
      const { kty, kid, e, n, x, y } = key
      put(`jwks.keys.${kid ?? ''}`, { kty, kid: kid ?? undefined, e, n, x, y })
    }
  },
}

function profileInto(profile: Json, put: Put): void {
  for (const [name, value] of Object.entries(profile ?? {})) put(`profile.${name}`, value)
}

const clientSettings = [
  'application_type',
  'client_name',
  'grant_types',
  'initiate_login_uri',
  'jwks_uri',
  'logo_uri',
  'policy_uri',
  'post_logout_redirect_uris',
  'redirect_uris',
  'request_object_signing_alg',
  'response_types',
  'token_endpoint_auth_method',
  'tos_uri',
] as const

/** The compared members, for people. */
export const factNames: Readonly<Record<string, readonly string[]>> = {
  user: [
    'status',
    'activated (there or not, of ACTIVE users)',
    'profile',
    'credentials.password (there or not)',
    'credentials.recovery_question',
    'credentials.provider.type',
  ],
  group: ['type', 'objectClass', 'profile'],
  rule: ['type', 'status', 'name', 'conditions', 'actions', '_embedded.groupIdToGroupNameMap'],
  client: [...clientSettings, 'jwks', 'client_secret (there or not)'],
}

/** The members of each resource that are points in time. */
export const timestampsOf: Readonly<Partial<Record<Resource, readonly string[]>>> = {
  user: ['created', 'activated', 'statusChanged', 'lastLogin', 'lastUpdated', 'passwordChanged'],
  group: ['created', 'lastUpdated', 'lastMembershipUpdated'],
  rule: ['created', 'lastUpdated'],
  client: ['client_id_issued_at'],
}

/** The id of a record. */
export function idOf(resource: Resource, json: Json): unknown {
  return resource === 'client' ? (json?.client_id ?? json?.id) : json?.id
}

/** A value that no reply may show (Users, Credentials). */
export function secretIn(json: Json): string | undefined {
  const { password, recovery_question: question } = json?.credentials ?? {}
  if (password && Object.keys(password).length > 0) return 'credentials.password'
  if (question?.answer !== undefined) return 'credentials.recovery_question.answer'
  return undefined
}

/** The first fact that differs, without those that a service may have otherwise. */
export function firstDifferent(facts: Facts, found: Facts): string | undefined {
  const names = new Set([...Object.keys(facts), ...Object.keys(found)])
  return [...names].find((name) => facts[name] !== found[name] && !isFree(name, facts, found))
}

/** The properties of a profile in the API description; an administrator may define others. */
const describedProperties: ReadonlySet<string> = new Set([
  ...[...neededProperties, ...optionalProperties].map(({ name }) => name),
  'name',
  'description',
])

/** Differences that a service may have in a record. */
function isFree(name: string, facts: Facts, found: Facts): boolean {
  // Users gives locale a default, but recorded replies leave it out.
  if (name === 'profile.locale') return facts[name] === undefined || found[name] === undefined
  // The description does not state the provider of an imported user after a new password.
  if (name === 'credentials.provider.type' && facts[name] === 'SVC' && found[name] === 'IMPORT') return true
  // Beyond Groups: the status of a rule whose group is deleted is an interpretation.
  if (name === 'status' && (facts[name] === 'INVALID' || found[name] === 'INVALID')) return true
  if (facts[name] !== undefined) return name === 'objectClass' && found[name] === undefined
  const [, property] = /^profile\.(.*)$/.exec(name) ?? []
  return (
    name === '_links' ||
    name.startsWith('_embedded') ||
    (property !== undefined && !describedProperties.has(property))
  )
}
