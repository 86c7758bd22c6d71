import type { Actions } from '../../../src/control/index.ts'
import type { Org } from '../../../src/model/org.ts'
import type { TestReply } from '../../support/call.ts'

/** An organisation on which steps are taken. */
export interface Stage {
  readonly org: Org
  readonly control: Actions
  readonly call: (
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<TestReply>
}

/** An action of a caller or a test; `pick` chooses among the existing things, the same on every stage. */
type Step = (stage: Stage, pick: (count: number) => number) => unknown

const statuses = [
  'activate',
  'deactivate',
  'suspend',
  'unsuspend',
  'unlock',
  'expire_password',
  'reset_password',
]

const one = <Item>(items: readonly Item[], pick: (count: number) => number): Item | undefined =>
  items.length === 0 ? undefined : items[pick(items.length)]

const userOf = ({ org }: Stage, pick: (count: number) => number): string =>
  one(org.users.collection.values(), pick)?.id ?? '00unone'
const groupOf = ({ org }: Stage, pick: (count: number) => number): string =>
  one(org.groups.collection.values(), pick)?.id ?? '00gnone'
const ruleOf = ({ org }: Stage, pick: (count: number) => number): string =>
  one(org.rules.collection.values(), pick)?.id ?? '0prnone'
const clientOf = ({ org }: Stage, pick: (count: number) => number): string =>
  one(org.clients.collection.values(), pick)?.id ?? '0oanone'

const userStatuses = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'PASSWORD_EXPIRED',
  'LOCKED_OUT',
  'SUSPENDED',
  'DEPROVISIONED',
] as const

const departments = ['Sales', 'Engineering', 'Support']

