/** What a call is made of, what a clause speaks of, and how the two tell which clause is broken. */
import { expect, test } from 'vitest'
import { traitsNamedBy, traitsOf } from '../../../conformance/engine/judge/call-traits.ts'
import type { CheckResult, ClauseOutcome } from '../../../conformance/engine/judge/check-result.ts'
import type { Exchange } from '../../../conformance/engine/wire/exchange.ts'
import { judgedCalls, tellsApart } from '../../../conformance/engine/judge/judged-calls.ts'
import type { Clause } from '../../../conformance/registry/clause.ts'
import { exchangeOf } from './exchange-of.ts'
import { clause } from './suite-of.ts'

const call = (path: string, requestBody?: string, more: Partial<Exchange> = {}): Exchange =>
  exchangeOf({ path, ...(requestBody === undefined ? {} : { requestBody }), ...more })

test.each<[string, string | undefined, readonly string[]]>([
  ['/api/v1/users', undefined, []],
  ['/api/v1/users?limit=5&after=x', undefined, ['?limit', '?after']],
  [
    `/api/v1/users?search=${encodeURIComponent('profile.lastName eq "a \\" or b" and (id sw "title")')}`,
    undefined,
    ['?search', 'search lastname', 'search eq', 'search and', 'search id', 'search sw'],
  ],
  [
    `/api/v1/groups?filter=${encodeURIComponent('type eq "BUILT_IN"')}`,
    undefined,
    ['?filter', 'filter type', 'filter eq'],
  ],
  ['/api/v1/users?q=profile.x', undefined, ['?q']],
  [
    '/x',
    '{"profile":{"login":"a","list":["b",{"c":null}],"n":7,"on":false}}',
    [
      'profile',
      'profile.login',
      'profile.login=a',
      'profile.list',
      'profile.list=b',
      'profile.list.c',
      'profile.list.c=null',
      'profile.n',
      'profile.n=7',
      'profile.on',
      'profile.on=false',
    ],
  ],
  ['/x', '[{"a":1}]', ['a', 'a=1']],
  ['/x', 'null', ['=null']],
  ['/x', 'no JSON', []],
  ['/x', '', []],
])('the call %s with the body %s is made of %j', (path, body, traits) => {
  expect([...traitsOf(call(path, body))]).toEqual(traits)
})

const traits = new Set([
  '?limit',
  'search lastname',
  'filter type',
  'profile',
  'profile.login',
  'profile.login=a',
  'profile.title=null',
  'application_type=web',
  'grant_types=authorization_code',
  'grant_types=urn:ietf:params:oauth:grant-type:saml2-bearer',
  'settings.mode.strict',
])

test.each<[string, readonly (readonly string[])[]]>([
  ['property:User.profile', [['profile']]],
  ['property:User.login', [['profile.login']]],
  ['property:User.profile.login', [['profile.login']]],
  ['property:User.ogin', []],
  ['input:createUser.profile', [['profile']]],
  ['null:UserProfile.title', [['profile.title=null']]],
  ['null:UserProfile.login', []],
  ['limit:UserProfile.login.min.accepts', [['profile.login']]],
  ['limit:UserProfile.login.max.accepts', [['profile.login']]],
  ['limit:UserProfile.login.min.refuses', [['profile.login']]],
  ['limit:UserProfile.login.max.refuses', [['profile.login']]],
  ['limit:UserProfile.login.default', [['profile.login']]],
  ['limit:UserProfile.login.max', [['profile.login']]],
  ['limit:UserProfile.login.min', []],
  ['limit:UserProfile.login.max.more', []],
  ['limit:listUsers.limit.max', []],
  ['enum:Client.application_type.web', [['application_type=web']]],
  ['enum:Client.application_type.native', []],
  ['enum:Client.grant_types.saml2-bearer', [['grant_types=urn:ietf:params:oauth:grant-type:saml2-bearer']]],
  ['enum:Client.grant_types.bearer', []],
  ['enum:Client.type.web', []],
  ['grant:web.authorization_code', [['application_type=web', 'grant_types=authorization_code']]],
  ['grant:web.implicit', []],
  ['grant:native.authorization_code', []],
  ['query:listUsers.limit', [['?limit']]],
  ['query:listUsers.after', []],
  ['search:user.lastName', [['search lastname']]],
  ['search:user.type', []],
  ['filter:group.TYPE', [['filter type']]],
  ['filter:group.lastName', []],
  ['success:createUser', []],
  ['error:profile', []],
])('a clause that stands for %s speaks of %j', (cover, named) => {
  expect(traitsNamedBy({ ...clause('a'), covers: [cover] } as Clause, traits)).toEqual(named)
})

test('a clause that stands for several rows speaks of each, one for none of nothing', () => {
  const covers = ['query:listUsers.limit', 'success:listUsers', 'search:user.lastName']
  expect(traitsNamedBy({ ...clause('a'), covers } as Clause, traits)).toEqual([
    ['?limit'],
    ['search lastname'],
  ])
  expect(traitsNamedBy(clause('a'), traits)).toEqual([])
})

