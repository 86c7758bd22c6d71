import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'

test('changes a setting while the organisation runs, and keeps the other settings', () => {
  const { control } = testOrg({ searchLag: 300 })
  const changed = control.changeSettings({ transitionDelay: 2000 })
  expect(changed).toMatchObject({ searchLag: 300, transitionDelay: 2000, sessionLifetime: 7_200_000 })
  expect(control.readSettings()).toEqual(changed)
})

test('keeps what is not given of settings that hold several values', () => {
  const { control } = testOrg()
  expect(
    control.changeSettings({ tokenLifetimes: { access: '5m' }, features: { earlyAccess: false } }),
  ).toMatchObject({
    tokenLifetimes: { access: 300_000, refresh: 604_800_000 },
    features: { earlyAccess: false, newerEngine: true },
  })
})

test('lets searches lag from now on, and makes them current again', async () => {
  const { call, control } = testOrg()
  const found = async (): Promise<number> =>
    (await call('GET', '/api/v1/users?search=profile.firstName+eq+%22Late%22')).json.length
  control.changeSettings({ searchLag: 1000 })
  await call('POST', '/api/v1/users', newUser({ firstName: 'Late' }))
  expect(await found()).toBe(0)
  control.advanceClock({ by: 1000 })
  expect(await found()).toBe(1)
  control.changeSettings({ searchLag: 0 })
  await call('POST', '/api/v1/users', newUser({ firstName: 'Late' }))
  expect(await found()).toBe(2)
})

test('null removes an optional setting', () => {
  const { control } = testOrg({ largePageTimeout: 5 })
  expect(control.changeSettings({ largePageTimeout: null })).not.toHaveProperty('largePageTimeout', 5)
})

test('goes back to the settings of the seed on reset', () => {
  const { control } = testOrg()
  const before = control.readSettings()
  control.changeSettings({ searchLag: 5 })
  control.changePasswordPolicy({ minLength: 20 })
  control.reset()
  expect(control.readSettings()).toEqual(before)
})
