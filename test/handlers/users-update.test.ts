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
