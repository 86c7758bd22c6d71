import { expect, test } from 'vitest'
import type { Control } from '../../src/control/index.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { webClient } from '../support/clients.ts'
import { newUser, testOrg } from '../support/call.ts'

/** A value that nests. */
function nested(levels: number): unknown {
  let value: unknown = 'innermost'
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

type Attempt = (control: Control) => unknown

test.each<[string, Attempt]>([
  [
    'a directory group with a property that is no text',
    (c) => c.importGroup({ profile: { name: 'x', dn: 7 } }),
  ],
  [
    'a group that nests too deeply',
    (c) => c.importGroup({ objectClass: ['custom'], profile: { name: 'x', fresh: nested(60) } }),
  ],
  [
    'a group that nests without end',
    (c) => c.importGroup({ objectClass: ['custom'], profile: { name: 'x', fresh: nested(50_000) } }),
  ],
  [
    'a group with unknown members',
    (c) => c.importGroup({ profile: { name: 'x', fresh: 1 }, members: ['?'] }),
  ],
  [
    'an application that nests too deeply',
    (c) => c.setApplication({ label: 'x', settings: { a: nested(60) } }),
  ],
  [
    'credentials that nest too deeply',
    (c) => c.setApplication({ label: 'x', credentials: { a: nested(60) } }),
  ],
])('%s is refused, and nothing is changed', async (_, attempt) => {
  const { call, control, org } = testOrg()
  const before = org.state.snapshot()
  expect(() => attempt(control)).toThrow(/^importGroup: profile|^setApplication|validation|not-found/)
  for (const [part, state] of org.state.snapshot()) expect(state, part).toEqual(before.get(part))
  const search = await call('GET', `/api/v1/groups?search=${encodeURIComponent('profile.fresh pr')}`)
  expect([search.status, search.json.errorCode]).toEqual([400, 'E0000031'])
})

test('takes values that nest less deeply', () => {
  const { control } = testOrg()
  const objectClass = ['custom']
  expect(control.importGroup({ objectClass, profile: { name: 'x', a: nested(40) } }).type).toBe('APP_GROUP')
  expect(control.setApplication({ label: 'x', settings: { a: nested(40) } }).label).toBe('x')
})

test('ending many tokens takes time in proportion to their number', async () => {
  const { call, control, org } = testOrg()
  const { json: user } = await call('POST', '/api/v1/users', newUser())
  const { json: client } = await call('POST', '/oauth2/v1/clients', webClient())
  const server = org.authorizationServers.own
  const count = 20_000
  for (let index = 0; index < count; index++) {
    const token = org.refreshTokens.issue({ userId: user.id, clientId: client.client_id, scopes: [], server })
    org.tokens.add<'access'>({
      kind: 'access',
      id: `at${index}`,
      value: `value ${index}`,
      clientId: client.client_id,
      userId: user.id,
      scopes: [],
      scopeIds: [],
      authorizationServerId: server.id,
      refreshTokenId: token.id,
      issuedAt: org.clock.now(),
      expiresAt: org.clock.now() + 1000,
    })
  }
  expect(control.list({ kind: 'tokens' }).accessTokens).toHaveLength(count)
  expect(cpuTime(() => org.ends.end('user', user.id))).toBeLessThan(1500)
  expect(control.list({ kind: 'tokens' }).accessTokens).toEqual([])
})
