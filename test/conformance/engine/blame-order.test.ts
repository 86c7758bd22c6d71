/** In which order failures are told, and which are told under which: one property of the order after the other. */
import { expect, test } from 'vitest'
import { failuresOf } from '../../../conformance/engine/judge/blame.ts'
import type { CheckResult, ClauseOutcome } from '../../../conformance/engine/judge/check-result.ts'
import type { Exchange } from '../../../conformance/engine/wire/exchange.ts'
import type { Assertion } from '../../../conformance/engine/judge/judge.ts'
import type { ClauseResult } from '../../../conformance/engine/judge/result.ts'
import type { Clause } from '../../../conformance/registry/clause.ts'
import { clause } from './suite-of.ts'
import { exchangeOf } from './exchange-of.ts'

/** A call of a check: `GET /path`, its body and its status. */
type Call = string | readonly [call: string, status?: number, body?: string | undefined]

interface Row {
  readonly calls?: readonly Call[]
  /** What was asserted, by the number of the call; what holds counts only by its number. */
  readonly asserted?: readonly Partial<Assertion>[]
  readonly area?: string
  readonly covers?: readonly string[]
  readonly operations?: readonly string[]
  readonly verdict?: ClauseResult['verdict']
  readonly owner?: string
  readonly hint?: string
  readonly graded?: boolean
  /** Clauses of other rows that the same check judges. */
  readonly of?: string
}

const failed: Partial<Assertion> = { held: false, what: 'a success', differences: [] }
const refusal: Partial<Assertion> = { ...failed, what: 'a refusal' }
const differs = (...places: string[]): Partial<Assertion> => ({
  ...failed,
  differences: places.map((path) => ({ path, expected: 1, got: 2 })),
})

/** The failures of clauses, each judged by a check of its own. */
function told(rows: Readonly<Record<string, Row>>): string[] {
  const exchanges = (calls: readonly Call[]): Exchange[] =>
    calls.map((each, at) => {
      const [call, status = 200, requestBody] = typeof each === 'string' ? [each] : each
      const [method = '', path = ''] = call.split(' ')
      return exchangeOf({
        number: at + 1,
        method,
        path,
        status,
        ...(requestBody === undefined ? {} : { requestBody }),
      })
    })
  const outcomes = Object.entries(rows).map(
    ([id, { verdict = 'fail', asserted = [failed], owner, hint }]): ClauseOutcome => ({
      clause: id,
      verdict,
      assertions: asserted.map((each) => ({ exchange: undefined, ...each }) as Assertion),
      asserted: asserted.length,
      ...(owner === undefined ? {} : { owner }),
      ...(hint === undefined ? {} : { hint }),
    }),
  )
  const keyOf = (id: string): string => rows[id]?.of ?? id
  const checks = Object.entries(rows)
    .filter(([, { of }]) => of === undefined)
    .map(([id, { calls = [] }]): CheckResult => ({
      key: id,
      title: id,
      file: 'toy',
      outcomes: outcomes.filter((each) => keyOf(each.clause) === id),
      observations: [],
      exchanges: exchanges(calls),
      exchanged: calls.length,
      milliseconds: 1,
    }))
  const known = Object.entries(rows).map(([id, { area = 'users', covers = [], operations = [] }]) =>
    clause(id, { area, covers, operations } as Partial<Clause>),
  )
  const results = outcomes.map(({ clause: id, verdict, owner, hint }): ClauseResult => ({
    id,
    area: rows[id]?.area ?? 'users',
    document: 3,
    section: 'User',
    level: 'must',
    statement: '',
    graded: rows[id]?.graded ?? true,
    verdict,
    checks: [{ key: keyOf(id), verdict }],
    partly: [],
    observations: [],
    ...(owner === undefined ? {} : { owner }),
    ...(hint === undefined ? {} : { hint }),
  }))
  return failuresOf(results, checks, known).map(({ clause: id, under }) =>
    under.length === 0 ? id : `${id} (${under.join(', ')})`,
  )
}

const users = 'POST /api/v1/users'
const read = 'GET /api/v1/users/u1'

test('only failures that are graded are told', () => {
  expect(
    told({
      a: { calls: [read], verdict: 'pass', asserted: [{ held: true }] },
      b: { calls: [read], graded: false },
      c: { calls: [read] },
    }),
  ).toEqual(['c'])
})

