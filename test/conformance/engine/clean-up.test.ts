/** Everything that a run makes is noted in its ledger, and removed at its end. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Ledger, readLedger } from '../../../conformance/engine/clean-up/ledger.ts'
import { findOrphans } from '../../../conformance/engine/clean-up/remove-records.ts'
import { fetchSender } from '../../../conformance/engine/wire/http-sender.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { type Alter, mockRun, passTime, remaining } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-ledger-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

beforeEach(() => passTime())
afterEach(() => void vi.useRealTimers())

type Kind = 'user' | 'group' | 'rule' | 'client'
const lists: Record<Kind, string> = {
  user: '/api/v1/users',
  group: '/api/v1/groups',
  rule: '/api/v1/groups/rules',
  client: '/oauth2/v1/clients',
}

/** A check that makes one record of these kinds, and of those that they need. */
const makes = (...kinds: Kind[]) =>
  checkOf('makes', { judges: ['made'] }, async ({ given, judge }) => {
    for (const kind of kinds) {
      if (kind === 'rule') {
        await given.rule({ groups: [await given.group()], expression: 'user.login=="x"' })
      } else await given[kind]()
    }
    judge('made').pass()
  })

const status = (code: number, body: object = {}): Response =>
  code === 204 ? new Response(null, { status: 204 }) : Response.json(body, { status: code })

/** Whether a call is about one record of a kind, not about the list. */
const isOne = (kind: Kind, call: string): boolean =>
  call.split(' ')[1]!.startsWith(`${lists[kind]}/`) && !(kind === 'group' && call.includes('/rules'))

test('removes records of every kind, first those that point at others', async () => {
  const { result, calls, org } = await mockRun([makes('user', 'group', 'client', 'rule')])
  expect(result.run).toMatchObject({ created: { user: 1, group: 2, client: 1, rule: 1 }, orphans: [] })
  expect(await remaining(org)).toEqual([])
  const order = calls('DELETE').map((call) => call.split('/').slice(-2)[0])
  expect(order).toEqual(['rules', 'clients', 'groups', 'groups', 'users', 'users'])
})

test('takes records that are gone as removed, and deletes no user again that a check deactivated', async () => {
  const gone = checkOf('deletes', { judges: ['made'] }, async ({ given, api, judge }) => {
    for (const { path: at } of [await given.group(), await given.client()]) await api.delete(at)
    const [one, other] = [await given.user(), await given.user()]
    for (const at of [one.path, one.path, other.path]) await api.delete(at)
    judge('made').pass()
  })
  for (const code of [404, 410]) {
    const { result, calls, org } = await mockRun([gone], {
      alter: async (call, _, forward) => {
        const reply = await forward()
        return call.startsWith('DELETE') && reply.status === 404 ? status(code) : reply
      },
    })
    expect(result.run.orphans).toEqual([])
    expect(await remaining(org)).toEqual([])
    expect(calls('DELETE /api/v1/users').length).toBeLessThanOrEqual(5)
  }
})

test.each([409, 423])('while the target is busy (%i) it tries again, five times at most', async (code) => {
  let busy = 0
  const alter: Alter = (call) => (call.startsWith('DELETE') && --busy >= 0 ? status(code) : undefined)
  busy = 2
  expect((await mockRun([makes('group')], { alter })).result.run.orphans).toEqual([])
  busy = Infinity
  const { result, calls } = await mockRun([makes('group')], { alter })
  expect(calls('DELETE').length).toBeLessThan(7)
  expect(result.run.orphans).toMatchObject([
    { why: expect.stringMatching(/409$|locked out by other writes/) },
  ])
})

