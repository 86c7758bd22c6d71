/** The result of `conform` for a whole run: with its own checks and requirements, against the mock in this process. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { Progress } from '../../../conformance/engine/plan/conform-options.ts'
import { suiteVersion } from '../../../conformance/engine/plan/version.ts'
import { frozen, judgedBy } from '../../../conformance/registry/requirement-sets.ts'
import { UsageError } from '../../../conformance/engine/words/usage-error.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { type Alter, mockRun, passTime, remaining } from './mock-run.ts'
import { checkOf, requirement } from './suite-of.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-conform-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const makesOne = checkOf('makes a user', { judges: ['made'] }, async ({ given, judge }) => {
  await given.user({ activate: false })
  judge('made').pass()
})
const requirements = [
  requirement('made'),
  requirement('unjudged'),
  requirement('open', { level: 'open', reason: 'nobody says' }),
]

const running = (options: Parameters<typeof mockRun>[1] = {}, checks = [makesOne]) =>
  mockRun(checks, { requirements, ...options })

test('a run reports the verdict of each requirement, and its own settings', async () => {
  const { result } = await running({ baseUrl: 'https://svc.example.com/' })
  expect(result.requirements.map(({ id, verdict, why }) => [id, verdict, why])).toEqual([
    ['made', 'pass', undefined],
    ['unjudged', 'not-run', 'no check judges it'],
    ['open', 'not-run', 'nobody says'],
  ])
  expect(result).toMatchObject({ warnings: [], exitCode: 0 })
  expect(result.run).toEqual({
    id: expect.stringMatching(/^[a-z][a-z2-9]{5}$/),
    startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    milliseconds: expect.any(Number),
    baseUrl: 'https://svc.example.com',
    suiteVersion,
    registry: expect.stringMatching(/^[0-9a-f]{16}$/),
    filtered: false,
    whole: true,
    flags: [],
    features: expect.objectContaining({ defaults: { state: 'yes', evidence: '--features says yes' } }),
    allowed: [],
    // The user, its two deletes and a look whether it is gone. Requests before the run do not count.
    requests: 4,
    rateLimited: { times: 0, milliseconds: 0 },
    created: { user: 1 },
    orphans: [],
    interrupted: false,
  })
  expect(result.run.milliseconds).toBeGreaterThanOrEqual(0)
  expect(result.run.milliseconds).toBeLessThan(300_000)
  expect(result.checks[0]?.milliseconds).toBeLessThanOrEqual(result.run.milliseconds + 1)
})

test('the record of the run contains its options', async () => {
  const { result } = await running({
    shuffle: true,
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
  const { run } = (await running({ shard: { index: 2, of: 2 } })).result
  expect(run).toMatchObject({ shard: { index: 2, of: 2 }, whole: false })
})

test('a frozen set judges by its requirements and levels: a later one that fails turns no verdict', async () => {
  const set = {
    name: '2026-11',
    requirements: frozen([requirement('made'), requirement('open', { level: 'default' })]),
  }
  const later = [
    requirement('made', { level: 'open', reason: 'settled' }),
    requirement('open'),
    requirement('later'),
  ]
  const check = checkOf('says it all', { judges: ['made', 'open', 'later'] }, async ({ judge }) => {
    judge('made').pass()
    judge('open').pass()
    judge('later').fail('does it')
  })
  const verdicts = async (listed: typeof later) => {
    const { result } = await running({ requirements: listed }, [check])
    return [
      result.sentence,
      result.requirements.map(({ level, graded, verdict }) => [level, graded, verdict]),
    ]
  }
  expect(await verdicts(judgedBy(set, later) as typeof later)).toEqual([
    'Conforms',
    [
      ['must', true, 'pass'],
      ['default', true, 'pass'],
      ['open', false, 'observed'],
    ],
  ])
  expect((await verdicts(later))[0]).toBe('Does not conform')
})

test('warns where only requirements were selected that are never graded', async () => {
  expect((await running({ only: ['open'] })).result.warnings).toEqual([
    'the selected requirements are never graded, only observed',
  ])
})

test('reports each check as it ends, with its selected requirements', async () => {
  const both = checkOf('judges two', { judges: ['made', 'unjudged'] }, async ({ judge }) => {
    judge('made').pass()
    judge('unjudged').fail('it is not so')
  })
  const told: Progress[] = []
  await running({ only: ['made'], onProgress: (progress) => told.push(progress) }, [both, makesOne])
  const step = {
    verdicts: [{ requirement: 'made', verdict: 'pass' }],
    total: 2,
    milliseconds: expect.any(Number),
  }
  expect(told).toEqual([
    { ...step, check: 'toy: judges two', done: 1 },
    { ...step, check: 'toy: makes a user', done: 2 },
  ])
})

const noDeletes: Alter = (call) =>
  call.startsWith('DELETE') ? Response.json({}, { status: 403 }) : undefined

test('reports records that it could not remove, and keeps their ledger', async () => {
  const ledger = path.join(folder, 'left')
  const { result } = await running({ ledger, alter: noDeletes })
  const [file] = fs.readdirSync(ledger)
  expect(result.exitCode).toBe(5)
  expect(result.run.orphans).toMatchObject([{ kind: 'user', why: expect.stringMatching(/403$/) }])
  expect(result.run.ledgerFile).toBe(path.join(ledger, `${result.run.id}.jsonl`))
  expect(file).toBe(`${result.run.id}.jsonl`)
  expect(fs.statSync(path.join(ledger, file ?? '')).mode & 0o777).toBe(0o600)
  const clean = await running({ ledger: path.join(folder, 'clean') })
  expect(clean.result.run).not.toHaveProperty('ledgerFile')
  expect(fs.readdirSync(path.join(folder, 'clean'))).toEqual([])
})

test.each([
  ['removes what its ledger names', () => undefined, 0],
  ['keeps the ledger of what stays', noDeletes, 1],
] as const)('a run that breaks %s', async (_, alter, left) => {
  const ledger = path.join(folder, `broken-${left}`)
  const org = createOrganisation()
  const breaks = (): void => {
    throw new Error('nobody listens')
  }
  await expect(running({ ledger, org, alter, onProgress: breaks })).rejects.toThrow('nobody listens')
  expect(fs.readdirSync(ledger)).toHaveLength(left)
  expect(await remaining(org)).toHaveLength(left)
})

test('mistakes of usage end a run before it sends any write', async () => {
  const asked: string[] = []
  const alter: Alter = (call) => void asked.push(call)
  const adapterModule = `data:text/javascript,${encodeURIComponent('export default 7')}`
  await expect(running({ adapterModule, alter, ledger: path.join(folder, 'none') })).rejects.toThrow(
    'has no control adapter as its default export',
  )
  expect(asked).toEqual(['GET /api/v1/users?limit=50', 'GET /api/v1/groups?limit=50'])
  asked.length = 0
  await expect(running({ only: ['nothing.*'], alter })).rejects.toThrow(UsageError)
  expect(asked).toEqual([])
})

test('a target that stops answering ends the run, with what to check', async () => {
  let isLost = false
  const loses = checkOf('loses it', { judges: ['first'] }, async ({ api, given }) => {
    await given.user()
    isLost = true
    await api.get('/api/v1/users')
  })
  passTime()
  const alter: Alter = () => {
    if (isLost) throw new Error('ECONNRESET')
    return undefined
  }
  const { result, said } = await mockRun([loses, makesOne], { concurrency: 1, alter }).finally(() =>
    vi.useRealTimers(),
  )
  for (const id of ['first', 'made'])
    expect(said(id)).toMatchObject({ verdict: 'not-run', why: expect.stringContaining('ECONNRESET') })
  expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 6, run: { interrupted: false } })
  expect(result.run.stopped).toMatch(/^the target stopped answering: /)
  expect(result.run.advice).toContain('Check that the target is up')
  expect(result.warnings).toEqual([result.run.stopped])
  expect(result.run.orphans).toMatchObject([{ kind: 'user', name: expect.stringMatching(/^cf-/) }])
})