test('what goes through a call that failed is told under it: the operation, its parameters and what it sends', () => {
  const search = (words: string): string => `GET /api/v1/users?search=${encodeURIComponent(words)}`
  const under = (first: Call, then: Call): boolean =>
    told({ first: { calls: [first] }, next: { calls: [then, 'GET /y', 'GET /z'] } }).length === 1
  expect(under(users, users)).toBe(true)
  expect(under(users, 'PUT /api/v1/users')).toBe(false)
  expect(under('GET /api/v1/users/u1', 'GET /api/v1/users/u2')).toBe(true)
  expect(under('GET /api/v1/users/u1', 'GET /api/v1/users/me')).toBe(false)
  expect(under('GET /api/v1/users/u1/menu', 'GET /api/v1/users/menu/menu')).toBe(true)
  expect(under('GET /api/v1/groups/g1', 'GET /api/v1/groups/rules')).toBe(false)
  expect(under('GET /api/v1/groups/rules/r1', 'GET /api/v1/groups/rules/r2')).toBe(true)
  for (const list of ['clients', 'grants', 'tokens'])
    expect(under(`GET /x/${list}/1`, `GET /x/${list}/2`)).toBe(true)
  expect(under('GET /x/other/1', 'GET /x/other/2')).toBe(false)
  // A parameter more in what goes through it takes nothing away; one less does.
  expect(under('GET /api/v1/users', 'GET /api/v1/users?limit=1')).toBe(true)
  expect(under('GET /api/v1/users?limit=1', 'GET /api/v1/users')).toBe(false)
  expect(under('GET /api/v1/users?limit=1', 'GET /api/v1/users?limit=7')).toBe(true)
  // A search by other words is another call; what is searched for is not.
  expect(under(search('profile.title eq "a"'), search('profile.title eq "b c"'))).toBe(true)
  expect(under(search('profile.title eq "a"'), search('profile.title sw "a"'))).toBe(false)
  expect(under(search('profile.title eq "a"'), search('title eq "a"'))).toBe(false)
  expect(under('GET /x?filter=id+eq', 'GET /x?filter=id+sw')).toBe(false)
  expect(under('GET /x?q=one', 'GET /x?q=two')).toBe(true)
  // So is one that sends other properties.
  expect(under([users, 200, '{"profile":{"a":1}}'], [users, 200, '{"profile":{"a":2,"b":3}}'])).toBe(true)
  expect(under([users, 200, '{"profile":{"a":1}}'], [users, 200, '{"profile":{"b":1}}'])).toBe(false)
})

test('a failure that is tied to no call is about the last one, and one without calls takes nothing under it', () => {
  expect(told({ first: { calls: [users, read] }, next: { calls: [users, 'GET /x'] } })).toEqual([
    'first',
    'next',
  ])
  expect(
    told({
      first: { calls: [users, read], asserted: [{ ...failed, exchange: 1 }] },
      next: { calls: [users, 'GET /x'] },
    }),
  ).toEqual(['first (next)'])
  expect(told({ first: { calls: [] }, next: { calls: [users] } })).toEqual(['first', 'next'])
})

test('of several failures of a clause the one that took the least counts', () => {
  expect(
    told({
      often: {
        calls: [users, read, 'GET /x'],
        asserted: [
          { ...failed, exchange: 3 },
          { ...failed, exchange: 2 },
          { held: true, exchange: 1 },
        ],
      },
      through: { calls: [users, read, 'GET /y'] },
    }),
  ).toEqual(['often (through)'])
})

test('what was to succeed comes before what was to be refused', () => {
  for (const what of ['a refusal', 'a platform-style error', 'an OAuth-style error'])
    expect(
      told({
        refused: { calls: ['GET /a'], asserted: [{ ...failed, what }] },
        succeeds: { calls: ['GET /b', 'GET /c'] },
      }),
    ).toEqual(['succeeds', 'refused'])
  // One that failed in both ways is no refusal alone.
  expect(
    told({
      both: { calls: ['GET /a'], asserted: [refusal, failed] },
      succeeds: { calls: ['GET /b', 'GET /c'] },
    }),
  ).toEqual(['both', 'succeeds'])
})

test('what was judged with less comes first, and of what is alike that of which more failed', () => {
  expect(told({ long: { calls: ['GET /a', 'GET /b'] }, short: { calls: ['GET /c'] } })).toEqual([
    'short',
    'long',
  ])
  const half = { calls: ['GET /a'], asserted: [failed, { held: true }] }
  expect(told({ half, whole: { calls: ['GET /b'] } })).toEqual(['whole', 'half'])
  expect(told({ one: { calls: ['GET /a'] }, two: { calls: ['GET /b'] } })).toEqual(['one', 'two'])
})

