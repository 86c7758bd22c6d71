/** The request that a client sends for a call, and its result for each reply. */
import { expect, test } from 'vitest'
import { type ClientOptions, createClient } from '../../src/client.ts'

const baseUrl = 'https://svc.example.com'

/** A client that gets these answers one after another, and its requests. */
function answering(replies: readonly (() => Response)[], options: Partial<ClientOptions> = {}) {
  const asked: Request[] = []
  const client = createClient({
    baseUrl,
    fetch(request) {
      asked.push(request)
      return Promise.resolve(replies[Math.min(asked.length, replies.length) - 1]!())
    },
    ...options,
  })
  return { client, asked }
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error as Error,
  )
}

const none = () => Response.json({})

async function sent(options: Partial<ClientOptions>, input: object = {}): Promise<unknown> {
  const { client, asked } = answering([none], options)
  await client.call('createGroup', input as never)
  return [asked[0]!.method, asked[0]!.url, Object.fromEntries(asked[0]!.headers), await asked[0]!.text()]
}

test('headers say who calls, what is sent and what is wanted', async () => {
  const accept = 'application/json'
  const group = `${baseUrl}/api/v1/groups`
  expect(await sent({})).toEqual(['POST', group, { accept }, ''])
  expect(await sent({ token: 'a', accessToken: 'b' })).toEqual([
    'POST',
    group,
    { accept, authorization: 'SSWS a' },
    '',
  ])
  expect(await sent({ accessToken: 'b' }, { body: { profile: {} } })).toEqual([
    'POST',
    group,
    { accept, authorization: 'Bearer b', 'content-type': 'application/json' },
    '{"profile":{}}',
  ])
  const headers = { Accept: 'text/plain', Authorization: 'Other', Cookie: 'sid=1' }
  expect(await sent({ token: 'a', headers })).toEqual([
    'POST',
    group,
    { accept: 'text/plain', authorization: 'Other', cookie: 'sid=1' },
    '',
  ])
  const ofCall = { Accept: 'text/html', 'Content-Type': 'text/csv' }
  expect(await sent({ headers }, { headers: ofCall, body: null })).toEqual([
    'POST',
    group,
    { accept: 'text/html', authorization: 'Other', cookie: 'sid=1', 'content-type': 'text/csv' },
    'null',
  ])
})

test('a query contains the given values, lists with commas; the client ignores slashes after the base URL', async () => {
  const query = { limit: 5, active: false, ids: ['a', 'b c'], q: '', gone: undefined }
  expect(await sent({ baseUrl: `${baseUrl}/id///` }, { query })).toEqual([
    'POST',
    `${baseUrl}/id/api/v1/groups?limit=5&active=false&ids=a%2Cb+c&q=`,
    { accept: 'application/json' },
    '',
  ])
  expect(await sent({}, { query: { gone: undefined } })).toEqual([
    'POST',
    `${baseUrl}/api/v1/groups`,
    { accept: 'application/json' },
    '',
  ])
})

test('places of a path are encoded', async () => {
  const { client, asked } = answering([none])
  await client.addUserToGroup({ params: { groupId: 'g/1', userId: 'ä b' } })
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `PUT ${baseUrl}/api/v1/groups/g%2F1/users/%C3%A4%20b`,
  ])
})

test('further pages are asked for as the first was, but for the query', async () => {
  const page = (link: string | undefined) => () =>
    Response.json([{ id: link }], link === undefined ? {} : { headers: { link } })
  const { client, asked } = answering(
    [
      page(`<${baseUrl}/x>; rel="self", </elsewhere?after=1>; rel="next"`),
      page('<https://id.example.com/any?after=2>   ;   rel="next"'),
      page('<https://id.example.com/any?after=3>; rel="prev"'),
    ],
    { token: 'a' },
  )
  const stop = new AbortController()
  const input = {
    params: { groupId: 'g 1' },
    query: { limit: 2 },
    headers: { 'X-Trace': 't' },
    signal: stop.signal,
  }
  const ids: unknown[] = []
  for await (const { id } of client.each('listGroupUsers', input)) ids.push(id)
  expect(ids).toHaveLength(3)
  const path = `${baseUrl}/api/v1/groups/g%201/users`
  expect(asked.map(({ url }) => url)).toEqual([`${path}?limit=2`, `${path}?after=1`, `${path}?after=2`])
  expect(
    asked.map(({ method, headers }) => [method, headers.get('authorization'), headers.get('x-trace')]),
  ).toEqual(asked.map(() => ['GET', 'SSWS a', 't']))
  stop.abort()
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
})

