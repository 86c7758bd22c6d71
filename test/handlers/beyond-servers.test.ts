import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { loadDataset } from '../../src/fixtures/load-dataset.ts'
import { createOrg, type Organisation } from '../../src/index.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
type Anything = any

interface Answer {
  readonly status: number
  readonly body: Anything
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

function callsTo(org: Organisation): Call {
  return async (method, path, body) => {
    const reply = await org.fetch(path, {
      method,
      headers: {
        authorization: 'SSWS token',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}

const newOrg = (): Organisation => createOrg({ apiToken: 'token', baseUrl: 'https://id.test' })

async function token(org: Organisation, serverId: string, form: Record<string, string>): Promise<Anything> {
  const reply = await org.fetch(`/oauth2/${serverId}/v1/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('robot-client:robot-secret-1')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
  return { status: reply.status, ...((await reply.json()) as object) }
}

/** Sets up a client and a server with a scope, a claim, a policy and a rule. */
async function setUp(org: Organisation) {
  const call = callsTo(org)
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: made } = await call('POST', path, body)
    expect([path, status]).toEqual([path, path === '/api/v1/apps' ? 200 : 201])
    return made.id
  }
  await make('/api/v1/apps', {
    label: 'Robot',
    signOnMode: 'OPENID_CONNECT',
    credentials: { oauthClient: { client_id: 'robot-client', client_secret: 'robot-secret-1' } },
    settings: {
      oauthClient: {
        application_type: 'service',
        grant_types: ['client_credentials'],
        response_types: ['token'],
      },
    },
  })
  const server = await make('/api/v1/authorizationServers', {
    name: 'Shop API',
    description: 'Of the shop',
    audiences: ['https://api.shop.test'],
    issuerMode: 'ORG_URL',
    credentials: { signing: { rotationMode: 'MANUAL' } },
  })
  const path = `/api/v1/authorizationServers/${server}`
  const scope = await make(`${path}/scopes`, { name: 'orders:read', displayName: 'Orders', default: true })
  const claim = await make(`${path}/claims`, {
    name: 'tenant',
    claimType: 'RESOURCE',
    valueType: 'EXPRESSION',
    value: '"acme"',
    conditions: { scopes: ['orders:read'] },
  })
  const policy = await make(`${path}/policies`, {
    type: 'OAUTH_AUTHORIZATION_POLICY',
    name: 'Robots',
    priority: 1,
    conditions: { clients: { include: ['robot-client'] } },
  })
  const rule = await make(`${path}/policies/${policy}/rules`, {
    type: 'RESOURCE_ACCESS',
    name: 'By themselves',
    priority: 1,
    conditions: { grantTypes: { include: ['client_credentials'] }, scopes: { include: ['*'] } },
    actions: { token: { accessTokenLifetimeMinutes: 10, refreshTokenLifetimeMinutes: 0 } },
  })
  return { call, server, path, scope, claim, policy, rule }
}

test('a client, a server, a scope, a claim, a policy and a rule give a token with the claim', async () => {
  const org = newOrg()
  const { server } = await setUp(org)
  const copy = newOrg()
  await loadDataset(copy, (await org.exportSeed({ secrets: true })).seed)
  for (const each of [org, copy]) {
    // The scope is the default of the server.
    const issued = await token(each, server, { grant_type: 'client_credentials' })
    expect(issued).toMatchObject({ status: 200, expires_in: 600, scope: 'orders:read' })
    expect(decodeJwt(issued.access_token)).toMatchObject({
      iss: `https://id.test/oauth2/${server}`,
      aud: 'https://api.shop.test',
      tenant: 'acme',
      cid: 'robot-client',
    })
  }
  const read = async (org: Organisation): Promise<unknown> =>
    (await callsTo(org)('GET', `/api/v1/authorizationServers/${server}/policies`)).body.map(
      (policy: Anything) => ({ ...policy, created: 0, lastUpdated: 0 }),
    )
  expect(await read(copy)).toEqual(await read(org))
})

test('tokens are refused where a server has policies, and no rule of them applies', async () => {
  const org = newOrg()
  const { call, server, path, policy, rule } = await setUp(org)
  const asked = { grant_type: 'client_credentials', scope: 'orders:read' }
  const status = async (): Promise<unknown> => {
    const { error = 'issued' } = await token(org, server, asked)
    return error
  }
  const rulePath = `${path}/policies/${policy}/rules/${rule}`
  const { body } = await call('GET', rulePath)
  const change = async (conditions: object): Promise<unknown> => {
    expect((await call('PUT', rulePath, { ...body, conditions })).status).toBe(200)
    return status()
  }
  expect(await change({ grantTypes: { include: ['password'] } })).toBe('access_denied')
  expect(await change({ scopes: { include: ['orders:write'] } })).toBe('access_denied')
  expect(await change({})).toBe('issued')
  expect((await call('POST', `${rulePath}/lifecycle/deactivate`)).status).toBe(204)
  expect(await status()).toBe('access_denied')
  expect((await call('POST', `${rulePath}/lifecycle/activate`)).status).toBe(204)
  const clients = { clients: { include: ['ALL_CLIENTS'], exclude: ['robot-client'] } }
  await call('PUT', `${path}/policies/${policy}`, { name: 'Robots', conditions: clients })
  expect(await status()).toBe('access_denied')
  await call('POST', `${path}/policies/${policy}/lifecycle/deactivate`)
  expect(await status()).toBe('issued')
  await call('POST', `${path}/policies/${policy}/lifecycle/activate`)
  expect((await call('DELETE', `${path}/policies/${policy}`)).status).toBe(204)
  expect([await status(), (await call('GET', rulePath)).status]).toEqual(['issued', 404])
})

test('a rule is for some people, by user or by group, and gives their tokens a lifetime', async () => {
  const org = newOrg()
  const { call, server, path, policy, rule } = await setUp(org)
  const profile = { login: 'ada@id.test', email: 'ada@id.test', firstName: 'Ada', lastName: 'Byron' }
  const credentials = { password: { value: 'Correct1Horse' } }
  const { id } = (await call('POST', '/api/v1/users', { profile, credentials })).body
  const { id: group } = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).body
  const { client_id } = org.control.registerClient({
    client_name: 'Phone',
    application_type: 'native',
    grant_types: ['authorization_code', 'password', 'refresh_token'],
    redirect_uris: ['app://x'],
  })
  await call('PUT', `${path}/policies/${policy}`, { name: 'All', conditions: {} })
  const ask = (people: object): Promise<Anything> =>
    call('PUT', `${path}/policies/${policy}/rules/${rule}`, {
      name: 'People',
      conditions: { people },
      actions: { token: { accessTokenLifetimeMinutes: 5, refreshTokenLifetimeMinutes: 60 } },
    }).then(async () => {
      const form = { grant_type: 'password', username: 'ada@id.test', password: 'Correct1Horse', client_id }
      const reply = await org.fetch(`/oauth2/${server}/v1/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, scope: 'openid offline_access' }).toString(),
      })
      return reply.json()
    })
  const refused = { error: 'access_denied' }
  expect(await ask({ users: { include: ['00unknown'] } })).toMatchObject(refused)
  expect(await ask({ users: { exclude: [id] } })).toMatchObject(refused)
  expect(await ask({ groups: { include: [group] } })).toMatchObject(refused)
  await call('PUT', `/api/v1/groups/${group}/users/${id}`)
  const issued = await ask({ groups: { include: [group] } })
  expect(issued).toMatchObject({ expires_in: 300 })
  expect(org.control.inspectToken({ token: issued.refresh_token })).toMatchObject({ active: true })
  org.control.advanceClock({ by: '61m' })
  expect(org.control.inspectToken({ token: issued.refresh_token })).toEqual({ active: false })
})

test('a server, its scopes and its claims are read, replaced, deactivated and deleted', async () => {
  const org = newOrg()
  const { call, server, path, scope, claim } = await setUp(org)
  expect((await call('GET', path)).body).toMatchObject({
    description: 'Of the shop',
    audiences: ['https://api.shop.test'],
    status: 'ACTIVE',
    credentials: { signing: { rotationMode: 'MANUAL' } },
  })
  const renamed = { name: 'Orders API', audiences: ['https://orders.test'] }
  expect(await call('PUT', path, renamed)).toMatchObject({ status: 200, body: renamed })
  expect((await call('GET', '/api/v1/authorizationServers?q=Orders&limit=200')).body).toMatchObject([
    { id: server },
  ])
  const scopePath = `${path}/scopes/${scope}`
  const hidden = { name: 'orders:read', displayName: '', metadataPublish: 'NO_CLIENTS', consent: 'REQUIRED' }
  expect(await call('PUT', scopePath, hidden)).toMatchObject({ status: 200, body: hidden })
  const metadata = await call('GET', `/oauth2/${server}/.well-known/oauth-authorization-server`)
  expect(metadata.body.scopes_supported).not.toContain('orders:read')

  const names = (await call('GET', `${path}/claims`)).body.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['address', 'email', 'tenant']))
  const claimPath = `${path}/claims/${claim}`
  const groups = { name: 'teams', claimType: 'IDENTITY', valueType: 'GROUPS', group_filter_type: 'REGEX' }
  expect(await call('PUT', claimPath, { ...groups, value: 'Every.*', status: 'INACTIVE' })).toMatchObject({
    status: 200,
    body: { ...groups, status: 'INACTIVE' },
  })
  const system = (await call('GET', `${path}/claims?q=address`)).body[0]
  const systemPath = `${path}/claims/${system.id}`
  expect((await call('PUT', systemPath, system)).status).toBe(200)
  expect((await call('PUT', systemPath, { ...system, alwaysIncludeInToken: false })).status).toBe(400)
  expect((await call('DELETE', systemPath)).status).toBe(400)

  const wrong: [method: string, path: string, body: object | undefined, status: number][] = [
    ['POST', '/api/v1/authorizationServers', renamed, 400],
    ['POST', '/api/v1/authorizationServers', { name: 'X' }, 400],
    ['POST', `${path}/scopes`, { name: 'orders:read' }, 400],
    ['POST', `${path}/scopes`, { name: 'with blank' }, 400],
    ['PUT', `${path}/scopes/unknown`, { name: 'x' }, 404],
    ['POST', `${path}/claims`, { ...groups, value: '(' }, 400],
    ['POST', `${path}/claims`, { ...groups, valueType: 'EXPRESSION', value: 'user.' }, 400],
    ['POST', `${path}/claims`, { ...groups, name: 'iss', value: '.*' }, 400],
    ['POST', `${path}/claims`, { ...groups, group_filter_type: undefined, value: 'x' }, 400],
    ['POST', `${path}/policies`, { name: 'x', conditions: { clients: { include: 'all' } } }, 400],
    ['GET', `${path}/policies/unknown/rules`, undefined, 404],
    ['POST', '/api/v1/authorizationServers/unknown/policies', { name: 'x' }, 404],
  ]
  for (const [method, at, body, status] of wrong)
    expect([at, body, (await call(method, at, body)).status]).toEqual([at, body, status])

  expect((await call('POST', `${path}/lifecycle/deactivate`)).status).toBe(204)
  expect((await call('GET', path)).body.status).toBe('INACTIVE')
  expect((await call('POST', `${path}/lifecycle/activate`)).status).toBe(204)
  for (const each of [claimPath, scopePath, path]) expect((await call('DELETE', each)).status).toBe(204)
  for (const each of [claimPath, scopePath, path]) expect((await call('GET', each)).status).toBe(404)
  expect(org.control.list({ kind: 'claims' })).toEqual([])
})

test('ID tokens contain a claim of the server, or leave it to UserInfo', async () => {
  const org = newOrg()
  const { call, server, path } = await setUp(org)
  const { id } = (await call('GET', '/api/v1/users')).body[0]
  const client = org.control.registerClient({ client_name: 'Web', redirect_uris: ['https://web.test/'] })
  const teams = { name: 'teams', claimType: 'IDENTITY', valueType: 'GROUPS', group_filter_type: 'REGEX' }
  const { id: claim } = (await call('POST', `${path}/claims`, { ...teams, value: 'Ever.*' })).body
  const claims = async (): Promise<Anything> => {
    const issued = await org.control.issueTokens({
      client: client.client_id,
      user: id,
      scopes: ['openid'],
      authorizationServer: server,
    })
    const reply = await org.fetch(`/oauth2/${server}/v1/userinfo`, {
      headers: { authorization: `Bearer ${issued.access_token}` },
    })
    return [decodeJwt(issued.id_token!)['teams'], (await reply.json()).teams]
  }
  expect(await claims()).toEqual([['Everyone'], ['Everyone']])
  await call('PUT', `${path}/claims/${claim}`, { ...teams, value: 'Ever.*', alwaysIncludeInToken: false })
  expect(await claims()).toEqual([undefined, ['Everyone']])
})

test('a wrong pattern of group names is named by the member that has it', async () => {
  const { call, path } = await setUp(newOrg())
  const claim = { name: 'teams', claimType: 'IDENTITY', valueType: 'GROUPS', group_filter_type: 'REGEX' }
  const { body } = await call('POST', `${path}/claims`, { ...claim, value: '(' })
  expect(body.errorCauses).toEqual([{ errorSummary: 'value: expected a regular expression' }])
})

test('the organisation has texts about itself, and an id that anybody may read', async () => {
  const org = newOrg()
  const call = callsTo(org)
  const { body } = await call('GET', '/api/v1/org')
  expect(body).toMatchObject({ id: expect.stringMatching(/^00o/), status: 'ACTIVE', subdomain: 'id' })
  const changed = await call('POST', '/api/v1/org', { companyName: 'Acme', city: 'Oslo', id: 'other' })
  expect(changed.body).toMatchObject({ id: body.id, companyName: 'Acme', city: 'Oslo' })
  expect((await call('PUT', '/api/v1/org', { city: 'Bergen' })).body).toMatchObject({
    companyName: 'Organization',
    city: 'Bergen',
  })
  const known = await org.fetch('/.well-known/svc-organization')
  expect(await known.json()).toMatchObject({ id: body.id, pipeline: 'v1' })
  expect((await org.fetch('/.well-known/other-organization')).status).toBe(404)
})