test('waits for users that take time to go, and reports users that stay', async () => {
  const reads = new Map<string, number>()
  /** Answers reads of a deleted user for some time as before. */
  const slow =
    (times: number): Alter =>
    async (call, _, forward) => {
      const reply = await forward()
      if (call.startsWith('DELETE')) return status(204)
      if (!call.startsWith('GET /api/v1/users/00u') || reply.status !== 404) return reply
      reads.set(call, (reads.get(call) ?? 0) + 1)
      return reads.get(call)! <= times ? status(200, { id: call.split('/').at(-1) }) : reply
    }
  const many = makes(...Array.from({ length: 20 }, () => 'user' as const))
  expect((await mockRun([many], { alter: slow(2) })).result.run.orphans).toEqual([])
  // Once a user was slow, every user is read again.
  expect(reads.size).toBe(20)
  const { result } = await mockRun([makes('user')], { alter: slow(Infinity) })
  expect(result.run.orphans).toMatchObject([{ kind: 'user', why: 'it is still there after it was deleted' }])
})

test.each<Kind>(['group', 'rule', 'client'])(
  'reads a %s again that it deleted, and reports each that stays',
  async (kind) => {
    const { result } = await mockRun([makes(kind, kind, kind)], {
      alter: (call) => (call.startsWith(`DELETE ${lists[kind]}`) ? status(204) : undefined),
    })
    const left = result.run.orphans.filter((each) => each.kind === kind)
    expect(left.map(({ why }) => why)).toEqual(Array(3).fill('it is still there after it was deleted'))
  },
)

test('the end of the run finds a user that came back after its deletes', async () => {
  let deleted = ''
  let id = 'none'
  const { result } = await mockRun([makes(...Array.from({ length: 12 }, () => 'user' as const))], {
    alter: (call) => {
      const [, start] = /search=profile\.login sw "(cf-[^"]*)"/.exec(call) ?? []
      if (start !== undefined) id = deleted
      if (start !== undefined) return Response.json([{ id, profile: { login: `${start}1` } }])
      if (call.endsWith(`/${id}`)) return call.startsWith('GET') ? Response.json({ id }) : status(204)
      if (call.startsWith('DELETE /api/v1/users')) deleted = call.split('/').at(-1)!
      return undefined
    },
  })
  expect(result.run.orphans).toMatchObject([
    { kind: 'user', id, why: 'it is still there after it was deleted' },
  ])
})

const creates = (kind: Kind, call: string): boolean =>
  call.startsWith('POST ') && call.split(' ')[1]!.split('?')[0] === lists[kind]
const broken = (how: string): Response => {
  if (how === 'nothing') throw new Error('connection lost')
  const [code, ...body] = how.split(' ')
  return status(Number(code), JSON.parse(body.join(' ') || '{}') as object)
}

