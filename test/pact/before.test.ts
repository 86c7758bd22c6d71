/** What the organisation knew of what a request is about, before it ran. */
import { beforeEach, expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { lookBefore, paramsOf } from '../../src/pact/before.ts'
import { setUpState } from '../../src/pact/states/set-up.ts'

let org: ReturnType<typeof createOrg>
beforeEach(() => {
  org = createOrg({ apiToken: 'own' })
  const set = (name: string, params?: object) => setUpState(org.model, name, { ...params })
  set('user 00u1 is ACTIVE')
  set('user 00u2 is STAGED')
  set('a group exists', { id: '00g1', name: 'Staff' })
  set('a group exists', { id: '00g2', name: 'Crew' })
  set('user 00u1 is in group 00g1')
  set('a group rule exists', { id: '0pr1', name: 'Rule', groupIds: ['00g1', '00g2'] })
  set('user 00u1 granted openid to client 0oa1', { grantId: 'oag1' })
  set('user 00u1 granted email to client 0oa2', { grantId: 'oag2' })
  set('a refresh token exists', { id: 'oar1', userId: '00u1', clientId: '0oa1' })
  set('a refresh token exists', { id: 'oar2', userId: '00u1', clientId: '0oa2' })
})

/** Everything, by ids. */
function look(method: string, path: string, body: unknown = '', headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = { method, path, query: '', headers: { authorization: 'SSWS own', ...headers }, body: text }
  const { caller: _, subject, missing, memberships, ...lists } = lookBefore(org.model, sent)
  const ids = Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, list.map(({ id }) => id)]),
  )
  return { subject: subject?.id, missing, memberships, ...ids }
}
const nothing = {
  subject: undefined,
  missing: [],
  memberships: [],
  users: [],
  groups: [],
  rules: [],
  clients: [],
  grants: [],
  refreshTokens: [],
}
const ofUser = { ...nothing, subject: '00u1', users: ['00u1'] }
const users = '/api/v1/users'
const groups = '/api/v1/groups'

test.each<[method: string, path: string, found: object]>([
  ['GET', `${users}/00u1`, ofUser],
  ['GET', `${users}/00u1@example.com`, ofUser],
  ['GET', `${users}/00uNone`, { ...nothing, missing: [{ kind: 'user', id: '00uNone' }] }],
  ['GET', `${users}/me`, nothing],
  ['GET', `${users}?search=x`, nothing],
  ['GET', '/nowhere', nothing],
  ['GET', `${users}/%zz`, nothing],
  ['PATCH', `${users}/00u1`, nothing],
  ['GET', `${groups}/00g1`, { ...nothing, groups: ['00g1'] }],
  ['GET', `${groups}/00gNone`, { ...nothing, missing: [{ kind: 'group', id: '00gNone' }] }],
  ['PUT', `${groups}/00g1/users/00u1`, { ...ofUser, groups: ['00g1'], memberships: [['00u1', '00g1']] }],
  ['PUT', `${groups}/00g1/users/00u2`, { ...nothing, subject: '00u2', users: ['00u2'], groups: ['00g1'] }],
  [
    'PUT',
    `${groups}/00g1/users/00uNone`,
    { ...nothing, groups: ['00g1'], missing: [{ kind: 'user', id: '00uNone' }] },
  ],
  ['GET', `${groups}/rules/0pr1`, { ...nothing, rules: ['0pr1'], groups: ['00g1', '00g2'] }],
  ['GET', `${groups}/rules/0prNone`, { ...nothing, missing: [{ kind: 'group rule', id: '0prNone' }] }],
  ['GET', '/oauth2/v1/clients/0oa1', { ...nothing, clients: ['0oa1'] }],
  ['GET', '/oauth2/v1/clients/0oaNone', { ...nothing, missing: [{ kind: 'client', id: '0oaNone' }] }],
  ['GET', `${users}/00u1/grants`, { ...ofUser, grants: ['oag1'], clients: ['0oa1'] }],
  ['GET', `${users}/00u1/grants/oag2`, { ...ofUser, grants: ['oag2'], clients: ['0oa2'] }],
  ['GET', `${users}/00u1/grants/oagNone`, { ...ofUser, grants: ['oag1'], clients: ['0oa1'] }],
  ['GET', `${users}/00u2/grants`, { ...nothing, subject: '00u2', users: ['00u2'] }],
  ['GET', `${users}/00u1/groups`, ofUser],
  ['GET', `${users}/00u1/clients/0oa2/tokens`, { ...ofUser, refreshTokens: ['oar2'], clients: ['0oa2'] }],
  [
    'GET',
    `${users}/00u1/clients/0oa2/tokens/oar1`,
    { ...ofUser, refreshTokens: ['oar1'], clients: ['0oa2', '0oa1'] },
  ],
  [
    'GET',
    `${users}/00u1/clients/0oa1/tokens/oarNone`,
    { ...ofUser, refreshTokens: ['oar1'], clients: ['0oa1'] },
  ],
  [
    'GET',
    `${users}/00u2/clients/0oa1/tokens`,
    { ...nothing, subject: '00u2', users: ['00u2'], clients: ['0oa1'] },
  ],
  [
    'GET',
    `${users}/00u1/clients/0oaNone/tokens`,
    { ...ofUser, missing: [{ kind: 'client', id: '0oaNone' }] },
  ],
])('%s %s is about %j', (method, path, found) => {
  expect(look(method, path)).toEqual(found)
})

const rule = (more: object) => ({ type: 'group_rule', ...more })

