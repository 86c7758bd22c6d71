/** What a server answers of its organisations, whole. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, serve } from '../../../src/server.ts'
import { Organisations } from '../../../src/server/organisations/registry.ts'
import { createOrganisation } from '../../../src/organisation.ts'

let server: RunningServer
const made: string[] = []

beforeAll(async () => {
  server = await serve({
    port: 0,
    options: { seed: 'replies' },
    organisations: { max: 2 },
    onOrganisation: ({ name }) => void made.push(name),
  })
  await server.organisations.create({ name: 'taken', apiToken: 'taken-token' })
})
afterAll(() => server.close())

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(server.url + path, {
    method,
    redirect: 'manual',
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  })
}

const badName = (name: string): string =>
  `name: Expected up to 63 lower-case letters, digits and hyphens, found "${name}"`
const none = (name: string): string => `There is no organisation named ${name}`
const oneOf = 'world: Expected at most one of world, seed, yaml and from'
const idSeed = 'idSeed: A copy has the ids of what it is made from'

test.each<[string, string, unknown, number, string, string, (readonly string[])?]>([
  ['POST', '/_orgs', { name: 'A b' }, 400, 'bad-input', badName('A b')],
  ['POST', '/_orgs', { name: 'x'.repeat(150) }, 400, 'bad-input', badName('x'.repeat(100))],
  ['POST', '/_orgs', { name: 'a-' }, 400, 'bad-input', badName('a-')],
  ['POST', '/_orgs', { name: 'taken' }, 409, 'name-taken', 'There is an organisation named taken already'],
  [
    'POST',
    '/_orgs',
    { from: 'nobody' },
    404,
    'unknown-organisation',
    'from: There is no organisation named nobody',
  ],
  ['POST', '/_orgs', { world: 'demo', from: 'taken' }, 400, 'bad-input', oneOf, [oneOf]],
  ['POST', '/_orgs', { world: 'demo', seed: {} }, 400, 'bad-input', oneOf, [oneOf]],
  ['POST', '/_orgs', { yaml: '', seed: {} }, 400, 'bad-input', oneOf, [oneOf]],
  ['POST', '/_orgs', { from: 'taken', idSeed: 1 }, 400, 'bad-input', idSeed, [idSeed]],
  [
    'POST',
    '/_orgs',
    { world: 'nowhere' },
    400,
    'bad-input',
    "world: expected empty, demo, examples, large or large:N, got 'nowhere'",
  ],
  ['GET', '/_orgs/nobody', undefined, 404, 'unknown-organisation', none('nobody')],
  ['DELETE', '/_orgs/nobody', undefined, 404, 'unknown-organisation', none('nobody')],
  ['GET', `/_orgs/${'x'.repeat(150)}`, undefined, 404, 'unknown-organisation', none('x'.repeat(100))],
  ['PUT', '/_orgs', undefined, 405, 'method-not-supported', 'Use GET and POST'],
  ['PATCH', '/_orgs/taken', undefined, 405, 'method-not-supported', 'Use GET and DELETE'],
  ['PATCH', '/_orgs/nobody', undefined, 405, 'method-not-supported', 'Use GET and DELETE'],
  ['GET', '/orgs/nobody/api/v1/users', undefined, 404, 'unknown-organisation', none('nobody')],
  ['GET', `/orgs/${'x'.repeat(150)}/`, undefined, 404, 'unknown-organisation', none('x'.repeat(100))],
  ['GET', '/orgs/No', undefined, 404, 'unknown-organisation', none('No')],
])('%s %s of %j is answered %i %s', async (method, path, body, status, error, message, mistakes) => {
  const reply = await ask(method, path, body)
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    status,
    'application/json',
    'no-store',
  ])
  expect(await reply.json()).toEqual({ error, message, ...(mistakes ? { mistakes } : {}) })
  expect(server.organisations.list().map(({ name }) => name)).toEqual(['taken'])
})

test('an organisation is made, shown, listed and deleted with all that is known of it', async () => {
  const before = Date.now()
  const reply = await ask('POST', '/_orgs', {
    name: 'fresh',
    baseUrl: 'https://fresh.test',
    apiToken: 'chosen',
  })
  expect([reply.status, reply.headers.get('location'), reply.headers.get('cache-control')]).toEqual([
    201,
    'https://fresh.test',
    'no-store',
  ])
  const fresh = (await reply.json()) as Record<string, string>
  expect(fresh).toEqual({
    name: 'fresh',
    baseUrl: 'https://fresh.test',
    apiToken: 'chosen',
    control: 'https://fresh.test/_control',
    users: 1,
    groups: 1,
    createdAt: expect.any(String),
    usedAt: expect.any(String),
  })
  expect(Date.parse(fresh['createdAt']!)).toBeGreaterThanOrEqual(before)
  expect(made).toEqual(['taken', 'fresh'])
  const full = await ask('POST', '/_orgs', {})
  expect([full.status, await full.json()]).toEqual([
    409,
    {
      error: 'too-many-organisations',
      message: 'There are 2 organisations already, which is the limit; delete one first',
    },
  ])
  const taken = { name: 'taken', baseUrl: `${server.url}/orgs/taken`, apiToken: 'taken-token' }
  const times = { createdAt: expect.any(String), usedAt: expect.any(String) }
  expect(await (await ask('GET', '/_orgs')).json()).toEqual({
    organisations: [
      { ...taken, control: `${taken.baseUrl}/_control`, users: 1, groups: 1, ...times },
      { ...fresh, usedAt: expect.any(String) },
    ],
    total: 2,
    max: 2,
  })
  const moved = await ask('GET', '/orgs/taken')
  expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([
    308,
    `${server.url}/orgs/taken/`,
    '',
  ])
  const gone = await ask('DELETE', '/_orgs/fresh')
  expect([gone.status, gone.headers.get('cache-control'), await gone.text()]).toEqual([204, 'no-store', ''])
  for (const [baseUrl, holder] of [
    [`${server.url}/orgs/taken`, 'The organisation taken'],
    [`${server.url}/`, "The server's own organisation"],
  ] as const) {
    const refused = await ask('POST', '/_orgs', { name: 'other', baseUrl })
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: 'address-taken', message: `baseUrl: ${holder} is at ${baseUrl.replace(/\/$/, '')} already` },
    ])
  }
})

test('names that nobody gives are made of letters and digits; ids follow from the seed that is given', async () => {
  const own = createOrganisation({ seed: 's' })
  const around = { own, serverUrl: () => 'http://id.test', secretSeed: 's' }
  const organisations = new Organisations({}, around)
  const names = await Promise.all(Array.from({ length: 20 }, () => organisations.create()))
  for (const { name } of names) expect(name).toMatch(/^o[0-9a-z]{8}$/)
  expect(new Set(names.map(({ name }) => name)).size).toBe(20)
  expect([organisations.onDemand, organisations.max, organisations.idle]).toEqual([false, 10_000, undefined])
  const idOf = (name: string): string | undefined =>
    organisations.get(name)!.organisation.data.users.all()[0]?.id
  await organisations.create({ name: 'same' })
  await organisations.create({ name: 'other', seed: 'x' })
  await organisations.create({ name: 'numbered', seed: 7 })
  await organisations.create({ name: 'seeded', seed: 'x', world: {} })
  await organisations.create({ name: 'large', seed: 'x', world: 'large:1' })
  await organisations.create({ name: 'copy', from: 'other' })
  expect(idOf('same')).toBe(own.data.users.all()[0]?.id)
  expect(idOf('other')).not.toBe(idOf('same'))
  expect(idOf('numbered')).not.toBe(idOf('other'))
  expect([idOf('seeded'), idOf('copy')]).toEqual([idOf('other'), idOf('other')])
  // What cannot be made once can be asked for again.
  await expect(organisations.create({ name: 'no', world: 'nowhere' })).rejects.toThrow('world: ')
  await expect(organisations.create({ name: 'no', world: 'nowhere' })).rejects.toThrow('world: ')
  for (let index = 0; index < 17; index += 1) {
    await organisations.create({ name: `w${index}`, world: 'large:1', seed: index })
  }
  expect(idOf('w0')).not.toBe(idOf('w16'))
  expect([
    organisations.size,
    organisations.loaded,
    organisations.delete('w0'),
    organisations.delete('w0'),
  ]).toEqual([43, 43, true, false])
  organisations.close()
  expect(organisations.size).toBe(0)
})

test('one that is idle for as long as it may be is forgotten, and not a moment before', async () => {
  const own = createOrganisation()
  const organisations = new Organisations(
    { idle: '1m' },
    { own, serverUrl: () => 'http://id.test', secretSeed: 's' },
  )
  const { usedAt } = await organisations.create({ name: 'idle' })
  const busy = await organisations.create({ name: 'busy' })
  organisations.get('busy')!.calls = 1
  busy.usedAt = usedAt
  await organisations.sweep(usedAt + 59_999)
  expect(organisations.list().map(({ name }) => name)).toEqual(['idle', 'busy'])
  await organisations.sweep(usedAt + 60_000)
  expect(organisations.list().map(({ name }) => name)).toEqual(['busy'])
  organisations.get('busy')!.calls = 0
  await organisations.sweep(usedAt + 60_000)
  expect(organisations.size).toBe(0)
  organisations.close()
})
