import type { AdapterTools, ControlAdapter } from './control-adapter.ts'
import type { FixtureValues, FixtureKind } from '../plan/prerequisite.ts'
import { fetchBy, httpSender } from '../wire/http-sender.ts'
import { featuresOf } from './mock-features.ts'
import type { Json } from '../wire/reply.ts'
import { UsageError } from '../words/usage-error.ts'

/** Where the control plane of the bundled mock is, and how it is reached. */
export interface MockAdapterOptions {
  readonly baseUrl: string
  /** The token of the control plane, if the server was started with `--control-token`. */
  readonly controlToken?: string | undefined
  /** Default: one over node:http, which reads 32 MB at the most. */
  readonly fetch?: (request: Request) => Response | Promise<Response>
}

/** Runs one action of the control plane. */
type Action = (name: string, input?: Record<string, unknown>) => Promise<Json>

/** How long an answer of the control plane is waited for, in milliseconds. */
const patience = 60_000

type Maker<Name extends FixtureKind> = (action: Action, tools: AdapterTools) => Promise<FixtureValues[Name]>

/** Grant types of a client that may be given refresh tokens. */
const refreshable = ['authorization_code', 'refresh_token']

/** How each thing is made, and the actions that takes. */
const makers: {
  readonly [Name in FixtureKind]?: {
    readonly actions: readonly string[]
    readonly make: Maker<Name>
  }
} = {
  'session-cookie': {
    actions: ['signIn'],
    async make(action, { given }) {
      const user = await given.user()
      const { sessionCookie } = await action('signIn', { login: user.login, password: user.password })
      return { cookie: sessionCookie, userId: user.id, password: user.password }
    },
  },
  'trusted-origin': {
    actions: ['readSettings'],
    async make(action) {
      const { trustedOrigins } = await action('readSettings')
      return { origin: trustedOrigins?.[0] ?? 'http://localhost:3000' }
    },
  },
  grants: {
    actions: ['grantConsent'],
    async make(action, tools) {
      const { userId, clientId } = await partiesOf(tools)
      const scopes = [tools.unique('scope'), tools.unique('scope')]
      const grants: Json[] = await action('grantConsent', { user: userId, client: clientId, scopes })
      const { id: another } = await tools.given.client()
      const [beside]: Json[] = await action('grantConsent', {
        user: userId,
        client: another,
        scopes: [scopes[0]],
      })
      return {
        other: { clientId: another, grantId: beside.id },
        userId,
        clientId,
        grantIds: grants.map(({ id }) => id),
        scopeIds: grants.map(({ scopeId }) => scopeId),
      }
    },
  },
  'refresh-tokens': {
    actions: ['issueTokens'],
    async make(action, tools) {
      const { userId, clientId } = await partiesOf(tools)
      const tokens = [
        await issue(action, tools, userId, clientId, true),
        await issue(action, tools, userId, clientId, true),
      ]
      const { id: another } = await tools.given.client({ grant_types: refreshable })
      const beside = await issue(action, tools, userId, another, true)
      return {
        userId,
        clientId,
        tokenIds: tokens.map(({ refresh_token_id: id }) => id),
        other: { clientId: another, tokenId: beside.refresh_token_id },
      }
    },
  },
  'access-tokens': {
    actions: ['issueTokens', 'inspectToken'],
    async make(action, tools) {
      const { userId, clientId } = await partiesOf(tools)
      const withRefresh = await issue(action, tools, userId, clientId, true)
      const alone = await issue(action, tools, userId, clientId, false)
      return {
        userId,
        clientId,
        tokenId: withRefresh.refresh_token_id,
        issued: withRefresh.access_token,
        standalone: alone.access_token,
        active: async (token) => (await action('inspectToken', { token })).active === true,
      }
    },
  },
  'read-only-token': {
    actions: ['createApiToken'],
    make: (action, tools) => apiToken(action, tools, 'READ_ONLY_ADMIN'),
  },
  'group-admin-token': {
    actions: ['createApiToken'],
    make: (action, tools) => apiToken(action, tools, 'GROUP_ADMIN'),
  },
  'app-group': { actions: ['importGroup'], make: importGroup },
  'directory-group': { actions: ['importGroup'], make: importGroup },
  'disposable-app-group': { actions: ['importGroup'], make: importGroup },
  'pushed-app-group': {
    actions: ['importGroup', 'addPushMapping', 'remove'],
    async make(action, tools) {
      const group = await importGroup(action, tools)
      const mapping = await action('addPushMapping', { group: group.id })
      tools.onEnd(async () => void (await action('remove', { kind: 'pushMapping', id: mapping.id })))
      return group
    },
  },
  'group-custom-property': {
    actions: ['setSchemaProperty'],
    make: (action, tools) => addProperty(action, tools, 'group', 'string'),
  },
  'custom-property': {
    actions: ['setSchemaProperty'],
    make: (action, tools) => addProperty(action, tools, 'user', 'string'),
  },
  'custom-array-property': {
    actions: ['setSchemaProperty'],
    make: (action, tools) => addProperty(action, tools, 'user', 'array'),
  },
  'user-type': {
    actions: ['createUserType'],
    make: async (action, { unique }) => ({
      id: (await action('createUserType', { name: unique('type') })).id,
    }),
  },
  'locked-out-user': {
    actions: ['setUser'],
    make: (action, tools) => userAfter(action, tools, 'setUser', { status: 'LOCKED_OUT' }),
  },
  'device-block': {
    actions: ['setUser'],
    make: (action, tools) =>
      userAfter(action, tools, 'setUser', { block: tools.wish['appliesTo'] ?? 'UNKNOWN_DEVICES' }),
  },
  factor: {
    actions: ['enrollFactor'],
    make: (action, tools) => userAfter(action, tools, 'enrollFactor', { factor: 'sms' }),
  },
  'sign-in': {
    actions: ['signIn'],
    make: async (action, { secret }) => ({
      signIn: async (login, password) => {
        const { status, sessionCookie, reason } = await action('signIn', { login, password })
        if (status !== 'SUCCESS') return { ok: false, reason }
        secret('cookie', String(sessionCookie).slice(String(sessionCookie).indexOf('=') + 1))
        return { ok: true, cookie: sessionCookie }
      },
    }),
  },
  'rule-expression': {
    actions: [],
    make: async () => ({ expression: (login) => `user.login=="${login}"` }),
  },
  application: {
    actions: ['setApplication', 'assignApplication'],
    async make(action, { given, unique }) {
      const user = await given.user()
      const group = await given.group()
      const { id } = await action('setApplication', { label: unique('app') })
      await action('assignApplication', { application: id, user: user.id })
      await action('assignApplication', { application: id, group: group.id })
      // One more for the group, so that its applications take more than one page.
      const other = await action('setApplication', { label: unique('app') })
      await action('assignApplication', { application: other.id, group: group.id })
      return { userId: user.id, groupId: group.id, appId: id }
    },
  },
  outbox: {
    actions: ['listMails'],
    make: async (action) => ({ mailTo: (userId) => action('listMails', { userId }) }),
  },
  clock: {
    actions: ['advanceClock'],
    make: async (action) => ({
      advance: async (milliseconds) => void (await action('advanceClock', { by: milliseconds })),
    }),
  },
  'optional-password': {
    actions: ['readSettings', 'changeSettings'],
    async make(action, tools) {
      const policy = (tools.wish['policy'] ?? 'optional') as FixtureValues['optional-password']['policy']
      await change(action, tools, { optionalPassword: policy })
      return { policy }
    },
  },
  'slow-transitions': {
    actions: ['readSettings', 'changeSettings'],
    async make(action, tools) {
      const milliseconds = typeof tools.wish['milliseconds'] === 'number' ? tools.wish['milliseconds'] : 400
      await change(action, tools, { delays: { transition: milliseconds } })
      return { milliseconds }
    },
  },
}

