import type { Api } from '../run/api.ts'
import type { Given, Poll, Unique } from './given-types.ts'
import { sleep } from '../wire/deadline.ts'
import { Blocked } from '../run/interruption.ts'
import { neededProperties, optionalProperties } from '../../tables/profile.ts'
import type { Json, Reply } from '../wire/reply.ts'
import type { FixtureKind } from '../plan/prerequisite.ts'

export interface FindingTools {
  readonly api: Api
  readonly given: Given
  readonly unique: Unique
  readonly poll: Poll
  readonly signal: AbortSignal
}

/** A rule expression that was found out: with `{login}` where a login goes. */
export interface FoundExpression {
  readonly template: string
  /** Whether it did what it says to a user of the run. */
  readonly proven: boolean
}

/** Common spellings of 'the login is this', in the order in which they are proposed. */
const spellings = [
  'user.login=="{login}"',
  'user.login == "{login}"',
  "user.login == '{login}'",
  'user.profile.login == "{login}"',
  'user.login eq "{login}"',
  'user.profile.login eq "{login}"',
  'profile.login eq "{login}"',
  'profile.login == "{login}"',
  'login == "{login}"',
  'login eq "{login}"',
  'String.stringEquals(user.login, "{login}")',
  'user.login.equals("{login}")',
  'user.login = "{login}"',
  'user.login === "{login}"',
] as const

/**
 * Proposes spellings until one works: the rule must add the named user to a group, and not a second one. A spelling
 * that the target takes without a visible effect is kept as not proven.
 *
 * @throws Blocked when no spelling is taken.
 */
export async function findExpression({
  api,
  given,
  unique,
  poll,
  signal,
}: FindingTools): Promise<FoundExpression> {
  const user = await given.user()
  const other = await given.user()
  const refusals = new Set<number>()
  const taken: string[] = []
  for (const template of spellings) {
    // Each that shows no effect is waited for as long as things may lag.
    if (taken.length === 3) break
    const group = await given.group()
    const created = await api.post('/api/v1/groups/rules', {
      type: 'group_rule',
      name: unique('probe'),
      conditions: {
        expression: { type: 'urn:svc:expression:1.0', value: template.replace('{login}', user.login) },
      },
      actions: { assignUserToGroups: { groupIds: [group.id] } },
    })
    const id: unknown = created.json.id
    if (created.status >= 300 || typeof id !== 'string') {
      refusals.add(created.status)
      continue
    }
    taken.push(template)
    const path = `/api/v1/groups/rules/${encodeURIComponent(id)}`
    await api.post(`${path}/lifecycle/activate`)
    const members = await poll.until(
      async () => (await api.get(`${group.path}/users`)).items.map((each) => each?.id as unknown),
      (ids) => ids.includes(user.id),
    )
    // Long enough for the rule to add the other one too, if it adds everybody.
    await sleep(50, signal)
    await api.post(`${path}/lifecycle/deactivate`)
    if (members.includes(user.id) && !members.includes(other.id)) return { template, proven: true }
  }
  if (taken[0] !== undefined) return { template: taken[0], proven: false }
  throw new Blocked(
    `the target takes none of ${spellings.length} spellings of a rule expression (${[...refusals].join(', ')})`,
  )
}

/** A user or a group with an application, among the first that are listed; reads only. */
export async function findApplication({
  api,
}: Pick<FindingTools, 'api'>): Promise<{ userId?: string; groupId?: string; appId?: string }> {
  const found: { userId?: string; groupId?: string; appId?: string } = {}
  for (const group of (await api.get('/api/v1/groups', { query: { limit: 20 } })).items.slice(0, 20)) {
    const apps = await api.get(`/api/v1/groups/${encodeURIComponent(String(group?.id))}/apps`)
    const appId: unknown = apps.items[0]?.id
    if (typeof appId !== 'string') continue
    Object.assign(found, { groupId: String(group.id) })
    break
  }
  const users = (await api.get('/api/v1/users', { query: { limit: 20 } })).items.slice(0, 20)
  for (const id of ['me', ...users.map((each) => String(each?.id))]) {
    const links = await api.get(`/api/v1/users/${encodeURIComponent(id)}/appLinks`)
    if (links.status >= 300 || links.items.length === 0) continue
    Object.assign(found, { userId: id === 'me' ? String((await api.get('/api/v1/users/me')).json.id) : id })
    break
  }
  if (Object.keys(found).length > 0) return found
  throw new Blocked('found no application at the first users and groups')
}

/** Properties that the profile of every user may have. */
export const usualUserProperties: ReadonlySet<string> = new Set([
  'locale',
  ...[...neededProperties, ...optionalProperties].map(({ name }) => name),
])

/** Properties that the profile of every group may have. */
export const usualGroupProperties: ReadonlySet<string> = new Set(['name', 'description'])

/** A custom property that a listed user has, and that a user of the run keeps. With `list`: a list property. */
export async function findUserProperty(
  { api, given, unique }: FindingTools,
  list: boolean,
): Promise<{ name: string }> {
  const users = (await api.get('/api/v1/users', { query: { limit: 50 } })).items
  const value = list ? [unique('a'), unique('b')] : unique('value')
  for (const name of customOf(users, usualUserProperties, list)) {
    const user = await given.user({ activate: false, password: false })
    const { status } = await api.post(user.path, { profile: { [name]: value } })
    const kept: Json = status < 300 ? (await api.get(user.path)).json.profile?.[name] : undefined
    if (JSON.stringify(kept) === JSON.stringify(value)) return { name }
  }
  throw new Blocked(`no listed user carries a custom property of ${list ? 'lists' : 'texts'}`)
}

