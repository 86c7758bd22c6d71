import { afterEach, expect, test } from 'vitest'
import type { Api } from '../../../conformance/engine/run/api.ts'
import { checkOf, outcomeOf, runAgainst } from './suite-of.ts'
import type { Answer, Seen, Toy } from './toy-server.ts'
import { startToy, toyOrganisation } from './toy-server.ts'

const toys: Toy[] = []
afterEach(async () => {
  for (const toy of toys.splice(0)) await toy.close()
})

async function toy(answer: Parameters<typeof startToy>[0]): Promise<Toy> {
  const started = await startToy(answer)
  toys.push(started)
  return started
}

test('a 429 is waited out by Retry-After and never a verdict', async () => {
  let limited = 0
  const target = await toy(() =>
    limited++ === 0 ? { status: 429, headers: { 'Retry-After': '0' }, body: {} } : { status: 200, body: [] },
  )
  const check = checkOf('reads', { judges: ['read'] }, async ({ api, judge }) => {
    judge('read').status(await api.get('/api/v1/groups'), 200)
  })
  const outcome = await runAgainst(target, [check])
  expect(outcomeOf(outcome, 'read').verdict).toBe('pass')
  expect(outcome.facts.rateLimited.times).toBe(1)
})

test('when the budget for waiting is used up the clause is inconclusive', async () => {
  const target = await toy(() => ({ status: 429, headers: { 'Retry-After': '3600' }, body: {} }))
  const check = checkOf('reads', { judges: ['read'] }, async ({ api, judge }) => {
    judge('read').status(await api.get('/api/v1/groups'), 200)
  })
  expect(outcomeOf(await runAgainst(target, [check], { rateLimitBudget: 50 }), 'read')).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringContaining('limits the rate'),
  })
})

test('a list that times out is asked for with a smaller page', async () => {
  const target = await toy(({ query }) =>
    Number(query.get('limit')) > 50 ? { status: 500 } : { status: 200, body: [] },
  )
  const check = checkOf('lists', { judges: ['list'] }, async ({ api, judge }) => {
    judge('list').status(await api.get('/api/v1/users', { query: { limit: 200 } }), 200)
  })
  expect(outcomeOf(await runAgainst(target, [check]), 'list').verdict).toBe('pass')
  expect(target.seen.map(({ query }) => query.get('limit'))).toEqual(['200', '50'])
})

test('a list that fails with a small page too is inconclusive', async () => {
  const target = await toy(() => ({ status: 500 }))
  const check = checkOf('lists', { judges: ['list'] }, async ({ api, judge }) => {
    judge('list').status(await api.get('/api/v1/users'), 200)
  })
  expect(outcomeOf(await runAgainst(target, [check]), 'list').verdict).toBe('inconclusive')
})

test('a 500 on anything else is judged', async () => {
  const target = await toy(() => ({ status: 500 }))
  const check = checkOf('gets', { judges: ['get'] }, async ({ api, judge }) => {
    judge('get').status(await api.get('/api/v1/users/u1'), 200)
  })
  expect(outcomeOf(await runAgainst(target, [check]), 'get').verdict).toBe('fail')
})

