/** How a run treats its target: limits, failures, lost answers, and what it sends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { walkList } from '../../../conformance/engine/run/api.ts'
import { conform } from '../../../conformance/engine/run/conform.ts'
import type { CheckContext } from '../../../conformance/engine/run/check.ts'
import { mockRun, passTime, type Alter } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

beforeEach(() => passTime())
afterEach(() => void vi.useRealTimers())

type Answer =
  | number
  | Error
  | Response
  | readonly [status: number, body: string, headers?: Record<string, string>]
type Body = (context: CheckContext<string>) => Promise<unknown>

function answered(answer: Answer): Response {
  if (answer instanceof Error) throw answer
  if (answer instanceof Response) return answer.clone()
  const [status, body, headers = {}] = typeof answer === 'number' ? [answer, '{}'] : answer
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Runs one check on a target that answers its calls one after the other, the last answer for good. */
async function calling(body: Body, answers: readonly Answer[], options: Parameters<typeof mockRun>[1] = {}) {
  const seen: string[] = []
  let isRunning = false
  const check = checkOf('calls', { judges: ['a'] }, async (context) => {
    isRunning = true
    await body(context).finally(() => void (isRunning = false))
  })
  const { said, result, sent, calls } = await mockRun([check], {
    keepAllEvidence: true,
    // In rounds of a retry nothing waits for long.
    alter: (call) => {
      if (!isRunning) return undefined
      seen.push(call)
      return answered(answers[Math.min(seen.length, answers.length) - 1]!)
    },
    ...options,
  })
  const { verdict, why } = said('a')
  return { verdict, why, seen, result, sent, calls, exchanges: result.checks[0]!.exchanges }
}

const get =
  (where: string, status = 200): Body =>
  async ({ api, judge }) =>
    judge('a').status(await api.get(where), status)
const post: Body = async ({ api, judge, unique }) =>
  judge('a').success(await api.post('/api/v1/groups', { profile: { name: unique() } }))
const limited: Answer = [429, '{}', { 'retry-after': '0' }]

test.each([
  ['GET', get('/api/v1/users/u1')],
  ['POST', post],
])('a %s that is answered with 429 is sent again as often as it takes', async (_, body) => {
  const { verdict, exchanges, result } = await calling(body, [limited, limited, 200])
  expect(verdict).toBe('pass')
  expect(exchanges.map(({ status, attempts }) => [status, attempts])).toEqual([
    [429, 1],
    [429, 2],
    [200, 3],
  ])
  expect(result.run.rateLimited.times).toBe(2)
})

test('a requirement is inconclusive when the budget for waiting is used up', async () => {
  const { verdict, why } = await calling(get('/x'), [[429, '{}', { 'retry-after': '3600' }]], {
    rateLimitBudget: 50,
  })
  expect(verdict).toBe('inconclusive')
  expect(why).toBe(
    "the target limits the rate and asks to wait 3600 s; the run's budget for waiting is used up (--rate-limit-budget)",
  )
})

/** Headers of a 429 that ask for no wait. */
const noWait = [
  { 'retry-after': '0' },
  { 'retry-after': '-1' },
  { 'retry-after': '0.001' },
  { 'retry-after': 'Sat, 01 Aug 2020 12:00:00 GMT' },
  { 'x-rate-limit-reset': '1' },
]

test.each([{ 'retry-after': '1' }, ...noWait])(
  'a target that only ever limits the rate with %j is given up, and left nothing behind',
  async (headers) => {
    let asked = 0
    const result = await conform({
      baseUrl: 'https://id.example.com',
      token: 't',
      ledger: false,
      only: ['users'],
      rateLimitBudget: 300,
      fetch: () => {
        asked += 1
        return Response.json({}, { status: 429, headers })
      },
    })
    expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 3, run: { orphans: [], created: {} } })
    expect(result.run.rateLimited.milliseconds).toBeLessThanOrEqual(300)
    // Once it was given up, hardly anything was sent: there are hundreds of checks.
    expect(asked).toBeLessThan(60)
  },
)

test('five calls in a row that the rate limit ends stop the run, and not five apart', async () => {
  const later = checkOf('later', { judges: ['b'] }, async ({ judge }) => void judge('b').pass())
  const statuses = async (...list: number[]) => {
    const calls = checkOf('calls', { judges: ['a'] }, async ({ api, judge }) => {
      for (let left = list.length; left > 0; left--) await api.get('/x').catch(() => undefined)
      judge('a').pass()
    })
    const { said } = await mockRun([calls, later], {
      concurrency: 1,
      rateLimitBudget: 50,
      alter: (call) =>
        call === 'GET /x' ? answered([list.shift()!, '{}', { 'retry-after': '60' }]) : undefined,
    })
    return said('b').verdict
  }
  expect(await statuses(429, 429, 429, 429, 200, 429)).toBe('pass')
  expect(await statuses(429, 429, 429, 429, 429)).toBe('not-run')
})

