import { expect, test, vi } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { cookieNamed } from '../../src/handlers/authenticate.ts'
import { pathBelow } from '../../src/handlers/router.ts'
import { pieces } from '../../src/handlers/broken-response.ts'
import { notJson } from '../../src/handlers/parse-input.ts'
import { monotonic, respelled } from '../../src/handlers/exchange.ts'
import { hintFor } from '../../src/handlers/path-hint.ts'
import { errorFormatOf, endpointPaths, router, routerOf } from '../../src/handlers/routes.ts'
import { testOrg } from '../support/call.ts'

test.for([
  ['sid=abc', 'abc'],
  ['a=1; sid=abc; b=2', 'abc'],
  ['a=1;  sid = abc ', 'abc'],
  ['sid=a=b', 'a=b'],
  ['sid=first; sid=second', 'first'],
  ['xsid=abc', undefined],
  ['sid', undefined],
  ['=abc', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('the cookie header %j holds the session %j', ([header, value]) => {
  expect(cookieNamed(header, 'sid')).toBe(value)
})

test('no cookie has an empty name', () => {
  expect(cookieNamed('=abc', '')).toBe(undefined)
})

test.for([
  ['/api/v1/users', 'https://svc.example.com', '/api/v1/users'],
  ['/t/api/v1/users', 'https://svc.example.com/t', '/api/v1/users'],
  ['/t/', 'https://svc.example.com/t', '/'],
  ['/tt/api', 'https://svc.example.com/t', '/tt/api'],
  ['/x/api', 'https://svc.example.com/t', '/x/api'],
  ['/t', 'https://svc.example.com/t', '/t'],
  ['/t/u/api', 'http://svc.example.com/t/u', '/api'],
] as const)('the path %s below %s is %s', ([path, base, below]) => {
  expect(pathBelow(path, base)).toBe(below)
})

test.for([
  ['GET', '/api/v1/users', 'operation listUsers'],
  ['GET', '/api/v1/users/me', 'operation getUser userId=me'],
  ['POST', '/api/v1/users/me', 'operation updateCurrentUser'],
  ['GET', '/api/v1/users/a%20b', 'operation getUser userId=a b'],
  ['PATCH', '/api/v1/users/x', 'operation getUser userId=x, only GET POST PUT DELETE'],
  ['PUT', '/api/v1/users/me', 'operation replaceUser userId=me'],
  ['GET', '/api/v1/groups/rules', 'operation listGroupRules'],
  ['GET', '/api/.well-known/x', undefined],
  ['GET', '/api/v1/apps/x', 'additional getApplication appId=x'],
  ['GET', '/oauth2/v1/clients/x', 'operation getClient clientId=x'],
  ['POST', '/oauth2/v1/token', 'oauth token'],
  ['GET', '/oauth2/v1/token', 'oauth token, only POST'],
  ['POST', '/oauth2/default/v1/token', 'oauth token serverId=default'],
  ['POST', '/oauth2/v1/v1/token', undefined],
  ['POST', '/oauth2/a%20b/v1/token', undefined],
  ['POST', '/oauth2/default/v1/clients', undefined],
  ['GET', '/v1/keys', 'oauth keys'],
  ['GET', '/.well-known/openid-configuration', 'oauth openIdMetadata'],
  ['GET', '/oauth2/a/.well-known/oauth-authorization-server', 'oauth oauthMetadata serverId=a'],
  ['GET', '/.well-known/oauth-authorization-server/a/b', 'oauth oauthMetadata issuer=a/b'],
  ['GET', '/x/.well-known/openid-configuration', undefined],
  ['GET', '/signin', 'page sign-in'],
  ['POST', '/signin/reset-password/aB9', 'link forgot-password token=aB9'],
  ['GET', '/welcome/a-b', undefined],
  ['GET', '/tokens/a/verify', 'link verify token=a'],
  ['GET', '/signins', undefined],
  ['GET', '/signout', 'page sign-out, only POST'],
  ['GET', '/activate', 'oauth activate'],
  ['GET', '/home/a/%zz/b', 'page start app=a appId=%zz link=b'],
  ['GET', '/', 'home home'],
  ['PATCH', '/_control/advance-clock', 'control control action=advance-clock'],
  ['GET', '/_console/', 'console console file='],
  ['GET', '/assets/logos/group-medium.png', 'image logo name=group-medium.png'],
  ['GET', '', undefined],
  ['GET', '*', undefined],
] as const)('%s %s leads to %s', ([method, path, expected]) => {
  const { target, params = {}, methods } = router.find(method, path) ?? {}
  const given = Object.entries(params).map(([name, value]) => ` ${name}=${value}`)
  const only = methods ? `, only ${methods.join(' ')}` : ''
  expect(target && `${target.kind} ${target.name}${given.join('')}${only}`).toBe(expected)
})

test('a path with a wrong escape leads somewhere without parameters', () => {
  expect(router.find('GET', '/api/v1/users/%zz')).toMatchObject({ params: undefined })
})

/** The paths of the API description. */
const described = endpointPaths(
  routerOf(createOrg({ interpretations: { 'beyond-the-description': 'absent' } }).model),
)

test.for([
  ['/oauth2/v1/clients', 'oauth'],
  ['/oauth2/v1/clients/x/lifecycle/newSecret', 'platform'],
  ['/oauth2/v1/clients/x/y/lifecycle/newSecret', 'oauth'],
  ['/oauth2/v1/clients/x/lifecycle/newSecrets', 'oauth'],
  ['/x/oauth2/v1/clients/x/lifecycle/newSecret', 'platform'],
  ['/api/v1/users', 'platform'],
] as const)('refuses an unknown operation at %s in the dialect %s', ([path, dialect]) => {
  expect(errorFormatOf(path, router.find('GET', path))).toBe(dialect)
})

test.for([
  ['/api/v1/user', '/api/v1/users'],
  ['/api/v1/Users', '/api/v1/users'],
  ['/users', '/api/v1/users'],
  ['/api/v2/groups', '/api/v1/groups'],
  ['/api/v1/clients/x', '/oauth2/v1/clients/{clientId}'],
  ['/api/v1/group/rules', '/api/v1/groups/rules'],
  ['/api/v1/users/x/lifecycle/suspended', '/api/v1/users/{userId}/lifecycle/suspend'],
  ['/api/v1/users/x/lifecycle/unsuspended', '/api/v1/users/{userId}/lifecycle/unsuspend'],
  ['/api/v1/users/x/credentials/changepassword', '/api/v1/users/{userId}/credentials/change_password'],
  ['/api/v1/users/x/client/y/token', '/api/v1/users/{userId}/clients/{clientId}/tokens'],
  ['/oauth2/v1/client/x', '/oauth2/v1/clients/{clientId}'],
  ['/api/v1/groups/x/app', '/api/v1/groups/{groupId}/apps'],
] as const)('the known path nearest to %s is %s', ([path, nearest]) => {
  expect(hintFor(path, described)).toBe(`The nearest known path is ${nearest}`)
})

test.for([
  ['/', '/: api, oauth2'],
  ['/api/v1', '/api/v1: groups, users'],
  ['/api/v1/authn', '/api/v1: groups, users'],
  ['/api/v1/authn/factors/x/verify', '/api/v1: groups, users'],
  ['/api/v1/apps', '/api/v1: groups, users'],
  ['/api/v1/apps/x/users/y', '/api/v1: groups, users'],
  ['/api/v1/logs', '/api/v1: groups, users'],
  ['/api/v1/policies/x/rules', '/api/v1: groups, users'],
  ['/api/v1/meta/types/user', '/api/v1: groups, users'],
  ['/api/v1/meta/schemas/user/default', '/api/v1: groups, users'],
  ['/api/v1/sessions/me', '/api/v1: groups, users'],
  ['/api/v1/idps', '/api/v1: groups, users'],
  ['/api/v1/zones', '/api/v1: groups, users'],
  ['/api/v1/roles', '/api/v1: groups, users'],
  ['/api/v1/groups/x/roles', '/api/v1/groups/{groupId}: apps, users'],
  ['/api/v1/users/me/factors/y', '/api/v1/users/{userId}: appLinks, clients'],
  ['/oauth2/v1/clients/x/newSecret', '/oauth2/v1/clients/{clientId}: lifecycle'],
] as const)('does not serve %s, below %s', ([path, below]) => {
  expect(hintFor(path, described)).toContain(`not part of what is served. Operations below ${below}`)
})

test.for([
  [new SyntaxError('Unexpected token } in JSON at position 7'), 'The body is not JSON at position 7'],
  [new SyntaxError('JSON.parse: at line 31 column 12 of'), 'The body is not JSON at line 31 column 12'],
  [new SyntaxError('Unexpected end of JSON input'), 'The body is not JSON: it ends too early'],
  [new SyntaxError('Unexpected token "secret"'), 'The body is not JSON'],
  ['position 7', 'The body is not JSON'],
] as const)('reports the error %s: %s', ([error, told]) => {
  expect(notJson(error)).toBe(told)
})

test.for([
  [1000, { size: 100, pause: 100 }],
  [100, { size: 10, pause: 100 }],
  [15, { size: 2, pause: 2000 / 15 }],
  [1, { size: 1, pause: 1000 }],
] as const)('a body of %i bytes a second comes in pieces of %j', ([bytesPerSecond, expected]) => {
  expect(pieces(bytesPerSecond)).toEqual(expected)
})

/** An organisation that is called by `fetch`, under a fault. */
function faulty(breaks: 'truncated-body' | 'connection-reset' | 'no-answer') {
  const org = createOrg({ apiToken: 'token' })
  org.control.addFault({ breaks })
  return (method: string, path: string, signal?: AbortSignal) =>
    org.fetch(
      new Request(`https://svc.example.com${path}`, {
        method,
        headers: { authorization: 'SSWS token' },
        ...(signal ? { signal } : {}),
      }),
    )
}

test('a reply without a body cannot have a broken one', async () => {
  const call = faulty('truncated-body')
  const head = await call('HEAD', '/api/v1/users/me')
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'application/json',
    '',
  ])
  expect(head.body).toBe(null)
  const org = createOrg({ apiToken: 'token' })
  org.control.addFault({ breaks: 'truncated-body', method: 'DELETE' })
  const deleted = await org.fetch(
    new Request('https://svc.example.com/api/v1/users/me/sessions', {
      method: 'DELETE',
      headers: { authorization: 'SSWS token' },
    }),
  )
  expect([deleted.status, deleted.body]).toEqual([204, null])
})

test('a body that is cut off holds its first half, and then an error', async () => {
  const { body } = await faulty('truncated-body')('GET', '/api/v1/users/none')
  const reader = body!.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  expect(first).toMatch(/^\{"errorCode":"E0000007"/)
  await expect(reader.read()).rejects.toThrow(new TypeError('terminated: a fault cut the body off'))
})

test('a connection that is reset fails as fetch does', async () => {
  await expect(faulty('connection-reset')('GET', '/api/v1/users/me')).rejects.toThrow(
    new TypeError('Failed to fetch: a fault reset the connection'),
  )
})

test('a call that was given up before is not waited for', async () => {
  const reason = new Error('given up')
  await expect(faulty('no-answer')('GET', '/api/v1/users/me', AbortSignal.abort(reason))).rejects.toBe(reason)
})

test('a HEAD request is answered as a GET without the body', async () => {
  const org = createOrg({ apiToken: 'token' })
  const response = await org.fetch(
    new Request('https://svc.example.com/api/v1/users?limit=1#x', {
      method: 'HEAD',
      headers: { authorization: 'SSWS token' },
    }),
  )
  expect([response.status, response.body, response.headers.get('link')]).toEqual([
    200,
    null,
    '<https://svc.example.com/api/v1/users?limit=1>; rel="self"',
  ])
})

test.for([
  ['http://localhost', true],
  ['https://localhost:5173', true],
  ['http://127.0.0.1:80', true],
  ['http://[::1]:3000', true],
  ['http://localhost.evil.example', false],
  ['http://localhost:x', false],
  ['xhttp://localhost', false],
  ['ftp://localhost', false],
  ['https://svc.example.com', true],
  ['https://svc.example.com:444', false],
  ['null', false],
] as const)('pages of %s read replies: %j', async ([origin, trusted]) => {
  const { call } = testOrg()
  const { headers } = await call('GET', '/api/v1/users/me', undefined, { origin })
  const cors = Object.entries(headers).filter(([name]) => /^(?:access-control|vary)/.test(name))
  expect(Object.fromEntries(cors)).toEqual(
    trusted
      ? {
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers':
            'Link, X-Svc-Request-Id, X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After, Date',
          vary: 'Origin',
        }
      : { vary: 'Origin' },
  )
})

test('trusted origins add to those of localhost', async () => {
  const { call } = testOrg({ trustedOrigins: ['https://app.example.com'] })
  const allowed = async (origin: string) =>
    (await call('GET', '/api/v1/users/me', undefined, { origin })).headers['access-control-allow-origin']
  expect(await allowed('http://localhost:3000')).toBe('http://localhost:3000')
  expect(await allowed('https://other.example.com')).toBe(undefined)
  expect(await allowed('https://app.example.com')).toBe('https://app.example.com')
  expect(await allowed('https://svc.example.com')).toBe('https://svc.example.com')
})

test('a preflight says what pages of a trusted origin may send', async () => {
  const { call } = testOrg()
  const ask = (headers: Readonly<Record<string, string>>) =>
    call('OPTIONS', '/api/v1/users/me', undefined, headers)
  const method = { 'access-control-request-method': 'GET' }
  const allowed = await ask({ origin: 'http://localhost', ...method })
  expect([allowed.status, allowed.text]).toEqual([204, ''])
  expect(allowed.headers).toMatchObject({
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, Accept, Prefer',
    'access-control-max-age': '600',
  })
  const foreign = await ask({ origin: 'https://evil.example', ...method })
  expect([foreign.status, foreign.headers['access-control-allow-origin'], foreign.headers['vary']]).toEqual([
    403,
    undefined,
    'Origin',
  ])
  for (const headers of [method, { origin: 'http://localhost' }]) {
    const reply = await ask(headers)
    expect([reply.status, reply.headers['allow']]).toEqual([204, 'GET, HEAD, POST, PUT, DELETE, OPTIONS'])
  }
})

test.for([
  ['a preflight', 'OPTIONS', { 'access-control-request-method': 'GET' }, 403],
  ['a call that needs no preflight', 'GET', { 'sec-fetch-mode': 'cors' }, 200],
] as const)('the journal says how to trust the page of %s', async ([, method, more, status]) => {
  const { call, control } = testOrg()
  const path = '/api/v1/groups'
  await call(method, path, undefined, { origin: 'https://app.example.com', ...more })
  expect(control.readJournal()).toMatchObject([
    { method, path, status, hint: expect.stringContaining('--trusted-origins https://app.example.com') },
  ])
})

test.for([
  { origin: 'http://localhost:5173' },
  { origin: 'https://app.example.com', 'sec-fetch-mode': 'navigate' },
  { origin: 'https://mock.test', host: 'mock.test' },
])('the journal notes nothing about the origin of %j', async (headers) => {
  const { call, control } = testOrg()
  await call('GET', '/api/v1/groups', undefined, headers)
  expect(control.readJournal()).toMatchObject([{ status: 200 }])
  expect(control.readJournal()[0]).not.toHaveProperty('hint')
})

test('a refused preflight is explained', async () => {
  const { call, control } = testOrg()
  const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' }
  await call('OPTIONS', '/api/v1/users/me', undefined, headers)
  expect(control.readExchange().explanation).toMatchObject({
    refusal: 'untrusted-origin',
    interpretation: 'cors',
    accepted: expect.stringContaining('trustedOrigins'),
  })
})

test('measures real time in milliseconds', () => {
  const hrtime = vi.spyOn(process, 'hrtime').mockReturnValue([3, 4_500_000])
  expect(monotonic()).toBe(3004.5)
  hrtime.mockRestore()
})

test('a corrected path changes nothing else in a request', () => {
  const request = {
    method: 'GET',
    path: '//api/v1/users/',
    query: 'limit=1',
    header: (name: string) => (name === 'accept' ? '*/*' : undefined),
    body: 'text',
  }
  const { request: spelled, used } = respelled(request)!
  expect(spelled).toMatchObject({ method: 'GET', path: '/api/v1/users', query: 'limit=1', body: 'text' })
  expect([spelled.header('accept'), spelled.header('x'), [...spelled.headers!()]]).toEqual([
    '*/*',
    undefined,
    [],
  ])
  expect(used).toEqual(['doubled-slash', 'trailing-slash'])
  const headers = () => [['accept', '*/*']] as const
  expect([...respelled({ ...request, headers })!.request.headers!()]).toEqual([['accept', '*/*']])
  expect(respelled({ ...request, path: '/' })).toBe(undefined)
  expect(respelled({ ...request, path: '/api' })).toBe(undefined)
})
