/** The result of `conform` for a whole run: with its own checks and clauses, against a server in this process. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { CheckDefinition } from '../../../conformance/engine/run/check.ts'
import { conform } from '../../../conformance/engine/run/conform.ts'
import type { ConformOptions } from '../../../conformance/engine/plan/conform-options.ts'
import { unreachableAdvice } from '../../../conformance/engine/plan/preflight.ts'
import { UsageError } from '../../../conformance/engine/words/usage-error.ts'
import { suiteVersion } from '../../../conformance/engine/plan/version.ts'
import { checkOf, clause } from './suite-of.ts'
import { fetchedOrganisation, type Answer, type Seen } from './toy-server.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-conform-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const makesOne = checkOf('makes a user', { judges: ['made'] }, async ({ given, judge }) => {
  await given.user({ activate: false })
  judge('made').pass()
})

const clauses = [clause('made'), clause('unjudged'), clause('open', { level: 'open', reason: 'nobody says' })]

async function running(
  options: Partial<ConformOptions> = {},
  {
    checks = [makesOne],
    deviate,
  }: { checks?: readonly CheckDefinition[]; deviate?: Parameters<typeof fetchedOrganisation>[0] } = {},
) {
  const it = fetchedOrganisation(deviate)
  const result = await conform({
    baseUrl: 'https://id.example.com/',
    token: 'the-token',
    fetch: it.answered,
    ledger: false,
    features: { defaults: 'yes' },
    checks,
    clauses,
    ...options,
  })
  const verdicts = result.clauses.map(({ id, verdict, why }) => [
    id,
    verdict,
    ...(why === undefined ? [] : [why]),
  ])
  return { ...it, result, verdicts }
}

test('a run reports the verdict of each clause, and its own settings', async () => {
  const { result, verdicts, users } = await running()
  expect(verdicts).toEqual([
    ['made', 'pass'],
    ['unjudged', 'not-run', 'no check judges it'],
    ['open', 'not-run', 'nobody says'],
  ])
  expect(result.warnings).toEqual([])
  expect(result.exitCode).toBe(0)
  expect(users.size).toBe(0)
  expect(result.run).toEqual({
    id: expect.stringMatching(/^[a-z][a-z2-9]{5}$/),
    startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    milliseconds: expect.any(Number),
    baseUrl: 'https://id.example.com',
    suiteVersion,
    registry: expect.stringMatching(/^[0-9a-f]{16}$/),
    filtered: false,
    whole: true,
    flags: [],
    features: expect.objectContaining({ defaults: { state: 'yes', evidence: '--features says yes' } }),
    allowed: [],
    // Early access, the user, its two deletes and a look whether it is gone. Requests before the run do not count.
    requests: 5,
    rateLimited: { times: 0, milliseconds: 0 },
    created: { user: 1 },
    leftovers: [],
    interrupted: false,
  })
  expect(result.run.milliseconds).toBeGreaterThanOrEqual(0)
  expect(result.run.milliseconds).toBeLessThan(300_000)
})

test('the record of the run contains its options', async () => {
  const { result } = await running({
    seed: 0,
    flags: ['--seed', '0'],
    allow: ['mail'],
    tolerateIncomplete: true,
    profile: { name: 'staging', features: {}, things: {} },
    only: ['made'],
  })
  expect(result.run).toMatchObject({
    seed: 0,
    flags: ['--seed', '0'],
    allowed: ['mail'],
    tolerateIncomplete: true,
    target: 'staging',
    filtered: true,
    whole: false,
  })
  expect((await running({ level: ['must'] })).result.run).toMatchObject({ filtered: false, whole: true })
})

test('of a shard it is said that another holds the checks of what it did not judge', async () => {
  const { result, verdicts } = await running({ shard: { index: 2, of: 2 } })
  expect(verdicts[0]).toEqual(['made', 'not-run', 'another shard holds its checks'])
  expect(result.run).toMatchObject({ shard: { index: 2, of: 2 }, filtered: false, whole: false })
})

test('clauses that are never graded are warned of where nothing else was asked for', async () => {
  const { result } = await running({ only: ['open'] })
  expect(result.warnings).toEqual([
    'no clause that was selected is ever graded: such clauses are observed only',
  ])
})

test('reports each check as it ends, with its selected clauses', async () => {
  const both = checkOf('judges two', { judges: ['made', 'unjudged'] }, async ({ judge }) => {
    judge('made').pass()
    judge('unjudged').fail('it is not so')
  })
  const told: object[] = []
  await running(
    { only: ['made'], onProgress: (progress) => told.push(progress) },
    { checks: [both, makesOne] },
  )
  expect(told).toEqual([
    {
      check: 'toy: judges two',
      verdicts: [{ clause: 'made', verdict: 'pass' }],
      done: 1,
      total: 2,
      milliseconds: expect.any(Number),
    },
    {
      check: 'toy: makes a user',
      verdicts: [{ clause: 'made', verdict: 'pass' }],
      done: 2,
      total: 2,
      milliseconds: expect.any(Number),
    },
  ])
})

test('a target that refuses the token is not tried, and every clause says why', async () => {
  const refused = { status: 401, body: {} }
  const { result, verdicts, asked } = await running({}, { deviate: () => refused })
  const why = 'the target refuses the token (401)'
  expect(verdicts.slice(0, 2)).toEqual([
    ['made', 'not-run', why],
    ['unjudged', 'not-run', why],
  ])
  expect(asked).toEqual(['GET /api/v1/users', 'GET /api/v1/groups'])
  expect(result).toMatchObject({
    sentence: 'No verdict',
    exitCode: 6,
    warnings: [why],
    run: { stopped: why, interrupted: false, requests: 0, features: {}, created: {}, leftovers: [] },
  })
  expect(result.run.advice).toContain('Check that the token is of this deployment')
})

test('a target that is lost on the way ends the run, with what to check', async () => {
  let lost = false
  const loses = checkOf('loses it', { judges: ['made'] }, async ({ api, judge }) => {
    lost = true
    await api.get('/api/v1/users')
    judge('made').pass()
  })
  const it = fetchedOrganisation()
  const gone: ConformOptions['fetch'] = (request) => {
    if (lost) throw new Error('ECONNRESET')
    return it.answered(request)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const ended = running({ fetch: gone }, { checks: [loses] })
  const patience = setInterval(() => void vi.advanceTimersByTime(1000), 1)
  const { result } = await ended.finally(() => {
    clearInterval(patience)
    vi.useRealTimers()
  })
  expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 6, run: { interrupted: false } })
  expect(result.run.stopped).toMatch(/^the target stopped answering: /)
  expect(result.run.advice).toBe(unreachableAdvice)
  expect(result.warnings).toEqual([result.run.stopped])
})

test('warns about rights that the token lacks', async () => {
  const { result } = await running(
    {},
    { deviate: ({ method }) => (method === 'POST' ? { status: 403, body: {} } : undefined) },
  )
  expect(result.warnings).toEqual([
    "the target lets the run's token create no user: every attempt was answered with 403",
  ])
})

test('an interrupted run says so, and has no verdict', async () => {
  const stop = new AbortController()
  const stops = checkOf('is stopped', { judges: ['made'] }, async ({ given }) => {
    await given.user({ activate: false })
    stop.abort(new Error('enough'))
    await given.user({ activate: false })
  })
  const { result, verdicts, users } = await running({ signal: stop.signal }, { checks: [stops] })
  expect(verdicts[0]).toEqual(['made', 'not-run', 'enough'])
  expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 130, run: { interrupted: true } })
  expect(users.size).toBe(0)
  const before = await running({ signal: AbortSignal.abort(new Error('too early')) })
  expect(before.result.run.interrupted).toBe(true)
  expect(before.verdicts[0]).toEqual(['made', 'not-run', 'too early'])
})

const noDeletes = ({ method }: Seen): Answer | undefined =>
  method === 'DELETE' ? { status: 403, body: {} } : undefined

test('reports records that it could not remove, and keeps their ledger', async () => {
  const ledger = path.join(folder, 'left')
  const { result } = await running({ ledger }, { deviate: noDeletes })
  const [file] = fs.readdirSync(ledger)
  expect(result.exitCode).toBe(5)
  expect(result.run.leftovers).toMatchObject([{ kind: 'user', why: expect.stringMatching(/403$/) }])
  expect(result.run.ledgerFile).toBe(path.join(ledger, file ?? ''))
  expect(file).toBe(`${result.run.id}.jsonl`)
  const clean = await running({ ledger: path.join(folder, 'clean') })
  expect(clean.result.run).not.toHaveProperty('ledgerFile')
  expect(fs.readdirSync(path.join(folder, 'clean'))).toEqual([])
})

test.each([
  ['removes what its ledger names', undefined, 0],
  ['keeps the ledger of what stays', noDeletes, 1],
] as const)('a run that breaks %s', async (_, deviate, left) => {
  const ledger = path.join(folder, `broken-${left}`)
  const it = fetchedOrganisation(deviate)
  const broken = running(
    {
      ledger,
      fetch: it.answered,
      onProgress: () => {
        throw new Error('nobody listens')
      },
    },
    // The pool keeps a record that a check did not write to.
    { checks: [makesOne] },
  )
  await expect(broken).rejects.toThrow('nobody listens')
  expect(fs.readdirSync(ledger)).toHaveLength(left)
  expect([...it.users.values()].filter(({ status }) => status !== 'DEPROVISIONED')).toHaveLength(left)
})

test('a run that breaks before it made anything has nothing to remove', async () => {
  const it = fetchedOrganisation()
  const adapterModule = `data:text/javascript,${encodeURIComponent('export default 7')}`
  await expect(
    running({ adapterModule, fetch: it.answered, ledger: path.join(folder, 'none') }),
  ).rejects.toThrow('has no control adapter as its default export')
  expect(it.asked).toEqual(['GET /api/v1/users', 'GET /api/v1/groups'])
})

test('a filter that fits nothing is a mistake of usage, and nothing is sent', async () => {
  const it = fetchedOrganisation()
  const wrong = running({ only: ['nothing.*'], fetch: it.answered })
  await expect(wrong).rejects.toThrow(UsageError)
  await expect(wrong).rejects.toThrow('--only nothing.*: no requirement or area matches')
  expect(it.asked).toEqual([])
})
