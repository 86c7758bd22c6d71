import { describe, expect, test } from 'vitest'
import { testOrg } from '../../support/call.ts'
import { parties } from '../../support/consents.ts'

const start = Date.parse('2026-01-05T09:30:00.000Z')
const hour = 3_600_000

/** An organisation, and what issues refresh tokens of one user to one client in it. */
function stage() {
  const { org } = testOrg()
  const server = org.authorizationServers.own
  const scopes = org.authorizationServers.scopesOf(server).slice(0, 2)
  const issue = (userId = 'ada', clientId = 'shop') =>
    org.refreshTokens.issue({ userId, clientId, scopes, server })
  return { org, server, scopes, issue, tokens: org.refreshTokens, clock: org.clock }
}

describe('refresh tokens', () => {
  test('one is issued with all that is known of it', () => {
    const { tokens, scopes, server, clock } = stage()
    const authentication = { authTime: 5, amr: ['pwd'] }
    const token = tokens.issue({
      userId: 'ada',
      clientId: 'shop',
      scopes,
      server: { ...server, tokenLifetimes: { refresh: hour } },
      familyId: 'family',
      authentication,
      isUnderConsent: true,
      claims: { a: 1 },
    })
    expect(token).toStrictEqual({
      id: expect.stringMatching(/^oar[A-Za-z0-9]{17}$/),
      value: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      isRevoked: false,
      created: '2026-01-05T09:30:00.000Z',
      lastUpdated: '2026-01-05T09:30:00.000Z',
      expiresAt: start + hour,
      userId: 'ada',
      clientId: 'shop',
      scopeIds: scopes.map(({ id }) => id),
      authorizationServerId: server.id,
      familyId: 'family',
      authentication,
      isUnderConsent: true,
      claims: { a: 1 },
    })
    expect([tokens.find(token.id), tokens.find(token.value), tokens.find('none')]).toStrictEqual([
      token,
      token,
      undefined,
    ])
    clock.advance(hour - 1)
    expect(tokens.statusOf(token)).toBe('ACTIVE')
    clock.advance(1)
    expect(tokens.statusOf(token)).toBe('EXPIRED')
    expect(tokens.works(token)).toBe(false)
  })

  test('one is there for its own user and client, while it is not revoked or revoked ones are shown', () => {
    const { org, tokens, issue } = stage()
    const token = issue()
    const stands = () => [
      tokens.has('ada', 'shop'),
      tokens.has('ada', 'other'),
      tokens.has('bob', 'shop'),
      tokens.list('ada', 'shop', { limit: 5 }).items.length,
      ...[
        ['ada', 'shop', token.id],
        ['bob', 'shop', token.id],
        ['ada', 'other', token.id],
        ['ada', 'shop', 'none'],
      ].map(([user, client, id]) => {
        try {
          return tokens.resolve(user!, client!, id!).id === token.id
        } catch (error) {
          return (error as Error & { causes: string[]; refusal: string }).refusal
        }
      }),
    ]
    const none = 'not-found'
    expect(stands()).toStrictEqual([true, false, false, 1, true, none, none, none])
    tokens.revoke(token)
    expect(stands()).toStrictEqual([false, false, false, 0, none, none, none, none])
    org.settings.endedGrants = 'shown'
    expect(stands()).toStrictEqual([true, false, false, 1, true, none, none, none])
  })

  test('one that was given another value is known by its old ones', () => {
    const { tokens, issue, clock } = stage()
    const token = issue()
    clock.advance(1000)
    const next = tokens.rotate(token)
    expect(next).toStrictEqual({
      ...token,
      value: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      lastUpdated: '2026-01-05T09:30:01.000Z',
    })
    expect(next.value).not.toBe(token.value)
    clock.advance(1000)
    const last = tokens.rotate(next)
    expect(tokens.presented(last.value)).toStrictEqual({ token: last })
    expect(tokens.presented(next.value)).toStrictEqual({ token: last, retiredAt: start + 2000 })
    expect(tokens.presented(token.value)).toStrictEqual({ token: last, retiredAt: start + 1000 })
    expect(tokens.retired.get(token.value)).toStrictEqual({
      tokenId: token.id,
      retiredAt: start + 1000,
      expiresAt: token.expiresAt,
    })
    expect(tokens.presented('none')).toBeUndefined()
    tokens.collection.remove(last.id)
    expect(tokens.presented(token.value)).toBeUndefined()
  })

  test('no token has a value that another one has or had', () => {
    const { org, tokens, issue } = stage()
    const streams = org.ids.snapshot()
    const before = issue()
    const token = tokens.rotate(before)
    org.ids.restore(streams)
    const another = issue('bob')
    expect(new Set([before.value, token.value, another.value]).size).toBe(3)
  })

  test('one that is over stays as it was', () => {
    const { tokens, issue, clock } = stage()
    const [revoked, expired, fresh] = [issue(), issue(), issue()]
    clock.advance(1000)
    tokens.revoke(revoked)
    const then = tokens.find(revoked.id)!
    expect(then).toStrictEqual({ ...revoked, isRevoked: true, lastUpdated: '2026-01-05T09:30:01.000Z' })
    expect(tokens.statusOf(then)).toBe('REVOKED')
    const over = tokens.expire(expired)
    expect(over).toStrictEqual({
      ...expired,
      expiresAt: start + 1000,
      lastUpdated: '2026-01-05T09:30:01.000Z',
    })
    clock.advance(1)
    tokens.revoke(then)
    expect([tokens.expire(then), tokens.find(then.id)]).toStrictEqual([then, then])
    expect([tokens.expire(over), tokens.find(over.id)]).toStrictEqual([over, over])
    expect(tokens.works(fresh)).toBe(true)
    // A moment that is now is over, too.
    const now = tokens.expire(fresh)
    expect(tokens.expire(now)).toBe(now)
    clock.advance(1)
    expect(tokens.statusOf({ ...fresh, isRevoked: true, expiresAt: start })).toBe('REVOKED')
  })

  test.for([
    ['user', 'ada'],
    ['client', 'shop'],
    ['userClient', 'ada shop'],
    ['family', 'family'],
    ['authorizationServer', ''],
    ['scope', ''],
  ] as const)('all of a %s end together, or are deleted', ([index, given]) => {
    const { tokens, scopes, server, issue } = stage()
    const value = given || (index === 'scope' ? scopes[1]!.id : server.id)
    const token = tokens.issue({ userId: 'ada', clientId: 'shop', scopes, server, familyId: 'family' })
    const own = { ...server, id: 'another' }
    const other = tokens.issue({ userId: 'bob', clientId: 'till', scopes: [], server: own })
    tokens.end(index, 'undefined')
    tokens.end(index, value)
    const statuses = () =>
      [token, other].map(({ id }) => {
        const found = tokens.find(id)
        return found && tokens.statusOf(found)
      })
    expect(statuses()).toStrictEqual(['REVOKED', 'ACTIVE'])
    tokens.end(index, value, true)
    expect(statuses()).toStrictEqual([undefined, 'ACTIVE'])
    expect(issue().id).not.toBe(token.id)
  })
})

