/** Faults as they are asked for, and as they are in force. */
import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'

function control() {
  return testOrg().control
}

function mistakesOf(fault: object): string {
  try {
    control().addFault(fault)
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}

test('each scenario puts its faults in force', () => {
  const it = control()
  expect(it.listScenarios().map(({ name, faults }) => [name, faults])).toStrictEqual([
    [
      'flaky',
      [
        { status: 500, probability: 0.04 },
        { status: 503, probability: 0.04 },
        { breaks: 'connection-reset', probability: 0.02 },
      ],
    ],
    ['rate-limited', [{ status: 429, probability: 1 / 3 }]],
    ['slow', [{ latency: 5000, probability: 0.05 }, { latency: { min: 300, max: 1500 } }]],
    [
      'maintenance',
      [
        { method: 'POST', refusal: 'read-only-mode' },
        { method: 'PUT', refusal: 'read-only-mode' },
        { method: 'DELETE', refusal: 'read-only-mode' },
      ],
    ],
    ['outage', [{ breaks: 'connection-reset' }]],
    [
      'broken-replies',
      [
        { breaks: 'truncated-body', probability: 0.05 },
        { breaks: 'malformed-json', probability: 0.05 },
        { breaks: 'empty-body', probability: 0.05 },
        { breaks: 'wrong-content-type', probability: 0.05 },
      ],
    ],
  ])
  expect(it.startScenario({ name: 'flaky' })).toStrictEqual([
    { id: 'fault-1', scenario: 'flaky', refusal: 'server-fault', probability: 0.04, met: 0 },
    { id: 'fault-2', scenario: 'flaky', refusal: 'read-only-mode', probability: 0.04, met: 0 },
    { id: 'fault-3', scenario: 'flaky', breaks: 'connection-reset', probability: 0.02, met: 0 },
  ])
  const mine = it.startScenario({ name: 'mine', faults: [{ status: 418 }] })
  expect(mine).toStrictEqual([{ id: 'fault-4', scenario: 'mine', status: 418, met: 0 }])
  expect(it.startScenario({ name: 'flaky', faults: [{ latency: '2s' }] })).toStrictEqual([
    { id: 'fault-5', scenario: 'flaky', latency: 2000, met: 0 },
  ])
  expect(it.listFaults().map(({ id }) => id)).toEqual(['fault-4', 'fault-5'])
  expect(it.clearFaults({ id: 'fault-4' })).toEqual({ cleared: 1 })
  expect(it.clearFaults({ id: 'fault-4' })).toEqual({ cleared: 0 })
  expect(it.clearFaults()).toEqual({ cleared: 1 })
})

test('as many faults as may be in force are taken, those that a scenario replaces not counted', () => {
  const it = control()
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ status: 500, path: `/${at}` }))
  for (let part = 0; part < 10; part += 1) it.startScenario({ name: `part ${part}`, faults: many(100) })
  expect(it.startScenario({ name: 'part 9', faults: many(100) })).toHaveLength(100)
  expect(() => it.startScenario({ name: 'more', faults: many(1) })).toThrow(
    'startScenario: faults: There are 1000 in force already, of 1000 at most; clear some first [validation]',
  )
  expect(() => it.startScenario({ name: 'more', faults: many(101) })).toThrow(
    'startScenario: faults: Expected at most 100 items',
  )
})

