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
