import { expect, test } from 'vitest'
import { ControlInputError } from '../../src/control/index.ts'
import { Refusal } from '../../src/contract/errors.ts'
import { newUser, testOrg } from '../support/call.ts'

function causesOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.causes.length > 0 ? error.causes : [error.summary]
    if (error instanceof ControlInputError) return error.mistakes
    throw error
  }
  return []
}

test('makes an API token for an owner, with a role, a scope and a name', async () => {
  const { call, control, org } = testOrg()
  const user = (await call('POST', '/api/v1/users', newUser({ login: 'ada@example.com' }))).json
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Mine' } })).json
  const made = control.createApiToken({
    owner: 'ada@example.com',
    role: 'GROUP_ADMIN',
    groups: ['Mine'],
    name: 'CI',
  })
  expect(made).toEqual({
    id: expect.stringMatching(/^00T\w{17}$/),
    userId: user.id,
    owner: 'ada@example.com',
    role: 'GROUP_ADMIN',
    groupIds: [group.id],
    name: 'CI',
    token: expect.stringMatching(/^00[\w-]{40}$/),
  })
  expect(org.apiToken).not.toBe(made.token)
})

test('makes the token of the administrator a super administrator by default', async () => {
  const { call, control } = testOrg()
  const { token } = control.createApiToken()
  const me = await call('GET', '/api/v1/users/me', undefined, { authorization: `SSWS ${token}` })
  expect(me.json.profile.login).toBe('admin@example.com')
  const made = await call(
    'POST',
    '/api/v1/groups',
    { profile: { name: 'New' } },
    { authorization: `SSWS ${token}` },
  )
  expect(made.status).toBe(200)
})

test('lets the caller choose the value of a token', async () => {
  const { call, control } = testOrg()
  control.createApiToken({ token: 'my-token' })
  expect((await call('GET', '/api/v1/users', undefined, { authorization: 'SSWS my-token' })).status).toBe(200)
  expect(causesOf(() => control.createApiToken({ token: 'my-token' }))).toEqual([
    'token: Another token has this value',
  ])
  expect(causesOf(() => control.createAccessToken({ scopes: ['x'], token: 'my-token' }))).toEqual([
    'token: Another token has this value',
  ])
  for (const token of ['two words', 'naïve', 'a\nb']) {
    expect(causesOf(() => control.createApiToken({ token }))).toEqual([
      'token: expected visible ASCII characters, and no blanks',
    ])
    expect(() => testOrg({ apiToken: token })).toThrow('apiToken: expected visible ASCII characters')
  }
})

test('rejects unknown owners, groups and roles, and groups that a role cannot have', () => {
  const { control } = testOrg()
  expect(causesOf(() => control.createApiToken({ owner: 'nobody@example.com' }))[0]).toContain(
    'nobody@example.com',
  )
  expect(causesOf(() => control.createApiToken({ role: 'GROUP_ADMIN', groups: ['Nope'] }))[0]).toContain(
    'Nope',
  )
  expect(causesOf(() => control.createApiToken({ role: 'READ_ONLY_ADMIN', groups: ['Everyone'] }))).toEqual([
    'groups: The role READ_ONLY_ADMIN is not confined to groups',
  ])
  expect(causesOf(() => control.createApiToken({ role: 'ROOT' as 'GROUP_ADMIN' }))[0]).toMatch(/^role: /)
  expect(causesOf(() => control.createAccessToken({ scopes: [] }))[0]).toMatch(/^scopes: /)
  expect(causesOf(() => control.createAccessToken({ scopes: ['a'], expiresIn: 'soon' }))[0]).toMatch(
    /^expiresIn: /,
  )
  expect(control.listTokens().apiTokens).toHaveLength(1)
})

test('lists tokens without their values', () => {
  const { control, org } = testOrg()
  const api = control.createApiToken({ role: 'READ_ONLY_ADMIN', name: 'Dashboard' })
  const access = control.createAccessToken({
    user: 'admin@example.com',
    scopes: ['svc.users.read'],
    expiresIn: '1h',
  })
  const listed = control.listTokens()
  expect(listed.apiTokens[1]).toMatchObject({ id: api.id, role: 'READ_ONLY_ADMIN', name: 'Dashboard' })
  expect(listed.accessTokens[0]).toEqual({
    id: access.id,
    scopes: ['svc.users.read'],
    userId: org.users.find('admin@example.com')!.id,
    user: 'admin@example.com',
    expiresAt: '2026-01-05T10:30:00.000Z',
  })
  for (const { token } of [api, access]) expect(JSON.stringify(listed)).not.toContain(token)
  expect(JSON.stringify(listed)).not.toContain(org.apiToken)
})

test('forgets tokens that were made since the seed on reset', async () => {
  const { call, control } = testOrg()
  const { token } = control.createApiToken()
  control.reset()
  expect((await call('GET', '/api/v1/users', undefined, { authorization: `SSWS ${token}` })).status).toBe(401)
  expect((await call('GET', '/api/v1/users')).status).toBe(200)
})

test('adds a user type that users can be created with', async () => {
  const { call, control } = testOrg()
  const { id } = control.createUserType({ name: 'Contractor' })
  expect(id).toMatch(/^oty\w{17}$/)
  const created = await call('POST', '/api/v1/users', { ...newUser(), type: { id } })
  expect(created.json.type).toEqual({ id })
  const unknown = await call('POST', '/api/v1/users', { ...newUser(), type: { id: 'otyUnknown' } })
  expect(unknown.status).toBe(400)
})
