import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/contract.ts'
import { createOrg } from '../../src/index.ts'
import { type RunningServer, serve } from '../../src/server.ts'

const authorization = { authorization: 'SSWS token' }
const basic = { authorization: `Basic ${btoa('client:secret')}` }
const redirect = 'https://app.example.com/callback'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const login = 'ada@example.com'

let server: RunningServer
let ids: Readonly<Record<string, string>>
let headersOfPerson: Record<string, string>
let accessToken: string
let link: string

beforeAll(async () => {
  const org = createOrg({ apiToken: 'token' })
  const { control, data } = org
  const user = await data.users.create({
    profile: { login, email: login, firstName: 'Ada', lastName: 'Lovelace' },
    credentials: { password: { value: 'Abcd1234' } },
  })
  const group = await data.groups.create({ profile: { name: 'Sales' } })
  control.registerClient({
    client_name: 'App',
    client_id: 'client',
    redirect_uris: [redirect],
    client_secret: 'secret',
    consent_method: 'TRUSTED',
  })
  const request = { client: 'client', user: user.id, scopes: ['openid', 'offline_access'] }
  const { access_token: issued } = await control.issueTokens(request)
  accessToken = issued
  const [grant] = control.grantConsent({ user: user.id, client: 'client', scopes: ['profile'] })
  link = new URL(control.sendMail({ kind: 'email-login', user: login }).url!).pathname
  control.enrollFactor({ user: user.id, factor: 'totp' })
  const { sessionCookie } = control.openSession({ user: user.id })
  headersOfPerson = { cookie: sessionCookie }
  const tokenId = org.model.tokens.all('refresh')[0]!.id
  ids = { userId: user.id, groupId: group.id, clientId: 'client', grantId: grant!.id, tokenId }
  // The authorization server `default` is made when somebody first asks for it.
  await org.fetch(new Request(`${org.baseUrl}/oauth2/default/v1/keys`))
  server = await serve({ port: 0, org, readOnly: true })
})

afterAll(() => server.close())

/** The state, without what counts every request: its id, its place in the journal, the rate limit. */
function state(): unknown {
  const counted = new Set(['rateLimit', 'journal'])
  return [...server.org.rows.all()].flatMap(([kind, key, value]) => {
    const name = kind.replace(/^.*\//, '')
    if (counted.has(name)) return []
    if (name !== 'ids') return [[kind, key, value]]
    const { request: _, error: __, ...ids } = [value].flat()[0] as Record<string, unknown>
    return [[kind, key, ids]]
  })
}

async function send(method: string, path: string, headers = {}, body?: string): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
}

test('says why a write is refused', async () => {
  const reply = await send('POST', '/api/v1/groups', { 'x-identikit-explain': '1' }, '{}')
  expect(reply.status).toBe(503)
  expect(JSON.parse(reply.headers.get('x-identikit-explanation')!)).toMatchObject({
    refusal: 'read-only-mode',
    rule: 'This server was started with --read-only and takes no writes',
    accepted: 'The same call to a server that was started without --read-only',
  })
})