const said = (
  clause: string,
  rows: readonly (readonly [at: number | undefined, held: boolean, what?: string])[],
) =>
  ({
    clause,
    verdict: 'fail',
    asserted: rows.length,
    assertions: rows.map(([exchange, held, what = 'a success']) => ({
      held,
      what,
      expected: 1,
      got: 2,
      differences: [],
      exchange,
    })),
  }) as ClauseOutcome

const checkWith = (exchanges: readonly Exchange[], outcomes: readonly ClauseOutcome[]) =>
  ({
    key: 'k',
    title: 't',
    file: 'f',
    outcomes,
    observations: [],
    exchanges,
    exchanged: 0,
    milliseconds: 1,
  }) as CheckResult

test('each call knows what failed on its answer, and in which way', () => {
  const [first, second, third, ...more] = judgedCalls([
    checkWith(
      [
        call('/api/v1/users?limit=1', undefined, { number: 1 }),
        call('/nowhere', undefined, { number: 2, status: 400 }),
        call('/api/v1/groups', '{}', { number: 3, method: 'POST', status: 399 }),
      ],
      [
        said('a', [
          [1, true],
          [1, false],
          [2, false],
        ]),
        // What is tied to no call is about the last one.
        said('b', [[undefined, false, 'a refusal']]),
        said('c', [
          [3, false, 'a platform-style error'],
          [2, true],
        ]),
        said('d', [[3, false, 'an OAuth-style error']]),
        said('e', [[3, false, 'is a refusal']]),
      ],
    ),
  ])
  expect(more).toEqual([])
  expect(first).toEqual({
    operation: 'listUsers',
    traits: new Set(['?limit']),
    accepted: true,
    held: true,
    failed: new Map([['a', 'answered']]),
  })
  expect(second).toMatchObject({
    operation: '',
    accepted: false,
    held: true,
    failed: new Map([['a', 'refused']]),
  })
  expect(third).toMatchObject({
    operation: 'createGroup',
    accepted: true,
    held: false,
    failed: new Map([
      ['b', 'accepted'],
      ['c', 'accepted'],
      ['d', 'accepted'],
      ['e', 'answered'],
    ]),
  })
})

const sent = (type: string | undefined, more: Partial<ReturnType<typeof judgedCalls>[number]> = {}) => ({
  operation: 'registerClient',
  traits: new Set(type === undefined ? [] : [`application_type=${type}`]),
  accepted: true,
  held: true,
  failed: new Map<string, 'refused' | 'accepted' | 'answered'>(),
  ...more,
})
const native: Clause = { ...clause('native'), covers: ['enum:Client.application_type.native'] }
const refused = { accepted: false, held: false, failed: new Map([['native', 'refused']] as const) }
const answered = { held: false, failed: new Map([['native', 'answered']] as const) }

test('what only the refused calls send tells the clause, and so what only those send that are answered wrongly', () => {
  expect(tellsApart(native, [sent('native', refused), sent('web')])).toBe('refused')
  expect(tellsApart(native, [sent('native', answered), sent('web')])).toBe('answered')
  // A refusal tells more, whichever came first.
  const update = { operation: 'updateClient' }
  const updates = [sent('native', { ...answered, ...update }), sent('web', update)]
  const registers = [sent('native', refused), sent('web')]
  expect(tellsApart(native, [...updates, ...registers])).toBe('refused')
  expect(tellsApart(native, [...registers, ...updates])).toBe('refused')
  expect(tellsApart(native, [sent('web', refused), ...updates])).toBe('answered')
})

test.each<[string, ReturnType<typeof sent>[]]>([
  ['nothing failed', [sent('native'), sent('web')]],
  ['it was to be refused', [sent('native', { failed: new Map([['native', 'accepted']]) }), sent('web')]],
  ['nothing went well beside', [sent('native', refused)]],
  ['the others were refused as well', [sent('native', refused), sent('web', { accepted: false })]],
  ['the others were not judged', [sent('native', answered), sent('web', { held: false })]],
  [
    'the others are of another operation',
    [sent('native', refused), sent('web', { operation: 'updateClient' })],
  ],
  ['those that were taken send it too', [sent('native', refused), sent('native')]],
  ['not all that failed send it', [sent('native', refused), sent('web', refused), sent('web')]],
  ['the call itself does not send it', [sent('web', refused), sent('web')]],
])('where %s, nothing is told apart', (_, calls) => {
  expect(tellsApart(native, calls)).toBeUndefined()
})

test('one of twenty that were taken may send it too, one of ten may not', () => {
  const among = (count: number) => [
    sent('native', refused),
    sent('native'),
    ...Array.from({ length: count - 1 }, () => sent('web')),
  ]
  expect(tellsApart(native, among(20))).toBe('refused')
  expect(tellsApart(native, among(19))).toBeUndefined()
})

test('a call that failed in another way is one of those that did not', () => {
  const other = { ...answered, accepted: true }
  expect(tellsApart(native, [sent('native', refused), sent('web', other)])).toBe('refused')
  expect(tellsApart(clause('native'), [sent('native', refused), sent('web')])).toBeUndefined()
})