test.each([502, 503, 504])(
  'a read that a gateway fails with %i is sent three times, a write once',
  async (status) => {
    // A gateway that fails does not ask for a full minute.
    const headers = { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 3600) }
    const failure: Answer = [status, 'bad gateway', headers]
    const healed = await calling(get('/x'), [failure, failure, 200])
    expect([healed.verdict, healed.seen.length]).toEqual(['pass', 3])
    expect(healed.result.run.rateLimited).toEqual({ times: 0, milliseconds: 0 })
    const failing = await calling(get('/x'), [failure])
    expect(failing).toMatchObject({
      verdict: 'inconclusive',
      why: `GET /x was answered with ${status} (exchange 3)`,
    })
    const write = await calling(post, [failure, 200])
    expect(write).toMatchObject({ verdict: 'inconclusive', seen: ['POST /api/v1/groups'] })
  },
)

test.each(['users', 'groups', 'rules', 'clients', 'apps', 'grants', 'tokens'])(
  'a list of %s that fails is asked for with a smaller page',
  async (name) => {
    const { verdict, seen } = await calling(get(`/api/v1/${name}?q=a%20b`), [500, 500, [200, '[]']])
    const list = `GET /api/v1/${name}?q=a b`
    expect([verdict, ...seen]).toEqual(['pass', list, `${list}&limit=50`, `${list}&limit=12`])
  },
)

test('a list that fails with a small page too is inconclusive', async () => {
  const short = await calling(get('/api/v1/groups?limit=3'), [500])
  expect(short.why).toBe(
    'the list /api/v1/groups was answered with 500, with a smaller limit too (exchange 2)',
  )
  expect(short.seen.at(-1)).toBe('GET /api/v1/groups?limit=1')
  expect((await calling(get('/api/v1/groups'), [500])).why).toContain('(exchange 3)')
})

test.each<[string, Body]>([
  ['a write', post],
  ['a record', get('/api/v1/users/u1')],
  ['what is no list', get('/api/v1/users/u1/lifecycle')],
])('a 500 for %s is judged', async (_, body) => {
  expect(await calling(body, [500])).toMatchObject({ verdict: 'fail', seen: [expect.any(String)] })
})

test('a read whose connection is dropped is sent once more, a write is not', async () => {
  const dropped = new Error('socket hang up')
  expect(await calling(get('/x'), [dropped, 200])).toMatchObject({
    verdict: 'pass',
    seen: ['GET /x', 'GET /x'],
  })
  const gone = await calling(get('/x'), [dropped, dropped, 404])
  expect(gone).toMatchObject({
    verdict: 'inconclusive',
    why: 'GET /x got no answer: socket hang up (exchange 2)',
    // The target is asked until it answers anything.
    seen: ['GET /x', 'GET /x', 'GET /'],
  })
  const write = await calling(post, [dropped, dropped, 404])
  expect(write.seen).toEqual(['POST /api/v1/groups', 'GET /', 'GET /'])
  expect(write.exchanges[0]).toMatchObject({ status: 0, failure: 'socket hang up', responseBody: '' })
})

