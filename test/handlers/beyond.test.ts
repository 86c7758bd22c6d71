import { beforeEach, expect, test } from 'vitest'
import { loadDataset } from '../../src/fixtures/load-dataset.ts'
import { createOrg, type Organisation } from '../../src/index.ts'
import { createFetchHandler } from '../../src/server.ts'

let org: Organisation
let userId: string
beforeEach(async () => {
  org = createOrg({ apiToken: 'token', baseUrl: 'https://id.test', prefix: 'okta' })
  const person = { login: 'ada@id.test', email: 'ada@id.test', firstName: 'Ada', lastName: 'Byron' }
  const credentials = { password: { value: 'Correct1Horse' } }
  userId = (
    (await call('POST', '/api/v1/users', { profile: person, credentials })).body as unknown as { id: string }
  ).id
})

interface Answer {
  readonly status: number
  readonly body: Record<string, never>
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const reply = await org.fetch(path, {
    method,
    headers: headers ?? {
      authorization: 'SSWS token',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, never> }
}

const plain = { 'content-type': 'application/json' }
const signIn = (password: string, username = 'ada@id.test'): Promise<Answer> =>
  call('POST', '/api/v1/authn', { username, password }, plain)

test('a login and a password give a session token, and that the session', async () => {
  const { status, body } = await signIn('Correct1Horse')
  expect([status, body]).toMatchObject([200, { status: 'SUCCESS', _embedded: { user: { id: userId } } }])
  const { sessionToken } = body as unknown as { sessionToken: string }
  const made = await call('POST', '/api/v1/sessions', { sessionToken }, plain)
  expect(made).toMatchObject({
    status: 200,
    body: { userId, login: 'ada@id.test', status: 'ACTIVE', amr: ['pwd'] },
  })
  const cookie = { cookie: `sid=${sessionToken}` }
  expect(await call('GET', '/api/v1/sessions/me', undefined, cookie)).toEqual(made)
  expect(
    (await call('DELETE', '/api/v1/sessions/me', undefined, { ...cookie, origin: 'https://evil.test' }))
      .status,
  ).toBe(403)
  expect((await call('DELETE', '/api/v1/sessions/me', undefined, cookie)).status).toBe(204)
  expect((await call('GET', '/api/v1/sessions/me', undefined, cookie)).status).toBe(403)
  expect((await call('POST', '/api/v1/sessions', { sessionToken }, plain)).body).toMatchObject({
    errorCode: 'E0000004',
  })
  const entries = org.control.readJournal().map(({ number }) => org.control.readExchange({ number }))
  const journal = JSON.stringify(entries)
  expect(journal).not.toContain(sessionToken)
  expect(journal).not.toContain('Correct1Horse')
})

test('a sign-in reports a failure, an expired password or a lockout', async () => {
  const failed = {
    status: 401,
    body: { errorCode: 'E0000004', errorSummary: 'Authentication failed', errorCauses: [] },
  }
  expect(await signIn('wrong')).toMatchObject(failed)
  expect(await signIn('Correct1Horse', 'nobody@id.test')).toMatchObject(failed)
  expect((await call('POST', '/api/v1/authn', { username: 'ada@id.test' }, plain)).status).toBe(400)
  await call('POST', `/api/v1/users/${userId}/lifecycle/expire_password`)
  expect(await signIn('Correct1Horse')).toMatchObject({ status: 200, body: { status: 'PASSWORD_EXPIRED' } })
  org.control.setUser({ user: userId, status: 'LOCKED_OUT' })
  expect(await signIn('Correct1Horse')).toMatchObject({ status: 200, body: { status: 'LOCKED_OUT' } })
})

test('an application is listed, assigned and unassigned', async () => {
  const wiki = org.control.setApplication({ label: 'Wiki' })
  org.control.setApplication({ label: 'Mail' })
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).body as unknown as {
    id: string
  }
  expect((await call('GET', '/api/v1/apps?q=wi')).body).toMatchObject([{ id: wiki.id, label: 'Wiki' }])
  const first = await org.fetch('/api/v1/apps?limit=1', { headers: { authorization: 'SSWS token' } })
  const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)!
  expect((await call('GET', next!)).body).toMatchObject([{ label: 'Mail' }])

  const users = `/api/v1/apps/${wiki.id}/users`
  const groups = `/api/v1/apps/${wiki.id}/groups`
  expect(await call('PUT', `${groups}/${group.id}`)).toMatchObject({ status: 200, body: { id: group.id } })
  await call('PUT', `/api/v1/groups/${group.id}/users/${userId}`)
  expect((await call('GET', users)).body).toMatchObject([{ id: userId, scope: 'GROUP' }])
  expect(await call('POST', users, { id: userId })).toMatchObject({ status: 200, body: { scope: 'USER' } })
  expect((await call('GET', `${users}/ada@id.test`)).body).toMatchObject({
    credentials: { userName: 'ada@id.test' },
  })
  expect((await call('GET', groups)).body).toMatchObject([{ id: group.id }])
  expect((await call('DELETE', `${users}/${userId}`)).status).toBe(204)
  expect((await call('DELETE', `${users}/${userId}`)).status).toBe(404)
  expect((await call('DELETE', `${groups}/${group.id}`)).status).toBe(204)
  expect((await call('GET', `${groups}/${group.id}`)).status).toBe(404)
  expect((await call('GET', users)).body).toEqual([])
  expect((await call('POST', users, { id: 'nobody' })).status).toBe(404)
  expect((await call('GET', '/api/v1/apps/unknown')).body).toMatchObject({ errorCode: 'E0000007' })
})

