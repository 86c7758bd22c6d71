import { describe, expect, test as base } from 'vitest'
import { orgFixtures } from '../../../../src/vitest.ts'

const test = base.extend(orgFixtures({ vary: 'used' }))

describe('groups', () => {
  test('are all on the first page', async ({ org }) => {
    const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
    for (const name of ['Red', 'Green'])
      await org.fetch('/api/v1/groups', {
        method: 'POST',
        headers,
        body: JSON.stringify({ profile: { name } }),
      })
    expect(await (await org.fetch('/api/v1/groups', { headers })).json()).toHaveLength(3)
  })
})

test.for([1, 2])('follows the next link (%i)', async (count, { client }) => {
  for (let at = 0; at < count; at++) await client.createGroup({ body: { profile: { name: `Group ${at}` } } })
  const found = []
  for await (const group of client.each('listGroups')) found.push(group)
  expect(found).toHaveLength(count + 1)
})

test('is limited in a new operation only, and need not wait', async ({ org, service }) => {
  const headers = { authorization: `SSWS ${org.apiToken}` }
  const get = (path) => fetch(service.url + path, { headers }).catch(() => undefined)
  expect((await get('/api/v1/groups')).ok).toBe(true)
  for (let reply; !reply?.ok;) {
    reply = await get('/api/v1/users')
    if (reply?.status !== 429) continue
    const [date, reset] = ['date', 'x-rate-limit-reset'].map((name) => reply.headers.get(name))
    expect(Number(reset) * 1000 + 1000).toBe(Date.parse(date))
  }
})

test('fails without variants', async ({ client }) => {
  await client.getUser({ params: { userId: 'nobody' } })
})

base('has no organisation', () => expect(1).toBe(1))
