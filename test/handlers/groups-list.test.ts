import { expect, test } from 'vitest'
import { type TestCall, type TestReply, testOrg } from '../support/call.ts'
import { createGroup, createUser } from '../support/groups.ts'

const ids = ({ json }: TestReply): string[] => json.map(({ id }: { id: string }) => id)
const names = ({ json }: TestReply): string[] =>
  json.map(({ profile }: { profile: { name: string } }) => profile.name)

function list(call: TestCall, parameters: Record<string, string> = {}): Promise<TestReply> {
  return call('GET', `/api/v1/groups?${new URLSearchParams(parameters)}`)
}

async function createMany(call: TestCall, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await createGroup(call, { name: `Many ${String(index).padStart(3, '0')}` })
  }
}

/** Follows next links to the end; answers the pages. */
async function walk(call: TestCall, url: string): Promise<TestReply[]> {
  const pages: TestReply[] = []
  for (let next: string | undefined = url; next !== undefined;) {
    const page: TestReply = await call('GET', next)
    expect(page.status).toBe(200)
    pages.push(page)
    const link = [page.headers.link ?? []].flat().find((each) => each.endsWith('rel="next"'))
    next = link?.slice('<https://svc.example.com'.length, link.indexOf('>'))
  }
  return pages
}

test('lists all groups in the order of their creation, the built-in one included', async () => {
  const { call } = testOrg()
  await createGroup(call, { name: 'West' })
  await createGroup(call, { name: 'East' })
  const reply = await call('GET', '/api/v1/groups')
  expect(reply.status).toBe(200)
  expect(names(reply)).toEqual(['Everyone', 'West', 'East'])
  expect(reply.headers.link).toEqual(['<https://svc.example.com/api/v1/groups?limit=200>; rel="self"'])
})

test('a page goes on where it was although groups came and went', async () => {
  const { call } = testOrg()
  await createMany(call, 4)
  const first = await call('GET', '/api/v1/groups?limit=3')
  const [, next] = first.headers.link as string[]
  await call('DELETE', `/api/v1/groups/${ids(first)[2]}`)
  await createGroup(call, { name: 'New' })
  const second = await call('GET', next!.slice('<https://svc.example.com'.length, next!.indexOf('>')))
  expect(names(second)).toEqual(['Many 002', 'Many 003', 'New'])
})

test('a list holds as many groups as its limit, and no more than the most', async () => {
  const { call } = testOrg()
  await createMany(call, 301)
  for (const [query, count] of [
    ['', 200],
    ['limit=200', 200],
    ['limit=201', 200],
    ['limit=10000', 200],
    ['limit=1', 1],
    ['search=profile.name%20sw%20%22Many%22', 10],
    ['filter=type%20eq%20%22SVC_GROUP%22', 10],
    ['filter=type%20eq%20%22SVC_GROUP%22&limit=200', 200],
    ['q=Many', 300],
    ['q=Many&limit=300', 300],
    ['q=Many&limit=301', 300],
    ['q=Many&limit=2', 2],
  ] as const) {
    expect((await call('GET', `/api/v1/groups?${query}`)).json, query).toHaveLength(count)
  }
})

test('q finds names that begin with it in any case, exact ones first, and never pages', async () => {
  const { call } = testOrg()
  for (const name of ['West Coast', 'Western', 'WEST', 'North West', 'Wes']) await createGroup(call, { name })
  const reply = await list(call, { q: 'west' })
  expect(names(reply)).toEqual(['WEST', 'West Coast', 'Western'])
  expect(reply.headers).not.toHaveProperty('link')
  const limited = await list(call, { q: 'west', limit: '1' })
  expect(names(limited)).toEqual(['WEST'])
  expect(limited.headers).not.toHaveProperty('link')
  expect(names(await list(call, { q: 'zzz' }))).toEqual([])
})

test('searches numbers, and the properties that an application or a directory brings', async () => {
  const { call, control } = testOrg()
  control.addSchemaProperty({ schema: 'group', name: 'size', type: 'integer' })
  await createGroup(call, { name: 'West', size: 7 })
  control.importGroup({ profile: { name: 'Ops', groupType: 'Security' } })
  control.importGroup({ objectClass: ['groupOfNames'], profile: { name: 'crew', gid: 100 } })
  const found = async (search: string) => names(await list(call, { search }))
  expect(await found('profile.size gt 6')).toEqual(['West'])
  expect(await found('profile.groupType eq "security"')).toEqual(['Ops'])
  expect(await found('profile.gid lt 101')).toEqual(['crew'])
})