test('an answer that takes too long is none', async () => {
  vi.useRealTimers()
  const { verdict, why } = await calling(get('/x'), [], {
    requestTimeout: 50,
    alter: (call, { signal }) => {
      if (call !== 'GET /x') return undefined
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  expect([verdict, why]).toEqual([
    'inconclusive',
    'GET /x got no answer: no answer within 0.05 s (exchange 1)',
  ])
})

test('no more requests are in flight than allowed, and no more start in a second', async () => {
  vi.useRealTimers()
  const bursts: Body = async ({ api, judge }) => {
    await Promise.all(Array.from({ length: 8 }, (_, at) => api.get(`/api/v1/users/u${at}`)))
    judge('a').pass()
  }
  let flying = 0
  let most = 0
  const alter: Alter = async (_call, _request, forward) => {
    most = Math.max(most, ++flying)
    await new Promise((resolve) => setTimeout(resolve, 20))
    flying -= 1
    return forward()
  }
  await calling(bursts, [], { concurrency: 2, alter })
  expect(most).toBe(2)
  const begun = performance.now()
  await calling(bursts, [], { rps: 40, alter: () => undefined })
  expect(performance.now() - begun).toBeGreaterThan(7 * 25 - 20)
})

test('evidence keeps the part of a long body that a report needs, and paths below the base URL', async () => {
  const long = JSON.stringify('x'.repeat(20_000))
  const { exchanges, seen } = await calling(get('/x?y=1'), [[200, long]], {
    baseUrl: 'https://svc.example.com/base/',
    org: { baseUrl: '', apiToken: 't', fetch: async () => new Response('[]') },
  })
  expect(seen).toEqual(['GET /base/x?y=1'])
  expect(exchanges[0]).toMatchObject({ path: '/x?y=1', truncated: true, responseBody: long.slice(0, 16_384) })
})

const page = (items: string, next?: string): Answer => [
  200,
  items,
  next === undefined ? {} : { link: `<https://elsewhere.example.com${next}>; rel="next"` },
]
const pages: Body = async ({ api, judge }) =>
  judge('a').equal((await walkList(api, '/api/v1/users', { limit: 1 })).items, [1, 2, 3])

test('links of answers are followed below the base URL, where the credential may go', async () => {
  const { verdict, seen, sent } = await calling(pages, [
    page('[1]', '/api/v1/users?after=x%20y&limit=1'),
    page('[2,3]'),
  ])
  expect([verdict, ...seen]).toEqual([
    'pass',
    'GET /api/v1/users?limit=1',
    'GET /api/v1/users?after=x y&limit=1',
  ])
  expect(sent.at(-1)?.headers.get('authorization')).toMatch(/^SSWS /)
})

test.each<[string, Answer[], number]>([
  ['in a circle', [page('[1]', '/api/v1/users?after=1')], 12],
  ['too long', [page('[1]', '/a'), page('[1]', '/b'), page('[1]', '/c')], 2],
])('a list that is %s has two pages and no end', async (_, answers, max) => {
  const walk: Body = async ({ api, judge }) => {
    const { items, ended } = await walkList(api, '/api/v1/users', {}, max)
    judge('a').equal([...items, ended], [1, 1, false])
  }
  expect(await calling(walk, answers)).toMatchObject({ verdict: 'pass' })
})

test('credentials are those of the run, or those of a single call', async () => {
  const { sent } = await calling(
    async ({ api, judge }) => {
      await api.get('/a')
      await api.as('another').get('/a')
      await api.anonymous().get('/a')
      await api.withCookie('sid=abc').get('/a')
      await api.withHeaders({ Origin: 'https://x.test' }).as('another').get('/a')
      await api.as('another').control('a', 200).withHeaders({ Authorization: 'Bearer x' }).get('/a')
      judge('a').pass()
    },
    [200],
  )
  const own = sent[0]?.headers.get('authorization')
  expect(
    sent
      .filter(({ call }) => call === 'GET /a')
      .map(({ headers }) =>
        ['authorization', 'cookie', 'origin'].map((name) => headers.get(name) ?? '-').join(' '),
      ),
  ).toEqual([
    `${own} - -`,
    'SSWS another - -',
    '- - -',
    '- sid=abc -',
    'SSWS another - https://x.test',
    'Bearer x - -',
  ])
})

test('a list that lags is asked for until it fits or the lag is over, at least once after it', async () => {
  vi.useRealTimers()
  const until = (lag: number, fits: (count: number, since: number) => boolean, slow = 0) => {
    let asked = 0
    const begun = performance.now()
    const body: Body = async ({ poll, judge }) => {
      const ask = async () => {
        const since = performance.now() - begun
        await new Promise((resolve) => setTimeout(resolve, slow))
        return fits(++asked, since)
      }
      judge('a').equal(await poll.until(ask, Boolean), true)
    }
    return calling(body, [200], { lag }).then(({ verdict }) => [verdict, asked])
  }
  expect(await until(1000, () => true)).toEqual(['pass', 1])
  expect(await until(0, () => false)).toEqual(['fail', 1])
  expect(await until(10_000, (count) => count === 3)).toEqual(['pass', 3])
  // Asked at once, it is answered late with what was so at once.
  expect((await until(30, (_, since) => since >= 80, 80))[0]).toBe('pass')
})

test('work of the suite itself, or a busy machine, takes nothing from the time for a check', async () => {
  vi.useRealTimers()
  const busy = (milliseconds: number): void => {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  }
  let asked = 0
  const body: Body = async ({ poll, judge }) => {
    const ask = async () => {
      busy(150)
      return ++asked === 3
    }
    judge('a').equal(await poll.until(ask, Boolean), true)
  }
  expect(await calling(body, [200], { lag: 120, checkTimeout: 120 })).toMatchObject({ verdict: 'pass' })
})

test('absence is settled only behind a record made later', async () => {
  vi.useRealTimers()
  const behind = (isThere: boolean) =>
    calling(
      async ({ poll, judge }) => {
        const answer = await poll.behind(
          async () => isThere,
          async () => 'gone',
          () => true,
        )
        judge('a').equal(answer, 'gone')
      },
      [200],
      { lag: 20 },
    )
  expect(await behind(true)).toMatchObject({ verdict: 'pass' })
  expect(await behind(false)).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringContaining('did not catch up within 0.02 s'),
  })
})

test.each<[string, Answer, string]>([
  ['limits the rate', [429, '{}', { 'retry-after': '3600' }], 'the target limits the rate'],
  ['fails every list', 503, 'GET /api/v1/users was answered with 503'],
])('a target that %s once the checks are made is only not explored', async (_, answer, why) => {
  let isOver = false
  const check = checkOf('passes', { judges: ['a'] }, async ({ judge }) => {
    judge('a').pass()
    isOver = true
  })
  const { result, said } = await mockRun([check], {
    explore: 1000,
    rateLimitBudget: 50,
    alter: () => (isOver ? answered(answer) : undefined),
  })
  expect(said('a').verdict).toBe('pass')
  expect(result.warnings.join()).toContain(`the exploration ended early: ${why}`)
})
