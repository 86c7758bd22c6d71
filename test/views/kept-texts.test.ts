import { expect, test, vi } from 'vitest'
import { Views, viewsOf } from '../../src/views/index.ts'
import { refuseUnreadable } from '../../src/control/refuse-unreadable.ts'
import { RowsError } from '../../src/model/kernel/state-log.ts'
import type { Org } from '../../src/model/org.ts'
import { testOrg, type TestOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'

/** Everything that replies show of an organisation, as text. */
function shown(org: Org, views: Views): readonly unknown[] {
  const users = org.users.collection.values()
  return [
    users.map((user) => [
      views.users.singleText(user),
      JSON.stringify(views.users.single(user)),
      JSON.stringify(views.users.listed(user)),
    ]),
    org.groups.collection.values().map((group) => JSON.stringify(views.groups.of(group))),
    org.clients.collection
      .values()
      .map((client) => [
        JSON.stringify(views.clients.of(client, 'single')),
        JSON.stringify(views.clients.of(client, 'listed')),
        JSON.stringify(views.clients.of(client, 'issuing')),
      ]),
    org.grants.collection
      .values()
      .map((grant) => [
        JSON.stringify(views.consents.grant(grant)),
        JSON.stringify(views.consents.grant(grant, ['scope'])),
      ]),
    org.tokens
      .all('refresh')
      .map((token) => [
        JSON.stringify(views.consents.refreshToken(token)),
        JSON.stringify(views.consents.refreshToken(token, ['scope'])),
      ]),
  ]
}

type Change = (it: TestOrg, ids: Readonly<Record<'user' | 'client' | 'group' | 'scope', string>>) => unknown

const changes: readonly (readonly [string, Change])[] = [
  ['the base URL', ({ org }) => (org.baseUrl = 'https://moved.example.com')],
  [
    'a user',
    ({ call }, { user }) => call('POST', `/api/v1/users/${user}`, { profile: { lastName: 'Other' } }),
  ],
  ['the status of a user', ({ call }, { user }) => call('POST', `/api/v1/users/${user}/lifecycle/suspend`)],
  ['the block of a user', ({ control }, { user }) => control.setUser({ user, block: 'UNKNOWN_DEVICES' })],
  ['the factors of a user', ({ control }, { user }) => control.enrollFactor({ user, factor: 'sms' })],
  [
    'the provider of a user',
    ({ control }, { user }) => control.setUser({ user, provider: { type: 'LDAP' } }),
  ],
  [
    'a property that is always shown',
    ({ control }) => control.setSchemaProperty({ schema: 'user', name: 'badge', type: 'string' }),
  ],
  [
    'a property of groups',
    ({ control }) => control.setSchemaProperty({ schema: 'group', name: 'badge', type: 'string' }),
  ],
  [
    'a group',
    ({ call }, { group }) => call('PUT', `/api/v1/groups/${group}`, { profile: { name: 'Other' } }),
  ],
  ['an early feature', ({ control }) => control.changeSettings({ features: { earlyAccess: false } })],
  [
    'a feature of the newer engine',
    ({ control }) => control.changeSettings({ features: { newerEngine: false } }),
  ],
  [
    'the name of a client',
    async ({ call }, { client }) => {
      const { json } = await call('GET', `/oauth2/v1/clients/${client}`)
      const { client_id_issued_at: _, client_secret_expires_at: __, ...settings } = json
      const changed = await call('PUT', `/oauth2/v1/clients/${client}`, {
        ...settings,
        client_name: 'Renamed',
      })
      expect(changed.status).toBe(200)
    },
  ],
  [
    'the address of the authorization server',
    ({ control }) => control.setAuthorizationServer({ authorizationServer: 'Own', alias: 'other' }),
  ],
  [
    'a scope',
    ({ control }, { scope }) => control.setScope({ scope, authorizationServer: 'Own', status: 'INACTIVE' }),
  ],
  ['the time at which a token ends', ({ control }) => control.advanceClock({ by: '365d' })],
]

test.for(changes)('what is kept of replies is no longer shown when %s is another', async ([, change]) => {
  const it = testOrg()
  const { org, call, control } = it
  const { userId: user, clientId: client } = await parties(it)
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).json.id
  control.setAuthorizationServer({ authorizationServer: 'Own' })
  control.setScope({ authorizationServer: 'Own', scope: 'orders' })
  const scopes = ['orders']
  control.grantConsent({ user, client, scopes, authorizationServer: 'Own' })
  await control.issueTokens({ user, client, scopes, authorizationServer: 'Own', refreshToken: true })
  control.changeSettings({ interpretations: { 'revoked-grants': 'shown' } })
  shown(org, viewsOf(org))
  await change(it, { user, client, group, scope: 'orders' })
  expect(shown(org, viewsOf(org))).toEqual(shown(org, new Views(org)))
  // Again, from what is kept.
  expect(shown(org, viewsOf(org))).toEqual(shown(org, new Views(org)))
})

test.for([
  ['users', 'profile'],
  ['groups', 'objectClass'],
  ['rules', 'actions'],
  ['clients', 'settings'],
  ['grants', 'scopeId'],
  ['refreshTokens', 'scopeIds'],
  ['apps', 'visibility'],
] as const)('of %s without %s it is said which one cannot be read', async ([kind, member]) => {
  const it = testOrg()
  const { org, call, control } = it
  const { userId: user, clientId: client } = await parties(it)
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).json.id
  await call('POST', '/api/v1/groups/rules', {
    type: 'group_rule',
    name: 'All',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.city == "Oslo"' } },
    actions: { assignUserToGroups: { groupIds: [group] } },
  })
  control.setApplication({ label: 'App' })
  control.grantConsent({ user, client, scopes: ['openid'] })
  await control.issueTokens({ user, client, scopes: ['openid', 'offline_access'], refreshToken: true })
  expect(() => refuseUnreadable(org)).not.toThrow()
  const isToken = kind === 'refreshTokens'
  const record = (isToken ? org.tokens.all('refresh') : org[kind].collection.values()).at(-1)!
  const { [member as keyof typeof record]: _, ...rest } = record
  const values = isToken
    ? vi.spyOn(org.tokens, 'all').mockImplementation((of) => (of === 'refresh' ? [rest as never] : []))
    : vi.spyOn(org[kind].collection, 'values').mockReturnValue([rest as never])
  expect(() => refuseUnreadable(org)).toThrow(RowsError)
  expect(() => refuseUnreadable(org)).toThrow(
    new RegExp(String.raw`${kind} cannot be read: ${record.id} lacks what replies show of it \(.+\)$`),
  )
  values.mockRestore()
})
