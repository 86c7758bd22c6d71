/** The plan and the fingerprints: the golden reports leave them out. */
import { expect, test } from 'vitest'
import { fingerprintOf } from '../../../conformance/engine/judge/baseline.ts'
import type { CheckResult } from '../../../conformance/engine/judge/check-result.ts'
import { planOf, planText } from '../../../conformance/engine/plan/plan.ts'

test('a plan says how long its requests take', () => {
  const plan = { writes: [], created: { user: 2, group: 1 }, reads: 1, requests: 950 }
  expect(planText(plan, 10).split('\n').slice(0, 2)).toEqual([
    'This run would create and remove 2 users, 1 group, and read 1 time.',
    'It would send about 950 requests: 2 min at 10 a second (--rps).',
  ])
  expect(planText(plan, 20)).toContain('48 s at 20 a second')
})

test('ids are taken out of the paths of a plan, and words are not', () => {
  const exchanges = [
    'POST /api/v1/users/u1/lifecycle/suspend',
    'PUT /api/v1/groups/g1/users/u2',
    'DELETE /api/v1/groups/rules/r1?removeUsers=true&x=1',
    'POST /api/v1/users/me?nextLogin=changePassword&provider=FEDERATION&activate=false',
    'DELETE /api/v1/users/u1/clients/c1/grants/g1',
    'DELETE /api/v1/users/u1/clients/c1/tokens/t1',
    'PUT /oauth2/v1/clients/c1',
    'PUT /users/u1',
  ].map((call) => ({ method: call.split(' ')[0], path: call.split(' ')[1] }))
  const plan = planOf({ checks: [{ exchanges }] as never, facts: { created: {}, requests: 9 } })
  expect(plan.writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/v1/groups/{groupId}/users/{userId}',
    'DELETE /api/v1/groups/rules/{ruleId}?removeUsers=true',
    'DELETE /api/v1/users/{userId}/clients/{clientId}/grants/{grantId}',
    'DELETE /api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
    'POST /api/v1/users/{userId}/lifecycle/suspend',
    'POST /api/v1/users/me?nextLogin=changePassword&provider=FEDERATION&activate=false',
    'PUT /oauth2/v1/clients/{clientId}',
    'PUT /users/u1',
  ])
})

/** A check that failed a requirement in one way. */
const failing = (expected: unknown, got: unknown, key = 'x'): CheckResult => ({
  key,
  title: 'x',
  file: 'toy',
  observations: [],
  exchanges: [],
  exchanged: 1,
  milliseconds: 1,
  outcomes: [
    {
      requirement: 'users.a',
      verdict: 'fail',
      asserted: 1,
      assertions: [
        {
          held: false,
          what: 'it',
          exchange: undefined,
          expected,
          got,
          differences: [{ path: '', expected, got }],
        },
      ],
    },
  ],
})
const print = (expected: unknown, got: unknown) => fingerprintOf('users.a', [failing(expected, got)])

test('the order in which checks failed does not change a fingerprint', () => {
  const [one, two] = [failing('a', 'b', 'x'), failing('a', 'b', 'y')]
  expect(fingerprintOf('users.a', [one, two])).toBe(fingerprintOf('users.a', [two, one]))
  expect(fingerprintOf('users.a', [one])).not.toBe(fingerprintOf('users.a', [two]))
})

test('a fingerprint keeps no number of a secret, and of lists only whether they hold more, fewer or others', () => {
  expect(print('<anything but "«client_secret#1»">', 'x')).toBe(
    print('<anything but "«client_secret#2»">', 'x'),
  )
  expect(print('<anything but "«client_secret#1»">', 'x')).not.toBe(print('<a text>', 'x'))
  expect(print('E0000007', 'E0000001')).not.toBe(print('E0000006', 'E0000001'))
  const more = print([], ['a'])
  const fewer = print(['a'], [])
  expect([print(['b'], ['a', 'b', 'c']), print(['a', 'b'], ['b'])]).toEqual([more, fewer])
  const others = print(['a'], ['b'])
  const order = print(['a', 'b'], ['b', 'a'])
  expect(new Set([more, fewer, others, order]).size).toBe(4)
})
