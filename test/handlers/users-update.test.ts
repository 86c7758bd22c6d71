import { expect, test } from 'vitest'
import { newUser, type TestCall, testOrg } from '../support/call.ts'

async function create(
  call: TestCall,
  profile: Record<string, unknown> = {},
  credentials?: unknown,
  query = '',
) {
  return (await call('POST', `/api/v1/users${query}`, { ...newUser(profile), credentials })).json
}

const password = { password: { value: 'Sup3rsecret' } }

test('replaces the whole profile: omitted properties are gone', async () => {
  const { call, org } = testOrg()
  const user = await create(call, { city: 'Bern', secondEmail: 'second@example.com' }, password)
  org.clock.advance('1h')
  const { login, email } = user.profile
  const profile = { login, email, firstName: 'New', lastName: 'Name', title: 'Boss' }
  const { status, json } = await call('PUT', `/api/v1/users/${user.id}`, { profile })
  expect(status).toBe(200)
  expect(json.profile).toEqual({ ...profile, mobilePhone: null, secondEmail: null, locale: 'en_US' })
  expect(json.credentials).toEqual(user.credentials)
  expect(json.lastUpdated).toBe('2026-01-05T10:30:00.000Z')
  expect(json.created).toBe('2026-01-05T09:30:00.000Z')
})

test('updates only the sent properties, and removes those that are null', async () => {
  const { call } = testOrg()
  const user = await create(call, { city: 'Bern', title: 'Boss' })
  const { json } = await call('POST', `/api/v1/users/${user.id}`, { profile: { city: 'Zug', title: null } })
  expect(json.profile).toEqual({ ...user.profile, city: 'Zug', title: undefined })
})

test('takes the whole fetched object back, read-only parts ignored', async () => {
  const { call } = testOrg()
  const user = await create(call, {}, password)
  for (const method of ['PUT', 'POST']) {
    const { status, json } = await call(method, `/api/v1/users/${user.id}`, { ...user, status: 'SUSPENDED' })
    expect([status, json.status, json.id]).toEqual([200, 'ACTIVE', user.id])
  }
})

test('takes the whole fetched object of a user with a recovery question back, and keeps its answer', async () => {
  const { call } = testOrg()
  const question = { recovery_question: { question: 'Who?', answer: 'Cowboy Dan' } }
  const user = await create(call, {}, { ...password, ...question })
  const path = `/api/v1/users/${user.id}`
  for (const method of ['PUT', 'POST']) {
    expect((await call(method, path, user)).json).toEqual(user)
    expect((await call(method, path, { credentials: { recovery_question: {} } })).json).toEqual(user)
    const other = { credentials: { recovery_question: { question: 'Where?' } } }
    expect((await call(method, path, other)).json.errorCauses).toEqual([
      { errorSummary: 'recovery_question.answer: The field cannot be left blank' },
    ])
  }
  const answered = await call('POST', `${path}/credentials/forgot_password`, {
    password: { value: 'Corr3ctHorse' },
    recovery_question: { answer: 'cowboy dan' },
  })
  expect(answered.status).toBe(200)
})

test.each(['PUT', 'POST'])('refuses a bad profile by %s and changes nothing', async (method) => {
  const { call } = testOrg()
  const user = await create(call, { city: 'Bern' })
  await create(call, { login: 'taken@example.com' })
  for (const [change, field] of [
    [{ firstName: '' }, 'firstName'],
    [{ email: 'x' }, 'email'],
    [{ login: 'TAKEN@example.com' }, 'login'],
    [{ nothing: 1 }, 'newUser'],
  ] as const) {
    const profile = { ...user.profile, ...change }
    const { status, json } = await call(method, `/api/v1/users/${user.id}`, {
      profile,
      credentials: password,
    })
    expect([status, json.errorSummary]).toEqual([400, `Api validation failed: ${field}`])
  }
  expect((await call('GET', `/api/v1/users/${user.id}`)).json).toEqual(user)
})

test('changes a login, and the old one names nobody', async () => {
  const { call } = testOrg()
  const user = await create(call, { login: 'old@example.com' })
  await call('POST', `/api/v1/users/${user.id}`, { profile: { login: 'new@example.com' } })
  expect((await call('GET', '/api/v1/users/new@example.com')).json.id).toBe(user.id)
  expect((await call('GET', '/api/v1/users/old@example.com')).status).toBe(404)
  expect((await create(call, { login: 'old@example.com' })).id).not.toBe(user.id)
})

test.each(['PUT', 'POST'])(
  'sets password and recovery question by %s without the old one',
  async (method) => {
    const { call, org } = testOrg()
    const user = await create(call, {}, password)
    org.clock.advance('1h')
    const { json } = await call(method, `/api/v1/users/${user.id}`, {
      credentials: {
        password: { value: 'An0thersecret' },
        recovery_question: { question: 'Pet?', answer: 'Rex' },
      },
    })
    expect(json).toMatchObject({
      profile: user.profile,
      passwordChanged: '2026-01-05T10:30:00.000Z',
      lastUpdated: user.lastUpdated,
      credentials: { password: {}, recovery_question: { question: 'Pet?' } },
    })
    expect(JSON.stringify(json)).not.toMatch(/An0thersecret|Rex/)
  },
)

test('refuses a new password against the policy, with nothing changed', async () => {
  const { call, org } = testOrg()
  const user = await create(call, {}, password)
  const before = org.users.get(user.id)
  const credentials = { password: { value: 'weak' }, recovery_question: { question: 'q', answer: 'a' } }
  const reply = await call('POST', `/api/v1/users/${user.id}`, { profile: { city: 'X' }, credentials })
  expect([reply.status, reply.json.errorSummary]).toEqual([400, 'Api validation failed: password'])
  expect(org.users.get(user.id)).toBe(before)
})