const oidcApp = {
  name: 'oidc_client',
  label: 'Shop',
  signOnMode: 'OPENID_CONNECT',
  visibility: { autoLaunch: true, hide: { iOS: true, web: true } },
  credentials: {
    oauthClient: { client_id: 'shop-client', client_secret: 'chosen-secret-1', pkce_required: true },
  },
  settings: {
    notes: { admin: 'ours' },
    oauthClient: {
      application_type: 'web',
      redirect_uris: ['https://shop.test/'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      issuer_mode: 'ORG_URL',
    },
  },
}

test('an application of OpenID Connect and its client are one record, with the id and the secret that were chosen', async () => {
  const path = '/api/v1/apps/shop-client'
  const created = await call('POST', '/api/v1/apps', oidcApp)
  expect(created).toMatchObject({
    status: 200,
    body: {
      ...oidcApp,
      id: 'shop-client',
      status: 'ACTIVE',
      visibility: { hide: { iOS: true, web: true } },
      settings: { oauthClient: { consent_method: 'TRUSTED' } },
    },
  })
  const client = async (): Promise<Answer> => call('GET', '/oauth2/v1/clients/shop-client')
  expect(await client()).toMatchObject({
    status: 200,
    body: { client_name: 'Shop', consent_method: 'TRUSTED', redirect_uris: ['https://shop.test/'] },
  })
  const token = await org.fetch('/oauth2/v1/introspect', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('shop-client:chosen-secret-1')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'token=x',
  })
  expect(token.status).toBe(200)

  const asked = {
    client_id: 'shop-client',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://shop.test/',
  }
  const authorize = await org.fetch(`/oauth2/v1/authorize?${new URLSearchParams(asked)}`, {
    redirect: 'manual',
  })
  expect(authorize.headers.get('location')).toMatch(/^https:\/\/shop\.test\/\?.*code_challenge/)

  const settings = (await client()).body
  await call('PUT', '/oauth2/v1/clients/shop-client', {
    ...Object.fromEntries(
      Object.entries(settings).filter(([name]) => !/^client_(id_issued_at|secret)/.test(name)),
    ),
    client_name: 'Store',
  })
  const read = await call('GET', path)
  expect(read.body).toMatchObject({
    label: 'Store',
    settings: { notes: { admin: 'ours' }, oauthClient: { issuer_mode: 'ORG_URL' } },
  })
  expect(JSON.stringify([read, await call('GET', '/api/v1/apps')])).not.toContain('chosen-secret-1')

  const whole = read.body as unknown as typeof oidcApp
  whole.settings.oauthClient.redirect_uris = ['https://store.test/']
  whole.settings.oauthClient.response_types = ['code', 'id_token']
  whole.settings.oauthClient.grant_types = ['authorization_code', 'implicit']
  expect(await call('PUT', path, whole)).toMatchObject({
    status: 200,
    body: { label: 'Store', credentials: { oauthClient: { client_secret: 'chosen-secret-1' } } },
  })
  expect((await client()).body).toMatchObject({ grant_types: ['authorization_code', 'implicit'] })
  const { seed } = await org.exportSeed({ secrets: true })
  const again = createOrg({ apiToken: 'token' })
  await loadDataset(again, seed)
  const copied = await again.fetch(path, { headers: { authorization: 'SSWS token' } })
  expect(await copied.json()).toMatchObject({ label: 'Store', settings: { notes: { admin: 'ours' } } })
  const { oauthClient: _, ...others } = whole.settings
  expect((await call('PUT', path, { ...whole, settings: others })).body).toMatchObject({
    errorCauses: [{ errorSummary: expect.stringContaining('redirect_uris') }],
  })

  expect(await call('POST', `${path}/lifecycle/deactivate`)).toEqual({ status: 200, body: {} })
  expect((await call('GET', '/api/v1/apps?filter=status eq "INACTIVE"')).body).toMatchObject([
    { id: 'shop-client' },
  ])
  expect(await call('POST', `${path}/lifecycle/activate`)).toEqual({ status: 200, body: {} })
  expect((await call('DELETE', path)).status).toBe(204)
  expect([(await client()).status, (await call('GET', path)).status]).toEqual([401, 404])
})

