import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'

async function pageOf(
  org: ReturnType<typeof createOrg>,
  path: string,
): Promise<{ ids: string[]; next?: string; status: number }> {
  const response = await org.fetch(path, { headers: { authorization: `SSWS ${org.apiToken}` } })
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const body = (await response.json()) as { id: string }[]
  const ids = Array.isArray(body) ? body.map(({ id }) => id) : []
  return {
    ids,
    status: response.status,
    ...(next === undefined ? {} : { next: next.slice(org.baseUrl.length) }),
  }
}

function addUsers(org: ReturnType<typeof createOrg>, count: number): void {
  for (let number = 0; number < count; number++) {
    const login = `page${org.model.users.collection.size}@example.com`
    org.model.registration.create({ profile: { login, email: login, firstName: 'A', lastName: 'B' } })
  }
}

test('a page that is read again shows newer users, and the link to a new next page', async () => {
  const org = createOrg()
  addUsers(org, 2)
  const path = '/api/v1/users?limit=2'
  const first = await pageOf(org, path)
  expect(first.ids).toHaveLength(2)
  const second = await pageOf(org, first.next!)
  expect(second.ids).toHaveLength(1)
  expect(second.next).toBeUndefined()
  addUsers(org, 2)
  expect((await pageOf(org, path)).next).toBe(first.next)
  const again = await pageOf(org, first.next!)
  expect(again.ids).toEqual([second.ids[0], expect.any(String)])
  expect((await pageOf(org, again.next!)).ids).toHaveLength(1)
})

test('a cursor that was taken is taken by no other list and by no other organisation', async () => {
  const org = createOrg()
  addUsers(org, 3)
  const { next } = await pageOf(org, '/api/v1/users?limit=1')
  expect((await pageOf(org, next!)).status).toBe(200)
  expect((await pageOf(org, next!)).status).toBe(200)
  expect((await pageOf(org, next!.replace('/users?', '/groups?'))).status).toBe(400)
  expect((await pageOf(org, `${next}&search=status%20eq%20%22ACTIVE%22`)).status).toBe(400)
  const other = createOrg({ seed: { secrets: 'another' } })
  expect((await pageOf(other, next!)).status).toBe(400)
})

test('links follow the base URL, and a limit that the organisation sets', async () => {
  const org = createOrg()
  addUsers(org, 3)
  const { next } = await pageOf(org, '/api/v1/users?limit=1')
  org.model.baseUrl = 'https://moved.example.com'
  expect((await pageOf(org, '/api/v1/users?limit=1')).next).toBe(next)
  org.control.changeSettings({ pageSizes: { listUsers: { default: 3, max: 3 } } })
  expect((await pageOf(org, '/api/v1/users?limit=200')).ids).toHaveLength(3)
  expect((await pageOf(org, '/api/v1/users')).ids).toHaveLength(3)
})
