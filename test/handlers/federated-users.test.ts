import { expect, test } from 'vitest'
import { newUser, testOrg, type TestOrg, type TestReply } from '../support/call.ts'
import { codeOf, otherPassword, password, person } from '../support/people.ts'

const types = ['FEDERATION', 'SOCIAL'] as const

async function federated(
  { call }: TestOrg,
  type: (typeof types)[number],
  query = '',
): Promise<TestReply['json']> {
  const credentials = { provider: { type, name: type } }
  const reply = await call('POST', `/api/v1/users?provider=true${query}`, { ...newUser(), credentials })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.json
}

test.for(types)('a %s user gets no link and no mail by its activation', async (type) => {
  const it = testOrg()
  for (const [query, handedOut] of [
    ['?sendEmail=false', 'activate'],
    ['?sendEmail=true', 'activate'],
    ['', 'activate'],
  ] as const) {
    const { id } = await federated(it, type, '&activate=false')
    const reply = await it.call('POST', `/api/v1/users/${id}/lifecycle/${handedOut}${query}`)
    expect([reply.status, reply.json]).toEqual([200, {}])
    expect((await it.call('GET', `/api/v1/users/${id}`)).json.status).toBe('ACTIVE')
  }
  const { id } = await federated(it, type)
  for (const status of ['PROVISIONED', 'RECOVERY'] as const) {
    it.control.setUser({ user: id, status })
    for (const query of ['', '?sendEmail=true', '?sendEmail=false']) {
      const reply = await it.call('POST', `/api/v1/users/${id}/lifecycle/reactivate${query}`)
      expect([reply.status, reply.json]).toEqual([200, {}])
    }
  }
  expect(it.control.listMails()).toEqual([])
})

test.for(types)('a %s user is mailed no link to sign in, and recovers nothing', async (type) => {
  const it = testOrg()
  const { id, profile } = await federated(it, type)

  expect(() => it.control.sendMail({ kind: 'email-login', user: id })).toThrow(/identity provider/)
  expect(() => it.control.sendMail({ kind: 'password-reset', user: profile.email })).toThrow(
    /forgot-password-not-allowed/,
  )
  for (const query of ['', '?sendEmail=false']) {
    const reply = await it.call('POST', `/api/v1/users/${id}/credentials/forgot_password${query}`)
    expect(codeOf(reply)).toBe('403 E0000034')
  }
  expect(it.control.listMails()).toEqual([])
})

test.for(types)('unused links end when a user becomes one of %s', async (type) => {
  const it = testOrg()
  const { id, profile } = await person(it)
  it.control.sendMail({ kind: 'email-login', user: id })
  const [mail] = it.control.listMails({ userId: id })

  const shown = it.control.setUser({ user: id, provider: { type } })

  expect(shown.credentials).toEqual({ provider: { type, name: type } })
  expect(it.control.useToken({ token: mail!.token! })).toMatchObject({ reason: 'INVALID_TOKEN' })
  expect(it.control.list({ kind: 'sessions', user: id })).toEqual([])
  expect(await it.control.signIn({ login: profile.login, password })).toMatchObject({ reason: 'FEDERATED' })
})

test('an activation token in hand opens no session once the user is converted', async () => {
  const it = testOrg()
  const { id } = await person(it, { query: '?activate=false' })
  const { activationToken } = (
    await it.call('POST', `/api/v1/users/${id}/lifecycle/activate?sendEmail=false`)
  ).json
  const converted = await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_password?provider=FEDERATION`)
  expect(converted.status).toBe(200)

  for (const given of [{}, { password: otherPassword }]) {
    expect(it.control.useToken({ token: activationToken, ...given })).toMatchObject({ status: 'FAILURE' })
  }
  expect(it.control.list({ kind: 'sessions', user: id })).toEqual([])
})

test('a user of a directory is mailed its link as before', async () => {
  const it = testOrg()
  const { id } = await person(it, { query: '?activate=false', credentials: {} })
  it.control.setUser({ user: id, provider: { type: 'LDAP' } })
  await it.call('POST', `/api/v1/users/${id}/lifecycle/activate`)
  expect(it.control.listMails({ userId: id }).map(({ kind }) => kind)).toEqual(['activation'])
})
