/** Exploration finds bugs that no fixed check is written for, and none where there are none. */
import { expect, test } from 'vitest'
import { Endpoint } from '../../../conformance/explore/endpoints/endpoint.ts'
import { alteredFetch } from '../../../conformance/proof/alter/sender.ts'
import { isSuccess } from '../../../conformance/proof/alter/wire.ts'
import type { Alteration, Answer } from '../../../conformance/proof/alter/wire.ts'
import { conform } from '../../../conformance/index.ts'
import { type Json, toReply } from '../../../conformance/engine/wire/reply.ts'
import type { OrgOptions } from '../../../src/model/kernel/org-options.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { createForeignServer } from '../../foreign/server.ts'
import { isThorough, sample } from '../../support/runs.ts'
import { explored, foundBy, mockTarget } from './explored.ts'
import { edit } from '../../../conformance/proof/alter/answer.ts'
import { on, sends, when, whenSuccess } from '../../../conformance/proof/alter/flow.ts'
import { after } from '../../../conformance/proof/alter/memory.ts'
import { refuse } from '../../../conformance/proof/alter/refusal.ts'
import { rewrite } from '../../../conformance/proof/alter/request.ts'
import { remembering } from '../../../conformance/proof/interactions/parts.ts'
import type { PlantedMutant } from './explored.ts'

const baseUrl = 'https://target.example.com'

/** One bug of each dimension, as a deployment might have it. */
const bugs: PlantedMutant = {
  'drops the third term of an or': [
    rewrite('search', (search) =>
      search.includes('(') ? search : search.split(' or ').slice(0, 2).join(' or '),
    ),
    /^(users|groups)\.search\.(or|and)$/,
  ],
  'answers a read by login from a cache': [
    remembering(
      () => new Map<string, Answer>(),
      async (cache, sent, forward) => {
        if (sent.method !== 'GET' || !/^\/api\/v1\/users\/[^/]*%40[^/]*$/.test(sent.path))
          return forward(sent)
        const answer = cache.get(sent.path) ?? (await forward(sent))
        if (isSuccess(answer)) cache.set(sent.path, answer)
        return answer
      },
    ),
    /^users\./,
  ],
  'counts bytes where it should count letters': [
    when(
      sends('profile.firstName', (name) => Buffer.byteLength(String(name)) > 50),
      refuse(),
    ),
    /^users\./,
  ],
  'loses the recovery question when a nickName is updated': [
    after(
      ['updateUser', 'replaceUser'],
      { outcome: 'success', when: sends('profile.nickName') },
      { credentials: { recovery_question: undefined } },
    ),
    /^users\.operations\.question-kept$|^users\.update/,
  ],
  'shows the members of a group with their status in lower case': [
    on('listGroupUsers', whenSuccess(edit('status', (status) => String(status).toLowerCase()))),
    /^users\.status|^membership/,
  ],
  'has its clock an hour fast': [
    on(
      ['getUser', 'updateUser', 'replaceUser'],
      whenSuccess(
        edit('lastUpdated', (time: string) => new Date(Date.parse(time) + 3_600_000).toISOString()),
      ),
    ),
    /^users\./,
  ],
}

test.each(sample(Object.entries(bugs), 1))('finds a server that %s', async (_, [alteration, requirement]) => {
  const { differences, calls } = await foundBy(mockTarget, { maxCalls: 4000 }, alteration)
  expect(differences, `after ${calls} calls`).not.toEqual([])
  const [first] = differences
  expect(first?.requirement).toMatch(requirement)
  expect(first?.sequence.length).toBeLessThanOrEqual(6)
  // A person knows no name that records have in a sequence only.
  expect(`${first?.sentence} ${first?.expected} ${first?.got}`).not.toMatch(/"[ugrc]\d+"|(^| )[ugrc]\d+\b/)
})

/** Choices that the description leaves to a service or to its administrator. */
const choices: readonly OrgOptions[] = [
  {},
  { interpretations: { 'deactivated-credentials': 'removed' } },
  { interpretations: { 'activation-without-password': 'ACTIVE' } },
  { optionalPassword: 'optional', profile: { nullableNames: true } },
  { interpretations: { 'client-update-missing': 'required-settings' } },
]

test.each(sample(choices, 1))('finds nothing in a server that keeps the description: %j', async (options) => {
  const maxCalls = isThorough ? 2000 : 1100
  const { differences, calls } = await explored(mockTarget(options), { maxCalls, maxFound: 1 })
  expect(differences).toEqual([])
  expect(calls).toBeGreaterThan(1000)
})

test('sends no address that is longer than servers must accept', async () => {
  const sent: unknown[] = []
  const endpoint = new Endpoint(new Map(), (call) => Promise.reject(sent.push(call)))
  const query = { search: `profile.name eq "${'字'.repeat(800)}"` }
  const call = {
    operation: 'listGroups',
    method: 'GET',
    path: '/api/v1/groups',
    query,
    dimension: 'queries',
  } as const
  await expect(endpoint.perform(call)).rejects.toThrow('listGroups')
  expect(sent).toEqual([])
})

