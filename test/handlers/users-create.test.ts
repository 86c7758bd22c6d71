import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'

const now = '2026-01-05T09:30:00.000Z'

test('creates a user and answers it with its metadata', async () => {
  const { call } = testOrg()
  const { status, json } = await call(
    'POST',
    '/api/v1/users?activate=false',
    newUser({ login: 'isaac@example.com' }),
  )
  expect(status).toBe(200)
  expect(json).toMatchObject({
    status: 'STAGED',
    created: now,
    lastUpdated: now,
    lastLogin: null,
    passwordChanged: null,
    profile: { login: 'isaac@example.com', firstName: 'Test', lastName: 'User', secondEmail: null },
    credentials: { provider: { type: 'SVC', name: 'SVC' } },
  })
  expect(json.id).toMatch(/^00u[A-Za-z0-9]{17}$/)
  expect(json.type.id).toBeTypeOf('string')
  expect(json._links.self.href).toBe(`https://svc.example.com/api/v1/users/${json.id}`)
  expect((await call('GET', `/api/v1/users/${json.id}`)).json).toEqual(json)
})

test.each([
  { query: '?activate=false', credentials: undefined, status: 'STAGED' },
  { query: '?activate=false', credentials: { password: { value: 'Sup3rsecret' } }, status: 'STAGED' },
  { query: '', credentials: undefined, status: 'PROVISIONED' },
  { query: '?activate=true', credentials: { password: { value: 'Sup3rsecret' } }, status: 'ACTIVE' },
  { query: '', credentials: { password: {} }, status: 'PROVISIONED' },
  { query: '', credentials: { password: { hook: { type: 'default' } } }, status: 'ACTIVE' },
  {
    query: '?provider=true',
    credentials: { provider: { type: 'FEDERATION', name: 'FEDERATION' } },
    status: 'ACTIVE',
  },
  { query: '?provider=true&activate=false', credentials: { provider: { type: 'SOCIAL' } }, status: 'STAGED' },
])('ends in $status after create$query with $credentials', async ({ query, credentials, status }) => {
  const { call } = testOrg()
  const { json } = await call('POST', `/api/v1/users${query}`, { ...newUser(), credentials })
  expect(json.status).toBe(status)
})

test('never answers a secret of the credentials', async () => {
  const { call } = testOrg()
  const { text, json } = await call('POST', '/api/v1/users', {
    ...newUser(),
    credentials: {
      password: { value: 'Sup3rsecret' },
      recovery_question: { question: 'Favourite colour?', answer: 'ultramarine' },
    },
  })
  expect(json.credentials).toEqual({
    password: {},
    recovery_question: { question: 'Favourite colour?' },
    provider: { type: 'SVC', name: 'SVC' },
  })
  for (const page of [text, (await call('GET', '/api/v1/users')).text]) {
    expect(page).not.toMatch(/Sup3rsecret|ultramarine|digest|salt/)
  }
})

test.each(['login', 'email', 'firstName', 'lastName'])(
  'refuses a profile without %s, or with a blank one',
  async (name) => {
    const { call, org } = testOrg()
    const before = org.users.collection.size
    for (const value of [undefined, null, '', '  ']) {
      const { status, json } = await call('POST', '/api/v1/users', newUser({ [name]: value }))
      expect(status).toBe(400)
      expect(json).toMatchObject({
        errorCode: 'E0000001',
        errorSummary: `Api validation failed: ${name}`,
        errorLink: 'E0000001',
        errorCauses: [{ errorSummary: `${name}: The field cannot be left blank` }],
      })
    }
    expect(org.users.collection.size).toBe(before)
  },
)

const host = '@x.co'
test.each([
  ['login', 'a@bc', `a${host}`, `${'a'.repeat(95)}${host}`, `${'a'.repeat(96)}${host}`],
  ['email', 'a@bc', `a${host}`, `${'a'.repeat(95)}${host}`, `${'a'.repeat(96)}${host}`],
  ['secondEmail', 'a@bc', `a${host}`, `${'a'.repeat(95)}${host}`, `${'a'.repeat(96)}${host}`],
  ['firstName', undefined, 'x', 'x'.repeat(50), 'x'.repeat(51)],
  ['lastName', undefined, '😀', '😀'.repeat(50), '😀'.repeat(51)],
  ['primaryPhone', undefined, '', '1'.repeat(100), '1'.repeat(101)],
  ['mobilePhone', undefined, '', '1'.repeat(100), '1'.repeat(101)],
])('holds %s to its lengths, both sides', async (name, tooShort, shortest, longest, tooLong) => {
  const { call } = testOrg()
  for (const value of [shortest, longest]) {
    expect(await call('POST', '/api/v1/users', newUser({ [name]: value }))).toMatchObject({
      status: 200,
      json: { profile: { [name]: value } },
    })
  }
  for (const value of [tooShort, tooLong]) {
    if (value === undefined) continue
    expect(await call('POST', '/api/v1/users', newUser({ [name]: value }))).toMatchObject({
      status: 400,
      json: { errorCode: 'E0000001', errorSummary: `Api validation failed: ${name}` },
    })
  }
})

