import type { Control } from '../../src/index.ts'
import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'

const start = '2026-01-05T09:30:00.250Z'
const second = Date.parse('2026-01-05T09:30:00.000Z') / 1000

test.each<[Parameters<Control['addFault']>[0], number, string | undefined, number | undefined]>([
  [{ refusal: 'rate-limited' }, 429, '1', 1],
  [{ refusal: 'rate-limited', retryAfter: 2500 }, 429, '3', 3],
  [{ status: 429, retryAfter: '1m' }, 429, '60', 60],
  [{ status: 429, headers: { 'retry-after': '9' } }, 429, '9', 1],
  [{ status: 503 }, 503, undefined, undefined],
  [{ refusal: 'read-only-mode' }, 503, undefined, undefined],
])('the fault %j is answered %i, to be tried again after %s', async (fault, status, after, seconds) => {
  const { call, control } = testOrg({ clock: { start, frozen: true } })
  control.addFault(fault)
  const { headers, ...reply } = await call('GET', '/api/v1/users/me')
  expect([reply.status, headers['retry-after']]).toEqual([status, after])
  expect(headers['x-rate-limit-remaining'] === '0').toBe(seconds !== undefined)
  if (seconds !== undefined) expect(headers['x-rate-limit-reset']).toBe(String(second + seconds))
})

test('a fault that only waits lets the operation answer', async () => {
  const { call, control } = testOrg()
  control.addFault({ latency: 1 })
  expect((await call('GET', '/api/v1/users/me')).status).toBe(200)
})

test('the journal names the fault, its refusal and the operation that it met', async () => {
  const { call, control } = testOrg()
  control.addFault({ refusal: 'access-denied', times: 1 })
  await call('GET', '/api/v1/users/me')
  expect(control.readJournal()).toMatchObject([
    { operation: 'getUser', status: 403, fault: 'fault-1', refusal: 'access-denied' },
  ])
  await call('GET', '/api/v1/users/me')
  const [, entry] = control.readJournal()
  expect([entry?.status, entry?.fault, entry?.refusal]).toEqual([200, undefined, undefined])
})

test('the journal shows no token in a path that led to nothing', async () => {
  const { call, control, org } = testOrg()
  const { value } = org.tokens.apiTokens()[0]!
  await call('GET', `/api/v1/users/${value}`)
  await call('GET', '/api/v1/users/me')
  expect(control.readJournal().map(({ path }) => path)).toEqual([
    '/api/v1/users/[secret]',
    '/api/v1/users/me',
  ])
})
