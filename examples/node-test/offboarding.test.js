import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { loadDataset } from 'identikit/fixtures'
import { setupServer } from 'identikit/node'
import { offboard } from './offboarding.js'

const baseUrl = 'https://id.example.com'
const server = setupServer({ baseUrl })
const service = { baseUrl, token: server.org.apiToken }

before(async () => {
  server.listen()
  await loadDataset(server.org, 'demo')
})
beforeEach(() => server.org.reset())
after(() => server.close())

test('deactivates everyone of a department, page by page', async () => {
  const isLegal = ({ profile }) => profile.department === 'Legal'
  const before = server.org.data.users.findMany((q) => q.where({ status: 'ACTIVE' }))
  const logins = await offboard(service, 'Legal')

  assert.deepEqual(new Set(logins), new Set(before.filter(isLegal).map(({ profile }) => profile.login)))
  const after = server.org.data.users.findMany((q) => q.where({ status: 'ACTIVE' }))
  assert.equal(after.length, before.length - logins.length, 'everybody else stays')
  assert.ok(!after.some(isLegal))
})

test('changes nothing when the service refuses the search', async () => {
  server.org.control.addFault({ operation: 'listUsers', status: 500 })

  await assert.rejects(offboard(service, 'Legal'), { name: 'ServiceError', status: 500 })
  assert.equal(server.org.control.readJournal().filter(({ method }) => method === 'POST').length, 0)
})
