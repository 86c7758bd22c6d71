/** Where events and requests are found from, and what is told of those that did not come. */
import { expect, test } from 'vitest'
import { OrgEvents } from '../../src/control/events/event-log.ts'
import { testOrg } from '../support/call.ts'

/** An organisation in which groups One, Two and Three were made, Two was renamed and Three deleted. */
async function grouped() {
  const it = testOrg()
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    ids.push((await it.call('POST', '/api/v1/groups', { profile: { name } })).json.id)
  }
  await it.call('PUT', `/api/v1/groups/${ids[1]}`, { profile: { name: 'Second' } })
  await it.call('DELETE', `/api/v1/groups/${ids[2]}`)
  return { ...it, ids }
}

test('events are listed by type, by kind, by record, behind one of them, and so many', async () => {
  const { control, ids, org } = await grouped()
  const all = control.listEvents({ type: 'group.*' })
  const told = (query: object): readonly string[] =>
    control.listEvents({ type: 'group.*', ...query }).map(({ type, record }) => `${type} ${record.label}`)
  expect(told({})).toEqual([
    'group.created One',
    'group.created Two',
    'group.created Three',
    'group.updated Second',
    'group.deleted Three',
  ])
  expect(all.map(({ id }) => id)).toEqual(['5.0', '6.0', '7.0', '8.0', '9.0'])
  expect(told({ type: 'group.created', limit: 2 })).toEqual(['group.created One', 'group.created Two'])
  expect(told({ type: '*', after: '4.9', limit: 1 })).toEqual(['group.created One'])
  expect(told({ record: ids[1] })).toEqual(['group.created Two', 'group.updated Second'])
  expect(told({ after: '8.0' })).toEqual(['group.deleted Three'])
  expect(told({ after: '7.5' })).toEqual(['group.updated Second', 'group.deleted Three'])
  expect(told({ after: '9' })).toEqual(['group.deleted Three'])
  expect(told({ after: '0.0' })).toHaveLength(5)
  expect(told({ after: 'nonsense' })).toHaveLength(5)
  expect(told({ type: 'user.*' })).toEqual([])
  expect(all[3]).toEqual({
    id: '8.0',
    type: 'group.updated',
    time: '2026-01-05T09:30:00.000Z',
    record: { kind: 'group', id: ids[1], label: 'Second' },
    before: expect.objectContaining({ profile: { name: 'Two' } }),
    after: expect.objectContaining({ profile: { name: 'Second' } }),
    cause: { kind: 'request', name: 'updateGroup', requestId: expect.any(String) },
  })
  expect(Object.keys(all[0]!)).toEqual(['id', 'type', 'time', 'record', 'after', 'cause'])
  expect(Object.keys(all[4]!)).toEqual(['id', 'type', 'time', 'record', 'before', 'cause'])
  // Those that are there are waited for no longer.
  const events = new OrgEvents(org.traffic.recorder)
  expect(await events.waitFor('group.deleted', { after: '5.0' })).toEqual(all[4])
  expect(await events.waitFor('*', { after: '5.0', record: ids[2]! })).toEqual(all[2])
  await expect(events.waitFor('group.created', { record: ids[0]!, timeout: 0 })).rejects.toThrow(
    /^No event group\.created of \S+ within 0 ms$/,
  )
  await expect(events.waitFor('group.*', { timeout: 1 })).rejects.toThrow('No event group.* within 1 ms')
  await expect(async () => events.waitFor('*', { timeout: 'soon' })).rejects.toThrow(RangeError)
  const waiting = events.waitFor('group.created', { timeout: '10s' })
  control.importGroup({ profile: { name: 'Four' } })
  expect(await waiting).toMatchObject({
    record: { label: 'Four' },
    cause: { kind: 'control', name: 'importGroup' },
  })
})

test('an event of one record is waited for past those of others', async () => {
  const { call, control, ids, org } = await grouped()
  const waiting = new OrgEvents(org.traffic.recorder).waitFor('group.updated', { record: ids[1]! })
  await call('PUT', `/api/v1/groups/${ids[0]}`, { profile: { name: 'First' } })
  await call('PUT', `/api/v1/groups/${ids[1]}`, { profile: { name: 'Third' } })
  expect(await waiting).toMatchObject({ record: { id: ids[1], label: 'Third' } })
  const heard: string[] = []
  const stop = new OrgEvents(org.traffic.recorder).on(
    'group.created',
    ({ record }) => void heard.push(record.label),
  )
  control.importGroup({ profile: { name: 'Heard' } })
  stop()
  control.importGroup({ profile: { name: 'Unheard' } })
  expect(heard).toEqual(['Heard'])
})

test('requests that came instead are told, ten of them at most', async () => {
  const { call, control } = testOrg()
  const waiting = control.waitForRequest({ operation: 'deleteGroup', timeout: 50 })
  const failed = expect(waiting).rejects.toThrow(
    `waitForRequest: No such request within 50 ms; there came ${Array.from({ length: 10 }, (_, at) => `GET /api/v1/users/me${at === 0 ? '' : at} ${at === 0 ? 200 : 404}`).join(', ')}`,
  )
  for (let at = 0; at < 11; at += 1) await call('GET', `/api/v1/users/me${at === 0 ? '' : at}`)
  await failed
})

test('entries of the journal are found by each of their properties', async () => {
  const { call, control } = testOrg()
  const first = await call('GET', '/api/v1/groups?limit=5')
  control.advanceClock({ by: '1m' })
  await call('GET', '/api/v1/users/me')
  await call('DELETE', '/api/v1/groups/none')
  const numbers = (query: object): readonly number[] =>
    control.readJournal(query as never).map(({ number }) => number)
  expect(numbers({})).toEqual([1, 2, 3])
  expect(numbers({ method: 'delete' })).toEqual([3])
  expect(numbers({ path: '/api/v1/groups' })).toEqual([1])
  expect(numbers({ status: 404 })).toEqual([3])
  expect(numbers({ since: '2026-01-05T09:31:00.000Z' })).toEqual([2, 3])
  expect(numbers({ since: '2026-01-05T09:31:00.001Z' })).toEqual([])
  expect(numbers({ after: 1 })).toEqual([2, 3])
  expect(numbers({ after: 1, limit: 1 })).toEqual([2])
  const id = String(first.headers['x-svc-request-id'])
  expect(control.readExchange({ requestId: id }).number).toBe(1)
  expect(control.readExchange({ number: 2 }).number).toBe(2)
  expect(control.readExchange().number).toBe(3)
  const entries = (query: object): unknown =>
    (
      control.exportHar(query as never) as { log: { entries: { request: { url: string } }[] } }
    ).log.entries.map(({ request }) => request.url)
  expect(entries({ since: '2026-01-05T09:31:00.000Z', method: 'GET' })).toEqual([
    'https://svc.example.com/api/v1/users/me',
  ])
  expect(entries({})).toHaveLength(3)
  control.clearJournal()
  expect(numbers({})).toEqual([])
  expect(() => control.readExchange()).toThrow(
    'readExchange: number: The journal has no such entry; the journal is empty [validation]',
  )
})