test('a read that a gateway fails is repeated, a write is not', async () => {
  let count = 0
  const target = await toy(({ method }) =>
    method === 'POST' || count++ === 0
      ? { status: 503, headers: { 'Retry-After': '0' } }
      : { status: 200, body: {} },
  )
  const read = checkOf('reads', { judges: ['read'] }, async ({ api, judge }) => {
    judge('read').success(await api.get('/api/v1/users/u1'))
  })
  const write = checkOf('writes', { judges: ['write'] }, async ({ api, judge, unique }) => {
    judge('write').success(await api.post(`/api/v1/groups`, { profile: { name: unique() } }))
  })
  const outcome = await runAgainst(target, [read, write])
  expect(outcomeOf(outcome, 'read').verdict).toBe('pass')
  expect(outcomeOf(outcome, 'write').verdict).toBe('inconclusive')
  expect(target.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('no more requests are in flight than allowed, and no more start per second', async () => {
  let flying = 0
  let most = 0
  const target = await toy(async () => {
    most = Math.max(most, ++flying)
    await new Promise((resolve) => setTimeout(resolve, 100))
    flying--
    return { status: 200, body: {} }
  })
  const check = checkOf('bursts', { judges: ['burst'] }, async ({ api, judge }) => {
    await Promise.all(Array.from({ length: 8 }, (_, at) => api.get(`/api/v1/users/u${at}`)))
    judge('burst').pass()
  })
  await runAgainst(target, [check], { concurrency: 2 })
  expect(most).toBe(2)
  const begun = performance.now()
  await runAgainst(target, [check], { rps: 40 })
  expect(performance.now() - begun).toBeGreaterThan(7 * 25 - 20)
})

test('the links of an answer are followed below the base URL, and no credential goes elsewhere', async () => {
  const target = await toy(({ query }) =>
    query.has('after')
      ? { status: 200, body: [{ id: 2 }] }
      : {
          status: 200,
          headers: {
            Link: '<https://elsewhere.example.com/api/v1/users?limit=1>; rel="self", <https://elsewhere.example.com/api/v1/users?after=x%20y&limit=1>; rel="next"',
          },
          body: [{ id: 1 }],
        },
  )
  const check = checkOf('pages', { judges: ['pages'] }, async ({ api, judge }) => {
    const { items } = await api.pages('/api/v1/users', { query: { limit: 1 } })
    judge('pages').equal(items, [{ id: 1 }, { id: 2 }])
  })
  expect(outcomeOf(await runAgainst(target, [check]), 'pages').verdict).toBe('pass')
  expect(target.seen[1]?.query.get('after')).toBe('x y')
})

test('a list that leads back to a page already read is blocked, and does not run for ever', async () => {
  const target = await toy(() => ({
    status: 200,
    headers: { Link: '<http://x.test/api/v1/users?after=1>; rel=next' },
    body: [],
  }))
  const check = checkOf('pages', { judges: ['pages'] }, async ({ api, judge }) => {
    await api.pages('/api/v1/users')
    judge('pages').pass()
  })
  expect(outcomeOf(await runAgainst(target, [check]), 'pages').verdict).toBe('blocked')
})

test('a create whose answer never came is looked up by its name and removed', async () => {
  let swallowed = false
  const org = toyOrganisation()
  const target = await toy((request: Seen): Answer | undefined => {
    const reply = org.answer(request)
    if (request.method === 'POST' && request.path === '/api/v1/groups' && !swallowed) {
      swallowed = true
      return undefined
    }
    return reply
  })
  const check = checkOf('creates', { judges: ['create'] }, async ({ given, judge }) => {
    await given.group()
    judge('create').pass()
  })
  const outcome = await runAgainst(target, [check], { requestTimeout: 1000 })
  expect(outcomeOf(outcome, 'create').verdict).toBe('inconclusive')
  expect(org.groups.size).toBe(0)
  expect(outcome.facts.leftovers).toEqual([])
})

test('a create that was never let through leaves nothing to be removed', async () => {
  const org = toyOrganisation(({ method }) =>
    method === 'POST' ? { status: 429, headers: { 'retry-after': '60' }, body: {} } : undefined,
  )
  const target = await toy(org.answer)
  const check = checkOf('creates', { judges: ['create'] }, async ({ given, judge }) => {
    await given.group()
    judge('create').pass()
  })
  const outcome = await runAgainst(target, [check], { rateLimitBudget: 100 })
  expect(outcomeOf(outcome, 'create').why).toContain('--rate-limit-budget')
  expect(outcome.facts.leftovers).toEqual([])
  expect(target.seen.filter(({ path }) => path === '/api/v1/groups').map(({ method }) => method)).toEqual([
    'POST',
  ])
})

test('reports a record that cannot be removed', async () => {
  const org = toyOrganisation(({ method }) => (method === 'DELETE' ? { status: 403, body: {} } : undefined))
  const target = await toy(org.answer)
  const check = checkOf('creates', { judges: ['create'] }, async ({ given, judge }) => {
    await given.group()
    judge('create').pass()
  })
  const { facts } = await runAgainst(target, [check])
  expect(facts.leftovers).toMatchObject([{ kind: 'group', id: 'g1', why: expect.stringContaining('403') }])
})

test('credentials can be changed for single calls', async () => {
  const target = await toy(() => ({ status: 200, body: {} }))
  const check = checkOf('calls', { judges: ['call'] }, async ({ api, judge }) => {
    await api.get('/a')
    await api.as('another').get('/a')
    await api.anonymous().get('/a')
    await api.withCookie('sid=abc').get('/a')
    await api.withHeaders({ Origin: 'https://x.test' }).get('/a')
    judge('call').pass()
  })
  await runAgainst(target, [check])
  expect(
    target.seen.map(({ headers: { authorization, cookie, origin } }) => ({ authorization, cookie, origin })),
  ).toEqual([
    { authorization: 'SSWS the-token-of-the-run' },
    { authorization: 'SSWS another' },
    {},
    { cookie: 'sid=abc' },
    { authorization: 'SSWS the-token-of-the-run', origin: 'https://x.test' },
  ])
})

test('the later of two changes of the credentials counts, and leaves the rest', async () => {
  const target = await toy(() => ({ status: 200, body: {} }))
  const changes = {
    as: (api: Api) => api.as('another'),
    anonymous: (api: Api) => api.anonymous(),
    cookie: (api: Api) => api.withCookie('sid=abc'),
    headers: (api: Api) => api.withHeaders({ Origin: 'https://x.test' }),
    replaced: (api: Api) => api.withHeaders({ Authorization: 'Bearer x', Cookie: 'sid=def' }),
    control: (api: Api) => api.control('a', 200),
  }
  const sent: Record<string, string> = {}
  const check = checkOf('calls', { judges: ['call'] }, async ({ api, judge }) => {
    for (const [first, one] of Object.entries(changes)) {
      for (const [second, other] of Object.entries(changes)) {
        await other(one(api)).get('/a')
        const { authorization = '-', cookie = '-', origin = '-' } = target.seen.at(-1)!.headers
        sent[`${first} ${second}`] = `${authorization} ${cookie} ${origin}`
      }
    }
    judge('call').pass()
  })
  await runAgainst(target, [check])
  const own = 'SSWS the-token-of-the-run'
  const another = 'SSWS another'
  const from = 'https://x.test'
  expect(sent).toEqual({
    'as as': `${another} - -`,
    'as anonymous': '- - -',
    'as cookie': '- sid=abc -',
    'as headers': `${another} - ${from}`,
    'as replaced': 'Bearer x sid=def -',
    'as control': `${another} - -`,
    'anonymous as': `${another} - -`,
    'anonymous anonymous': '- - -',
    'anonymous cookie': '- sid=abc -',
    'anonymous headers': `- - ${from}`,
    'anonymous replaced': 'Bearer x sid=def -',
    'anonymous control': '- - -',
    'cookie as': `${another} - -`,
    'cookie anonymous': '- - -',
    'cookie cookie': '- sid=abc -',
    'cookie headers': `- sid=abc ${from}`,
    'cookie replaced': 'Bearer x sid=def -',
    'cookie control': '- sid=abc -',
    'headers as': `${another} - ${from}`,
    'headers anonymous': `- - ${from}`,
    'headers cookie': `- sid=abc ${from}`,
    'headers headers': `${own} - ${from}`,
    'headers replaced': `Bearer x sid=def ${from}`,
    'headers control': `${own} - ${from}`,
    'replaced as': `${another} - -`,
    'replaced anonymous': '- - -',
    'replaced cookie': '- sid=abc -',
    'replaced headers': `Bearer x sid=def ${from}`,
    'replaced replaced': 'Bearer x sid=def -',
    'replaced control': 'Bearer x sid=def -',
    'control as': `${another} - -`,
    'control anonymous': '- - -',
    'control cookie': '- sid=abc -',
    'control headers': `${own} - ${from}`,
    'control replaced': 'Bearer x sid=def -',
    'control control': `${own} - -`,
  })
})

test('a call whose path lacks an id that an answer should have held is blocked, and not sent', async () => {
  const target = await toy(() => ({ status: 200, body: {} }))
  const check = checkOf('goes on', { judges: ['on'] }, async ({ api, judge, unique }) => {
    const { json } = await api.post('/api/v1/groups', { profile: { name: unique() } })
    judge('on').status(await api.delete(`/api/v1/groups/${json.id}`), 204)
  })
  const outcome = await runAgainst(target, [check], { cleanUp: false })
  expect(outcomeOf(outcome, 'on')).toMatchObject({
    verdict: 'blocked',
    why: expect.stringContaining('lacks the id'),
  })
  expect(target.seen.map(({ method }) => method)).toEqual(['POST'])
})