/** Steps that change an organisation, by name; some are refused, which also counts as a step. */
export const steps: Readonly<Record<string, Step>> = {
  createUser(stage, pick) {
    const login = `p${pick(40)}@example.com`
    const profile = {
      login,
      email: login,
      firstName: 'P',
      lastName: 'Q',
      department: departments[pick(departments.length)],
    }
    const credentials = pick(2) === 0 ? { credentials: { password: { value: 'Abcd1234!' } } } : {}
    const groupIds = pick(3) === 0 ? { groupIds: [groupOf(stage, pick)] } : {}
    return stage.call('POST', `/api/v1/users?activate=${pick(3) > 0}`, {
      profile,
      ...credentials,
      ...groupIds,
    })
  },
  updateUser: (stage, pick) =>
    stage.call('POST', `/api/v1/users/${userOf(stage, pick)}`, {
      profile: { department: departments[pick(departments.length)] },
    }),
  changeStatus: (stage, pick) =>
    stage.call(
      'POST',
      `/api/v1/users/${userOf(stage, pick)}/lifecycle/${statuses[pick(statuses.length)]}?sendEmail=true`,
    ),
  deleteUser: (stage, pick) => stage.call('DELETE', `/api/v1/users/${userOf(stage, pick)}`),
  forgotPassword: (stage, pick) =>
    stage.call('POST', `/api/v1/users/${userOf(stage, pick)}/credentials/forgot_password?sendEmail=false`),
  createGroup: (stage, pick) =>
    stage.call('POST', '/api/v1/groups', { profile: { name: `G${pick(9)}`, description: 'x' } }),
  deleteGroup: (stage, pick) => stage.call('DELETE', `/api/v1/groups/${groupOf(stage, pick)}`),
  addMember: (stage, pick) =>
    stage.call('PUT', `/api/v1/groups/${groupOf(stage, pick)}/users/${userOf(stage, pick)}`),
  removeMember: (stage, pick) =>
    stage.call('DELETE', `/api/v1/groups/${groupOf(stage, pick)}/users/${userOf(stage, pick)}`),
  createRule: (stage, pick) =>
    stage.call('POST', '/api/v1/groups/rules', {
      type: 'group_rule',
      name: `R${pick(9)}`,
      conditions: {
        expression: {
          value: `user.department=="${departments[pick(departments.length)]}"`,
          type: stage.org.vocabulary.expressionType,
        },
      },
      actions: { assignUserToGroups: { groupIds: [groupOf(stage, pick)] } },
    }),
  changeRule: (stage, pick) =>
    stage.call(
      'POST',
      `/api/v1/groups/rules/${ruleOf(stage, pick)}/lifecycle/${pick(3) > 0 ? 'activate' : 'deactivate'}`,
    ),
  deleteRule: (stage, pick) => stage.call('DELETE', `/api/v1/groups/rules/${ruleOf(stage, pick)}`),
  createClient: (stage, pick) =>
    stage.call('POST', '/oauth2/v1/clients', {
      client_name: `C${pick(5)}`,
      application_type: 'web',
      redirect_uris: ['https://app.example.com/cb'],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    }),
  newSecret: (stage, pick) =>
    stage.call('POST', `/oauth2/v1/clients/${clientOf(stage, pick)}/lifecycle/newSecret`),
  deleteClient: (stage, pick) => stage.call('DELETE', `/oauth2/v1/clients/${clientOf(stage, pick)}`),
  issueTokens: (stage, pick) =>
    stage.control.issueTokens({
      client: clientOf(stage, pick),
      user: userOf(stage, pick),
      scopes: ['openid', 'offline_access'],
    }),
  issueCode: (stage, pick) =>
    stage.control.authorize({
      as: 'code',
      client: clientOf(stage, pick),
      user: userOf(stage, pick),
      scopes: ['openid'],
    }),
  authorize: (stage, pick) =>
    stage.call(
      'GET',
      `/oauth2/v1/authorize?response_type=code&scope=openid&state=s${pick(9)}&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&client_id=${clientOf(stage, pick)}`,
    ),
  signInForClient(stage, pick) {
    const { sessions, tokens } = stage.org
    const interaction = one(tokens.all('interaction'), pick)
    const session = one(sessions.of(userOf(stage, pick)), pick)
    if (interaction && session) tokens.put<'interaction'>({ ...interaction, sessionId: session.id })
    return interaction?.id
  },
  endInteraction(stage, pick) {
    const interaction = one(stage.org.tokens.all('interaction'), pick)
    if (interaction) stage.org.tokens.remove(interaction)
    return interaction?.id
  },
  useCode(stage, pick) {
    const { tokens } = stage.org
    const code = one(tokens.all('code'), pick)
    if (code) tokens.put<'code'>({ ...code, use: code.use === 'unused' ? 'used' : 'misused' })
    return code && tokens.find('code', code.id)?.use
  },
  device(stage, pick) {
    const { org } = stage
    const client = one(org.clients.collection.values(), pick)
    if (!client) return undefined
    const { own } = org.authorizationServers
    return org.deviceCodes.issue({
      clientId: client.id,
      authorizationServerId: own.id,
      scopeIds: org.authorizationServers
        .scopesOf(own)
        .slice(0, 1 + pick(2))
        .map(({ id }) => id),
    })
  },
  pollDevice(stage, pick) {
    const code = one(stage.org.tokens.all('device'), pick)
    return code && [code.status, stage.org.deviceCodes.poll(code)]
  },
  answerDevice(stage, pick) {
    const waits = one(
      stage.control.list({ kind: 'devices' }) as readonly { readonly userCode: string }[],
      pick,
    )
    const userCode = waits?.userCode ?? 'NONE-NONE'
    return pick(3) === 0
      ? stage.control.answerDevice({ userCode, user: null })
      : stage.control.answerDevice({ userCode, user: userOf(stage, pick) })
  },
  grantConsent: (stage, pick) =>
    stage.control.grantConsent({
      client: clientOf(stage, pick),
      user: userOf(stage, pick),
      scopes: ['email'],
      ...(pick(3) === 0 ? { authorizationServer: 'default' } : {}),
    }),
  endConsent(stage, pick) {
    const grant = one(stage.org.grants.collection.values(), pick)?.id ?? 'none'
    return pick(2) === 0
      ? stage.control.revoke({ grant, status: 'REVOKED' })
      : stage.control.revoke({ grant, status: 'EXPIRED' })
  },
  endToken(stage, pick) {
    const token = one(stage.org.tokens.all('refresh'), pick)?.id ?? 'none'
    return pick(2) === 0
      ? stage.control.revoke({ token })
      : stage.control.revoke({ token, status: 'EXPIRED' })
  },
  clientInUse: (stage, pick) =>
    stage.control.setApplication({
      status: pick(2) === 0 ? 'INACTIVE' : 'ACTIVE',
      application: clientOf(stage, pick),
    }),
  forceStatus: (stage, pick) =>
    stage.control.setUser({
      user: userOf(stage, pick),
      status: userStatuses[pick(userStatuses.length)]!,
    }),
  provider: (stage, pick) =>
    stage.control.setUser({
      user: userOf(stage, pick),
      provider: { type: (['SERVICE', 'LDAP', 'FEDERATION', 'IMPORT'] as const)[pick(4)]! },
    }),
  block: (stage, pick) => stage.control.setUser({ user: userOf(stage, pick), block: 'ANY_DEVICES' }),
  question: (stage, pick) =>
    stage.call('POST', `/api/v1/users/${userOf(stage, pick)}`, {
      credentials: { recovery_question: { question: 'Who?', answer: `Answer ${pick(3)}` } },
    }),
  hashed: (stage, pick) =>
    stage.call('POST', `/api/v1/users/${userOf(stage, pick)}`, {
      credentials: {
        password: {
          hash: {
            algorithm: 'SHA-1',
            value: 'W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
            salt: 'c2FsdA==',
            saltOrder: 'POSTFIX',
          },
        },
      },
    }),
  login: (stage, pick) =>
    stage.call('POST', `/api/v1/users/${userOf(stage, pick)}`, {
      profile: { login: `q${pick(20)}@example.com` },
    }),
  loginPattern: (stage, pick) =>
    stage.control.setSchemaProperty({
      schema: 'user',
      name: 'login',
      pattern: pick(2) === 0 ? null : String.raw`.+@.+`,
    }),
  changeApplication: (stage, pick) =>
    stage.control.setApplication({
      application: one(stage.org.apps.collection.values(), pick)?.id ?? 'none',
      status: pick(2) === 0 ? 'ACTIVE' : 'INACTIVE',
      visibility: { appLinks: { login: true, other: pick(2) === 0 } },
    }),
  scope: (stage, pick) => stage.control.setScope({ scope: `scope${pick(3)}` }),
  scopeInUse: (stage, pick) =>
    stage.control.setScope({ status: pick(2) === 0 ? 'INACTIVE' : 'ACTIVE', scope: `scope${pick(3)}` }),
  changeServer: (stage, pick) =>
    stage.control.setAuthorizationServer({
      authorizationServer: `A${pick(3)}`,
      alias: `alias${pick(2)}`,
      tokenLifetimes: { access: '5m' },
    }),
  bearer: (stage, pick) =>
    stage.control.createAccessToken({
      scopes: ['svc.users.read'],
      user: userOf(stage, pick),
      expiresIn: '1d',
    }),
  signIn: (stage, pick) => stage.control.signIn({ login: userOf(stage, pick), password: 'Abcd1234!' }),
  failSignIn: (stage, pick) => stage.control.signIn({ login: userOf(stage, pick), password: 'Wrong1234!' }),
  openSession: (stage, pick) => stage.control.openSession({ user: userOf(stage, pick) }),
  endSessions: (stage, pick) =>
    stage.call('DELETE', `/api/v1/users/${userOf(stage, pick)}/sessions?oauthTokens=${pick(2) === 0}`),
  useMail(stage, pick) {
    const mails = stage.org.outbox.list().filter(({ link }) => typeof link === 'object')
    const link = one(mails, pick)?.link
    return stage.control.useToken({
      token: typeof link === 'object' ? link.value : 'none',
      password: 'Zyxw9876!',
    })
  },
  clearMails: (stage) => stage.control.clear({ only: 'mails' }),
  pass: (stage, pick) => stage.control.advanceClock({ by: [1000, 60_000, 3_600_000][pick(3)]! }),
  setClock: (stage) => stage.control.setClock({ to: '2026-03-01T00:00:00.000Z' }),
  save: (stage, pick) => stage.control.saveSnapshot({ name: `s${pick(3)}` }),
  goBack: (stage, pick) => stage.control.restoreSnapshot({ name: `s${pick(3)}` }),
  forget: (stage, pick) => stage.control.remove({ kind: 'snapshot', name: `s${pick(3)}` }),
  reset: (stage) => stage.control.reset(),
  clear: (stage) => stage.control.clear(),
  settings: (stage, pick) =>
    stage.control.changeSettings({
      delays: { transition: pick(2) * 60_000, search: pick(2) * 5000 },
      interpretations: { 'revoked-grants': pick(2) === 0 ? 'gone' : 'shown' },
      passwordHook: pick(2) === 0 ? null : 'http://127.0.0.1:1/hook',
    }),
  policy: (stage, pick) => stage.control.changeSettings({ passwordPolicy: { historyCount: pick(4) } }),
  fault: (stage, pick) =>
    stage.control.addFault({
      method: 'GET',
      status: 503,
      skip: pick(3),
      times: 1 + pick(2),
      probability: 0.5,
    }),
  clearFaults: (stage) => stage.control.clearFaults(),
  property: (stage, pick) =>
    stage.control.setSchemaProperty({ schema: 'user', name: `extra${pick(3)}`, type: 'string' }),
  userType: (stage) => stage.control.createUserType({}),
  application: (stage, pick) => stage.control.setApplication({ label: `App ${pick(9)}` }),
  assign: (stage, pick) =>
    stage.control.assignApplication({
      application: one(stage.org.apps.collection.values(), pick)?.id ?? 'none',
      group: groupOf(stage, pick),
    }),
  importGroup: (stage, pick) =>
    stage.control.importGroup({ profile: { name: `I${pick(9)}`, extra: 1 }, members: [userOf(stage, pick)] }),
  token: (stage, pick) => stage.control.createApiToken({ owner: userOf(stage, pick) }),
  server: (stage, pick) => stage.control.setAuthorizationServer({ authorizationServer: `A${pick(3)}` }),
  claim: (stage, pick) => stage.control.addClaim({ name: `claim${pick(3)}`, value: pick(9) }),
  rotateKeys: (stage) => stage.control.rotateSigningKeys({}),
  factor: (stage, pick) => stage.control.enrollFactor({ user: userOf(stage, pick), factor: 'sms' }),
  refused: (stage) => stage.call('GET', '/api/v1/users/00unone'),
}

