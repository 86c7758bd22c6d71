import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Api } from '../../../conformance/engine/run/api.ts'
import { cleanUp, DeleteTrust } from '../../../conformance/engine/clean-up/clean-up.ts'
import { conform } from '../../../conformance/engine/run/conform.ts'
import { usualForms } from '../../../conformance/engine/plan/forms.ts'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import { createUnique } from '../../../conformance/engine/supply/unique.ts'
import { reportForms } from '../../../conformance/report/report-forms.ts'
import { parseReport } from '../../../conformance/report/report-schema.ts'
import { writeReports } from '../../../conformance/report/write-reports.ts'
import { usernameParts } from '../../../src/model/users/password/username-parts.ts'
import { startMock } from './mock-target.ts'
import { checkOf, clause } from './suite-of.ts'
import { startToy } from './toy-server.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-endings-'))
afterEach(() => void vi.restoreAllMocks())

const users = { ledger: false, only: ['users'] } as const

test('a target that only ever limits the rate is given up within the time named, and left nothing behind', async () => {
  const toy = await startToy(() => ({ status: 429, headers: { 'retry-after': '1' }, body: {} }))
  const result = await conform({ ...users, baseUrl: toy.baseUrl, token: 'some-token', rateLimitBudget: 3000 })
  await toy.close()
  expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 3, run: { leftovers: [], created: {} } })
  expect(result.run.rateLimited.milliseconds).toBeGreaterThan(900)
  expect(result.run.rateLimited.milliseconds).toBeLessThanOrEqual(3000)
  // Once it was given up, hardly anything was sent: there are hundreds of checks.
  expect(toy.seen.length).toBeLessThan(60)
})

test('a create that was refused with 429 and then waited for in vain is nothing left behind', async () => {
  const mock = await startMock(undefined, ({ method }) =>
    method === 'POST' ? { status: 429, headers: { 'retry-after': '3600' }, body: {} } : undefined,
  )
  const stop = new AbortController()
  const running = conform({
    ...users,
    baseUrl: mock.baseUrl,
    token: mock.token,
    signal: stop.signal,
    rateLimitBudget: 1e9,
  })
  await vi.waitUntil(() => mock.seen.some(({ method }) => method === 'POST'), { timeout: 60_000 })
  stop.abort()
  const result = await running
  await mock.close()
  expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 130, run: { leftovers: [], created: {} } })
})

test('a target that dies ends the run without a verdict, and says what may be left there', async () => {
  const mock = await startMock()
  let creates = 0
  const dying = await startToy(async (request) => {
    if (request.method === 'POST' && ++creates === 5) void dying.close()
    const reply = await fetch(`${mock.baseUrl}${request.path}?${request.query.toString()}`, {
      method: request.method,
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(request.body === '' ? {} : { body: request.body }),
    })
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  })
  const result = await conform({ ...users, baseUrl: dying.baseUrl, token: mock.token })
  await mock.close()
  expect(result.sentence).toBe('No verdict')
  expect(result.exitCode).toBe(6)
  expect(result.run.stopped).toContain('the target stopped answering')
  expect(result.run.advice).toContain('Check that the target is up')
  expect(result.run.leftovers.length).toBeGreaterThan(0)
}, 120_000)

test('a record whose create was never answered is looked for by its name, and removed', async () => {
  let silent = 0
  const mock = await startMock((answer, { method, path: at }) =>
    method === 'POST' && at === '/api/v1/users' && silent++ === 0 ? (undefined as never) : answer,
  )
  const result = await conform({
    ledger: false,
    only: ['users.suspend.not-active'],
    baseUrl: mock.baseUrl,
    token: mock.token,
    requestTimeout: 1000,
  })
  const left = (await mock.logins()).filter((login) => login.startsWith('cf-'))
  await mock.close()
  expect(left).toEqual([])
  expect(result.run.leftovers).toEqual([])
})

test('tries a failing gateway again at once, with any rate-limit headers', async () => {
  let failures = 0
  const mock = await startMock(undefined, ({ method, path: at }) =>
    method === 'GET' && at.startsWith('/api/v1/users/') && failures++ === 0
      ? {
          status: 502,
          headers: { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 3600) },
          body: 'bad gateway',
        }
      : undefined,
  )
  const result = await conform({
    ledger: false,
    only: ['users.suspend.not-active'],
    baseUrl: mock.baseUrl,
    token: mock.token,
    rateLimitBudget: 0,
  })
  await mock.close()
  expect(failures).toBeGreaterThan(1)
  expect(result).toMatchObject({
    sentence: 'Conforms as far as shown',
    run: { rateLimited: { times: 0, milliseconds: 0 } },
  })
})

