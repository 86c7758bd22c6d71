import { newUser, type TestOrg } from '../support/call.ts'
import { createGroup, createRule, ruleBody } from '../support/groups.ts'
import { type Case, on } from './case.ts'

const long = 'x'.repeat(101)
const weak = { password: { value: 'short' } }

async function makeUser({ call }: TestOrg, profile = {}, more = {}): Promise<string> {
  return (await call('POST', '/api/v1/users', { ...newUser(profile), ...more })).json.id
}

/** A user whose password is too young, was used before, and is no longer long enough. */
async function withOldPassword(it: TestOrg): Promise<string> {
  it.org.changePasswordPolicy({ minAge: 3_600_000, historyCount: 2 })
  const id = await makeUser(it, {}, { credentials: { password: { value: 'Tlpwd4242' } } })
  it.org.changePasswordPolicy({ minLength: 20 })
  return id
}

/** Requests with several independent mistakes: the answer names every one. */
export const several: readonly Case[] = [
  on('validation', 'several: profile, password, question, type and groups of a new user', ({ call }) =>
    call('POST', '/api/v1/users', {
      profile: { login: 'a', email: 'nope@nope@nope', firstName: 'A', nickname: 'x' },
      credentials: { ...weak, recovery_question: { question: long, answer: 'answer' } },
      type: { id: 'nosuch' },
      groupIds: [5],
    }),
  ),
  on('validation', 'several: a login that is taken, a country and the password of a new user', async (it) => {
    await makeUser(it, { login: 'ada@example.com' })
    const { profile } = newUser({ login: 'Ada@example.com', countryCode: 'Utopia' })
    return it.call('POST', '/api/v1/users', { profile, credentials: weak })
  }),
  on('validation', 'several: an answer of an unknown type, whose question is not blank', ({ call }) =>
    call('POST', '/api/v1/users', {
      ...newUser({ locale: 'x' }),
      credentials: { recovery_question: { question: 'Q?', answer: 5 } },
    }),
  ),
  on('validation', 'several: profile, hook and question of a replaced user', async (it) =>
    it.call('PUT', `/api/v1/users/${await makeUser(it)}`, {
      profile: { login: 'someone@example.com', email: 'nope@nope@nope', firstName: 'A', lastName: 'B' },
      credentials: {
        password: { hook: { type: 'default' } },
        recovery_question: { question: '', answer: 'answer' },
      },
    }),
  ),
  on('validation', 'several: profile and password of an updated user', async (it) => {
    await makeUser(it, { login: 'ada@example.com' })
    const body = { profile: { login: 'ada@example.com', title: 5 }, credentials: weak }
    return it.call('POST', `/api/v1/users/${await makeUser(it)}`, body)
  }),
  on('validation', 'several: age, history and policy of a password, and the profile', async (it) =>
    it.call('POST', `/api/v1/users/${await withOldPassword(it)}?strict=true`, {
      profile: { timezone: 'Mars' },
      credentials: { password: { value: 'Tlpwd4242' } },
    }),
  ),
  on('update-credentials-failed', 'several: age, history and policy of a password', async (it) => {
    const password = { value: 'Tlpwd4242' }
    const path = `/api/v1/users/${await withOldPassword(it)}/credentials/change_password?strict=true`
    return it.call('POST', path, { oldPassword: password, newPassword: password })
  }),
  on('read-only-attribute', 'several: each property that is read-only', async (it) => {
    const { cookie } = it.org.sessions.open(await makeUser(it))
    const headers = { authorization: undefined, cookie: `sid=${cookie}` }
    return it.call('POST', '/api/v1/users/me', { profile: { userType: 'x', costCenter: 'y' } }, headers)
  }),
  on(
    'validation',
    'several: a name that is taken, a long description and an unknown property',
    async (it) => {
      await createGroup(it.call, { name: 'Target' })
      const profile = { name: 'target', description: 'x'.repeat(1025), x: 1 }
      return it.call('POST', '/api/v1/groups', { profile })
    },
  ),
  on('validation', 'several: everything about a rule', async ({ call }) => {
    await createRule(call, 'true', [(await createGroup(call)).id], { name: 'Taken' })
    return call('POST', '/api/v1/groups/rules', {
      type: 'group',
      name: 'taken',
      conditions: {
        expression: { type: 'urn:svc:expression:2.0', value: 'user.nosuch' },
        people: { users: { exclude: ['nobody', 7] } },
      },
      actions: { assignUserToGroups: { groupIds: ['nowhere', null] } },
    })
  }),
  on('rule-actions-immutable', 'several: the name and the groups of an updated rule', async ({ call }) => {
    const { id: group } = await createGroup(call)
    await createRule(call, 'true', [group], { name: 'Taken' })
    const { id } = await createRule(call, 'true', [group], { activate: false })
    return call('PUT', `/api/v1/groups/rules/${id}`, ruleBody('true', ['other'], { name: 'Taken' }))
  }),
  on(
    'invalid-client-metadata',
    'several: a wrong value of one setting beside those of others',
    async ({ call }) => {
      await call('POST', '/oauth2/v1/clients', {
        client_name: 'Mine',
        redirect_uris: ['https://app.example.com/cb'],
      })
      return call('POST', '/oauth2/v1/clients', {
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
    },
    { uniqueClientNames: true },
  ),
  on('query-type-mismatch', 'several: each parameter', ({ call }) =>
    call('POST', '/api/v1/users?activate=maybe&provider=perhaps', newUser()),
  ),
]