/** Targets that answer the delete of a record, its create, or the search for it in another way. */
const spoiling: Readonly<Record<string, (kind: Kind, how: string) => Alter>> = {
  delete: (kind, how) => (call) => (call.startsWith('DELETE') && isOne(kind, call) ? broken(how) : undefined),
  'delete while active': (kind, how) => {
    let isActive = true
    return (call) => {
      if (call.endsWith('/deactivate')) isActive = false
      return call.startsWith('DELETE') && isOne(kind, call) && isActive ? broken(how) : undefined
    }
  },
  'refused create': (kind, how) => (call) => (creates(kind, call) ? broken(how) : undefined),
  create: (kind, how) => async (call, _, forward) => {
    if (creates(kind, call)) {
      await forward()
      return broken(how)
    }
    // Others are called almost the same.
    if (!call.startsWith(`GET ${lists[kind]}?`) || call.includes('limit=1')) return undefined
    const list = (await (await forward()).json()) as object[]
    const names = JSON.stringify(list).match(/cf-[a-z0-9]{6}-\d+[^"]*/g) ?? []
    const near = names.map((name) => ({
      id: 'x0',
      client_id: 'x0',
      name: `${name}x`,
      client_name: `${name}x`,
      profile: { name: `${name}x` },
    }))
    return Response.json([null, ...near, ...list])
  },
  search: (kind, how) => {
    let isMade = false
    return (call) => {
      if (creates(kind, call)) isMade = true
      if (creates(kind, call)) return broken('502')
      return isMade && /GET \S+(\/cf-|\?q=cf-)/.test(call) ? broken(how) : undefined
    }
  },
}

test('what a target spoils is removed all the same, or reported as left behind', async () => {
  await expectGolden(new URL('orphans.txt', import.meta.url), async (line) => {
    const [, kind = '', what = '', how = ''] = /^(\w+), (\D+) answered with (.*)$/.exec(line) ?? []
    const alter = spoiling[what]!(kind as Kind, how)
    const { result, org } = await mockRun([makes(kind as Kind)], { alter })
    const left = result.run.orphans.map(
      (each) => `left behind: ${each.kind} ${each.name} ${each.id ?? '(no id)'}: ${each.why}`,
    )
    const told = [`${result.requirements[0]?.verdict}, exit ${result.exitCode}`, ...left]
    told.push(`${(await remaining(org)).length} remain`)
    return told
      .join('\n')
      .replaceAll(/cf-[a-z0-9]{6}-\d+/g, 'NAME')
      .replaceAll(/\b(00[ugo]|0pr|0oa)\w+/g, 'ID')
  })
})

test('a create without a name whose answer is lost is left behind', async () => {
  const nameless = checkOf('makes', { judges: ['made'] }, async ({ api }) => {
    await api.post('/api/v1/groups', { profile: {} })
  })
  const { result } = await mockRun([nameless], {
    alter: (call) => (creates('group', call) ? broken('502') : undefined),
  })
  expect(result.run.orphans).toEqual([
    { kind: 'group', name: '', why: 'it was created without a name, and its id is not known' },
  ])
})

test('a create that the rate limit never let through is not looked for', async () => {
  const { result, calls } = await mockRun([makes('group')], {
    rateLimitBudget: 100,
    alter: (call) =>
      creates('group', call)
        ? Response.json({}, { status: 429, headers: { 'retry-after': '60' } })
        : undefined,
  })
  expect(result.requirements[0]).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringContaining('--rate-limit-budget'),
  })
  expect(result.run).toMatchObject({ orphans: [], created: {} })
  expect(calls('GET /api/v1/groups?q=')).toEqual([])
})

test('a clean-up that the rate limit never lets through ends within its budget', async () => {
  let [isLimited, asked] = [false, 0]
  const made = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const many = checkOf('makes', { judges: ['made'] }, async ({ given }) => {
    for (const _ of made) await given.group()
    isLimited = true
  })
  const { result } = await mockRun([many], {
    rateLimitBudget: 600,
    alter: () => {
      if (!isLimited) return undefined
      asked += 1
      return Response.json({}, { status: 429, headers: { 'retry-after': '0' } })
    },
  })
  expect(result.run.orphans).toHaveLength(made.length)
  expect(result.run.orphans[0]!.why).toContain('--rate-limit-budget')
  expect(asked).toBeLessThan(4 * made.length)
})

test('a create that waits for a rate limit when the run is stopped is not looked for either', async () => {
  const stop = new AbortController()
  const { result } = await mockRun([makes('group')], {
    signal: stop.signal,
    rateLimitBudget: 1e9,
    alter: (call) => {
      if (!creates('group', call)) return undefined
      setImmediate(() => stop.abort(new Error('enough')))
      return Response.json({}, { status: 429, headers: { 'retry-after': '99999' } })
    },
  })
  expect(result).toMatchObject({ exitCode: 130, run: { orphans: [], created: {} } })
})

test('the ledger notes each record before its create, and its id after', async () => {
  const ledger = path.join(folder, 'run')
  const noted: string[][] = []
  fs.mkdirSync(ledger)
  await mockRun([makes('group')], {
    ledger,
    alter: (call) => {
      const [file] = fs.readdirSync(ledger)
      if (file !== undefined && /^(POST|DELETE)/.test(call))
        noted.push(readLedger(path.join(ledger, file)).remaining.map(({ kind, state }) => `${kind} ${state}`))
      return undefined
    },
  })
  expect(noted).toEqual([['group intended'], ['group created']])
})

const head = {
  run: 'abc123',
  baseUrl: 'https://org.example.com',
  startedAt: '2026-01-01T00:00:00.000Z',
  version: '1',
}

