import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/create-org.ts'
import { setupServer } from '../../src/node.ts'
import { checkPacts, mergePacts, recordPact } from '../../src/pact.ts'
import { walk } from './walk.ts'
import { writePact } from './sample.ts'

const parties = { consumer: 'web', provider: 'identity-service' }
const profile = { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' }

afterEach(() => {
  vi.unstubAllGlobals()
})

interface Interaction {
  readonly description: string
  readonly pending: boolean
  readonly comments?: { readonly text: readonly string[] }
  readonly providerStates: readonly { readonly name: string; readonly params: Record<string, unknown> }[]
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON as it is written
  readonly request: any
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON as it is written
  readonly response: any
}

async function recorded(
  act: (org: ReturnType<typeof createOrg>, client: ReturnType<typeof createClient>) => Promise<unknown>,
): Promise<readonly Interaction[]> {
  const org = createOrg()
  const recording = recordPact(org, { consumer: 'web' })
  await act(org, createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }))
  return (await recording.pact()).interactions as unknown as readonly Interaction[]
}

test('states, matching rules and credentials of a read come from what there was', async () => {
  const [create, read] = await recorded(async (_, client) => {
    const { id } = await client.createUser({
      body: { profile, credentials: { password: { value: 'Secret1Word' } } },
    })
    await client.getUser({ params: { userId: id } })
  })
  expect(create).toMatchObject({ pending: true, description: 'Create a user: 200' })
  expect(create!.comments!.text[0]).toContain('interpretation success-statuses')
  expect(create!.request.body.content.credentials.password.value).not.toBe('Secret1Word')
  const id = '00u00000000000000001'
  expect(read).toMatchObject({
    description: 'Get a user by id, login, short name, or me: 200, when the user is ACTIVE',
    pending: false,
    providerStates: [
      {
        name: 'user {id} is {status}',
        params: { id, status: 'ACTIVE', login: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' },
      },
    ],
    request: {
      path: `/api/v1/users/${id}`,
      generators: {
        path: { type: 'ProviderState', expression: '/api/v1/users/${userId}' },
        header: { Authorization: { type: 'ProviderState', expression: 'SSWS ${apiToken}' } },
      },
      matchingRules: { header: { Authorization: { matchers: [{ match: 'regex', regex: '^SSWS \\S+$' }] } } },
    },
    response: { status: 200, body: { content: { status: 'ACTIVE', created: '2026-01-05T09:30:00.000Z' } } },
  })
  const { content } = read!.response.body
  const rules = read!.response.matchingRules.body
  expect(rules['$.id'].matchers).toEqual([{ match: 'type' }])
  expect(rules['$.created'].matchers[0].match).toBe('regex')
  expect(rules).not.toHaveProperty('$.status')
  expect(content).not.toHaveProperty('lastLogin')
  expect(content).not.toHaveProperty('_links')
})

test('lists hold at least one, refusals their exact code, and an unknown id is a state', async () => {
  const interactions = await recorded(async (_, client) => {
    await client.createUser({ body: { profile } })
    await client.listUsers({ query: { search: 'profile.lastName eq "Ames"' } })
    await client.getUser({ params: { userId: '00uNobody' } }).catch(() => {})
  })
  const list = interactions.find(({ description }) => description.startsWith('List'))!
  expect(list.response.matchingRules.body.$.matchers).toEqual([{ match: 'type', min: 1 }])
  expect(list.response.body.content).toHaveLength(1)
  expect(list.pending).toBe(false)
  const missing = interactions.find(({ description }) => description.includes('404'))!
  expect(missing).toMatchObject({
    description: 'Get a user by id, login, short name, or me: 404 not-found, when the user does not exist',
    providerStates: [{ name: 'user {id} does not exist', params: { id: '00uNobody' } }],
    response: { status: 404, body: { content: { errorCode: 'E0000007', errorCauses: [] } } },
  })
  expect(missing.response.matchingRules.body).not.toHaveProperty('$.errorCode')
})

test('an interaction that its states cannot repeat is pending, and says so', async () => {
  const interactions = await recorded(async (_, client) => {
    const { next } = await client.call('listUsers', { query: { limit: 1 } })
    expect(next).toBeUndefined()
    await client.createUser({ body: { profile } })
    const first = await client.call('listUsers', { query: { limit: 1 } })
    await client.listUsers({ query: { after: new URL(first.next!).searchParams.get('after')! } })
  })
  const paged = interactions.find(({ request }) => 'after' in (request.query ?? {}))!
  expect(paged.pending).toBe(true)
  expect(paged.comments!.text[0]).toContain('cannot be had again')
})

/** A whole session, recorded, with the secrets that went by. */
async function session(seed: string) {
  const org = createOrg({ seed })
  const recording = recordPact(org, { consumer: 'web' })
  const secrets = await walk(
    org,
    createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }),
  )
  return { recording, pact: await recording.pact(), secrets: [...secrets, org.apiToken] }
}
let sessions: [Awaited<ReturnType<typeof session>>, Awaited<ReturnType<typeof session>>]
beforeAll(async () => {
  sessions = [await session('one'), await session('another')]
})

