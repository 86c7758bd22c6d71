import { describe, expect, test } from 'vitest'
import { AccessTokens, type AccessTokenRecord } from '../../../src/model/oauth/access-tokens.ts'
import { ShortLived } from '../../../src/model/oauth/short-lived.ts'
import { testOrg } from '../../support/call.ts'

const start = Date.parse('2026-01-05T09:30:00.000Z')
const minute = 60_000

describe('access tokens', () => {
  const token = (id: string, changes: Partial<AccessTokenRecord> = {}): AccessTokenRecord => ({
    id,
    value: `value of ${id}`,
    clientId: 'client',
    scopeIds: ['read', 'write'],
    authorizationServerId: 'own',
    issuedAt: start,
    expiresAt: start + minute,
    ...changes,
  })

  /** Access tokens with a clock that a test sets, and what they told of tokens that open the API. */
  function issued() {
    const { clock } = testOrg().org
    const opened: unknown[] = []
    const closed: string[] = []
    const statuses: Record<string, string> = { ada: 'ACTIVE', bob: 'SUSPENDED' }
    const tokens = new AccessTokens({
      clock,
      users: {
        get: (id) => (statuses[id] === undefined ? undefined : { status: statuses[id] }),
      },
      authorizationServers: {
        own: { id: 'own' },
        scopes: { get: (id) => ({ name: `svc.${id}` }) },
      },
      principals: {
        addAccessToken: (opening, now) => void opened.push([opening, now]),
        removeAccessToken: (value) => void closed.push(value),
      },
    })
    return { tokens, clock, opened, closed }
  }

  test('those of the organisation itself open the API', () => {
    const { tokens, opened } = issued()
    const [own, ofUser] = [token('a'), token('b', { userId: 'ada' })]
    expect(tokens.add(own)).toStrictEqual(own)
    tokens.add(ofUser)
    tokens.add(token('c', { authorizationServerId: 'another' }))
    const opening = {
      id: 'a',
      value: 'value of a',
      clientId: 'client',
      scopes: ['svc.read', 'svc.write'],
      expiresAt: start + minute,
    }
    expect(opened).toStrictEqual([
      [opening, start],
      [{ ...opening, id: 'b', value: 'value of b', userId: 'ada' }, start],
    ])
    expect(Object.keys((opened[0] as object[])[0]!)).not.toContain('userId')
  })

  test('one works until the moment when it is over, and not while its user is suspended', () => {
    const { tokens, clock } = issued()
    const [own, ofAda, ofNobody] = [token('a'), token('b', { userId: 'ada' }), token('c', { userId: 'gone' })]
    for (const each of [own, ofAda, ofNobody, token('d', { userId: 'bob' })]) tokens.add(each)
    const found = () => 'abcd'.split('').map((id) => tokens.find(`value of ${id}`)?.id)
    expect(tokens.find('value of x')).toBeUndefined()
    expect(found()).toStrictEqual(['a', 'b', 'c', undefined])
    clock.advance(minute - 1)
    expect(found()).toStrictEqual(['a', 'b', 'c', undefined])
    clock.advance(1)
    expect(found()).toStrictEqual([undefined, undefined, undefined, undefined])
  })

  test('they end by user, client, both, scope, server, refresh token and family', () => {
    const { tokens, closed } = issued()
    const ids = () => tokens.collection.values().map(({ id }) => id)
    const full = { userId: 'ada', refreshTokenId: 'refresh', familyId: 'family' }
    for (const [index, value] of [
      ['user', 'ada'],
      ['client', 'client'],
      ['userClient', 'ada client'],
      ['scope', 'write'],
      ['authorizationServer', 'own'],
      ['refreshToken', 'refresh'],
      ['family', 'family'],
    ] as const) {
      closed.length = 0
      tokens.add(token('a', full))
      tokens.end(index, `${value} too`)
      expect([index, ids(), closed]).toStrictEqual([index, ['a'], []])
      tokens.end(index, value)
      expect([index, ids(), closed]).toStrictEqual([index, [], ['value of a']])
    }
    tokens.add(token('own'))
    for (const [index, value] of [
      ['user', 'undefined'],
      ['userClient', 'undefined client'],
      ['refreshToken', 'undefined'],
      ['family', 'undefined'],
    ] as const)
      tokens.end(index, value)
    expect(ids()).toStrictEqual(['own'])
    tokens.revoke(tokens.find('value of own')!)
    expect([ids(), closed]).toStrictEqual([[], ['value of a', 'value of own']])
  })

  test('those that are over are thrown out at a thousand, then whenever there are twice as many', () => {
    const { tokens, clock, closed } = issued()
    const fill = (upTo: number, expiresAt: number) => {
      while (tokens.collection.size < upTo)
        tokens.add(token(`${expiresAt} ${tokens.collection.size}`, { expiresAt }))
    }
    fill(998, start + minute)
    tokens.add(token('lives', { expiresAt: start + minute + 1 }))
    clock.advance(minute)
    expect([tokens.collection.size, closed]).toStrictEqual([999, []])
    tokens.add(token('thousandth', { expiresAt: start + minute + 1 }))
    expect(tokens.collection.values().map(({ id }) => id)).toStrictEqual(['lives', 'thousandth'])
    expect(closed).toHaveLength(998)
    // A thousand that live raise the number to two thousand.
    fill(1000, start + 2 * minute)
    clock.advance(5 * minute)
    fill(1999, start + minute)
    expect(tokens.collection.size).toBe(1999)
    tokens.add(token('last', { expiresAt: start + 60 * minute }))
    expect(tokens.collection.values().map(({ id }) => id)).toStrictEqual(['last'])
  })
})

test('what lives short is swept an hour after it is over, at a thousand and then at twice what is left', () => {
  const { clock } = testOrg().org
  const records = new ShortLived<{ readonly expiresAt: number; readonly name?: string }>(clock)
  const fill = (upTo: number, expiresAt: number) => {
    while (records.size < upTo) records.set(`${expiresAt} ${records.size}`, { expiresAt })
  }
  fill(998, start)
  records.set('kept', { expiresAt: start + 1, name: 'kept' })
  expect([start, start + 1].map((expiresAt) => records.isOver({ expiresAt }))).toStrictEqual([true, false])
  clock.advance(60 * minute)
  expect(records.size).toBe(999)
  const last = { expiresAt: start + 1, name: 'last' }
  expect(records.set('last', last)).toBe(last)
  expect(records.values()).toStrictEqual([{ expiresAt: start + 1, name: 'kept' }, last])
  expect(records.find(({ name }) => name === 'last')).toBe(last)
  expect(records.find(({ name }) => name === 'none')).toBeUndefined()
  fill(1000, start + 60 * minute)
  expect(records.size).toBe(1000)
  clock.advance(120 * minute)
  fill(1999, start)
  expect(records.size).toBe(1999)
  records.set('lives', { expiresAt: start + 300 * minute })
  expect(records.values()).toStrictEqual([{ expiresAt: start + 300 * minute }])
})