test('expand=stats counts, and expand=app shows the source of an imported group', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const app = control.createApplication({ label: 'LDAP' })
  control.importGroup({ application: app.id, profile: { name: 'crew' }, members: [user.id] })
  const west = await createGroup(call, { name: 'West' })
  control.assignApplication({ application: app.id, group: 'crew' })
  control.addPushMapping({ group: 'crew' })
  const plain = await list(call)
  expect(plain.json.every((group: object) => !('_embedded' in group))).toBe(true)
  const both = await list(call, { expand: 'stats,app' })
  const [, crew, last] = both.json
  const at = `https://svc.example.com/api/v1/groups/${crew.id}`
  expect(crew._embedded.stats).toEqual({
    usersCount: 1,
    appsCount: 1,
    groupPushMappingsCount: 1,
    hasAdminPrivilege: false,
    _links: { users: { href: `${at}/users` }, apps: { href: `${at}/apps` } },
  })
  expect(crew._embedded.app).toMatchObject({ id: app.id, label: 'LDAP' })
  expect(last).toMatchObject({ id: west.id, _embedded: { stats: { usersCount: 0, appsCount: 0 } } })
  expect(last._embedded).not.toHaveProperty('app')
  const [everyone] = (await list(call, { expand: 'stats' })).json
  expect(everyone._embedded).toEqual({ stats: expect.objectContaining({ usersCount: 2 }) })
  expect((await list(call, { q: 'crew', expand: 'app' })).json[0]._embedded).toEqual({
    app: expect.objectContaining({ id: app.id }),
  })
})

test('filter, search and q lag behind writes if the organisation sets it, lookup by id never', async () => {
  const { call, control } = testOrg({ searchLag: 1000 })
  control.advanceClock({ by: '1m' })
  const west = await createGroup(call, { name: 'West' })
  const found = async () => [
    names(await list(call, { search: 'profile.name sw "w"' })),
    names(await list(call, { filter: 'type eq "SVC_GROUP"' })),
    names(await list(call, { q: 'we' })),
  ]
  expect(await found()).toEqual([[], [], []])
  expect((await call('GET', `/api/v1/groups/${west.id}`)).status).toBe(200)
  control.advanceClock({ by: 1000 })
  expect(await found()).toEqual([['West'], ['West'], ['West']])
  await call('PUT', `/api/v1/groups/${west.id}`, { profile: { name: 'Wild' } })
  expect(await found()).toEqual([['West'], ['West'], ['West']])
  expect(names(await list(call, { search: 'profile.name eq "west"' }))).toEqual(['West'])
  expect(names(await list(call, { search: 'profile.name eq "wild"' }))).toEqual([])
  expect(names(await list(call, { filter: `id eq "${west.id}"` }))).toEqual(['West'])
  control.advanceClock({ by: 1000 })
  expect(await found()).toEqual([['Wild'], ['Wild'], []])
  await call('DELETE', `/api/v1/groups/${west.id}`)
  expect((await found())[0]).toEqual(['Wild'])
  control.advanceClock({ by: 1000 })
  expect(await found()).toEqual([[], [], []])
})

test('after a reset nothing lags: searches see what there was, and no more', async () => {
  const { call, control } = testOrg({ searchLag: 60_000 })
  const west = await createGroup(call, { name: 'West' })
  control.advanceClock({ by: '5m' })
  await call('DELETE', `/api/v1/groups/${west.id}`)
  expect(names(await list(call, { q: 'West' }))).toEqual(['West'])
  control.reset()
  expect(names(await list(call, { q: 'West' }))).toEqual([])
})

test('deleted groups that a search still sees keep their places, and paging goes past them', async () => {
  const { call, control } = testOrg({ searchLag: 1000 })
  await createMany(call, 6)
  control.advanceClock({ by: '1m' })
  const { json } = await list(call, { filter: 'type eq "SVC_GROUP"' })
  for (const { id } of json.slice(1, 5)) await call('DELETE', `/api/v1/groups/${id}`)
  const pages = await walk(
    call,
    `/api/v1/groups?${new URLSearchParams({ search: 'profile.name sw "Many"', limit: '2' })}`,
  )
  expect(pages.map(names)).toEqual([
    ['Many 000', 'Many 001'],
    ['Many 002', 'Many 003'],
    ['Many 004', 'Many 005'],
  ])
})

test('reads a search again once the profile properties change', async () => {
  const { call, org, control } = testOrg()
  const search = async (text: string): Promise<unknown> => {
    const { status, json } = await call('GET', `/api/v1/groups?search=${encodeURIComponent(text)}`)
    return status === 200 ? json.length : json.errorCode
  }
  const ofCode = 'profile.code eq "a"'
  expect([await search(ofCode), await search(ofCode)]).toEqual(['E0000031', 'E0000031'])
  org.groupSchema.add({ name: 'code', type: 'string' })
  await call('POST', '/api/v1/groups', { profile: { name: 'Coded', code: 'A' } })
  expect([await search(ofCode), await search(ofCode)]).toEqual([1, 1])
  org.groupSchema.remove('code')
  expect(await search(ofCode)).toBe('E0000031')
  const ofSam = 'profile.samAccountName eq "sales"'
  const ofNew = 'profile.region eq "north"'
  expect([await search(ofSam), await search(ofNew)]).toEqual([0, 'E0000031'])
  control.importGroup({ profile: { name: 'Sales', region: 'North' } })
  expect(await search(ofNew)).toBe(1)
})
