/** Tables of the engine, and parts with public names. */
import { expect, test, vi } from 'vitest'
import { applyBaseline } from '../../../conformance/engine/judge/baseline.ts'
import { check } from '../../../conformance/engine/run/check.ts'
import { setUp } from '../../../conformance/engine/plan/conform-options.ts'
import { Deadline } from '../../../conformance/engine/wire/deadline.ts'
import { findApplication } from '../../../conformance/engine/supply/find-things.ts'
import { findable, needKind } from '../../../conformance/engine/plan/need.ts'
import { Pace } from '../../../conformance/engine/wire/pace.ts'
import { faultsOf } from '../../../conformance/engine/judge/record-faults.ts'
import { withSession } from '../../../conformance/engine/plan/session.ts'
import { openSuite } from '../../../conformance/engine/plan/suite-setup.ts'
import { secretKeys, secretsOf } from '../../../conformance/engine/plan/target-profile.ts'
import { verdictOrder } from '../../../conformance/engine/judge/verdict.ts'
import { sendsMail } from '../../../conformance/engine/run/write-guard.ts'
import { fakeApi } from './fake-api.ts'
import { checkOf } from './suite-of.ts'

test.each([
  [{ judges: [] }, "The check 'It holds' judges no clause"],
  [{ judges: ['a', 'b', 'a'] }, "The check 'It holds' names a clause twice"],
  [{ judges: ['a'], supports: ['a'] }, "The check 'It holds' names a clause twice"],
  [{ judges: ['a'], observes: ['a'] }, "The check 'It holds' names a clause twice"],
])('a check with the plan %j is a mistake', (plan, message) => {
  const declare = () => check('It holds', plan as never, async () => {})
  expect(declare).toThrow(TypeError)
  expect(declare).toThrow(message)
})

