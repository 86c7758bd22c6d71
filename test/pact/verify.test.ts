/** Verification, with a stand-in for the verifier of the Pact project, which runs in a separate process. */
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { checkPacts, PublishRefused, verifyPacts } from '../../src/pact.ts'
import { PactProvider } from '../../src/pact/verify/provider.ts'
import {
  environmentOf,
  type StartedVerifier,
  VerifierError,
  verifierIn,
  type VerifierResult,
} from '../../src/pact/verify/run-verifier.ts'
import { asksToPublish, verifyWith } from '../../src/pact/verify/verify-pacts.ts'
import { json, pactOf, writePact } from './sample.ts'

type Task = Parameters<StartedVerifier['verify']>[0]
interface Marked {
  description: string
  pending?: boolean
  providerState?: string
  providerStates?: { name: string; params?: object }[]
  request: { method: string; path: string; headers?: Record<string, string[] | string> }
}
type Told = Partial<Pick<VerifierResult, 'result' | 'mismatches'>>

/** Sets up the states of each interaction and asks, as the verifier does; reports the findings of `find`. */
function standIn(find: (description: string, status: number) => Told | undefined = () => ({})) {
  const seen: { task?: Task; files: object[]; interactions: Marked[]; stopped: number } = {
    files: [],
    interactions: [],
    stopped: 0,
  }
  const verifier: StartedVerifier = {
    stop: () => void (seen.stopped += 1),
    async verify(task) {
      seen.task = task
      const results: VerifierResult[] = []
      for (const file of task.files) {
        const pact = JSON.parse(await readFile(file, 'utf8')) as { interactions: Marked[] }
        seen.files.push(pact)
        for (const one of pact.interactions) {
          seen.interactions.push(one)
          const states = one.providerStates ?? [{ name: one.providerState! }]
          for (const { name, params } of states)
            await fetch(task.stateUrl, {
              method: 'POST',
              body: JSON.stringify({ state: name, params, action: 'setup' }),
            })
          const headers = Object.entries(one.request.headers ?? {}).map(([name, value]): [string, string] => [
            name,
            String(value),
          ])
          const reply = await fetch(task.url + one.request.path, { method: one.request.method, headers })
          await reply.text()
          const told = find(one.description, reply.status)
          if (told) results.push({ description: one.description, result: 'OK', mismatches: [], ...told })
        }
      }
      return results
    },
  }
  return { verifier, seen }
}

const secretPlaces = [
  '$.client_secret',
  '$.activationUrl',
  '$.credentials.password',
  '$.a.accessToken',
  'header set-cookie',
  'header Authorization',
]
const plainPlaces = ['$.token_name.x', '$.urls', '$.secret.name', 'status']

const unknown = { states: [{ name: 'an user exists' }] }

