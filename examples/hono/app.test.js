import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { serve } from '@hono/node-server'
import { app, patientClient } from './app.js'

let server
let url
before(async () => {
  server = serve({ fetch: app.fetch, port: 0, hostname: 'localhost' })
  await once(server, 'listening')
  url = `http://localhost:${server.address().port}`
})
after(() => server.close())

test("a route of the application's own asks the service", async () => {
  const logins = await (await fetch(`${url}/people`)).json()
  assert.ok(logins.includes('admin@example.com'))
})

test('the service answers, with links that lead back to the application', async () => {
  const client = patientClient(url, fetch)
  const [user] = await client.listUsers({ query: { limit: 1 } })
  const { href } = user._links.self
  assert.ok(href.startsWith(`${url}/api/v1/users/`))
  const userId = href.slice(href.lastIndexOf('/') + 1)
  assert.equal((await client.getUser({ params: { userId } })).id, user.id)
})

test('sign-in and the console are pages, and the console has its script', async () => {
  for (const [path, type] of [
    ['/signin', /html/],
    ['/_console', /html/],
    ['/_console/console.js', /javascript/],
  ]) {
    const reply = await fetch(url + path)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-type'), type)
  }
})

test('nobody controls it without the token, or under another name', async () => {
  assert.equal((await fetch(`${url}/_control`)).status, 401)
  const headers = { authorization: 'Bearer dev-control' }
  assert.equal((await fetch(`${url}/_control`, { headers })).status, 200)
  const foreign = request(`${url}/signin`, { headers: { host: 'evil.test' } }).end()
  const [reply] = await once(foreign, 'response')
  reply.resume()
  assert.equal(reply.statusCode, 421)
})
