import { expect, test, vi } from 'vitest'
import { testOrg } from '../../support/call.ts'
import { isAbout } from '../../../src/model/oauth/authorizations.ts'
import { entryOf } from '../../../src/model/access/journal.ts'
import type { StateRow } from '../../../src/model/kernel/state-log.ts'

test('what a read or a refused request draws from waits for nothing to be kept, and a write does', async () => {
  const { org, call } = testOrg({ rateLimit: { enforce: true } })
  const { log } = org.state
  log.track()
  log.drain()
  for (const [method, path] of [
    ['GET', '/api/v1/users'],
    ['GET', '/api/v1/groups?search=type%20eq%20%22BUILT_IN%22'],
    ['GET', '/api/v1/users/none'],
    ['POST', '/api/v1/users'],
    ['DELETE', '/oauth2/v1/clients/none'],
    ['PATCH', '/api/v1/users'],
  ] as const) {
    await call(method, path)
    expect([method, path, log.hasChanges]).toEqual([method, path, false])
  }
  // They are kept all the same, with the next write.
  expect(log.drain().map(([part]) => part)).toEqual(expect.arrayContaining(['ids', 'rateLimit']))
  expect(log.drain()).toEqual([])
  await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  expect(log.hasChanges).toBe(true)
})

test('a store is given what changes, and all that there is only where it asks for that', () => {
  const parts = (withAll?: boolean): readonly string[] => {
    const { org } = testOrg()
    const written: StateRow[] = []
    org.persist(
      { write: (rows) => void written.push(...rows) },
      ...(withAll === undefined ? [] : [{ withAll }]),
    )
    return written.map(([part]) => part)
  }
  expect(parts()).toEqual([])
  expect(parts(false)).toEqual([])
  expect(parts(true)).toEqual(expect.arrayContaining(['users', 'groups', 'settings']))
})

const authorization = {
  userId: 'user',
  clientId: 'client',
  scopeIds: ['one', 'two'],
  authorizationServerId: 'server',
}

test.for([
  ['user', 'user', true],
  ['client', 'client', true],
  ['scope', 'one', true],
  ['scope', 'two', true],
  ['authorizationServer', 'server', true],
  ['user', 'client', false],
  ['client', 'server', false],
  ['client', 'user', false],
  ['scope', 'server', false],
  ['authorizationServer', 'client', false],
] as const)('what was issued is about the %s %s: %j', ([part, id, expected]) => {
  expect(isAbout(authorization, part, id)).toBe(expected)
})

test('the journal tells durations to a thousandth of a millisecond', async () => {
  const { call, org } = testOrg()
  await call('GET', '/api/v1/users')
  const [kept] = org.traffic.entries.find({})
  vi.spyOn(kept!.exchanged, 'duration', 'get').mockReturnValue(1.234_56)
  const told = entryOf(kept!)
  expect(told.duration).toBe(1.235)
  expect(told.time).toBe('2026-01-05T09:30:00.000Z')
})
