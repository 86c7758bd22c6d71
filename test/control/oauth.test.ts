import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
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
    end: ({ control }, { clientId }) => control.setApplication({ application: clientId, status: 'INACTIVE' }),
    back: ({ control }, { clientId }) => control.setApplication({ application: clientId, status: 'ACTIVE' }),
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
    end: ({ control }) => control.setScope({ scope: 'car:drive', status: 'INACTIVE' }),
    back: ({ control }) => control.setScope({ scope: 'car:drive', status: 'ACTIVE' }),
  },
  { what: 'deleting the scope', end: ({ control }) => control.remove({ kind: 'scope', scope: 'car:drive' }) },
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

test.each([
  ['a server is out of use', { status: 'INACTIVE' } as const],
  ['a server is deleted', undefined],
] as const)('if %s, its grants and tokens end, and no others', async (_, change) => {
  const target = testOrg()
  const mine = await parties(target)
  const { id, issuer } = target.control.setAuthorizationServer({ authorizationServer: 'Cars' })
  const other = await anotherClient(target, mine)
  const standing = await everything(target, mine, 'car:drive', id)
  const elsewhere = await everything(target, other)
  const { json } = await target.call('GET', mine.grants)
  expect(json.map((grant: Anything) => grant.issuer)).toEqual([issuer, 'https://svc.example.com'])
  expect(issuer).toBe(`https://svc.example.com/oauth2/${id}`)
  expect(await standing()).toEqual(all)
  if (change) target.control.setAuthorizationServer({ authorizationServer: id, ...change })
  else target.control.remove({ kind: 'authorizationServer', authorizationServer: id })
  expect(await standing()).toEqual(nothing)
  expect(await elsewhere()).toEqual(all)
})

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
    const before = target.org.state.snapshot()
    expect(() => control.grantConsent(input)).toThrow()
    const issued = control.issueTokens({ ...input, refreshToken: true })
    await expect(issued).rejects.toMatchObject({ causes: [expect.stringMatching(field)] })
    for (const part of ['grants', 'refreshTokens', 'accessTokens', 'scopes']) {
      expect(target.org.state.snapshot().get(part)).toEqual(before.get(part))
    }
  }
  control.setApplication({ application: mine.clientId, status: 'INACTIVE' })
  await refused(/^client: /)
  control.setApplication({ application: mine.clientId, status: 'ACTIVE' })
  control.setScope({ scope: 'car:drive' })
  control.setScope({ scope: 'car:drive', status: 'INACTIVE' })
  await refused(/^scopes: /)
  control.setScope({ scope: 'car:drive', status: 'ACTIVE' })
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
  expect(target.org.tokens.count('refresh')).toBe(0)
  expect(target.org.tokens.count('access')).toBe(0)
})

test('reset takes back clients, grants and tokens', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const standing = await everything(target, mine)
  const seeded = target.org.authorizationServers.scopesOf(target.org.authorizationServers.own)
  target.control.setAuthorizationServer({ authorizationServer: 'Cars' })
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

const spa = {
  client_id: 'my-spa',
  application_type: 'browser' as const,
  redirect_uris: ['http://localhost:5173/callback'],
}

test.for([
  [{}, 'none', false],
  [{ application_type: 'native' }, 'none', false],
  [{ application_type: 'web' }, 'client_secret_basic', true],
  [{ client_secret: 'known-to-both' }, 'client_secret_basic', true],
  [{ token_endpoint_auth_method: 'client_secret_post' }, 'client_secret_post', true],
] as const)('registerClient with %j authenticates by %s', ([more, method, hasSecret]) => {
  const { client_name, token_endpoint_auth_method, client_secret } = testOrg().control.registerClient({
    ...spa,
    ...more,
  })
  expect([client_name, token_endpoint_auth_method, client_secret !== undefined]).toEqual([
    'my-spa',
    method,
    hasSecret,
  ])
})

test('registering a client again with the same settings returns it, and other settings are refused', () => {
  const { control, org } = testOrg()
  const web = {
    ...spa,
    application_type: 'web' as const,
    client_secret: 'known-to-both',
    client_name: 'Shop',
  }
  const first = control.registerClient(web)
  expect(control.registerClient(web)).toEqual(first)
  expect(org.clients.collection.size).toBe(1)
  expect(() => control.registerClient({ ...web, client_name: 'Other', client_secret: 'other' })).toThrow(
    /client_id: .*different: client_name, client_secret/,
  )
})

test('the setups of a client name it in each library, and a public client has no secret', async () => {
  const { control } = testOrg({ baseUrl: 'http://localhost:4010' })
  const redirect_uris = ['http://localhost:3000/callback']
  control.registerClient({ client_id: 'spa', client_name: 'Spa', application_type: 'browser', redirect_uris })
  control.registerClient({ client_id: 'web', client_name: 'Web', application_type: 'web', redirect_uris })
  const [spa, web] = [
    await control.readClientSetup({ client: 'spa' }),
    await control.readClientSetup({ client: 'Web' }),
  ]
  expect(Object.keys(spa)).toEqual(['oidc-client-ts', 'okta-auth-js', 'Auth.js', 'openid-client'])
  for (const [library, code] of Object.entries(spa)) {
    expect(code, library).toContain("'spa'")
    expect(code, library).toContain("'http://localhost:4010'")
    expect(code, library).not.toContain('CLIENT_SECRET')
    // Each is a module without mistakes of syntax.
    expect(() => parseAst(code), library).not.toThrow()
    expect(() => parseAst(web[library]!), library).not.toThrow()
  }
  expect(spa['oidc-client-ts']).toContain(redirect_uris[0])
  for (const library of ['Auth.js', 'openid-client']) expect(web[library]).toContain('CLIENT_SECRET')
})
