import { expect, test } from 'vitest'
import { newUser, testOrg, type TestOrg } from '../support/call.ts'

/** Each row: what is asked for, a body with several independent mistakes, and every one of them. */
type Row = readonly [
  what: string,
  ask: (org: TestOrg) => Promise<readonly [method: string, url: string, body: unknown]>,
  causes: readonly (string | RegExp)[],
]

const long = 'x'.repeat(101)
const blank = 'The field cannot be left blank'
const taken = 'An object with this field already exists in the current organization'
const policy = /^password: Password requirements were not met\./

const expression = { type: 'urn:svc:expression:1.0', value: 'user.department=="x"' }

async function makeUser({ call }: TestOrg, profile = {}): Promise<string> {
  return (await call('POST', '/api/v1/users', newUser(profile))).json.id
}

async function makeGroup({ call }: TestOrg, name = 'Target'): Promise<string> {
  return (await call('POST', '/api/v1/groups', { profile: { name } })).json.id
}

async function makeRule(org: TestOrg, name: string): Promise<string> {
  const groupIds = [await makeGroup(org, `Group of ${name}`)]
  const body = {
    type: 'group_rule',
    name,
    conditions: { expression },
    actions: { assignUserToGroups: { groupIds } },
  }
  return (await org.call('POST', '/api/v1/groups/rules', body)).json.id
}

