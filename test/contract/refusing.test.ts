/** What a refusal says, in each style and to people, and how several become one. */
import { expect, test } from 'vitest'
import { Refusal, refuse, refuseInput, renderRefusal } from '../../src/contract/errors.ts'
import { explain } from '../../src/contract/explanations.ts'
import { Findings } from '../../src/contract/findings.ts'
import { operationNames, type Area, type OperationName } from '../../src/contract/operation-names.ts'
import { operationSpecs } from '../../src/contract/operations/index.ts'
import { reasonsOf } from '../../src/contract/refusal-reasons.ts'
import { type RefusalName } from '../../src/contract/refusals.ts'
import { roleAllows, roles, scopeNeeded, scopesCover } from '../../src/contract/roles.ts'
import { gluedApiToken, spelledPath } from '../../src/contract/tolerances.ts'

function thrown(run: () => unknown): Refusal {
  try {
    run()
  } catch (error) {
    return error as Refusal
  }
  throw new Error('nothing was refused')
}

test('a refusal carries its row, its texts and no stack', () => {
  const before = Error.stackTraceLimit
  const refusal = new Refusal('not-found', { values: { id: '00u1', kind: 'User' } })
  expect(refusal).toBeInstanceOf(Error)
  expect([refusal.name, refusal.message, refusal.refusal]).toEqual(['Refusal', 'not-found', 'not-found'])
  expect(refusal.row).toMatchObject({ status: 404, code: 'E0000007' })
  expect(refusal.summary).toBe('Not found: Resource not found: 00u1 (User)')
  expect(refusal.causes).toEqual([])
  expect(refusal.stack!.split('\n')).toHaveLength(1)
  expect(Error.stackTraceLimit).toBe(before)
})

test('causes are those given, else that of the row with its places filled', () => {
  const found = { values: { found: 'gzip' } }
  expect(new Refusal('unsupported-content-encoding', found).causes).toEqual([
    'Content-Encoding: expected none, found gzip',
  ])
  expect(new Refusal('unsupported-content-encoding').causes).toEqual([
    'Content-Encoding: expected none, found {found}',
  ])
  expect(new Refusal('unsupported-content-encoding', { ...found, causes: ['a: b'] }).causes).toEqual(['a: b'])
  expect(new Refusal('unsupported-content-encoding', { causes: [] }).causes).toEqual([])
})

test('of many and of long causes so much is told', () => {
  const causes = (count: number, length = 1) => Array.from({ length: count }, () => 'x'.repeat(length))
  const told = (...given: Parameters<typeof causes>) =>
    new Refusal('validation', { causes: causes(...given) }).causes
  expect(told(100)).toEqual(causes(100))
  expect(told(101)).toEqual([...causes(100), 'and 1 more'])
  expect(told(2, 1000)).toEqual(causes(2, 1000))
  expect(told(2, 1001)).toEqual(causes(2, 1000).map((cause) => `${cause}…`))
  expect(told(103, 1001).slice(99)).toEqual([`${'x'.repeat(1000)}…`, 'and 3 more'])
  expect(new Refusal('validation', { causes: ['short', 'x'.repeat(1001)] }).causes[0]).toBe('short')
})

test('refusing is one call', () => {
  expect(thrown(() => refuse('time-out')).details).toEqual({ values: {} })
  expect(thrown(() => refuse('not-found', { id: '1' })).details).toEqual({ values: { id: '1' } })
  expect(thrown(() => refuse('validation', { field: 'a' }, ['a: b'])).details).toEqual({
    values: { field: 'a' },
    causes: ['a: b'],
  })
  const input = thrown(() => refuseInput('login', ['login: a', 'email: b']))
  expect([input.refusal, input.summary, input.causes]).toEqual([
    'validation',
    'Api validation failed: login',
    ['login: a', 'email: b'],
  ])
})

const id = () => 'oae1'

