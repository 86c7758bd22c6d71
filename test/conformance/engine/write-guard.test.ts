import { expect, test } from 'vitest'
import { Blocked, NotAllowed, Refused } from '../../../conformance/engine/interruption.ts'
import { Ledger } from '../../../conformance/engine/ledger.ts'
import type { Permission } from '../../../conformance/engine/permission.ts'
import type { Write } from '../../../conformance/engine/write-guard.ts'
import { guardWrite, isSafeAddress, sendsMail } from '../../../conformance/engine/write-guard.ts'

const marker = 'cf-abc123'

function ledger(): Ledger {
  const made = new Ledger({ run: 'abc123', baseUrl: '', startedAt: '', version: '' })
  made.created(made.intend('user', 'cf-abc123-1@example.com'), 'u1')
  made.created(made.intend('group', 'cf-abc123-2'), 'g1')
  made.addPhantom('none1')
  return made
}

function guard(
  method: string,
  path: string,
  more: Partial<Write> = {},
  allowed: readonly Permission[] = [],
  own = ledger(),
) {
  const [plain = '', query = ''] = path.split('?')
  return () =>
    guardWrite(
      { method, path: plain, query: new URLSearchParams(query), body: undefined, ...more },
      own,
      new Set(allowed),
      marker,
    )
}

test.each([
  ['POST', '/api/v1/users/u1/lifecycle/suspend'],
  ['POST', '/api/v1/users/cf-abc123-1%40example.com/lifecycle/suspend'],
  ['POST', '/api/v1/users/cf-abc123-1/lifecycle/suspend'],
  ['DELETE', '/api/v1/users/u1'],
  ['PUT', '/api/v1/groups/g1/users/u1'],
  ['DELETE', '/api/v1/groups/g1'],
  ['POST', '/api/v1/users/none1/lifecycle/suspend'],
  ['DELETE', '/oauth2/v1/clients/none1'],
])('%s %s is sent', (method, path) => {
  expect(guard(method, path)).not.toThrow()
})

test.each([
  ['POST', '/api/v1/users/u2/lifecycle/suspend'],
  ['DELETE', '/api/v1/users/u2'],
  ['DELETE', '/api/v1/users/'],
  ['DELETE', '/api/v1/users'],
  ['PUT', '/api/v1/groups/g1/users/u2'],
  ['PUT', '/api/v1/groups/g2/users/u1'],
  ['DELETE', '/api/v1/groups/g2'],
  ['POST', '/api/v1/groups/rules/r1/lifecycle/activate'],
  ['DELETE', '/oauth2/v1/clients/c1'],
  ['POST', '/api/v1/apps'],
  ['POST', '/api/v1/users/me/lifecycle/deactivate'],
  ['DELETE', '/api/v1/users/me'],
  ['DELETE', '/api/v1/users/me/sessions'],
])('%s %s is never sent', (method, path) => {
  expect(guard(method, path, {}, ['mail', 'me', 'end-sessions'])).toThrow(Refused)
})

test('the current user and sessions are written to only when allowed', () => {
  expect(guard('POST', '/api/v1/users/me', { body: { profile: { nickName: 'x' } } })).toThrow(NotAllowed)
  expect(guard('POST', '/api/v1/users/me', { body: { profile: { nickName: 'x' } } }, ['me'])).not.toThrow()
  expect(guard('POST', '/api/v1/users/me/lifecycle/delete_sessions', {}, ['me'])).toThrow(NotAllowed)
  expect(guard('POST', '/api/v1/users/me/lifecycle/delete_sessions', {}, ['end-sessions'])).not.toThrow()
})

test('grants of a current user are revoked only when the session was supplied for it', () => {
  expect(guard('DELETE', '/api/v1/users/me/grants', {}, ['me'])).toThrow(Refused)
  expect(guard('DELETE', '/api/v1/users/me/grants', { me: 'u1' }, ['me'])).not.toThrow()
})

test('a rule is activated without any mail', () => {
  const own = ledger()
  own.created(own.intend('rule', 'cf-abc123-3'), 'r1')
  for (const action of ['activate', 'deactivate'])
    expect(guard('POST', `/api/v1/groups/rules/r1/lifecycle/${action}`, {}, [], own)).not.toThrow()
  expect(guard('POST', '/api/v1/users/u1/lifecycle/activate')).toThrow(NotAllowed)
})

const create = (body: unknown) => ({ body: body as Write['body'] })

test('a create names what it makes, and carries the marker of the run', () => {
  expect(guard('POST', '/api/v1/groups', create({ profile: { name: 'cf-abc123-9' } }))()).toEqual({
    kind: 'group',
    name: 'cf-abc123-9',
  })
  expect(guard('POST', '/api/v1/groups', create({ profile: { name: 'Everyone' } }))).toThrow(Refused)
  expect(
    guard('POST', '/api/v1/groups', { ...create({ profile: { name: 'x' } }), unmarked: true })(),
  ).toEqual({ kind: 'group', name: 'x' })
  expect(guard('POST', '/oauth2/v1/clients', create({ client_name: 'mine' }))).toThrow(Refused)
})

test('a create without a name is let through: it is to be refused by the target', () => {
  expect(guard('POST', '/api/v1/groups', create({ profile: {} }))()).toEqual({ kind: 'group', name: '' })
})

test('nobody is added to a group that is not of this run', () => {
  const user = { profile: { login: 'cf-abc123-3@example.com' }, credentials: { password: { value: 'x' } } }
  expect(guard('POST', '/api/v1/users', create({ ...user, groupIds: ['g1'] }))).not.toThrow()
  expect(guard('POST', '/api/v1/users', create({ ...user, groupIds: ['g2'] }))).toThrow(Refused)
  const rule = (groupIds: string[]) =>
    create({ name: 'cf-abc123-4', actions: { assignUserToGroups: { groupIds } } })
  expect(guard('POST', '/api/v1/groups/rules', rule(['g1']))).not.toThrow()
  expect(guard('POST', '/api/v1/groups/rules', rule(['g2']))).toThrow(Refused)
})

