import { readFile } from 'node:fs/promises'
import { expect, expectTypeOf, test } from 'vitest'
import { renderClientRoutes } from '../../scripts/client-routes.ts'
import { type Client, type ClientOptions, createClient, ServiceError } from '../../src/client.ts'
import { createOrg } from '../../src/index.ts'

function setup(): { client: Client; requests: Request[] } {
  const org = createOrg({ apiToken: 'token' })
  const requests: Request[] = []
  const client = createClient({
    baseUrl: 'https://svc.example.com/',
    token: 'token',
    fetch: (request) => {
      requests.push(request.clone())
      return org.fetch(request)
    },
  })
  return { client, requests }
}

function person(login: string) {
  return { profile: { login, email: login, firstName: 'Émilie', lastName: 'du Châtelet' } }
}

test('routes of the client are those of the contract', async () => {
  const written = await readFile(new URL('../../generated/client-routes.ts', import.meta.url), 'utf8')
  expect(written).toBe(renderClientRoutes())
})

test('creates, reads and finds a user, typed', async () => {
  const { client, requests } = setup()
  const created = await client.createUser({ query: { activate: false }, body: person('emilie@example.com') })
  expectTypeOf(created.status).toEqualTypeOf<
    | 'STAGED'
    | 'PROVISIONED'
    | 'ACTIVE'
    | 'RECOVERY'
    | 'PASSWORD_EXPIRED'
    | 'LOCKED_OUT'
    | 'SUSPENDED'
    | 'DEPROVISIONED'
  >()
  expect(created.status).toBe('STAGED')
  expect(await client.getUser({ params: { userId: 'emilie@example.com' } })).toEqual(created)
  const found = await client.listUsers({ query: { search: 'profile.firstName eq "Émilie"', limit: 5 } })
  expect(found.map(({ id }) => id)).toEqual([created.id])
  expect(requests[0]?.headers.get('authorization')).toBe('SSWS token')
  expect(new URL(requests[2]!.url).searchParams.get('limit')).toBe('5')
})

test('leaves in a path what a segment may hold', async () => {
  const { client, requests } = setup()
  const userId = "jo.o'neil+a@example.com:1;b=$(c)!*~,&/d"
  await expect(client.getUser({ params: { userId } })).rejects.toThrow(ServiceError)
  expect(requests[0]?.url).toBe(
    "https://svc.example.com/api/v1/users/jo.o'neil+a@example.com:1;b=$(c)!*~,&%2Fd",
  )
})

test('goes through a list along its next links, and sends its token to no other address', async () => {
  const { client, requests } = setup()
  for (let index = 0; index < 4; index++) await client.createUser({ body: person(`p${index}@example.com`) })
  const logins: unknown[] = []
  for await (const user of client.each('listUsers', { query: { limit: 2 } })) logins.push(user.profile.login)
  expect(logins).toEqual([
    'admin@example.com',
    'p0@example.com',
    'p1@example.com',
    'p2@example.com',
    'p3@example.com',
  ])
  expect(requests.slice(4).map(({ url }) => new URL(url).origin)).toEqual([
    'https://svc.example.com',
    'https://svc.example.com',
    'https://svc.example.com',
  ])
})

test('types what an operation needs', () => {
  const { client } = setup()
  expectTypeOf(client.getUser).parameter(0).toHaveProperty('params')
  // @ts-expect-error a user cannot be created without a body
  expectTypeOf(client.createUser).toBeCallableWith({})
  // @ts-expect-error there is no such query parameter
  expectTypeOf(client.listUsers).toBeCallableWith({ query: { limmit: 1 } })
  // @ts-expect-error only lists have pages
  expectTypeOf(client.each).toBeCallableWith('getUser')
  expectTypeOf(client.deleteUser).returns.resolves.toEqualTypeOf<undefined>()
})

test('types what it answers to the last property', () => {
  const { client } = setup()
  type User = Awaited<ReturnType<Client['getUser']>>
  expectTypeOf<User['profile']['login']>().toEqualTypeOf<string>()
  expectTypeOf<User['profile']['mobilePhone']>().toEqualTypeOf<string | null>()
  expectTypeOf<User['profile']['department']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<User['_links']['self']['href']>().toEqualTypeOf<string>()
  type Group = Awaited<ReturnType<Client['getGroup']>>
  expectTypeOf<Group['profile']['name']>().toEqualTypeOf<string>()
  const wrong = { profile: { login: 5, email: 'x', firstName: 'x', lastName: 'x' } }
  // @ts-expect-error a login is a text
  expectTypeOf(client.createUser).toBeCallableWith({ body: wrong })
  expectTypeOf<Awaited<ReturnType<typeof client.call<'registerClient'>>>['status']>().toEqualTypeOf<201>()
  expectTypeOf<Awaited<ReturnType<typeof client.call<'deleteUser'>>>['body']>().toEqualTypeOf<undefined>()
})

