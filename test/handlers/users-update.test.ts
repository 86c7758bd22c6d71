import { expect, test } from 'vitest'
import { userProfileProperties } from '../../src/contract/resources/profiles.ts'
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

test('takes blank cells: an empty text unsets what it cannot be, as null does', async () => {
  const { call } = testOrg()
  const cells = Object.fromEntries(
    userProfileProperties()
      .filter(({ required }) => !required)
      .map(({ name }) => [name, '']),
  )
  const kept = { mobilePhone: '', primaryPhone: '', middleName: '', managerId: '' }
  const unset = ['profileUrl', 'countryCode', 'preferredLanguage', 'timezone']
  for (const [method, path] of [
    ['POST', '/api/v1/users'],
    ['POST', ''],
    ['PUT', ''],
  ] as const) {
    const user = await create(call, {
      login: `${method}${path.length}@example.com`,
      secondEmail: 'second@example.com',
      timezone: 'Europe/Oslo',
      locale: 'nb_NO',
    })
    const own = { ...newUser({ login: `blank${method}${path.length}@example.com` }).profile, ...cells }
    const reply = await call(method, path || `/api/v1/users/${user.id}`, { profile: own })
    expect(reply.json.profile).toMatchObject({ ...kept, secondEmail: null, locale: 'en_US' })
    for (const name of unset) expect(reply.json.profile).not.toHaveProperty(name)
  }
  const refused = await call('POST', '/api/v1/users', newUser({ firstName: '', secondEmail: 'a@b' }))
  expect(refused.json.errorCauses).toHaveLength(2)
})

test('with the preset keeps blank cells as they were sent', async () => {
  const { call, org } = testOrg({ preset: 'okta' })
  const profile = { secondEmail: '', mobilePhone: '', countryCode: '', locale: '' }
  const user = await create(call, profile)
  expect(user.profile).toMatchObject(profile)
  const changed = await call('POST', `/api/v1/users/${user.id}`, { profile: { secondEmail: 'a@b' } })
  expect(changed.status).toBe(400)
  await call('POST', `/api/v1/users/${user.id}`, { profile: { secondEmail: 'a@b.example' } })
  const { value: cookie } = org.sessions.open(user.id)
  const headers = { cookie: `sid=${cookie}`, authorization: undefined }
  const own = await call('POST', '/api/v1/users/me', { profile: { secondEmail: '' } }, headers)
  expect(own.json.profile.secondEmail).toBe('')
})

test('changes a login, and the old one names nobody', async () => {
  const { call } = testOrg()
  const user = await create(call, { login: 'old@example.com' })
  await call('POST', `/api/v1/users/${user.id}`, { profile: { login: 'new@example.com' } })
  expect((await call('GET', '/api/v1/users/new@example.com')).json.id).toBe(user.id)
  expect((await call('GET', '/api/v1/users/old@example.com')).status).toBe(404)
  expect((await create(call, { login: 'old@example.com' })).id).not.toBe(user.id)
})

test('lets users write only what they may of themselves', async () => {
  const { call, org } = testOrg()
  const user = await create(call, { department: 'Sales' }, password)
  const { value: cookie } = org.sessions.open(user.id)
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

test('a wrong form of the credentials does not hide what is wrong with the profile', async () => {
  const { call } = testOrg()
  const { id } = await create(call)
  const body = { profile: { firstName: 5, nickname: 'x' }, credentials: { password: { value: 5 } } }
  const causes = [
    'credentials.password.value: expected a text, got a number',
    'firstName: expected a string',
    "Property name 'nickname' is not defined in profile, did you mean nickName?",
  ]
  const answered = async (method: string): Promise<string[]> =>
    (await call(method, `/api/v1/users/${id}`, body)).json.errorCauses.map(
      ({ errorSummary }: { errorSummary: string }) => errorSummary,
    )
  expect(await answered('POST')).toEqual(causes)
  // A replacement lacks what it does not send.
  const blank = (name: string): string => `${name}: The field cannot be left blank`
  expect(await answered('PUT')).toEqual([
    ...causes.slice(0, 2),
    ...['lastName', 'login', 'email'].map(blank),
    causes[2],
  ])
})
