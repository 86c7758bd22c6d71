import { expect, test } from 'vitest'
import { type OrgEvent, OrgEvents } from '../../src/control/events/event-log.ts'
import { createOrg } from '../../src/index.ts'
import type { Organisation } from '../../src/organisation.ts'
import { newUser, testOrg, type TestOrg } from '../support/call.ts'
import { password, person } from '../support/people.ts'

/** The types of the events that a step causes. */
async function during(it: TestOrg, step: () => unknown): Promise<string[]> {
  const types: string[] = []
  const stop = new OrgEvents(it.org.traffic.recorder).on('*', ({ type }) => types.push(type))
  await step()
  stop()
  return types
}

test('each change in the life of a user has its event', async () => {
  const it = testOrg()
  const { call, control } = it
  let id = ''
  expect(
    await during(it, async () => {
      id = (await call('POST', '/api/v1/users?activate=false', newUser())).json.id
    }),
  ).toEqual(['user.created'])
  const path = `/api/v1/users/${id}`
  const post = (url: string, body?: unknown) => () => call('POST', `${path}${url}`, body)
  expect(await during(it, post('/lifecycle/activate'))).toEqual(['user.provisioned', 'mail.sent'])
  expect(await during(it, post('', { credentials: { password: { value: password } } }))).toContain(
    'user.password-changed',
  )
  expect(await during(it, () => control.setUserStatus({ user: id, status: 'ACTIVE' }))).toEqual([
    'user.activated',
  ])
  expect(await during(it, post('', { profile: { title: 'Engineer' } }))).toEqual(['user.profile-updated'])
  expect(await during(it, () => control.openSession({ user: id }))).toEqual(
    expect.arrayContaining(['session.opened']),
  )
  expect(await during(it, post('/lifecycle/suspend'))).toEqual(
    expect.arrayContaining(['user.suspended', 'session.ended']),
  )
  expect(await during(it, post('/lifecycle/suspend'))).toEqual([])
  expect(await during(it, post('/lifecycle/unsuspend'))).toEqual(['user.unsuspended'])
  expect(await during(it, post('/lifecycle/expire_password'))).toEqual(['user.password-expired'])
  expect(await during(it, () => call('DELETE', path))).toContain('user.deactivated')
  expect(await during(it, () => call('DELETE', path))).toContain('user.deleted')
})

test('groups, members, rules, clients and tokens have events', async () => {
  const it = testOrg()
  const { call, control } = it
  const user = await person(it, { profile: { department: 'Ops' } })
  const types: string[] = []
  new OrgEvents(it.org.traffic.recorder).on('*', ({ type }) => types.push(type))
  const group = await call('POST', '/api/v1/groups', { profile: { name: 'Ops' } })
  await call('PUT', `/api/v1/groups/${group.json.id}/users/${user.id}`)
  await call('PUT', `/api/v1/groups/${group.json.id}/users/${user.id}`)
  await call('DELETE', `/api/v1/groups/${group.json.id}/users/${user.id}`)
  const rule = await call('POST', '/api/v1/groups/rules', {
    type: 'group_rule',
    name: 'Ops people',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.department=="Ops"' } },
    actions: { assignUserToGroups: { groupIds: [group.json.id] } },
  })
  await call('POST', `/api/v1/groups/rules/${rule.json.id}/lifecycle/activate`)
  await call('POST', `/api/v1/groups/rules/${rule.json.id}/lifecycle/deactivate`)
  await call('DELETE', `/api/v1/groups/rules/${rule.json.id}?removeUsers=true`)
  await call('DELETE', `/api/v1/groups/${group.json.id}`)
  expect(types).toEqual([
    'group.created',
    'group.member-added',
    'group.member-removed',
    'rule.created',
    'rule.activated',
    'group.member-added',
    'rule.deactivated',
    'rule.deleted',
    'group.member-removed',
    'group.deleted',
  ])
  types.length = 0
  const client = await call('POST', '/oauth2/v1/clients', {
    client_name: 'Shop',
    redirect_uris: ['https://shop.example.com/back'],
    grant_types: ['authorization_code', 'refresh_token'],
    application_type: 'web',
  })
  await call('POST', `/oauth2/v1/clients/${client.json.client_id}/lifecycle/newSecret`)
  control.grantConsent({ user: user.id, client: client.json.client_id, scopes: ['openid'] })
  await control.issueTokens({
    user: user.id,
    client: client.json.client_id,
    scopes: ['openid', 'offline_access'],
  })
  await call('DELETE', `/api/v1/users/${user.id}/clients/${client.json.client_id}/tokens`)
  await call('DELETE', `/oauth2/v1/clients/${client.json.client_id}`)
  expect(types.filter((type, index) => types.indexOf(type) === index)).toEqual(
    expect.arrayContaining([
      'client.created',
      'client.secret-changed',
      'grant.created',
      'refresh-token.issued',
      'access-token.issued',
      'refresh-token.revoked',
      'access-token.ended',
      'client.deleted',
      'grant.ended',
    ]),
  )
})

