import { expect, test } from 'vitest'
import { Blocked, NotAllowed, Refused } from '../../../conformance/engine/run/interruption.ts'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import type { Permission } from '../../../conformance/engine/plan/permission.ts'
import type { Write } from '../../../conformance/engine/run/write-guard.ts'
import { guardWrite, isSafeAddress, sendsMail } from '../../../conformance/engine/run/write-guard.ts'

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

/** The name and the message of the error that stops a write; undefined if it may be sent. */
const refusal = (...given: Parameters<typeof guard>): string | undefined => {
  try {
    guard(...given)()
    return undefined
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}
const unmade = (write: string, kind: string) =>
  `Refused: ${write} would write to a ${kind} that this run did not make`
const noWrite = (write: string) => `Refused: ${write} is no write that a run may send`

test.each<[string, string | undefined]>([
  ['POST /api/v1/users/u2', unmade('POST /api/v1/users/u2', 'user')],
  ['PUT /api/v1/groups/g2', unmade('PUT /api/v1/groups/g2', 'group')],
  ['PUT /api/v1/groups/rules/r2', unmade('PUT /api/v1/groups/rules/r2', 'rule')],
  ['PUT /oauth2/v1/clients/c2', unmade('PUT /oauth2/v1/clients/c2', 'client')],
  ['PUT /api/v1/groups/g1/users/u2', unmade('PUT /api/v1/groups/g1/users/u2', 'user')],
  ['PUT /api/v1/groups/g1/users', unmade('PUT /api/v1/groups/g1/users', 'user')],
  ['PUT /api/v1/groups/rules', noWrite('PUT /api/v1/groups/rules')],
  ['PUT /api/v1/groups/rules/', noWrite('PUT /api/v1/groups/rules/')],
  ['PUT /api/v1/groups', noWrite('PUT /api/v1/groups')],
  ['PUT /api/v1/groups/', noWrite('PUT /api/v1/groups/')],
  ['PUT /api/v1/users/', noWrite('PUT /api/v1/users/')],
  ['DELETE /oauth2/v1/clients', noWrite('DELETE /oauth2/v1/clients')],
  ['DELETE /oauth2/v1/clients/', noWrite('DELETE /oauth2/v1/clients/')],
  ['POST /oauth2/v1/token/x', noWrite('POST /oauth2/v1/token/x')],
  ['POST /other/v1/users/u1', noWrite('POST /other/v1/users/u1')],
  ['POST /api/v1/other/u1', noWrite('POST /api/v1/other/u1')],
  ['POST /api/v1/users/%', unmade('POST /api/v1/users/%', 'user')],
  ['POST /api/v1/users/%6eone1', undefined],
  ['DELETE /api/v1/groups/g1/users/none1', undefined],
  ['DELETE /api/v1/groups/none1/users/u1', undefined],
  ['DELETE /api/v1/groups/rules/none1', undefined],
  ['PUT /api/v1/groups/none1', undefined],
])('%s is stopped by %j', (write, message) => {
  const [method = '', path = ''] = write.split(' ')
  expect(refusal(method, path)).toBe(message)
})

test('mail to a user of the run needs a permission, mail to an unknown id does not', () => {
  const activate = '/lifecycle/activate'
  expect(refusal('POST', `/api/v1/users/u1${activate}`)).toBe(
    'NotAllowed: POST /api/v1/users/u1/lifecycle/activate needs --allow mail',
  )
  expect(refusal('POST', `/api/v1/users/none1${activate}`)).toBeUndefined()
  expect(refusal('POST', '/api/v1/users', create({ profile: { login: 'cf-abc123-7' } }))).toBe(
    'NotAllowed: POST /api/v1/users needs --allow mail',
  )
})

test.each([
  ['user', '/api/v1/users?activate=false', (name: unknown) => ({ profile: { login: name } })],
  ['group', '/api/v1/groups', (name: unknown) => ({ profile: { name } })],
  ['rule', '/api/v1/groups/rules', (name: unknown) => ({ name })],
  ['client', '/oauth2/v1/clients', (name: unknown) => ({ client_name: name })],
])('a %s is named by its own field, and carries the marker whatever its case', (kind, path, named) => {
  const made = (name: unknown, more: Partial<Write> = {}) =>
    guard('POST', path, { ...create(named(name)), ...more })()
  expect(made('x CF-ABC123-1 y')).toEqual({ kind, name: 'x CF-ABC123-1 y' })
  for (const nothing of [undefined, null, 7, '', '   ']) expect(made(nothing)).toEqual({ kind, name: '' })
  expect(guard('POST', path, create(undefined))()).toEqual({ kind, name: '' })
  expect(refusal('POST', path, create(named('mine')))).toBe(
    `Refused: a ${kind} of a run carries the run's marker 'cf-abc123' in its name; 'mine' does not`,
  )
  expect(made('mine', { unmarked: true })).toEqual({ kind, name: 'mine' })
  // Only logins may carry it without signs.
  const plain = refusal('POST', path, create(named('cfabc12300001')))
  expect(plain === undefined).toBe(kind === 'user')
  // A PUT to the same place creates nothing.
  expect(refusal('PUT', path.split('?')[0] ?? '', create(named('cf-abc123-1')))).toMatch(/is no write/)
})

test.each<['read' | 'lifecycle' | 'consents' | 'all', string, 'sent' | 'further']>([
  ['read', 'PUT /api/v1/groups/g1/users/u9', 'further'],
  ['lifecycle', 'POST /api/v1/users/u9/lifecycle/suspend', 'sent'],
  ['lifecycle', 'DELETE /api/v1/users/u9/sessions', 'sent'],
  ['lifecycle', 'DELETE /api/v1/users/u9/grants', 'further'],
  ['lifecycle', 'POST /api/v1/users/u9/credentials/change_password', 'further'],
  ['consents', 'DELETE /api/v1/users/u9/grants', 'sent'],
  ['consents', 'DELETE /api/v1/users/u9/grants/x', 'sent'],
  ['consents', 'DELETE /api/v1/users/u9/clients/c/tokens', 'sent'],
  ['consents', 'POST /api/v1/users/u9/grants', 'further'],
  ['consents', 'POST /api/v1/users/u9/lifecycle/suspend', 'further'],
  ['all', 'DELETE /api/v1/users/u9', 'sent'],
  ['all', 'PUT /api/v1/groups/g1/users/u9', 'sent'],
])('of a user who was lent for %s, %s is %s', (loan, write, what) => {
  const own = ledger()
  own.lend('user', 'u9', loan)
  const [method = '', path = ''] = write.split(' ')
  expect(refusal(method, path, {}, [], own)).toBe(
    what === 'sent' ? undefined : `Blocked: ${write} goes further than the user was lent for ('${loan}')`,
  )
})

test('the messages about a lent group name the allowed writes', () => {
  const own = ledger()
  own.lend('group', 'g9', 'own-profile', { name: 'N' })
  expect(refusal('PUT', '/api/v1/groups/g9', create({ profile: { name: 'M' } }), [], own)).toBe(
    'Refused: a lent group is only ever sent its own profile again',
  )
  expect(refusal('PUT', '/api/v1/groups/g9', {}, [], own)).toBe(
    'Refused: a lent group is only ever sent its own profile again',
  )
  expect(refusal('DELETE', '/api/v1/groups/g9', {}, [], own)).toBe(
    "Refused: DELETE /api/v1/groups/g9 goes further than the group was lent for ('own-profile')",
  )
  own.lend('group', 'g8', 'read')
  expect(refusal('PUT', '/api/v1/groups/g8/users/u1', {}, [], own)).toBeUndefined()
  expect(refusal('PUT', '/api/v1/groups/g8', create({ profile: {} }), [], own)).toMatch(/goes further/)
})

test('the current user is written to by leave, or where the run made or was lent who it is', () => {
  const stranger = (write: string) =>
    `Refused: ${write} would write to a current user who was not supplied for that`
  const own = ledger()
  own.lend('user', 'u9', 'lifecycle')
  const me = (method: string, below: string, who: string | undefined, allowed: readonly Permission[]) =>
    refusal(method, `/api/v1/users/me${below}`, who === undefined ? {} : { me: who }, allowed, own)
  expect(me('POST', '', undefined, [])).toBe('NotAllowed: POST /api/v1/users/me needs --allow me')
  expect(me('POST', '', undefined, ['me'])).toBeUndefined()
  expect(me('PUT', '', undefined, ['me'])).toBe(stranger('PUT /api/v1/users/me'))
  expect(me('POST', '/lifecycle/suspend', 'u2', ['me'])).toBe(
    stranger('POST /api/v1/users/me/lifecycle/suspend'),
  )
  for (const who of ['u1', 'u9']) {
    expect(me('POST', '/lifecycle/suspend', who, ['me'])).toBeUndefined()
    expect(me('POST', '/lifecycle/suspend', who, [])).toBe(
      'NotAllowed: POST /api/v1/users/me/lifecycle/suspend needs --allow me',
    )
  }
  expect(me('POST', '/lifecycle/delete_sessions', undefined, [])).toBe(
    'NotAllowed: POST /api/v1/users/me/lifecycle/delete_sessions needs --allow end-sessions',
  )
  // Mail to the current user needs its own permission.
  const mail = { body: { profile: { email: 'a@example.com' } } }
  expect(refusal('POST', '/api/v1/users/me', mail, ['me'])).toBe(
    'NotAllowed: POST /api/v1/users/me needs --allow mail',
  )
})

test('groups that a rule or a user names are those of the run, or belong to nothing', () => {
  const message = "Refused: the group 'g2' is not one of this run; nobody is to be added to it"
  const rule = (groupIds: unknown) =>
    create({ name: 'cf-abc123-4', actions: { assignUserToGroups: { groupIds } } })
  const user = (groupIds: unknown) => create({ profile: { login: 'cf-abc123-3' }, groupIds })
  const own = ledger()
  own.created(own.intend('rule', 'cf-abc123-3'), 'r1')
  for (const path of ['/api/v1/groups/rules', '/api/v1/groups/rules/r1']) {
    const method = path.endsWith('r1') ? 'PUT' : 'POST'
    expect(refusal(method, path, rule(['g1', 'none1', 7, 'cf-abc123-2']), [], own)).toBeUndefined()
    expect(refusal(method, path, rule(['g1', 'g2']), [], own)).toBe(message)
    for (const none of [undefined, null, 'g2', {}])
      expect(refusal(method, path, rule(none), [], own)).toBeUndefined()
    expect(refusal(method, path, create({ name: 'cf-abc123-4', groupIds: ['g2'] }), [], own)).toBeUndefined()
  }
  const path = '/api/v1/users?activate=false'
  expect(refusal('POST', path, user(['g1', 'none1']))).toBeUndefined()
  expect(refusal('POST', path, user(['g2']))).toBe(message)
  expect(refusal('POST', path, user('g2'))).toBeUndefined()
  expect(refusal('POST', '/api/v1/users/u1', create({ groupIds: ['g2'] }))).toBeUndefined()
})

test('each address of a user is one that nobody has, and other fields may hold any text', () => {
  const profile = (field: string, value: unknown, path = '/api/v1/users/u1') =>
    refusal('POST', path, create({ profile: { [field]: value } }))
  for (const field of ['login', 'email', 'secondEmail']) {
    expect(profile(field, 'a@corp.com')).toBe(
      `Refused: profile.${field} is an address that may belong to somebody; take one under example.com`,
    )
    expect(profile(field, 'no address')).toBeUndefined()
    expect(profile(field, 7)).toBeUndefined()
  }
  expect(profile('nickName', 'a@corp.com')).toBeUndefined()
  expect(profile('email', 'a@corp.com', '/api/v1/groups/g1')).toBeUndefined()
  const atCorp = (field: string, address: string) =>
    refusal('POST', '/api/v1/users/u1', {
      ...create({ profile: { [field]: address } }),
      loginDomain: 'corp.com',
    })
  expect(atCorp('login', 'a@corp.com')).toBeUndefined()
  expect(atCorp('login', 'a@xcorp.com')).toMatch(/^Refused: profile\.login/)
  expect(atCorp('email', 'a@corp.com')).toMatch(/^Refused: profile\.email/)
})

test.each([
  ['a@example.net', true],
  ['a@example', true],
  ['a@x.invalid', true],
  ['a@x.LOCALHOST', true],
  ['a@b@example.com', true],
  ['a@example.com@corp.com', false],
  ['a@corp.com.', true],
  ['a@corp.c', true],
  ['a@corp.cd', false],
  ['a@example.company', false],
  ['a@corp.1', false],
  ['a@host', true],
])('mail to %s reaches nobody: %s', (address, safe) => {
  expect(isSafeAddress(address)).toBe(safe)
})

test.each<[unknown, boolean]>([
  [undefined, false],
  [{}, true],
  [null, true],
  [{ credentials: null }, true],
  [{ credentials: { password: null } }, true],
  [{ credentials: { password: 'x' } }, true],
  [{ credentials: { password: { hash: {} } } }, false],
])('a user that is created with %j is written to: %s', (body, mail) => {
  const write = {
    method: 'POST',
    path: '/api/v1/users',
    query: new URLSearchParams(),
    body: body as Write['body'],
  }
  expect(sendsMail(write)).toBe(mail)
})
