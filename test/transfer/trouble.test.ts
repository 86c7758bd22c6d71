/** Pushes to a deployment that refuses, that is slow, or that cannot be reached. */
import { afterEach, expect, test, vi } from 'vitest'
import { RateLimited } from '../../conformance/engine/run/interruption.ts'
import { createClient } from '../../src/client.ts'
import { asTransferError, type Target } from '../../src/transfer/target.ts'
import { TransferError } from '../../src/transfer/transfer-error.ts'
import { passTime } from '../conformance/engine/mock-run.ts'
import type { Answer } from '../conformance/engine/toy-server.ts'
import { deployOrg, writeSeed } from './deployment.ts'

afterEach(() => void vi.useRealTimers())

const json = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
})
const refusal = json(400, { errorCode: 'E0000001', errorSummary: 'Refused' })

const forty = `groups: [${Array.from({ length: 40 }, (_, index) => `{ name: G${index} }`).join(', ')}]`
const person = (status: string) =>
  `users: [{ login: a@x.test, firstName: A, lastName: X, password: Secret-Meadow-42, status: ${status} }]`

/** Pushes the forty groups to a deployment that takes every Nth and refuses the other ones. */
async function refusing(taken: number) {
  let asked = 0
  const there = await deployOrg(undefined, ({ method, path }) =>
    method === 'POST' && path === '/api/v1/groups' && ++asked % taken !== 0 ? refusal : undefined,
  )
  const finished = await there.run(`push ${writeSeed(there, forty)} --yes --concurrency 1`)
  return { ...finished, asked }
}

test('stops after twenty refusals one after the other, not after twenty in all', async () => {
  const some = await refusing(20)
  expect([some.code, some.asked, some.error.split('\n')[0]]).toEqual([
    1,
    40,
    'identikit push: 38 were refused:',
  ])
  const all = await refusing(41)
  expect([all.code, all.asked]).toEqual([1, 20])
  expect(all.error.split('\n').slice(1)).toEqual([
    'identikit push: stopped after 20 refusals one after the other:',
    ...[17, 18, 19].map((at) => `  group G${at}: createGroup: 400 E0000001: Refused`),
  ])
})

/** A deployment whose users are, each time that they are read, as these members say. */
async function changing(members: (look: number) => object | undefined, deletes = true) {
  const calls: string[] = []
  let isChanging = false
  const there = await deployOrg(undefined, ({ method, path }) => {
    if (!isChanging || !/\/users\/00u/.test(path)) return undefined
    calls.push(`${method}${path.replace(/.*\/00u\w+/, '')}`)
    if (method === 'DELETE') return deletes ? undefined : { status: 204 }
    const looks = calls.filter((call) => call === 'GET').length
    const shown = method === 'GET' ? members(looks) : undefined
    return shown === undefined ? undefined : json(200, { id: '00u1', ...shown })
  })
  const began = () => void (isChanging = true)
  return { ...there, told: calls, began }
}

test('waits for a transition to end before a user is led on', async () => {
  passTime()
  const there = await changing((look) => (look < 3 ? { transitioningToStatus: 'ACTIVE' } : undefined))
  const began = performance.now()
  there.began()
  expect(await there.run(`push ${writeSeed(there, person('SUSPENDED'))} --yes`)).toMatchObject({ code: 0 })
  expect(performance.now() - began).toBeGreaterThanOrEqual(1000)
  expect(there.told).toEqual(['GET', 'GET', 'GET', 'POST/lifecycle/suspend'])
  expect(there.org.data.users.all()[1]!.status).toBe('SUSPENDED')

  const stuck = await changing(() => ({ transitioningToStatus: 'ACTIVE' }))
  stuck.began()
  const { code, error } = await stuck.run(`push ${writeSeed(stuck, person('SUSPENDED'))} --yes`)
  expect(code).toBe(1)
  expect(error).toMatch(/user 00u\w+ is still on its way to ACTIVE$/)
})

