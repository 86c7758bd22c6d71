import { expect, test } from 'vitest'
import { newUser, type TestCall, testOrg } from '../support/call.ts'

const password = { password: { value: 'Sup3rsecret' } }

async function create(call: TestCall, profile: Record<string, unknown> = {}, query = '', more = {}) {
  return (await call('POST', `/api/v1/users${query}`, { ...newUser(profile), ...more })).json
}

async function logins(call: TestCall, query: string): Promise<string[]> {
  const { status, json } = await call('GET', `/api/v1/users?${query}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json.map((user: { profile: { login: string } }) => user.profile.login)
}

function search(expression: string): string {
  return `search=${encodeURIComponent(expression)}`
}

function filter(expression: string): string {
  return `filter=${encodeURIComponent(expression)}`
}

function link(reply: { headers: Readonly<Record<string, string | readonly string[]>> }, rel: string) {
  const lines = [reply.headers.link ?? []].flat()
  const line = lines.find((each) => each.endsWith(`; rel="${rel}"`))
  return line?.slice(1, line.indexOf('>'))
}

const origin = 'https://svc.example.com'

test('finds a user by id, login and short name', async () => {
  const { call } = testOrg()
  const user = await create(call, { login: 'jane.doe@example.com' })
  for (const reference of [user.id, 'jane.doe@example.com', 'JANE.DOE@example.com', 'jane.doe', 'jané.doe']) {
    const { json } = await call('GET', `/api/v1/users/${encodeURIComponent(reference)}`)
    expect(json.id, reference).toBe(user.id)
  }
})

test('finds nobody by a short name that two users have', async () => {
  const { call } = testOrg()
  await create(call, { login: 'jane@one.example' })
  await create(call, { login: 'jane@two.example' })
  expect((await call('GET', '/api/v1/users/jane')).status).toBe(404)
  expect((await call('GET', '/api/v1/users/jane@one.example')).status).toBe(200)
})

test('answers an unknown user with 404 E0000007 that names it', async () => {
  const { call } = testOrg()
  for (const reference of ['00u000000000000000', 'nobody@example.com']) {
    const { status, json } = await call('GET', `/api/v1/users/${reference}`)
    expect(status).toBe(404)
    expect(json).toEqual({
      errorCode: 'E0000007',
      errorSummary: `Not found: Resource not found: ${reference} (User)`,
      errorLink: 'E0000007',
      errorId: expect.stringMatching(/^oae\w{20,}$/),
      errorCauses: [],
    })
  }
})

test('finds a user whose login has a slash by its id only', async () => {
  const { call } = testOrg({ loginPattern: null })
  const user = await create(call, { login: 'a/b/c' })
  expect((await call('GET', `/api/v1/users/${encodeURIComponent('a/b/c')}`)).status).toBe(404)
  expect((await call('GET', `/api/v1/users/${user.id}`)).json.profile.login).toBe('a/b/c')
})

test('gets a user whose login has a question mark by its id only', async () => {
  const { call } = testOrg()
  const user = await create(call, { login: 'who?@example.com' })
  const { status, json } = await call('GET', '/api/v1/users/who%3F@example.com')
  expect([status, json.errorSummary]).toEqual([404, 'Not found: Resource not found: who?@example.com (User)'])
  expect((await call('GET', `/api/v1/users/${user.id}`)).json.profile.login).toBe('who?@example.com')
  expect((await call('GET', '/api/v1/users/who%3F@example.com/groups')).status).toBe(200)
})

test('answers me with the owner of the token', async () => {
  const { call } = testOrg()
  expect((await call('GET', '/api/v1/users/me')).json.profile.login).toBe('admin@example.com')
})

test('answers me with the user of the session, and a token wins over a cookie', async () => {
  const { call, org } = testOrg()
  const user = await create(call)
  const { cookie } = org.sessions.open(user.id)
  const header = { cookie: `other=1; sid=${cookie}` }
  expect(
    (await call('GET', '/api/v1/users/me', undefined, { ...header, authorization: undefined })).json.id,
  ).toBe(user.id)
  expect((await call('GET', '/api/v1/users/me', undefined, header)).json.profile.login).toBe(
    'admin@example.com',
  )
  const stale = { cookie: 'sid=nothing', authorization: undefined }
  expect(await call('GET', '/api/v1/users/me', undefined, stale)).toMatchObject({
    status: 403,
    json: { errorCode: 'E0000005' },
  })
  const other = await call('GET', `/api/v1/users/${user.id}`, undefined, {
    ...header,
    authorization: undefined,
  })
  expect([other.status, other.json.errorCode]).toEqual([401, 'E0000011'])
})

test.each([
  ['STAGED', ['activate', 'schema', 'self', 'type']],
  ['PROVISIONED', ['deactivate', 'reactivate', 'resetPassword', 'schema', 'self', 'suspend', 'type']],
  [
    'ACTIVE',
    [
      'changePassword',
      'changeRecoveryQuestion',
      'deactivate',
      'expirePassword',
      'resetPassword',
      'schema',
      'self',
      'suspend',
      'type',
    ],
  ],
])('offers a %s user the links of its status', async (status, relations) => {
  const { call } = testOrg()
  const query = status === 'STAGED' ? '?activate=false' : ''
  const user = await create(call, {}, query, status === 'ACTIVE' ? { credentials: password } : {})
  expect(user.status).toBe(status)
  expect(Object.keys(user._links).sort()).toEqual(relations)
  for (const [relation, { href }] of Object.entries<{ href: string }>(user._links)) {
    expect(href, relation).toMatch(/^https:\/\/svc\.example\.com\/api\/v1\//)
  }
})

test('offers forgotPassword once there is a recovery question', async () => {
  const { call } = testOrg()
  const credentials = { ...password, recovery_question: { question: 'q', answer: 'a' } }
  const user = await create(call, {}, '', { credentials })
  expect(user._links.forgotPassword).toEqual({
    href: `${origin}/api/v1/users/${user.id}/credentials/forgot_password`,
    method: 'POST',
  })
})

test('carries only self in a collection', async () => {
  const { call } = testOrg()
  const user = await create(call)
  const { json } = await call('GET', '/api/v1/users')
  const listed = json.find((each: { id: string }) => each.id === user.id)
  expect(listed._links).toEqual({ self: { href: `${origin}/api/v1/users/${user.id}` } })
})

test('adds the block of a user where it is asked for', async () => {
  const { call, org } = testOrg()
  const user = await create(call, {}, '', { credentials: password })
  const block = { type: 'DEVICE_BASED', appliesTo: 'UNKNOWN_DEVICES' } as const
  org.users.write(org.users.get(user.id)!, { hidden: { ...org.users.get(user.id)!.hidden, block } })
  expect((await call('GET', `/api/v1/users/${user.id}?expand=block`)).json._embedded).toEqual({ block })
  expect((await call('GET', `/api/v1/users/${user.id}`)).json._embedded).toBeUndefined()
})

test.each([
  ['omitCredentials', ['credentials']],
  ['omitCredentials,omitTransitioningToStatus', ['credentials', 'transitioningToStatus']],
  ['"omitTransitioningToStatus, unknown"', ['transitioningToStatus']],
  ['unknown', []],
])('leaves out what svc-response=%s says', async (list, omitted) => {
  const { call } = testOrg({ transitionDelay: 1000 })
  const user = await create(call, {}, '', { credentials: password })
  const headers = { 'content-type': `application/json; svc-response=${list}` }
  for (const url of [`/api/v1/users/${user.id}`, `/api/v1/users?${search(`id eq "${user.id}"`)}`]) {
    const shown = [(await call('GET', url, undefined, headers)).json].flat()[0]
    for (const name of ['credentials', 'transitioningToStatus']) {
      expect(name in shown, `${name} of ${url}`).toBe(!omitted.includes(name))
    }
    expect(shown.profile.login).toBe(user.profile.login)
  }
})

test('takes the name of the response parameter in any case, as parameters of media types are', async () => {
  const { call } = testOrg()
  const user = await create(call)
  const headers = { 'content-type': 'application/json; SVC-Response=omitCredentials' }
  expect((await call('GET', `/api/v1/users/${user.id}`, undefined, headers)).json.credentials).toBeUndefined()
})

test('leaves out the links of credentials where that is asked', async () => {
  const { call } = testOrg()
  const user = await create(call, {}, '', {
    credentials: { ...password, recovery_question: { question: 'q', answer: 'a' } },
  })
  const headers = { 'content-type': 'application/json; svc-response="omitCredentialsLinks"' }
  const { json } = await call('GET', `/api/v1/users/${user.id}`, undefined, headers)
  expect(Object.keys(json._links).sort()).toEqual([
    'deactivate',
    'expirePassword',
    'schema',
    'self',
    'suspend',
    'type',
  ])
  expect(json.credentials).toBeDefined()
})

test('lists users that are not deprovisioned, and finds those by search and filter', async () => {
  const { call } = testOrg()
  const gone = await create(call, { login: 'gone@example.com' })
  await call('POST', `/api/v1/users/${gone.id}/lifecycle/deactivate`)
  expect(await logins(call, '')).toEqual(['admin@example.com'])
  expect(await logins(call, 'q=Test')).toEqual([])
  expect(await logins(call, search('status eq "deprovisioned"'))).toEqual(['gone@example.com'])
  expect(await logins(call, filter('status eq "DEPROVISIONED"'))).toEqual(['gone@example.com'])
})

test('pages through all users by next links with limit, after and the query', async () => {
  const { call, org } = testOrg()
  for (let index = 0; index < 7; index++) await create(call, { department: index % 2 ? 'Odd' : 'Even' })
  for (const [query, total] of [
    ['limit=3', 8],
    [`limit=2&${search('profile.department eq "even"')}`, 4],
    [`limit=2&${search('profile.lastName pr')}&sortBy=profile.login&sortOrder=desc`, 8],
    [`limit=3&${filter('status eq "PROVISIONED"')}`, 7],
  ] as const) {
    const seen: string[] = []
    let url: string | undefined = `/api/v1/users?${query}`
    while (url) {
      const reply = await call('GET', url)
      const self = new URL(link(reply, 'self')!)
      expect(self.origin).toBe(origin)
      expect(self.searchParams.get('limit')).toBe(new URLSearchParams(query).get('limit'))
      expect(self.searchParams.get('search')).toBe(new URLSearchParams(query).get('search'))
      seen.push(...reply.json.map((user: { id: string }) => user.id))
      const next = link(reply, 'next')
      if (next) expect(new URL(next).searchParams.get('after')).toBeTruthy()
      url = next?.slice(origin.length)
    }
    expect(new Set(seen).size, query).toBe(total)
    expect(seen, query).toHaveLength(total)
  }
  expect(org.users.collection.size).toBe(8)
})

test('goes on from a cursor whose row has been removed', async () => {
  const { call, org } = testOrg()
  for (const name of ['a1', 'b2', 'c3', 'd4']) await create(call, { login: `${name}@example.com` })
  for (const query of ['limit=3', `limit=3&${search('profile.login pr')}&sortBy=profile.login`]) {
    const snapshot = org.snapshot()
    const first = await call('GET', `/api/v1/users?${query}`)
    const last = first.json.at(-1)
    const rest = await call('GET', link(first, 'next')!.slice(origin.length))
    org.users.remove(org.users.get(last.id)!)
    const after = await call('GET', link(first, 'next')!.slice(origin.length))
    expect(after.json.map((user: { id: string }) => user.id)).toEqual(
      rest.json.map((user: { id: string }) => user.id),
    )
    org.restore(snapshot)
  }
})

test('takes a cursor whatever is sent along that does not say which list it is', async () => {
  const { call } = testOrg()
  for (let index = 0; index < 3; index++) await create(call)
  const first = await call('GET', `/api/v1/users?limit=1&${search('id pr')}&_=1`)
  const after = new URL(link(first, 'next')!).searchParams.get('after')!
  const next = await call('GET', `/api/v1/users?limit=2&expand=block&after=${after}&${search('id pr')}`)
  expect(next.status).toBe(200)
  expect(next.json).toHaveLength(2)
  expect(next.json[0].id).not.toBe(first.json[0].id)
})

test('writes blanks in links as %20, for callers that do not read a query as a form', async () => {
  const { call } = testOrg()
  for (let index = 0; index < 2; index++) await create(call, { department: 'R+D lab' })
  const asked = search('profile.department eq "R+D lab"')
  const reply = await call('GET', `/api/v1/users?${asked}&limit=1`)
  for (const rel of ['self', 'next']) {
    const [, given] = /[?&]search=([^&]*)/.exec(link(reply, rel)!)!
    expect(decodeURIComponent(given!)).toBe('profile.department eq "R+D lab"')
  }
})

test('refuses a cursor that it did not issue for this very list', async () => {
  const { call } = testOrg()
  for (let index = 0; index < 3; index++) await create(call)
  const next = link(await call('GET', '/api/v1/users?limit=1'), 'next')!
  const after = new URL(next).searchParams.get('after')!
  for (const cursor of ['', '1', 'abc', `${after}x`, after.slice(1), after.toUpperCase()]) {
    expect(await call('GET', `/api/v1/users?limit=1&after=${cursor}`), cursor).toMatchObject({
      status: 400,
      json: { errorCode: 'E0000029' },
    })
  }
  const other = await call('GET', `/api/v1/users?limit=1&${filter('status eq "ACTIVE"')}&after=${after}`)
  expect(other.status).toBe(400)
})

test.each([
  ['limit=0', 'E0000029'],
  ['limit=-1', 'E0000029'],
  ['limit=ten', 'E0000037'],
  ['limit=1.5', 'E0000037'],
  ['limit=', 'E0000037'],
  ['search=id%20pr&sortBy=id&sortOrder=up', 'E0000037'],
])('refuses %s', async (query, code) => {
  const { call } = testOrg()
  const { status, json } = await call('GET', `/api/v1/users?${query}`)
  expect([status, json.errorCode]).toEqual([400, code])
  expect(json.errorCauses[0].errorSummary).toContain(query.split('&').at(-1)!.split('=')[0])
})

test('gives 200 users without a limit and 200 at most, ten with q', async () => {
  const { call, org } = testOrg()
  for (let index = 0; index < 201; index++) org.registration.create(newUser())
  expect(await logins(call, '')).toHaveLength(200)
  expect(await logins(call, 'limit=200')).toHaveLength(200)
  expect(await logins(call, 'limit=500')).toHaveLength(200)
  expect(await logins(call, 'q=test')).toHaveLength(10)
  expect(await logins(call, 'q=test&limit=11')).toHaveLength(11)
})

test('matches q at the start of first name, last name and e-mail, without paging', async () => {
  const { call } = testOrg()
  await create(call, {
    login: 'login-zoe@example.com',
    email: 'a@example.com',
    firstName: 'Zoe',
    lastName: 'A',
  })
  await create(call, { login: 'l2@example.com', email: 'b@example.com', firstName: 'B', lastName: 'Zoeller' })
  await create(call, { login: 'l3@example.com', email: 'zoe@example.com', firstName: 'C', lastName: 'C' })
  await create(call, { login: 'zoe@example.com', email: 'd@example.com', firstName: 'Dzoe', lastName: 'D' })
  expect(await logins(call, 'q=zoe')).toEqual(['login-zoe@example.com', 'l2@example.com', 'l3@example.com'])
  const reply = await call('GET', '/api/v1/users?q=zoe&limit=1')
  expect(reply.json).toHaveLength(1)
  expect(link(reply, 'next')).toBeUndefined()
  expect((await call('GET', '/api/v1/users?q=zoe&after=x')).status).toBe(400)
})

test('searches by any property, with operators in any case and values in any case', async () => {
  const { call } = testOrg()
  const eng = await create(call, { login: 'ada1@example.com', department: 'Engineering', lastName: 'Müller' })
  await create(call, { login: 'bob1@example.com', department: 'English' })
  await create(call, { login: 'eve1@example.com', department: 'Sales' })
  expect(await logins(call, search('profile.department SW "eng"'))).toEqual([
    'ada1@example.com',
    'bob1@example.com',
  ])
  expect(
    await logins(call, search('profile.department eq "SALES" Or profile.login eq "BOB1@example.com"')),
  ).toEqual(['bob1@example.com', 'eve1@example.com'])
  expect(
    await logins(
      call,
      search('profile.department sw "e" and (profile.login gt "b" and profile.login lt "c")'),
    ),
  ).toEqual(['bob1@example.com'])
  expect(await logins(call, search('profile.lastName eq "MÜLLER"'))).toEqual(['ada1@example.com'])
  expect(await logins(call, search('profile.lastName eq "Muller"'))).toEqual([])
  expect(await logins(call, search(`id eq "${eng.id}"`))).toEqual(['ada1@example.com'])
  expect(await logins(call, search(`type.id eq "${eng.type.id}" and profile.login sw "a"`))).toEqual([
    'admin@example.com',
    'ada1@example.com',
  ])
  expect(
    await logins(call, search('created eq "2026-01-05T10:30:00.000+01:00" and profile.login sw "e"')),
  ).toEqual(['eve1@example.com'])
})

test('finds numbers in an array as numbers and texts as texts', async () => {
  const { call, org } = testOrg()
  org.userSchema.add({ name: 'sizes', type: 'array' })
  await create(call, { login: 'numbers@example.com', sizes: [4, 38] })
  await create(call, { login: 'texts@example.com', sizes: ['4', 'XL'] })
  expect(await logins(call, search('profile.sizes eq 38'))).toEqual(['numbers@example.com'])
  expect(await logins(call, search('profile.sizes eq 4'))).toEqual(['numbers@example.com'])
  expect(await logins(call, search('profile.sizes eq "4"'))).toEqual(['texts@example.com'])
  expect(await logins(call, search('profile.sizes gt 5'))).toEqual(['numbers@example.com'])
  expect(await logins(call, search('profile.sizes sw "x"'))).toEqual(['texts@example.com'])
  for (const order of ['asc', 'desc']) {
    const sorted = await logins(call, `${search('profile.sizes pr')}&sortBy=profile.sizes&sortOrder=${order}`)
    const numbersFirst = ['numbers@example.com', 'texts@example.com']
    expect(sorted).toEqual(order === 'asc' ? numbersFirst : numbersFirst.toReversed())
  }
})

test('searches custom properties, arrays by any element, and quotes by an escape', async () => {
  const { call, org } = testOrg()
  org.userSchema.add({ name: 'tags', type: 'array' })
  await create(call, { login: 'tagged@example.com', tags: ['red', 'green'], nickName: 'the "one"' })
  expect(await logins(call, search('profile.tags eq "GREEN"'))).toEqual(['tagged@example.com'])
  expect(await logins(call, search('profile.tags eq "blue"'))).toEqual([])
  expect(await logins(call, search(String.raw`profile.nickName eq "the \"one\""`))).toEqual([
    'tagged@example.com',
  ])
})

test.each([
  [search('profile.Department eq "x"'), 'E0000031'],
  [search('profile.department ne "x"'), 'E0000031'],
  [search('not (profile.department eq "x")'), 'E0000031'],
  [search('profile.department eq x'), 'E0000031'],
  [search('(profile.department eq "x"'), 'E0000031'],
  [search('nothing eq "x"'), 'E0000031'],
  [search('lastUpdated gt "yesterday"'), 'E0000030'],
  [filter('profile.department eq "x"'), 'E0000094'],
  [filter('profile.login sw "x"'), 'E0000094'],
  [filter('status eq "active"'), 'E0000031'],
  [filter('created gt "2026-01-01T00:00:00.000Z"'), 'E0000094'],
  [`${search('id pr')}&${filter('status eq "ACTIVE"')}`, 'E0000033'],
  [`q=x&${search('id pr')}`, 'E0000033'],
  [`${search('id pr')}&sortBy=nothing`, 'E0000031'],
])('refuses ?%s with %s', async (query, code) => {
  const { call } = testOrg()
  const { status, json } = await call('GET', `/api/v1/users?${query}`)
  expect([status, json.errorCode]).toEqual([400, code])
})

test('filters by the stated properties, values in their exact case', async () => {
  const { call, org } = testOrg()
  const user = await create(call, { login: 'Exact@example.com', firstName: 'Ann' })
  org.clock.advance('1h')
  await create(call, { login: 'later@example.com', firstName: 'Bea' })
  expect(await logins(call, filter('profile.login eq "Exact@example.com"'))).toEqual(['Exact@example.com'])
  expect(await logins(call, filter('profile.login eq "exact@example.com"'))).toEqual([])
  expect(await logins(call, filter('profile.firstName eq "Ann"'))).toEqual(['Exact@example.com'])
  expect(await logins(call, filter(`id eq "${user.id}" or profile.firstName eq "Bea"`))).toHaveLength(2)
  expect(await logins(call, filter('lastUpdated gt "2026-01-05T09:30:00.000Z"'))).toEqual([
    'later@example.com',
  ])
  expect(await logins(call, filter('lastUpdated ge "2026-01-05T10:30:00.000Z"'))).toEqual([
    'later@example.com',
  ])
  expect(await logins(call, filter('lastUpdated lt "2026-01-05T10:00:00.000Z"'))).toHaveLength(2)
  expect(
    await logins(call, filter('lastUpdated le "2026-01-05T09:30:00.000Z" and status eq "PROVISIONED"')),
  ).toEqual(['Exact@example.com'])
})

test('sorts a search in either direction, with ties by id', async () => {
  const { call } = testOrg()
  for (const [login, city] of [
    ['c@example.com', 'bern'],
    ['a@example.com', 'Zug'],
    ['b@example.com', 'Bern'],
  ]) {
    await create(call, { login, city })
  }
  const all = search('profile.city pr')
  expect(await logins(call, `${all}&sortBy=profile.login`)).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  expect(await logins(call, `${all}&sortBy=profile.login&sortOrder=desc`)).toEqual([
    'c@example.com',
    'b@example.com',
    'a@example.com',
  ])
  const ids = (await call('GET', `/api/v1/users?${all}&sortBy=profile.city`)).json.map(
    (user: { id: string }) => user.id,
  )
  expect(ids.slice(0, 2)).toEqual(ids.slice(0, 2).toSorted())
  expect(await logins(call, 'sortBy=profile.login&sortOrder=desc')).toHaveLength(4)
})

test('lags behind writes in search, filter and q if so set, never by id', async () => {
  const { call, org } = testOrg({ searchLag: 1000 })
  const user = await create(call, { login: 'late@example.com', firstName: 'Late', city: 'Bern' })
  const queries = [
    search('profile.login eq "late@example.com"'),
    filter('profile.firstName eq "Late"'),
    'q=Late',
  ]
  for (const query of queries) expect(await logins(call, query)).toEqual([])
  expect((await call('GET', `/api/v1/users/${user.id}`)).status).toBe(200)
  org.clock.advance(1000)
  for (const query of queries) expect(await logins(call, query)).toEqual(['late@example.com'])
  await call('POST', `/api/v1/users/${user.id}`, { profile: { city: 'Zug' } })
  expect(await logins(call, search('profile.city eq "Bern"'))).toEqual(['late@example.com'])
  org.clock.advance(1000)
  expect(await logins(call, search('profile.city eq "Bern"'))).toEqual([])
  expect(await logins(call, search('profile.city eq "Zug"'))).toEqual(['late@example.com'])
})

test("lists a user's groups, and no applications at first", async () => {
  const { call } = testOrg()
  const user = await create(call)
  const groups = await call('GET', `/api/v1/users/${user.id}/groups`)
  expect([groups.headers.link].flat()).toEqual([
    `<https://svc.example.com/api/v1/users/${user.id}/groups>; rel="self"`,
  ])
  expect(groups.json.map((group: { profile: { name: string } }) => group.profile.name)).toEqual(['Everyone'])
  const links = await call('GET', `/api/v1/users/${user.id}/appLinks`)
  expect([links.status, links.json]).toEqual([200, []])
})