const md5 = { algorithm: 'MD5', value: 'X03MO1qnZdYdgyfeuILPmQ==' }

test('imports a hash on update only while the user is staged', async () => {
  const { call } = testOrg()
  const staged = await create(call, {}, undefined, '?activate=false')
  const active = await create(call, {}, password)
  const credentials = { password: { hash: md5 } }
  expect((await call('POST', `/api/v1/users/${staged.id}`, { credentials })).json.credentials).toEqual({
    password: {},
    provider: { type: 'IMPORT', name: 'IMPORT' },
  })
  expect((await call('POST', `/api/v1/users/${active.id}`, { credentials })).status).toBe(400)
})

test('lets a full replacement change the type and a partial update not', async () => {
  const { call, org } = testOrg()
  org.userTypes.restore([...org.userTypes.ids, 'oty00000000000000000'])
  const user = await create(call)
  const other = { id: 'oty00000000000000000' }
  const partial = await call('POST', `/api/v1/users/${user.id}`, { type: other, profile: { city: 'X' } })
  expect([partial.status, partial.json.errorCode]).toEqual([403, 'E0000078'])
  expect((await call('GET', `/api/v1/users/${user.id}`)).json).toEqual(user)
  expect((await call('POST', `/api/v1/users/${user.id}`, { type: user.type })).status).toBe(200)
  expect((await call('PUT', `/api/v1/users/${user.id}`, { type: { id: 'none' } })).status).toBe(400)
  expect((await call('PUT', `/api/v1/users/${user.id}`, { type: other })).json.type).toEqual(other)
})

test('answers an unknown user with 404 on every update', async () => {
  const { call } = testOrg()
  for (const method of ['PUT', 'POST']) {
    expect(await call(method, '/api/v1/users/nobody', { profile: {} })).toMatchObject({
      status: 404,
      json: { errorCode: 'E0000007' },
    })
  }
})

test("updates the current user's own profile", async () => {
  const { call, org } = testOrg()
  const user = await create(call, {}, password)
  const { cookie } = org.sessions.open(user.id)
  const headers = { cookie: `sid=${cookie}`, authorization: undefined }
  const reply = await call('POST', '/api/v1/users/me', { profile: { nickName: 'Nick' } }, headers)
  expect([reply.status, reply.json.id, reply.json.profile.nickName]).toEqual([200, user.id, 'Nick'])
  const asOwner = await call('POST', '/api/v1/users/me', { profile: { nickName: 'Boss' } })
  expect(asOwner.json.profile).toMatchObject({ login: 'admin@example.com', nickName: 'Boss' })
})

test.each(['email', 'secondEmail'] as const)(
  'changes %s of oneself only once it is verified',
  async (property) => {
    const { call, org, control } = testOrg()
    const user = await create(call, { email: 'old@example.com', secondEmail: 'old2@example.com' }, password)
    const { cookie } = org.sessions.open(user.id)
    const headers = { cookie: `sid=${cookie}`, authorization: undefined }
    const profile = { [property]: 'new@example.com', city: 'Bern' }
    const { json } = await call('POST', '/api/v1/users/me', { profile }, headers)
    expect(json.profile).toEqual({ ...user.profile, city: 'Bern' })
    const [mail] = control.listMails({ kind: 'email-verification' })
    expect(mail).toMatchObject({ to: 'new@example.com', userId: user.id })
    org.selfService.verifyEmail(mail!.token!)
    expect((await call('GET', `/api/v1/users/${user.id}`)).json.profile[property]).toBe('new@example.com')
    expect(org.selfService.verifyEmail(mail!.token!)).toBeUndefined()
  },
)

test('lets users write only what they may of themselves', async () => {
  const { call, org } = testOrg()
  const user = await create(call, { department: 'Sales' }, password)
  const { cookie } = org.sessions.open(user.id)
  const headers = { cookie: `sid=${cookie}`, authorization: undefined }
  for (const profile of [{ login: 'other@example.com' }, { department: 'Board', city: 'X' }]) {
    const reply = await call('POST', '/api/v1/users/me', { profile }, headers)
    expect([reply.status, reply.json.errorCode]).toEqual([403, 'E0000077'])
  }
  expect((await call('GET', `/api/v1/users/${user.id}`)).json).toEqual(user)
  const same = await call('POST', '/api/v1/users/me', { profile: user.profile }, headers)
  expect(same.status).toBe(200)
  const credentials = { password: { value: 'An0thersecret' } }
  await call('POST', '/api/v1/users/me', { profile: {}, credentials }, headers)
  expect((await call('GET', `/api/v1/users/${user.id}`)).json.passwordChanged).toBe(user.passwordChanged)
})

test('refuses an update while a transition is under way', async () => {
  const { call, org } = testOrg({ transitionDelay: 5000 })
  const user = await create(call, {}, password)
  expect(user).toMatchObject({ status: 'STAGED', transitioningToStatus: 'ACTIVE' })
  const refused = await call('POST', `/api/v1/users/${user.id}`, { profile: { city: 'X' } })
  expect([refused.status, refused.json.errorCode]).toEqual([409, 'E0000112'])
  expect(refused.json.errorCauses).toEqual([{ errorSummary: 'The user is on its way to ACTIVE.' }])
  org.clock.advance(5000)
  const { json } = await call('GET', `/api/v1/users/${user.id}`)
  expect([json.status, json.transitioningToStatus, json.profile.city]).toEqual([
    'ACTIVE',
    undefined,
    undefined,
  ])
  expect((await call('POST', `/api/v1/users/${user.id}`, { profile: { city: 'X' } })).status).toBe(200)
})