test('what stands for a row of the documents comes before what does not, however little that took', () => {
  expect(
    told({
      plain: { calls: ['GET /a'] },
      stated: { calls: ['GET /b', 'GET /c'], covers: ['error:x'] },
    }),
  ).toEqual(['stated', 'plain'])
})

test('a clause that goes on another one comes after it', () => {
  expect(told({ 'users.a.b': { calls: ['GET /a'] }, 'users.a': { calls: ['GET /b', 'GET /c'] } })).toEqual([
    'users.a',
    'users.a.b',
  ])
  expect(told({ 'users.ab': { calls: ['GET /a'] }, 'users.a': { calls: ['GET /b', 'GET /c'] } })).toEqual([
    'users.ab',
    'users.a',
  ])
})

test.each(['conventions', 'errors', 'auth'])(
  'what holds of all operations comes last, unless half of it failed: %s',
  (area) => {
    const held = { held: true }
    const own = { calls: ['GET /b', 'GET /c'] }
    const general = (asserted: Partial<Assertion>[]) =>
      told({ own, general: { calls: ['GET /a'], area, asserted } })
    expect(general([failed, held, held])).toEqual(['own', 'general'])
    expect(general([failed, held])).toEqual(['general', 'own'])
  },
)

test('what holds of all operations and fails on five of them comes first, but for what is asked of callers', () => {
  const lists = [
    '/api/v1/users',
    '/api/v1/groups',
    '/api/v1/groups/rules',
    '/oauth2/v1/clients',
    '/api/v1/users/u1',
  ]
  const spread = (count: number, area: string) =>
    told({
      own: { calls: ['GET /a'] },
      general: {
        area,
        calls: lists.slice(0, count).map((path) => `GET ${path}`),
        asserted: [
          ...lists.slice(0, count).map((_, at) => ({ ...failed, exchange: at + 1 })),
          ...lists.map(() => ({ held: true })),
          { held: true },
        ],
      },
    })
  expect(spread(5, 'conventions')).toEqual(['general', 'own'])
  expect(spread(4, 'conventions')).toEqual(['own', 'general'])
  expect(spread(5, 'auth')).toEqual(['own', 'general'])
})

test('what is blocked is told under what it names, or goes through', () => {
  const suspend = 'POST /api/v1/users/u1/lifecycle/suspend'
  const blocked = (more: Row): Row => ({ calls: [suspend, read], verdict: 'blocked', asserted: [], ...more })
  const first = { calls: [suspend] }
  expect(told({ first, through: blocked({}) })).toEqual(['first (through)'])
  expect(told({ first, other: blocked({ calls: [read] }) })).toEqual(['first'])
  expect(told({ first, named: blocked({ calls: [read], owner: 'first' }) })).toEqual(['first (named)'])
  expect(told({ first, unknown: blocked({ calls: [read], owner: 'nobody' }) })).toEqual(['first'])
  expect(told({ first, waits: blocked({ hint: 'give it a factor' }) })).toEqual(['first'])
  expect(told({ first, ungraded: blocked({ graded: false }) })).toEqual(['first'])
  expect(told({ first, cut: { ...blocked({}), verdict: 'inconclusive' } })).toEqual(['first'])
  // One that names what is told under another is told there, too.
  expect(
    told({ first, under: { calls: [suspend, read] }, named: blocked({ calls: [read], owner: 'under' }) }),
  ).toEqual(['first (under, named)'])
})

/** Which of two clauses is told first, when the second took more calls. */
const before = (one: Row, other: Row): string | undefined =>
  told({ one: { calls: ['GET /b', 'GET /c', ...(one.calls ?? [])], ...withoutCalls(one) }, other })[0]?.split(
    ' ',
  )[0]
const withoutCalls = ({ calls: _calls, ...row }: Row): Row => row