test('an application that is wrong is refused, and creates nothing', async () => {
  await call('POST', '/api/v1/apps', oidcApp)
  const { oauthClient } = oidcApp.settings
  const wrong: [change: object, at: string][] = [
    [{}, 'credentials.oauthClient.client_id: An object with this field already exists'],
    [{ credentials: { oauthClient: { client_id: 'a/b' } } }, 'credentials.oauthClient.client_id: expected 6'],
    [{ credentials: { oauthClient: { client_secret: 'short' } } }, 'credentials.oauthClient.client_secret'],
    [{ label: '', credentials: {} }, 'label'],
    [{ label: undefined, credentials: {} }, 'label'],
    [
      { credentials: {}, settings: { oauthClient: { ...oauthClient, redirect_uris: ['/relative'] } } },
      'redirect_uris',
    ],
    [
      { credentials: {}, settings: { oauthClient: { ...oauthClient, grant_types: ['password'] } } },
      'grant_types',
    ],
    [{ credentials: {}, settings: [] }, 'settings'],
  ]
  for (const [change, at] of wrong) {
    const { status, body } = await call('POST', '/api/v1/apps', { ...oidcApp, ...change })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(at)])
  }
  const other = { ...oidcApp, credentials: { oauthClient: { client_id: 'another' } } }
  expect((await call('PUT', '/api/v1/apps/shop-client', other)).status).toBe(400)
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/lifecycle/activate'],
  ])
    expect(
      (await call(method!, `/api/v1/apps/unknown${path}`, method === 'PUT' ? oidcApp : undefined)).status,
    ).toBe(404)
  expect((await call('GET', '/api/v1/apps')).body).toHaveLength(1)
})

