import { registerChecks } from 'identikit/conformance'
import { serve } from 'identikit/server'
import { afterAll, expect, test } from 'vitest'

// Your own server goes here; this one is the mock.
const server = await serve({ port: 0 })
afterAll(() => server.close())

// A test for each check of these requirements joins this file.
await registerChecks({
  baseUrl: server.url,
  token: server.org.apiToken,
  only: ['groups.create.*', 'groups.delete.*', 'users.suspend.not-active'],
  features: { 'early-access': 'no' },
  // A requirement that needs what the API cannot cause is not shown here, and fails nothing.
  tolerateIncomplete: true,
  ledger: false,
})

test('tests of your own stand beside them', async () => {
  const reply = await fetch(`${server.url}/api/v1/groups`, {
    headers: { Authorization: `SSWS ${server.org.apiToken}` },
  })
  expect(reply.status).toBe(200)
})
