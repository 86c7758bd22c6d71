/** Which operation a call is one of, and what a link has to lead to. */
import { expect, test } from 'vitest'
import {
  addressesOf,
  hrefsOf,
  linkFaultsOf,
  wrongUserLink,
} from '../../../conformance/engine/judge/record-links.ts'
import { operationOf, routes } from '../../../conformance/engine/wire/routes.ts'

test.each(
  Object.entries(routes).filter(
    ([name]) => !['forgotPassword', 'forgotPasswordWithAnswer', 'updateCurrentUser'].includes(name),
  ),
)('a call of %s is known by its method and path', (name, route) => {
  const [method = '', path = ''] = route.split(' ')
  const call = path.replaceAll(/\{\w+\}/g, 'x7')
  expect(operationOf(method, call, false)).toBe(name)
  expect(operationOf(method, `${call}?limit=1`, true)).toBe(name)
  expect(operationOf('PATCH', call, false)).toBeUndefined()
  expect(operationOf(method, `${call}/more/and/more`, false)).toBeUndefined()
  expect(operationOf(method, `/base${call}`, false)).toBeUndefined()
})

test.each([
  ['POST', '/api/v1/users/u1/credentials/forgot_password', false, 'forgotPassword'],
  ['POST', '/api/v1/users/u1/credentials/forgot_password', true, 'forgotPasswordWithAnswer'],
  ['POST', '/api/v1/users/me', true, 'updateCurrentUser'],
  ['POST', '/api/v1/users/me?strict=true', true, 'updateCurrentUser'],
  ['POST', '/api/v1/users/me/lifecycle/delete_sessions', true, 'deleteCurrentUserSessions'],
  ['POST', '/api/v1/users/u1/lifecycle/delete_sessions', true, undefined],
  ['GET', '/api/v1/users/me', false, 'getUser'],
  ['PUT', '/api/v1/users/me', true, 'replaceUser'],
  ['GET', '/api/v1/users/me/groups', false, 'listUserGroups'],
  ['POST', '/api/v1/users/me/lifecycle/suspend', false, 'suspendUser'],
  ['GET', '/api/v1/users/menno', false, 'getUser'],
  ['GET', '/api/v1/groups/rules', false, 'listGroupRules'],
  ['GET', '/api/v1/groups/rules2', false, 'getGroup'],
  ['DELETE', '/api/v1/groups/rules', false, undefined],
  ['GET', '/api/v1/groups/rules/r1', false, 'getGroupRule'],
  ['GET', '/api/v1/groups/g1/users', false, 'listGroupUsers'],
  ['GET', '/', false, undefined],
])('%s %s (with a body: %s) is %s', (method, path, hasBody, operation) => {
  expect(operationOf(method, path, hasBody)).toBe(operation)
})

const base = 'https://id.example.com'
const user = (links: object, more: object = {}) => ({
  id: 'u.1',
  profile: { login: 'ada.l@example.com' },
  _links: { self: { href: `${base}/api/v1/users/u.1` }, ...links },
  ...more,
})

const paths = {
  activate: 'lifecycle/activate',
  deactivate: 'lifecycle/deactivate',
  suspend: 'lifecycle/suspend',
  unsuspend: 'lifecycle/unsuspend',
  unlock: 'lifecycle/unlock',
  resetPassword: 'lifecycle/reset_password',
  expirePassword: 'lifecycle/expire_password',
  forgotPassword: 'credentials/forgot_password',
  changePassword: 'credentials/change_password',
  changeRecoveryQuestion: 'credentials/change_recovery_question',
  resetFactors: 'lifecycle/reset_factors',
}

test.each(Object.entries(paths))('the link %s of a user leads to /%s of it, by POST', (relation, path) => {
  const href = (id: string) => `${base}/api/v1/users/${id}/${path}`
  const wrong = (link: unknown) => wrongUserLink(relation, user({ [relation]: link }))
  for (const id of ['u.1', 'ada.l@example.com', 'ada.l%40example.com', 'ada.l', 'me'])
    expect(wrong({ href: href(id) })).toBeUndefined()
  expect(wrong({ href: `${href('u.1')}/` })).toBeUndefined()
  expect(wrong({ href: href('u.1'), method: 'post', hints: { allow: ['get', 'post'] } })).toBeUndefined()
  for (const id of ['u.2', 'ux1', 'adaxl']) expect(wrong({ href: href(id) })).toBe(`leads to ${href(id)}`)
  expect(wrong({ href: `${href('u.1')}x` })).toBe(`leads to ${href('u.1')}x`)
  expect(wrong({ href: href('u.1').replace('/users', '/groups') })).toMatch(/^leads to /)
  expect(wrong({ href: href('u.1'), method: 'GET' })).toBe('is said to be called by GET')
  expect(wrong({ href: href('u.1'), method: 7, hints: { allow: ['GET', 'PUT'] } })).toBe(
    'is said to allow GET and PUT',
  )
  expect(wrong({ href: href('u.1').replace(base, 'https://other.example.com') })).toBe(
    'leads to https://other.example.com, and the self link to https://id.example.com',
  )
  expect(linkFaultsOf('user', user({ [relation]: { href: href('u.2') } }))).toEqual([`user-link-${relation}`])
})