test('each style has its body', () => {
  const invalid = new Refusal('validation', { values: { field: 'a' }, causes: ['a: b', 'c: d'] })
  expect(renderRefusal(invalid, 'platform', id)).toEqual({
    errorCode: 'E0000001',
    errorSummary: 'Api validation failed: a',
    errorLink: 'E0000001',
    errorId: 'oae1',
    errorCauses: [{ errorSummary: 'a: b' }, { errorSummary: 'c: d' }],
  })
  const metadata = new Refusal('invalid-client-metadata', { causes: ['a: b', 'c: d'] })
  expect(renderRefusal(metadata, 'oauth', id)).toEqual({
    error: 'invalid_client_metadata',
    error_description: 'a: b; c: d',
  })
  expect(renderRefusal(new Refusal('malformed-json'), 'oauth', id)).toEqual({
    error: 'invalid_request',
    error_description: 'The request body was not well-formed.',
  })
  // One text for both: the summary, and why.
  expect(renderRefusal(new Refusal('missing-content-type'), 'oauth', id)).toEqual({
    error: 'invalid_request',
    error_description:
      'Bad request. Accept and/or Content-Type headers are not set: Content-Type: expected application/json, found none',
  })
  // What has no face in the OAuth style keeps that of the platform.
  expect(renderRefusal(new Refusal('suspend-not-active'), 'oauth', id)).toEqual({
    errorCode: 'E0000001',
    errorSummary: 'Api validation failed: suspendUser',
    errorLink: 'E0000001',
    errorId: 'oae1',
    errorCauses: [{ errorSummary: 'Cannot suspend a user that is not active' }],
  })
})

test.each<[RefusalName, ConstructorParameters<typeof Refusal>[1], readonly string[]]>([
  ['validation', { causes: ['a: b'] }, ['a: b']],
  ['suspend-not-active', {}, ['Cannot suspend a user that is not active']],
  ['time-out', {}, ['The request timed out; retry with a smaller limit']],
  ['malformed-json', {}, ['The request body was not well-formed.']],
  ['invalid-client-metadata', { values: { message: 'no' } }, ['no']],
  ['invalid-client-metadata', { values: { field: 'a', message: 'no' } }, ['a: no']],
  ['invalid-client-metadata', { values: { field: 'a', message: 'a: no' } }, ['a: no']],
  ['invalid-client-metadata', { values: { field: 'a', message: 'ab: no' } }, ['a: ab: no']],
])('the reasons of %s with %j are %j', (name, details, reasons) => {
  expect(reasonsOf(new Refusal(name, details))).toEqual(reasons)
})

test('checks that refuse alike become one refusal with the causes of all, each once', () => {
  const findings = new Findings()
  expect(findings.check(() => 7)).toBe(7)
  expect(findings.check(() => refuseInput('a', ['a: 1', 'a: 2']))).toBeUndefined()
  findings.check(() => refuse('not-found', { id: 'x' }))
  findings.check(() => refuseInput('b', ['b: 1', 'a: 2']))
  const refusal = thrown(() => findings.refuse())
  expect([refusal.refusal, refusal.summary, refusal.causes]).toEqual([
    'validation',
    'Api validation failed: a',
    ['a: 1', 'a: 2', 'b: 1'],
  ])
})

test('a lone refusal is thrown as it is, and none is none', () => {
  expect(new Findings().refuse()).toBeUndefined()
  const first = new Refusal('not-found')
  const findings = new Findings(first)
  findings.check(() => refuseInput('a', ['a: 1']))
  expect(thrown(() => findings.refuse())).toBe(first)
  const broken = new Findings()
  expect(() =>
    broken.check(() => {
      throw new TypeError('a mistake of ours')
    }),
  ).toThrow(new TypeError('a mistake of ours'))
})

