/** The records that a search for leftovers takes for records of the run. */
import { expect, test } from 'vitest'
import { findLeftovers, reapRecords } from '../../../conformance/engine/clean-up/reap.ts'
import type { WireRequest } from '../../../conformance/engine/wire/http-sender.ts'

const hour = 3_600_000
const old = new Date(Date.now() - 2 * hour).toISOString()

/** A target with these lists. Each record can also be read by its id. */
function target(lists: Record<string, readonly unknown[]>) {
  const sent: string[] = []
  const options = { baseUrl: 'https://id.example.com/', token: 'the-token', rps: 0 }
  const sender = {
    close: () => {},
    send: async ({ method, url, headers }: WireRequest) => {
      const query = decodeURIComponent(url.search)
      sent.push(`${method} ${url.pathname}${query}`)
      expect(headers['Authorization']).toBe('SSWS the-token')
      const list = lists[url.pathname]
      const one = Object.entries(lists)
        .flatMap(([path, records]) =>
          (records as Record<string, unknown>[]).map((each) => [path, each] as const),
        )
        .find(
          ([path, each]) =>
            each !== null &&
            `${path}/${String(each['client_id'] ?? each['id'])}` === decodeURIComponent(url.pathname),
        )?.[1]
      const body = list ?? one
      return { status: body === undefined ? 404 : 200, headers: {}, text: JSON.stringify(body ?? {}) }
    },
  }
  const left = async (olderThan = hour) => findLeftovers('abc123', options, sender, olderThan)
  return { sent, left, options, sender }
}

const group = (id: unknown, name: unknown, created: unknown = old) => ({ id, created, profile: { name } })
const rule = (id: unknown, name: unknown, created: unknown = old) => ({ id, created, name })
const user = (id: unknown, login: unknown, created: unknown = old) => ({ id, created, profile: { login } })
const client = (id: unknown, name: unknown, issued: unknown = Date.now() / 1000 - 7200) => ({
  client_id: id,
  client_name: name,
  client_id_issued_at: issued,
})

test('each kind is searched by the marker of the run, and what fits is read again by its id', async () => {
  const { sent, left } = target({
    '/api/v1/groups/rules': [rule('r/1', 'cf-abc123-1')],
    '/api/v1/groups': [group('g1', 'cf-abc123-2-group')],
    '/api/v1/users': [user('u1', 'cf-abc123-3@example.com')],
    '/oauth2/v1/clients': [client('c1', 'cf-abc123-4')],
  })
  expect(await left()).toEqual({
    found: [
      { kind: 'rule', name: 'cf-abc123-1', id: 'r/1' },
      { kind: 'group', name: 'cf-abc123-2-group', id: 'g1' },
      { kind: 'user', name: 'cf-abc123-3@example.com', id: 'u1' },
      { kind: 'client', name: 'cf-abc123-4', id: 'c1' },
    ],
    young: 0,
  })
  expect(sent).toEqual([
    'GET /api/v1/groups/rules?search=cf-abc123',
    'GET /api/v1/groups/rules/r%2F1',
    'GET /api/v1/groups?q=cf-abc123',
    'GET /api/v1/groups/g1',
    'GET /api/v1/users?search=profile.login sw "cf-abc123" or profile.login sw "cfabc123" or profile.login sw "101112010203"',
    'GET /api/v1/users/u1',
    'GET /oauth2/v1/clients?q=cf-abc123',
    'GET /oauth2/v1/clients/c1',
  ])
})

const none = {
  '/api/v1/groups/rules': [],
  '/api/v1/groups': [],
  '/api/v1/users': [],
  '/oauth2/v1/clients': [],
}

test('leaves a record that only looks like one of the run, or has no id', async () => {
  const { sent, left } = target({
    '/api/v1/groups/rules': [null, rule('r1', 'cf-abc1234-1'), rule('r2', 'x cf-abc123-1'), rule('r3', 7)],
    '/api/v1/groups': [
      null,
      {},
      group('g1', 'cf-abc123'),
      group(7, 'cf-abc123-1'),
      group(undefined, 'cf-abc123-1'),
    ],
    '/api/v1/users': [
      null,
      user('u1', 'cf-abc123'),
      user('u2', 'cfabc1234'),
      user('u3', 'cfabc123000011'),
      user('u4', 'xcfabc12300001'),
      user('u5', '1011120102030000'),
      user('u6', '101112010203000011'),
    ],
    '/oauth2/v1/clients': [null, { client_name: 'cf-abc123-1' }, client('c1', 'cf-abc124-1')],
  })
  expect(await left()).toEqual({ found: [], young: 0 })
  expect(sent).toHaveLength(4)
})

test.each(['cfabc12300001', 'cfabc12300001@corp.example.com', '10111201020300042', 'cf-abc123-9'])(
  'a user called %s belongs to the run',
  async (login) => {
    const { left } = target({ ...none, '/api/v1/users': [user('u1', login)] })
    expect((await left()).found).toEqual([{ kind: 'user', name: login, id: 'u1' }])
  },
)

test('leaves a record that has changed when it is read again', async () => {
  const renamed = target({ ...none, '/api/v1/groups': [group('g1', 'cf-abc123-1')] })
  renamed.sender.send = async (request: WireRequest) => ({
    status: 200,
    headers: {},
    text: request.url.pathname.endsWith('/g1')
      ? JSON.stringify(group('g1', 'Somebody else'))
      : JSON.stringify(request.url.pathname.endsWith('/groups') ? [group('g1', 'cf-abc123-1')] : []),
  })
  expect(await renamed.left()).toEqual({ found: [], young: 0 })
})

test.each([
  [new Date(Date.now() - 10_000).toISOString(), 1],
  [Date.now() - 10_000, 1],
  [Date.now() - 2 * hour, 0],
  ['no time', 1],
  [null, 1],
])('a record created %s is young: %i', async (created, young) => {
  const { left } = target({ ...none, '/api/v1/groups': [group('g1', 'cf-abc123-1', created)] })
  const { found, young: counted } = await left()
  expect([found.length, counted]).toEqual([1 - young, young])
})

test('a record without a creation time counts as made now', async () => {
  const records = { ...none, '/oauth2/v1/clients': [client('c1', 'cf-abc123-1', '1')] }
  expect(await target(records).left()).toMatchObject({ found: [], young: 1 })
  expect(await target(records).left(0)).toMatchObject({ young: 0 })
  const recent = { ...none, '/oauth2/v1/clients': [client('c1', 'cf-abc123-1', Date.now() / 1000 - 60)] }
  expect((await target(recent).left()).young).toBe(1)
})

test('removes records by their ids, and looks them up by name if they have none', async () => {
  const { sent, options, sender } = target({ '/api/v1/groups': [group('g7', 'cf-abc123-7')] })
  const left = await reapRecords(
    [
      { kind: 'group', name: 'cf-abc123-1', id: 'g1' },
      { kind: 'group', name: 'cf-abc123-7' },
    ],
    options,
    sender,
  )
  expect(left).toEqual([])
  expect(sent).toEqual([
    'DELETE /api/v1/groups/g1',
    'GET /api/v1/groups?q=cf-abc123-7',
    'DELETE /api/v1/groups/g7',
  ])
})