test('a clause about the property that differs comes first, then about a status, about null, about the success', () => {
  const call = users
  const fit = (covers: readonly string[], place: string, body?: string): Row => ({
    calls: [[call, 200, body]],
    covers,
    asserted: [{ ...differs(place) }],
    operations: ['createUser'],
  })
  const rank = [
    fit(['property:User.title'], 'profile.title'),
    fit(['transition:staged.activateUser'], 'status'),
    fit(['null:User.title'], 'profile.title'),
    fit(['success:createUser'], 'profile.title'),
    fit(['error:x'], 'profile.title'),
    { ...fit(['error:x'], 'profile.title'), operations: [] },
  ]
  for (let better = 0; better < rank.length - 1; better++)
    expect([better, before(rank[better]!, rank[better + 1]!)]).toEqual([better, 'one'])
})

test.each([
  ['property:User.title', 'profile.title', true],
  ['link:User.title', '_links.title', true],
  ['not-null:User.title', 'title', true],
  ['property:User.title', '[3].profile.title', true],
  ['property:User.title', 'titles.title[0]', true],
  ['property:User.title', 'title[0].other', false],
  ['property:User.title', 'subtitle', false],
  ['property:User.title', '', false],
  ['property:User.', '', false],
  ['input:User.title', 'title', false],
  ['a-property:User.title', 'title', false],
])('a clause that stands for %s is about a difference at %j: %s', (covers, place, isOn) => {
  const on: Row = { calls: [users], covers: [covers], asserted: [differs(place)] }
  // Against the success of the operation, which took less.
  const success: Row = { calls: [users], covers: ['success:createUser'], asserted: [differs(place)] }
  expect(before(on, success)).toBe(isOn ? 'one' : 'other')
})

test('a parameter that the call did not send is not what failed', () => {
  const list = (query: string, covers: string): Row => ({
    calls: [`GET /api/v1/users${query}`],
    covers: [covers],
    operations: ['listUsers'],
    asserted: [differs('x')],
  })
  const plain: Row = { ...list('', 'error:x'), operations: [] }
  expect(before(list('?limit=1', 'query:listUsers.limit'), plain)).toBe('one')
  expect(before(list('?after=1', 'query:listUsers.limit'), plain)).toBe('other')
  expect(before(list('?after=1', 'query:listGroups.limit'), plain)).toBe('one')
  expect(
    before({ ...list('?after=1', ''), covers: ['query:listUsers.limit', 'query:listUsers.after'] }, plain),
  ).toBe('one')
})

test('where an operation refuses everything, its success comes first, and what a record carries last', () => {
  const refused = (covers: readonly string[], body?: string): Row => ({
    calls: [[users, 400, body]],
    covers,
    operations: ['createUser'],
  })
  const plain = refused(['error:x'])
  expect(before(refused(['success:createUser']), plain)).toBe('one')
  expect(before(refused(['success:updateUser']), plain)).toBe('other')
  expect(before({ ...plain }, { ...refused(['error:x']), operations: [] })).toBe('one')
  // A property that the call did not send is not to be seen in a refusal.
  expect(before(refused(['property:User.title'], '{"name":1}'), plain)).toBe('other')
  expect(before(refused(['property:User.title'], '{"title":1}'), { ...plain, operations: [] })).toBe('one')
  // 399 is no refusal: there the property that differs counts.
  const answered: Row = {
    ...refused(['property:User.title']),
    calls: [[users, 399]],
    asserted: [differs('title')],
  }
  expect(before(answered, refused(['success:createUser']))).toBe('one')
})

test('an operation that takes some calls does not refuse altogether', () => {
  const success: Row = {
    calls: [
      [users, 400],
      [users, 200],
    ],
    covers: ['success:createUser'],
    asserted: [{ ...failed, exchange: 1 }],
  }
  const plain: Row = { calls: [[users, 400]], covers: ['error:x'], operations: ['createUser'] }
  expect(before(success, plain)).toBe('other')
})

test('an operation that is refused from one status alone is told by that transition', () => {
  const suspend = '/api/v1/users/u1/lifecycle/suspend'
  const row = (covers: string): Row => ({
    calls: [[`POST ${suspend}`, 400]],
    covers: [covers],
    operations: ['suspendUser'],
  })
  expect(before(row('transition:active.suspendUser'), row('success:suspendUser'))).toBe('one')
  const two = told({
    one: { ...row('transition:active.suspendUser'), calls: ['GET /b', 'GET /c', [`POST ${suspend}`, 400]] },
    two: {
      ...row('transition:staged.suspendUser'),
      calls: ['GET /b', 'GET /c', 'GET /d', [`POST ${suspend}`, 400]],
    },
    all: row('success:suspendUser'),
  })
  expect(two[0]).toBe('all (one, two)')
})
