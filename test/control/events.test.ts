import { expect, test } from 'vitest'
import { type OrgEvent, OrgEvents } from '../../src/control/events/event-log.ts'
import { createActions } from '../../src/control/index.ts'
import { createOrg } from '../../src/index.ts'
import type { Organisation } from '../../src/organisation.ts'
import { newUser, testOrg } from '../support/call.ts'
import { password, person } from '../support/people.ts'

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
  org.control.setUser({ user: id, status: 'ACTIVE' })
  expect(org.events.list({ after: event!.id }).at(-1)?.cause).toEqual({
    kind: 'control',
    name: 'setUser',
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
  const [first, second] = [await person(it), await person(it)]
  const ofSecond = events.waitFor('user.suspended', { record: second.id })
  for (const { id } of [first, second]) await it.call('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  expect((await ofSecond).record.id).toBe(second.id)
  await expect(events.waitFor('user.deleted', { timeout: 0 })).rejects.toThrow(
    /No event user.deleted within 0 ms/,
  )
  it.control.reset()
  expect(events.list()).toEqual([])
  expect(() => it.control.listEvents({ type: 'user.suspend' })).toThrow(/did you mean/i)
})

test.each<[string, (org: Organisation) => unknown]>([
  ['reset', (org) => createActions(org.model).reset()],
  ['clear', (org) => org.control.clear()],
  ['restoreSnapshot', (org) => org.control.restoreSnapshot({ name: 'before' })],
  ['importState', (org) => createActions(org.model).importState({ state: { ...org.exportState() } })],
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
