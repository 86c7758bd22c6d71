import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanUp, DeleteTrust, stillListed } from '../../../conformance/engine/clean-up/clean-up.ts'
import type { LedgerEntry, RecordKind } from '../../../conformance/engine/clean-up/ledger.ts'
import { type Answer, fakeApi } from './fake-api.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const entry = (kind: RecordKind, name: string, id?: string) =>
  ({ kind, name, ...(id === undefined ? {} : { id }) }) as LedgerEntry

async function cleaning(
  entries: LedgerEntry[],
  answer: (call: string) => Answer,
  options: Parameters<typeof cleanUp>[3] = {},
) {
  const { api, calls } = fakeApi(answer)
  const noted: string[] = []
  const note =
    (what: string) =>
    ({ name }: LedgerEntry, id?: string) =>
      void noted.push(`${what} ${name}${id === undefined ? '' : ` as ${id}`}`)
  const ledger = { created: note('created'), removed: note('removed'), refused: note('refused') }
  const done = cleanUp(api, ledger, entries, options)
  await vi.runAllTimersAsync()
  return { left: await done, calls, noted }
}

test('removes a record before the records that it points at', async () => {
  const { left, calls, noted } = await cleaning(
    [
      entry('user', 'u', 'u/1'),
      entry('group', 'g', 'g/1'),
      entry('client', 'c', 'c/1'),
      entry('rule', 'r', 'r/1'),
    ],
    (call) => (call.startsWith('GET') ? [404, {}] : 204),
  )
  expect(left).toEqual([])
  expect(calls).toEqual([
    'DELETE /api/v1/groups/rules/r%2F1',
    'DELETE /oauth2/v1/clients/c%2F1',
    'DELETE /api/v1/groups/g%2F1',
    'DELETE /api/v1/users/u%2F1',
    'DELETE /api/v1/users/u%2F1',
    'GET /api/v1/users/u%2F1',
  ])
  expect(noted).toEqual(['removed r', 'removed c', 'removed g', 'removed u'])
})

test('a rule whose delete is refused is deactivated, and deleted then', async () => {
  let isActive = true
  const { left, calls } = await cleaning([entry('rule', 'r', 'r1')], (call) => {
    if (call.endsWith('deactivate')) isActive = false
    return isActive ? 403 : 204
  })
  expect(left).toEqual([])
  expect(calls).toEqual([
    'DELETE /api/v1/groups/rules/r1',
    'POST /api/v1/groups/rules/r1/lifecycle/deactivate',
    'DELETE /api/v1/groups/rules/r1',
  ])
})

test('a user whose delete is refused is deactivated, and deleted then', async () => {
  let isActive = true
  const { left, calls } = await cleaning([entry('user', 'u', 'u1')], (call) => {
    if (call.endsWith('deactivate')) isActive = false
    if (isActive) return 403
    return call.startsWith('GET') ? 404 : 204
  })
  expect(left).toEqual([])
  expect(calls.slice(0, 3)).toEqual([
    'DELETE /api/v1/users/u1',
    'POST /api/v1/users/u1/lifecycle/deactivate',
    'DELETE /api/v1/users/u1',
  ])
})

test('a user whom the run deactivated takes one delete, and is read again', async () => {
  const { left, calls } = await cleaning([{ ...entry('user', 'u', 'u1'), isDeactivated: true }], (call) =>
    call.startsWith('GET') ? 404 : 204,
  )
  expect(left).toEqual([])
  expect(calls).toEqual(['DELETE /api/v1/users/u1', 'GET /api/v1/users/u1'])
})

test('accepts a record that is already gone', async () => {
  const gone = await cleaning(
    [entry('user', 'u', 'u1'), entry('group', 'g', 'g1'), entry('client', 'c', 'c1')],
    (call) => (call.includes('clients') ? [401, { error: 'invalid_client' }] : 404),
  )
  expect(gone.left).toEqual([])
  expect(gone.calls.filter((call) => call.includes('users'))).toEqual(['DELETE /api/v1/users/u1'])
})

test.each([
  ['client', [401, { error: 'other' }], 'DELETE /oauth2/v1/clients/x1 was answered with 401'],
  ['group', 403, 'DELETE /api/v1/groups/x1 was answered with 403'],
  ['group', 300, 'DELETE /api/v1/groups/x1 was answered with 300'],
  ['user', 500, 'DELETE /api/v1/users/x1 was answered with 500'],
  ['group', new Error('connection lost'), 'connection lost'],
] as const)('a %s that is refused with %j is left behind at once', async (kind, answer, why) => {
  const { left, calls } = await cleaning([entry(kind, 'x', 'x1')], () => answer)
  expect(left).toEqual([{ kind, name: 'x', id: 'x1', why }])
  expect(calls).toHaveLength(1)
})