test('a status stands for the refusal that has it, unless a body comes with it', () => {
  const it = control()
  const added = (fault: object) => {
    const { id: _, met, ...rest } = it.addFault(fault)
    expect(met).toBe(0)
    return rest
  }
  expect([429, 500, 501, 503].map((status) => added({ status }))).toStrictEqual([
    { refusal: 'rate-limited' },
    { refusal: 'server-fault' },
    { refusal: 'not-implemented' },
    { refusal: 'read-only-mode' },
  ])
  expect([200, 404, 599].map((status) => added({ status }))).toStrictEqual([
    { status: 200 },
    { status: 404 },
    { status: 599 },
  ])
  expect(added({ status: 503, body: '' })).toStrictEqual({ status: 503, body: '' })
  expect(added({ status: 429, retryAfter: '5s' })).toStrictEqual({
    refusal: 'rate-limited',
    retryAfter: 5000,
  })
  expect(added({ refusal: 'rate-limited', retryAfter: 0 })).toStrictEqual({
    refusal: 'rate-limited',
    retryAfter: 0,
  })
  expect(added({ breaks: 'slow-body', bytesPerSecond: 1_000_000 })).toStrictEqual({
    breaks: 'slow-body',
    bytesPerSecond: 1_000_000,
  })
  expect(added({ latency: { min: '1s', max: 1000 } })).toStrictEqual({ latency: { min: 1000, max: 1000 } })
  expect(added({ latency: { mean: '1s', deviation: 5 } })).toStrictEqual({
    latency: { mean: 1000, deviation: 5 },
  })
  expect(added({ latency: '10m' })).toStrictEqual({ latency: 600_000 })
  const when = { from: '2026-01-05T09:30:00.000Z', until: '2026-01-05T09:31:00Z' }
  expect(
    added({
      operation: 'getUser',
      method: 'get',
      path: '/api/*',
      skip: 1,
      times: 1,
      probability: 0,
      status: 400,
      ...when,
    }),
  ).toStrictEqual({
    operation: 'getUser',
    method: 'get',
    path: '/api/*',
    skip: 1,
    times: 1,
    probability: 0,
    status: 400,
    from: 1_767_605_400_000,
    until: 1_767_605_460_000,
  })
})

test('a caller and a user are known by id and login; a name that nobody has stays', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const { login } = profile
  const added = (fault: object) => {
    const { caller, user } = it.control.addFault({ status: 400, ...fault })
    return { caller, user }
  }
  for (const name of [id, login, login.toUpperCase()]) {
    expect(added({ caller: name, user: name })).toEqual({ caller: id, user: [id, login] })
  }
  expect(added({ caller: 'sid-1' })).toEqual({ caller: 'sid-1', user: undefined })
  expect(added({ user: 'Nobody' })).toEqual({ caller: undefined, user: ['Nobody'] })
})

test('what a fault cannot be is told', () => {
  const latency =
    'addFault: latency: Expected a time such as 300ms or 2s, at most 10 minutes, { min, max } with min at most max, or { mean, deviation }'
  for (const [fault, message] of [
    [{ latency: { min: 2, max: 1 } }, 'addFault: latency: Expected min to be at most max'],
    [{ latency: 600_001 }, latency],
    [{ latency: { min: 1 } }, latency],
    [{ latency: { mean: 1 } }, latency],
    [{ status: 500, retryAfter: 5 }, 'addFault: retryAfter: Expected a status of 429 beside it'],
    [{ refusal: 'server-fault', retryAfter: 5 }, 'addFault: retryAfter: Expected a status of 429 beside it'],
    [{ latency: 5, body: 'x' }, 'addFault: body: Expected a body only with a status that has one'],
    [{ status: 204, body: '' }, 'addFault: body: Expected a body only with a status that has one'],
    [{ status: 205, body: '' }, 'addFault: body: Expected a body only with a status that has one'],
    [{ status: 304, body: '' }, 'addFault: body: Expected a body only with a status that has one'],
    [
      { breaks: 'empty-body', bytesPerSecond: 5 },
      'addFault: bytesPerSecond: Expected only with breaks: slow-body',
    ],
    [{ status: 500, refusal: 'server-fault' }, 'addFault: input: Expected a status or a refusal, not both'],
    [{ status: 500, headers: { 'a b': 'x' } }, 'addFault: headers.a b: Expected the name of a header'],
    [{ status: 500, headers: { a: 'x\ny' } }, 'addFault: headers.a: Expected what a header can hold'],
    ...['Connection', 'content-length', 'KEEP-ALIVE', 'transfer-encoding'].map(
      (name) =>
        [
          { status: 500, headers: { [name]: 'x' } },
          `addFault: headers.${name}: Expected a header that frames no message`,
        ] as const,
    ),
  ] as const) {
    expect(mistakesOf(fault)).toBe(message)
  }
  expect(mistakesOf({ status: 500, headers: { connectio: 'x', 'X-A': '' } })).toBe('taken')
})