describe('grants', () => {
  function consented() {
    const { org } = testOrg()
    const server = org.authorizationServers.own
    const ended: string[] = []
    org.grants.onEnd(({ status, scopeId }) =>
      ended.push(`${org.authorizationServers.scopes.get(scopeId)?.name} ${status}`),
    )
    const consent = (scopes: readonly string[], clientId = 'shop', userId = 'ada') =>
      org.grants.consent({ userId, clientId, scopes, server })
    return { org, grants: org.grants, server, ended, consent, clock: org.clock }
  }

  test('a consent that is given again is the same grant, and one that ended is another', () => {
    const { grants, consent, clock, ended, server, org } = consented()
    const [email, phone] = consent(['email', 'phone'])
    const scope = (name: string) => org.authorizationServers.resolveScope(name).id
    expect(email).toStrictEqual({
      id: expect.stringMatching(/^oag/),
      status: 'ACTIVE',
      created: '2026-01-05T09:30:00.000Z',
      lastUpdated: '2026-01-05T09:30:00.000Z',
      clientId: 'shop',
      userId: 'ada',
      scopeId: scope('email'),
      authorizationServerId: server.id,
    })
    clock.advance(1000)
    expect(consent(['email'])).toStrictEqual([{ ...email, lastUpdated: '2026-01-05T09:30:01.000Z' }])
    expect([...grants.consentedScopeIds('ada', 'shop')]).toStrictEqual([scope('email'), scope('phone')])
    expect([
      ...grants.consentedScopeIds('ada', 'other'),
      ...grants.consentedScopeIds('bob', 'shop'),
    ]).toStrictEqual([])
    const expired = grants.setStatus(phone!, 'EXPIRED')
    expect(expired).toStrictEqual({ ...phone, status: 'EXPIRED', lastUpdated: '2026-01-05T09:30:01.000Z' })
    expect([...grants.consentedScopeIds('ada', 'shop')]).toStrictEqual([scope('email')])
    expect(consent(['phone'])[0]!.id).not.toBe(phone!.id)
    expect(ended).toStrictEqual(['phone EXPIRED'])
  })

  test('one that is revoked stays so, and its end is told once', () => {
    const { grants, consent, clock, ended } = consented()
    const [grant] = consent(['email'])
    clock.advance(1000)
    expect(grants.setStatus(grant!, 'ACTIVE')).toBe(grant)
    const expired = grants.setStatus(grant!, 'EXPIRED')
    const revoked = grants.setStatus(expired, 'REVOKED')
    clock.advance(1000)
    expect(grants.setStatus(revoked, 'EXPIRED')).toBe(revoked)
    expect(grants.setStatus(revoked, 'ACTIVE')).toBe(revoked)
    expect(revoked).toStrictEqual({ ...grant, status: 'REVOKED', lastUpdated: '2026-01-05T09:30:01.000Z' })
    expect(ended).toStrictEqual(['email EXPIRED'])
  })

  test('revoked ones are shown where the organisation says so, expired ones always', () => {
    const { grants, consent, org } = consented()
    const [email, phone] = consent(['email', 'phone'])
    const other = consent(['email'], 'other')
    grants.setStatus(email!, 'REVOKED')
    grants.setStatus(phone!, 'EXPIRED')
    const shown = (query: object = {}) =>
      grants.list('ada', { limit: 10, ...query }).items.map(({ id }) => id)
    expect(shown()).toStrictEqual([phone!.id, other[0]!.id])
    expect(shown({ clientId: 'shop' })).toStrictEqual([phone!.id])
    expect(shown({ clientId: 'shop', scopeId: email!.scopeId })).toStrictEqual([])
    expect(shown({ scopeId: email!.scopeId })).toStrictEqual([other[0]!.id])
    expect([grants.has('ada', 'shop'), grants.has('ada', 'none'), grants.has('bob', 'shop')]).toStrictEqual([
      true,
      false,
      false,
    ])
    grants.end('client', 'shop')
    expect([grants.has('ada', 'shop'), shown()]).toStrictEqual([false, [other[0]!.id]])
    expect(() => grants.resolve('ada', email!.id)).toThrow('not-found')
    org.settings.endedGrants = 'shown'
    expect(shown()).toStrictEqual([email!.id, phone!.id, other[0]!.id])
    expect(grants.resolve('ada', email!.id).status).toBe('REVOKED')
    expect(() => grants.resolve('bob', email!.id)).toThrow('not-found')
    expect(grants.has('ada', 'shop')).toBe(true)
  })

  test.for([
    ['user', 'ada'],
    ['client', 'shop'],
    ['userClient', 'ada shop'],
    ['scope', ''],
    ['authorizationServer', ''],
  ] as const)('all of a %s end together, or are deleted', ([index, given]) => {
    const { grants, consent, server } = consented()
    const [grant] = consent(['email'])
    const value = given || (index === 'scope' ? grant!.scopeId : server.id)
    grants.end(index, 'another')
    expect(grants.collection.get(grant!.id)?.status).toBe('ACTIVE')
    grants.end(index, value)
    expect(grants.collection.get(grant!.id)?.status).toBe('REVOKED')
    grants.end(index, value, true)
    expect(grants.collection.size).toBe(0)
  })
})

