import { readFile } from 'node:fs/promises'
import { expect, expectTypeOf, test } from 'vitest'
import { renderClientRoutes } from '../../scripts/client-routes.ts'
import { type Client, createClient, ServiceError } from '../../src/client.ts'
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
  const written = await readFile(new URL('../../src/client/routes.ts', import.meta.url), 'utf8')
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

test('encodes what stands in a path', async () => {
  const { client, requests } = setup()
  await expect(client.getUser({ params: { userId: 'a/b?c' } })).rejects.toThrow(ServiceError)
  expect(requests[0]?.url).toBe('https://svc.example.com/api/v1/users/a%2Fb%3Fc')
})

test('rejects with what the service refused', async () => {
  const { client } = setup()
  const refused = await client.getUser({ params: { userId: 'nobody' } }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ServiceError)
  expect(refused).toMatchObject({ operation: 'getUser', status: 404, code: 'E0000007' })
  expect((refused as Error).message).toContain('Resource not found: nobody (User)')
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

test('answers a reply in full where it is asked for', async () => {
  const { client } = setup()
  const reply = await client.call('listUsers', { query: { limit: 1 } })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('x-rate-limit-limit')).toBe('600')
  expect(reply.next).toBeUndefined()
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

test('says which part of a path is missing', async () => {
  const { client } = setup()
  await expect(client.getUser({ params: {} as { userId: string } })).rejects.toThrow(
    'getUser: params.userId is missing',
  )
})
