import { beforeEach, expect, test } from 'vitest'
import { loadWorld } from '../../src/fixtures/load-world.ts'
import { createOrg, type Organisation } from '../../src/index.ts'
import { createFetchHandler } from '../../src/server.ts'

let org: Organisation
let userId: string
beforeEach(async () => {
  org = createOrg({ apiToken: 'token', baseUrl: 'https://id.test', vocabulary: { word: 'okta' } })
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
  org.control.setUserStatus({ user: userId, status: 'LOCKED_OUT' })
  expect(await signIn('Correct1Horse')).toMatchObject({ status: 200, body: { status: 'LOCKED_OUT' } })
})

test('an application is listed, assigned and unassigned', async () => {
  const wiki = org.control.createApplication({ label: 'Wiki' })
  org.control.createApplication({ label: 'Mail' })
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
  await loadWorld(again, seed)
  expect(again.control.changeSchemaProperty({ schema: 'user', name: 'badge', maxLength: 6 })).toMatchObject({
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
