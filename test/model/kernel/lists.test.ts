import { expect, test } from 'vitest'
import { z } from 'zod'
import { Changes, type ChangeListener } from '../../../src/model/kernel/changes.ts'
import { defined } from '../../../src/model/kernel/defined.ts'
import { pageOf } from '../../../src/model/kernel/paged-list.ts'
import { parseOrgOptions } from '../../../src/model/kernel/parse-options.ts'
import { refuseQuery } from '../../../src/model/kernel/query-refusal.ts'
import { readableBy } from '../../../src/model/kernel/readable-by.ts'
import { Snapshots } from '../../../src/model/kernel/snapshots.ts'
import { sortedPage } from '../../../src/model/kernel/sorted-page.ts'
import type { StateSnapshot } from '../../../src/model/kernel/state.ts'
import { type Dialect, QuerySyntaxError } from '../../../src/query/index.ts'

/** The error that a step throws. */
function refused(step: () => unknown) {
  try {
    return step()
  } catch (error) {
    const { refusal, causes, details } = error as { refusal: string; causes: unknown; details: unknown }
    return { refusal, causes, details }
  }
}

test('a page begins after its cursor, and gives the start of the next one', () => {
  const page = (after: Parameters<typeof pageOf>[1]['after'], limit: number, rows = [2, 4, 6]) =>
    pageOf(rows, { after, limit }, (row) => row)
  expect(page(undefined, 2)).toEqual({ items: [2, 4], next: 4 })
  expect(page(undefined, 3)).toEqual({ items: [2, 4, 6] })
  expect(page(undefined, 4)).toEqual({ items: [2, 4, 6] })
  expect(page(2, 1)).toEqual({ items: [4], next: 4 })
  expect(page(1, 1)).toEqual({ items: [2], next: 2 })
  expect(page(3, 2)).toEqual({ items: [4, 6] })
  expect(page(6, 2)).toEqual({ items: [] })
  expect(page(undefined, 2, [])).toEqual({ items: [] })
  // A place in a sorted list is not valid in the order of sequences.
  expect(page(['x', 'y'], 2)).toEqual({ items: [2, 4], next: 4 })
  expect(page(undefined, 0)).toEqual({ items: [] })
})

test('a page of a sorted list ends with the key of its last row', () => {
  const rows = [
    { id: '1', name: 'a', profile: { tags: ['x', 'y'] } },
    { id: '2', name: 'b', profile: { tags: [] } },
    { id: '3', profile: undefined },
  ]
  const asked: unknown[] = []
  const page = (sortBy: string, limit: number, after?: (string | null)[]) =>
    sortedPage(
      (wanted) => {
        asked.push(wanted)
        return rows.slice(0, wanted.count)
      },
      { sortBy, limit, after },
    )
  expect(page('name', 1)).toEqual({ items: [rows[0]], next: ['a', '1'] })
  expect(page('name', 2)).toEqual({ items: rows.slice(0, 2), next: ['b', '2'] })
  expect(page('name', 3)).toEqual({ items: rows })
  expect(page('profile.tags', 1)).toEqual({ items: [rows[0]], next: ['x', '1'] })
  expect(page('profile.tags', 2)).toEqual({ items: rows.slice(0, 2), next: [null, '2'] })
  expect(page('none.deep', 2)).toEqual({ items: rows.slice(0, 2), next: [null, '2'] })
  expect(page('id', 2)).toEqual({ items: rows.slice(0, 2), next: ['2', '2'] })
  expect(sortedPage(() => [], { sortBy: 'id', limit: 0 })).toEqual({ items: [] })
  expect(asked.splice(0)[0]).toEqual({ count: 2, beyond: undefined })
  page('name', 1, ['a', '1'])
  page('profile.address.city', 1, ['Oslo', '1'])
  page('id', 1, ['1', '1'])
  page('profile.id', 1, ['k', '1'])
  page('name', 1, [null, '1'])
  expect(asked).toEqual([
    { count: 2, beyond: { id: '1', name: 'a' } },
    { count: 2, beyond: { id: '1', profile: { address: { city: 'Oslo' } } } },
    { count: 2, beyond: { id: '1' } },
    { count: 2, beyond: { id: '1', profile: { id: 'k' } } },
    { count: 2, beyond: { id: '1', name: null } },
  ])
  asked.length = 0
  sortedPage((wanted) => (asked.push(wanted), rows), { sortBy: 'name', limit: 1, after: 5 })
  expect(asked).toEqual([{ count: 2, beyond: undefined }])
})

