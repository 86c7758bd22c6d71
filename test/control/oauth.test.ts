import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { fullUpdate, serviceClient, webClient } from '../support/clients.ts'
import { anotherClient, parties, type Parties } from '../support/consents.ts'

interface Standing {
  readonly grants: number
  readonly refresh: boolean
  readonly access: boolean
  readonly alone: boolean
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
type Anything = any

/** Consents, and issues a refresh token with its access token, and an access token alone. */
async function everything(target: TestOrg, parties: Parties, scope = 'car:drive', server?: string) {
  const { control } = target
  const input = {
    user: parties.userId,
    client: parties.clientId,
    scopes: [scope],
    ...(server === undefined ? {} : { authorizationServer: server }),
  }
  control.grantConsent(input)
  const tokens = await control.issueTokens({ ...input, refreshToken: true })
  const alone = await control.issueTokens(input)
  return async (): Promise<Standing> => {
    const works = (token: string): boolean => control.inspectToken({ token }).active
    const { json } = await target.call('GET', parties.grants)
    return {
      grants: Array.isArray(json) ? json.filter((one) => one.clientId === parties.clientId).length : 0,
      refresh: works(tokens.refresh_token!),
      access: works(tokens.access_token),
      alone: works(alone.access_token),
    }
  }
}

const all = { grants: 1, refresh: true, access: true, alone: true }
const nothing = { grants: 0, refresh: false, access: false, alone: false }

const ends: readonly {
  readonly what: string
  readonly end: (target: TestOrg, mine: Parties) => unknown
  /** Brings it back, where that is possible. */
  readonly back?: (target: TestOrg, mine: Parties) => unknown
}[] = [
  {
    what: 'deleting the client',
    end: ({ call }, { clientId }) => call('DELETE', `/oauth2/v1/clients/${clientId}`),
  },
  {
    what: 'deactivating the client',
    end: ({ control }, { clientId }) => control.deactivateClient({ client: clientId }),
    back: ({ control }, { clientId }) => control.activateClient({ client: clientId }),
  },
  {
    what: 'deactivating the user',
    end: ({ call }, { userId }) => call('POST', `/api/v1/users/${userId}/lifecycle/deactivate`),
    back: ({ call }, { userId }) => call('POST', `/api/v1/users/${userId}/lifecycle/activate`),
  },
  {
    what: 'deleting the user',
    async end({ call }, { userId }) {
      await call('DELETE', `/api/v1/users/${userId}`)
      await call('DELETE', `/api/v1/users/${userId}`)
    },
  },
  {
    what: 'deactivating the scope',
    end: ({ control }) => control.deactivateScope({ scope: 'car:drive' }),
    back: ({ control }) => control.activateScope({ scope: 'car:drive' }),
  },
  { what: 'deleting the scope', end: ({ control }) => control.deleteScope({ scope: 'car:drive' }) },
]

for (const { what, end, back } of ends) {
  test(`${what} ends its grants and tokens, and no others`, async () => {
    const target = testOrg()
    const mine = await parties(target)
    const stranger = await parties(target)
    const standing = await everything(target, mine)
    const elsewhere = await everything(target, stranger, 'home:open')
    expect(await standing()).toEqual(all)
    await end(target, mine)
    expect(await standing()).toEqual(nothing)
    if (back) {
      await back(target, mine)
      expect(await standing()).toEqual(nothing)
    }
    expect(await elsewhere()).toEqual(all)
  })
}

test.each(['deactivateAuthorizationServer', 'deleteAuthorizationServer'] as const)(
  '%s ends its grants and tokens, and no others',
  async (action) => {
    const target = testOrg()
    const mine = await parties(target)
    const { id, issuer } = target.control.createAuthorizationServer({ name: 'Cars' })
    const other = await anotherClient(target, mine)
    const standing = await everything(target, mine, 'car:drive', id)
    const elsewhere = await everything(target, other)
    const { json } = await target.call('GET', mine.grants)
    expect(json.map((grant: Anything) => grant.issuer)).toEqual([issuer, 'https://svc.example.com'])
    expect(issuer).toBe(`https://svc.example.com/oauth2/${id}`)
    expect(await standing()).toEqual(all)
    target.control[action]({ authorizationServer: id })
    expect(await standing()).toEqual(nothing)
    expect(await elsewhere()).toEqual(all)
  },
)

test('suspending a user ends nothing: its tokens work again once it is back', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const standing = await everything(target, mine)
  await target.call('POST', `/api/v1/users/${mine.userId}/lifecycle/suspend`)
  expect(await standing()).toEqual({ ...nothing, grants: 1 })
  await target.call('POST', `/api/v1/users/${mine.userId}/lifecycle/unsuspend`)
  expect(await standing()).toEqual(all)
})