const rows: readonly Row[] = [
  [
    'a new user: a recovery question that is too long beside profile, password, type and groups',
    async () => [
      'POST',
      '/api/v1/users',
      {
        profile: { login: 'a', email: 'nope@nope@nope', firstName: 'A', nickname: 'x' },
        credentials: {
          password: { value: 'short' },
          recovery_question: { question: long, answer: 'answer' },
        },
        type: { id: 'nosuch' },
        groupIds: [5],
      },
    ],
    [
      'credentials.recovery_question.question: The field must have 1 to 100 characters',
      'groupIds.0: expected a text, got a number',
      'login: The field must have 5 to 100 characters',
      'email: Does not match required pattern',
      `lastName: ${blank}`,
      "Property name 'nickname' is not defined in profile",
      'type: There is no user type with the id nosuch',
      policy,
    ],
  ],
  [
    'a new user: a login that is taken beside other properties and the password',
    async (org) => {
      await makeUser(org, { login: 'ada@example.com' })
      const { profile } = newUser({ login: 'Ada@example.com', countryCode: 'Utopia' })
      return ['POST', '/api/v1/users', { profile, credentials: { password: { value: 'short' } } }]
    },
    ['countryCode: Does not match required pattern', policy, `login: ${taken}`],
  ],
  [
    'a new user: an unknown recovery answer type does not make the question blank',
    async () => [
      'POST',
      '/api/v1/users',
      {
        profile: newUser({ locale: 'x' }).profile,
        credentials: { recovery_question: { question: 'Q?', answer: 5 } },
      },
    ],
    [
      'credentials.recovery_question.answer: expected a text, got a number',
      'locale: Does not match required pattern',
    ],
  ],
  [
    'a replaced user: profile, hash and question',
    async (org) => [
      'PUT',
      `/api/v1/users/${await makeUser(org)}`,
      {
        profile: { login: 'someone@example.com', email: 'nope@nope@nope', firstName: 'A', lastName: 'B' },
        credentials: {
          password: { hook: { type: 'default' } },
          recovery_question: { question: '', answer: 'answer' },
        },
      },
    ],
    [
      'credentials.recovery_question.question: The field must have 1 to 100 characters',
      'email: Does not match required pattern',
      'password.hook: Can be set only while the user is STAGED',
    ],
  ],
  [
    'an updated user: profile and password',
    async (org) => {
      await makeUser(org, { login: 'ada@example.com' })
      return [
        'POST',
        `/api/v1/users/${await makeUser(org)}`,
        { profile: { login: 'ada@example.com', title: 5 }, credentials: { password: { value: 'short' } } },
      ]
    },
    ['title: expected a string', policy, `login: ${taken}`],
  ],
  [
    'a strictly updated user: age, history and policy of the password, and the profile',
    async (org) => {
      org.org.changePasswordPolicy({ minAge: 3_600_000, historyCount: 2 })
      const body = { ...newUser(), credentials: { password: { value: 'Tlpwd4242' } } }
      const { id } = (await org.call('POST', '/api/v1/users', body)).json
      org.org.changePasswordPolicy({ minLength: 20 })
      return [
        'POST',
        `/api/v1/users/${id}?strict=true`,
        { profile: { timezone: 'Mars' }, credentials: { password: { value: 'Tlpwd4242' } } },
      ]
    },
    [
      /^password: The password was changed less than 60 minutes ago/,
      'password: The password has been used too recently',
      'timezone: Does not match required pattern',
      policy,
    ],
  ],
  [
    'the current user: every property that is read-only',
    async (org) => {
      const { cookie } = org.org.sessions.open(await makeUser(org))
      return [
        'POST',
        '/api/v1/users/me',
        { profile: { userType: 'x', costCenter: 'y' }, cookie: `sid=${cookie}` },
      ]
    },
    ['userType: read-only', 'costCenter: read-only'],
  ],
  [
    'a new group: a name that is taken beside a description that is too long',
    async (org) => {
      await makeGroup(org)
      return ['POST', '/api/v1/groups', { profile: { name: 'target', description: 'x'.repeat(1025), x: 1 } }]
    },
    [
      'description: The field must have 0 to 1024 characters',
      "Property name 'x' is not defined in profile",
      `name: ${taken}`,
    ],
  ],
  [
    'a new rule: everything',
    async (org) => {
      await makeRule(org, 'Taken')
      return [
        'POST',
        '/api/v1/groups/rules',
        {
          type: 'group',
          name: 'taken',
          conditions: {
            expression: { type: 'urn:svc:expression:2.0', value: 'user.nosuch' },
            people: { users: { exclude: ['nobody', 7] } },
          },
          actions: { assignUserToGroups: { groupIds: ['nowhere', null] } },
        },
      ]
    },
    [
      'type: expected group_rule',
      'conditions.people.users.exclude.1: expected a text, got a number',
      'actions.assignUserToGroups.groupIds.1: expected a text, got null',
      'actions.assignUserToGroups.groupIds: There is no group with the id nowhere',
      'conditions.people.users.exclude: There is no user with the id nobody',
      'conditions.expression.type: expected urn:svc:expression:1.0',
      /^conditions\.expression\.value: /,
      'name: Policy rule name already in use',
    ],
  ],
  [
    'an updated rule: the action section beside its name',
    async (org) => {
      await makeRule(org, 'Taken')
      const id = await makeRule(org, 'Mine')
      return [
        'PUT',
        `/api/v1/groups/rules/${id}`,
        {
          type: 'group_rule',
          name: 'Taken',
          conditions: { expression },
          actions: { assignUserToGroups: { groupIds: ['other'] } },
        },
      ]
    },
    ['actions: the action section of a rule cannot be changed', 'name: Policy rule name already in use'],
  ],
]

test.each(rows)('%s', async (_, ask, causes) => {
  const org = testOrg()
  const [method, url, body] = await ask(org)
  const { cookie, ...rest } = body as { cookie?: string }
  const before = JSON.stringify(org.org.snapshot())
  const headers = cookie === undefined ? {} : { authorization: undefined, cookie }
  const refused = await org.call(method, url, rest, headers)
  const told = refused.json.errorCauses.map(({ errorSummary }: { errorSummary: string }) => errorSummary)
  for (const cause of causes) {
    expect(told).toContainEqual(typeof cause === 'string' ? cause : expect.stringMatching(cause))
  }
  expect(told).toHaveLength(causes.length)
  expect(JSON.stringify(org.org.snapshot())).toBe(before)
})

