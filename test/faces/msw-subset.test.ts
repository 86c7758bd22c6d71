import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { parseSeed, SeedError } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'

test("a handler of the person's own reads the body of what a subset of ours does not answer", async () => {
  const org = createOrg()
  const subset = org.handlers().slice(0, 3)
  const server = setupServer(
    ...subset,
    http.post('https://svc.example.com/*', async ({ request }) =>
      HttpResponse.json({ own: await request.json() }),
    ),
  )
  server.listen()
  try {
    const response = await fetch('https://svc.example.com/api/v1/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profile: { login: 'a' } }),
    })
    expect(await response.json()).toEqual({ own: { profile: { login: 'a' } } })
  } finally {
    server.close()
  }
})

test('a seed with more than twenty mistakes lists twenty and counts the rest', () => {
  const groups = Array.from({ length: 130 }, () => ({ name: 5 }))
  let thrown: unknown
  try {
    parseSeed(JSON.stringify({ groups }))
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(SeedError)
  const { message, mistakes } = thrown as SeedError
  expect(mistakes).toHaveLength(130)
  expect(message.split('\n')).toHaveLength(22)
  expect(message).toMatch(/^seed\.yaml: 130 mistakes\n/)
  expect(message).toMatch(/\n {2}and 110 more$/)
})
