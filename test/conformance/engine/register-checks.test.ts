import { expect, test } from 'vitest'
import type { CheckDefinition } from '../../../conformance/engine/run/check.ts'
import { type RegisterOptions, registerWith } from '../../../conformance/engine/run/register-checks.ts'
import { registerChecks } from '../../../conformance/index.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { remaining } from './mock-run.ts'
import { checkOf, requirement } from './suite-of.ts'

// The checks become tests of this very file: the way a Vitest user includes them.
const org = createOrganisation()
await registerChecks({
  baseUrl: org.baseUrl,
  token: org.apiToken,
  fetch: org.fetch,
  ledger: false,
  only: ['users.suspend.not-active'],
})

type Body = (context: { signal?: AbortSignal; skip: (why: string) => void }) => Promise<void>

interface Declared {
  readonly title: string
  readonly options: object
  readonly together: boolean
  readonly body: Body
}

/** Adds checks to a runner that only notes them, to be run by hand. */
async function registered(
  checks: readonly CheckDefinition[],
  options: Partial<RegisterOptions> = {},
  alter: (request: Request) => Response | undefined = () => undefined,
) {
  const org = createOrganisation()
  const fetch = (request: Request) => alter(request) ?? org.fetch(request)
  const declared: Declared[] = []
  const ends: [end: () => Promise<void>, timeout: number][] = []
  const declare = (together: boolean) => (title: string, how: object, body: Body) =>
    void declared.push({ title, options: how, together, body })
  const runner = {
    test: Object.assign(declare(false), { concurrent: declare(true) }),
    afterAll: (end: () => Promise<void>, timeout: number) => void ends.push([end, timeout]),
  }
  await registerWith(
    runner as never,
    { baseUrl: org.baseUrl, token: org.apiToken, fetch, ledger: false, ...options },
    { checks, requirements: ['a', 'b', 'c'].map((id) => requirement(id)) },
  )
  /** The result of each test: undefined if it passed, the reason of a skip, or the message of its failure. */
  const ran = async (context: { signal?: AbortSignal } = {}) => {
    const said: (string | undefined)[] = []
    for (const { body } of declared) {
      let skipped: string | undefined
      const failed = await body({ ...context, skip: (why) => void (skipped = `skipped: ${why}`) }).then(
        () => undefined,
        (error: Error) => error.message,
      )
      said.push(failed ?? skipped)
    }
    return said
  }
  const end = async () => ends[0]?.[0]()
  return { declared, ends, ran, end, left: () => remaining(org) }
}

const passes = checkOf('passes', { judges: ['a'] }, async ({ judge }) => void judge('a').pass())
const fails = checkOf('fails', { judges: ['a', 'b'] }, async ({ judge }) => {
  judge('a').equal(1, 2)
  judge('b').equal('x', 'y')
})
const relies = checkOf('relies', { judges: ['a', 'b'] }, async ({ judge, assume }) => {
  judge('a').pass()
  judge('a').commit()
  assume('c', false, 'the sun shines')
})
const needs = checkOf('needs', { judges: ['a'], needs: ['factor'] }, async () => {})
const erring = checkOf('errs', { judges: ['a'] }, () => Promise.reject(new Error('a fault of its own')))

test('each check becomes its own test, with the time to wait out a rate limit', async () => {
  const alone = checkOf('alone', { judges: ['a'], alone: true, timeout: 5 }, passes.body)
  const { declared, ends } = await registered([passes, alone], { checkTimeout: 1000 })
  expect(declared.map(({ title, options, together }) => [title, options, together])).toEqual([
    ['toy: passes', { timeout: 604_000, retry: 0 }, true],
    ['toy: alone', { timeout: 600_020, retry: 0 }, false],
  ])
  expect(ends.map(([, timeout]) => timeout)).toEqual([120_000])
})

test('a test fails with a line for each requirement that failed, or could not be shown', async () => {
  const { ran, end } = await registered([passes, fails, relies, needs, erring])
  expect(await ran()).toEqual([
    undefined,
    'a: fail: equals: expected 2, got 1\nb: fail: equals: expected "y", got "x"',
    'b: blocked: it relies on this, which is not so: the sun shines (after exchange 0)',
    expect.stringMatching(
      /^a: blocked: nothing supplies 'factor'\. .+ \(target\.yaml: things: \{ factor: … \}\)$/,
    ),
    'a: error: a fault of its own',
  ])
  await expect(end()).resolves.toBeUndefined()
})

test('known failures fail no test, nor do requirements that were not shown if that is tolerated', async () => {
  const baseline = [{ requirement: 'a', verdict: 'fail', reason: 'agreed' }] as const
  const known = await registered([fails, relies], { baseline })
  expect(await known.ran()).toEqual([
    'b: fail: equals: expected "y", got "x"',
    'b: blocked: it relies on this, which is not so: the sun shines (after exchange 0)',
  ])
  const tolerant = await registered([fails, relies, needs, erring], { tolerateIncomplete: true })
  expect(await tolerant.ran()).toEqual([
    'a: fail: equals: expected 2, got 1\nb: fail: equals: expected "y", got "x"',
    undefined,
    "skipped: a: nothing supplies 'factor'",
    'a: error: a fault of its own',
  ])
})

test('skips a test, with the reasons, when no requirement of it applies', async () => {
  const things = { factor: 'none' } as const
  const { ran } = await registered([needs], { profile: { features: {}, things } })
  expect(await ran()).toEqual(["skipped: a: the target profile says 'none' for factor"])
})

test('a check that is only observed is a test that passes', async () => {
  const looks = checkOf('looks', { judges: [], observes: ['a'] }, async ({ observe }) => observe('a', 1))
  expect(await (await registered([looks])).ran()).toEqual([undefined])
})

test('an interruption of the test run stops the run', async () => {
  const stop = new AbortController()
  const stops = checkOf('is stopped', { judges: ['a'] }, async ({ given }) => {
    await given.user({ activate: false })
    stop.abort()
    await given.user({ activate: false })
  })
  const { ran, end, left } = await registered([stops, passes])
  expect(await ran({ signal: stop.signal })).toEqual([
    'skipped: a: the test run was interrupted',
    'skipped: a: the test run was interrupted',
  ])
  await end()
  expect(await left()).toEqual([])
})

const makes = checkOf('makes a user', { judges: ['a'] }, async ({ given, judge }) => {
  await given.user({ activate: false })
  judge('a').pass()
})

test('removes the created records at the end, and an orphan fails the run', async () => {
  const { ran, end, left } = await registered([makes])
  expect(await ran()).toEqual([undefined])
  expect(await left()).toHaveLength(1)
  await end()
  expect(await left()).toEqual([])
  const stuck = await registered([makes], {}, ({ method }) =>
    method === 'DELETE' ? Response.json({}, { status: 403 }) : undefined,
  )
  await stuck.ran()
  await expect(stuck.end()).rejects.toThrow(/^left behind: user cf-[a-z0-9]{6}-1@example\.com \(00u\w+\)$/)
})

test('a record whose id is not known is left behind without one', async () => {
  const statuses: Record<string, number> = { POST: 502, GET: 500 }
  const silent = ({ method, url }: Request): Response | undefined =>
    method in statuses && !url.endsWith('?limit=50')
      ? Response.json({}, { status: statuses[method]! })
      : undefined
  const { ran, end } = await registered([makes], {}, silent)
  await ran()
  await expect(end()).rejects.toThrow(/^left behind: user cf-[a-z0-9]{6}-\d+@example\.com \(no id\)$/)
})
