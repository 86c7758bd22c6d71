import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyScope } from '../../../conformance/engine/run/call-scope.ts'
import { Deadline } from '../../../conformance/engine/wire/deadline.ts'
import { RateLimited } from '../../../conformance/engine/run/interruption.ts'
import { PatientSender, type SendingOptions } from '../../../conformance/engine/wire/patient-sender.ts'
import { Redactor } from '../../../conformance/engine/wire/redaction.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Answer = { status: number; headers?: Record<string, string>; text?: string } | Error

/** Sends to a target that gives one answer after the other, the last for good. */
function sending(answers: readonly Answer[], more: Partial<SendingOptions> = {}, isUnkept = false) {
  const sent: string[] = []
  const pace = {
    limited: 0,
    answers: 0,
    answered: () => void pace.answers++,
    turn: async () => () => {},
    holdOff: async () => {},
  }
  const sender = new PatientSender(
    {
      send: async ({ method, url, isFresh }) => {
        sent.push(`${method} ${url.pathname}${url.search}${isFresh === true ? ' fresh' : ''}`)
        const answer = answers[sent.length - 1] ?? answers.at(-1)!
        if (answer instanceof Error) throw answer
        return { headers: {}, text: '', ...answer }
      },
      redactor: new Redactor(),
      pace: pace as never,
      ...more,
    },
    '/base',
  )
  const scope = emptyScope(new Deadline(1e9, () => new Error('over')), isUnkept)
  let refusals = 0
  const call = async (method: string, where: string, isDue = true, body?: string) => {
    const url = new URL(`https://id.example.com/base${where}`)
    const request = {
      method,
      url,
      headers: {},
      body,
      beforeSending: () => {},
      afterRefusal: () => void refusals++,
    }
    const reply = sender.send(scope, request, where.split('?')[0]!, isDue).then(
      ({ status, exchange, request: asked }) => ({ status, exchange, path: asked.path }),
      (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
    )
    await vi.advanceTimersByTimeAsync(60_000)
    return reply
  }
  return { call, sent, scope, pace, sender, refusals: () => refusals }
}

test('an answer is passed on, and what went over the wire is kept', async () => {
  const it = sending([{ status: 201, headers: { 'x-a': '1' }, text: '{"password":"Secret-1"}' }])
  expect(await it.call('POST', '/api/v1/users?activate=true', true, '{"a":1}')).toEqual({
    status: 201,
    exchange: 1,
    path: '/api/v1/users?activate=true',
  })
  expect(it.scope.exchanges).toEqual([
    {
      number: 1,
      method: 'POST',
      path: '/api/v1/users?activate=true',
      requestHeaders: {},
      requestBody: '{"a":1}',
      status: 201,
      responseHeaders: { 'x-a': '1' },
      responseBody: '{"password":"«password#1»"}',
      truncated: false,
      milliseconds: expect.any(Number),
      attempts: 1,
    },
  ])
  expect([it.sender.requests, it.pace.answers, it.pace.limited, it.refusals()]).toEqual([1, 1, 0, 0])
})

test('keeps the part of a long body that a report needs', async () => {
  const exact = sending([{ status: 200, text: '12345' }], { keptBody: 5 })
  await exact.call('POST', '/x', true, '1234567')
  expect(exact.scope.exchanges[0]).toMatchObject({
    requestBody: '12345',
    responseBody: '12345',
    truncated: false,
  })
  const long = sending([{ status: 200, text: '123456' }], { keptBody: 5 })
  await long.call('GET', '/x')
  expect(long.scope.exchanges[0]).toMatchObject({ responseBody: '12345', truncated: true })
  expect(long.scope.exchanges[0]).not.toHaveProperty('requestBody')
})

test('a 429 is waited out, however often', async () => {
  const it = sending([{ status: 429 }, { status: 429 }, { status: 200 }])
  expect(await it.call('POST', '/x')).toMatchObject({ status: 200, exchange: 3 })
  expect([it.pace.limited, it.refusals(), it.pace.answers, it.sender.requests]).toEqual([2, 2, 1, 3])
  expect(it.scope.exchanges.map(({ attempts }) => attempts)).toEqual([1, 2, 3])
})

test('reports once when rate limits end five calls in a row', async () => {
  const told: string[] = []
  const it = sending([{ status: 429 }], { onLimited: (why) => void told.push(why) })
  it.pace.holdOff = () => Promise.reject(new RateLimited('no more budget'))
  const outcomes = []
  for (let at = 0; at < 7; at++) outcomes.push([await it.call('GET', '/x'), told.length])
  expect(outcomes.map(([, count]) => count)).toEqual([0, 0, 0, 0, 1, 1, 1])
  expect(outcomes[0]![0]).toBe('Inconclusive: no more budget')
  expect(told).toEqual(['no more budget'])
})

test.each([502, 503, 504])(
  'a read that a gateway fails with %i is asked three times, a write once',
  async (status) => {
    const healed = sending([{ status }, { status }, { status: 200 }])
    expect(await healed.call('GET', '/x')).toMatchObject({ status: 200, exchange: 3 })
    const failing = sending([{ status }])
    expect(await failing.call('GET', '/x')).toBe(
      `Inconclusive: GET /x was answered with ${status} (exchange 3)`,
    )
    const write = sending([{ status }, { status: 200 }])
    expect(await write.call('POST', '/x')).toBe(
      `Inconclusive: POST /x was answered with ${status} (exchange 1)`,
    )
  },
)

test('a list that fails is asked for with a smaller page', async () => {
  const it = sending([{ status: 500 }, { status: 500 }, { status: 200, text: '[]' }])
  expect(await it.call('GET', '/api/v1/users?search=a%20b')).toMatchObject({ status: 200 })
  expect(it.sent).toEqual([
    'GET /base/api/v1/users?search=a%20b',
    'GET /base/api/v1/users?search=a%20b&limit=50',
    'GET /base/api/v1/users?search=a%20b&limit=12',
  ])
  const never = sending([{ status: 500 }])
  expect(await never.call('GET', '/api/v1/groups?limit=3')).toBe(
    'Inconclusive: the list /api/v1/groups was answered with 500, with a smaller limit too (exchange 2)',
  )
  expect(never.sent.at(-1)).toBe('GET /base/api/v1/groups?limit=1')
  const long = sending([{ status: 500 }])
  expect(await long.call('GET', '/api/v1/groups')).toContain('(exchange 3)')
})

test.each([
  ['POST', '/api/v1/users', true],
  ['GET', '/api/v1/users', false],
  ['GET', '/api/v1/users/u1', true],
  ['GET', '/api/v1/users/u1/lifecycle', true],
])('a 500 of %s %s (due: %s) is judged', async (method, where, isDue) => {
  const it = sending([{ status: 500 }])
  expect(await it.call(method, where, isDue)).toMatchObject({ status: 500, exchange: 1 })
})

test.each(['users', 'groups', 'rules', 'clients', 'apps', 'grants', 'tokens'])(
  '%s are a list',
  async (name) => {
    const it = sending([{ status: 500 }, { status: 200 }])
    expect(await it.call('GET', `/api/v1/${name}`)).toMatchObject({ status: 200 })
  },
)

test('a call without an answer is inconclusive, and the target is asked until it answers anything', async () => {
  const lost: string[] = []
  const it = sending([new Error('reset'), new Error('refused'), { status: 404 }, { status: 200 }], {
    onLost: (why) => void lost.push(why),
  })
  expect(await it.call('POST', '/x')).toBe('Inconclusive: POST /base/x got no answer: reset (exchange 1)')
  expect(it.sent).toEqual(['POST /base/x', 'GET /', 'GET /'])
  expect(it.scope.exchanges[0]).toMatchObject({ status: 0, failure: 'reset', responseBody: '' })
  expect(lost).toEqual([])
  expect(await it.call('POST', '/x')).toMatchObject({ status: 200, exchange: 2 })
})

test('a GET whose connection is dropped is sent once more, over a new one; a write is not', async () => {
  const dropped = new Error('socket hang up')
  const it = sending([dropped, { status: 200 }])
  expect(await it.call('GET', '/x')).toMatchObject({ status: 200, exchange: 2 })
  expect(it.sent).toEqual(['GET /base/x', 'GET /base/x fresh'])
  const gone = sending([dropped])
  expect(await gone.call('GET', '/x')).toBe(
    'Inconclusive: GET /base/x got no answer: socket hang up (exchange 2)',
  )
  expect(gone.sent.slice(0, 3)).toEqual(['GET /base/x', 'GET /base/x fresh', 'GET /'])
  const write = sending([dropped, { status: 200 }])
  expect(await write.call('DELETE', '/x')).toContain('Inconclusive')
  expect(write.sent).toEqual(['DELETE /base/x', 'GET /'])
})

test('a limit is waited for as long as the answer says, with the clock of the check standing still', async () => {
  const waits: unknown[] = []
  const it = sending([{ status: 429, headers: { 'retry-after': '7' } }, { status: 200 }])
  it.pace.holdOff = (async (milliseconds: number, signal: AbortSignal) =>
    void waits.push([milliseconds, signal === it.scope.deadline.signal])) as never
  expect(await it.call('GET', '/x')).toMatchObject({ status: 200 })
  expect(waits).toEqual([[7000, true]])
})

test('a limit that nobody gives up for is waited out again, and others in between end the row', async () => {
  const told: string[] = []
  const it = sending(
    [{ status: 429 }, { status: 429 }, { status: 429 }, { status: 429 }, { status: 200 }, { status: 429 }],
    {
      onLimited: (why) => void told.push(why),
    },
  )
  it.pace.holdOff = () => Promise.reject(new RateLimited('no more budget'))
  for (let at = 0; at < 9; at++) await it.call('GET', '/x')
  expect(told).toEqual([])
  await it.call('GET', '/x')
  expect(told).toEqual(['no more budget'])
  const other = sending([{ status: 429 }], { onLimited: (why) => void told.push(why) })
  other.pace.holdOff = () => Promise.reject(new Error('the run was stopped'))
  for (let at = 0; at < 6; at++) expect(await other.call('GET', '/x')).toBe('Error: the run was stopped')
  expect(told).toHaveLength(1)
})

test('learns the secrets of exchanges that it does not keep', async () => {
  const redactor = new Redactor()
  const { call, scope } = sending(
    [{ status: 200, text: '{"client_secret":"s3cret-of-a-client"}' }],
    { redactor },
    true,
  )
  await call('POST', '/oauth2/v1/clients', true, '{"password":{"value":"Correct1Horse"}}')
  expect(scope.exchanges).toEqual([])
  expect(redactor.text('s3cret-of-a-client Correct1Horse')).toBe('«client_secret#1» «password#1»')
})
