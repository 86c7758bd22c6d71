/** A run writes to its own, to what it was lent and to ids of nobody; mail needs leave. */
import { expect, test } from 'vitest'
import { Ledger, type Loan } from '../../../conformance/engine/clean-up/ledger.ts'
import type { Permission } from '../../../conformance/engine/plan/permission.ts'
import type { Write } from '../../../conformance/engine/run/write-guard.ts'
import { guardWrite, isSafeAddress, sendsMail } from '../../../conformance/engine/run/write-guard.ts'

interface Case extends Partial<Write> {
  readonly allowed?: readonly Permission[]
  readonly lent?: Loan
}

/** The outcome of a write: the run made u1, g1, r1 and c1, and named none1 as nobody. */
function outcome(write: string, { allowed = [], lent, ...more }: Case = {}) {
  const ledger = new Ledger()
  ledger.created(ledger.intend('user', 'cf-abc123-1@example.com'), 'u1')
  ledger.created(ledger.intend('group', 'cf-abc123-2'), 'g1')
  ledger.created(ledger.intend('rule', 'cf-abc123-3'), 'r1')
  ledger.created(ledger.intend('client', 'cf-abc123-4'), 'c1')
  ledger.addPhantom('none1')
  if (lent !== undefined) {
    ledger.lend('user', 'u9', lent)
    ledger.lend('group', 'g9', lent, { name: 'Everyone', description: null })
  }
  const [method = '', path = '', query = ''] = write.split(/[ ?]/)
  const given = { method, path, query: new URLSearchParams(query), body: undefined, ...more }
  try {
    return guardWrite(given, ledger, new Set(allowed), 'cf-abc123') ?? 'sent'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

const stranger = (write: string, kind: string) =>
  `Refused: ${write} would write to a ${kind} that this run did not make`
const never = (write: string) => `Refused: ${write} is no write that a run may send`

test.each([
  'POST /api/v1/users/u1/lifecycle/suspend',
  'POST /api/v1/users/cf-abc123-1%40example.com/lifecycle/suspend',
  'POST /api/v1/users/CF-abc123-1/lifecycle/suspend',
  'POST /api/v1/users/%6eone1',
  'POST /api/v1/users/none1/lifecycle/activate',
  'DELETE /api/v1/users/u1',
  'PUT /api/v1/groups/g1/users/u1',
  'DELETE /api/v1/groups/g1/users/none1',
  'DELETE /api/v1/groups/none1/users/u1',
  'DELETE /api/v1/groups/g1',
  'PUT /api/v1/groups/none1',
  'DELETE /api/v1/groups/rules/none1',
  'POST /api/v1/groups/rules/r1/lifecycle/activate',
  'POST /api/v1/groups/rules/r1/lifecycle/deactivate',
  'PUT /oauth2/v1/clients/c1',
  'DELETE /oauth2/v1/clients/none1',
])('%s is sent', (write) => {
  expect(outcome(write)).toBe('sent')
})

test.each<[string, string]>([
  ['POST /api/v1/users/u2', 'user'],
  ['DELETE /api/v1/users/u2', 'user'],
  ['POST /api/v1/users/%', 'user'],
  ['PUT /api/v1/groups/g2', 'group'],
  ['PUT /api/v1/groups/g2/users/u1', 'group'],
  ['PUT /api/v1/groups/g1/users/u2', 'user'],
  ['PUT /api/v1/groups/g1/users', 'user'],
  ['POST /api/v1/groups/rules/r2/lifecycle/activate', 'rule'],
  ['PUT /oauth2/v1/clients/c2', 'client'],
])('%s is not sent: nobody made that %s', (write, kind) => {
  expect(outcome(write, { allowed: ['mail', 'me', 'end-sessions'] })).toBe(stranger(write, kind))
})

test.each([
  'DELETE /api/v1/users',
  'DELETE /api/v1/users/',
  'PUT /api/v1/groups',
  'PUT /api/v1/groups/',
  'PUT /api/v1/groups/rules',
  'PUT /api/v1/groups/rules/',
  'DELETE /oauth2/v1/clients',
  'DELETE /oauth2/v1/clients/',
  'POST /oauth2/v1/token/x',
  'POST /other/v1/users/u1',
  'POST /api/v1/apps',
])('%s is never sent', (write) => {
  expect(outcome(write)).toBe(never(write))
})

test.each<[Loan, string, string]>([
  ['read', 'PUT /api/v1/groups/g1/users/u9', 'further'],
  ['read', 'POST /api/v1/users/u9/lifecycle/suspend', 'further'],
  ['lifecycle', 'POST /api/v1/users/u9/lifecycle/unlock', 'sent'],
  ['lifecycle', 'DELETE /api/v1/users/u9/sessions', 'sent'],
  ['lifecycle', 'DELETE /api/v1/users/u9', 'further'],
  ['lifecycle', 'DELETE /api/v1/users/u9/grants', 'further'],
  ['lifecycle', 'POST /api/v1/users/u9/credentials/change_password', 'further'],
  ['consents', 'DELETE /api/v1/users/u9/grants', 'sent'],
  ['consents', 'DELETE /api/v1/users/u9/grants/x', 'sent'],
  ['consents', 'DELETE /api/v1/users/u9/clients/c/tokens', 'sent'],
  ['consents', 'POST /api/v1/users/u9/grants', 'further'],
  ['consents', 'POST /api/v1/users/u9/lifecycle/suspend', 'further'],
  ['all', 'DELETE /api/v1/users/u9', 'sent'],
  ['all', 'PUT /api/v1/groups/g1/users/u9', 'sent'],
  ['all', 'DELETE /api/v1/groups/g9', 'sent'],
])('with a user who was lent for %s, %s is %s', (lent, write, what) => {
  const further = `Blocked: ${write} goes further than the user was lent for ('${lent}')`
  expect(outcome(write, { lent })).toBe(what === 'sent' ? 'sent' : further)
})

test('a lent group takes members of the run and its own profile, and nothing else', () => {
  const lent = 'own-profile' as const
  const put = (body: Write['body']) => outcome('PUT /api/v1/groups/g9', { lent, body })
  const refusal = 'Refused: a lent group is only ever sent its own profile again'
  expect(outcome('PUT /api/v1/groups/g9/users/u1', { lent })).toBe('sent')
  expect(put({ profile: { description: null, name: 'Everyone' } })).toBe('sent')
  expect([put({ profile: { name: 'Other' } }), put(undefined)]).toEqual([refusal, refusal])
  expect(outcome('DELETE /api/v1/groups/g9', { lent })).toBe(
    "Refused: DELETE /api/v1/groups/g9 goes further than the group was lent for ('own-profile')",
  )
})

const me = '/api/v1/users/me'
const notSupplied = (write: string) =>
  `Refused: ${write} would write to a current user who was not supplied for that`
const needs = (write: string, permission: string) => `NotAllowed: ${write} needs --allow ${permission}`
test.each<[string, Case, string]>([
  [`POST ${me}`, {}, needs(`POST ${me}`, 'me')],
  [`POST ${me}`, { allowed: ['me'] }, 'sent'],
  [`PUT ${me}`, { allowed: ['me'] }, notSupplied(`PUT ${me}`)],
  [`DELETE ${me}/grants`, { allowed: ['me'] }, notSupplied(`DELETE ${me}/grants`)],
  [`DELETE ${me}/grants`, { allowed: ['me'], me: 'u1' }, 'sent'],
  [`DELETE ${me}/grants`, { allowed: ['me'], me: 'u2' }, notSupplied(`DELETE ${me}/grants`)],
  [`DELETE ${me}/grants`, { allowed: ['me'], me: 'u9', lent: 'lifecycle' }, 'sent'],
  [`DELETE ${me}/grants`, { me: 'u1' }, needs(`DELETE ${me}/grants`, 'me')],
  [`POST ${me}/lifecycle/delete_sessions`, { allowed: ['end-sessions'] }, 'sent'],
  [
    `POST ${me}/lifecycle/delete_sessions`,
    { allowed: ['me'] },
    needs(`POST ${me}/lifecycle/delete_sessions`, 'end-sessions'),
  ],
  [
    `POST ${me}`,
    { allowed: ['me'], body: { profile: { email: 'a@example.com' } } },
    needs(`POST ${me}`, 'mail'),
  ],
  ['POST /api/v1/users/u1/lifecycle/activate', {}, needs('POST /api/v1/users/u1/lifecycle/activate', 'mail')],
  ['POST /api/v1/users/u1/lifecycle/activate', { allowed: ['mail'] }, 'sent'],
  [
    'POST /api/v1/users',
    { body: { profile: { login: 'cf-abc123-7' } } },
    needs('POST /api/v1/users', 'mail'),
  ],
])('%s with %j: %s', (write, more, expected) => {
  expect(outcome(write, more)).toBe(expected)
})

test.each([
  ['user', '/api/v1/users?activate=false', (name: unknown) => ({ profile: { login: name } })],
  ['group', '/api/v1/groups', (name: unknown) => ({ profile: { name } })],
  ['rule', '/api/v1/groups/rules', (name: unknown) => ({ name })],
  ['client', '/oauth2/v1/clients', (name: unknown) => ({ client_name: name })],
])('a %s is named by its own field, and carries the marker whatever its case', (kind, path, named) => {
  const made = (name: unknown, more: Case = {}) => outcome(`POST ${path}`, { body: named(name), ...more })
  expect(made('x CF-ABC123-1 y')).toEqual({ kind, name: 'x CF-ABC123-1 y' })
  // The target is to refuse it.
  for (const nothing of [undefined, null, 7, '', '   ']) expect(made(nothing)).toEqual({ kind, name: '' })
  expect(outcome(`POST ${path}`)).toEqual({ kind, name: '' })
  expect(made('mine')).toBe(
    `Refused: a ${kind} of a run carries the run's marker 'cf-abc123' in its name; 'mine' does not`,
  )
  expect(made('mine', { unmarked: true })).toEqual({ kind, name: 'mine' })
  // Only logins may carry it without signs, or as digits.
  for (const plain of ['cfabc12300001', '10111201020300001'])
    expect(typeof made(plain) === 'object').toBe(kind === 'user')
  expect(made('10111201020')).toMatch(/^Refused/)
})

test('nobody is added to a group that is not of the run', () => {
  const refusal = "Refused: the group 'g2' is not one of this run; nobody is to be added to it"
  const rule = (groupIds: unknown) => ({ name: 'cf-abc123-4', actions: { assignUserToGroups: { groupIds } } })
  const user = (groupIds: unknown) => ({ profile: { login: 'cf-abc123-3' }, groupIds })
  for (const [write, body] of [
    ['POST /api/v1/groups/rules', rule],
    ['PUT /api/v1/groups/rules/r1', rule],
    ['POST /api/v1/users?activate=false', user],
  ] as const) {
    expect(outcome(write, { body: body(['g1', 'none1', 7, 'cf-abc123-2']) })).not.toBe(refusal)
    expect(outcome(write, { body: body(['g1', 'g2']) })).toBe(refusal)
    for (const none of [undefined, null, 'g2', {}])
      expect(JSON.stringify(outcome(write, { body: body(none) }))).not.toContain('Refused')
  }
  expect(outcome('POST /api/v1/users/u1', { body: { groupIds: ['g2'] } })).toBe('sent')
})

test.each(['login', 'email', 'secondEmail'])('the %s of a user is an address that nobody has', (field) => {
  const profile = (value: unknown, loginDomain?: string) =>
    outcome('POST /api/v1/users/u1', { body: { profile: { [field]: value } }, loginDomain })
  const refusal = `Refused: profile.${field} is an address that may belong to somebody; take one under example.com`
  for (const harmless of ['a@example.com', 'no address', 7]) expect(profile(harmless)).toBe('sent')
  expect(profile('a@corp.com')).toBe(refusal)
  // No mail goes to a login, which may be of the domain that the target asks for.
  expect(profile('a@corp.com', 'corp.com')).toBe(field === 'login' ? 'sent' : refusal)
  expect(profile('a@xcorp.com', 'corp.com')).toBe(refusal)
  const elsewhere = { body: { profile: { [field]: 'a@corp.com' } } }
  expect(outcome('PUT /api/v1/groups/g1', elsewhere)).toBe('sent')
})

test.each([
  ['a@example.com', true],
  ['a@sub.example.org', true],
  ['a@example.net', true],
  ['a@example', true],
  ['a@x.invalid', true],
  ['a@x.test', true],
  ['a@x.LOCALHOST', true],
  ['a@host', true],
  ['a@corp.com.', true],
  ['a@corp.c', true],
  ['a@b@example.com', true],
  ['a@example.com@corp.com', false],
  ['a@corp.cd', false],
  ['a@corp.1', false],
  ['a@example.company', false],
  ['a@notexample.com', false],
])('mail to %s reaches nobody: %s', (address, safe) => {
  expect(isSafeAddress(address)).toBe(safe)
})

/** Whether a write sends mail: with `sendEmail` true, with false, and without it. */
test.each<[string, readonly [yes: boolean, no: boolean, silent: boolean]]>([
  ['DELETE /api/v1/users/u1', [true, false, false]],
  ['DELETE /api/v1/groups/g1', [false, false, false]],
  ['PUT /api/v1/users/u1', [false, false, false]],
  ['POST /api/v1/users/u1', [false, false, false]],
  ['POST /api/v1/users', [true, true, true]],
  ['POST /api/v1/users?activate=true', [true, true, true]],
  ['POST /api/v1/users?activate=false', [false, false, false]],
  ['POST /api/v1/users?provider=false', [true, true, true]],
  ['POST /api/v1/users?provider=true', [false, false, false]],
  ['POST /api/v1/users/u1/lifecycle/activate', [true, false, true]],
  ['POST /api/v1/users/u1/lifecycle/reactivate', [true, false, false]],
  ['POST /api/v1/users/u1/lifecycle/deactivate', [true, false, false]],
  ['POST /api/v1/users/u1/lifecycle/suspend', [false, false, false]],
  ['POST /api/v1/users/u1/lifecycle/reset_password', [true, false, true]],
  ['POST /api/v1/users/u1/lifecycle/reset_password?provider=x', [false, false, false]],
  ['POST /api/v1/groups/rules/r1/lifecycle/activate', [false, false, false]],
])('%s sends mail by sendEmail: %j', (write, expected) => {
  const [method = '', path = '', query = ''] = write.split(/[ ?]/)
  const mail = (flag: string) =>
    sendsMail({ method, path, query: new URLSearchParams(`${query}&${flag}`), body: {} })
  expect([mail('sendEmail=true'), mail('sendEmail=false'), mail('')]).toEqual(expected)
})

test.each<[string, unknown, boolean]>([
  ['/api/v1/users', undefined, false],
  ['/api/v1/users', null, true],
  ['/api/v1/users', { credentials: { password: null } }, true],
  ['/api/v1/users', { credentials: { password: {} } }, true],
  ['/api/v1/users', { credentials: { password: 'x' } }, true],
  ['/api/v1/users', { credentials: { password: { hash: {} } } }, false],
  ['/api/v1/users/u1/credentials/forgot_password', undefined, true],
  ['/api/v1/users/u1/credentials/forgot_password', { password: {} }, false],
  [me, { profile: { secondEmail: 'a@example.com' } }, true],
  [me, { profile: { nickName: 'a' } }, false],
  [me, undefined, false],
])('POST %s with %j sends mail: %s', (path, body, mail) => {
  const query = new URLSearchParams()
  expect(sendsMail({ method: 'POST', path, query, body: body as Write['body'] })).toBe(mail)
})
