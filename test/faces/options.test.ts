import { expect, test } from 'vitest'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg, type Organisation } from '../../src/index.ts'

test('reads every duration alike, in milliseconds or as a text', () => {
  const spans = (half: string | number, two: string | number) =>
    createOrg({
      delays: { search: half, transition: half },
      refreshTokens: { grace: half },
      lifetimes: { session: two, access: two, activation: two },
      rateLimit: { window: two },
      passwordPolicy: { minAge: two, maxAge: two },
    }).control.readSettings()
  const inMilliseconds = spans(500, 120_000)
  expect(inMilliseconds).toMatchObject({
    delays: { search: 500 },
    lifetimes: { session: 120_000 },
    passwordPolicy: { minAge: 120_000 },
  })
  expect(spans('500ms', '2m')).toEqual(inMilliseconds)
  expect(spans('500', 'PT2M')).toEqual(inMilliseconds)
})

test('an option that is undefined takes no default away', () => {
  const undefinedOnes = {
    delays: { search: undefined },
    rateLimit: { limit: undefined },
    prefix: undefined,
  }
  expect(createOrg(undefinedOnes as object).control.readSettings()).toEqual(
    createOrg().control.readSettings(),
  )
})

test('options are read once', () => {
  const given = { apiToken: 'one-word', baseUrl: 'https://id.test', seed: 'a', prefix: undefined }
  const sound = createOrg(given)
  given.apiToken = 'changed'
  expect(sound.model.options).toEqual({ apiToken: 'one-word', baseUrl: 'https://id.test', seed: 'a' })
  expect(sound.model.options).not.toHaveProperty('prefix')
})

const callback = 'http://localhost:5173/callback'
const spa = { client_id: 'my-spa', redirect_uris: [callback] }
const idsOf = (org: Organisation) => org.data.clients.findMany().map(({ id }) => id)
const appOf = (org: Organisation, id = 'my-spa') =>
  org.data.clients.findFirst((q) => q.where({ id }))?.settings

test('clients of the options are public, and stay with every data set and reset', async () => {
  const org = createOrg({ clients: [spa] })
  const expected = {
    client_name: 'my-spa',
    application_type: 'browser',
    token_endpoint_auth_method: 'none',
    consent_method: 'TRUSTED',
  }
  expect(appOf(org)).toMatchObject(expected)
  await loadDataset(org, 'demo')
  const count = idsOf(org).length
  expect([appOf(org), count]).toEqual([expect.objectContaining(expected), 6])
  await org.fetch('/oauth2/v1/clients/my-spa', {
    method: 'DELETE',
    headers: { authorization: `SSWS ${org.apiToken}` },
  })
  expect(appOf(org)).toBe(undefined)
  org.reset()
  expect(idsOf(org)).toHaveLength(count)
  await loadDataset(org, { groups: [{ name: 'New' }] })
  expect(idsOf(org).filter((id) => id === 'my-spa')).toEqual(['my-spa'])
})

test('a client of the options does not change the demo data', async () => {
  const [plain, own] = [createOrg({ clock }), createOrg({ clock, clients: [spa] })]
  for (const org of [plain, own]) await loadDataset(org, 'demo')
  const users = (org: Organisation) => org.data.users.findMany()
  expect(users(own)).toEqual(users(plain))
})

const clock = { start: '2026-01-05T09:30:00.000Z', frozen: true }

test('a client of the options changes the one of the data with the same id', async () => {
  const org = createOrg({ clients: [{ ...spa, client_secret: 'known-to-both' }] })
  const seed = {
    clients: [{ client_id: 'my-spa', client_name: 'Shop', redirect_uris: ['https://shop.test/'] }],
  }
  await loadDataset(org, seed)
  expect(appOf(org)).toMatchObject({
    client_name: 'Shop',
    application_type: 'web',
    redirect_uris: [callback],
  })
  expect(org.model.clients.get('my-spa')!.secret).toBe('known-to-both')
})

test('an organisation that goes on from rows gets the clients of its options', () => {
  const rows = [...createOrg({ clients: [spa] }).rows.all()]
  const other = { client_id: 'other', redirect_uris: [callback] }
  expect(idsOf(createOrg({ rows }))).toEqual(['my-spa'])
  const both = createOrg({ rows, clients: [spa, other] })
  expect(idsOf(both)).toEqual(['my-spa', 'other'])
  both.reset()
  expect(idsOf(both)).toEqual(['my-spa', 'other'])
})

test.for([
  [[{ redirect_uris: [callback] }], /clients\.0\.client_id/],
  [[spa, { client_id: 'x', redirect_uris: ['nowhere'] }], /Bad options\n {2}clients\.1\.redirect_uris/],
  [[{ client_id: 'x', grant_types: ['client_credentials'] }], /clients\.0\.grant_types: .*browser/],
  [[{ ...spa, redirectUris: [] }], /clients\.0\.redirectUris: .*redirect_uris/],
] as const)('refuses the clients %j', ([clients, message]) => {
  expect(() => createOrg({ clients } as never)).toThrow(message)
})