test('applications that are no clients are created, replaced and deleted, with what they know of their users', async () => {
  const { body } = await call('POST', '/api/v1/apps?activate=false', {
    label: 'Wiki',
    signOnMode: 'BOOKMARK',
    settings: { app: { url: 'https://wiki.test/' } },
  })
  const { id } = body as { id?: string }
  const path = `/api/v1/apps/${id}`
  expect(body).toMatchObject({ status: 'INACTIVE', settings: { app: { url: 'https://wiki.test/' } } })
  expect(await call('PUT', path, { label: 'Notes' })).toMatchObject({ status: 200, body: { label: 'Notes' } })
  await call('POST', `${path}/lifecycle/activate`)
  const given = { credentials: { userName: 'ada.b' }, profile: { role: 'writer' } }
  await call('POST', `${path}/users`, { id: userId, ...given })
  expect((await call('POST', `${path}/users/${userId}`, { profile: { role: 'editor' } })).body).toMatchObject(
    {
      credentials: { userName: 'ada.b' },
      profile: { role: 'editor' },
    },
  )
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).body as { id?: string }
  await call('PUT', `${path}/groups/${group.id}`, { priority: 2, profile: { site: 'Oslo' } })
  expect((await call('GET', `${path}/groups`)).body).toMatchObject([
    { priority: 2, profile: { site: 'Oslo' } },
  ])
  const found = async (filter: string): Promise<unknown> =>
    (await call('GET', `/api/v1/apps?filter=${encodeURIComponent(filter)}`)).body
  expect(await found(`user.id eq "${userId}" and group.id eq "${group.id}"`)).toHaveLength(1)
  expect(await found('user.id eq "00unknown"')).toEqual([])
  const { seed } = await org.exportSeed()
  const again = createOrg({ apiToken: 'token' })
  await loadDataset(again, seed)
  const copied = await again.fetch(`${path}/users`, { headers: { authorization: 'SSWS token' } })
  expect(await copied.json()).toMatchObject([{ credentials: { userName: 'ada.b' } }])
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', `/api/v1/users/${userId}/appLinks`)).body).toEqual([])
})

test('a custom property is added, used, changed and removed by the schema', async () => {
  const path = '/api/v1/meta/schemas/user/default'
  const post = (properties: unknown): Promise<Answer> =>
    call('POST', path, { definitions: { custom: { properties } } })
  const custom = async (): Promise<unknown> =>
    ((await call('GET', path)).body as unknown as { definitions: { custom: { properties: unknown } } })
      .definitions.custom.properties
  expect((await post({ badge: { title: 'Badge', type: 'string', maxLength: 5 } })).status).toBe(200)
  expect(await custom()).toMatchObject({ badge: { title: 'Badge', type: 'string', maxLength: 5 } })
  expect((await post({ badge: { title: '', maxLength: 4 } })).body).toMatchObject({
    errorCauses: [{ errorSummary: expect.stringContaining('badge.title: expected a text') }],
  })
  const { seed } = await org.exportSeed()
  const again = createOrg({ apiToken: 'token' })
  await loadDataset(again, seed)
  expect(again.control.setSchemaProperty({ schema: 'user', name: 'badge', maxLength: 6 })).toMatchObject({
    properties: expect.arrayContaining([{ name: 'badge', title: 'Badge', type: 'string', maxLength: 6 }]),
  })
  const update = (badge: string): Promise<Answer> =>
    call('POST', `/api/v1/users/${userId}`, { profile: { badge } })
  expect((await update('B-7')).status).toBe(200)
  expect((await update('B-777777')).status).toBe(400)
  expect((await post({ badge: { type: 'wrong' } })).body).toMatchObject({
    errorCauses: [{ errorSummary: expect.stringContaining('badge.type: expected one of') }],
  })
  expect((await post({ badge: null })).status).toBe(200)
  expect(await custom()).toEqual({})
})