test('an event says what it is about, what changed, and which call made it', async () => {
  const org = createOrg({ seed: 'events' })
  const seen: string[] = []
  org.events.on('user.suspended', ({ before, after }) => {
    // Typed: the record of a user.
    seen.push(`${String(after?.profile['login'])} ${before?.status} ${after?.status}`)
  })
  const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: unknown) =>
    org.fetch(
      new Request(`https://svc.example.com${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
  const { id } = (await (
    await send('POST', '/api/v1/users', {
      profile: { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' },
      credentials: { password: { value: password } },
    })
  ).json()) as { id: string }
  const reply = await send('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  expect(seen).toEqual(['jo@example.com ACTIVE SUSPENDED'])
  const [event] = org.events.list({ type: 'user.suspended', record: id })
  expect(event).toMatchObject({
    record: { kind: 'user', id, label: 'jo@example.com' },
    cause: { kind: 'request', name: 'suspendUser', requestId: reply.headers.get('x-svc-request-id') },
  })
  expect(org.events.list({ after: event!.id })).toEqual([])
  org.control.setUserStatus({ user: id, status: 'ACTIVE' })
  expect(org.events.list({ after: event!.id }).at(-1)?.cause).toEqual({
    kind: 'control',
    name: 'setUserStatus',
  })
})

test('concurrent calls that wait for a hash each show only the user that they change', async () => {
  const it = testOrg()
  const people = await Promise.all(Array.from({ length: 4 }, () => person(it)))
  await Promise.all(
    people.map(({ id }) =>
      it.call('POST', `/api/v1/users/${id}/credentials/change_password`, {
        oldPassword: { value: password },
        newPassword: { value: 'Corr3ctHorse' },
      }),
    ),
  )
  const exchanges = it.control
    .readJournal({ operation: 'changePassword' })
    .map(({ number }) => it.control.readExchange({ number }))
  expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const { path, changes } of exchanges) {
    expect(changes.map(({ record }) => path.includes(record.id))).toEqual([true])
    expect(changes[0]?.events).toContain('user.password-changed')
  }
})

test('events continue after a listener throws, can be awaited, and start again after a reset', async () => {
  const it = testOrg()
  const events = new OrgEvents(it.org.traffic.recorder)
  const told: unknown[] = []
  const reportError = Object.getOwnPropertyDescriptor(globalThis, 'reportError')
  Object.defineProperty(globalThis, 'reportError', {
    value: (error: unknown) => told.push(error),
    configurable: true,
  })
  try {
    events.on('group.*', () => {
      throw new Error('from a listener')
    })
    const waiting = events.waitFor('group.created')
    const reply = await it.call('POST', '/api/v1/groups', { profile: { name: 'One' } })
    expect(reply.status).toBe(200)
    expect((await waiting).record.label).toBe('One')
    expect(String(told[0])).toContain('from a listener')
  } finally {
    if (reportError) Object.defineProperty(globalThis, 'reportError', reportError)
    else delete (globalThis as { reportError?: unknown }).reportError
  }
  await expect(events.waitFor('user.deleted', { timeout: 0 })).rejects.toThrow(
    /No event user.deleted within 0 ms/,
  )
  it.control.reset()
  expect(events.list()).toEqual([])
  expect(() => it.control.listEvents({ type: 'user.suspend' })).toThrow(/did you mean/i)
})

test.each<[string, (org: Organisation) => unknown]>([
  ['reset', (org) => org.control.reset()],
  ['clear', (org) => org.control.clear()],
  ['restoreSnapshot', (org) => org.control.restoreSnapshot({ name: 'before' })],
  ['importState', (org) => org.control.importState({ state: { ...org.control.exportState() } })],
  ['', (org) => org.reset()],
])('one unlisted event reports that %s replaced all records', (action, replace) => {
  const org = createOrg()
  org.control.saveSnapshot({ name: 'before' })
  const told: OrgEvent[] = []
  org.events.on('*', (event) => told.push(event))
  replace(org)
  expect(told).toEqual([
    {
      id: expect.stringMatching(/^\d+\.0$/),
      type: 'organisation.replaced',
      time: expect.any(String),
      record: { kind: 'organisation', id: 'organisation', label: 'organisation' },
      after: {},
      ...(action ? { cause: { kind: 'control', name: action } } : {}),
    },
  ])
  expect(org.events.list({ type: 'organisation.*' })).toEqual([])
})

test('events of a user include those of the records that belong to the user', async () => {
  const { call, control } = testOrg()
  const [{ id }, other] = await Promise.all(
    ['one@x.org', 'other@x.org'].map(
      async (login) => (await call('POST', '/api/v1/users', newUser({ login, email: login }))).json,
    ),
  )
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Both' } })).json.id
  for (const user of [id, other.id]) await call('PUT', `/api/v1/groups/${group}/users/${user}`)
  control.openSession({ user: other.id })
  control.setUserStatus({ user: id, status: 'ACTIVE' })
  control.openSession({ user: id })
  expect(control.listEvents({ user: id }).map(({ type }) => type)).toEqual([
    'user.created',
    'user.provisioned',
    'mail.sent',
    'group.member-added',
    'user.activated',
    'session.opened',
  ])
  expect(control.listEvents({ user: id, type: 'session.*', limit: 1 })).toMatchObject([
    { type: 'session.opened' },
  ])
})

test('changes beyond a hundred are counted in the journal', async () => {
  const it = testOrg()
  for (let index = 0; index < 105; index += 1)
    await it.call('POST', '/api/v1/users?activate=false', newUser({ department: 'All' }))
  const group = await it.call('POST', '/api/v1/groups', { profile: { name: 'All' } })
  const rule = await it.call('POST', '/api/v1/groups/rules', {
    type: 'group_rule',
    name: 'All',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.department=="All"' } },
    actions: { assignUserToGroups: { groupIds: [group.json.id] } },
  })
  await it.call('POST', `/api/v1/groups/rules/${rule.json.id}/lifecycle/activate`)
  const { changes, moreChanges } = it.control.readExchange()
  expect(changes).toHaveLength(100)
  expect(moreChanges).toBeGreaterThanOrEqual(6)
})

test('no event contains tokens, session ids or secrets', async () => {
  const { call, control, org } = testOrg()
  const { json: user } = await call('POST', '/api/v1/users', {
    ...newUser(),
    credentials: { password: { value: 'Correct1Horse' } },
  })
  const { json: client } = await call('POST', '/oauth2/v1/clients', {
    client_name: 'Shop',
    redirect_uris: ['https://shop.example.com/back'],
    grant_types: ['authorization_code', 'refresh_token'],
  })
  const apiToken = control.createApiToken({ role: 'SUPER_ADMIN' }).token
  const tokens = await control.issueTokens({
    user: user.id,
    client: client.client_id,
    scopes: ['openid', 'offline_access'],
  })
  const session = control.openSession({ user: user.id }).sessionCookie.split('=')[1]!
  const { token: link } = control.listMails({})[0] ?? { token: undefined }
  const told = JSON.stringify(control.listEvents())
  for (const kind of ['api-token', 'access-token', 'refresh-token', 'session', 'client']) {
    expect(told).toContain(`"kind":"${kind}"`)
  }
  const secrets = [
    apiToken,
    tokens.access_token,
    tokens.refresh_token,
    tokens.id_token,
    session,
    client.client_secret,
    org.apiToken,
    'Correct1Horse',
    ...(link === undefined ? [] : [link]),
  ]
  expect(secrets).not.toContain(undefined)
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
})

test('waiting for an event that does not come says for what and how long', async () => {
  const { control } = testOrg()
  await expect(control.waitForEvent({ type: 'user.suspended', timeout: 5 })).rejects.toThrow(
    'No event user.suspended within 5 ms',
  )
  await expect(control.waitForEvent({ type: 'user.suspended', record: '00u1', timeout: 5 })).rejects.toThrow(
    'No event user.suspended of 00u1 within 5 ms',
  )
})

test('an unknown type of event is refused, with the nearest one', () => {
  const org = createOrg()
  const message = 'did you mean user.suspended?'
  expect(() => org.events.on('user.suspend' as never, () => {})).toThrow(message)
  expect(() => org.events.list({ type: 'user.suspend' })).toThrow(message)
  expect(() => createOrg(5 as never)).toThrow('options: expected an object, got a number')
})