test.for([
  ['date', true, 'invalid-date'],
  ['date', false, 'invalid-date'],
  ['property', false, 'invalid-search'],
  ['syntax', false, 'invalid-search'],
  ['property', true, 'unsupported-filter'],
  ['operator', true, 'unsupported-filter'],
  ['syntax', true, 'invalid-filter'],
  ['value', true, 'invalid-filter'],
] as const)(
  'a query that is wrong in its %s is refused, as a filter (%j) or a search',
  ([kind, isFilter, refusal]) => {
    const error = new QuerySyntaxError({ kind, position: 3, expected: 'x', found: 'y' })
    const dialect = { caseSensitiveValues: isFilter } as Dialect
    const read = () =>
      refuseQuery(() => {
        throw error
      }, dialect)
    expect(refused(read)).toMatchObject({ refusal, details: { values: { message: error.message } } })
  },
)

test('what reads well is given back, and what throws otherwise is thrown', () => {
  const dialect = {} as Dialect
  expect(refuseQuery(() => 5, dialect)).toBe(5)
  const read = () =>
    refuseQuery(() => {
      throw new RangeError('x')
    }, dialect)
  expect(read).toThrow(new RangeError('x'))
})

test('changes of parts are passed on to all who listen', () => {
  const changes = new Changes()
  let tell: ChangeListener = () => {}
  changes.watch('users', { watch: (listener) => void (tell = listener) })
  const heard: unknown[] = []
  tell('1', undefined, 'a')
  expect(changes.listenerCount).toBe(0)
  const stop = changes.listen((...change) => heard.push(['one', ...change]))
  changes.listen((...change) => heard.push(['two', ...change]))
  expect(changes.listenerCount).toBe(2)
  tell('1', 'a', 'b')
  expect(heard.splice(0)).toEqual([
    ['one', 'users', '1', 'a', 'b'],
    ['two', 'users', '1', 'a', 'b'],
  ])
  stop()
  tell('1', 'b', undefined)
  expect(heard).toEqual([['two', 'users', '1', 'b', undefined]])
  expect(changes.listenerCount).toBe(1)
})

test('leaves out undefined values, at any depth, and nothing else', () => {
  const date = new Date(0)
  const list = [undefined, { a: undefined }]
  const hook = () => {}
  const value = { a: undefined, b: null, c: { d: undefined, e: 0 }, date, list, hook, f: '' }
  expect(Object.keys(defined(value))).toEqual(['b', 'c', 'date', 'list', 'hook', 'f'])
  expect(Object.keys(defined(value).c)).toEqual(['e'])
  expect(defined(value).date).toBe(date)
  expect(defined(value).list).toBe(list)
  expect(defined(value).hook).toBe(hook)
  expect([defined(5), defined('x'), defined(undefined), defined(null)]).toEqual([5, 'x', undefined, null])
})

test('an error while reading is a mistake of its field', () => {
  const read = (text: string) => {
    if (text !== '') throw new Error(text)
  }
  const schema = z.object({ at: z.string().superRefine(readableBy(read)) })
  const mistakes = (at: string) => schema.safeParse({ at }).error?.issues
  expect(mistakes('')).toBe(undefined)
  const mistake = (message: string) => [{ code: 'custom', path: ['at'], message }]
  expect(mistakes('time: expected x')).toEqual(mistake('expected x'))
  expect(mistakes('some words: here')).toEqual(mistake('some words: here'))
  expect(mistakes('a: b: c')).toEqual(mistake('b: c'))
})

test('options that most organisations have need no schema, and others are read by it', () => {
  const common = { seed: 's', secretSeed: 't', baseUrl: 'https://x.test', apiToken: 'abc' }
  expect(parseOrgOptions(common)).toEqual(common)
  expect(parseOrgOptions(common)).not.toBe(common)
  expect(parseOrgOptions({})).toEqual({})
  expect(Object.keys(parseOrgOptions({ seed: undefined, apiToken: 'x' }))).toEqual(['apiToken'])
  expect(parseOrgOptions({ seed: 5 })).toEqual({ seed: 5 })
  expect(parseOrgOptions({ seed: 's', searchLag: '1s' })).toEqual({ seed: 's', searchLag: 1000 })
  const lines = (options: unknown) => {
    try {
      return parseOrgOptions(options)
    } catch (error) {
      return (error as Error).message.split('\n').slice(1)
    }
  }
  expect(lines({ baseUrl: 'nowhere' })).toEqual([
    '  baseUrl: expected an http or https URL without a query, a fragment and credentials, got "nowhere"',
  ])
  expect(lines({ apiToken: 'a b' })).toEqual([
    '  apiToken: expected visible ASCII characters, and no blanks, got a text of 3 characters',
  ])
  expect(lines({ apiToken: '' })).toEqual([
    "  apiToken: expected visible ASCII characters, and no blanks, got ''",
  ])
  expect(lines({ baseUrl: 5 })).toEqual(['  baseUrl: expected a text, got a number'])
  expect(lines({ seed: null })).toEqual([
    '  seed: expected a text or a number, from which ids come, got null; records are loaded with await loadWorld(org, seed)',
  ])
  expect(lines({ toString: 'x' })).toEqual(['  options.toString: unknown option'])
})