test('each interaction gets its own organisation and its verdict', async () => {
  const pact = pactOf(
    { description: 'a match' },
    { description: 'a state that is none', ...unknown },
    { description: 'a mismatch' },
    { description: 'a pending one', pending: true },
    {
      description: 'what is open',
      response: { body: json({ status: 'ACTIVE' }), headers: { 'X-Rate-Limit-Limit': ['600'] } },
    },
    { description: 'said to be wrong' },
    { description: 'a secret' },
    { description: 'wrong by the document', request: { path: '/api/v1/nowhere' } },
  )
  const path = await writePact(pact)
  const { verifier, seen } = standIn((description) => {
    if (description.endsWith(' a mismatch'))
      return { result: 'ERROR', mismatches: [{ place: '$.status', message: 'Expected X' }] }
    if (description.includes('pending'))
      return { result: 'ERROR', mismatches: [{ place: 'status', message: 'no' }] }
    if (description.includes('said')) return { result: 'ERROR' }
    if (description.includes('secret'))
      return {
        result: 'ERROR',
        mismatches: [...secretPlaces, ...plainPlaces].map((place) => ({
          place,
          message: 'Expected Y',
        })),
      }
    return {}
  })
  const { interactions, summary, leftOut } = await verifyWith(verifier, { pacts: [path] })
  const secret = 'differs; the value is a secret, and not shown'
  const byVerifier = (place: string, message: string) => ({ foundBy: 'verifier', place, message })
  const user = {
    pact: path,
    consumer: 'web',
    states: ['user {id} is {status}'],
    request: 'GET /api/v1/users/00u1',
    pending: false,
    problems: [],
    restsOn: [],
  }
  const mismatch = { ...user, verdict: 'mismatch' }
  expect(interactions).toEqual([
    { ...user, description: 'a match', verdict: 'match' },
    {
      ...mismatch,
      description: 'a state that is none',
      states: ['an user exists'],
      problems: [
        {
          foundBy: 'provider-state',
          place: '',
          message: 'there is no provider state "an user exists"; did you mean "a user exists"?',
        },
      ],
    },
    { ...mismatch, description: 'a mismatch', problems: [byVerifier('$.status', 'Expected X')] },
    { ...mismatch, description: 'a pending one', pending: true, problems: [byVerifier('status', 'no')] },
    {
      ...user,
      description: 'what is open',
      verdict: 'unspecified',
      restsOn: [
        expect.objectContaining({
          decision: 'request-id-and-rate-limit-headers',
          what: 'headers with the request id and the rate limit',
        }),
      ],
    },
    { ...mismatch, description: 'said to be wrong', problems: [byVerifier('', 'the verifier says ERROR')] },
    {
      ...mismatch,
      description: 'a secret',
      problems: [
        ...secretPlaces.map((place) => byVerifier(place, secret)),
        ...plainPlaces.map((place) => byVerifier(place, 'Expected Y')),
      ],
    },
    {
      ...mismatch,
      description: 'wrong by the document',
      request: 'GET /api/v1/nowhere',
      problems: [
        {
          foundBy: 'check',
          place: 'path',
          message: 'Path or method not defined in the OpenAPI document: GET /api/v1/nowhere',
        },
      ],
    },
  ])
  expect(summary).toEqual({ match: 1, mismatch: 5, unspecified: 1, pending: 1 })
  expect(leftOut).toEqual([])
  // The verifier gets numbered copies, which are removed at the end.
  const { task, stopped } = seen
  expect(task).toMatchObject({ stateUrl: `${task!.url}/_pact/state`, provider: 'identity-service' })
  expect(seen.interactions[1]).toMatchObject({
    description: '#2 a state that is none',
    pending: false,
    providerStates: [{ name: '#2', params: {} }, { name: 'an user exists' }],
  })
  expect(seen.interactions[3]).toMatchObject({ pending: false })
  expect(stopped).toBe(1)
  expect(existsSync(dirname(task!.files[0]!))).toBe(false)
  await expect(fetch(task!.url)).rejects.toThrow()
})

test('numbers the interactions of several files and pact versions', async () => {
  const request = { method: 'GET', path: '/api/v1/users/00u1', headers: { Authorization: 'SSWS x' } }
  const old = {
    consumer: { name: 'web' },
    provider: { name: 'id' },
    messages: [{ description: 'a message' }],
  }
  const two = await writePact({
    ...old,
    interactions: [
      { description: 'old', providerState: 'user 00u1 is ACTIVE', request, response: { status: 200 } },
      { description: 'older', provider_state: 'user 00u1 is ACTIVE', request, response: { status: 200 } },
      'none',
      { type: 'Asynchronous/Messages', description: 'another message' },
      { request, response: { status: 404 } },
    ],
  })
  const none = await writePact({ ...old, messages: [] })
  const three = await writePact({
    ...old,
    interactions: [
      { providerState: 'user 00u1 is ACTIVE', request, response: { status: 200 } },
      { providerState: '', request, response: { status: 404 } },
      { providerStates: [{ name: 'user 00u1 is ACTIVE' }], request, response: { status: 200 } },
    ],
    metadata: { pactSpecification: { version: '3.0.0' } },
  })
  const { verifier, seen } = standIn((_, status) => ({ result: status === 200 ? 'OK' : 'ERROR' }))
  const { interactions, leftOut } = await verifyWith(verifier, { pacts: [two, none, three] })
  expect(
    seen.interactions.map(({ description, providerState, providerStates }) => ({
      description,
      providerState,
      providerStates,
    })),
  ).toEqual([
    { description: '#1 old', providerState: '#1 user 00u1 is ACTIVE' },
    { description: '#2 older', providerState: '#2 user 00u1 is ACTIVE' },
    { description: '#3 ', providerState: '#3' },
    { description: '#4 ', providerStates: [{ name: '#4', params: {} }, { name: 'user 00u1 is ACTIVE' }] },
    { description: '#5 ', providerStates: [{ name: '#5', params: {} }] },
    { description: '#6 ', providerStates: [{ name: '#6', params: {} }, { name: 'user 00u1 is ACTIVE' }] },
  ])
  expect(Object.keys(JSON.parse(JSON.stringify(seen.task)) as object)).toEqual([
    'url',
    'stateUrl',
    'provider',
    'files',
  ])
  expect(interactions.map(({ pact, verdict }) => [pact, verdict])).toEqual([
    [two, 'match'],
    [two, 'match'],
    [two, 'mismatch'],
    [three, 'match'],
    [three, 'mismatch'],
    [three, 'match'],
  ])
  expect(leftOut).toEqual(['', 'another message', 'a message', 'a message'])
  const [sent] = seen.files
  expect(sent).not.toHaveProperty('messages')
  expect(sent).toMatchObject({ consumer: { name: 'web' }, provider: { name: 'id' } })
})

