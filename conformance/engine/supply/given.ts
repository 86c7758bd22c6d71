import type { Api } from '../run/api.ts'
import type {
  Given,
  GivenClient,
  GivenGroup,
  GivenRule,
  GivenStatus,
  GivenUser,
  Poll,
  Records,
  Unique,
  UserOptions,
} from './given-types.ts'
import { pathOf } from '../clean-up/ledger.ts'
import { Inconclusive, NoEffect, NotCarriedOut } from '../run/interruption.ts'
import { newProfile, webClient } from '../plan/forms.ts'
import { poolKey, type Reuse } from './record-pool.ts'
import type { Json, Reply } from '../wire/reply.ts'

export interface GivenTools {
  readonly api: Api
  readonly unique: Unique
  readonly poll: Poll
  /**
   * The requirement that states the success of an operation, or its effect from a status (`ACTIVE.suspendUser`). A failed
   * arrangement points at it.
   */
  readonly ownerOf: (operation: string) => string | undefined
  /** The expression that is true for the user of a login. */
  readonly expressionFor: (login: string) => Promise<string>
  /** The source of records that nobody has written to; without it every record is new. */
  readonly reuse?: Reuse | undefined
  /** The part that every name of the run contains. */
  readonly marker: string
}

/** How each status is reached from a user that was just created. */
const routes: Readonly<
  Record<GivenStatus, { from: 'STAGED' | 'ACTIVE'; call?: string; operation?: string }>
> = {
  STAGED: { from: 'STAGED' },
  ACTIVE: { from: 'ACTIVE' },
  PROVISIONED: { from: 'STAGED', call: 'activate?sendEmail=false', operation: 'activateUser' },
  SUSPENDED: { from: 'ACTIVE', call: 'suspend', operation: 'suspendUser' },
  DEPROVISIONED: { from: 'ACTIVE', call: 'deactivate', operation: 'deactivateUser' },
  RECOVERY: { from: 'ACTIVE', call: 'reset_password?sendEmail=false', operation: 'resetPassword' },
  PASSWORD_EXPIRED: { from: 'ACTIVE', call: 'expire_password', operation: 'expirePassword' },
}

/** Arranges records by documented calls. */
export function createGiven(tools: GivenTools): Given {
  const fresh = freshRecords(tools)
  const { reuse, marker } = tools
  const pooled = <T>(kind: string, options: object, make: (records: Records) => Promise<T>): Promise<T> => {
    const key = poolKey(kind, options, marker)
    if (reuse === undefined || key === undefined) return make(fresh)
    return reuse(key, (api) => make(freshRecords({ ...tools, api })))
  }
  return {
    user: (options = {}) => pooled('user', options, (records) => records.user(options)),
    group: async ({ members, ...options } = {}) => {
      const group = await pooled('group', options, (records) => records.group(options))
      await addMembers(tools, group, members)
      return group
    },
    rule: (options) => fresh.rule(options),
    client: (settings = {}) => pooled('client', settings, (records) => records.client(settings)),
    scenario: (name, make) => pooled(`scenario ${name}`, {}, make),
    fresh,
  }
}

/** The same, but with new records only. */
export function withoutPool({ fresh }: Given): Given {
  return { ...fresh, scenario: (_name, make) => make(fresh), fresh }
}

function freshRecords(tools: GivenTools): Records {
  return {
    user: (options = {}) => arrangeUser(tools, options),
    group: (options = {}) => arrangeGroup(tools, options),
    rule: (options) => arrangeRule(tools, options),
    client: (settings = {}) => arrangeClient(tools, settings),
  }
}

async function arrangeUser(tools: GivenTools, options: UserOptions): Promise<GivenUser> {
  const { api, unique } = tools
  const route = options.status === undefined ? undefined : routes[options.status]
  const activate = route === undefined ? (options.activate ?? true) : route.from === 'ACTIVE'
  const profile = newProfile(unique, options.profile)
  const { login, email } = profile
  const password = passwordFor(options, unique)
  const recovery =
    options.recoveryQuestion === true
      ? { question: 'Which answer?', answer: unique('answer') }
      : options.recoveryQuestion || undefined
  const credentials = options.credentials ?? {
    ...(password === '' ? {} : { password: { value: password } }),
    ...(recovery === undefined ? {} : { recovery_question: recovery }),
  }
  const body = {
    profile,
    ...(Object.keys(credentials).length === 0 ? {} : { credentials }),
    ...(options.groups === undefined ? {} : { groupIds: options.groups }),
  }
  const reply = await api.post('/api/v1/users', body, { query: { activate, ...options.query } })
  const { id, json } = idOf(tools, reply, 'createUser', 'id')
  const user: GivenUser = {
    id,
    login,
    email,
    password,
    recovery,
    profile,
    json,
    path: pathOf('user', id),
  }
  const settled = await settle(tools, user, activate && password !== '' ? 'ACTIVE' : undefined, 'createUser')
  if (route?.call === undefined) return { ...user, json: settled ?? json }
  arranged(tools, await api.post(`${user.path}/lifecycle/${route.call}`), route.operation ?? '')
  return { ...user, json: (await settle(tools, user, options.status, route.operation ?? '')) ?? json }
}

function passwordFor({ password, status }: UserOptions, unique: Unique): string {
  if (typeof password === 'string') return password
  const wanted = password ?? status !== 'PROVISIONED'
  return wanted ? unique.password() : ''
}