test('a clean-up waits for all records at once', async () => {
  const gets = new Map<string, number>()
  const answer = (status: number, json: object) => ({
    status,
    json,
    request: { method: 'DELETE', path: '/x' },
  })
  const api = {
    delete: async () => answer(204, {}),
    get: async (at: string) => {
      gets.set(at, (gets.get(at) ?? 0) + 1)
      const id = at.split('/').at(-1)
      return (gets.get(at) ?? 0) < 3 ? answer(200, { id }) : answer(404, {})
    },
  } as unknown as Api
  const ledger = new Ledger({ run: '', baseUrl: '', startedAt: '', version: '' })
  for (let at = 0; at < 20; at++) ledger.created(ledger.intend('user', `u${at}@example.com`), `u${at}`)
  const waits = vi.spyOn(globalThis, 'setTimeout')
  expect(await cleanUp(api, ledger, ledger.remaining)).toEqual([])
  expect(waits.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([100, 200])
  expect(ledger.remaining).toEqual([])
})

test('an observation of nothing, or one that no report can hold, costs no report', async () => {
  const odd = checkOf('sees odd things', { judges: ['a'], observes: ['b'] }, async ({ judge, observe }) => {
    judge('a').ok(true, 'it is so')
    observe('b', undefined)
    observe('b', Number.NaN)
    observe('b', 12n)
  })
  const result = await conform({
    baseUrl: 'http://127.0.0.1:9',
    fetch: () => Response.json([]),
    ledger: false,
    checks: [odd],
    clauses: [clause('a'), clause('b', { level: 'open' })],
  })
  const written = await writeReports(result, reportForms, path.join(folder, 'odd'))
  expect(written.map((file) => path.basename(file)).filter((name) => name.includes('problem'))).toEqual([])
  expect(fs.readFileSync(path.join(folder, 'odd/report.html'), 'utf8')).toContain('(nothing)')
  parseReport(fs.readFileSync(path.join(folder, 'odd/report.json'), 'utf8'), 'report.json')
})

test('a report form that fails leaves a note, and the other forms are written', async () => {
  const result = await conform({
    baseUrl: 'http://127.0.0.1:9',
    fetch: () => Response.json([]),
    ledger: false,
    only: ['sessions'],
  })
  const broken = { ...result, checks: [{ key: 'x', outcomes: null }] } as never
  const written = await writeReports(broken, reportForms, path.join(folder, 'broken'))
  const names = written.map((file) => path.basename(file))
  expect(names).toEqual(
    expect.arrayContaining(['report.html', 'report.json', 'junit-problem.txt', 'summary.md']),
  )
})

test('a demand that names a secret is shown as a demand, not as a secret', () => {
  const redactor = new Redactor()
  redactor.add('client_secret', 'not-to-be-shown-1')
  const demand = { toJSON: () => '<anything but "not-to-be-shown-1">' }
  const once = redactor.value({ expected: { client_secret: demand } })
  expect(redactor.value(once)).toEqual({ expected: { client_secret: '<anything but "«client_secret#1»">' } })
})

test('no password of a run holds a part of its logins, and each meets the default policy', () => {
  for (const runId of ['abcdef', 'hjkqvw', 'a22345', 'zwvqkj']) {
    const unique = createUnique(
      `cf-${runId}`,
      new Ledger({ run: '', baseUrl: '', startedAt: '', version: '' }),
      new Redactor(),
      { ...usualForms },
    )
    for (let at = 0; at < 3000; at++) {
      const login = unique.login()
      const password = unique.password()
      const parts = [...usernameParts(login), ...login.split(/[^a-z0-9]/i)].filter((part) => part.length > 1)
      expect(parts.filter((part) => password.toLowerCase().includes(part))).toEqual([])
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{18}$/)
    }
  }
})

test('a record whose create was answered with 502 is found by its name, and removed', async () => {
  let swallowed = 0
  const mock = await startMock((answer, { method, path }) =>
    method === 'POST' &&
    /^\/(api\/v1\/(users|groups)|oauth2\/v1\/clients)$/.test(path) &&
    ++swallowed % 2 === 0
      ? { status: 502, body: 'bad gateway' }
      : answer,
  )
  const { run } = await conform({
    ledger: false,
    only: ['users.suspend.*', 'groups.create.*', 'clients.register.*'],
    baseUrl: mock.baseUrl,
    token: mock.token,
  })
  const lookedUp = mock.seen.filter(
    ({ method, path, query }) =>
      method === 'GET' &&
      (path.startsWith('/api/v1/users/cf-') || query.get('q')?.startsWith('cf-') === true),
  )
  const left = await Promise.all(
    ['/api/v1/groups', '/oauth2/v1/clients'].map(async (list) => {
      const headers = { Authorization: `SSWS ${mock.token}` }
      return (await fetch(`${mock.baseUrl}${list}?limit=200`, { headers })).text()
    }),
  )
  const logins = await mock.logins()
  await mock.close()
  expect(swallowed).toBeGreaterThan(5)
  expect(run.leftovers).toEqual([])
  expect(lookedUp.length).toBeGreaterThan(2)
  expect(logins.filter((login) => login.startsWith('cf-'))).toEqual([])
  expect(left.join('')).not.toContain(`cf-${run.id}`)
})

