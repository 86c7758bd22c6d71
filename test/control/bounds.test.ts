import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'

test('the outbox keeps the newest ten thousand mails, and is read page by page with a total', async () => {
  const { call, control, org } = testOrg()
  const { json } = await call('POST', '/api/v1/users', newUser())
  for (let sent = org.tables.mails.last; sent < 10_050; sent += 1) {
    org.outbox.send('welcome', org.users.get(json.id)!)
  }
  expect(control.listMails()).toHaveLength(10_000)
  const numbers = (page: object) => control.listMails(page).map(({ number }) => number)
  expect(numbers({ kind: 'welcome', limit: 2 })).toEqual([51, 52])
  expect(numbers({ after: 52, limit: 2 })).toEqual([53, 54])
  expect(numbers({ after: 10_049 })).toEqual([10_050])
})

test('expired access tokens are neither listed nor kept for good', () => {
  const { control, org } = testOrg()
  const made = (expiresIn: string): void =>
    void control.createAccessToken({ scopes: ['svc.users.read'], expiresIn })
  for (let index = 0; index < 1500; index += 1) made('1m')
  made('1d')
  control.advanceClock({ by: '5m' })
  expect(control.list({ kind: 'tokens' }).accessTokens).toHaveLength(1)
  for (let index = 0; index < 1600; index += 1) made('1d')
  expect(org.access.accessTokens().length).toBe(1601)
})

test('allows a thousand faults at most, and adds a scenario completely or not at all', () => {
  const { control } = testOrg()
  for (let index = 0; index < 999; index += 1) control.addFault({ status: 500, path: `/${index}` })
  expect(() => control.startScenario({ name: 'maintenance' })).toThrow(
    /faults: There are 999 in force already/,
  )
  expect(control.list({ kind: 'faults' })).toHaveLength(999)
  control.addFault({ status: 500 })
  expect(() => control.addFault({ status: 500 })).toThrow(/of 1000 at most/)
  control.clearFaults()
  control.addFault({ status: 500 })
})
