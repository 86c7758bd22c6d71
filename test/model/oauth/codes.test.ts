import { expect, test } from 'vitest'
import { testOrg } from '../../support/call.ts'

const start = Date.parse('2026-01-05T09:30:00.000Z')

test('a device code is issued with all that is known of it', () => {
  const { org } = testOrg()
  const code = org.deviceCodes.issue({ clientId: 'tv', authorizationServerId: 'own', scopeIds: ['one'] })
  expect(code).toStrictEqual({
    clientId: 'tv',
    authorizationServerId: 'own',
    scopeIds: ['one'],
    value: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
    userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    familyId: expect.stringMatching(/^oaz/),
    expiresAt: start + 600_000,
    interval: 5000,
    status: 'pending',
  })
  expect(org.deviceCodes.find(code.value)).toBe(code)
  expect(org.deviceCodes.find('none')).toBeUndefined()
})

test('what a user types is taken in any case, with anything between the letters', () => {
  const { org } = testOrg()
  const { deviceCodes } = org
  expect(deviceCodes.pending('BCDF-GHJK')).toBeUndefined()
  const code = deviceCodes.issue({ clientId: 'tv', authorizationServerId: 'own', scopeIds: [] })
  const { userCode } = code
  const letters = userCode.replace('-', '')
  for (const typed of [
    userCode,
    letters,
    letters.toLowerCase(),
    ` ${letters.slice(0, 2)} . ${letters.slice(2)}\n`,
  ])
    expect(deviceCodes.pending(typed)).toBe(code)
  for (const typed of ['', letters.slice(1), `${letters}B`, letters.split('').toReversed().join('')])
    expect(deviceCodes.pending(typed)).toBeUndefined()
  deviceCodes.refuse(code)
  expect(deviceCodes.find(code.value)).toStrictEqual({ ...code, status: 'refused' })
  expect([deviceCodes.pending(userCode), deviceCodes.waiting()]).toStrictEqual([undefined, []])
})

test('codes that are over wait for nobody', () => {
  const { org } = testOrg()
  const { deviceCodes } = org
  const code = deviceCodes.issue({ clientId: 'tv', authorizationServerId: 'own', scopeIds: [] })
  org.clock.advance(599_999)
  expect([deviceCodes.isOver(code), deviceCodes.pending(code.userCode), deviceCodes.waiting()]).toStrictEqual(
    [false, code, [code]],
  )
  org.clock.advance(1)
  expect([deviceCodes.isOver(code), deviceCodes.pending(code.userCode), deviceCodes.waiting()]).toStrictEqual(
    [true, undefined, []],
  )
})

test('no two codes that wait have the same letters', () => {
  const { org } = testOrg()
  const { deviceCodes, ids } = org
  const streams = ids.snapshot()
  const issue = () => deviceCodes.issue({ clientId: 'tv', authorizationServerId: 'own', scopeIds: [] })
  const first = issue()
  const state = deviceCodes.state.snapshot()
  ids.restore(streams)
  // The same chance again: the letters are taken, and the next ones are not.
  const second = issue()
  expect(second.userCode).not.toBe(first.userCode)
  deviceCodes.state.restore(state as never)
  deviceCodes.use(first)
  ids.restore(streams)
  expect(issue().userCode).toBe(first.userCode)
})

test('a device that polls too soon waits five seconds longer each time', () => {
  const { org } = testOrg()
  const { deviceCodes, clock } = org
  const { value } = deviceCodes.issue({ clientId: 'tv', authorizationServerId: 'own', scopeIds: [] })
  const poll = (after: number) => {
    clock.advance(after)
    const isTooSoon = deviceCodes.poll(deviceCodes.find(value)!)
    const { interval, polledAt } = deviceCodes.find(value)!
    return [isTooSoon, interval, polledAt! - start]
  }
  expect(poll(0)).toStrictEqual([false, 5000, 0])
  expect(poll(5000)).toStrictEqual([false, 5000, 5000])
  expect(poll(4999)).toStrictEqual([true, 10_000, 9999])
  expect(poll(10_000)).toStrictEqual([false, 10_000, 19_999])
  expect(poll(9999)).toStrictEqual([true, 15_000, 29_998])
})

test('a device code is answered once, and used once', () => {
  const { org } = testOrg()
  const { deviceCodes } = org
  const code = deviceCodes.issue({ clientId: 'tv', authorizationServerId: 'own', scopeIds: ['one'] })
  const approval = { userId: 'ada', authentication: { authTime: 5, amr: ['pwd'] }, isUnderConsent: true }
  deviceCodes.approve(code, approval)
  const approved = { ...code, ...approval, status: 'approved' }
  expect(deviceCodes.find(code.value)).toStrictEqual(approved)
  deviceCodes.use(deviceCodes.find(code.value)!)
  expect(deviceCodes.find(code.value)).toStrictEqual({ ...approved, status: 'used' })
  deviceCodes.end('user', 'bob')
  expect(deviceCodes.state.size).toBe(1)
  deviceCodes.end('user', 'ada')
  expect(deviceCodes.state.size).toBe(0)
})

test('an authorization code that was used is known for longer than one that was not', () => {
  const { org } = testOrg()
  const { authorizationCodes, clock } = org
  const details = {
    clientId: 'shop',
    userId: 'ada',
    authorizationServerId: 'own',
    scopeIds: ['one'],
    authentication: { authTime: 5, amr: ['pwd'] },
    isUnderConsent: false,
  }
  const [code, other] = [authorizationCodes.issue(details), authorizationCodes.issue(details)]
  expect(code).toStrictEqual({
    ...details,
    value: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
    familyId: expect.stringMatching(/^oaz/),
    expiresAt: start + 300_000,
    use: 'unused',
  })
  const uses = () => [code, other].map(({ value }) => authorizationCodes.find(value)?.use)
  expect(authorizationCodes.find('none')).toBeUndefined()
  authorizationCodes.use(code)
  expect(uses()).toStrictEqual(['used', 'unused'])
  clock.advance(299_999)
  expect(uses()).toStrictEqual(['used', 'unused'])
  clock.advance(1)
  expect(uses()).toStrictEqual(['used', undefined])
  for (let time = 0; time < 2; time++) {
    authorizationCodes.use(authorizationCodes.find(code.value)!)
    expect(uses()).toStrictEqual(['misused', undefined])
  }
  authorizationCodes.end('client', 'another')
  expect(authorizationCodes.state.size).toBe(2)
  authorizationCodes.end('client', 'shop')
  expect(authorizationCodes.state.size).toBe(0)
})

test('a request waits an hour for its user', () => {
  const { org } = testOrg()
  const { interactions, clock } = org
  const details = {
    authorizationServerId: 'own',
    parameters: { client_id: 'shop' },
    leadsTo: 'https://shop.example.com',
    clientName: 'Shop',
  }
  const begun = interactions.begin(details)
  expect(begun).toStrictEqual({
    ...details,
    id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    expiresAt: start + 3_600_000,
  })
  interactions.signedIn(begun, 'session')
  const signedIn = { ...begun, sessionId: 'session' }
  clock.advance(3_599_999)
  expect(interactions.find(begun.id)).toStrictEqual(signedIn)
  clock.advance(1)
  expect(interactions.find(begun.id)).toBeUndefined()
  expect(interactions.state.get(begun.id)).toStrictEqual(signedIn)
  interactions.end(begun)
  expect(interactions.state.get(begun.id)).toBeUndefined()
})