test('a deadline ends by itself, or at once with the reason, and not once it is stopped', () => {
  vi.useFakeTimers()
  try {
    const running = new Deadline(1000, () => 'over')
    vi.advanceTimersByTime(999)
    expect(running.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect([running.signal.aborted, running.signal.reason]).toEqual([true, 'over'])
    const ended = new Deadline(1000, () => 'over')
    ended.abort('enough')
    expect([ended.signal.aborted, ended.signal.reason]).toEqual([true, 'enough'])
    const stopped = new Deadline(1000, () => 'over')
    stopped.stop()
    vi.advanceTimersByTime(5000)
    expect(stopped.signal.aborted).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('these things the suite can find by itself', () => {
  expect([...findable].toSorted()).toEqual([
    'application',
    'built-in-group',
    'custom-array-property',
    'custom-property',
    'group-custom-property',
    'rule-expression',
    'user-type',
  ])
  expect(needKind('mail')).toEqual({ kind: 'permission', name: 'mail' })
  expect(needKind('early-access')).toEqual({ kind: 'feature', name: 'early-access' })
  expect(needKind('factor')).toEqual({ kind: 'thing', name: 'factor' })
})

test('these members of things are secrets, wherever they stand', () => {
  expect([...secretKeys].toSorted()).toEqual([
    'cookie',
    'header',
    'issued',
    'password',
    'standalone',
    'token',
  ])
  const things = {
    'session-cookie': [{ cookie: 'env:A', userId: 'u1', password: 'env:B' }],
    'access-tokens': { issued: 'env:C', standalone: 'env:D', tokenId: 't1' },
    'scoped-access-token': { header: 'env:E' },
    'sign-in': { url: '/in', headers: { 'X-Key': 'env:F' }, body: { token: '{password}' }, success: {} },
    factor: 'none',
  }
  expect(secretsOf({ things } as never).map(({ path, source }) => `${path} ${source}`)).toEqual([
    'things.session-cookie.0.cookie env:A',
    'things.session-cookie.0.password env:B',
    'things.access-tokens.issued env:C',
    'things.access-tokens.standalone env:D',
    'things.scoped-access-token.header env:E',
    'things.sign-in.headers.X-Key env:F',
  ])
})

const user = (more: object) => ({
  id: '00u1',
  status: 'ACTIVE',
  profile: { login: 'ada@example.com' },
  ...more,
})
const self = (href: unknown) => ({ _links: { self: { href } } })
test.each<[object | null, readonly string[]]>([
  [user({ created: '2026-01-02T03:04:05.000Z', lastLogin: null }), []],
  ...['created', 'activated', 'statusChanged', 'lastLogin', 'lastUpdated', 'passwordChanged'].map(
    (name): [object, string[]] => [user({ [name]: 'yesterday' }), ['user-time']],
  ),
  ...['created', 'lastUpdated', 'lastMembershipUpdated'].map((name): [object, string[]] => [
    { id: '00g1', objectClass: [], [name]: 1 },
    ['group-time'],
  ]),
  ...['created', 'lastUpdated'].flatMap((name): [object, string[]][] => [
    [{ id: '0pr1', type: 'group_rule', [name]: '' }, ['rule-time']],
    [{ id: 'oag1', scopeId: 's', [name]: '' }, ['grant-time']],
  ]),
  ...['created', 'lastUpdated', 'expiresAt'].map((name): [object, string[]] => [
    { id: 'oar1', scopes: [], expiresAt: '2026-01-02T03:04:05.000Z', [name]: '' },
    ['token-time'],
  ]),
  [{ grant_types: [], client_id_issued_at: 1 }, []],
  [{ grant_types: [] }, []],
  [{ grant_types: [], client_id_issued_at: '1' }, ['client-time']],
  [user(self('https://id.example.com/api/v1/users/00u1')), []],
  [user(self('https://id.example.com/api/v1/users/ada%40example.com')), []],
  [user(self('https://id.example.com/api/v1/users/ada')), []],
  [user(self('https://id.example.com/api/v1/users/me')), []],
  [user(self('https://id.example.com/api/v1/users/00u2')), ['user-self']],
  [user(self('https://id.example.com/100%/00u1')), []],
  [user(self('https://id.example.com/100%/00u2')), ['user-self']],
  [user(self('/api/v1/users/00u2')), []],
  [user(self(7)), []],
  [{ id: '00g1', objectClass: [], ...self('https://id.example.com/api/v1/groups/00g2') }, ['group-self']],
  [{ id: '00g1', objectClass: [], ...self('https://id.example.com/api/v1/groups/me') }, ['group-self']],
  [{ id: 'oag1', scopeId: 's', ...self('https://id.example.com/oag2') }, ['grant-self']],
  [{ id: 'oar1', scopes: [], expiresAt: null, ...self('https://id.example.com/oar2') }, ['token-self']],
  [{ id: '0pr1', type: 'group_rule', ...self('https://id.example.com/0pr2') }, []],
  [{ id: 'x', created: 'yesterday' }, []],
  [{ status: 'ACTIVE', profile: { login: 7 }, created: 'yesterday' }, []],
  [null, []],
  [
    [user({ created: '' }), null, user({ lastLogin: '' }), { grant_types: [], client_id_issued_at: '' }],
    ['user-time', 'client-time'],
  ],
])('of %j is wrong: %j', (json, faults) => {
  expect([...faultsOf(json as never)]).toEqual(faults)
})

/** Which value of `sendEmail` lets a write send mail: given as true, given as false, or not given. */
test.each<[string, string, readonly [yes: boolean, no: boolean, silent: boolean]]>([
  ['DELETE', '/api/v1/users/u1', [true, false, false]],
  ['DELETE', '/api/v1/groups/g1', [false, false, false]],
  ['PUT', '/api/v1/users/u1', [false, false, false]],
  ['POST', '/api/v1/users/u1', [false, false, false]],
  ['POST', '/api/v1/users', [true, true, true]],
  ['POST', '/api/v1/users?activate=true', [true, true, true]],
  ['POST', '/api/v1/users?activate=false', [false, false, false]],
  ['POST', '/api/v1/users?provider=false', [true, true, true]],
  ['POST', '/api/v1/users?provider=true', [false, false, false]],
  ['POST', '/api/v1/users/u1/lifecycle/activate', [true, false, true]],
  ['POST', '/api/v1/users/u1/lifecycle/reactivate', [true, false, false]],
  ['POST', '/api/v1/users/u1/lifecycle/deactivate', [true, false, false]],
  ['POST', '/api/v1/users/u1/lifecycle/suspend', [false, false, false]],
  ['POST', '/api/v1/users/u1/lifecycle/reset_password', [true, false, true]],
  ['POST', '/api/v1/users/u1/lifecycle/reset_password?provider=x', [false, false, false]],
  ['POST', '/api/v1/users/u1/lifecycle/expire_password', [false, false, false]],
  ['POST', '/api/v1/groups/rules/r1/lifecycle/activate', [false, false, false]],
  ['POST', '/api/v1/groups/rules/r1/lifecycle/deactivate', [false, false, false]],
])('%s %s sends mail by sendEmail: %j', (method, path, expected) => {
  const [plain = '', query = ''] = path.split('?')
  const mail = (flag: string) =>
    sendsMail({ method, path: plain, query: new URLSearchParams(`${query}&${flag}`), body: {} })
  expect([mail('sendEmail=true'), mail('sendEmail=false'), mail('')]).toEqual(expected)
})

test.each([
  [{ profile: { email: 'a@example.com' } }, true],
  [{ profile: { secondEmail: 'a@example.com' } }, true],
  [{ profile: { nickName: 'a' } }, false],
  [undefined, false],
])('a current user who changes %j is written to: %s', (body, mail) => {
  const write = { method: 'POST', path: '/api/v1/users/me', query: new URLSearchParams() }
  expect(sendsMail({ ...write, body })).toBe(mail)
})

const base = { baseUrl: 'https://id.example.com', token: 'the-token', ledger: false } as const
const suiteWith = (source: string) =>
  openSuite(setUp({ ...base, adapterModule: `data:text/javascript,${encodeURIComponent(source)}` }), {
    checks: [checkOf('holds', { judges: ['users.suspend.not-active'] }, async () => {})],
  })

test('an adapter is what its module exports, or makes of the address', async () => {
  const plain = await suiteWith('export default { name: "a", provides: [], obtain() {} }')
  expect(plain.options.adapter).toMatchObject({ name: 'a' })
  const made = await suiteWith(
    'export default async ({ baseUrl, fetch }) => ({ name: baseUrl + typeof fetch, provides: [], obtain() {} })',
  )
  expect(made.options.adapter).toMatchObject({ name: 'https://id.example.comfunction' })
  plain.close()
  made.close()
})

test.each(['null', '"text"', '7', '{ obtain() {} }', '{ provides: [] }', '() => null', '() => undefined'])(
  'a module that exports %s has no adapter',
  async (value) => {
    await expect(suiteWith(`export default ${value}`)).rejects.toThrow(
      /has no control adapter as its default export$/,
    )
  },
)

test('secrets of the profile are looked for before the run, but the standard input is left alone', async () => {
  const sender = { send: () => Promise.reject(new Error('nothing is sent')), close: () => {} }
  const begin = (token: string) =>
    withSession(
      setUp({ ...base, profile: { features: {}, things: { 'sign-in': signIn(token) } } as never }),
      undefined,
      sender,
    )
  const signIn = (key: string) => ({ method: 'POST', url: '/in', headers: { 'X-Key': key }, success: {} })
  await expect(begin('env:IDENTIKIT_NOT_SET')).rejects.toThrow(
    'the target profile: things.sign-in.headers.X-Key: env:IDENTIKIT_NOT_SET is not set, or empty',
  )
  await expect(begin('stdin')).resolves.toMatchObject({ baseUrl: 'https://id.example.com' })
  await expect(begin('plain')).resolves.toMatchObject({ baseUrl: 'https://id.example.com' })
})

test('what an entry of the baseline means, for each thing that may become of its clause', () => {
  const states = (['fail', 'error', 'blocked', 'inconclusive'] as const).map((known) =>
    verdictOrder.map((verdict) => {
      const judged = { id: 'a', verdict, graded: true, checks: [] } as never
      const entry = { clause: 'a', verdict: known, reason: 'agreed' } as never
      const { clauses } = applyBaseline([judged], [entry], (id) => id, '2026-01-01')
      return `${known} ${verdict}: ${clauses[0]?.baseline?.state ?? 'nothing'}`
    }),
  )
  expect(states.flat().filter((line) => !line.endsWith('nothing'))).toEqual([
    'fail fail: known',
    'fail pass: stale',
    'error fail: changed',
    'error error: known',
    'error pass: stale',
    'blocked fail: changed',
    'blocked blocked: known',
    'blocked pass: stale',
    'inconclusive fail: changed',
    'inconclusive inconclusive: known',
    'inconclusive pass: stale',
  ])
})

test('a caller that is aborted before its turn in the queue fails at once', async () => {
  const pace = new Pace({ concurrency: 1 })
  const leave = await pace.turn(new AbortController().signal)
  await expect(pace.turn(AbortSignal.abort(new Error('stopped before')))).rejects.toThrow('stopped before')
  const later = new AbortController()
  const waits = pace.turn(later.signal)
  later.abort(new Error('stopped while waiting'))
  await expect(waits).rejects.toThrow('stopped while waiting')
  const next = pace.turn(new AbortController().signal)
  leave()
  ;(await next)()
})

test.each([
  [200, [{ id: '1' }], { userId: 'me-id' }],
  [200, [], undefined],
  [300, [{ id: '1' }], undefined],
  [403, [{ id: '1' }], undefined],
])('links that are answered with %s and %j lead to %j', async (status, links, found) => {
  const { api } = fakeApi((call) => {
    if (call.includes('/appLinks')) return call.includes('/me/') ? [status, links] : [200, []]
    return call.endsWith('/users/me') ? [200, { id: 'me-id' }] : [200, []]
  })
  const finding = findApplication({ api })
  if (found === undefined) {
    await expect(finding).rejects.toThrow('found no application at the first users and groups')
  } else await expect(finding).resolves.toEqual(found)
})
