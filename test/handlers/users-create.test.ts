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