test.each<[method: string, path: string, body: unknown, found: object]>([
  ['POST', users, { profile: { login: '00u1@example.com' } }, { ...nothing, users: ['00u1'] }],
  ['POST', users, { profile: { login: 'new@example.com' } }, nothing],
  ['POST', users, { profile: { login: 7 } }, nothing],
  [
    'POST',
    users,
    { profile: null, groupIds: ['00g1', 7, '00gNone', '00g2'] },
    { ...nothing, groups: ['00g1', '00g2'] },
  ],
  ['POST', users, { groupIds: '00g1' }, nothing],
  ['POST', groups, { profile: { login: '00u1@example.com' } }, nothing],
  ['POST', groups, { profile: { name: 'Staff' } }, { ...nothing, groups: ['00g1'] }],
  ['POST', groups, { profile: { name: 'New' } }, nothing],
  ['POST', groups, { profile: { name: 7 } }, nothing],
  ['POST', users, { profile: { name: 'Staff' } }, nothing],
  [
    'POST',
    `${groups}/rules`,
    rule({ name: 'Rule' }),
    { ...nothing, rules: ['0pr1'], groups: ['00g1', '00g2'] },
  ],
  ['POST', `${groups}/rules`, rule({ name: 'New' }), nothing],
  ['POST', `${groups}/rules`, rule({ name: 7 }), nothing],
  ['POST', groups, rule({ name: 'Rule' }), nothing],
  [
    'PUT',
    `${groups}/rules/0prNone`,
    rule({ name: 'Rule' }),
    { ...nothing, missing: [{ kind: 'group rule', id: '0prNone' }] },
  ],
  [
    'POST',
    `${groups}/rules`,
    rule({ actions: { assignUserToGroups: { groupIds: ['00g2', '00gNone'] } } }),
    { ...nothing, groups: ['00g2'] },
  ],
  ['POST', `${groups}/rules`, rule({ actions: {} }), nothing],
  [
    'POST',
    `${groups}/rules`,
    rule({ conditions: { people: { users: { exclude: ['00u2', '00uNone'] } } } }),
    { ...nothing, users: ['00u2'] },
  ],
  ['POST', `${groups}/rules`, rule({ conditions: {} }), nothing],
  ['POST', `${groups}/rules`, rule({ conditions: { people: {} } }), nothing],
  ['POST', users, 'no JSON', nothing],
  ['POST', users, 'null', nothing],
  ['POST', users, '7', nothing],
  ['POST', users, '[]', nothing],
])('%s %s with the body %j is about %j', (method, path, body, found) => {
  expect(look(method, path, body)).toEqual(found)
})

test('a path is read as the router reads it', () => {
  expect(paramsOf('GET', `${groups}/00g1/users`)).toEqual({ groupId: '00g1' })
  expect(paramsOf('GET', '/nowhere')).toEqual({})
  expect(paramsOf('PATCH', `${groups}/00g1`)).toEqual({})
  expect(paramsOf('GET', `${users}/%zz`)).toEqual({})
})

/** Who calls, with users and clients by their ids. */
function caller(headers: Record<string, string>) {
  const sent = { method: 'GET', path: `${users}/me`, query: '', headers, body: '' }
  const { caller: found, subject } = lookBefore(org.model, sent)
  const named = Object.entries(found).map(([name, value]) => [
    name,
    ['owner', 'user', 'client'].includes(name)
      ? (value as { id: string } | undefined)?.id
      : (value as unknown),
  ])
  return { ...Object.fromEntries(named), subject: subject?.id }
}

test('who calls is known by a token or a session', () => {
  const nobody = { subject: undefined }
  expect(caller({})).toEqual({ kind: 'nobody', ...nobody })
  expect(caller({ cookie: 'a=b' })).toEqual({ kind: 'nobody', ...nobody })
  expect(caller({ cookie: 'sid=none' })).toEqual({ kind: 'unknown-session', ...nobody })
  expect(caller({ authorization: 'SSWS none' })).toEqual({ kind: 'unknown-token', ...nobody })
  expect(caller({ authorization: 'SSWS own' })).toEqual({
    kind: 'api-token',
    role: 'SUPER_ADMIN',
    groupIds: undefined,
    owner: undefined,
    ...nobody,
  })
  expect(caller({ authorization: 'own' })).toMatchObject({ kind: 'api-token' })
  expect(caller({ authorization: 'SSWS  own ' })).toMatchObject({ kind: 'api-token' })
  const { sessionCookie } = org.control.openSession({ user: '00u1' })
  expect(caller({ cookie: `a=b; ${sessionCookie}` })).toEqual({
    kind: 'session',
    user: '00u1',
    subject: '00u1',
  })
  // A token goes before a session.
  expect(caller({ cookie: sessionCookie, authorization: 'SSWS none' })).toMatchObject({
    kind: 'unknown-token',
  })
  const admin = org.control.createApiToken({ role: 'GROUP_ADMIN', groups: ['00g1'], owner: '00u2' })
  expect(caller({ authorization: `SSWS ${admin.token}` })).toEqual({
    kind: 'api-token',
    role: 'GROUP_ADMIN',
    groupIds: ['00g1'],
    owner: '00u2',
    subject: '00u2',
  })
  const scopes = ['svc.users.read']
  const ofUser = org.control.createAccessToken({ scopes, user: '00u1', client: '0oa1' })
  expect(caller({ authorization: `Bearer ${ofUser.token}` })).toEqual({
    kind: 'access-token',
    scopes,
    user: '00u1',
    client: '0oa1',
    subject: '00u1',
  })
  const ofNobody = org.control.createAccessToken({ scopes })
  expect(caller({ authorization: `Bearer ${ofNobody.token}` })).toEqual({
    kind: 'access-token',
    scopes,
    user: undefined,
    client: undefined,
    ...nobody,
  })
})