test('a link that is not there, or is no full URL, is no matter of where it leads', () => {
  expect(wrongUserLink('suspend', user({}))).toBeUndefined()
  expect(wrongUserLink('suspend', user({ suspend: null }))).toBeUndefined()
  expect(wrongUserLink('suspend', user({ suspend: { href: '/relative' } }))).toBeUndefined()
  expect(wrongUserLink('suspend', user({ suspend: { href: 7 } }))).toBeUndefined()
  expect(wrongUserLink('other', user({ other: { href: `${base}/x` } }))).toBeUndefined()
  expect(linkFaultsOf('user', {})).toEqual([])
  // Without a self link, or with one that is no URL, no other host is told.
  const link = { suspend: { href: `${base}/api/v1/users/me/lifecycle/suspend` } }
  expect(linkFaultsOf('user', { _links: link })).toEqual([])
  expect(linkFaultsOf('user', { _links: { ...link, self: { href: '/relative' } } })).toEqual([])
  const wrong = { suspend: { href: `${base}/api/v1/users/u1/lifecycle/suspend` } }
  expect(linkFaultsOf('user', { id: '', profile: {}, _links: wrong })).toEqual(['user-link-suspend'])
})

test('the links of groups, grants and tokens lead to what they name', () => {
  const group = (links: object) => linkFaultsOf('group', { id: 'g1', _links: links })
  expect(group({ users: { href: `${base}/api/v1/groups/g1/users` } })).toEqual([])
  expect(group({ apps: { href: `${base}/api/v1/groups/g1/apps`, method: 'GET' } })).toEqual([])
  expect(
    group({
      users: { href: `${base}/api/v1/groups/g1/apps` },
      apps: { href: `${base}/api/v1/groups/g2/apps` },
    }),
  ).toEqual(['group-link-users', 'group-link-apps'])
  expect(linkFaultsOf('group', { _links: { users: { href: `${base}/x` } } })).toEqual([])
  for (const kind of ['grant', 'token'] as const) {
    const of = (links: object) =>
      linkFaultsOf(kind, { id: 'x1', clientId: 'c1', userId: 'u1', _links: links })
    expect(of({ client: { href: `${base}/oauth2/v1/clients/c1` } })).toEqual([])
    expect(of({ client: { href: `${base}/oauth2/v1/clients/c2` } })).toEqual([`${kind}-link-client`])
    expect(of({ client: { href: `${base}/another/form/c2` } })).toEqual([])
    expect(of({ user: { href: `${base}/api/v1/users/u1/` } })).toEqual([])
    expect(of({ user: { href: `${base}/api/v1/users/u2` } })).toEqual([`${kind}-link-user`])
  }
  const revoke = (link: object) => linkFaultsOf('token', { id: 'x1', _links: { revoke: link } })
  const href = `${base}/api/v1/users/u1/clients/c1/tokens/x1`
  expect(revoke({ href, method: 'DELETE' })).toEqual([])
  expect(revoke({ href, hints: { allow: ['DELETE'] } })).toEqual([])
  expect(revoke({ href, hints: { allow: ['POST'] } })).toEqual(['token-link-revoke'])
  expect(revoke({ href: `${href}1` })).toEqual(['token-link-revoke'])
})

test('the targets of links are gathered, and the hosts of those that lead to operations', () => {
  const links = {
    a: { href: `${base}/api/v1/users/u1` },
    b: [{ href: 'relative' }, { href: 7 }, null],
    c: null,
  }
  expect(hrefsOf({ _links: links })).toEqual([`${base}/api/v1/users/u1`, 'relative'])
  expect(hrefsOf([{ _links: { a: { href: 'x' } } }, null, {}, { _links: null }])).toEqual(['x'])
  expect(
    addressesOf({ _links: links }, [
      'https://b.test/api/v1/groups',
      'https://c.test:8080/base/oauth2/v1/clients?limit=1',
      'https://d.test/api/v1/usersx',
      'https://e.test/home',
      'no URL',
    ]),
  ).toEqual([base, 'https://b.test', 'https://c.test:8080'])
})
