import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { serve } from '@hono/node-server'
import { app } from './app.js'

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
  assert.equal(logins[0], 'admin@example.com')
})

test('the service answers, with links that lead back to the application', async () => {
  const headers = { authorization: 'SSWS dev-token' }
  const [user] = await (await fetch(`${url}/api/v1/users?limit=1`, { headers })).json()
  assert.ok(user._links.self.href.startsWith(`${url}/api/v1/users/`))
  assert.equal((await fetch(user._links.self.href, { headers })).status, 200)
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
