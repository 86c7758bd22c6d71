import { expect, test } from 'vitest'
import type { CheckContext, CheckDefinition } from '../../../conformance/engine/run/check.ts'
import { emptyProfile } from '../../../conformance/engine/plan/target-profile.ts'
import { planOf } from '../../../conformance/engine/plan/plan.ts'
import { mockRun, remaining } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

/** Ids as numbers, in the order in which they came first. */
const numbered = (ids: readonly string[]): number[] => ids.map((id) => [...new Set(ids)].indexOf(id) + 1)

/** A check that takes a STAGED user and notes its id. */
function reads(
  title: string,
  ids: string[],
  more: (context: CheckContext<string>, path: string) => Promise<unknown> = async () => {},
): CheckDefinition {
  return checkOf(title, { judges: [title] }, async (context) => {
    const user = await context.given.user({ activate: false })
    ids.push(user.id)
    context.judge(title).matches(await context.api.get(user.path), { status: 'STAGED' })
    await more(context, user.path)
  })
}

const oneByOne = { concurrency: 1, keepAllEvidence: true }

test('the next check uses a record that a check only read; the end of the run removes it', async () => {
  const ids: string[] = []
  const { result, org, calls } = await mockRun([reads('first', ids), reads('second', ids)], oneByOne)
  expect(numbered(ids)).toEqual([1, 1])
  expect(calls('POST /api/v1/users')).toHaveLength(1)
  expect(result.run).toMatchObject({ created: { user: 1 }, orphans: [] })
  expect(await remaining(org)).toEqual([])
})

test('the calls that made a record are evidence of every check that uses it, and planned once', async () => {
  const { result } = await mockRun([reads('first', []), reads('second', [])], oneByOne)
  const made = result.checks.map(({ exchanges }) =>
    exchanges.map(({ number, method, reused }) => [number, method, reused]),
  )
  expect(made).toEqual([
    [
      [1, 'POST', undefined],
      [2, 'GET', undefined],
    ],
    [
      [1, 'POST', true],
      [2, 'GET', undefined],
    ],
  ])
  expect(planOf({ checks: result.checks, facts: result.run })).toMatchObject({
    reads: 2,
    writes: [{ method: 'POST', count: 1 }],
  })
})

test('checks that run at the same time never hold the same record', async () => {
  const ids: string[] = []
  const slow = (title: string): CheckDefinition =>
    reads(title, ids, () => new Promise((resolve) => setTimeout(resolve, 30)))
  await mockRun([slow('first'), slow('second')], { concurrency: 2 })
  expect(new Set(ids).size).toBe(2)
})

test('two records that a check asks for alike are two', async () => {
  const ids: string[] = []
  const both = checkOf('both', { judges: ['both'] }, async ({ given, judge }) => {
    ids.push((await given.user({ activate: false })).id, (await given.user({ activate: false })).id)
    judge('both').pass()
  })
  await mockRun([reads('first', []), both], oneByOne)
  expect(numbered(ids)).toEqual([1, 2])
})

test.each([
  [
    'a write, even one that is refused',
    (api: CheckContext['api'], path: string) => api.post(`${path}/lifecycle/suspend`),
  ],
  ['a delete', (api: CheckContext['api'], path: string) => api.delete(path)],
  [
    'a write to another record that names it',
    async (api: CheckContext['api'], path: string) =>
      api.post(path.replace(/\w+$/, 'near'), { id: path.split('/').at(-1) }),
  ],
])('after %s a record is not handed out again', async (_, write) => {
  const ids: string[] = []
  const writes = reads('first', ids, async ({ api, unique }, path) => {
    const near = unique.near('nea', 'longer')
    await write(api, path).catch(() => api.post(`/api/v1/users/${near}`, { id: path.split('/').at(-1) }))
  })
  const { org, calls } = await mockRun([writes, reads('second', ids)], oneByOne)
  expect(numbered(ids)).toEqual([1, 2])
  expect(calls('POST /api/v1/users?')).toHaveLength(2)
  expect(await remaining(org)).toEqual([])
})

test('records of a check that failed or was interrupted are not handed out again', async () => {
  const ids: string[] = []
  const fails = reads('fails', ids, async ({ judge }) => judge('fails').equal(1, 2, 'one'))
  const ends = reads('ends', ids, async ({ assume }) => assume('ends', false, 'never'))
  const { said } = await mockRun([fails, ends, reads('passes', ids)], oneByOne)
  expect(numbered(ids)).toEqual([1, 2, 3])
  expect(said('passes').verdict).toBe('pass')
})

test('records of a check that got something the API cannot cause are not handed out again', async () => {
  const ids: string[] = []
  const past = checkOf('past', { judges: ['past'], needs: ['user-type'] }, async ({ given, need, judge }) => {
    ids.push((await given.user({ activate: false })).id)
    await need('user-type')
    judge('past').pass()
  })
  const profile = { ...emptyProfile, things: { 'user-type': { id: 't1' } } }
  const { said } = await mockRun([past, reads('next', ids)], { ...oneByOne, profile })
  expect(said('past').verdict).toBe('pass')
  expect(numbered(ids)).toEqual([1, 2])
})

test('a record that must be new is new, and so is every record of a run without clean-up', async () => {
  const ids: string[] = []
  const fresh = checkOf('fresh', { judges: ['fresh'] }, async ({ given, judge }) => {
    ids.push((await given.fresh.user({ activate: false })).id)
    judge('fresh').pass()
  })
  await mockRun([reads('first', ids), fresh], oneByOne)
  expect(numbered(ids)).toEqual([1, 2])
  const alone: string[] = []
  await mockRun([reads('first', alone), reads('second', alone)], { ...oneByOne, cleanUp: false })
  expect(numbered(alone)).toEqual([1, 2])
})

test('records that were arranged together are handed out together, until a check writes to one', async () => {
  const seen: string[] = []
  const takes = (title: string, write: boolean): CheckDefinition =>
    checkOf(title, { judges: [title] }, async ({ given, api, judge }) => {
      const { group, user } = await given.scenario('a member', async (records) => {
        const made = await records.group()
        return { group: made, user: await records.user({ activate: false, groups: [made.id] }) }
      })
      seen.push(`${group.id} ${user.id}`)
      judge(title).success(await api.get(user.path))
      if (write) await api.delete(user.path)
    })
  const { org } = await mockRun(
    [takes('first', false), takes('second', true), takes('third', false)],
    oneByOne,
  )
  expect(numbered(seen)).toEqual([1, 1, 2])
  expect(await remaining(org)).toEqual([])
})

test.each([
  ['a user of the run', true],
  ['somebody the run did not make', false],
])('a group that %s was to join is used again: %s', async (_, again) => {
  const ids: string[] = []
  const joins = checkOf('joins', { judges: ['joins'] }, async ({ given, api, judge, unique }) => {
    const group = await given.group()
    const user = again ? (await given.fresh.user({ activate: false })).id : unique.unknownId()
    ids.push(group.id)
    await api.put(`${group.path}/users/${user}`)
    judge('joins').pass()
  })
  const next = checkOf('next', { judges: ['next'] }, async ({ given, judge }) => {
    ids.push((await given.group()).id)
    judge('next').pass()
  })
  const { org } = await mockRun([joins, next], oneByOne)
  expect(ids[1] === ids[0]).toBe(again)
  expect(await remaining(org)).toEqual([])
})
