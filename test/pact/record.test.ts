import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/create-org.ts'
import { setupServer } from '../../src/node.ts'
import { beyondOperations } from '../../src/contract/operations/beyond.ts'
import { checkPacts, mergePacts, recordPact } from '../../src/pact.ts'
import { walkOddly } from './odd-walk.ts'
import { walk } from './walk.ts'
import { writePact } from './sample.ts'

const parties = { consumer: 'web', provider: 'identity-service' }
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

test('the pact of a request in the journal is the one that a recording has of it', async () => {
  const heard = (seed: string) => {
    const org = createOrg({ seed })
    const { apiToken, baseUrl, control, model } = org
    const recording = recordPact(org, { consumer: 'consumer' })
    const codes: string[] = []
    const fetch: typeof org.fetch = async (...request) => {
      const reply = await org.fetch(...request)
      codes.push((await control.readExchange({ as: 'pact' })).code)
      return reply
    }
    return { apiToken, baseUrl, control, fetch, model, recording, codes }
  }
  const [usual, rare] = [heard('usual'), heard('rare')]
  const { baseUrl, apiToken: token, fetch } = usual
  const secrets = await walk(usual, createClient({ baseUrl, token, fetch }))
  await walkOddly(rare)
  for (const secret of [...secrets, token]) expect(usual.codes.join()).not.toContain(secret)
  for (const { recording, codes } of [usual, rare]) {
    const text = ({ description, providerStates, request, response }: Interaction): string =>
      JSON.stringify([description.replace(/ \(\d+\)$/, ''), providerStates, request, response])
    const recorded = ((await recording.pact()).interactions as never as Interaction[]).map(text)
    const shown = codes.map((code) =>
      text((JSON.parse(code) as { interactions: [Interaction] }).interactions[0]),
    )
    expect(shown.filter((one) => !recorded.includes(one))).toEqual([])
    expect(recorded.filter((one) => !shown.includes(one))).toEqual([])
  }
})

test('a pact of records with custom properties, or with changed schemas, sets them up again', async () => {
  const org = createOrg()
  const { control } = org
  const recording = recordPact(org, { consumer: 'consumer' })
  const codes: Interaction[] = []
  const call = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const headers = { Authorization: `SSWS ${org.apiToken}`, 'Content-Type': 'application/json' }
    const sent = body === undefined ? null : JSON.stringify(body)
    const reply = await org.fetch(new Request(org.baseUrl + path, { method, headers, body: sent }))
    const { code } = await control.readExchange({ as: 'pact' })
    codes.push(...(JSON.parse(code) as { interactions: Interaction[] }).interactions)
    expect([path, reply.status]).toEqual([path, 200])
    return (await reply.json()) as Record<string, string>
  }
  const schema = 'user'
  control.setSchemaProperty({ schema, name: 'badge', type: 'integer', required: true })
  control.setSchemaProperty({ schema, name: 'floor', enum: ['1', '2'], default: '2' })
  control.setSchemaProperty({ schema, name: 'skills', type: 'array', enum: ['go', 'ts'] })
  control.setSchemaProperty({ schema, name: 'team', minLength: 3 })
  control.setSchemaProperty({ schema, name: 'desk' })
  control.setSchemaProperty({ schema, name: 'login', pattern: '^[a-z]+$' })
  control.setSchemaProperty({ schema, name: 'lastName', required: false })
  control.setSchemaProperty({ schema: 'group', name: 'cost', type: 'number' })
  const profile = { login: 'joames', email: 'jo@example.com', firstName: 'Jo', badge: 7, skills: ['ts'] }
  const credentials = { password: { value: 'Correct9Battery' } }
  const own = { ...profile, team: 'web', desk: 'D4' }
  const { id } = await call('POST', '/api/v1/users?activate=true', { profile: own, credentials })
  const { id: group } = await call('POST', '/api/v1/groups', { profile: { name: 'Staff', cost: 2.5 } })
  await call('POST', `/api/v1/users/${id}`, { profile: { skills: ['go'], desk: 'D5' } })
  // Stored values stay, though they no longer fit.
  control.setSchemaProperty({ schema, name: 'team', type: 'boolean', minLength: null })
  await call('GET', `/api/v1/users/${id}`)
  await call('GET', `/api/v1/users?search=${encodeURIComponent('profile.badge eq 7')}`)
  await call('GET', `/api/v1/groups/${group}`)
  await call('PUT', `/api/v1/groups/${group}`, { profile: { name: 'All staff', cost: 3 } })
  await call('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  control.remove({ kind: 'schemaProperty', schema, name: 'desk' })
  const late = await control.readExchange({ as: 'pact' })
  codes.push(...(JSON.parse(late.code) as { interactions: Interaction[] }).interactions)

  const { interactions: recorded } = await recording.pact()
  const comments = (recorded as never as Interaction[]).flatMap(({ comments }) => comments?.text ?? [])
  expect(comments.filter((one) => !one.startsWith('Pending: it depends on'))).toEqual([])
  const pacts = [{ ...(await recording.pact()), interactions: codes }, await recording.pact()]
  for (const pact of pacts) {
    const { interactions } = await checkPacts({ pacts: [await writePact(pact)] })
    expect(
      interactions.flatMap(({ description, problems }) => problems.map((one) => [description, one])),
    ).toEqual([])
  }
})

