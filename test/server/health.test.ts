import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import type { ControlAccess } from '../../src/server/control-access.ts'
import { answerHealth } from '../../src/server/health.ts'
import { testOrg } from '../support/call.ts'

test('probes learn that a server is ready, and who may use the control plane how much there is', () => {
  const { org } = testOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const ask = (control: ControlAccess, given: Record<string, string> = {}, more: object = {}) => {
    const request = {
      method: 'GET',
      path: '/_control/health',
      query: '',
      body: '',
      header: (name: string) => given[name],
    }
    const { status, headers, body } = answerHealth(org, request, { control, ...more })
    return [status, headers, JSON.parse(body)] as unknown
  }
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  const ready = { status: 'ready', version: packageJson.version }
  const counts = { users: 1, groups: 1, clients: 0, now: '2026-01-05T09:30:00.000Z' }
  expect(ask('closed')).toEqual([200, headers, ready])
  expect(ask({ token: 'x' })).toEqual([200, headers, ready])
  expect(ask({ token: 'x' }, { authorization: 'Bearer x' })).toEqual([200, headers, { ...ready, ...counts }])
  const health = () => ({ organisations: 3 })
  expect(ask('open', {}, { health })).toEqual([200, headers, { ...ready, ...counts, organisations: 3 }])
  expect(ask('closed', {}, { health })).toEqual([200, headers, ready])
  expect(ask('open', { origin: 'http://localhost:1' })).toEqual([
    200,
    {
      ...headers,
      'Access-Control-Allow-Origin': 'http://localhost:1',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': expect.any(String),
      Vary: 'Origin',
    },
    { ...ready, ...counts },
  ])
  expect(ask('open', { origin: 'https://evil.test' })).toEqual([
    403,
    headers,
    { error: 'untrusted-origin', message: 'Pages of https://evil.test are not trusted' },
  ])
})