test('answers requests that only read, with any method, and refuses requests that would change something', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const signIn = `client_id=client&response_type=code&redirect_uri=${redirect}&scope=openid&state=s&code_challenge=${challenge}&code_challenge_method=S256`
  const preflight = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
  const code = `grant_type=client_credentials`
  const cases: readonly (readonly [string, string, number, Record<string, string>?, string?])[] = [
    ['POST', '/oauth2/v1/introspect', 200, { ...basic, ...form }, `token=${accessToken}`],
    ['POST', '/oauth2/v1/userinfo', 200, { authorization: `Bearer ${accessToken}` }],
    ['GET', '/oauth2/v1/keys', 200],
    ['GET', '/.well-known/openid-configuration', 200],
    ['GET', `/oauth2/v1/authorize?${signIn}`, 503, headersOfPerson],
    ['HEAD', `/oauth2/v1/authorize?${signIn}`, 503, headersOfPerson],
    ['GET', `/oauth2/v1/authorize/?${signIn}`, 503, headersOfPerson],
    ['GET', `//oauth2/v1/authorize?${signIn}`, 503, headersOfPerson],
    ['GET', `/oauth2/default/v1/authorize?${signIn}`, 503, headersOfPerson],
    ['POST', '/oauth2/v1/authorize', 503, { ...headersOfPerson, ...form }, signIn],
    ['GET', '/oauth2/v1/logout?client_id=client', 503, headersOfPerson],
    ['POST', '/oauth2/v1/token', 503, { ...basic, ...form }, code],
    ['POST', '/oauth2/v1/revoke', 503, { ...basic, ...form }, `token=${accessToken}`],
    ['POST', '/oauth2/v1/device/authorize', 503, { ...basic, ...form }, 'scope=openid'],
    ['OPTIONS', '/oauth2/v1/authorize', 204, preflight],
    ['PUT', '/oauth2/v1/authorize', 405],
    ['GET', '/signin', 200, headersOfPerson],
    ['GET', '/activate', 200, headersOfPerson],
    ['GET', link, 200],
    ['GET', '/', 200],
    ['GET', '/_console', 200],
    ['POST', '/_console', 405],
    ['POST', '/signin', 503, form, `login=${login}&password=Abcd1234`],
    ['POST', '/signin/', 503, form, `login=${login}&password=Abcd1234`],
    ['POST', '/signin/forgot-password', 503, form, `address=${login}`],
    ['POST', '/signout', 503, headersOfPerson],
    ['POST', '/activate', 503, headersOfPerson],
    ['POST', link, 503, form, 'newPassword=Efgh5678'],
    ['POST', '/api/v1/nothing', 404, authorization],
    ['PATCH', '/api/v1/groups', 405, authorization],
    ['GET', '/_control', 200],
    ['POST', '/_control', 405],
    ['POST', '/_control/no-such-action', 404],
    ['GET', '/_orgs', 200],
    ['HEAD', '/_orgs', 200],
    ['OPTIONS', '/_orgs', 204, preflight],
    ['POST', '/_orgs', 503],
    ['DELETE', '/_orgs/acme', 503],
  ]
  const before = state()
  for (const [method, path, status, headers, body] of cases) {
    const reply = await send(method, path, headers, body)
    expect([method, path, reply.status]).toEqual([method, path, status])
  }
  expect(state()).toEqual(before)
})

test('answers the operations that read, and refuses the other operations', async () => {
  const before = state()
  for (const { method, path, name } of operations) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? 'x')
    const { status } = await send(method, filled, { ...authorization, ...headersOfPerson })
    expect([name, status === 503]).toEqual([name, method !== 'GET'])
  }
  expect(state()).toEqual(before)
})

test('runs the actions that only read, and refuses the other actions', async () => {
  const inputs: Readonly<Record<string, unknown>> = {
    describe: {},
    readApiToken: {},
    list: { kind: 'tokens' },
    exportState: {},
    exportSeed: { secrets: true, format: 'yaml' },
    findUser: { user: login },
    readFactorCode: { user: login },
    search: { kind: 'users' },
    listMails: {},
    explainMembers: { group: 'Sales', users: [login] },
    tryRule: { expression: 'user.login=="x"', user: login },
    inspectToken: { token: accessToken },
    readClientSetup: { client: 'client' },
    readSettings: {},
    readJournal: {},
    readExchange: {},
    waitForRequest: { after: 0 },
    listEvents: {},
    waitForEvent: { after: server.org.events.list()[0]!.id },
    readWebhook: {},
  }
  const listed = (await (await send('GET', '/_control')).json()) as {
    actions: { name: string; path: string }[]
  }
  await send('GET', '/api/v1/users/me', authorization)
  const before = state()
  for (const { name, path } of listed.actions) {
    const json = { 'content-type': 'application/json' }
    const { status } = await send('POST', path, json, JSON.stringify(inputs[name] ?? {}))
    expect([name, status]).toEqual([name, name in inputs ? 200 : 503])
  }
  expect(Object.keys(inputs).filter((name) => !listed.actions.some((one) => one.name === name))).toEqual([])
  expect(state()).toEqual(before)
})

test('the token of the console reads here, and changes nothing', async () => {
  const json = { 'content-type': 'application/json' }
  const told = await send('POST', '/_control/read-api-token', json, '{"of":"console"}')
  const { token } = (await told.json()) as { token: string }
  const headers = { ...json, authorization: `SSWS ${token}` }
  const before = state()
  expect((await send('GET', '/api/v1/users', headers)).status).toBe(200)
  const group = JSON.stringify({ profile: { name: 'Support' } })
  expect((await send('POST', '/api/v1/groups', headers, group)).status).toBe(503)
  expect(state()).toEqual(before)
})