test.each([
  ['email', 'jane@example.com', 'jane example.com'],
  ['secondEmail', "o'neil+tag@example.com", '.jane@example.com'],
  ['login', 'jané@example.com', 'jane example.com'],
  ['countryCode', 'CH', 'ch'],
  ['countryCode', 'GB', 'UK'],
  ['preferredLanguage', 'de-CH, en;q=0.5', 'not_a_language'],
  ['locale', 'de_CH', 'de-CH'],
  ['timezone', 'America/Los_Angeles', 'Mars/Base'],
  ['profileUrl', 'https://example.com/~jane', 'example'],
])('holds %s to its format', async (name, good, bad) => {
  const { call } = testOrg()
  expect((await call('POST', '/api/v1/users', newUser({ [name]: good }))).json.profile[name]).toBe(good)
  expect((await call('POST', '/api/v1/users', newUser({ [name]: bad }))).json.errorCauses).toEqual([
    { errorSummary: `${name}: Does not match required pattern` },
  ])
})

test('keeps every default property of the profile', async () => {
  const { call } = testOrg()
  const profile = {
    login: 'all@example.com',
    email: 'all@example.com',
    secondEmail: 'all2@example.com',
    firstName: 'A',
    lastName: 'B',
    middleName: 'C',
    honorificPrefix: 'Dr',
    honorificSuffix: 'III',
    title: 'Engineer',
    displayName: 'AB',
    nickName: 'ab',
    profileUrl: 'https://example.com/ab',
    primaryPhone: '1',
    mobilePhone: '2',
    streetAddress: '1 Road',
    city: 'Bern',
    state: 'BE',
    zipCode: '3000',
    postalAddress: 'Box 1',
    countryCode: 'CH',
    preferredLanguage: 'en-US',
    locale: 'en_GB',
    timezone: 'Europe/Zurich',
    userType: 'Employee',
    employeeNumber: '7',
    costCenter: '10',
    organization: 'Org',
    division: 'Div',
    department: 'Dep',
    managerId: '00u1',
    manager: 'Boss',
  }
  expect((await call('POST', '/api/v1/users', { profile })).json.profile).toEqual(profile)
  expect(Object.keys(profile)).toHaveLength(31)
})

test('gives a profile without a locale the default one', async () => {
  const { call } = testOrg()
  expect((await call('POST', '/api/v1/users', newUser())).json.profile.locale).toBe('en_US')
})

test('refuses a property that the schema does not have, until it does', async () => {
  const { call, org } = testOrg()
  const refused = await call('POST', '/api/v1/users', newUser({ badge: 'x' }))
  expect(refused).toMatchObject({
    status: 400,
    json: {
      errorSummary: 'Api validation failed: newUser',
      errorCauses: [{ errorSummary: "Property name 'badge' is not defined in profile" }],
    },
  })
  org.userSchema.add({ name: 'badge', type: 'string' })
  const html = '<b onclick="x">&'
  expect((await call('POST', '/api/v1/users', newUser({ badge: html }))).json.profile.badge).toBe(html)
})

