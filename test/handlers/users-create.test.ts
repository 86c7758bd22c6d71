import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'

test('counts the characters of a name, not its units, and takes white space for nothing', async () => {
  const { call } = testOrg()
  const make = (lastName: string) => call('POST', '/api/v1/users', newUser({ lastName }))
  expect((await make('😀'.repeat(50))).status).toBe(200)
  expect((await make('😀'.repeat(51))).json.errorSummary).toBe('Api validation failed: lastName')
  expect((await make('  ')).json.errorCauses).toEqual([
    { errorSummary: 'lastName: The field cannot be left blank' },
  ])
})

const recorded = 'Does not match required pattern'
const country = 'expected a country code of two capital letters, such as DE (ISO 3166-1 alpha-2)'
const address = 'expected an e-mail address such as ada@example.com (RFC 5322, section 3.2.3)'

test.each([
  ['email', 'jane@example.com', 'jane example.com', recorded, address],
  ['secondEmail', "o'neil+tag@example.com", '.jane@example.com', recorded, address],
  [
    'login',
    'jané@example.com',
    'jane example.com',
    'Username must be in the form of an email address',
    'expected a login in the form of an e-mail address, such as ada@example.com',
  ],
  ['countryCode', 'CH', 'ch', country],
  ['countryCode', 'GB', 'UK', country],
  [
    'preferredLanguage',
    'de-CH, en;q=0.5',
    'not_a_language',
    'expected languages as in Accept-Language, such as en-US or de, en;q=0.8 (RFC 7231, section 5.3.5)',
  ],
  [
    'locale',
    'de_CH',
    'de-CH',
    'expected a locale such as en_US: language of ISO 639-1, underscore, country of ISO 3166-1',
  ],
  ['timezone', 'America/Los_Angeles', 'Mars/Base', 'expected an IANA time zone such as Europe/Berlin'],
  [
    'profileUrl',
    'https://example.com/~jane',
    'example',
    'expected an absolute http or https URL such as https://example.com/ada',
  ],
])('holds %s to its format, which reply or journal say', async (name, good, bad, cause, form = cause) => {
  const { call, control } = testOrg()
  expect((await call('POST', '/api/v1/users', newUser({ [name]: good }))).json.profile[name]).toBe(good)
  expect((await call('POST', '/api/v1/users', newUser({ [name]: bad }))).json.errorCauses).toEqual([
    { errorSummary: `${name}: ${cause}` },
  ])
  expect(control.readExchange().explanation!.found).toEqual([`${name}: ${form}, got '${bad}'`])
  expect(control.readJournal().at(-1)!.hint).toContain(form)
})

test('names a similar property for an unknown one, and none where none is near', async () => {
  const { call } = testOrg()
  const causesOf = async (path: string, body: unknown, method = 'POST') =>
    (await call(method, path, body)).json.errorCauses.map(
      ({ errorSummary }: { errorSummary: string }) => errorSummary,
    )
  expect(await causesOf('/api/v1/users', newUser({ fistName: 'Ada', notValid: 1 }))).toEqual([
    "Property name 'fistName' is not defined in profile, did you mean firstName?",
    "Property name 'notValid' is not defined in profile",
  ])
  expect(await causesOf('/api/v1/groups', { profile: { name: 'A', descripton: 'B' } })).toEqual([
    "Property name 'descripton' is not defined in profile, did you mean description?",
  ])
  expect(await causesOf('/api/v1/users', { profil: newUser().profile })).toEqual([
    'profile: The field cannot be left blank',
    'profil: unknown member, did you mean profile?',
  ])
  expect(
    await causesOf('/api/v1/groups/rules', { type: 'group_rule', name: 'R', conditons: {}, action: {} }),
  ).toEqual([
    'conditions: The field cannot be left blank',
    'actions: The field cannot be left blank',
    'conditons: unknown member, did you mean conditions?',
    'action: unknown member, did you mean actions?',
  ])
})

test('names groupIds and the ids or the limit that are wrong', async () => {
  const { call } = testOrg()
  const made = async (groupIds: readonly string[]) => {
    const { status, json } = await call('POST', '/api/v1/users', { ...newUser(), groupIds })
    return [
      status,
      json.errorCode,
      json.errorCauses.map((each: { errorSummary: string }) => each.errorSummary),
    ]
  }
  expect(await made(['nope', 'none'])).toEqual([
    404,
    'E0000007',
    ['groupIds: There is no group with the id nope', 'groupIds: There is no group with the id none'],
  ])
  expect(await made(Array.from({ length: 21 }, (_, index) => String(index)))).toEqual([
    400,
    'E0000093',
    ['The number of group targets is too large', 'groupIds: expected at most 20 ids, got 21'],
  ])
})

test('names the requirements that a password does not meet, next to all of the policy', async () => {
  const { call } = testOrg()
  const { json } = await call('POST', '/api/v1/users', {
    ...newUser(),
    credentials: { password: { value: 'Tulips' } },
  })
  expect(json.errorCauses).toEqual([
    {
      errorSummary:
        'password: Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.',
    },
    { errorSummary: 'password: Requirements not met: at least 8 characters, a number' },
  ])
})

test.each(['__proto__', 'constructor', 'toString'])(
  'refuses the property %s, which is in no schema, and changes nothing',
  async (name) => {
    const { call, org } = testOrg()
    const made = await call('POST', '/api/v1/users', newUser())
    const group = await call('POST', '/api/v1/groups', { profile: { name: 'Pilots' } })
    const before = org.state.snapshot()
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
    expect(org.state.snapshot().get('users')).toEqual(before.get('users'))
    expect(org.state.snapshot().get('groups')).toEqual(before.get('groups'))
  },
)

const md5 = { algorithm: 'MD5', value: 'X03MO1qnZdYdgyfeuILPmQ==' }

test.each([
  [md5, 200],
  [{ ...md5, salt: 'c2FsdA==' }, 400],
  [{ ...md5, salt: 'c2FsdA==', saltOrder: 'POSTFIX' }, 200],
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

test('gives one of a hundred parallel creates of one login a success', async () => {
  const { call } = testOrg()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => call('POST', '/api/v1/users', newUser({ login: 'race@example.com' }))),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 400)).toHaveLength(99)
})
