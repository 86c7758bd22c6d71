import { expect, test } from 'vitest'
import { newUser, type TestCall, testOrg } from '../support/call.ts'

async function create(call: TestCall, profile: Record<string, unknown> = {}, query = '', more = {}) {
  return (await call('POST', `/api/v1/users${query}`, { ...newUser(profile), ...more })).json
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

test('finds a user whose login has a slash by its id only', async () => {
  const { call } = testOrg({ profile: { loginPattern: null } })
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

test('takes the name of the response parameter in any case, as parameters of media types are', async () => {
  const { call } = testOrg()
  const user = await create(call)
  const headers = { 'content-type': 'application/json; SVC-Response=omitCredentials' }
  expect((await call('GET', `/api/v1/users/${user.id}`, undefined, headers)).json.credentials).toBeUndefined()
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

test('a search compares letters as they were sent; a login in either form is one', async () => {
  const { call } = testOrg()
  const [composed, decomposed] = ['M\u00fcller', 'Mu\u0308ller']
  for (const lastName of [composed, decomposed]) await call('POST', '/api/v1/users', newUser({ lastName }))
  for (const asked of [composed, decomposed]) {
    for (const query of [
      `search=${encodeURIComponent(`profile.lastName eq "${asked.toUpperCase()}"`)}`,
      `filter=${encodeURIComponent(`profile.lastName eq "${asked}"`)}`,
      `q=${encodeURIComponent(asked)}`,
    ]) {
      const { json } = await call('GET', `/api/v1/users?${query}`)
      expect(json.map((user: { profile: { lastName: string } }) => user.profile.lastName)).toEqual([asked])
    }
  }
  const named = (login: string) => call('POST', '/api/v1/users', newUser({ login }))
  expect((await named(`${composed}@example.com`)).status).toBe(200)
  expect((await named(`${decomposed}@example.com`)).json.errorCode).toBe('E0000001')
})

test('a search nests 50 deep, and a rule 100', async () => {
  const { call } = testOrg()
  const nested = (depth: number, text: string) => '('.repeat(depth) + text + ')'.repeat(depth)
  const search = (depth: number) =>
    call('GET', `/api/v1/users?search=${encodeURIComponent(nested(depth, 'id pr'))}`)
  expect((await search(50)).status).toBe(200)
  const { status, json } = await search(51)
  expect([status, json.errorCode]).toEqual([400, 'E0000031'])
  expect(json.errorCauses[0].errorSummary).toContain('at most 50 nested parentheses')
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Deep' } })).json
  const rule = (depth: number) =>
    call('POST', '/api/v1/groups/rules', {
      type: 'group_rule',
      name: `Deep ${depth}`,
      conditions: {
        expression: { type: 'urn:svc:expression:1.0', value: nested(depth, 'user.city == "A"') },
      },
      actions: { assignUserToGroups: { groupIds: [group.id] } },
    })
  expect((await rule(99)).status).toBe(200)
  expect((await rule(101)).json.errorCauses[0].errorSummary).toContain('at most 100 levels of nesting')
})

test('profileUrl is an http or https URL', async () => {
  const { call } = testOrg()
  const made = (profileUrl: string) => call('POST', '/api/v1/users', newUser({ profileUrl }))
  for (const url of ['https://a.example/x', 'HTTP://a.example']) expect((await made(url)).status).toBe(200)
  for (const url of ['ftp://a.example/x', 'mailto:a@b.example', 'urn:x:y', '//a.example', 'https://'])
    expect((await made(url)).json.errorCode, url).toBe('E0000001')
})