test('a ledger that is read again contains what may remain, newest first, whatever else stands in it', () => {
  const file = path.join(folder, 'a.jsonl')
  const ledger = new Ledger(head, file)
  ledger.created(ledger.intend('group', 'one'), 'g1')
  ledger.refused(ledger.intend('group', 'two'))
  const three = ledger.intend('group', 'three')
  ledger.created(three, 'g3')
  ledger.removed(three)
  ledger.intend('user', 'four')
  const strays = ['null', '7', '"is"', '{}', '[]', '', '{"is":"gone","number":8}', '{"is":"intent","num']
  fs.appendFileSync(file, strays.join('\n'))
  expect(readLedger(file)).toEqual({
    head,
    remaining: [
      { is: 'intent', number: 4, kind: 'user', name: 'four', state: 'intended' },
      { is: 'intent', number: 1, kind: 'group', name: 'one', state: 'created', id: 'g1' },
    ],
  })
  expect(() => new Ledger(head, file)).toThrow('EEXIST')
  ledger.close()
  expect(fs.existsSync(file)).toBe(true)
})

const { baseUrl, apiToken, fetch } = createOrganisation()
const post = (to: string, body: object) =>
  fetch(
    new Request(new URL(to, baseUrl), {
      method: 'POST',
      headers: { Authorization: `SSWS ${apiToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

test('records of a run are found by their names alone, if they are old enough', async () => {
  const group = async (name: string) =>
    ((await (await post('/api/v1/groups', { profile: { name } })).json()) as { id: string }).id
  const id = await group('cf-abc123-2')
  await group('cf-abc1234-1')
  await group('x cf-abc123-1')
  await group('cf-abc123')
  const logins = ['cf-abc123-3@example.com', 'cfabc12300001@example.com', '10111201020300042@example.com']
  const others = ['cfabc123000011@example.com', 'xcfabc12300001@example.com', 'cfabc1231@example.com']
  for (const login of [...logins, ...others])
    await post('/api/v1/users?activate=false', {
      profile: { login, email: 'a@example.com', firstName: 'A', lastName: 'B' },
    })
  await post('/api/v1/groups/rules', {
    type: 'group_rule',
    name: 'cf-abc123-1',
    conditions: { expression: { value: 'user.login=="x"', type: 'urn:svc:expression:1.0' } },
    actions: { assignUserToGroups: { groupIds: [id] } },
  })
  await post('/oauth2/v1/clients', {
    client_name: 'cf-abc123-4',
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    token_endpoint_auth_method: 'client_secret_basic',
  })
  const search = (olderThan: number, change: (reply: Response) => Promise<Response> = async (same) => same) =>
    findOrphans(
      'abc123',
      { baseUrl, token: apiToken, rps: 0 },
      fetchSender(async (request) => change(await fetch(request))),
      olderThan,
    )
  const { found } = await search(0)
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'rule cf-abc123-1',
    'group cf-abc123-2',
    ...logins.map((login) => `user ${login}`),
    'client cf-abc123-4',
  ])
  expect(found[1]?.id).toBe(id)
  expect(await search(3_600_000)).toEqual({ found: [], young: 6 })
  /** The same replies, with another creation time or another name. */
  const changed = (from: RegExp, to: string) => async (reply: Response) =>
    new Response((await reply.text()).replaceAll(from, to), reply)
  const old = /"(created|client_id_issued_at)":("[^"]*"|\d+)/g
  expect((await search(3_600_000, changed(old, '"$1":1'))).found).toHaveLength(6)
  for (const none of ['null', '"no time"'])
    expect(await search(3_600_000, changed(old, `"$1":${none}`))).toEqual({ found: [], young: 6 })
  // Somebody renamed it since the list was read.
  const renamed = async (reply: Response) => {
    const text = await reply.text()
    return new Response(text.startsWith('{') ? text.replaceAll('cf-abc123-2', 'Sales') : text, reply)
  }
  expect((await search(0, renamed)).found).toHaveLength(5)
})