/** Waits until a user has a status and no transition is under way. Returns the user; undefined without a status. */
async function settle(
  tools: GivenTools,
  user: GivenUser,
  status: GivenStatus | undefined,
  operation: string,
): Promise<Json> {
  if (status === undefined) return undefined
  const there = (json: Json): boolean =>
    json?.status === status && (json.transitioningToStatus ?? null) === null
  if (operation === 'createUser' && there(user.json)) return user.json
  const reply = await tools.poll.until(
    () => tools.api.get(user.path),
    ({ json }) => there(json),
  )
  if (there(reply.json)) return reply.json
  const { status: got, transitioningToStatus: next } = reply.json
  if (next === status) throw new Inconclusive(`the transition to ${status} was not over in time (--lag)`)
  const why = `a user could not be brought to ${status}: it is ${String(got)} (exchange ${reply.exchange})`
  const { from, call = '' } = routes[status]
  const owner = tools.ownerOf(`${from}.${operation}`)
  // Activation is stated for users with a password: those become ACTIVE.
  if (owner === undefined || status === 'PROVISIONED') throw new NotCarriedOut(why, tools.ownerOf(operation))
  const what = `the status after lifecycle/${call.split('?')[0]}`
  throw new NoEffect(why, owner, { what, path: 'status', expected: status, got, exchange: reply.exchange })
}

async function arrangeGroup(
  tools: GivenTools,
  options: NonNullable<Parameters<Given['group']>[0]>,
): Promise<GivenGroup> {
  const { api, unique } = tools
  const name = options.name ?? unique('group')
  const description = options.description === undefined ? {} : { description: options.description }
  const reply = await api.post('/api/v1/groups', { profile: { name, ...description, ...options.profile } })
  const { id, json } = idOf(tools, reply, 'createGroup', 'id')
  const path = pathOf('group', id)
  const group = { id, name, json, path }
  await addMembers(tools, group, options.members)
  return group
}

async function addMembers(
  tools: GivenTools,
  group: Pick<GivenGroup, 'id' | 'path'>,
  members: readonly { readonly id: string }[] = [],
): Promise<void> {
  const { api, poll } = tools
  for (const { id } of members)
    arranged(tools, await api.put(`${group.path}/users/${encodeURIComponent(id)}`), 'addUserToGroup')
  const [member] = members
  if (member === undefined) return
  const lacks = ({ status, items, links }: Reply, ids: readonly string[]): boolean =>
    status < 300 && links['next'] === undefined && !items.some(({ id }) => ids.includes(id))
  const ids = members.map(({ id }) => id)
  // One list may be wrong; the members were not added if neither shows any.
  const groups = `${pathOf('user', member.id)}/groups`
  const reply = await poll.until(
    () => api.get(`${group.path}/users`),
    (listed) => !lacks(listed, ids),
  )
  if (!lacks(reply, ids) || !lacks(await api.get(groups), [group.id])) return
  const { exchange } = reply
  const what = 'the members of a group'
  throw new NoEffect(
    `the added members are not in the group (exchange ${exchange})`,
    'membership.add.effect',
    { what, path: '', expected: ids, got: reply.items.map(({ id }) => id), exchange },
  )
}

async function arrangeRule(tools: GivenTools, options: Parameters<Given['rule']>[0]): Promise<GivenRule> {
  const { api, unique } = tools
  const name = options.name ?? unique('rule')
  const value = options.expression ?? (await tools.expressionFor(options.forLogin ?? unique.login()))
  const people =
    options.excludeUsers === undefined
      ? {}
      : { people: { users: { exclude: options.excludeUsers.map(({ id }) => id) }, groups: { exclude: [] } } }
  const reply = await api.post('/api/v1/groups/rules', {
    type: 'group_rule',
    name,
    conditions: { ...people, expression: { type: 'urn:svc:expression:1.0', value } },
    actions: { assignUserToGroups: { groupIds: options.groups.map(({ id }) => id) } },
  })
  const { id, json } = idOf(tools, reply, 'createGroupRule', 'id')
  const path = pathOf('rule', id)
  if (options.activate === true)
    arranged(tools, await api.post(`${path}/lifecycle/activate`), 'activateGroupRule')
  return { id, name, json, path }
}

async function arrangeClient(
  tools: GivenTools,
  settings: Readonly<Record<string, Json>>,
): Promise<GivenClient> {
  const name: string =
    typeof settings['client_name'] === 'string' ? settings['client_name'] : tools.unique('client')
  const reply = await tools.api.post('/oauth2/v1/clients', {
    client_name: name,
    ...webClient,
    ...settings,
  })
  const { id, json } = idOf(tools, reply, 'registerClient', 'client_id')
  const secret: unknown = json.client_secret
  return {
    id,
    name,
    secret: typeof secret === 'string' ? secret : undefined,
    json,
    path: pathOf('client', id),
  }
}

function idOf(tools: GivenTools, reply: Reply, operation: string, key: string): { id: string; json: Json } {
  arranged(tools, reply, operation)
  const id: unknown = reply.json[key]
  if (typeof id === 'string' && id !== '') return { id, json: reply.json }
  throw new NotCarriedOut(
    `${reply.request.method} ${reply.request.path} answered without ${key} (exchange ${reply.exchange})`,
    tools.ownerOf(operation),
  )
}

function arranged(tools: GivenTools, reply: Reply, operation: string): void {
  if (reply.status >= 200 && reply.status < 300) return
  throw new NotCarriedOut(
    `could not be arranged: ${reply.request.method} ${reply.request.path} was answered with ${reply.status} (exchange ${reply.exchange})`,
    tools.ownerOf(operation),
  )
}