test('a pact without interactions needs no verifier, and a verifier that reports too few is an error', async () => {
  const { verifier, seen } = standIn(() => undefined)
  expect(await verifyWith(verifier, { pacts: [await writePact(pactOf())] })).toEqual({
    interactions: [],
    summary: { match: 0, mismatch: 0, unspecified: 0, pending: 0 },
    leftOut: [],
  })
  expect([seen.task, seen.stopped]).toEqual([undefined, 1])
  await expect(verifyWith(verifier, { pacts: [await writePact(pactOf({}, {}))] })).rejects.toThrow(
    new VerifierError('the verifier reported 0 of 2 interactions'),
  )
  expect(seen.stopped).toBe(2)
  const lost = standIn((description) => (description.startsWith('#1') ? {} : undefined))
  await expect(verifyWith(lost.verifier, { pacts: [await writePact(pactOf({}, {}))] })).rejects.toThrow(
    new VerifierError('the verifier reported 1 of 2 interactions'),
  )
})

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each(['true', 'TRUE', '1', 'yes'])(
  'with results to be published (%s) nothing is verified',
  async (value) => {
    vi.stubEnv('PACT_BROKER_PUBLISH_VERIFICATION_RESULTS', value)
    await expect(verifyPacts({ pacts: [] })).rejects.toThrow(PublishRefused)
    expect(new PublishRefused()).toMatchObject({
      name: 'PublishRefused',
      message:
        'results are not published: Identikit is not the provider, and a broker would take its verdict for one of the service itself. Unset PACT_BROKER_PUBLISH_VERIFICATION_RESULTS, and publish from a verification against the deployment',
    })
  },
)

