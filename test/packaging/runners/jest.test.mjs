// A test as a user of Jest with modules writes it.
import { expect, jest, test } from '@jest/globals'
import { useOrg } from 'identikit/jest'

const kit = useOrg({ apiToken: 'token', per: 'worker' })
const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

test('an organisation for the test, and the matchers', async () => {
  jest.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') })
  await kit.clock.set('2031-05-01T00:00:00Z')
  expect(new Date().toISOString()).toBe('2031-05-01T00:00:00.000Z')
  const { id, created } = await kit.client.createUser({ body: { profile } })
  expect(created).toMatch(/^2031-05-01T00:00/)
  expect(id).toHaveReceivedMail('activation')
  expect(kit.outbox.last(id).kind).toBe('activation')
  expect((await kit.asUser(id).getUser({ params: { userId: 'me' } })).id).toBe(id)
  jest.useRealTimers()
})

test('nothing of one test is left to the next', () => {
  expect(kit.org).not.toHaveReceived('createUser')
  expect(() => expect('ada').toHaveStatus('ACTIVE')).toThrow('there is no user "ada" among the 1')
})