/** An organisation whose state is a number. */
function snapshots() {
  let state: unknown = 1
  let time = 100
  const steps: unknown[] = []
  const kept = new Snapshots({
    clock: { now: () => time, set: (at) => void steps.push(['set', at]) },
    snapshot: () => new Map([['state', state]]),
    restore: (snapshot: StateSnapshot) => void steps.push(['restore', snapshot.get('state')]),
  })
  const marks: unknown[] = []
  kept.state.rows!.track((key) => marks.push(key))
  const be = (to: unknown, at: number) => {
    state = to
    time = at
  }
  return { kept, be, steps: () => steps.splice(0), marks: () => marks.splice(0) }
}

test('snapshots are gone back to with their time, and marked as rows', () => {
  const { kept, be, steps, marks } = snapshots()
  kept.save('a')
  expect(marks()).toEqual([1, 'last'])
  be(2, 200)
  kept.save('b')
  be(3, 300)
  kept.restore('a')
  expect(steps()).toEqual([
    ['set', 100],
    ['restore', 1],
  ])
  kept.save('a')
  expect(marks()).toEqual([2, 'last', 1, 'last'])
  expect(kept.names()).toEqual(['a', 'b'])
  kept.restore('a')
  expect(steps()).toEqual([
    ['set', 300],
    ['restore', 3],
  ])
  const { rows } = kept.state
  expect([...rows!.keys()]).toEqual(['last', 1, 2])
  expect([rows!.read('last'), rows!.read(1), rows!.read(2), rows!.read(3)]).toEqual([
    2,
    { name: 'a', time: 300 },
    { name: 'b', time: 200 },
    undefined,
  ])
  expect([...kept.states()]).toEqual([
    [1, new Map([['state', 3]])],
    [2, new Map([['state', 2]])],
  ])
  kept.become(2, new Map([['state', 7]]))
  kept.become(9, new Map())
  kept.restore('b')
  expect(steps()).toEqual([
    ['set', 200],
    ['restore', 7],
  ])
  expect([kept.delete('a'), kept.delete('a'), kept.names(), marks()]).toEqual([true, false, ['b'], [1]])
  kept.save('c')
  expect(rows!.read(3)).toEqual({ name: 'c', time: 300 })
})

test('snapshots are read from their rows, and are a part of a state', () => {
  const { kept, steps } = snapshots()
  const { rows } = kept.state
  const state = rows!.stateOf(
    new Map<string, unknown>([
      ['2', { name: 'b', time: 5 }],
      ['1', { name: 'a', time: 4 }],
      ['last', 3],
    ]),
  )
  kept.state.restore(state)
  expect(kept.names()).toEqual(['a', 'b'])
  expect(kept.state.snapshot()).toEqual(state)
  kept.restore('b')
  expect(steps()).toEqual([
    ['set', 5],
    ['restore', undefined],
  ])
  kept.save('c')
  expect(rows!.read('last')).toBe(4)
  expect((state as { byName: ReadonlyMap<string, unknown> }).byName.size).toBe(2)
  expect(rows!.stateOf(new Map())).toEqual({ last: 0, byName: new Map() })
})

test('rejects an unknown snapshot, and a snapshot beyond the limit', () => {
  const { kept } = snapshots()
  const causes = (step: () => unknown) => refused(step)
  expect(causes(() => kept.restore('x'))).toMatchObject({
    refusal: 'validation',
    causes: ['name: expected the name of a snapshot; none was saved'],
  })
  for (let number = 1; number <= 100; number += 1) kept.save(`s${number}`)
  expect(causes(() => kept.save('one more'))).toMatchObject({
    refusal: 'validation',
    causes: ['name: There are 100 snapshots already; delete one first'],
  })
  kept.save('s100')
  expect(kept.names()).toHaveLength(100)
  for (let number = 3; number <= 100; number += 1) kept.delete(`s${number}`)
  expect(causes(() => kept.restore('x'))).toMatchObject({
    causes: ['name: expected the name of a snapshot; there are s1, s2'],
  })
})