test('results are to be published where a variable says something else than no', () => {
  expect(['true', 'TRUE', '1', 'no'].map(asksToPublish)).toEqual([true, true, true, true])
  expect([undefined, '', 'false', 'False', '0'].map(asksToPublish)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

/** A process that a test plays. */
class FakeChild extends EventEmitter {
  readonly stdout = new EventEmitter()
  readonly stderr = new EventEmitter()
  readonly sent: unknown[] = []
  killed = 0
  send(task: unknown): boolean {
    this.sent.push(task)
    return true
  }
  kill(): boolean {
    this.killed += 1
    return true
  }
}

function played() {
  const child = new FakeChild()
  const verifier = verifierIn(child as unknown as Parameters<typeof verifierIn>[0])
  const verify = () =>
    verifier.verify({ url: 'http://a', stateUrl: 'http://a/s', provider: 'id', files: ['x.json'] })
  return { child, verifier, verify }
}

test('reports the findings of the verifier place by place', async () => {
  const { child, verify, verifier } = played()
  const results = verify()
  expect(child.sent).toEqual([
    {
      providerBaseUrl: 'http://a',
      providerStatesSetupUrl: 'http://a/s',
      provider: 'id',
      pactUrls: ['x.json'],
    },
  ])
  const mismatches = [
    { type: 'StatusMismatch', mismatch: 'expected 200\n  but was 404' },
    { type: 'HeaderMismatch', key: 'x-a', mismatch: 'no' },
    { type: 'HeaderMismatch', mismatch: 'no' },
    { type: 'BodyMismatch', path: '$.a', expected: 1, actual: 2 },
    { type: 'BodyTypeMismatch', mismatch: 'no' },
    { mismatch: 'no' },
  ]
  child.emit('message', {
    kind: 'verified',
    results: JSON.stringify({
      interactionResults: [
        { description: '#1 a', result: 'OK' },
        { description: '#2 b', result: 'ERROR', mismatch: { type: 'mismatches', mismatches } },
        { description: '#3 c', result: 'ERROR', mismatch: { type: 'error', message: 'gone' } },
        { result: 'ERROR', mismatch: { type: 'error' } },
        {},
      ],
    }),
  })
  expect(await results).toEqual([
    { description: '#1 a', result: 'OK', mismatches: [] },
    {
      description: '#2 b',
      result: 'ERROR',
      mismatches: [
        { place: 'status', message: 'expected 200 but was 404' },
        { place: 'header x-a', message: 'no' },
        { place: 'header ', message: 'no' },
        { place: '$.a', message: 'expected 1, got 2' },
        { place: 'BodyTypeMismatch', message: 'no' },
        { place: '', message: 'no' },
      ],
    },
    { description: '#3 c', result: 'ERROR', mismatches: [{ place: '', message: 'gone' }] },
    { description: '', result: 'ERROR', mismatches: [{ place: '', message: 'error' }] },
    { description: '', result: '', mismatches: [] },
  ])
  verifier.stop()
  expect(child.killed).toBe(1)
})

test('results that hold no interactions are none', async () => {
  const { child, verify } = played()
  const results = verify()
  child.emit('message', { kind: 'verified', results: '{}' })
  expect(await results).toEqual([])
})

test.each<[string, (child: FakeChild) => void, string]>([
  [
    'is not installed',
    (child) => child.emit('message', { kind: 'missing', message: 'not found' }),
    'verifying pacts needs the package @pact-foundation/pact: npm install --save-dev @pact-foundation/pact',
  ],
  ['fails', (child) => child.emit('message', { kind: 'failed', message: ' broken \n ' }), 'broken'],
  ['cannot be started', (child) => child.emit('error', new Error('no memory')), 'no memory'],
  [
    'ends, and says why',
    (child) => {
      child.stdout.emit('data', Buffer.from('lost '))
      child.stderr.emit('data', Buffer.from('heart\n'))
      child.emit('exit', 7, null)
    },
    'the verifier ended with 7\nlost heart',
  ],
  ['is ended', (child) => child.emit('exit', null, 'SIGKILL'), 'the verifier ended with SIGKILL'],
  [
    'ends after many words',
    (child) => {
      child.stdout.emit('data', Buffer.from(`a${'b'.repeat(3999)}`))
      child.stdout.emit('data', Buffer.from('c'))
      child.emit('exit', 1, null)
    },
    `the verifier ended with 1\n${'b'.repeat(3999)}c`,
  ],
])('a verifier that %s gives no verdict', async (_, happen, message) => {
  const { child, verify } = played()
  const results = verify()
  happen(child)
  await expect(results).rejects.toThrow(new VerifierError(message))
  await expect(results).rejects.toHaveProperty('name', 'VerifierError')
})

test('variables that would leave interactions out, or publish, do not reach the verifier', () => {
  const names = [
    'PACT_DESCRIPTION',
    'PACT_PROVIDER_STATE',
    'PACT_PROVIDER_NO_STATE',
    'PACT_BROKER_BASE_URL',
    'PACT_BROKER_PUBLISH_VERIFICATION_RESULTS',
  ]
  const kept = { PATH: '/bin', PACT_BROKER_TOKEN: 'x', MY_PACT_DESCRIPTION: 'x', PACT_DESCRIPTION_MORE: 'x' }
  expect(environmentOf({ ...Object.fromEntries(names.map((name) => [name, 'x'])), ...kept })).toEqual(kept)
})

test('the provider sets up the states of each interaction, and reports those that it cannot', async () => {
  const provider = new PactProvider({ apiToken: 'own' })
  const url = await provider.listen()
  try {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const change = async (body: object) => {
      const reply = await fetch(`${url}/_pact/state`, { method: 'POST', body: JSON.stringify(body) })
      return [reply.status, reply.headers.get('content-type'), await reply.json()] as const
    }
    const ask = async (path: string, init?: RequestInit) => {
      const reply = await fetch(`${url}${path}`, { headers: { Authorization: 'SSWS example' }, ...init })
      return [reply.status, await reply.text()] as const
    }
    const type = 'application/json'
    expect(await change({ state: '#1 group 00g7 of type SVC_GROUP exists' })).toEqual([
      200,
      type,
      { apiToken: 'own', groupId: '00g7', name: 'Group 00g7' },
    ])
    // Another state of the same interaction also gets the values of the states before it.
    expect(
      await change({ state: '#1 user {id} is {status}', params: { id: '00u7', status: 'STAGED' } }),
    ).toEqual([
      200,
      type,
      {
        apiToken: 'own',
        groupId: '00g7',
        name: 'Group 00g7',
        userId: '00u7',
        login: '00u7@example.com',
        email: '00u7@example.com',
        firstName: 'Jo',
        lastName: 'Ames',
      },
    ])
    expect(await change({ action: 'teardown', state: '#9 nothing' })).toEqual([200, type, {}])
    const [status, text] = await ask('/api/v1/groups/00g7')
    expect([status, (JSON.parse(text) as { _links: { users: { href: string } } })._links.users.href]).toEqual(
      [200, `${url}/api/v1/groups/00g7/users`],
    )
    expect(await ask('/api/v1/groups/00g7', { method: 'HEAD' })).toEqual([200, ''])
    const message = 'there is no provider state "the moon is full"'
    expect(await change({ state: '#2 the moon is full' })).toEqual([404, type, { error: message }])
    expect((await ask('/api/v1/groups/00g7'))[0]).toBe(404)
    expect(await change({ state: '#2' })).toEqual([200, type, { apiToken: 'own' }])
    expect(
      [...provider.runs].map(([number, { stateErrors, exchange }]) => [
        number,
        stateErrors,
        exchange?.operation,
      ]),
    ).toEqual([
      [1, [], expect.anything()],
      [2, [message], 'getGroup'],
    ])
    const created = await ask('/api/v1/groups', {
      method: 'POST',
      headers: { Authorization: 'SSWS example', 'Content-Type': type },
      body: JSON.stringify({ profile: { name: 'Staff' } }),
    })
    expect(created[0]).toBe(200)
    expect(provider.runs.get(2)!.exchange).toMatchObject({ operation: 'createGroup', reply: { status: 200 } })
    // An interaction that begins again keeps its first exchange.
    await change({ state: '#1' })
    expect((await ask('/api/v1/groups/00g7'))[0]).toBe(404)
    expect(provider.runs.get(1)!.exchange).toMatchObject({ operation: 'getGroup', reply: { status: 404 } })
  } finally {
    await provider.close()
  }
})

test('a provider answers without the number of an interaction', async () => {
  const provider = new PactProvider()
  const url = await provider.listen()
  try {
    const reply = await fetch(`${url}/api/v1/groups`, { headers: { Authorization: 'SSWS example' } })
    expect(reply.status).toBe(200)
    await reply.text()
    expect(provider.runs.get(0)!.exchange).toMatchObject({ operation: 'listGroups' })
  } finally {
    await provider.close()
  }
})

test('a provider that was asked nothing can be closed', async () => {
  const provider = new PactProvider()
  await provider.listen()
  await expect(provider.close()).resolves.toBeUndefined()
})

test('a check of the same pact finds what the verifier need not be asked for', async () => {
  const { summary } = await checkPacts({ pacts: [await writePact(pactOf({}, unknown))] })
  expect(summary).toEqual({ match: 1, mismatch: 1, unspecified: 0, pending: 0 })
})