test('what is said of a field that could not be read is left out', () => {
  const first = new Refusal('validation', { causes: ['credentials.password: no'] })
  const findings = new Findings(first, ['credentials.password.value', 'profile'])
  const left = [
    'password.value: x',
    'credentials.password.value: x',
    'password.value.a: x',
    'profile: x',
    'profile.a: x',
  ]
  const kept = ['password: x', 'credentials: x', 'pass: x', 'password.values: x', 'profiles: x', 'no field']
  const said = [...left, ...kept]
  findings.check(() => refuseInput('a', said))
  expect(thrown(() => findings.refuse()).causes).toEqual(['credentials.password: no', ...kept])
  const fields = [
    'credentials.password.value',
    'credentials.password',
    'profile',
    'profile.login',
    'profiles',
    'x',
  ]
  expect(fields.filter((field) => findings.isUnread(field))).toEqual([
    'credentials.password.value',
    'credentials.password',
    'profile',
  ])
})

test('an explanation tells the rule, what was found and what would do', () => {
  const suspend = new Refusal('suspend-not-active')
  const told = {
    refusal: 'suspend-not-active',
    status: 400,
    code: 'E0000001',
    rule: 'Only an ACTIVE user can be suspended',
    section: 'document 3, Errors',
    found: ['it is STAGED'],
    accepted: 'A user in ACTIVE',
  }
  expect(explain(suspend, ['it is STAGED'], 'suspendUser')).toEqual({ ...told, allowedIn: ['ACTIVE'] })
  expect(explain(suspend, ['it is STAGED'])).toEqual(told)
  expect(explain(suspend, ['it is STAGED'], 'listUsers')).toEqual(told)
  const missing = new Refusal('not-found', { values: { id: '1', kind: 'User' } })
  expect(explain(missing, [], 'suspendUser')).toEqual({
    refusal: 'not-found',
    status: 404,
    code: 'E0000007',
    rule: 'The path and the body name records that exist',
    section: 'document 1, Errors',
    found: [],
    accepted: 'The id, login or unambiguous short name of a user that exists',
  })
  const scope = { refusal: 'insufficient-scope', code: 'E0000006', decision: 'scope-names' }
  expect(explain(new Refusal('insufficient-scope', { values: { scope: 'svc.x' } }), [])).toMatchObject({
    ...scope,
    accepted: 'An access token with the scope svc.x',
  })
  const token = new Refusal('invalid-token')
  expect(explain(token, [], 'getClient', 'oauth').code).toBe('invalid_token')
  expect(explain(token, [], 'getClient').code).toBe('E0000011')
  expect(explain(suspend, [], 'suspendUser', 'oauth').code).toBe('E0000001')
})

test.each<[RefusalName, OperationName, readonly string[]]>([
  ['activate-already-active', 'activateUser', ['STAGED', 'DEPROVISIONED']],
  ['reactivate-wrong-status', 'reactivateUser', ['PROVISIONED', 'RECOVERY']],
  ['unsuspend-not-suspended', 'unsuspendUser', ['SUSPENDED']],
  ['unlock-not-locked', 'unlockUser', ['LOCKED_OUT']],
])('%s of %s names the statuses %j', (name, operation, allowedIn) => {
  expect(explain(new Refusal(name), [], operation).allowedIn).toEqual(allowedIn)
})

test.each<[RefusalName, OperationName]>([
  ['operation-not-allowed-in-status', 'deactivateUser'],
  ['operation-not-allowed-in-status', 'resetPassword'],
  ['operation-not-allowed-in-status', 'expirePassword'],
  ['operation-not-allowed-in-status', 'resetFactors'],
  ['change-password-not-allowed', 'changePassword'],
  ['forgot-password-not-allowed', 'forgotPassword'],
  ['change-recovery-question-not-allowed', 'changeRecoveryQuestion'],
])('%s of %s names statuses', (name, operation) => {
  expect(explain(new Refusal(name), [], operation).allowedIn).toContain('ACTIVE')
  expect(explain(new Refusal('not-found'), [], operation)).not.toHaveProperty('allowedIn')
})

const all = Object.entries(operationNames) as [Area, readonly OperationName[]][]
const allowed = (role: (typeof roles)[number]) =>
  all.flatMap(([area, names]) =>
    names.filter((name) => roleAllows(role, name, area, operationSpecs[name].method)),
  )