/** A custom property that a listed group carries, and that a group of the run keeps. */
export async function findGroupProperty({ api, given, unique }: FindingTools): Promise<{ name: string }> {
  const groups = (await api.get('/api/v1/groups', { query: { limit: 50 } })).items
  const ours = groups.filter((group) => group?.type === 'SVC_GROUP')
  const value = unique('value')
  for (const name of customOf(ours, usualGroupProperties, false)) {
    const group = await given.group()
    const { status } = await api.put(group.path, { profile: { name: group.name, [name]: value } })
    const kept: Json = status < 300 ? (await api.get(group.path)).json.profile?.[name] : undefined
    if (kept === value) return { name }
  }
  throw new Blocked('no listed group carries a custom property')
}

/** A user type that a listed user has and a new user does not get. */
export async function findUserType({ api, given }: FindingTools): Promise<{ id: string }> {
  const usual: unknown = (await given.user({ activate: false, password: false })).json.type?.id
  const users = (await api.get('/api/v1/users', { query: { limit: 200 } })).items
  const other = users
    .map((user) => user?.type?.id as unknown)
    .find((id) => typeof id === 'string' && id !== usual)
  if (typeof other === 'string') return { id: other }
  throw new Blocked('all listed users are of one type')
}

function customOf(records: readonly Json[], usual: ReadonlySet<string>, list: boolean): string[] {
  const names = records.flatMap((record) =>
    Object.entries<Json>(Object(record?.profile))
      .filter(
        ([name, value]) => !usual.has(name) && (list ? Array.isArray(value) : typeof value === 'string'),
      )
      .map(([name]) => name),
  )
  return [...new Set(names)].slice(0, 5)
}

type PlainThing = Readonly<Record<string, unknown>>

/** Whether a check left a consumable thing unchanged, so that another check may have it. */
export async function isUnused(need: FixtureKind, thing: PlainThing, api: Api): Promise<boolean> {
  const user = `/api/v1/users/${encodeURIComponent(String(thing['userId'] ?? thing['id']))}`
  if (need === 'locked-out-user') return (await api.get(user)).json.status === 'LOCKED_OUT'
  if (need === 'device-block') {
    const { json } = await api.get(user, { query: { expand: 'block' } })
    return json.status === 'ACTIVE' && [json._embedded?.block].flat().filter(Boolean).length > 0
  }
  if (need !== 'grants' && need !== 'refresh-tokens') return false
  const list = need === 'grants' ? 'grants' : 'tokens'
  const client = encodeURIComponent(String(thing['clientId']))
  const { items } = await api.get(`${user}/clients/${client}/${list}`, { query: { limit: 200 } })
  return [thing['grantIds'] ?? thing['tokenIds']]
    .flat()
    .every((id) => items.some((each) => each?.id === id && each?.status === 'ACTIVE'))
}

/** The error for a mistake in the target profile. */
export function profileFault(what: string): Blocked {
  return new Blocked(`the target profile: ${what}`, undefined, `Mend the target profile: ${what}`)
}

/** Statuses of a path that is not there, or takes no such call. */
export const noSuchPlace: ReadonlySet<number> = new Set([404, 405, 415, 501])

/**
 * Checks that the things that the operator named exist. A mistake in a profile, or a used-up thing of an earlier run,
 * is not a defect of the target.
 *
 * @throws Blocked that names it.
 */
export async function checkThere(need: FixtureKind, thing: PlainThing, api: Api): Promise<void> {
  const blocked = (what: string): Blocked => profileFault(`its '${need}' is not what it should be: ${what}`)
  const read = async (path: string): Promise<Reply> => {
    const reply = await api.get(path)
    if (reply.status >= 300) throw blocked(`GET ${path} is answered with ${reply.status}`)
    return reply
  }
  const at = (path: string, key: string): string | undefined => {
    const id = thing[key]
    return typeof id === 'string' ? `${path}/${encodeURIComponent(id)}` : undefined
  }
  const user = at('/api/v1/users', need in userNeeds ? 'id' : 'userId')
  const group = at('/api/v1/groups', need.endsWith('-group') ? 'id' : 'groupId')
  if (user !== undefined) {
    const status: unknown = (await read(user)).json.status
    const wanted = userNeeds[need]
    if (wanted !== undefined && status !== wanted)
      throw blocked(`the user is ${String(status)}, not ${wanted}`)
  }
  if (group !== undefined) await read(group)
  const list = need === 'grants' ? 'grants' : need.endsWith('-tokens') ? 'tokens' : undefined
  const client = at('', 'clientId')
  if (user === undefined || client === undefined || list === undefined) return
  const path = `${user}/clients${client}/${list}`
  const { items } = await read(path)
  for (const id of [thing['grantIds'], thing['tokenIds'], thing['tokenId']].flat())
    if (id !== undefined && !items.some((each) => each?.id === id))
      throw blocked(`${id as string} is not at ${path}`)
}

/** Things that are a user, and the status that the user must have. */
const userNeeds: Readonly<Partial<Record<FixtureKind, string>>> = {
  'locked-out-user': 'LOCKED_OUT',
  'device-block': 'ACTIVE',
  factor: 'ACTIVE',
}