test("addresses that may be somebody's are never used", () => {
  const user = (email: string) => create({ profile: { login: 'cf-abc123-3@example.com', email } })
  expect(guard('POST', '/api/v1/users?activate=false', user('a@example.com'))).not.toThrow()
  expect(guard('POST', '/api/v1/users?activate=false', user('a@gmail.com'))).toThrow(Refused)
  expect(guard('POST', '/api/v1/users/u1', create({ profile: { secondEmail: 'a@gmail.com' } }))).toThrow(
    Refused,
  )
})

test.each([
  ['a@example.com', true],
  ['a@mail.example.org', true],
  ['a@x.test', true],
  ['a@b.c', true],
  ['a@localhost', true],
  ['a@example.com.de', false],
  ['a@notexample.com', false],
  ['a@пример.рф', false],
])('%s is safe: %s', (address, safe) => {
  expect(isSafeAddress(address)).toBe(safe)
})

test('a lent user is taken through its lifecycle, but neither changed nor deleted', () => {
  const own = ledger()
  own.lend('user', 'u9', 'lifecycle')
  expect(guard('POST', '/api/v1/users/u9/lifecycle/unlock', {}, [], own)).not.toThrow()
  expect(guard('DELETE', '/api/v1/users/u9', {}, [], own)).toThrow(Blocked)
  expect(guard('POST', '/api/v1/users/u9', create({ profile: {} }), [], own)).toThrow(Blocked)
})

test('a user who was lent to be read is not suspended, and the operator hears what would allow it', () => {
  const own = ledger()
  own.lend('user', 'u9', 'read')
  const suspend = guard('POST', '/api/v1/users/u9/lifecycle/suspend', {}, [], own)
  expect(suspend).toThrow(expect.objectContaining({ hint: expect.stringContaining('disposable: true') }))
})

test('a lent group is sent its own profile only, and never deleted', () => {
  const own = ledger()
  own.lend('group', 'g9', 'own-profile', { name: 'Everyone', description: null })
  expect(
    guard('PUT', '/api/v1/groups/g9', create({ profile: { description: null, name: 'Everyone' } }), [], own),
  ).not.toThrow()
  expect(guard('PUT', '/api/v1/groups/g9', create({ profile: { name: 'Other' } }), [], own)).toThrow(Refused)
  expect(guard('DELETE', '/api/v1/groups/g9', {}, [], own)).toThrow(Refused)
  expect(guard('PUT', '/api/v1/groups/g9/users/u1', {}, [], own)).not.toThrow()
})

const password = { credentials: { password: { value: 'x' } } }
test.each([
  ['POST', '/api/v1/users', { profile: {} }, true],
  ['POST', '/api/v1/users', password, false],
  ['POST', '/api/v1/users', { credentials: { password: {} } }, true],
  ['POST', '/api/v1/users?activate=false', { profile: {} }, false],
  ['POST', '/api/v1/users?provider=true', { profile: {} }, false],
  ['POST', '/api/v1/users/u1/lifecycle/activate', undefined, true],
  ['POST', '/api/v1/users/u1/lifecycle/activate?sendEmail=false', undefined, false],
  ['POST', '/api/v1/users/u1/lifecycle/reactivate', undefined, false],
  ['POST', '/api/v1/users/u1/lifecycle/reactivate?sendEmail=true', undefined, true],
  ['POST', '/api/v1/users/u1/lifecycle/reset_password', undefined, true],
  ['POST', '/api/v1/users/u1/lifecycle/reset_password?provider=FEDERATION', undefined, false],
  ['POST', '/api/v1/users/u1/credentials/forgot_password', undefined, true],
  ['POST', '/api/v1/users/u1/credentials/forgot_password', { password: {} }, false],
  ['DELETE', '/api/v1/users/u1?sendEmail=true', undefined, true],
  ['DELETE', '/api/v1/users/u1', undefined, false],
])('%s %s with %j sends mail: %s', (method, path, body, mail) => {
  const [plain = '', query = ''] = path.split('?')
  expect(sendsMail({ method, path: plain, query: new URLSearchParams(query), body })).toBe(mail)
})

test('mail needs to be allowed, except to a user that does not exist', () => {
  expect(guard('POST', '/api/v1/users/u1/lifecycle/activate')).toThrow(NotAllowed)
  expect(guard('POST', '/api/v1/users/u1/lifecycle/activate', {}, ['mail'])).not.toThrow()
  expect(guard('POST', '/api/v1/users/none1/lifecycle/activate')).not.toThrow()
})

test('logins hold the marker in any of its forms, and may be of the domain that the target asks for', () => {
  const create = (login: string, loginDomain?: string) =>
    guard('POST', '/api/v1/users?activate=false', { body: { profile: { login } }, loginDomain })
  expect(create('cfabc12300001')).not.toThrow()
  expect(create('10111201020300001')).not.toThrow()
  expect(create('10111201020')).toThrow(Refused)
  expect(create('cf-abc123-1@corp.com')).toThrow(Refused)
  expect(create('cf-abc123-1@corp.com', 'corp.com')).not.toThrow()
  expect(create('cf-abc123-1@other.com', 'corp.com')).toThrow(Refused)
  const email = { body: { profile: { login: 'cf-abc123-1', email: 'x@corp.com' } }, loginDomain: 'corp.com' }
  expect(guard('POST', '/api/v1/users?activate=false', email)).toThrow(Refused)
})