test('an error says what is wrong, thing by thing, and which request it was', async () => {
  const { client } = setup()
  const body = { profile: { login: 'x', email: 'x', firstName: '', lastName: 'x' } }
  const refused = await client.createUser({ body }).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    status: 400,
    code: 'E0000001',
    requestId: expect.stringMatching(/^\w{10,}/),
  })
  expect((refused as ServiceError).causes).toContain('firstName: The field cannot be left blank')
  const ofClient = await client.getClient({ params: { clientId: 'none' } }).catch((error: unknown) => error)
  expect(ofClient).toMatchObject({ status: 401, code: 'invalid_client', causes: [] })
})

/** A client of something that answers these replies one after the other. */
function answering(replies: readonly Response[], retry?: ClientOptions['retry']) {
  const waited: number[] = []
  let sent = 0
  const client = createClient({
    baseUrl: 'https://svc.example.com',
    fetch: () => Promise.resolve(replies[Math.min(sent++, replies.length - 1)]!.clone()),
    retry: retry === false ? false : { wait: (time) => Promise.resolve(void waited.push(time)), ...retry },
  })
  return { client, waited, sent: () => sent }
}

const date = 'Mon, 05 Jan 2026 09:30:00 GMT'
const reset = String(Date.parse(date) / 1000 + 5)
const exceeded = new Response('{}', { status: 429, headers: { date, 'x-rate-limit-reset': reset } })
const fine = new Response('[]', { headers: { 'content-type': 'application/json' } })

test.each<
  [
    string,
    readonly Response[],
    NonNullable<ClientOptions['retry']> | false | undefined,
    number | 'fine',
    readonly number[],
  ]
>([
  ['once the reset has passed, by the date of the reply', [exceeded, fine], undefined, 'fine', [6000]],
  ['twice at the most', [exceeded], undefined, 429, [6000, 6000]],
  ['as often as it is told to', [exceeded], { times: 1 }, 429, [6000]],
  ['not where it is told not to', [exceeded, fine], false, 429, []],
  ['not where it would take too long', [exceeded, fine], { longest: 5000 }, 429, []],
  ['not where nothing says when', [new Response('{}', { status: 429 }), fine], undefined, 429, []],
  [
    'as Retry-After says',
    [new Response('', { status: 429, headers: { 'retry-after': '3' } }), fine],
    undefined,
    'fine',
    [3000],
  ],
  [
    'not where it was refused for something else',
    [new Response('{}', { status: 500 }), fine],
    undefined,
    500,
    [],
  ],
])('makes a call that was one too many again, %s', async (_, replies, retry, outcome, waits) => {
  const { client, waited, sent } = answering(replies, retry)
  const answer = await client.listUsers().catch((error: unknown) => (error as ServiceError).status)
  expect([answer, waited]).toEqual([outcome === 'fine' ? [] : outcome, waits])
  expect(sent()).toBe(waits.length + 1)
})

test.each(['unavailable', 'connection-reset'])('reads under the variant %s', async (variant) => {
  const { baseUrl, apiToken: token, fetch, vary } = createOrg()
  await vary(variant)
  const waited: number[] = []
  const wait = (time: number): Promise<void> => Promise.resolve(void waited.push(time))
  const client = createClient({ baseUrl, token, fetch, retry: { wait } })
  expect(await client.listUsers()).toHaveLength(1)
  expect(waited).toEqual([500])
})

test.each([
  ['before it waits', (abort: () => void) => queueMicrotask(abort)],
  ['while it waits', (abort: () => void) => setTimeout(abort, 20)],
])('stops waiting when its signal aborts %s', async (_, soon) => {
  const stop = new AbortController()
  const client = createClient({
    baseUrl: 'https://svc.example.com',
    fetch() {
      soon(() => stop.abort(new Error('enough')))
      return Promise.resolve(exceeded.clone())
    },
  })
  const began = performance.now()
  await expect(client.listUsers({ signal: stop.signal })).rejects.toThrow('enough')
  // The reply says to wait six seconds.
  expect(performance.now() - began).toBeLessThan(4000)
})

test('follows the links of a list at the address that was given, path and all', async () => {
  const seen: string[] = []
  const client = createClient({
    baseUrl: 'http://localhost:3000/proxy/id/',
    fetch({ url }) {
      seen.push(url)
      const link = '<https://id.example.com/api/v1/users?limit=1&after=x%2Fy>; rel="next"'
      return Promise.resolve(
        Response.json([{ id: seen.length }], seen.length < 2 ? { headers: { link } } : {}),
      )
    },
  })
  const ids = []
  for await (const { id } of client.each('listUsers', { query: { limit: 1 } })) ids.push(id)
  expect(ids).toEqual([1, 2])
  expect(seen).toEqual([
    'http://localhost:3000/proxy/id/api/v1/users?limit=1',
    'http://localhost:3000/proxy/id/api/v1/users?limit=1&after=x%2Fy',
  ])
})