test.each(['__proto__', 'constructor', 'toString'])(
  'refuses the property %s, which is in no schema, and changes nothing',
  async (name) => {
    const { call, org } = testOrg()
    const made = await call('POST', '/api/v1/users', newUser())
    const group = await call('POST', '/api/v1/groups', { profile: { name: 'Pilots' } })
    const before = org.snapshot()
    const withIt = (profile: unknown) =>
      `{"profile":${JSON.stringify(profile).replace('{', `{${JSON.stringify(name)}:{"title":"Boss"},`)}}`
    for (const [method, path, body] of [
      ['POST', '/api/v1/users', withIt(newUser().profile)],
      ['PUT', `/api/v1/users/${made.json.id}`, withIt(made.json.profile)],
      ['POST', `/api/v1/users/${made.json.id}`, withIt({ title: 'Chief' })],
      ['POST', '/api/v1/users/me', withIt({ title: 'Chief' })],
      ['POST', '/api/v1/groups', withIt({ name: 'Medics' })],
      ['PUT', `/api/v1/groups/${group.json.id}`, withIt(group.json.profile)],
    ] as const) {
      const { status, json } = await call(method, path, body)
      expect([method, path, status, json.errorCauses]).toEqual([
        method,
        path,
        400,
        [{ errorSummary: `Property name '${name}' is not defined in profile` }],
      ])
    }
    expect(org.snapshot().get('users')).toEqual(before.get('users'))
    expect(org.snapshot().get('groups')).toEqual(before.get('groups'))
  },
)

test('lists one cause for each thing that is wrong', async () => {
  const { call } = testOrg()
  const { json } = await call('POST', '/api/v1/users', newUser({ firstName: 7, email: 'x', foo: 1 }))
  expect(json.errorCauses.map((cause: { errorSummary: string }) => cause.errorSummary)).toEqual([
    'firstName: expected a string',
    'email: The field must have 5 to 100 characters',
    "Property name 'foo' is not defined in profile",
  ])
})

test.each([
  ['JANE@EXAMPLE.COM', 'case'],
  ['jané@example.com', 'a diacritical mark'],
  ['JÀNÉ@example.com', 'both'],
])('refuses %s when only %s distinguishes it from an existing login', async (login) => {
  const { call } = testOrg()
  await call('POST', '/api/v1/users', newUser({ login: 'jane@example.com' }))
  expect(await call('POST', '/api/v1/users', newUser({ login }))).toMatchObject({
    status: 400,
    json: {
      errorCode: 'E0000001',
      errorSummary: 'Api validation failed: login',
      errorCauses: [
        { errorSummary: 'login: An object with this field already exists in the current organization' },
      ],
    },
  })
})

test.each([
  ['short7A', 'seven characters'],
  ['lowercase1', 'no upper case letter'],
  ['UPPERCASE1', 'no lower case letter'],
  ['NoDigitsHere', 'no digit'],
  ['xJANE1234y', 'a part of the login'],
  ['jane-doe@example.comA1', 'the login'],
  [`Aa1${'x'.repeat(70)}`, '73 characters'],
])('refuses the password %s: %s', async (value) => {
  const { call, org } = testOrg()
  const before = org.users.collection.size
  const { status, json } = await call('POST', '/api/v1/users', {
    ...newUser({ login: 'jane-doe@example.com' }),
    credentials: { password: { value } },
  })
  expect({ status, code: json.errorCode, summary: json.errorSummary }).toEqual({
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: password',
  })
  expect(JSON.stringify(json)).not.toContain(value)
  expect(org.users.collection.size).toBe(before)
})

test.each([
  ['Abcdefg1', 'eight characters'],
  ['xDOE12345', 'a part of three letters is no part'],
  [`Aa1${'x'.repeat(69)}`, '72 characters'],
])('takes the password %s: %s', async (value) => {
  const { call } = testOrg()
  const { status } = await call('POST', '/api/v1/users', {
    ...newUser({ login: 'jane-doe@example.com' }),
    credentials: { password: { value } },
  })
  expect(status).toBe(200)
})

test('asks nextLogin=changePassword for a password and for activation', async () => {
  const { call, org } = testOrg()
  const before = org.users.collection.size
  const credentials = { password: { value: 'Sup3rsecret' } }
  const without = await call('POST', '/api/v1/users?nextLogin=changePassword', newUser())
  expect([without.status, without.json.errorCode]).toEqual([400, 'E0000124'])
  const staged = await call('POST', '/api/v1/users?activate=false&nextLogin=changePassword', {
    ...newUser(),
    credentials,
  })
  expect([staged.status, staged.json.errorCode]).toEqual([400, 'E0000125'])
  for (const { errorSummary, errorCauses } of [without.json, staged.json]) {
    expect(errorCauses).toEqual([{ errorSummary }])
  }
  expect(org.users.collection.size).toBe(before)
  const taken = await call('POST', '/api/v1/users?nextLogin=changePassword', { ...newUser(), credentials })
  expect([taken.status, taken.json.status]).toEqual([200, 'ACTIVE'])
})

test('adds the user to its groups, up to twenty', async () => {
  const { call } = testOrg()
  const groupIds: string[] = []
  for (let index = 0; index < 21; index++) {
    const { json } = await call('POST', '/api/v1/groups', { profile: { name: `Group ${index}` } })
    groupIds.push(json.id)
  }
  const { json: user } = await call('POST', '/api/v1/users', {
    ...newUser(),
    groupIds: groupIds.slice(0, 20),
  })
  const { json: groups } = await call('GET', `/api/v1/users/${user.id}/groups`)
  expect(groups.map((group: { id: string }) => group.id)).toEqual(
    expect.arrayContaining(groupIds.slice(0, 20)),
  )
  const login = 'one-too-many@example.com'
  expect(await call('POST', '/api/v1/users', { ...newUser({ login }), groupIds })).toMatchObject({
    status: 400,
    json: { errorCode: 'E0000093' },
  })
  expect((await call('GET', `/api/v1/users/${login}`)).status).toBe(404)
})

test('creates no user when a group does not exist', async () => {
  const { call, org } = testOrg()
  const before = org.users.collection.size
  const { status, json } = await call('POST', '/api/v1/users', { ...newUser(), groupIds: ['00gnone'] })
  expect([status, json.errorCode]).toEqual([404, 'E0000007'])
  expect(org.users.collection.size).toBe(before)
})

test('takes a user type that exists and refuses another', async () => {
  const { call, org } = testOrg()
  const [id] = org.userTypes.ids
  expect((await call('POST', '/api/v1/users', { ...newUser(), type: { id } })).json.type).toEqual({ id })
  expect((await call('POST', '/api/v1/users', { ...newUser(), type: { id: 'oty1' } })).status).toBe(400)
})

test('ignores read-only members that are sent along', async () => {
  const { call } = testOrg()
  const { status, json } = await call('POST', '/api/v1/users?activate=false', {
    ...newUser(),
    id: '00u1',
    status: 'ACTIVE',
    created: 'yesterday',
    _links: {},
  })
  expect([status, json.status, json.created]).toEqual([200, 'STAGED', now])
  expect(json.id).not.toBe('00u1')
})

test.each([
  [{ question: 'Q', answer: 'A' }, 200],
  [{ question: 'q'.repeat(100), answer: 'a'.repeat(100) }, 200],
  [{ question: 'q'.repeat(101), answer: 'a' }, 400],
  [{ question: 'q', answer: 'a'.repeat(101) }, 400],
  [{ question: '', answer: 'a' }, 400],
  [{ question: 'q', answer: '' }, 400],
  [{ question: 'q' }, 400],
  [{ answer: 'a' }, 400],
  [{ question: null, answer: null }, 200],
])('holds a recovery question to its limits: %j', async (question, status) => {
  const { call } = testOrg()
  const reply = await call('POST', '/api/v1/users', {
    ...newUser(),
    credentials: { recovery_question: question },
  })
  expect(reply.status).toBe(status)
})

test('gives a trusted provider no password and no recovery question', async () => {
  const { call } = testOrg()
  const provider = { type: 'FEDERATION', name: 'FEDERATION' }
  for (const credentials of [
    { provider, password: { value: 'Sup3rsecret' } },
    { provider, recovery_question: { question: 'q', answer: 'a' } },
    { provider: { type: 'LDAP' } },
    undefined,
  ]) {
    const { status } = await call('POST', '/api/v1/users?provider=true', { ...newUser(), credentials })
    expect(status).toBe(400)
  }
  const { json } = await call('POST', '/api/v1/users?provider=true', {
    ...newUser(),
    credentials: { provider },
  })
  expect(json.credentials).toEqual({ provider })
})

const bcrypt = {
  algorithm: 'BCRYPT',
  workFactor: 10,
  salt: 'rwh3vH166HCH/NT9XV5FYu',
  value: 'qaMqvAPULkbiQzkTCWo5XDcvzpk8Tna',
}

test.each([
  [bcrypt, 200],
  [{ ...bcrypt, workFactor: 1 }, 200],
  [{ ...bcrypt, workFactor: 20 }, 200],
  [{ ...bcrypt, workFactor: 0 }, 400],
  [{ ...bcrypt, workFactor: 21 }, 400],
  [{ ...bcrypt, salt: bcrypt.salt.slice(1) }, 400],
  [{ ...bcrypt, salt: `${bcrypt.salt}x` }, 400],
  [{ ...bcrypt, algorithm: 'SCRYPT' }, 400],
  [{ algorithm: 'MD5', value: 'X03MO1qnZdYdgyfeuILPmQ==' }, 200],
  [{ algorithm: 'MD5', value: 'X03MO1qnZdYdgyfeuILPmQ==', salt: 'c2FsdA==' }, 400],
  [{ algorithm: 'MD5', value: 'X03MO1qnZdYdgyfeuILPmQ==', salt: 'c2FsdA==', saltOrder: 'POSTFIX' }, 200],
])('imports a hash when its parameters fit: %j', async (hash, status) => {
  const { call } = testOrg()
  const reply = await call('POST', '/api/v1/users', { ...newUser(), credentials: { password: { hash } } })
  expect(reply.status).toBe(status)
  if (status === 200) {
    expect(reply.json).toMatchObject({
      status: 'ACTIVE',
      credentials: { password: {}, provider: { type: 'IMPORT', name: 'IMPORT' } },
    })
    expect(reply.text).not.toContain(hash.value)
  } else {
    expect(reply.json.errorCauses[0].errorSummary).toMatch(/^password\.hash\.\w+: /)
  }
})

test('refuses a password hook of another type than default', async () => {
  const { call } = testOrg()
  const credentials = { password: { hook: { type: 'other' } } }
  expect((await call('POST', '/api/v1/users', { ...newUser(), credentials })).status).toBe(400)
})

test('gives one of a hundred parallel creates of one login a success', async () => {
  const { call } = testOrg()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => call('POST', '/api/v1/users', newUser({ login: 'race@example.com' }))),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 400)).toHaveLength(99)
})