test('the log lists what happened, page by page and by its words', async () => {
  await call('POST', `/api/v1/users/${userId}/lifecycle/suspend`)
  const { body } = await call('GET', '/api/v1/logs?q=suspend')
  expect(body).toMatchObject([
    { eventType: 'user.lifecycle.suspend', outcome: { result: 'SUCCESS' }, target: [{ id: userId }] },
  ])
  expect((await call('GET', '/api/v1/logs?limit=1')).body).toHaveLength(1)
  expect((await call('GET', '/api/v1/logs?since=yesterday')).status).toBe(400)
  expect((await call('GET', '/api/v1/logs?until=2000-01-01T00:00:00Z')).body).toEqual([])
})

test('the log takes filters, and refuses one that it cannot read as other lists do', async () => {
  await call('POST', `/api/v1/users/${userId}/lifecycle/suspend`)
  const logs = (filter: string) => call('GET', `/api/v1/logs?filter=${encodeURIComponent(filter)}`)
  const found = await logs(`eventType eq "user.lifecycle.suspend" and target.id eq "${userId}"`)
  expect(found.body).toMatchObject([{ eventType: 'user.lifecycle.suspend' }])
  expect((await logs('published lt "2000-01-01T00:00:00Z" or eventType sw "group."')).body).toEqual([])
  const users = (filter: string) => call('GET', `/api/v1/users?filter=${encodeURIComponent(filter)}`)
  for (const wrong of ['eventType', 'eventType eq', 'nothing eq "x"', 'published gt "soon"', '(']) {
    const [one, other] = [
      await logs(wrong),
      await users(wrong.replace('published', 'lastUpdated').replace('eventType', 'id')),
    ]
    const { errorCode } = other.body
    expect([wrong, one.status, one.body.errorCode]).toEqual([wrong, 400, errorCode])
  }
})

test('the log names what happened to a group by the event types of the service', async () => {
  const { id } = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).body as { id?: string }
  await call('PUT', `/api/v1/groups/${id}`, { profile: { name: 'Team' } })
  await call('PUT', `/api/v1/groups/${id}/users/${userId}`)
  await call('DELETE', `/api/v1/groups/${id}/users/${userId}`)
  await call('DELETE', `/api/v1/groups/${id}`)
  const { body } = await call('GET', '/api/v1/logs?q=group.')
  expect((body as unknown as { eventType: string }[]).map(({ eventType }) => eventType).toSorted()).toEqual([
    'group.lifecycle.create',
    'group.lifecycle.delete',
    'group.profile.update',
    'group.user_membership.add',
    'group.user_membership.remove',
  ])
})

test('the application of a client shows how the client authenticates', async () => {
  const { client_id: id } = org.control.registerClient({
    client_name: 'Shop',
    redirect_uris: ['https://shop.test/'],
  })
  expect((await call('GET', `/api/v1/apps/${id}`)).body).toMatchObject({
    credentials: { oauthClient: { client_id: id, token_endpoint_auth_method: 'client_secret_basic' } },
  })
})

test('needs a token, a role and a scope, as operations do', async () => {
  expect((await call('GET', '/api/v1/apps', undefined, {})).status).toBe(401)
  const bearer = (scopes: string[]): Record<string, string> => ({
    authorization: `Bearer ${org.control.createAccessToken({ user: userId, scopes }).token}`,
  })
  expect((await call('GET', '/api/v1/apps', undefined, bearer(['okta.apps.read']))).status).toBe(403)
  org.control.createApiToken({ owner: userId, role: 'READ_ONLY_ADMIN' })
  expect((await call('GET', '/api/v1/apps', undefined, bearer(['okta.users.read']))).status).toBe(403)
  expect((await call('GET', '/api/v1/apps', undefined, bearer(['okta.apps.read']))).status).toBe(200)
})

test('the document of a server has them, marked', async () => {
  const handler = createFetchHandler(org)
  const document = (await (await handler(new Request('https://id.test/openapi.json'))).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  expect(document.paths['/api/v1/apps']!['get']).toMatchObject({
    'x-beyond-the-description': true,
    operationId: 'listApplications',
  })
})