test('a client: a bad value of one setting does not hide the mistakes of other settings', async () => {
  const { call, org } = testOrg({ uniqueClientNames: true })
  const fine = { client_name: 'Mine', redirect_uris: ['https://app.example.com/cb'] }
  expect((await call('POST', '/oauth2/v1/clients', fine)).status).toBe(201)
  const before = JSON.stringify(org.snapshot())
  const refused = await call('POST', '/oauth2/v1/clients', {
    client_name: 'mine',
    application_type: 'desktop',
    client_secret: 'mine',
    redirect_uris: ['/relative', 5, 'https://app.example.com/cb#x'],
    logo_uri: 'ftp://logo',
    jwks: {
      keys: [
        { kty: 'DSA', kid: 5 },
        { kty: 'RSA', kid: 'one', e: 'AQAB' },
      ],
    },
  })
  expect([refused.status, refused.json.error]).toEqual([400, 'invalid_client_metadata'])
  expect(refused.json.error_description.split('; ').toSorted()).toEqual([
    expect.stringMatching(/^application_type: /),
    `client_name: ${taken}`,
    'client_secret: Must not be specified',
    expect.stringMatching(/^jwks\.keys\.0\.kid: /),
    expect.stringMatching(/^jwks\.keys\.0\.kty: /),
    'jwks.keys.1.n: The field cannot be left blank when kty is RSA',
    'logo_uri: Must be an absolute http or https URL',
    'redirect_uris.0: Must be an absolute URI without a fragment',
    expect.stringMatching(/^redirect_uris\.1: /),
    'redirect_uris.2: Must be an absolute URI without a fragment',
  ])
  expect(JSON.stringify(org.snapshot())).toBe(before)
})

test('an updated client: missing settings together with one of a wrong type', async () => {
  const { call } = testOrg()
  const made = await call('POST', '/oauth2/v1/clients', {
    client_name: 'A',
    redirect_uris: ['https://a.test/'],
  })
  const { client_id: id } = made.json
  const { client_id_issued_at: _, client_secret: __, client_secret_expires_at: ___, ...settings } = made.json
  const { tos_uri: ____, client_name: _____, ...some } = settings
  const refused = await call('PUT', `/oauth2/v1/clients/${id}`, {
    ...some,
    grant_types: ['magic'],
    policy_uri: 'x',
  })
  expect(refused.json.error_description.split('; ').toSorted()).toEqual([
    `client_name: ${blank}`,
    expect.stringMatching(/^grant_types\.0: /),
    'policy_uri: Must be an absolute http or https URL',
    'tos_uri: The setting is missing: send null where the client has none',
  ])
})

test('a changed password: what the policy, its age and its history have against the new one', async () => {
  const { call, org } = testOrg()
  org.changePasswordPolicy({ minAge: 3_600_000, historyCount: 2 })
  const password = { value: 'Tlpwd4242' }
  const { id } = (await call('POST', '/api/v1/users', { ...newUser(), credentials: { password } })).json
  org.changePasswordPolicy({ minLength: 20 })
  const path = `/api/v1/users/${id}/credentials/change_password?strict=true`
  const refused = await call('POST', path, { oldPassword: password, newPassword: password })
  expect([refused.status, refused.json.errorCode]).toEqual([403, 'E0000014'])
  expect(refused.json.errorCauses).toHaveLength(3)
  const wrong = await call('POST', path, { oldPassword: { value: 'other' }, newPassword: password })
  expect(wrong.json.errorCauses).toEqual([{ errorSummary: 'Old Password is not correct' }])
})

test('a query: every parameter that is wrong in the same way', async () => {
  const { call } = testOrg()
  const refused = await call('POST', '/api/v1/users?activate=maybe&provider=perhaps', newUser())
  expect([refused.status, refused.json.errorCode]).toEqual([400, 'E0000037'])
  expect(refused.json.errorCauses).toEqual([
    { errorSummary: 'activate: expected true or false' },
    { errorSummary: 'provider: expected true or false' },
  ])
})
