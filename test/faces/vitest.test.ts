import { expect, test as base } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { orgFixtures } from '../../src/vitest.ts'

const test = base.extend(orgFixtures({ apiToken: 'token' }))
const prepared = base.extend(orgFixtures(() => createOrg({ apiToken: 'prepared' })))

let closedUrl = ''

test('gives each test its own organisation', async ({ client, org }) => {
  await client.createUser({
    body: { profile: { login: 'x@example.com', email: 'x@example.com', firstName: 'X', lastName: 'Y' } },
  })
  expect(org.model.users.collection.size).toBe(2)
})

test('leaves nothing of one test to the next', ({ org }) => {
  expect(org.model.users.collection.size).toBe(1)
})

test('serves the organisation over HTTP where a test asks for it', async ({ service, org }) => {
  closedUrl = `${service.url}/api/v1/users/me`
  const response = await fetch(closedUrl, { headers: { authorization: 'SSWS token' } })
  expect(response.status).toBe(200)
  expect(service.org).toBe(org)
})

test('closes the server after the test', async () => {
  await expect(fetch(closedUrl)).rejects.toThrow()
})

prepared('takes an organisation that the tests make', ({ org }) => {
  expect(org.apiToken).toBe('prepared')
})