test('a list of several pages may lead to the same page twice, though not at once', async () => {
  const page = (after: number) => () =>
    Response.json([after], { headers: { link: `<${baseUrl}/u?after=${after}>; rel="next"` } })
  const { client, asked } = answering([page(1), page(2), page(1), () => Response.json([])])
  const seen: unknown[] = []
  for await (const each of client.each('listUsers')) seen.push(each)
  expect(seen).toEqual([1, 2, 1])
  expect(asked).toHaveLength(4)
})

test('a full reply has its id and its next page, if any', async () => {
  const headers = { 'x-svc-request-id': 'r1', link: `<${baseUrl}/u?after=1>; rel="next"` }
  const { client } = answering([() => Response.json([], { headers }), none])
  expect(await client.call('listUsers')).toStrictEqual({
    status: 200,
    headers: new Headers({ ...headers, 'content-type': 'application/json' }),
    body: [],
    requestId: 'r1',
    next: `${baseUrl}/u?after=1`,
  })
  expect(Object.keys(await client.call('listUsers'))).toEqual(['status', 'headers', 'body'])
})

const tooMany = (after: number) => () =>
  new Response('{}', { status: 429, headers: { 'retry-after': String(after) } })

test('a call is made again after a minute at most, and the reply before it is read to its end', async () => {
  const replies: Response[] = []
  const waits: unknown[] = []
  const { signal } = new AbortController()
  const keep = (make: () => Response) => () => {
    const reply = make()
    replies.push(reply)
    return reply
  }
  const wait = (time: number, stopped?: AbortSignal) => {
    waits.push([time, stopped === signal, replies.at(-1)!.bodyUsed])
    return Promise.resolve()
  }
  const { client } = answering([keep(tooMany(60)), keep(tooMany(0)), keep(none)], { retry: { wait } })
  await client.listUsers({ signal })
  expect(waits).toEqual([
    [60_000, true, true],
    [100, true, true],
  ])
  const late = answering([tooMany(61), none], { retry: { wait } })
  await expect(late.client.listUsers()).rejects.toThrow('listUsers: 429')
  expect(late.asked).toHaveLength(1)
  const never = answering([tooMany(0), none], { retry: { wait, times: 0 } })
  await expect(never.client.listUsers()).rejects.toThrow('listUsers: 429')
  const longer = answering([tooMany(61), none], { retry: { wait, longest: 61_000 } })
  await longer.client.listUsers()
  expect([never.asked.length, longer.asked.length, waits.length]).toEqual([1, 2, 3])
})

test('without a reply, the message shows the cause of the error, its code, or the error itself', async () => {
  const failing = (error: unknown, options: Partial<ClientOptions> = {}) =>
    failureOf(createClient({ baseUrl, fetch: () => Promise.reject(error), ...options }).listUsers())
  const failed = (cause?: unknown) => new TypeError('fetch failed', { cause })
  for (const [error, why] of [
    [failed({ message: 'refused', code: 'ECONNREFUSED' }), 'refused'],
    [failed({ message: '', code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [failed({}), 'fetch failed'],
    [failed(), 'fetch failed'],
  ] as const) {
    const told = await failing(error)
    expect(told).toBeInstanceOf(TypeError)
    expect(told.message).toBe(`listUsers: no reply from ${baseUrl}: ${why}`)
    expect(told.cause).toBe(error)
  }
  const stopped = new DOMException('stopped', 'AbortError')
  expect(await failing(stopped)).toBe(stopped)
  expect(await failing('a text')).toBe('a text')
})

test('takes options of every kind', () => {
  for (const options of [
    { baseUrl: 'HTTP://a/b/', retry: false, token: undefined, headers: undefined } as const,
    { baseUrl, retry: { times: 1, longest: 5, wait: () => Promise.resolve() }, token: ' a!~ \n' },
  ]) {
    expect(() => createClient(options as ClientOptions)).not.toThrow()
  }
})