test('a pact leaves out the additional endpoints, which the journal shows as curl and fetch', async () => {
  const org = createOrg()
  const recording = recordPact(org, parties)
  const headers = { Authorization: `SSWS ${org.apiToken}` }
  for (const { method, path } of beyondOperations) {
    const url = `${org.baseUrl}${path.replaceAll(/\{\w+\}/g, 'x')}`
    await org.fetch(url, { method, headers })
    for (const as of ['client', 'pact'] as const)
      await expect(org.control.readExchange({ as })).rejects.toThrow(
        /expected curl or fetch: .* got '(client|pact)'/,
      )
    for (const as of ['curl', 'fetch'] as const)
      expect((await org.control.readExchange({ as })).code).toContain(url)
  }
  expect((await recording.pact()).interactions).toEqual([])
})

test('a request that ends the session of its caller is one of a caller with a session', async () => {
  const org = createOrg()
  const recording = recordPact(org, { consumer: 'web' })
  const { sessionCookie } = org.control.openSession({ user: 'admin@example.com' })
  const { status } = await org.fetch(`${org.baseUrl}/api/v1/users/me/lifecycle/delete_sessions`, {
    method: 'POST',
    headers: { Cookie: sessionCookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ keepCurrent: false }),
  })
  expect([status, org.control.list({ kind: 'sessions' })]).toEqual([200, []])
  const { code } = await org.control.readExchange({ as: 'pact' })
  const { interactions } = JSON.parse(code) as { interactions: readonly Interaction[] }
  const recorded = (await recording.pact()).interactions as unknown as readonly Interaction[]
  for (const [{ providerStates }] of [interactions, recorded] as [Interaction][])
    expect(providerStates.map(({ name }) => name)).toEqual(['a current session for {id} exists'])
})

test.each(['malformed-json', 'truncated-body', 'empty-body', 'wrong-content-type'] as const)(
  'a list whose reply is broken by %s is recorded all the same',
  async (breaks) => {
    const org = createOrg()
    const recording = recordPact(org, { consumer: 'web' })
    org.control.addFault({ operation: 'listUsers', breaks })
    const headers = { Authorization: `SSWS ${org.apiToken}` }
    await org.fetch(new Request(`${org.baseUrl}/api/v1/users`, { headers })).catch(() => {})
    const { code } = await org.control.readExchange({ as: 'pact' })
    const { interactions } = JSON.parse(code) as { interactions: [Interaction] }
    expect(interactions[0].response.status).toBe(200)
    expect((await recording.pact()).interactions).toHaveLength(1)
  },
)

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
