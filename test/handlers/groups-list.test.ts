import { expect, test } from 'vitest'
import { type TestCall, type TestReply, testOrg } from '../support/call.ts'
import { createGroup } from '../support/groups.ts'

const names = ({ json }: TestReply): string[] =>
  json.map(({ profile }: { profile: { name: string } }) => profile.name)

function list(call: TestCall, parameters: Record<string, string> = {}): Promise<TestReply> {
  return call('GET', `/api/v1/groups?${new URLSearchParams(parameters)}`)
}

test('searches numbers, and the properties that an application or a directory brings', async () => {
  const { call, control } = testOrg()
  control.setSchemaProperty({ schema: 'group', name: 'size', type: 'integer' })
  await createGroup(call, { name: 'West', size: 7 })
  control.importGroup({ profile: { name: 'Ops', groupType: 'Security' } })
  control.importGroup({ objectClass: ['groupOfNames'], profile: { name: 'crew', gid: 100 } })
  const found = async (search: string) => names(await list(call, { search }))
  expect(await found('profile.size gt 6')).toEqual(['West'])
  expect(await found('profile.groupType eq "security"')).toEqual(['Ops'])
  expect(await found('profile.gid lt 101')).toEqual(['crew'])
})

test('filter, search and q lag behind writes if the organisation sets it, lookup by id never', async () => {
  const { call, control } = testOrg({ delays: { search: 1000 } })
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
  const { call, control } = testOrg({ delays: { search: 60_000 } })
  const west = await createGroup(call, { name: 'West' })
  control.advanceClock({ by: '5m' })
  await call('DELETE', `/api/v1/groups/${west.id}`)
  expect(names(await list(call, { q: 'West' }))).toEqual(['West'])
  control.reset()
  expect(names(await list(call, { q: 'West' }))).toEqual([])
})

test('reads a search again once the profile properties change', async () => {
  const { call, org, control } = testOrg()
  const search = async (text: string): Promise<unknown> => {
    const { status, json } = await call('GET', `/api/v1/groups?search=${encodeURIComponent(text)}`)
    return status === 200 ? json.length : json.errorCode
  }
  const ofCode = 'profile.code eq "a"'
  expect([await search(ofCode), await search(ofCode)]).toEqual(['E0000031', 'E0000031'])
  org.schemas.group.add({ name: 'code', type: 'string' })
  await call('POST', '/api/v1/groups', { profile: { name: 'Coded', code: 'A' } })
  expect([await search(ofCode), await search(ofCode)]).toEqual([1, 1])
  org.schemas.group.remove('code')
  expect(await search(ofCode)).toBe('E0000031')
  const ofSam = 'profile.samAccountName eq "sales"'
  const ofNew = 'profile.region eq "north"'
  expect([await search(ofSam), await search(ofNew)]).toEqual([0, 'E0000031'])
  control.importGroup({ profile: { name: 'Sales', region: 'North' } })
  expect(await search(ofNew)).toBe(1)
})