test('nothing is consented to or issued for what is not in use', async () => {
  const target = testOrg()
  const { control } = target
  const mine = await parties(target)
  const input = { user: mine.userId, client: mine.clientId, scopes: ['car:drive'] }
  const refused = async (field: RegExp): Promise<void> => {
    const before = target.org.snapshot()
    expect(() => control.grantConsent(input)).toThrow()
    const issued = control.issueTokens({ ...input, refreshToken: true })
    await expect(issued).rejects.toMatchObject({ causes: [expect.stringMatching(field)] })
    for (const part of ['grants', 'refreshTokens', 'accessTokens', 'scopes']) {
      expect(target.org.snapshot().get(part)).toEqual(before.get(part))
    }
  }
  control.deactivateClient({ client: mine.clientId })
  await refused(/^client: /)
  control.activateClient({ client: mine.clientId })
  control.createScope({ name: 'car:drive' })
  control.deactivateScope({ scope: 'car:drive' })
  await refused(/^scopes: /)
  control.activateScope({ scope: 'car:drive' })
  await target.call('POST', `/api/v1/users/${mine.userId}/lifecycle/deactivate`)
  await refused(/^user: /)
})

test('issues no tokens for a client that is deleted while they are signed', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const issued = target.control.issueTokens({
    user: mine.userId,
    client: mine.clientId,
    scopes: ['openid'],
    refreshToken: true,
  })
  await target.call('DELETE', `/oauth2/v1/clients/${mine.clientId}`)
  await expect(issued).rejects.toMatchObject({ refusal: 'not-found' })
  expect(target.org.refreshTokens.collection.size).toBe(0)
  expect(target.org.accessTokens.collection.size).toBe(0)
})

test("the organisation's own authorization server stays in use", () => {
  const { control, org } = testOrg()
  const { id } = org.authorizationServers.own
  expect(() => control.deactivateAuthorizationServer({ authorizationServer: id })).toThrow()
  expect(() => control.deleteAuthorizationServer({ authorizationServer: id })).toThrow()
})

test('a client is named by its id, or by a name that it alone has', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const grant = () => target.control.grantConsent({ user: mine.login, client: 'Shop', scopes: ['openid'] })
  expect(grant()).toMatchObject([{ userId: mine.userId, clientId: mine.clientId }])
  await parties(target)
  expect(grant).toThrow()
})

test('a client registered as on the applications endpoint has the chosen id and secret, and is trusted', async () => {
  const { call, control } = testOrg()
  const chosen = { client_id: 'billing', client_secret: 'known-to-both' }
  expect(control.registerClient({ ...webClient(), ...chosen })).toMatchObject({
    ...chosen,
    consent_method: 'TRUSTED',
  })
  const { json } = await call('GET', '/oauth2/v1/clients/billing')
  expect(json).toMatchObject({ client_id: 'billing', consent_method: 'TRUSTED' })
  expect(json).not.toHaveProperty('client_secret')
  expect(() => control.registerClient({ ...webClient(), client_id: 'billing' })).toThrow()
  expect(() => control.registerClient({ ...webClient(), client_id: '' })).toThrow()
  expect(() => control.registerClient({ client_name: 'No redirect' })).toThrow()
})

test('a service client gets an access token, but no refresh or ID token', async () => {
  const target = testOrg()
  const client = target.control.registerClient(serviceClient())
  const request = { client: client.client_id, scopes: ['svc.groups.read'] }
  const tokens = await target.control.issueTokens(request)
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'svc.groups.read' })
  const bearer = { authorization: `Bearer ${tokens.access_token}` }
  expect((await target.call('GET', '/api/v1/groups', undefined, bearer)).status).toBe(200)
  expect((await target.call('GET', '/api/v1/users', undefined, bearer)).status).toBe(403)
  for (const change of [{ refreshToken: true }, { scopes: ['openid'] }, { scopes: ['offline_access'] }]) {
    await expect(target.control.issueTokens({ ...request, ...change })).rejects.toMatchObject({
      causes: [expect.stringMatching(/^user: /)],
    })
  }
})

test('an access token of another authorization server does not open the API', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const { id } = target.control.createAuthorizationServer({ name: 'Cars' })
  const tokens = await target.control.issueTokens({
    user: mine.userId,
    client: mine.clientId,
    scopes: ['svc.users.read'],
    authorizationServer: id,
  })
  const bearer = { authorization: `Bearer ${tokens.access_token}` }
  expect((await target.call('GET', '/api/v1/users', undefined, bearer)).status).toBe(401)
  expect(target.control.inspectToken({ token: tokens.access_token })).toMatchObject({ active: true })
})

