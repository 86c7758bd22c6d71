import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/index.ts'
import { setupServer } from '../../src/node.ts'
import { createFetchHandler, serve } from '../../src/server.ts'
import { createTestKit } from '../../src/testing.ts'
import { variantNames } from '../../src/vary/variant-names.ts'
import { runHere } from '../cli/run-here.ts'
import { legalVariants, togetherOf } from '../../src/vary/variants.ts'

const groups = ['Red', 'Green', 'Blue']

async function orgWithGroups(): Promise<ReturnType<typeof createOrg>> {
  const org = createOrg()
  for (const name of groups) await post(org, '/api/v1/groups', { profile: { name } })
  return org
}

const authorized = (org: { apiToken: string }) => ({ authorization: `SSWS ${org.apiToken}` })

function post(org: ReturnType<typeof createOrg>, path: string, body: object): Promise<Response> {
  return org.fetch(path, {
    method: 'POST',
    headers: { ...authorized(org), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

afterEach(() => vi.unstubAllEnvs())

test('org.vary answers otherwise from then on, and as usual without a name', async () => {
  const org = await orgWithGroups()
  const listed = async (): Promise<[number, string | null]> => {
    const response = await org.fetch('/api/v1/groups', { headers: authorized(org) })
    return [((await response.json()) as unknown[]).length, response.headers.get('link')]
  }
  expect(await listed()).toEqual([4, expect.not.stringContaining('next')])
  await org.vary('short-pages')
  const [count, link] = await listed()
  expect(count).toBe(1)
  const next = /<([^>]*)>; rel="next"/.exec(link!)![1]!
  const rest = await org.fetch(next, { headers: authorized(org) })
  expect(await rest.json()).toHaveLength(3)
  await org.vary()
  expect((await listed())[0]).toBe(4)
})

test('an unknown variant is named, with the one that was meant', async () => {
  await expect(createOrg().vary('short-page')).rejects.toThrow(
    /^vary: expected one of short-pages, .*, clock-apart, got 'short-page'; did you mean short-pages\?$/,
  )
})

test('a variation remembers nothing beyond a reset', async () => {
  const org = createOrg()
  await org.vary('rate-limits')
  const status = async (): Promise<number> =>
    (await org.fetch('/api/v1/groups', { headers: authorized(org) })).status
  expect([await status(), await status()]).toEqual([429, 200])
  org.reset()
  expect([await status(), await status()]).toEqual([429, 200])
})

test('settings of a variant outlive a reset', async () => {
  const org = createOrg()
  await org.vary('search-lag')
  org.reset()
  await post(org, '/api/v1/groups', { profile: { name: 'Red' } })
  const found = await org.fetch('/api/v1/groups?q=Red', { headers: authorized(org) })
  expect(await found.json()).toEqual([])
})

test('without a name, settings, timestamps and secrets are as usual again', async () => {
  const org = createOrg({ clock: { start: '2026-01-02T03:04:05.678Z', frozen: true } })
  const seen = async (name: string): Promise<unknown[]> => {
    const client = { client_name: name, redirect_uris: ['https://a.example'], response_types: ['code'] }
    const made = (await (await post(org, '/oauth2/v1/clients', client)).json()) as { client_secret: string }
    const group = (await (await post(org, '/api/v1/groups', { profile: { name } })).json()) as {
      created: string
    }
    const found = await org.fetch(`/api/v1/groups?q=${name}`, { headers: authorized(org) })
    return [made.client_secret.length, group.created.slice(-5), ((await found.json()) as unknown[]).length]
  }
  await org.vary('search-lag', 'whole-seconds', 'other-secrets')
  expect(await seen('Red')).toEqual([43, '.000Z', 0])
  await org.vary()
  expect(await seen('Green')).toEqual([40, '.678Z', 1])
})

test('new records get ids of another form from the model itself', async () => {
  const org = createOrg()
  await org.vary('other-ids')
  const made = (await (await post(org, '/api/v1/groups', { profile: { name: 'Red' } })).json()) as {
    id: string
  }
  expect(made.id).toMatch(/^v2-group_\w{20}$/)
  expect(org.data.groups.findFirst((q) => q.where({ id: made.id }))?.profile.name).toBe('Red')
})

test('control functions and other paths are not varied', async () => {
  const server = await serve({ port: 0 })
  await server.org.vary('rate-limits', 'unavailable')
  expect((await fetch(`${server.url}/_control`)).status).toBe(200)
  expect((await fetch(`${server.url}/api/v1/users`, { headers: authorized(server.org) })).status).toBe(429)
  await server.close()
})

test('IDENTIKIT_VARY varies organisations, msw servers and servers', async () => {
  vi.stubEnv('IDENTIKIT_VARY', 'rate-limits, other-order')
  const org = createOrg()
  expect((await org.fetch('/api/v1/users', { headers: authorized(org) })).status).toBe(429)
  const msw = setupServer()
  msw.listen()
  const { baseUrl } = msw.org
  expect((await fetch(`${baseUrl}/api/v1/users`, { headers: authorized(msw.org) })).status).toBe(429)
  msw.close()
  const server = await serve({ port: 0 })
  expect((await fetch(`${server.url}/api/v1/users`, { headers: authorized(server.org) })).status).toBe(429)
  await server.close()
})

test('an unknown variant in IDENTIKIT_VARY is refused with the name of the variable', async () => {
  vi.stubEnv('IDENTIKIT_VARY', 'other-order,no-pages')
  const message = /IDENTIKIT_VARY: expected one of short-pages, .*, got 'no-pages'/
  expect(() => createOrg()).toThrow(message)
  expect(() => setupServer()).toThrow(message)
  await expect(createTestKit()).rejects.toThrow(message)
  const { code, error } = await runHere(['serve', '--port', '0'])
  expect([code, error]).toEqual([2, expect.stringMatching(message)])
})

test('a page names the variants in a global, because it has no environment', async () => {
  vi.stubGlobal('IDENTIKIT_VARY', 'rate-limits')
  const org = createOrg()
  expect((await org.fetch('/api/v1/users', { headers: authorized(org) })).status).toBe(429)
  vi.unstubAllGlobals()
})

test('a connection is reset by the first read of an operation', async () => {
  const org = createOrg()
  await org.vary('connection-reset')
  const read = (): Promise<Response> => org.fetch('/api/v1/groups', { headers: authorized(org) })
  await expect(read()).rejects.toThrow(TypeError)
  expect((await read()).status).toBe(200)
})

test.each(variantNames)('%s answers every call of a client, and never with a 500', async (name) => {
  const org = await orgWithGroups()
  await org.vary(name)
  const statuses: number[] = []
  for (const path of [
    '/api/v1/users',
    '/api/v1/groups?limit=3',
    '/api/v1/groups?q=Red',
    '/oauth2/v1/clients',
    '/api/v1/groups?limit=x',
  ])
    for (const _ of [1, 2])
      statuses.push(
        await org.fetch(path, { headers: authorized(org) }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
  expect(statuses.filter((status) => status === 500)).toEqual([])
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThanOrEqual(4)
})

test.each(togetherOf(variantNames.filter((name) => legalVariants[name].severity !== 'network')))(
  'the typed client lists all groups under %s and others',
  async (...names) => {
    const org = await orgWithGroups()
    await org.vary(...names)
    const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
    const found: string[] = []
    for await (const { profile } of client.each('listGroups', { query: { limit: 100 } }))
      found.push(profile.name)
    expect(found.toSorted()).toEqual(['Blue', 'Everyone', 'Green', 'Red'])
  },
)

test('the kit of a test takes variants, and names an unknown one', async () => {
  const { org, close } = await createTestKit({ dataset: 'demo', vary: ['rate-limits'] })
  expect((await org.fetch('/api/v1/users', { headers: authorized(org) })).status).toBe(429)
  await close()
  await expect(createTestKit({ vary: ['no-pages'] })).rejects.toThrow("got 'no-pages'")
})

test('the first search after a write does not see it, however late it comes', async () => {
  const org = createOrg({ clock: { frozen: true } })
  await org.vary('search-lag')
  await post(org, '/api/v1/groups', { profile: { name: 'Red' } })
  const found = async (): Promise<number> => {
    const response = await org.fetch('/api/v1/groups?q=Red', { headers: authorized(org) })
    return ((await response.json()) as unknown[]).length
  }
  org.control.advanceClock({ by: 600 })
  expect([await found(), await found()]).toEqual([0, 1])
  await post(org, '/api/v1/groups', { profile: { name: 'Red wine' } })
  org.control.advanceClock({ by: 700 })
  expect(await found()).toBe(2)
})

async function person(org: ReturnType<typeof createOrg>, name: string): Promise<{ id: string }> {
  const login = `${name}@a.example`
  const made = await post(org, '/api/v1/users?activate=true', {
    profile: { firstName: name, lastName: name, login, email: login },
    credentials: { password: { value: 'Tulip-Meadow-42' } },
  })
  return (await made.json()) as { id: string }
}

test('the first read of a user comes before the end of its activation, however late it comes', async () => {
  const org = createOrg({ clock: { frozen: true } })
  await org.vary('slow-transitions')
  const [ada, bob] = [await person(org, 'ada'), await person(org, 'bob')]
  const status = async ({ id }: { id: string }): Promise<string> => {
    const response = await org.fetch(`/api/v1/users/${id}`, { headers: authorized(org) })
    return ((await response.json()) as { status: string }).status
  }
  org.control.advanceClock({ by: 400 })
  expect([await status(ada), await status(ada)]).toEqual(['STAGED', 'STAGED'])
  org.control.advanceClock({ by: 200 })
  expect([await status(ada), await status(bob)]).toEqual(['ACTIVE', 'STAGED'])
  org.control.advanceClock({ by: 100 })
  expect(await status(bob)).toBe('ACTIVE')
})

test('the first read of the members of a rule comes before the rule adds them, however late it comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const org = createOrg()
  await person(org, 'ada')
  const { id: groupId } = (await (
    await post(org, '/api/v1/groups', { profile: { name: 'Ruled' } })
  ).json()) as {
    id: string
  }
  const rule = (await (
    await post(org, '/api/v1/groups/rules', {
      type: 'group_rule',
      name: 'Everybody',
      conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.lastName!=""' } },
      actions: { assignUserToGroups: { groupIds: [groupId] } },
    })
  ).json()) as { id: string }
  await org.vary('late-rules')
  await post(org, `/api/v1/groups/rules/${rule.id}/lifecycle/activate`, {})
  const members = async (): Promise<number> => {
    const response = await org.fetch(`/api/v1/groups/${groupId}/users`, { headers: authorized(org) })
    return ((await response.json()) as unknown[]).length
  }
  await vi.advanceTimersByTimeAsync(600)
  expect(await members()).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(await members()).toBeGreaterThan(0)
  vi.useRealTimers()
})

test('timestamps of a second are equal, also where a second of the clock ends between them', async () => {
  const org = createOrg({ clock: { start: '2026-01-02T03:04:05.900Z', frozen: true } })
  await org.vary('whole-seconds')
  const { id } = (await (await post(org, '/api/v1/groups', { profile: { name: 'Red' } })).json()) as {
    id: string
  }
  const updated = async (milliseconds: number): Promise<string> => {
    org.control.advanceClock({ by: milliseconds })
    const response = await org.fetch(`/api/v1/groups/${id}`, {
      method: 'PUT',
      headers: { ...authorized(org), 'content-type': 'application/json' },
      body: JSON.stringify({ profile: { name: `Red ${milliseconds}` } }),
    })
    return ((await response.json()) as { lastUpdated: string }).lastUpdated.slice(-6)
  }
  expect([await updated(900), await updated(200)]).toEqual(['5.000Z', '7.000Z'])
})

test('a client that waits a second after each limit meets one in a test, and each operation once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_700 })
  const server = await serve({ port: 0 })
  await server.org.vary('rate-limits')
  const status = async (test: string, path: string, wait = 0): Promise<number> => {
    vi.setSystemTime(Date.now() + wait)
    const headers = {
      ...authorized(server.org),
      'x-identikit-test': encodeURIComponent(`{"name":"${test}"}`),
    }
    const reply = await fetch(server.url + path, { headers })
    if (reply.status === 429) {
      const [date, reset] = ['date', 'x-rate-limit-reset'].map((name) => reply.headers.get(name)!)
      ends.push(Number(reset) - Date.parse(date!) / 1000)
    }
    return reply.status
  }
  const ends: number[] = []
  // The first limit lasts for a second, and begins again with a call before its end.
  const first = [await status('one', '/api/v1/users'), await status('one', '/api/v1/users', 900)]
  expect([...first, await status('one', '/api/v1/users', 2000)]).toEqual([429, 429, 200])
  expect(ends).toEqual([1, 1])
  expect(await status('one', '/api/v1/groups')).toBe(200)
  expect([await status('two', '/api/v1/users'), await status('two', '/api/v1/groups')]).toEqual([200, 429])
  expect([await status('two', '/api/v1/groups', 1000), await status('two', '/oauth2/v1/clients')]).toEqual([
    200, 200,
  ])
  expect([await status('three', '/api/v1/groups'), await status('three', '/oauth2/v1/clients')]).toEqual([
    200, 429,
  ])
  expect(ends.slice(2)).toEqual([-1, -1])
  await server.close()
  vi.useRealTimers()
})

test('a reply of a handler has one Date, however a variant spells its name', async () => {
  const handler = createFetchHandler({}, { baseUrl: 'https://svc.example.com' })
  await handler.org.vary('other-headers', 'clock-apart')
  const reply = await handler(
    new Request('https://svc.example.com/api/v1/groups', { headers: authorized(handler.org) }),
  )
  expect(reply.headers.get('date')).toMatch(/^\w{3}, [\w :]+ GMT$/)
})