const reads = (...areas: Area[]) =>
  all.flatMap(([area, names]) =>
    areas.includes(area) ? names.filter((name) => operationSpecs[name].method === 'GET') : [],
  )
const whole = (...areas: Area[]) => all.flatMap(([area, names]) => (areas.includes(area) ? names : []))

test('each role may call what it is for', () => {
  expect(roles).toEqual(['SUPER_ADMIN', 'GROUP_ADMIN', 'READ_ONLY_ADMIN', 'HELP_DESK_ADMIN'])
  expect(allowed('SUPER_ADMIN')).toHaveLength(57)
  expect(new Set(allowed('READ_ONLY_ADMIN'))).toEqual(
    new Set(reads('clients', 'groups', 'membership', 'rules', 'groupApps', 'users', 'grants', 'tokens')),
  )
  expect(new Set(allowed('GROUP_ADMIN'))).toEqual(
    new Set([
      ...reads('groups', 'groupApps'),
      ...whole('membership', 'users', 'lifecycle', 'sessions', 'credentials'),
      'updateGroup',
    ]),
  )
  expect(new Set(allowed('HELP_DESK_ADMIN'))).toEqual(
    new Set([
      ...reads('groups', 'membership', 'users'),
      'unlockUser',
      'reactivateUser',
      'resetPassword',
      'expirePassword',
      'resetFactors',
      'clearUserSessions',
      'forgotPassword',
    ]),
  )
})

test('scopes are named by what they are about, and manage includes read', () => {
  const resources = all.map(([area]) => [area, scopeNeeded('svc', area, 'GET')])
  expect(Object.fromEntries(resources)).toEqual({
    clients: 'svc.clients.read',
    groups: 'svc.groups.read',
    membership: 'svc.groups.read',
    rules: 'svc.groups.read',
    groupApps: 'svc.groups.read',
    users: 'svc.users.read',
    lifecycle: 'svc.users.read',
    sessions: 'svc.users.read',
    credentials: 'svc.users.read',
    grants: 'svc.users.read',
    tokens: 'svc.users.read',
  })
  expect(['POST', 'PUT', 'DELETE'].map((method) => scopeNeeded('acme', 'users', method as 'POST'))).toEqual(
    Array.from({ length: 3 }, () => 'acme.users.manage'),
  )
  const [read, manage] = ['svc.users.read', 'svc.users.manage'] as const
  expect([scopesCover([read], read), scopesCover([manage], read)]).toEqual([true, true])
  expect([
    scopesCover([read], manage),
    scopesCover([], read),
    scopesCover(['svc.groups.manage'], read),
  ]).toEqual([false, false, false])
  expect(scopesCover(['a.managed'], 'a.read.d')).toBe(false)
  expect(scopesCover(['a.manage.b'], 'a.read.b')).toBe(false)
})

test.each<[path: string, spelled: string, used: string[]]>([
  ['/api/v1/users', '/api/v1/users', []],
  ['//api///v1//users', '/api/v1/users', ['doubled-slash']],
  ['/api/v1/users/', '/api/v1/users', ['trailing-slash']],
  ['/api/v1/users//', '/api/v1/users', ['doubled-slash', 'trailing-slash']],
  ['/', '/', []],
  ['//', '/', ['doubled-slash']],
])('the path %s is spelled %s', (path, spelled, used) => {
  expect(spelledPath(path)).toEqual({ path: spelled, used })
})

test.each<[header: string, token: string | undefined]>([
  ['SSWS00abc', '00abc'],
  ['ssws00abc', '00abc'],
  ['SSWS 00abc', undefined],
  ['SSWS', undefined],
  ['SSWS00abc d', undefined],
  ['XSSWS00abc', undefined],
  ['Bearer', undefined],
])('the header "%s" holds the token %j', (header, token) => {
  expect(gluedApiToken(header)).toBe(token)
})
