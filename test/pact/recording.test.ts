/** What a recording leaves as it was: what the organisation, and this process, did before it. */
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/create-org.ts'
import { createOrganisation } from '../../src/organisation.ts'
import { recordPact } from '../../src/pact.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const clientOf = (org: ReturnType<typeof createOrg>) =>
  createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })

const descriptions = async ({ pact }: ReturnType<typeof recordPact>): Promise<readonly string[]> =>
  (await pact()).interactions.map(({ description }) => description)

test('of two recordings each hears what is asked while it runs, whichever is stopped first', async () => {
  const org = createOrg()
  const client = clientOf(org)
  const first = recordPact(org, { consumer: 'web' })
  const second = recordPact(org, { consumer: 'app' })
  first.stop()
  await client.listGroups()
  second.stop()
  await client.listUsers()
  expect(await descriptions(second)).toEqual(['List groups: 200'])
  expect(await descriptions(first)).toEqual([])
})

test('a recording that is stopped last leaves the one before it at work', async () => {
  const org = createOrg()
  const client = clientOf(org)
  const first = recordPact(org, { consumer: 'web' })
  const second = recordPact(org, { consumer: 'app' })
  await client.listGroups()
  second.stop()
  await client.listUsers()
  expect(await descriptions(first)).toEqual(['List groups: 200', 'List, search or filter users: 200'])
  expect(await descriptions(second)).toEqual(['List groups: 200'])
})

test('what is left out is not in the pact, however deep and whether it fails', async () => {
  const org = createOrg()
  const client = clientOf(org)
  const recording = recordPact(org, { consumer: 'web' })
  const groups = await recording.leaveOut(async () => {
    await recording.leaveOut(() => client.listUsers())
    return client.listGroups()
  })
  expect(groups.length).toBeGreaterThan(0)
  await expect(recording.leaveOut(() => client.getUser({ params: { userId: 'none' } }))).rejects.toThrow()
  expect(await descriptions(recording)).toEqual([])
  await client.listGroups()
  expect(await descriptions(recording)).toEqual(['List groups: 200'])
})

test('what no operation answers is not recorded', async () => {
  const org = createOrg()
  const recording = recordPact(org, { consumer: 'web' })
  await org.fetch(`${org.baseUrl}/api/v1/nowhere`, { headers: { Authorization: `SSWS ${org.apiToken}` } })
  expect(recording.exchanges).toEqual([])
})

test('reads are tracked while the recording runs, and the fetch of before is there again', async () => {
  const org = createOrg()
  vi.stubGlobal('fetch', org.fetch)
  const recording = recordPact(org, { consumer: 'web', trackReads: true })
  const ask = async (path: string): Promise<unknown> => {
    const reply = await fetch(`${org.baseUrl}${path}`, {
      headers: { Authorization: `SSWS ${org.apiToken}` },
    })
    return reply.json()
  }
  const [{ type }] = (await ask('/api/v1/groups')) as [{ type: string }]
  expect(type).toBe('BUILT_IN')
  recording.stop()
  expect(globalThis.fetch).toBe(org.fetch)
  const { interactions } = await recording.pact()
  expect(interactions.map(({ response }) => response)).toMatchObject([{ body: { content: [{ type }] } }])
})

test('a fetch that another has put in place since stays', () => {
  const org = createOrg()
  vi.stubGlobal('fetch', org.fetch)
  const recording = recordPact(org, { consumer: 'web', trackReads: true })
  const other: typeof fetch = () => Promise.reject(new Error('no network'))
  globalThis.fetch = other
  recording.stop()
  expect(globalThis.fetch).toBe(other)
})

test('a recording that has ended stands around no request any more', () => {
  const organisation = createOrganisation()
  const recording = recordPact(organisation, { consumer: 'web' })
  expect(organisation.dispatcher.around).toBeDefined()
  recording.stop()
  expect(organisation.dispatcher.around).toBeUndefined()
})

test('a user is recorded with what is known of it beside its names, but for what is as always', async () => {
  const org = createOrg()
  const client = clientOf(org)
  const names = { firstName: 'Jo', lastName: 'Ames' }
  const recording = recordPact(org, { consumer: 'web' })
  const given = async (profile: Record<string, unknown>): Promise<unknown> => {
    const { id } = await recording.leaveOut(() =>
      client.createUser({ body: { profile: { ...names, ...profile } as never } }),
    )
    await client.getUser({ params: { userId: id } })
    const { interactions } = await recording.pact()
    const states = interactions.flatMap((one) => one['providerStates'] as { params: { login: string } }[])
    const { id: _, ...params } = states.find(({ params: { login } }) => login === profile['login'])!
      .params as Record<string, unknown>
    return params
  }
  const status = 'PROVISIONED'
  expect(await given({ login: 'jo@x.test', email: 'jo@x.test', locale: 'en_US', nickName: null })).toEqual({
    status,
    login: 'jo@x.test',
    ...names,
  })
  expect(
    await given({ login: 'al@x.test', email: 'al@y.test', locale: 'de_DE', title: 'Head', city: 'en_US' }),
  ).toEqual({
    status,
    login: 'al@x.test',
    email: 'al@y.test',
    ...names,
    profile: { locale: 'de_DE', title: 'Head', city: 'en_US' },
  })
})