test('tokens can be revoked and expire, one by one', async () => {
  const target = testOrg({ tokenLifetimes: { access: '5m' } })
  const { control } = target
  const mine = await parties(target)
  const issue = async (): Promise<Anything> =>
    control.issueTokens({ user: mine.userId, client: mine.clientId, scopes: ['offline_access'] })
  const works = (token: string): boolean => control.inspectToken({ token }).active
  const first = await issue()
  expect(first.expires_in).toBe(300)
  control.revokeToken({ token: first.access_token })
  expect([works(first.access_token), works(first.refresh_token)]).toEqual([false, true])
  const second = await issue()
  control.revokeToken({ token: second.refresh_token })
  expect([works(second.access_token), works(second.refresh_token)]).toEqual([false, false])
  const third = await issue()
  control.expireToken({ token: third.refresh_token_id })
  expect([works(third.access_token), works(third.refresh_token)]).toEqual([true, false])
  control.advanceClock({ by: '5m' })
  expect(works(third.access_token)).toBe(false)
  expect(() => control.revokeToken({ token: 'unknown' })).toThrow()
  expect(control.inspectToken({ token: 'unknown' })).toEqual({ active: false })
})

test('reset takes back clients, grants and tokens', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const standing = await everything(target, mine)
  const seeded = target.org.authorizationServers.scopesOf(target.org.authorizationServers.own)
  target.control.createAuthorizationServer({ name: 'Cars' })
  target.control.reset()
  expect(await standing()).toEqual(nothing)
  const { org, call } = target
  expect((await call('GET', '/oauth2/v1/clients')).json).toEqual([])
  expect(org.authorizationServers.collection.size).toBe(1)
  expect(org.authorizationServers.scopesOf(org.authorizationServers.own)).not.toContainEqual(
    expect.objectContaining({ name: 'car:drive' }),
  )
  expect(seeded).toContainEqual(expect.objectContaining({ name: 'car:drive' }))
})

test('a grant, client, user, server or scope that does not exist is named', async () => {
  const { control } = testOrg()
  expect(() => control.revokeGrant({ grant: 'oagNone' })).toThrow()
  expect(() => control.deactivateClient({ client: 'none' })).toThrow()
  expect(() => control.grantConsent({ user: 'none', client: 'none', scopes: ['a'] })).toThrow()
  expect(() => control.deactivateScope({ scope: 'none' })).toThrow()
  expect(() => control.createScope({ name: 'two words' })).toThrow()
  expect(() => control.createScope({ name: 'openid' })).toThrow()
  expect(() => control.createScope({ name: 'x', authorizationServer: 'none' })).toThrow()
})

test('a client is an application of the organisation, and changes show both ways', async () => {
  const target = testOrg()
  const { call, control } = target
  const mine = await parties(target)
  const { json: group } = await call('POST', '/api/v1/groups', { profile: { name: 'Shoppers' } })
  control.assignApplication({ application: mine.clientId, group: group.id })
  const apps = async (): Promise<Anything> => (await call('GET', `/api/v1/groups/${group.id}/apps`)).json
  expect(await apps()).toMatchObject([{ id: mine.clientId, label: 'Shop', status: 'ACTIVE' }])
  const settings = await fullUpdate(target, mine.clientId, { client_name: 'Store' })
  await call('PUT', `/oauth2/v1/clients/${mine.clientId}`, settings)
  expect(await apps()).toMatchObject([{ label: 'Store' }])
  control.updateApplication({ application: mine.clientId, label: 'Market', status: 'INACTIVE' })
  expect((await call('GET', `/oauth2/v1/clients/${mine.clientId}`)).json.client_name).toBe('Market')
  expect(await apps()).toMatchObject([{ label: 'Market', status: 'INACTIVE' }])
  expect(() => control.updateApplication({ application: mine.clientId, signOnMode: 'SAML_2_0' })).toThrow()
  await call('DELETE', `/oauth2/v1/clients/${mine.clientId}`)
  expect(await apps()).toEqual([])
})

test('the error for an unknown grant names it', () => {
  const { control } = testOrg()
  expect(() => control.revokeGrant({ grant: 'nope' })).toThrow(
    "grant: expected an existing grant, got 'nope'",
  )
  expect(() => control.expireGrant({ grant: 'nope' })).toThrow(
    "grant: expected an existing grant, got 'nope'",
  )
})