test('tokens and codes end with the consent that they were issued on, and no others', async () => {
  const it = testOrg()
  const { userId, clientId } = await parties(it)
  const { org } = it
  const server = org.authorizationServers.own
  const grants = org.grants.consent({ userId, clientId, scopes: ['email', 'phone'], server })
  const issue = (scopes: readonly string[], isUnderConsent: boolean, refreshToken = false) =>
    org.tokenIssuer.issue({ userId, clientId, scopes, server, isUnderConsent, refreshToken })
  const tokens = [
    await issue(['email'], true),
    await issue(['phone', 'email'], true, true),
    await issue(['phone'], true, true),
    await issue(['email'], false, true),
  ]
  const scopeIds = [grants[0]!.scopeId]
  const authentication = { authTime: start, amr: ['pwd'] }
  const about = { clientId, userId, authorizationServerId: server.id, scopeIds, authentication }
  const codes = [
    org.authorizationCodes.issue({ ...about, isUnderConsent: true }),
    org.authorizationCodes.issue({ ...about, isUnderConsent: false }),
    org.authorizationCodes.issue({ ...about, userId: 'another', isUnderConsent: true }),
    org.authorizationCodes.issue({ ...about, clientId: 'another', isUnderConsent: true }),
    org.authorizationCodes.issue({ ...about, scopeIds: [grants[1]!.scopeId], isUnderConsent: true }),
  ]
  org.grants.setStatus(grants[0]!, 'REVOKED')
  expect(
    tokens.map(({ accessToken, refreshToken }) => [
      org.accessTokens.find(accessToken!.value) !== undefined,
      refreshToken && org.refreshTokens.statusOf(org.refreshTokens.find(refreshToken.id)!),
    ]),
  ).toStrictEqual([
    [false, undefined],
    [false, 'REVOKED'],
    [true, 'ACTIVE'],
    [true, 'ACTIVE'],
  ])
  expect(codes.map(({ value }) => org.authorizationCodes.find(value) !== undefined)).toStrictEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})
