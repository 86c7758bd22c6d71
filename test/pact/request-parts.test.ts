/** What is recorded of a request: headers, bodies and states, and never a secret. */
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/create-org.ts'
import { recordPact } from '../../src/pact.ts'
import type { Exchange } from '../../src/pact/exchange.ts'
import { recordedBody, recordedHeaders } from '../../src/pact/record/request-parts.ts'
import { Reads } from '../../src/pact/record/track-reads.ts'

interface Case {
  headers?: Record<string, string>
  body?: unknown
  refusal?: string
  status?: number
  reply?: string
}
const exchange = ({ headers = {}, body = '', refusal, status = 200, reply = '' }: Case): Exchange =>
  ({
    request: { headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
    reply: { status, headers: {}, body: reply },
    refusal,
  }) as unknown as Exchange

const regex = (text: string) => ({ combine: 'AND', matchers: [{ match: 'regex', regex: text }] })
const fromState = (expression: string) => ({ type: 'ProviderState', expression, dataType: 'STRING' })
const ssws = {
  headers: { Authorization: ['SSWS example-api-token'] },
  rules: { Authorization: regex(String.raw`^SSWS \S+$`) },
  generators: { Authorization: fromState('SSWS ${apiToken}') },
}
const bearer = {
  headers: { Authorization: ['Bearer example-access-token'] },
  rules: { Authorization: regex(String.raw`^Bearer \S+$`) },
  generators: { Authorization: fromState('Bearer ${accessToken}') },
}
const none = { headers: {}, rules: {}, generators: {} }

test.each<[Record<string, string>, object]>([
  [{}, none],
  [{ accept: '*/*', 'user-agent': 'x' }, none],
  [{ accept: 'application/json' }, { ...none, headers: { Accept: ['application/json'] } }],
  [
    { 'content-type': 'application/json; a=b' },
    { ...none, headers: { 'Content-Type': ['application/json; a=b'] } },
  ],
  [
    { 'content-type': 'text/plain;charset=UTF-8' },
    { ...none, headers: { 'Content-Type': ['application/json'] } },
  ],
  [{ 'content-type': 'x text/plain' }, { ...none, headers: { 'Content-Type': ['x text/plain'] } }],
  [
    { prefer: 'respond-async', origin: 'https://app.test' },
    { ...none, headers: { Prefer: ['respond-async'], Origin: ['https://app.test'] } },
  ],
  [{ authorization: 'SSWS secret' }, ssws],
  [{ authorization: 'Bearer secret' }, bearer],
  [{ authorization: 'bearer secret' }, bearer],
  [{ authorization: 'x bearer' }, ssws],
  [{ authorization: 'SSWS secret', cookie: 'sid=secret' }, ssws],
  [
    { cookie: 'sid=secret' },
    {
      headers: { Cookie: ['sid=example-session'] },
      rules: { Cookie: regex(String.raw`^[\w-]+=\S+$`) },
      generators: { Cookie: fromState('${sessionCookie}') },
    },
  ],
])('of the headers %j are recorded %j', (headers, recorded) => {
  expect(recordedHeaders(exchange({ headers }))).toEqual(recorded)
})

const body = (more: Case) => {
  const { body: recorded, rules } = recordedBody(exchange(more))
  for (const one of Object.values(rules))
    expect(one).toEqual({ combine: 'AND', matchers: [{ match: 'type' }] })
  return [recorded, Object.keys(rules)]
}

test.each<[Case, unknown, string[]]>([
  [{ body: '' }, undefined, []],
  [{ body: ' \n ' }, undefined, []],
  [{ body: '{' }, undefined, []],
  [{ body: 'null' }, null, []],
  [{ body: '7' }, 7, []],
  [{ body: '"password"' }, 'password', []],
  [
    { body: { value: 'plain', profile: { answer: 'a', token: 't', password: 'x' } } },
    { value: 'plain', profile: { answer: 'a', token: 't', password: 'x' } },
    [],
  ],
  [
    { body: { credentials: { password: { value: 'Secret1Word' } } } },
    { credentials: { password: { value: 'Another2Horse' } } },
    ['$.credentials.password.value'],
  ],
  [
    { body: { credentials: { password: { hash: { algorithm: 'MD5', salt: 's', value: 'v' } } } } },
    {
      credentials: {
        password: { hash: { algorithm: 'MD5', salt: 'ZXhhbXBsZQ==', value: 'ZXhhbXBsZS1oYXNo' } },
      },
    },
    ['$.credentials.password.hash.salt', '$.credentials.password.hash.value'],
  ],
  [{ body: { salt: 's' } }, { salt: 'example-secret' }, ['$.salt']],
  [
    { body: { oldPassword: { value: 'a' }, newPassword: { value: 'b' } } },
    { oldPassword: { value: 'Correct1Horse' }, newPassword: { value: 'Another2Horse' } },
    ['$.oldPassword.value', '$.newPassword.value'],
  ],
  [
    {
      body: { oldPassword: { value: 'a' }, newPassword: { value: 'b' } },
      refusal: 'update-credentials-failed',
      status: 403,
    },
    { oldPassword: { value: 'Wrong1Password' }, newPassword: { value: 'Another2Horse' } },
    ['$.oldPassword.value', '$.newPassword.value'],
  ],
  [
    {
      body: { newPassword: { value: 'b' } },
      status: 400,
      reply: '{"errorCauses":[{"errorSummary":"Password requirements"}]}',
    },
    { newPassword: { value: 'short' } },
    ['$.newPassword.value'],
  ],
  [
    { body: { newPassword: { value: 'b' } }, status: 400, reply: 'the password' },
    { newPassword: { value: 'short' } },
    ['$.newPassword.value'],
  ],
  [
    { body: { newPassword: { value: 'b' } }, status: 400, reply: 'something' },
    { newPassword: { value: 'Another2Horse' } },
    ['$.newPassword.value'],
  ],
  [
    { body: { newPassword: { value: 'b' } }, status: 403, reply: 'Password' },
    { newPassword: { value: 'Another2Horse' } },
    ['$.newPassword.value'],
  ],
  [
    { body: { password: { value: 'a' }, recovery_question: { question: 'q', answer: 'b' } } },
    { password: { value: 'Correct1Horse' }, recovery_question: { question: 'q', answer: 'Rex' } },
    ['$.password.value', '$.recovery_question.answer'],
  ],
  [
    {
      body: { password: { value: 'a' }, recovery_question: { answer: 'b' } },
      refusal: 'recovery-answer-wrong',
    },
    { password: { value: 'Correct1Horse' }, recovery_question: { answer: 'Wrong' } },
    ['$.password.value', '$.recovery_question.answer'],
  ],
  [
    {
      body: {
        client_secret: 'a',
        accessToken: 'b',
        xtoken: 'c',
        tokens: 'd',
        passwordHook: 'e',
        client_secrets: 'f',
        n: 1,
      },
    },
    {
      client_secret: 'example-secret',
      accessToken: 'example-secret',
      xtoken: 'example-secret',
      tokens: 'd',
      passwordHook: 'example-secret',
      client_secrets: 'f',
      n: 1,
    },
    ['$.client_secret', '$.accessToken', '$.xtoken', '$.passwordHook'],
  ],
  [
    { body: { list: [{ token: 'a' }, 'b', null, { myanswer: 'c', answers: 'd', saltier: 'e' }] } },
    { list: [{ token: 'example-secret' }, 'b', null, { myanswer: 'c', answers: 'd', saltier: 'e' }] },
    ['$.list[0].token'],
  ],
  [{ body: { answer: 7, token: null } }, { answer: 7, token: null }, []],
])('of the body of %j is recorded %j', (more, recorded, secrets) => {
  expect(body(more)).toEqual([recorded, secrets])
})

const make = () => {
  const org = createOrg()
  return { org, client: createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }) }
}
const profile = { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' }
const described = (pact: { interactions: readonly { description: string }[] }) =>
  pact.interactions.map(({ description }) => description)

test('a cursor stands for none, and its page cannot be had again', async () => {
  const { org, client } = make()
  await client.createUser({ body: { profile } })
  const { next } = await client.call('listUsers', { query: { limit: 1 } })
  const recording = recordPact(org, { consumer: 'web' })
  const after = new URL(next!).searchParams.get('after')!
  await client.listUsers({ query: { after, limit: 1 } })
  const [interaction] = (await recording.pact()).interactions
  expect(interaction).toMatchObject({
    pending: true,
    comments: {
      text: [
        'Pending: it cannot be had again, since its cursor comes from a next link, and no provider state gives one.',
      ],
    },
    request: { query: { after: ['example-cursor'], limit: ['1'] } },
  })
})

test('a state that cannot be set up again is told', async () => {
  const org = createOrg({ loginPattern: null })
  const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
  const { id } = await client.createUser({ body: { profile: { ...profile, login: 'joames' } } })
  const recording = recordPact(org, { consumer: 'web' })
  await client.getUser({ params: { userId: id } })
  const [interaction] = (await recording.pact()).interactions
  expect((interaction!['comments'] as { text: string[] }).text).toEqual([
    expect.stringMatching(
      /^Pending: its provider states cannot be set up again: provider state "user \{id\} is \{status\}" could not be set up: login: /,
    ),
  ])
})

test('what is left out is not recorded, whatever comes of it, and nested', async () => {
  const { org, client } = make()
  const recording = recordPact(org, { consumer: 'web' })
  expect(
    await recording.leaveOut(async () => {
      await recording.leaveOut(() => client.listGroups())
      await client.listGroups()
      return 7
    }),
  ).toBe(7)
  await expect(recording.leaveOut(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await client.listGroupRules()
  await org.fetch(new Request(`${org.baseUrl}/nowhere`))
  expect(recording.exchanges).toHaveLength(1)
  expect(described(await recording.pact())).toEqual(['List group rules: 200'])
})

test('recordings stand around each other, and each stops by itself', async () => {
  const { org, client } = make()
  const first = recordPact(org, { consumer: 'one' })
  const second = recordPact({ org }, { consumer: 'two', provider: 'id' })
  await client.listGroups()
  second.stop()
  await client.listGroupRules()
  first.stop()
  await client.listUsers()
  expect(described(await first.pact())).toEqual(['List group rules: 200', 'List groups: 200'])
  const pact = await second.pact()
  expect(described(pact)).toEqual(['List groups: 200'])
  expect(pact).toMatchObject({ consumer: { name: 'two' }, provider: { name: 'id' } })
  expect((await first.pact()).provider).toEqual({ name: 'identity-service' })
})

test('links are kept where they are wanted, of a journal too', async () => {
  const { org, client } = make()
  const recording = recordPact(org, { consumer: 'web', links: true })
  await client.listGroups()
  const keeps = async (one: { pact: () => Promise<object> }) =>
    JSON.stringify(await one.pact()).includes('_links')
  expect(await keeps(recording)).toBe(true)
  expect(await keeps(recordPact(recording, { consumer: 'web', links: true }))).toBe(true)
  expect(await keeps(recordPact(recording, { consumer: 'web' }))).toBe(false)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what a consumer reads of a reply is noted by its place', async () => {
  const reply = (id: string | undefined, value: unknown): Response =>
    new Response(JSON.stringify(value), { headers: id === undefined ? {} : { 'x-id': id } })
  const reads = new Reads('x-id')
  expect(reads.of('a')).toBeUndefined()
  const watched = reads.watched(
    reply('a', { user: { name: 'Ada', age: 7 }, list: [{ x: 1, y: 2 }, { x: 3 }], none: null, unread: 1 }),
  )
  expect(reads.of('a')).toBeUndefined()
  const value = (await watched.json()) as { user: { name: string }; list: { x: number }[]; none: null }
  expect([...reads.of('a')!]).toEqual([])
  expect([value.user.name, value.list.map(({ x }) => x), value.list.length, value.none]).toEqual([
    'Ada',
    [1, 3],
    2,
    null,
  ])
  expect('toString' in value.user && Reflect.has(value.user, 'toString')).toBe(true)
  expect(Reflect.get(value.user, 'toString')).toBeTypeOf('function')
  expect([...reads.of('a')!]).toEqual(['$.user', '$.user.name', '$.list', '$.list[*].x', '$.none'])
  // A second look at the same request adds to the first.
  const again = (await reads.watched(reply('a', { more: 1 })).json()) as { more: number }
  expect([again.more, reads.of('a')!.has('$.more'), reads.of('a')!.has('$.user')]).toEqual([1, true, true])
  const plain = reply(undefined, { a: 1 })
  expect(reads.watched(plain)).toBe(plain)
  expect(Object.hasOwn(plain, 'json')).toBe(false)
  expect(await reads.watched(reply(undefined, 7)).json()).toBe(7)
  expect(await reads.watched(reply('b', 'text')).json()).toBe('text')
})

test('the global fetch is watched until that ends, and never taken back from another', async () => {
  const original = () => Promise.resolve(new Response('{"a":1}', { headers: { 'x-id': 'a' } }))
  vi.stubGlobal('fetch', original)
  const reads = new Reads('x-id')
  reads.start()
  expect(fetch).not.toBe(original)
  const value = (await (await fetch('http://id.test')).json()) as { a: number }
  expect([value.a, [...reads.of('a')!]]).toEqual([1, ['$.a']])
  reads.stop()
  expect(fetch).toBe(original)
  reads.start()
  const other = () => original()
  globalThis.fetch = other
  reads.stop()
  expect(fetch).toBe(other)
})