test.each([
  [200, { actions: [{ name: 'signIn' }] }, true],
  [200, { hello: 'world' }, false],
  [404, { actions: [] }, false],
])(
  '--control is suggested where the control plane of the mock answers: %i %j',
  async (status, body, suggested) => {
    const mock = await startMock(undefined, ({ path }) =>
      path === '/_control' ? { status, body } : undefined,
    )
    const { warnings } = await conform({
      ledger: false,
      only: ['users.get.ok'],
      baseUrl: mock.baseUrl,
      token: mock.token,
    })
    await mock.close()
    const suggestion =
      'the target is the bundled mock: --control lets the suite cause what the API alone cannot'
    expect(warnings.includes(suggestion)).toBe(suggested)
  },
)

/** A target whose users stay there for the first reads after they were deleted. */
function slowToForget(reads: number) {
  const asked: string[] = []
  const answer = (method: string, at: string, status: number, json: object) => ({
    status,
    json,
    items: [],
    request: { method, path: at },
  })
  const seen = new Map<string, number>()
  const api = {
    delete: async (at: string) => answer('DELETE', at, 204, {}),
    get: async (at: string) => {
      asked.push(at)
      seen.set(at, (seen.get(at) ?? 0) + 1)
      return (seen.get(at) ?? 0) > reads
        ? answer('GET', at, 404, {})
        : answer('GET', at, 200, { id: at.split('/').at(-1) })
    },
  } as unknown as Api
  return { api, asked }
}

function usersIn(ledger: Ledger, count: number): Ledger {
  for (let at = 1; at <= count; at++) ledger.created(ledger.intend('user', `cf-x-${at}`), `u${at}`)
  return ledger
}

test('users that two deletes remove are read again until that is known, and no longer', async () => {
  const { api, asked } = slowToForget(0)
  const trust = new DeleteTrust()
  for (let batch = 0; batch < 10; batch++) {
    const ledger = usersIn(new Ledger({ run: '', baseUrl: '', startedAt: '', version: '' }), 3)
    expect(await cleanUp(api, ledger, ledger.remaining, { trust })).toEqual([])
    expect(ledger.remaining).toEqual([])
  }
  expect(asked).toHaveLength(9)
  expect(trust.asks).toBe(false)
})

test('where a user was still there once, every user is read again', async () => {
  const { api, asked } = slowToForget(1)
  const trust = new DeleteTrust()
  const ledger = usersIn(new Ledger({ run: '', baseUrl: '', startedAt: '', version: '' }), 12)
  expect(await cleanUp(api, ledger, ledger.remaining, { trust })).toEqual([])
  expect(trust.asks).toBe(true)
  expect(asked).toHaveLength(24)
})

test('the end of the run finds and reports a user that came back after its deletes', async () => {
  const mock = await startMock(undefined, ({ method, path, query }) =>
    method === 'GET' && path === '/api/v1/users' && query.get('search')?.startsWith('profile.login sw "cf-')
      ? { status: 200, body: [{ id: kept, profile: { login: login } }] }
      : method === 'GET' && path.endsWith(`/${kept}`)
        ? { status: 200, body: { id: kept } }
        : method === 'DELETE' && path.endsWith(`/${kept}`)
          ? { status: 204 }
          : undefined,
  )
  let kept = 'none'
  let login = ''
  const { run } = await conform({
    ledger: false,
    only: ['users.suspend.*'],
    baseUrl: mock.baseUrl,
    token: mock.token,
    onProgress: ({ done, total }) => {
      if (done < total) return
      const body = mock.seen.findLast(
        ({ method, path }) => method === 'POST' && path === '/api/v1/users',
      )?.body
      login = (JSON.parse(body ?? '{}') as { profile: { login: string } }).profile.login
      kept = mock.seen
        .findLast(({ method, path }) => method === 'DELETE' && /^\/api\/v1\/users\/(?!none)/.test(path))!
        .path.split('/')
        .at(-1)!
    },
  })
  await mock.close()
  expect(run.leftovers).toMatchObject([
    { kind: 'user', id: kept, why: 'it is still there after it was deleted' },
  ])
})
