import { createOrg } from '../../src/index.ts'
import { expect, test } from 'vitest'
import { Refusal } from '../../src/contract/errors/refusal.ts'
import { newUser, testOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'
import { answer, otherPassword, password, person } from '../support/people.ts'

test('an exchange shows both sides, what it changed, and why it was refused', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  await it.call('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  const suspended = it.control.readExchange()
  expect(suspended).toMatchObject({
    operation: 'suspendUser',
    status: 200,
    request: { headers: { authorization: 'SSWS [secret]' } },
    response: { headers: { 'content-type': 'application/json' }, body: {} },
    changes: [
      {
        record: { kind: 'user', id, label: profile.login },
        events: ['user.suspended'],
        differences: { status: { before: 'ACTIVE', after: 'SUSPENDED' } },
      },
    ],
  })
  expect(suspended.explanation).toBeUndefined()
  expect(suspended.duration).toBeGreaterThanOrEqual(0)

  await it.call('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  const refused = it.control.readExchange()
  expect(refused.changes).toEqual([])
  expect(refused.explanation).toEqual({
    refusal: 'suspend-not-active',
    status: 400,
    code: 'E0000001',
    rule: 'Only an ACTIVE user can be suspended',
    section: 'Users, Errors',
    docs: 'https://github.com/identikit/identikit/blob/v0.1.0/docs/reference/the-api.md#users-errors',
    found: ['status: expected ACTIVE, got SUSPENDED'],
    accepted: 'A user in ACTIVE',
    allowedIn: ['ACTIVE'],
  })
})

test('an explanation names the interpretation where the API description is silent', async () => {
  const it = testOrg()
  await it.call('GET', '/api/v1/users', undefined, { authorization: 'SSWS wrong' })
  expect(it.control.readExchange().explanation).toMatchObject({
    refusal: 'invalid-token',
    section: 'Clients, Authentication, 1',
    interpretation: 'error-codes',
  })
})

test('an explanation comes along in a header where it is asked for, and only there', async () => {
  const it = testOrg()
  const url = '/api/v1/users/nobodyé'
  const asked = await it.call('GET', url, undefined, { 'x-identikit-explain': '1' })
  const header = String(asked.headers['x-identikit-explanation'])
  expect(header).toMatch(/^[\x20-\x7E]+$/)
  expect(JSON.parse(header)).toMatchObject({
    refusal: 'not-found',
    accepted: 'The id, login or unambiguous short name of a user that exists',
  })
  const silent = await it.call('GET', url)
  expect(silent.headers['x-identikit-explanation']).toBeUndefined()
  expect(silent.status).toBe(404)
})

test('an explanation that is longer than a header holds is shortened, and is JSON still', async () => {
  const it = testOrg()
  const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${'é'.repeat(400)}${at}`, 1]))
  const profile = {
    login: 'jo@example.com',
    email: 'jo@example.com',
    firstName: 'Jo',
    lastName: 'A',
    ...unknown,
  }
  const { headers } = await it.call('POST', '/api/v1/users', { profile }, { 'x-identikit-explain': '1' })
  const header = String(headers['x-identikit-explanation'])
  expect(header.length).toBeLessThanOrEqual(4000)
  const { refusal, found } = JSON.parse(header)
  expect(refusal).toBe('validation')
  expect(found).toHaveLength(3)
  expect(found[2]).toBe('and 28 more')
})

test('no secret of any call is in what the journal shows', async () => {
  const it = testOrg()
  const { call, control, org } = it
  const user = await person(it)
  const base = `/api/v1/users/${user.id}`
  const secrets = [password, otherPassword, answer, org.apiToken]
  await call('POST', `${base}/credentials/change_password`, {
    oldPassword: { value: password },
    newPassword: { value: otherPassword },
  })
  await call('POST', `${base}/credentials/forgot_password`, {
    password: { value: 'An0therOne' },
    recovery_question: { answer },
  })
  await call('POST', `${base}/credentials/forgot_password`, `{"password": {"value": "Br0kenOff`)
  const otherSpellings = { Credentials: { Password: { Value: 'Pascal1Case' } }, clientSecret: 'camel1Case' }
  await call('POST', '/api/v1/users', otherSpellings)
  await call('POST', `${base}/credentials/change_password`, '{"New_Password": {"Value": "Br0kenToo')
  secrets.push('An0therOne', 'Br0kenOff', 'Pascal1Case', 'camel1Case', 'Br0kenToo')
  const reset = await call('POST', `${base}/lifecycle/reset_password?sendEmail=false`)
  secrets.push(reset.json.resetPasswordUrl.split('/').at(-1))
  const temporary = await call('POST', `${base}/lifecycle/expire_password?tempPassword=true`)
  secrets.push(temporary.json.tempPassword)
  const staged = await call('POST', '/api/v1/users?activate=false', newUser())
  const activated = await call('POST', `/api/v1/users/${staged.json.id}/lifecycle/activate?sendEmail=false`)
  secrets.push(activated.json.activationToken)
  const hash = {
    algorithm: 'SHA-256',
    salt: 'c2FsdHNhbHRzYWx0',
    saltOrder: 'PREFIX',
    value: 'jNTEc2FtcGxlaGFzaHZhbHVlMTIzNDU2Nzg5MDEyMzQ=',
  }
  await call('POST', '/api/v1/users', { ...newUser(), credentials: { password: { hash } } })
  secrets.push(hash.salt, hash.value)
  const client = await call('POST', '/oauth2/v1/clients', {
    client_name: 'Shop',
    redirect_uris: ['https://shop.example.com/back'],
  })
  secrets.push(client.json.client_secret)
  await call('POST', `/oauth2/v1/clients/${client.json.client_id}/lifecycle/newSecret`)
  const { sessionCookie } = control.openSession({ user: user.id })
  await call('GET', '/api/v1/users/me', undefined, { authorization: undefined, cookie: sessionCookie })
  secrets.push(sessionCookie.split('=')[1]!)

  const shown = JSON.stringify([
    control.readJournal(),
    control.readJournal().map(({ number }) => control.readExchange({ number })),
    control.readJournal({ as: 'har' }),
    control.readJournal().map(({ number }) => control.readExchange({ number, as: 'curl' })),
    await Promise.all(
      control.readJournal().map(({ number }) => control.readExchange({ number, as: 'fetch' })),
    ),
    control.listEvents(),
  ])
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  expect(secrets).not.toContain(undefined)
  expect(shown).toContain('[secret]')
})

test('a secret under an ordinary name is struck in the journal, and in each kind of code of a request', async () => {
  const it = testOrg()
  const { call, control } = it
  const { id } = await person(it)
  const client = await call('POST', '/oauth2/v1/clients', {
    client_name: 'Shop',
    redirect_uris: ['https://shop.example.com/back'],
  })
  const clientId = client.json.client_id
  const renewed = await call('POST', `/oauth2/v1/clients/${clientId}/lifecycle/newSecret`)
  const clientSecret = renewed.json.client_secret
  const { token } = control.createApiToken({ role: 'SUPER_ADMIN' })
  const secret = 'Ordinary+9Secret'
  const at = `/api/v1/users/${id}`
  const credentials = { password: { value: secret } }
  const rotated = { 'x-secret': 'was-a-client-secret', 'x-note': `${token}, ${clientSecret}`, accept: secret }
  await call('POST', at, { profile: { nickName: `is ${secret}`, title: token }, credentials }, rotated)
  await call('POST', at, { profile: { nickName: clientSecret }, credentials })
  await call('POST', `${at}?x=${encodeURIComponent(secret)}`, { profile: { title: secret }, credentials })
  await call('GET', `/api/v1/users/${token}`, undefined, { 'x-note': token, prefer: token })
  await call('GET', `/api/v1/users?q=${token}`, undefined, { 'x-note': token })
  await call('GET', `/oauth2/v1/clients?q=${clientSecret}`, undefined, { 'x-note': clientSecret })
  const kinds = ['curl', 'fetch', 'client', 'pact'] as const
  const numbers = control.readJournal().map(({ number }) => number)
  const secrets = [secret, encodeURIComponent(secret), 'was-a-client-secret', token, clientSecret]
  for (const number of numbers.slice(-7)) {
    const codes = kinds.map(async (as) => [as, (await control.readExchange({ number, as })).code] as const)
    const shown = [
      ['exchange', JSON.stringify(control.readExchange({ number }))],
      ...(await Promise.all(codes)),
    ]
    for (const [kind, text = ''] of shown)
      expect([number, kind, secrets.filter((each) => text.includes(each))]).toEqual([number, kind, []])
  }
})

/** Parameters of OAuth 2.0 and OpenID Connect that give access, and others that give none. */
const oauthSecrets = [
  'assertion',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'device_code',
  'id_token_hint',
  'interaction',
  'password',
  'refresh_token',
  'request',
  'subject_token',
  'token',
  'user_code',
]
const oauthOpen = ['state', 'nonce', 'login_hint', 'code_challenge', 'client_id', 'scope']
const oauthPaths = [
  '/oauth2/v1/authorize',
  '/oauth2/v1/token',
  '/oauth2/v1/device/authorize',
  '/oauth2/default/v1/introspect',
  '/oauth2/v1/logout',
  '/activate',
  '/api/v1/users',
]

test('no secret of OAuth is shown, wherever it was sent: query, form, JSON, or the address of a page', async () => {
  const { control, events, exportState, model, fetch, baseUrl, apiToken } = createOrg()
  const lines: string[] = []
  model.traffic.entries.onEntry((entry) => void lines.push(JSON.stringify(entry)))
  const valueOf = (name: string, where: string): string => `Value-of-${name}-in-${where}`
  const all = [...oauthSecrets, ...oauthOpen]
  const pairs = (where: string): string =>
    new URLSearchParams(all.map((name) => [name, valueOf(name, where)])).toString()
  const call = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<void> => {
    const headers = { authorization: `SSWS ${apiToken}`, ...init.headers }
    await fetch(new Request(baseUrl + path, { ...init, headers }))
  }
  const json = JSON.stringify(Object.fromEntries(all.map((name) => [name, valueOf(name, 'JSON')])))
  for (const path of oauthPaths) {
    await call(`${path}?${pairs('query')}`)
    await call(`${path}?${pairs('query')}`, { method: 'POST', body: new URLSearchParams(pairs('form')) })
    await call(path, { method: 'POST', body: json, headers: { 'content-type': 'application/json' } })
    await call(path, { headers: { referer: `https://app.example.com/back?${pairs('page')}` } })
  }
  const numbers = control.readJournal().map(({ number }) => number)
  const shown = JSON.stringify([
    lines,
    control.readJournal(),
    numbers.map((number) => control.readExchange({ number })),
    control.readJournal({ as: 'har' }),
    numbers.map((number) => control.readExchange({ number, as: 'curl' })),
    events.list(),
    exportState(),
  ])
  const places = ['query', 'form', 'JSON', 'page']
  const leaks = oauthSecrets.flatMap((name) =>
    places.filter((where) => shown.includes(valueOf(name, where))).map((where) => `${name} in ${where}`),
  )
  expect(leaks).toEqual([])
  for (const name of oauthOpen) expect([name, shown.includes(valueOf(name, 'query'))]).toEqual([name, true])
})

test('the address of an old call shows no token that has ended since', async () => {
  const { call, control } = testOrg()
  const { token: value } = control.createApiToken({ role: 'SUPER_ADMIN' })
  await call('GET', `/api/v1/users?q=${value}`)
  control.revoke({ token: value })
  expect(JSON.stringify(control.readJournal())).not.toContain(value)
})

test('the journal keeps the newest entries within its limits', async () => {
  const few = testOrg({ journal: { entries: 3 } })
  for (let index = 0; index < 5; index += 1) await few.call('GET', '/api/v1/users/me')
  expect(few.control.readJournal().map(({ number }) => number)).toEqual([3, 4, 5])

  const small = testOrg({ journal: { bytes: 100_000 } })
  for (let index = 0; index < 50; index += 1) {
    await small.call('POST', '/api/v1/groups', {
      profile: { name: `Group ${index}`, description: 'x'.repeat(1000) },
    })
  }
  const numbers = small.control.readJournal().map(({ number }) => number)
  expect(numbers.at(-1)).toBe(50)
  expect(numbers.length).toBeGreaterThan(5)
  expect(numbers.length).toBeLessThan(30)
})

test('a huge body is kept as far as a limit', async () => {
  const { call, control } = testOrg()
  await call('POST', '/api/v1/groups', { profile: { name: 'x'.repeat(200_000) } })
  const { request } = control.readExchange()
  expect(JSON.stringify(request.body).length).toBeLessThan(70_000)
})

test('waits for a request, and distinguishes a late one from none', async () => {
  const it = testOrg()
  const waiting = it.control.waitForRequest({ operation: 'createGroup' })
  await it.call('GET', '/api/v1/users/me')
  await it.call('POST', '/api/v1/groups', { profile: { name: 'Late' } })
  expect(await waiting).toMatchObject({
    operation: 'createGroup',
    request: { body: { profile: { name: 'Late' } } },
  })

  const past = await it.control.waitForRequest({ operation: 'createGroup', after: 0 })
  expect(past.number).toBe(2)
  const none = it.control.waitForRequest({ operation: 'deleteGroup', timeout: 0 })
  await expect(none).rejects.toThrow(/No such request within 0 ms; no request came/)
  await expect(none).rejects.not.toBeInstanceOf(Refusal)
  const other = it.control.waitForRequest({ operation: 'deleteGroup', timeout: 50 })
  await it.call('GET', '/api/v1/users/me')
  await expect(other).rejects.toThrow('No such request within 50 ms; there came GET /api/v1/users/me 200')
})

test('a request as an HTTP archive', async () => {
  const it = testOrg()
  await it.call('POST', '/api/v1/groups?x=1', { profile: { name: "O'Hara" } })
  expect(it.control.readJournal({ as: 'har' })).toMatchObject({
    log: {
      version: '1.2',
      entries: [
        {
          startedDateTime: '2026-01-05T09:30:00.000Z',
          request: {
            method: 'POST',
            url: 'https://svc.example.com/api/v1/groups?x=1',
            queryString: [{ name: 'x', value: '1' }],
            postData: { mimeType: 'application/json', text: `{"profile":{"name":"O'Hara"}}` },
          },
          response: { status: 200, content: { mimeType: 'application/json' } },
        },
      ],
    },
  })
  await it.call('GET', '/api/v1/nothing')
  const { entries } = it.control.readJournal({ as: 'har' }).log as { entries: readonly object[] }
  expect(entries.map((entry) => '_operation' in entry)).toEqual([true, false])
})

test('the journal keeps ids and short words in links, and hides one-time tokens', async () => {
  const it = testOrg()
  const mine = await parties(it)
  await it.control.issueTokens({
    user: mine.userId,
    client: mine.clientId,
    scopes: ['offline_access'],
    refreshToken: true,
  })
  const { json } = await it.call('GET', `${mine.ofClient}/tokens`)
  expect(it.control.readExchange().response?.body).toEqual(json)
  expect(json[0]._links.self.href).toMatch(/\/tokens\/oar\w{17}$/)

  const note = (nickName: string) =>
    it.call('POST', `/api/v1/users/${mine.userId}`, { profile: { nickName } })
  const shown = () => (it.control.readExchange().request.body as { profile: object }).profile
  await note('see /tokens/of-a-client and https://svc.example.com/welcome/jane')
  expect(shown()).toEqual({ nickName: 'see /tokens/of-a-client and https://svc.example.com/welcome/jane' })
  await note('https://svc.example.com/welcome/Ab3dEf6hIj9lMn2p')
  expect(shown()).toEqual({ nickName: 'https://svc.example.com/welcome/[secret]' })
})