test('knows the times of a user after a write that names the login', async () => {
  const org = createOrganisation({ seed: 7, baseUrl })
  const endpoint = new Endpoint(new Map(), async ({ method, path, body }) => {
    const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
    const answer = await org.fetch(path, { method, headers, body: JSON.stringify(body) })
    const reply = { status: answer.status, headers: {}, text: await answer.text() }
    return toReply(reply, 0, { method, path, body })
  })
  const login = 'ann@example.com'
  const profile = { login, email: login, firstName: 'Ann', lastName: 'Fern' }
  const user = { method: 'POST', shows: 'user', dimension: 'names-in-paths' } as const
  await endpoint.perform({
    ...user,
    operation: 'createUser',
    path: '/api/v1/users',
    body: { profile },
    record: 'u1',
  })
  const path = `/api/v1/users/${login}`
  await endpoint.perform({ ...user, operation: 'updateUser', path, body: { profile: { nickName: 'An' } } })
  expect(endpoint.records.get('u1').profile.nickName).toBe('An')
})

/** Repeats the answer to a search of the same caller for 300 ms. */
const keptSearches: Alteration = () => {
  const kept = new Map<string, { until: number; answer: Answer }>()
  return async (sent, forward) => {
    const isSearch = /^\/api\/v1\/(users|groups)$/.test(sent.path) && sent.query.has('search')
    if (sent.method !== 'GET' || !isSearch) return forward(sent)
    const key = `${sent.path}?${sent.query} ${sent.headers['authorization']}`
    const known = kept.get(key)
    if (known !== undefined && performance.now() < known.until) return known.answer
    const answer = await forward(sent)
    kept.set(key, { until: performance.now() + 300, answer })
    return answer
  }
}

test('finds nothing in a server that shows a search as it was a moment ago', async () => {
  const maxCalls = isThorough ? 1500 : 700
  const { differences } = await explored(mockTarget(), { maxCalls, maxFound: 1 }, keptSearches)
  expect(differences).toEqual([])
})

test('reports no difference in many stories, of which no two share a mark', async () => {
  const target = mockTarget()
  const logins: string[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const isCreate = request.method === 'POST' && new URL(request.url).pathname === '/api/v1/users'
    if (isCreate) {
      const { profile }: Json = await request.clone().json()
      logins.push(profile.login as string)
    }
    return target.fetch(request)
  }
  const budget = { seed: 29, maxCalls: 1_200, callsPerSequence: 9, milliseconds: 600_000 }
  const { differences, sequences } = await explored({ ...target, fetch }, budget)
  expect(differences).toEqual([])
  expect(sequences).toBeGreaterThan(120)
  const marks = new Set(logins.map((login) => /^.*?-x\d+/.exec(login)?.[0]))
  // Sequences that the budget ended before their first user have none.
  expect(Math.abs(marks.size - sequences)).toBeLessThanOrEqual(1)
})

const settingsOfOthers: readonly Parameters<typeof createForeignServer>[0][] = [
  {},
  { nulls: true, seconds: true },
  { links: false, pages: { usual: 2, most: 3 } },
  { lag: 60, transition: 60 },
  { lag: 400 },
  { login: /^[a-z0-9-]+$/, names: { firstName: false, lastName: true } },
  { lockAfter: 1, passwordless: 'ACTIVE' as const, changes: ['RECOVERY'] },
]

test.each(sample(settingsOfOthers, 2))(
  'finds nothing in another server that chooses otherwise: %o',
  async (settings) => {
    const server = createForeignServer(settings)
    const { differences } = await explored(
      {
        baseUrl: 'http://127.0.0.1:1',
        token: server.token,
        fetch: async (request) => server.fetch(request),
      },
      { seed: 3, maxCalls: 400 },
    )
    expect(differences).toEqual([])
  },
)

test('plays the stories of a report again, and leaves nothing behind', async () => {
  const [alteration] = bugs['has its clock an hour fast'] as [Alteration, RegExp]
  const org = createOrganisation({ seed: 7, baseUrl })
  const run = {
    baseUrl,
    token: org.apiToken,
    fetch: alteredFetch((request) => org.fetch(request), baseUrl, alteration),
    ledger: false as const,
    allow: ['mail' as const],
    checks: [],
  }
  const { differences } = await foundBy(mockTarget, { maxCalls: 4000 }, alteration)
  const again = await conform({ ...run, exploreReplay: differences })
  expect(again.exploration?.differences.map(({ requirement }) => requirement)).toEqual([
    differences[0]?.requirement,
  ])
  expect(again.sentence).toBe('Does not conform')
  expect(again.exitCode).toBe(1)
  expect(again.run.orphans).toEqual([])
  const users = await org.fetch('/api/v1/users', { headers: { Authorization: `SSWS ${org.apiToken}` } })
  expect(((await users.json()) as unknown[]).length).toBe(1)
})
