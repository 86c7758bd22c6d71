import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'
import { statusOf } from '../support/people.ts'

const value = { password: { value: 'Tr0ub4dor' } }
const hash = {
  password: {
    hash: {
      algorithm: 'SHA-256',
      value: '7ZMZ+Ej1N0E2zP3oZkE8wWj0UuFQ8Zk9O5f7cH0hV3I=',
    },
  },
}
const hook = { password: { hook: { type: 'default' } } }
const question = { recovery_question: { question: 'Who?', answer: 'Me' } }
const federation = { provider: { type: 'FEDERATION', name: 'FEDERATION' } }

/** The credentials in words, the query, the credentials, the final status and the mail. */
const creations: readonly (readonly [string, string, unknown, string, string | undefined])[] = [
  ['no credentials', '', {}, 'PROVISIONED', 'activation'],
  ['an empty password', '', { password: {} }, 'PROVISIONED', 'activation'],
  ['a question', '?activate=true', question, 'PROVISIONED', 'activation'],
  [
    'a question without parts',
    '',
    { recovery_question: { question: null, answer: null } },
    'PROVISIONED',
    'activation',
  ],
  ['a hook', '?activate=false', hook, 'STAGED', undefined],
  ['a hook', '', hook, 'ACTIVE', undefined],
  ['an imported hash', '', hash, 'ACTIVE', undefined],
  ['a password', '?nextLogin=changePassword', value, 'ACTIVE', undefined],
  ['a hash', '?activate=true&nextLogin=changePassword', hash, 'ACTIVE', undefined],
]

test.for(creations)('create with %s and %s', async ([, query, credentials, status, mail]) => {
  const { call, control } = testOrg()
  const body = newUser()

  const created = await call('POST', `/api/v1/users${query}`, { ...body, credentials })

  expect(created.json).toMatchObject({ status })
  const mails = control.listMails()
  expect(mails.map(({ kind, to, userId }) => ({ kind, to, userId }))).toEqual(
    mail === undefined ? [] : [{ kind: mail, to: body.profile.email, userId: created.json.id }],
  )
})

/** The rows with optional password: policy, credentials, status, mail. */
const withOptionalPassword = [
  ['required', {}, 'PROVISIONED', 'activation'],
  ['required', value, 'ACTIVE', undefined],
  ['optional', {}, 'ACTIVE', 'email-login'],
  ['optional', value, 'ACTIVE', undefined],
  ['disabled', {}, 'ACTIVE', 'email-login'],
  ['disabled', value, 'ACTIVE', undefined],
] as const

test.for(withOptionalPassword)(
  'where the enrolment policy says that the password is %s, %j gives %s',
  async ([optionalPassword, credentials, status, mail]) => {
    const { call, control } = testOrg({ optionalPassword })

    const created = await call('POST', '/api/v1/users', { ...newUser(), credentials })

    expect(created.json.status).toBe(status)
    expect(control.listMails().map(({ kind }) => kind)).toEqual(mail === undefined ? [] : [mail])
  },
)

test.for([
  ['off', 200],
  ['required', 200],
  ['optional', 403],
  ['disabled', 403],
] as const)(
  'an administrator who sets a first password where the policy is %s gets %i',
  async ([optionalPassword, status]) => {
    const it = testOrg({ optionalPassword })
    const { id } = (await it.call('POST', '/api/v1/users', newUser())).json

    for (const method of ['POST', 'PUT']) {
      const reply = await it.call(method, `/api/v1/users/${id}`, { credentials: value })
      expect(reply.status).toBe(status)
    }
    const expired = await it.call('POST', `/api/v1/users/${id}/lifecycle/expire_password?tempPassword=true`)
    expect(expired.status).toBe(status)
    expect(it.org.users.get(id)!.hidden.password === undefined).toBe(status === 403)
  },
)

test('a user without a password is ACTIVE at once where the organisation has that setting', async () => {
  const it = testOrg({ interpretations: { 'activation-without-password': 'ACTIVE' } })

  const created = await it.call('POST', '/api/v1/users', newUser())

  expect(created.json).toMatchObject({ status: 'ACTIVE', activated: '2026-01-05T09:30:00.000Z' })
  expect(it.control.listMails().map(({ kind }) => kind)).toEqual(['activation'])
})

test.for([
  ['a password', value, '?activate=false', 'ACTIVE'],
  ['none', {}, '?activate=false', 'PROVISIONED'],
  ['an imported hash', hash, '?activate=false', 'ACTIVE'],
  ['a hook', hook, '?activate=false', 'ACTIVE'],
  ['federation', federation, '?activate=false&provider=true', 'ACTIVE'],
] as const)('a STAGED user with %s that is activated later', async ([, credentials, query, status]) => {
  const it = testOrg()
  const { id } = (await it.call('POST', `/api/v1/users${query}`, { ...newUser(), credentials })).json

  expect((await it.call('POST', `/api/v1/users/${id}/lifecycle/activate`)).json).toEqual({})
  expect(await statusOf(it, id)).toBe(status)
})

test('a user who is PROVISIONED first is activated when it has set its password', async () => {
  const { call, control } = testOrg()
  const { id, activated } = (await call('POST', '/api/v1/users', newUser())).json
  expect(activated).toBe(undefined)

  control.advanceClock({ by: '1h' })
  control.useToken({ token: control.listMails()[0]!.token!, password: 'Tr0ub4dor' })

  expect((await call('GET', `/api/v1/users/${id}`)).json).toMatchObject({
    status: 'ACTIVE',
    activated: '2026-01-05T10:30:00.000Z',
    statusChanged: '2026-01-05T10:30:00.000Z',
    passwordChanged: '2026-01-05T10:30:00.000Z',
  })
})

test('a refused create uses no id: the next record gets the same id as without it', async () => {
  const one = testOrg()
  const other = testOrg()
  await one.call('POST', '/api/v1/users', { ...newUser(), groupIds: ['00gNobodyHasThisIdXX'] })
  await one.call('POST', '/api/v1/users', newUser({ email: 'nonsense' }))

  const [first, second] = await Promise.all(
    [one, other].map(({ call }) => call('POST', '/api/v1/users', newUser())),
  )

  expect(first!.json.id).toBe(second!.json.id)
})