/**
 * Causes things that the API cannot cause, through the control plane of the bundled mock (`/_control`).
 *
 * @throws Error when there is no control plane at the address.
 */
export async function createMockAdapter({
  baseUrl,
  controlToken,
  fetch = fetchBy(httpSender()),
}: MockAdapterOptions): Promise<ControlAdapter> {
  const root = `${baseUrl.replace(/\/$/, '')}/_control`
  const credential = controlToken === undefined ? {} : { Authorization: `Bearer ${controlToken}` }
  const ask = (url: string, init: RequestInit): Response | Promise<Response> =>
    fetch(new Request(url, { ...init, signal: AbortSignal.timeout(patience) }))
  const listed = await ask(root, { headers: { Accept: 'application/json', ...credential } })
  if (listed.status === 401)
    throw new UsageError(
      `${root} ${controlToken === undefined ? 'asks for a control token: --control-token env:NAME' : 'refuses the control token'}`,
    )
  const list = (await listed.json().catch(() => undefined)) as
    | { actions?: { name: string; path: string }[] }
    | undefined
  if (!listed.ok || !Array.isArray(list?.actions))
    throw new UsageError(
      listed.status === 403
        ? `${root} is closed: start the mock with --control-token, and name the token (--control-token env:NAME)`
        : `${root} is no control plane: --control is for the bundled mock`,
    )
  const names = new Set(list.actions.map(({ name }) => name))
  const action: Action = async (name, input = {}) => {
    const path = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const headers = { 'Content-Type': 'application/json', ...credential }
    const reply = await ask(`${root}/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
    const body: Json = await reply.json().catch(() => ({}))
    if (!reply.ok) throw new Error(`${name} was answered with ${reply.status}: ${body.message ?? ''}`)
    return body
  }
  const provides = (Object.keys(makers) as FixtureKind[]).filter((need) =>
    makers[need]?.actions.every((name) => names.has(name)),
  )
  return {
    name: "the mock's control plane",
    provides,
    features: { ...(await featuresOf(action, names)), federation: 'yes', 'password-hook': 'yes' },
    act: action,
    obtain: async (need, tools) => {
      const maker = makers[need]
      if (maker === undefined) throw new Error(`it has no '${need}'`)
      return maker.make(action, tools)
    },
  }
}

/** @alias The form in which an adapter is loaded from a module. */
export default createMockAdapter

/** A new user, after an action on it. */
async function userAfter(
  action: Action,
  { given }: AdapterTools,
  name: string,
  input: Record<string, unknown>,
): Promise<{ id: string; login: string }> {
  const { id, login } = await given.user()
  await action(name, { user: id, ...input })
  return { id, login }
}

/** A new user, and a new client unless the check wishes for one. */
async function partiesOf({ given, wish }: AdapterTools): Promise<{ userId: string; clientId: string }> {
  const user = await given.user()
  if (typeof wish['clientId'] === 'string') return { userId: user.id, clientId: wish['clientId'] }
  const client = await given.client({ grant_types: refreshable })
  return { userId: user.id, clientId: client.id }
}

async function issue(
  action: Action,
  { secret }: AdapterTools,
  user: string,
  client: string,
  refreshToken: boolean,
): Promise<Json> {
  const scopes = refreshToken ? ['openid', 'offline_access'] : ['openid']
  const tokens = await action('issueTokens', { user, client, scopes, refreshToken })
  for (const key of ['access_token', 'refresh_token', 'id_token'])
    if (typeof tokens[key] === 'string') secret('token', tokens[key])
  return tokens
}

async function apiToken(
  action: Action,
  { secret, unique }: AdapterTools,
  role: string,
): Promise<{ token: string }> {
  const { token } = await action('createApiToken', { role, name: unique('token') })
  secret('token', token)
  return { token }
}

async function importGroup(
  action: Action,
  { unique, grantAccess, onEnd, given, wish }: AdapterTools,
): Promise<{ id: string; name: string; sourceId?: string }> {
  const name = unique('imported')
  const members = wish['member'] === true ? [(await given.user()).id] : []
  const group = await action('importGroup', { profile: { name }, members })
  grantAccess('group', group.id)
  onEnd(async (api) => void (await api.delete(`/api/v1/groups/${encodeURIComponent(group.id)}`)))
  return { id: group.id, name, ...(group.source?.id === undefined ? {} : { sourceId: group.source.id }) }
}

async function addProperty(
  action: Action,
  { unique, onEnd }: AdapterTools,
  schema: 'user' | 'group',
  type: 'string' | 'array',
): Promise<{ name: string }> {
  const name = unique('property').replaceAll('-', '_')
  await action('setSchemaProperty', { schema, name, type })
  onEnd(async () => void (await action('remove', { kind: 'schemaProperty', schema, name })))
  return { name }
}

/** Changes settings until the check ends. */
async function change(
  action: Action,
  { onEnd }: AdapterTools,
  settings: Record<string, unknown>,
): Promise<void> {
  const before = await action('readSettings')
  await action('changeSettings', settings)
  const back = Object.fromEntries(Object.keys(settings).map((key) => [key, before[key]]))
  onEnd(async () => void (await action('changeSettings', back)))
}
