import { expect, test } from 'vitest'
import type { OrgOptions } from '../../src/model/kernel/org-options.ts'
import { codeOf } from '../support/people.ts'
import { loadDataset } from '../../src/fixtures/index.ts'
import { newUser, testOrg } from '../support/call.ts'

test.each<OrgOptions>([
  { passwordPolicy: { minLength: 72 } },
  { passwordPolicy: { minSymbol: 2, minUpperCase: 9 } },
  { profile: { loginPattern: '^[a-z]{5,8}$' } },
  { profile: { loginPattern: null } },
  { profile: { nullableNames: true } },
  { optionalPassword: 'disabled' },
  { delays: { transition: 60_000 } },
  { delays: { search: 60_000 } },
])('an organisation made with %j has an administrator who is ACTIVE', async (options) => {
  const { call } = testOrg(options)
  const { status, json } = await call('GET', '/api/v1/users/me')
  expect([status, json.status]).toEqual([200, 'ACTIVE'])
  expect(json).not.toHaveProperty('transitioningToStatus')
})

test('what an organisation begins with was there before, so searches find it whatever they lag', async () => {
  const { org, call } = testOrg({ delays: { search: 60_000 } })
  const all = encodeURIComponent('id pr')
  const found = async () =>
    Promise.all(
      [`users?search=${all}`, 'groups?q=every', `groups?search=${all}`, 'users?q=ada'].map(
        async (asked) => (await call('GET', `/api/v1/${asked}&limit=200`)).json.length,
      ),
    )
  expect(await found()).toEqual([1, 1, 1, 1])
  await loadDataset(org, 'large:20')
  const [users] = await found()
  expect(users).toBeGreaterThan(20)
  await call('POST', '/api/v1/users', newUser())
  expect((await found())[0]).toBe(users)
})

test('what the options say of logins, names, passwords and transitions holds for every other user', async () => {
  const { call, control } = testOrg({
    profile: { loginPattern: '^[a-z]{5,8}$', nullableNames: true },
    passwordPolicy: { minSymbol: 1 },
    delays: { transition: 60_000 },
  })
  const create = (login: string, value: string) =>
    call('POST', '/api/v1/users', {
      ...newUser({ login, firstName: null }),
      credentials: { password: { value } },
    })
  const held = async (): Promise<void> => {
    const made = await create('rivet', 'Tr0ub4dor!')
    expect([made.status, made.json.status, made.json.transitioningToStatus]).toEqual([
      200,
      'STAGED',
      'ACTIVE',
    ])
    expect(codeOf(await create('rivet@example.com', 'Tr0ub4dor!'))).toBe('400 E0000001')
    expect(codeOf(await create('other', 'Tr0ub4dor'))).toBe('400 E0000001')
  }
  await held()
  control.reset()
  await held()
})

test('a login pattern that is not a regular expression is a mistake in the options', () => {
  expect(() => testOrg({ profile: { loginPattern: '(' } })).toThrow(
    new TypeError("Bad options\n  profile.loginPattern: expected a regular expression, got '('"),
  )
})

test('no property of a profile can be called __proto__', () => {
  const { control } = testOrg()
  expect(() => control.setSchemaProperty({ schema: 'user', name: '__proto__', type: 'string' })).toThrow(
    'validation',
  )
})