/** Takes a user away whose deactivation goes as these members say. */
async function undone(members: (look: number) => object | undefined, deletes = true) {
  passTime()
  const there = await changing(members, deletes)
  await there.run(`push ${writeSeed(there, person('ACTIVE'))} --yes`)
  there.began()
  const finished = await there.run('push --undo --yes')
  vi.useRealTimers()
  return { ...finished, told: there.told, users: there.org.data.users.count() }
}

test('waits for a user that is being deactivated, and gives up on one that stays', async () => {
  const shown = [{ status: 'ACTIVE' }, { status: 'ACTIVE', transitioningToStatus: 'DEPROVISIONED' }]
  expect(await undone((look) => shown[look - 1])).toMatchObject({
    code: 0,
    users: 1,
    told: ['GET', 'DELETE', 'GET', 'GET', 'DELETE'],
  })
  const stays = /^identikit push: user 00u\w+ is still there after it was deactivated and deleted; try again$/
  const [kept, stuck] = [
    await undone(() => ({ status: 'ACTIVE' }), false),
    await undone(() => ({ transitioningToStatus: 'X' })),
  ]
  expect([kept.code, stuck.code]).toEqual([1, 1])
  expect(kept.error).toMatch(stays)
  expect(kept.told).toEqual(['GET', 'DELETE', 'GET', 'DELETE', 'GET', 'DELETE'])
  expect(stuck.error).toMatch(stays)
  expect(new Set(stuck.told)).toEqual(new Set(['GET']))
})

test.each([
  ['0', 'Made: 1 record. 2 s went by in waiting for rate limits.'],
  ['1', 'Made: 1 record.'],
])('where %s calls are left, the next one waits: %s', async (remaining, said) => {
  passTime()
  const there = await deployOrg(undefined, ({ path }) => {
    if (path !== '/api/v1/users/me') return undefined
    const now = Math.floor(Date.now() / 1000)
    return json(
      200,
      { profile: { login: 'me@example.com' } },
      {
        date: new Date(now * 1000).toUTCString(),
        'x-rate-limit-remaining': remaining,
        'x-rate-limit-reset': String(now + 1),
      },
    )
  })
  const { out } = await there.run(`push ${writeSeed(there, 'groups: [{ name: A }]')} --yes`)
  expect(out.split('\n').at(-1)).toBe(said)
})

const target = { baseUrl: 'https://id.test', clean: (text: string) => text.replaceAll('secret', '***') }
const told = (error: unknown): unknown => {
  const found = asTransferError(error, target as Target)
  return found instanceof TransferError ? [found.message, found.exitCode] : found
}

test('reports the error of a call in one line, with an exit code', async () => {
  const client = createClient({
    baseUrl: 'https://id.test',
    token: 't',
    retry: false,
    fetch: async () => Response.json({ errorCode: 'E0000001', errorSummary: 'secret' }, { status: 400 }),
  })
  const refused = await client.getUser({ params: { userId: 'x' } }).catch((error: unknown) => error)
  expect(told(refused)).toEqual(['getUser: 400 E0000001: ***', 1])
  expect(told(new RateLimited('waited secret'))).toEqual([expect.stringContaining('***'), 6])
  for (const known of [new TransferError('a'), 'text', new Error('x')])
    expect(asTransferError(known, target as Target)).toBe(known)
})

const insecure = '; --insecure accepts any certificate'
test.each([
  ['ECONNREFUSED', ''],
  ['HPE_INVALID', ''],
  ['CERT_HAS_EXPIRED', insecure],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', insecure],
  ['SELF_SIGNED_CERT_IN_CHAIN', insecure],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', insecure],
  ['E_x', undefined],
  ['XECONN', undefined],
  ['E1', undefined],
  ['X_CERT_', undefined],
])('the code %s says that the target cannot be reached: %s', (code, hint) => {
  const error = Object.assign(new Error('x'), { code })
  expect(told(error)).toEqual(
    hint === undefined ? error : [`cannot reach https://id.test: ${code}${hint}`, 6],
  )
})