test('recorded twice, from another seed and with other ids, a pact is the same to the byte', async () => {
  const [once, again] = sessions
  expect(JSON.stringify(again.pact)).toBe(JSON.stringify(once.pact))
  expect(once.pact.interactions.length).toBeGreaterThan(25)
})

test('no secret stands in a pact', async () => {
  const [{ pact, secrets }] = sessions
  const text = JSON.stringify(pact)
  expect(secrets.length).toBeGreaterThan(5)
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('a recorded pact passes the check', async () => {
  const [recording] = sessions
  const { interactions } = await checkPacts({ pacts: [await writePact(recording.pact)] })
  expect(
    interactions.flatMap(({ description, problems }) => problems.map((one) => [description, one])),
  ).toEqual([])
})

test('parts of workers are joined, each interaction once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-test-parts-'))
  const [one, another] = sessions
  await one.recording.writePart(folder)
  await another.recording.writePart(folder)
  const org = createOrg()
  const third = recordPact(org, { consumer: 'web' })
  await createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }).listGroups()
  await third.writePart(folder)
  const path = await mergePacts(folder, parties)
  const { interactions } = JSON.parse(await readFile(path, 'utf8')) as { interactions: unknown[] }
  const [groups] = (await third.pact()).interactions
  expect(interactions).toHaveLength(one.pact.interactions.length + 1)
  expect(interactions).toEqual(expect.arrayContaining([...one.pact.interactions, groups]))
  expect(await readdir(join(folder, '.parts'))).toEqual([])
  await expect(mergePacts(folder, parties)).rejects.toThrow('nothing was recorded for web')
})

test('the administrator, whom every organisation has, needs no state', async () => {
  const interactions = await recorded(async (_, client) => {
    await client.listUsers()
    await client.getUser({ params: { userId: 'admin@example.com' } })
  })
  expect(interactions.map(({ providerStates }) => providerStates)).toEqual([[], []])
})

test('a pact is written into a folder that is made for it', async () => {
  const org = createOrg()
  const recording = recordPact(org, { consumer: 'web' })
  await createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }).listGroups()
  const folder = join(await mkdtemp(join(tmpdir(), 'identikit-test-pact-')), 'deep/pacts')
  const path = await recording.write(folder)
  expect(path).toBe(join(folder, 'web-identity-service.json'))
  expect(await readFile(path, 'utf8')).toBe(`${JSON.stringify(await recording.pact(), undefined, 2)}\n`)
  const part = await recording.writePart(folder)
  expect(part).toMatch(/deep\/pacts\/\.parts\/web-identity-service\/[\da-f]{32}\.json$/)
  expect(JSON.parse(await readFile(part, 'utf8'))).toEqual((await recording.pact()).interactions)
})

test('with trackReads only what the consumer has read is kept', async () => {
  const server = setupServer({ baseUrl: 'https://id.example.com' })
  server.listen()
  const recording = recordPact(server, { consumer: 'web', trackReads: true })
  try {
    const reply = await fetch('https://id.example.com/api/v1/users/me', {
      headers: { Authorization: `SSWS ${server.org.apiToken}` },
    })
    const user = (await reply.json()) as { status: string; profile: { login: string } }
    expect([user.status, user.profile.login]).toEqual(['ACTIVE', 'admin@example.com'])
    const [interaction] = (await recording.pact()).interactions as unknown as readonly Interaction[]
    expect(interaction!.response.body.content).toEqual({
      status: 'ACTIVE',
      profile: { login: 'admin@example.com' },
    })
  } finally {
    recording.stop()
    server.close()
  }
})

test('a stopped recording hears no more, and its journal makes the same pact', async () => {
  const org = createOrg()
  const recording = recordPact(org, { consumer: 'web' })
  const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
  await client.listGroups()
  recording.stop()
  await client.listUsers()
  const pact = await recording.pact()
  expect(pact.interactions.map(({ description }) => description)).toEqual(['List groups: 200'])
  expect(await recordPact(recording, { consumer: 'web' }).pact()).toEqual(pact)
})
