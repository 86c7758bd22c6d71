// A test as a user of node:test writes it.
import assert from 'node:assert/strict'
import test from 'node:test'
import { createTestKit, expectThat } from 'identikit/testing'

const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
let url

test('an organisation for the test, and the matchers', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.parse('2030-01-01T00:00:00Z') })
  const { org, client, clock, service } = await createTestKit({}, t)
  const ada = await client.createUser({ body: { profile } })
  const fired = t.mock.fn()
  setTimeout(fired, 60_000)
  await clock.advance('2h')
  assert.equal(fired.mock.callCount(), 1)
  assert.equal(new Date().toISOString(), '2030-01-01T02:00:00.000Z')
  assert.equal(clock.now().toISOString(), '2030-01-01T02:00:00.000Z')
  expectThat(ada.id).toHaveStatus('PROVISIONED')
  expectThat(ada.id).toHaveReceivedMail('activation')
  expectThat(org).toHaveReceived('createUser', { body: { profile: { login: 'ada@example.com' } } })
  assert.throws(() => expectThat(ada.id).toHaveStatus('ACTIVE'), { code: 'ERR_ASSERTION' })
  t.mock.timers.reset()
  ;({ url } = await service())
  assert.equal((await fetch(`${url}/api/v1/users/me`)).status, 401)
})

test('the server of a test is closed after it', async () => {
  await assert.rejects(fetch(url))
})
