import { getResponse, http, HttpHandler, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { operations } from '../../src/contract.ts'
import { createOrg } from '../../src/index.ts'
import { setupServer } from '../../src/node.ts'

const base = 'https://svc.example.com'

function authorized(token: string, more: Record<string, string> = {}): Record<string, string> {
  return { authorization: `SSWS ${token}`, ...more }
}

function newUser(login: string): string {
  return JSON.stringify({ profile: { login, email: login, firstName: 'Mary', lastName: 'Somerville' } })
}

test('gives one handler for each operation, in the order of the API description, and one for other paths', () => {
  const handlers = createOrg().handlers()
  expect(handlers).toHaveLength(58)
  expect(handlers.every((handler) => handler instanceof HttpHandler)).toBe(true)
  expect(handlers.map(({ info }) => info.header).slice(0, 3)).toEqual([
    'POST https://svc.example.com/oauth2/v1/clients',
    'GET https://svc.example.com/oauth2/v1/clients',
    'GET https://svc.example.com/oauth2/v1/clients/:clientId',
  ])
  expect(operations).toHaveLength(57)
})

test('answers through msw what the organisation answers', async () => {
  const org = createOrg({ apiToken: 'token' })
  const created = await getResponse(
    org.handlers(),
    new Request(`${base}/api/v1/users?activate=false`, {
      method: 'POST',
      headers: authorized('token', { 'content-type': 'application/json' }),
      body: newUser('mary@example.com'),
    }),
  )
  expect(created?.status).toBe(200)
  expect(await created?.json()).toMatchObject({ status: 'STAGED', profile: { login: 'mary@example.com' } })
  const listed = await getResponse(
    org.handlers(),
    new Request(`${base}/api/v1/users?limit=1`, { headers: authorized('token') }),
  )
  expect(await listed?.json()).toHaveLength(1)
  expect(listed?.headers.get('link')).toContain('rel="next"')
})

test('leaves requests to other addresses alone, also those that begin alike', async () => {
  const handlers = createOrg().handlers()
  for (const url of ['https://example.com/api/v1/users', 'https://svc.example.com.evil.test/api/v1/users']) {
    expect(await getResponse(handlers, new Request(url))).toBeUndefined()
  }
})

test('answers an unknown path of the service with the nearest one, and a wrong method with 405', async () => {
  const handlers = createOrg().handlers()
  const unknown = await getResponse(handlers, new Request(`${base}/api/v1/userz`))
  expect(unknown?.status).toBe(404)
  expect(await unknown?.text()).toContain('/api/v1/users')
  const wrong = await getResponse(
    handlers,
    new Request(`${base}/api/v1/users`, { method: 'PUT', body: '{}' }),
  )
  expect(wrong?.status).toBe(405)
})

test('distinguishes the two forms of forgot_password by the presence of a body', async () => {
  const org = createOrg({ apiToken: 'token' })
  const url = `${base}/api/v1/users/nobody/credentials/forgot_password`
  const headers = authorized('token', { 'content-type': 'application/json' })
  const seen = async (body?: string): Promise<string | undefined> => {
    const handlers = org.handlers()
    await getResponse(handlers, new Request(url, { method: 'POST', headers, ...(body ? { body } : {}) }))
    return org.control.readJournal().at(-1)?.operation
  }
  expect(await seen()).toBe('forgotPassword')
  expect(await seen('{"password":{"value":"x"}}')).toBe('forgotPasswordWithAnswer')
})

test('answers at the address the handlers are asked for, links included', async () => {
  const org = createOrg({ apiToken: 'token' })
  const handlers = org.handlers('https://id.test:8443/tenant/')
  const response = await getResponse(
    handlers,
    new Request('https://id.test:8443/tenant/api/v1/users/me', { headers: authorized('token') }),
  )
  const user = (await response?.json()) as { id: string; _links: { self: { href: string } } }
  expect(user._links.self.href).toBe(`https://id.test:8443/tenant/api/v1/users/${user.id}`)
  expect(await getResponse(handlers, new Request(`${base}/api/v1/users/me`))).toBeUndefined()
})

test('rejects a relative address outside a page', () => {
  expect(() => createOrg().handlers('/')).toThrow('handlers: expected an absolute URL')
})

test('keeps two organisations at two addresses apart', async () => {
  const one = createOrg({ baseUrl: 'https://one.test', apiToken: 'first' })
  const two = createOrg({ baseUrl: 'https://two.test', apiToken: 'second' })
  const handlers = [...one.handlers(), ...two.handlers()]
  const ask = async (host: string): Promise<number | undefined> => {
    const request = new Request(`https://${host}/api/v1/users/me`, { headers: authorized('second') })
    return (await getResponse(handlers, request))?.status
  }
  expect(await ask('one.test')).toBe(401)
  expect(await ask('two.test')).toBe(200)
})

test('answers HEAD with the head of what GET answers', async () => {
  const org = createOrg({ apiToken: 'token' })
  const request = new Request(`${base}/api/v1/users/me`, { method: 'HEAD', headers: authorized('token') })
  const response = await getResponse(org.handlers(), request)
  expect(response?.status).toBe(200)
  expect(await response?.text()).toBe('')
})

test('leaves the request for those who log it to read', async () => {
  const org = createOrg({ apiToken: 'token' })
  const [request, requestId] = [
    new Request(`${base}/api/v1/users`, {
      method: 'POST',
      headers: authorized('token', { 'content-type': 'application/json' }),
      body: newUser('left@example.com'),
    }),
    'request',
  ]
  const createUser = org.handlers().find(({ info }) => info.header === `POST ${base}/api/v1/users`)
  const result = await createUser?.run({ request, requestId })
  expect(result?.response?.status).toBe(200)
  // The very one, as long as nobody read it; after that, one that can be read again.
  expect(result?.request).toBe(request)
  expect(await request.json()).toMatchObject({ profile: { login: 'left@example.com' } })
  expect(await result?.request.json()).toMatchObject({ profile: { login: 'left@example.com' } })
  expect(result?.request.headers.get('authorization')).toBe(request.headers.get('authorization'))
})

test('sets up a server in one line, which intercepts fetch', async () => {
  const server = setupServer({ apiToken: 'token' })
  server.listen()
  try {
    const response = await fetch(`${base}/api/v1/users/me`, { headers: authorized('token') })
    expect(response.status).toBe(200)
    expect(server.org.control.readJournal({ operation: 'getUser' })).toHaveLength(1)
  } finally {
    server.close()
  }
})

test('lets single operations be overridden, at once or later, and be themselves again', async () => {
  const teapot = http.get(`${base}/api/v1/users/me`, () => new HttpResponse(null, { status: 418 }))
  const org = createOrg({ apiToken: 'token' })
  const server = setupServer(org)
  const status = async (): Promise<number> =>
    (await fetch(`${base}/api/v1/users/me`, { headers: authorized('token') })).status
  server.listen()
  try {
    expect(await status()).toBe(200)
    server.use(teapot)
    expect(await status()).toBe(418)
    server.resetHandlers()
    expect(await status()).toBe(200)
  } finally {
    server.close()
  }
  const overridden = setupServer(org, teapot)
  overridden.listen()
  try {
    expect(await status()).toBe(418)
  } finally {
    overridden.close()
  }
})

test('answers requests that come at the same time each with its own', async () => {
  const org = createOrg({ apiToken: 'token' })
  const handlers = org.handlers()
  const logins = Array.from({ length: 20 }, (_, index) => `person${index}@example.com`)
  const created = await Promise.all(
    logins.map((login) =>
      getResponse(
        handlers,
        new Request(`${base}/api/v1/users`, {
          method: 'POST',
          headers: authorized('token', { 'content-type': 'application/json' }),
          body: newUser(login),
        }),
      ),
    ),
  )
  expect(created.map((response) => response?.status)).toEqual(logins.map(() => 200))
  const read = await Promise.all(
    logins.map((login) =>
      getResponse(handlers, new Request(`${base}/api/v1/users/${login}`, { headers: authorized('token') })),
    ),
  )
  const found = (await Promise.all(read.map(async (response) => response?.json()))) as {
    profile: { login: string }
  }[]
  expect(found.map(({ profile }) => profile.login)).toEqual(logins)
})

test('answers one request as often as it is handed in', async () => {
  const handlers = createOrg({ apiToken: 'token' }).handlers()
  const get = new Request(`${base}/api/v1/users/me`, { headers: authorized('token') })
  const post = new Request(`${base}/api/v1/users`, {
    method: 'POST',
    headers: authorized('token', { 'content-type': 'application/json' }),
    body: newUser('mary@example.com'),
  })
  const statuses = []
  for (const request of [get, get, post, get, post]) {
    statuses.push((await getResponse(handlers, request))?.status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 400])
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Statuses when page and service share an address: by default, and with `refuse`. Without one, the call goes on. */
test.for([
  ['/api/v1/users', 200, 200],
  ['/api/v1/users?limit=1', 200, 200],
  ['//api/v1/users/', 200, 200],
  ['//oauth2/v1/keys', 200, 200],
  ['/api/v1/users/%E0', 400, 400],
  ['/api/v1/userz', 404, 404],
  ['/oauth2/default/v2/token', 404, 404],
  ['/oauth2/callback', undefined, 404],
  ['/api/orders', undefined, 404],
  ['/oauth2/v1/keys', 200, 200],
  ['/oauth2/default/v1/keys', 200, 200],
  ['/oauth2/default/.well-known/openid-configuration', 200, 200],
  ['/.well-known/openid-configuration', 200, 200],
  ['/.well-known/oauth-authorization-server', 200, 200],
  ['/.well-known/other', undefined, 404],
  ['/x/oauth2/v1/keys', undefined, undefined],
  ['/x/.well-known/openid-configuration', undefined, undefined],
  ['/assets/app.js', undefined, undefined],
  ['/', undefined, undefined],
  ['', undefined, undefined],
  ['?tab=1', undefined, undefined],
  ['#top', undefined, undefined],
] as const)(
  'where a page has the address of the service, %s goes on or is answered',
  async ([path, byDefault, refused]) => {
    vi.stubGlobal('location', { origin: base })
    const statusOf = async (options?: { onUnknownPath: 'network' | 'refuse' }) => {
      const org = createOrg({ apiToken: 'token' })
      const handlers = org.handlers(base, options)
      return (await getResponse(handlers, new Request(`${base}${path}`, { headers: authorized('token') })))
        ?.status
    }
    expect(await statusOf()).toBe(byDefault)
    // A wrong path below a root of the API gets the service's error, unless the option says otherwise.
    const onNetwork = byDefault === 404 ? undefined : byDefault
    expect(await statusOf({ onUnknownPath: 'network' })).toBe(onNetwork)
    expect(await statusOf({ onUnknownPath: 'refuse' })).toBe(refused)
  },
)

test('the address of handlers may be a path of the page', async () => {
  vi.stubGlobal('location', new URL('https://app.example.com/shop/'))
  const org = createOrg()
  const handlers = org.handlers('/', { onUnknownPath: 'refuse' })
  expect(org.baseUrl).toBe('https://app.example.com')
  for (const [path, status] of [
    ['/api/v1/users/me', 401],
    ['/oauth2/callback', 404],
    ['/main.js', undefined],
  ] as const) {
    const reply = await getResponse(handlers, new Request(`https://app.example.com${path}`))
    expect([path, reply?.status]).toEqual([path, status])
  }
})

test.for(['', '?limit=1', '#top', '/?limit=1'])(
  'an address that ends after the base URL, %j, is of the service',
  async (end) => {
    const response = await getResponse(createOrg().handlers(`${base}/t`), new Request(`${base}/t${end}`))
    expect(response?.status).toBe(404)
    expect(
      await getResponse(createOrg().handlers(`${base}/t`), new Request(`${base}/tt${end}`)),
    ).toBeUndefined()
  },
)

test('a handler that answered counts as used, and no other does', async () => {
  const org = createOrg({ apiToken: 'token' })
  const handlers = org.handlers()
  await getResponse(handlers, new Request(`${base}/api/v1/users`, { headers: authorized('token') }))
  expect(handlers.filter(({ isUsed }) => isUsed).map(({ info }) => info.header)).toEqual([
    `GET ${base}/api/v1/users`,
  ])
})

test('below a path too, the handler of the operation answers', async () => {
  const org = createOrg({ apiToken: 'token' })
  const handlers = org.handlers(`${base}/t/u/`)
  const request = new Request(`${base}/t/u/api/v1/users/me`, { headers: authorized('token') })
  expect((await getResponse(handlers, request))?.status).toBe(200)
  expect(handlers.filter(({ isUsed }) => isUsed).map(({ info }) => info.header)).toEqual([
    `GET ${base}/t/u/api/v1/users/:userId`,
  ])
})

test('a handler returns the full result of its request, and null for another host', async () => {
  const org = createOrg({ apiToken: 'token' })
  const handler = org.handlers().find(({ info }) => info.header === `GET ${base}/api/v1/users`)!
  const request = new Request(`${base}/api/v1/users`, { headers: authorized('token') })
  const result = await handler.run({ request, requestId: 'request-7' })
  expect([result?.handler, result?.requestId, result?.request, result?.parsedResult]).toEqual([
    handler,
    'request-7',
    request,
    { match: { matches: true, params: {} }, cookies: {} },
  ])
  expect(result?.response?.status).toBe(200)
  const elsewhere = new Request('https://other.test/api/v1/users')
  expect(await handler.run({ request: elsewhere, requestId: 'request-8' })).toBeNull()
})