test.each([409, 423])('where the target is busy (%i), tries again, five times at most', async (status) => {
  let count = 0
  const later = await cleaning([entry('group', 'g', 'g1')], () => (++count < 3 ? status : 204))
  expect(later.left).toEqual([])
  expect(later.calls).toHaveLength(3)
  const never = await cleaning([entry('group', 'g', 'g1')], () => status)
  expect(never.calls).toHaveLength(5)
  expect(never.left).toEqual([
    { kind: 'group', name: 'g', id: 'g1', why: `DELETE /api/v1/groups/g1 was answered with ${status}` },
  ])
  expect(never.noted).toEqual([])
  const stopped = new AbortController()
  stopped.abort()
  const once = await cleaning([entry('group', 'g', 'g1')], () => status, { signal: stopped.signal })
  expect(once.calls).toHaveLength(1)
  expect(once.left).toHaveLength(1)
})

test('reports a user that still exists after two deletes', async () => {
  const { left, calls } = await cleaning([entry('user', 'u', 'u1')], (call) =>
    call.startsWith('GET') ? [200, { id: 'u1' }] : 204,
  )
  expect(left).toEqual([{ kind: 'user', name: 'u', id: 'u1', why: 'it is still there after it was deleted' }])
  expect(calls.filter((call) => call.startsWith('GET'))).toHaveLength(5)
})

test('after eight users that were seen gone, deletes are trusted; one that was not ends that', () => {
  const trust = new DeleteTrust()
  for (let at = 0; at < 7; at++) trust.note(true)
  expect(trust.asks).toBe(true)
  trust.note(true)
  expect(trust.asks).toBe(false)
  trust.note(false)
  expect(trust.asks).toBe(true)
  trust.note(true)
  expect(trust.asks).toBe(true)
})

test('a deleted user is not read where deletes are trusted', async () => {
  const trust = new DeleteTrust()
  for (let at = 0; at < 8; at++) trust.note(true)
  const { calls } = await cleaning([entry('user', 'u', 'u1')], () => 204, { trust })
  expect(calls).toEqual(['DELETE /api/v1/users/u1', 'DELETE /api/v1/users/u1'])
})

test.each([
  ['user', 'A@b', 'GET /api/v1/users/A%40b', { id: 'x1', profile: { login: 'a@B' } }],
  [
    'group',
    'g',
    'GET /api/v1/groups?q=g',
    [{ id: 'x0', profile: { name: 'G' } }, null, { id: 'x1', profile: { name: 'g' } }],
  ],
  [
    'rule',
    'r',
    'GET /api/v1/groups/rules?search=r',
    [
      { id: 'x0', name: 'rr' },
      { id: 'x1', name: 'r' },
    ],
  ],
  [
    'client',
    'c',
    'GET /oauth2/v1/clients?q=c',
    [
      { client_id: 'x0', client_name: 'cc' },
      { client_id: 'x1', client_name: 'c' },
    ],
  ],
] as const)(
  'a %s whose id is not known is found by its name, to the letter',
  async (kind, name, asked, body) => {
    let first = true
    const { left, calls, noted } = await cleaning([entry(kind, name)], (call) => {
      if (!call.startsWith('GET')) return 204
      const answer: Answer = first ? [200, body] : 404
      first = false
      return answer
    })
    expect(left).toEqual([])
    expect(calls[0]).toBe(asked)
    expect(noted).toEqual([`created ${name} as x1`, `removed ${name}`])
  },
)

test('a record that is not found by its name was never made, once nobody looks again', async () => {
  const missing = (kind: RecordKind): Answer => (kind === 'user' ? 404 : [200, []])
  for (const kind of ['user', 'group', 'rule', 'client'] as const) {
    const { left, calls, noted } = await cleaning([entry(kind, 'x')], () => missing(kind))
    expect([left, calls.length, noted]).toEqual([[], 5, ['refused x']])
    const early = await cleaning([entry(kind, 'x')], () => missing(kind), { last: false })
    expect([early.left, early.calls.length, early.noted]).toEqual([[], 1, []])
  }
})

test.each([
  [entry('user', ''), 200, 'it was created without a name, and its id is not known', 0],
  [entry('user', 'u'), 500, 'it could not be looked up: GET /api/v1/users/u was answered with 500', 1],
  [
    entry('user', 'u'),
    [200, { id: 'x1', profile: { login: 'other' } }],
    'it could not be looked up: GET /api/v1/users/u was answered with 200',
    1,
  ],
  [entry('group', 'g'), 403, 'it could not be looked up: GET /api/v1/groups was answered with 403', 1],
] as const)('a record that cannot be looked up is left behind', async (record, answer, why, calls) => {
  const found = await cleaning([record], () => answer)
  expect(found.left).toEqual([{ kind: record.kind, name: record.name, why }])
  expect(found.calls).toHaveLength(calls)
})

test('finds the remaining users of a run by the start of their logins', async () => {
  const { api, calls } = fakeApi(() => [
    200,
    [
      { id: 'u1', profile: { login: 'cf-abc-1@x' } },
      { id: 'u2', profile: { login: 'other' } },
      { id: 3, profile: { login: 'cf-abc-2@x' } },
      {},
      { id: 'u9', profile: null },
      null,
    ],
  ])
  expect(await stillListed(api, 'cf-abc')).toEqual(['u1'])
  expect(calls).toEqual(['GET /api/v1/users?search=profile.login+sw+%22cf-abc%22&limit=200'])
  expect(await stillListed(fakeApi(() => new Error('no')).api, 'x')).toEqual([])
  expect(await stillListed(fakeApi(() => 400).api, 'x')).toEqual([])
})