/** Takes a step; answers what can be seen of it. */
export async function take(stage: Stage, name: string, numbers: readonly number[]): Promise<unknown> {
  let taken = 0
  const pick = (count: number): number => numbers[taken++ % numbers.length]! % count
  try {
    return shown(await steps[name]!(stage, pick))
  } catch (error) {
    return (error as Error).message
  }
}

function shown(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer ?? null)) as unknown
}

const lists = [
  '/api/v1/users?limit=2',
  '/api/v1/users?search=profile.department eq "Sales"&limit=2',
  '/api/v1/users?q=p1',
  '/api/v1/groups?limit=2',
  '/api/v1/groups/rules?limit=2',
  '/oauth2/v1/clients?limit=2',
]

/** Every readable fact of an organisation: every list to its end, and the records of each user. */
export async function read({ org, control, call }: Stage): Promise<unknown> {
  const seen: unknown[] = []
  const get = async (url: string): Promise<TestReply> => {
    const reply = await call('GET', url)
    seen.push([url, reply.status, reply.headers, reply.text])
    return reply
  }
  for (const list of lists) {
    for (let url: string | undefined = encodeURI(list); url !== undefined;) {
      const { headers } = await get(url)
      const links = [headers['link'] ?? []].flat().join(', ')
      const next: string | undefined = /<https:\/\/svc\.example\.com([^>]+)>; rel="next"/.exec(links)?.[1]
      url = next
    }
  }
  for (const { id } of org.users.collection.values()) {
    for (const rest of ['', '/groups', '/appLinks', '/clients', '/grants'])
      await get(`/api/v1/users/${id}${rest}`)
    for (const { id: client } of org.clients.collection.values()) {
      await get(`/api/v1/users/${id}/clients/${client}/tokens`)
    }
    seen.push(control.list({ kind: 'sessions', user: id }))
  }
  for (const { id } of org.groups.collection.values()) {
    for (const rest of ['', '/users?limit=1', '/apps']) await get(`/api/v1/groups/${id}${rest}`)
  }
  seen.push(
    control.listMails(),
    org.clock.iso(),
    org.clock.isFrozen,
    control.readSettings(),
    control.list({ kind: 'faults' }),
  )
  seen.push(
    // The journal has the calls of its own organisation.
    { ...control.describe(), requests: 0 },
    control.list({ kind: 'tokens' }),
    control.list({ kind: 'authorizationServers' }),
    control.list({ kind: 'claims' }),
    control.list({ kind: 'devices' }),
  )
  seen.push(org.tokens.collection.values())
  return shown(seen)
}
