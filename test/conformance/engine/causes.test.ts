import { expect, test } from 'vitest'
import { failuresOf } from '../../../conformance/engine/judge/causes.ts'
import type { CheckResult, RequirementOutcome } from '../../../conformance/engine/judge/check-result.ts'
import type { Exchange } from '../../../conformance/engine/wire/reply.ts'
import type { RequirementResult } from '../../../conformance/engine/judge/result.ts'
import { requirements } from '../../../conformance/registry/requirements.ts'
import { exchangeOf } from './exchange-of.ts'

const exchange = (number: number, method: string, path: string): Exchange =>
  exchangeOf({ number, method, path })

const outcome = (requirement: string, at: number, what = 'a success'): RequirementOutcome => ({
  requirement,
  verdict: 'fail',
  asserted: 1,
  assertions: [{ held: false, what, expected: 1, got: 2, differences: [], exchange: at }],
})

function made(
  rows: Readonly<Record<string, { readonly calls: readonly string[]; readonly outcome: RequirementOutcome }>>,
  areas: Readonly<Record<string, RequirementResult['area']>> = {},
): readonly [RequirementResult[], CheckResult[]] {
  const checks = Object.entries(rows).map(([key, row]): CheckResult => ({
    key,
    title: key,
    file: key,
    outcomes: [row.outcome],
    observations: [],
    exchanges: row.calls.map((call, at) => {
      const [method = '', path = ''] = call.split(' ')
      return exchange(at + 1, method, path)
    }),
    exchanged: row.calls.length,
    milliseconds: 1,
  }))
  const results = Object.entries(rows).map(([key, row]): RequirementResult => ({
    id: row.outcome.requirement,
    area: areas[row.outcome.requirement] ?? 'users',
    document: 3,
    section: 'User',
    level: 'must',
    statement: '',
    graded: true,
    verdict: row.outcome.verdict,
    checks: [{ key, verdict: row.outcome.verdict }],
    partly: [],
    observations: [],
    ...(row.outcome.owner === undefined ? {} : { owner: row.outcome.owner }),
  }))
  return [results, checks]
}

test('what was arranged through the call that failed is reported under it, however early it stands', () => {
  const [results, checks] = made({
    later: {
      calls: [
        'POST /api/v1/users',
        'GET /api/v1/users?search=id',
        'POST /api/v1/users/00u2/lifecycle/suspend',
      ],
      outcome: outcome('users.found-and-suspended', 3),
    },
    search: {
      calls: ['POST /api/v1/users', 'GET /api/v1/users?search=id'],
      outcome: outcome('users.search.id', 2),
    },
    other: { calls: ['GET /api/v1/groups/00g1'], outcome: outcome('users.of-another-call', 1) },
  })
  expect(failuresOf(results, checks, [])).toEqual([
    { requirement: 'users.of-another-call', under: [] },
    { requirement: 'users.search.id', under: ['users.found-and-suspended'] },
  ])
})

test('a blocked requirement is reported under the failure of its owner', () => {
  const [results, checks] = made({
    suspend: {
      calls: ['POST /api/v1/users/00u1/lifecycle/suspend'],
      outcome: outcome('users.suspend.ok', 1),
    },
    unsuspend: {
      calls: [],
      outcome: {
        requirement: 'users.unsuspend.ok',
        verdict: 'blocked',
        owner: 'users.suspend.ok',
        assertions: [],
        asserted: 0,
      },
    },
  })
  expect(failuresOf(results, checks, [])).toEqual([
    { requirement: 'users.suspend.ok', under: ['users.unsuspend.ok'] },
  ])
})

test('what should succeed comes before what should be refused, and before what holds of all operations', () => {
  const [results, checks] = made(
    {
      refusal: {
        calls: ['PUT /api/v1/groups/00g1'],
        outcome: outcome('groups.update.unknown', 1, 'a platform-style error'),
      },
      general: {
        calls: ['GET /api/v1/groups/00g1'],
        outcome: { ...outcome('conventions.reads.safe', 1), asserted: 40 },
      },
      success: {
        calls: ['PUT /api/v1/groups/00g1', 'GET /api/v1/groups/00g1'],
        outcome: outcome('groups.update.ok', 1),
      },
    },
    { 'conventions.reads.safe': 'conventions' },
  )
  expect(failuresOf(results, checks, [])).toEqual([
    { requirement: 'groups.update.ok', under: ['groups.update.unknown'] },
    { requirement: 'conventions.reads.safe', under: [] },
  ])
})

test('what others are known to be judged through comes before them, and they are reported under it', () => {
  const [results, checks] = made({
    described: {
      calls: ['GET /api/v1/users/00u1?expand=block'],
      outcome: outcome('users.block.applies-to', 1),
    },
    expanded: {
      calls: ['POST /api/v1/users', 'GET /api/v1/users/00u2?expand=block'],
      outcome: outcome('users.get.expand-block', 2),
    },
  })
  expect(failuresOf(results, checks, [])).toEqual([
    { requirement: 'users.get.expand-block', under: ['users.block.applies-to'] },
  ])
})

test('where some calls of an operation are refused, the requirement of what only they send comes first', () => {
  const register = (type: string): string =>
    JSON.stringify({ application_type: type, logo_uri: 'https://a.b' })
  const [results, checks] = made({
    success: { calls: ['POST /oauth2/v1/clients'], outcome: outcome('clients.register.created', 1) },
    type: {
      calls: ['POST /oauth2/v1/clients', 'POST /oauth2/v1/clients'],
      outcome: outcome('clients.application-type.native', 1),
    },
  })
  const sent = checks.map((check) => ({
    ...check,
    exchanges: check.exchanges.map((call, at) => ({
      ...call,
      status: at === 0 ? 400 : 201,
      requestBody: register(at === 0 ? 'native' : 'web'),
    })),
  }))
  const known = requirements.filter(({ id }) => results.some((each) => each.id === id))
  expect(failuresOf(results, sent, known)[0]?.requirement).toBe('clients.application-type.native')
})
