import { expect, test } from 'vitest'
import type { Cause } from '../../../src/model/access/recorded-change.ts'
import { Recorder } from '../../../src/model/access/recorder.ts'
import { type ChangeListener, Changes, type ManyListener } from '../../../src/model/kernel/changes.ts'
import { createClock } from '../../../src/model/kernel/clock.ts'

function stage() {
  const changes = new Changes()
  let tell: ChangeListener = () => {}
  changes.watch('users', { watch: (listener) => void (tell = listener) })
  let now = 5
  const recorder = new Recorder({ now: () => now++, iso: () => '' }, changes)
  const change = (key = 'u') => tell(key, undefined, 'x')
  return { recorder, change }
}
const request = (name: string, userId?: string): Cause => ({
  kind: 'request',
  name,
  ...(userId === undefined ? {} : { userId }),
})

test('a change is kept with its place, its time and its cause', () => {
  const { recorder, change } = stage()
  change('one')
  const cause = request('createUser')
  expect(recorder.during(cause, () => (change('two'), 'done'))).toBe('done')
  change('three')
  const plain = { part: 'users', before: undefined, after: 'x' }
  const second = { ...plain, number: 2, at: 6, key: 'two', cause }
  expect(recorder.after()).toEqual([
    { ...plain, number: 1, at: 5, key: 'one' },
    second,
    { ...plain, number: 3, at: 7, key: 'three' },
  ])
  expect(Object.keys(recorder.after()[0]!)).not.toContain('cause')
  expect(cause.changes).toEqual([second])
  expect(recorder.after(1).map(({ number }) => number)).toEqual([2, 3])
  expect(recorder.after(3)).toEqual([])
  expect(recorder.last).toBe(3)
  recorder.clear()
  expect([recorder.after(), recorder.last]).toEqual([[], 3])
  change()
  expect(recorder.after().map(({ number }) => number)).toEqual([4])
})

test('a cause ends with its step, also when that fails, and the one around it goes on', () => {
  const { recorder, change } = stage()
  const [outer, inner] = [request('outer'), request('inner')]
  recorder.during(outer, () => {
    recorder.during(inner, () => change())
    change()
    expect(() =>
      recorder.during(inner, () => {
        throw new Error('x')
      }),
    ).toThrow('x')
    change()
  })
  change()
  expect(recorder.after().map(({ cause }) => cause?.name)).toEqual(['inner', 'outer', 'outer', undefined])
})

test('what changes until a promise settles is of the one that waits, or of the one that names the user', async () => {
  const { recorder, change } = stage()
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void recorder.during(request('one', 'u1'), () => one.promise)
  change('x')
  const failing = recorder.during(request('two', 'u2'), () => two.promise).catch(() => {})
  change('u2')
  change('u1')
  change('x')
  recorder.during(request('now'), () => change('u1'))
  two.reject(new Error('failed'))
  await failing
  change('u2')
  one.resolve()
  await one.promise
  await Promise.resolve()
  change('u1')
  expect(recorder.after().map(({ cause }) => cause?.name)).toEqual([
    'one',
    'two',
    'one',
    undefined,
    'now',
    'one',
    undefined,
  ])
})

test('a hundred changes are kept with their cause, and how many more there were', () => {
  const { recorder, change } = stage()
  const cause = request('x')
  recorder.during(cause, () => {
    for (let time = 0; time < 100; time += 1) change()
  })
  expect([cause.changes?.length, cause.left]).toEqual([100, undefined])
  recorder.during(cause, () => (change(), change()))
  expect([cause.changes?.length, cause.left]).toEqual([100, 2])
})

test('listeners hear of each change until they are stopped', () => {
  const { recorder, change } = stage()
  const heard: number[] = []
  expect(recorder.isHeard).toBe(false)
  const stop = recorder.onChange(({ number }) => heard.push(number))
  change()
  expect(recorder.isHeard).toBe(true)
  stop()
  change()
  expect([heard, recorder.isHeard]).toEqual([[1], false])
})

test('the number of changes is a state, whose changes are minor', () => {
  const { recorder, change } = stage()
  const marks: unknown[] = []
  recorder.position.rows!.track((...mark) => marks.push(mark))
  change()
  recorder.position.restore(8)
  expect([recorder.position.snapshot(), recorder.position.rows!.read('='), recorder.last]).toEqual([8, 8, 8])
  expect(marks).toEqual([
    ['=', true],
    ['=', true],
  ])
})

/** A recorder, and a part that reports many changes at once; `asked` lists the changes that it looked at. */
function recording() {
  const changes = new Changes()
  let tell: ManyListener = () => {}
  changes.watch('memberships', { watch: (_one, many) => void (tell = many) })
  const recorder = new Recorder(createClock(), changes)
  const asked: number[] = []
  const change = (count: number): void =>
    tell(count, (index) => {
      asked.push(index)
      return { key: `key ${index}`, before: undefined, after: index }
    })
  return { changes, recorder, asked, change }
}

test.each([
  { count: 1, asked: 1, kept: 1, withCause: 1, left: undefined },
  { count: 100, asked: 100, kept: 100, withCause: 100, left: undefined },
  { count: 101, asked: 100, kept: 101, withCause: 100, left: 1 },
  { count: 10_100, asked: 100, kept: 10_000, withCause: 100, left: 10_000 },
  { count: 10_101, asked: 100, kept: 10_000, withCause: 100, left: 10_001 },
  { count: 100_000, asked: 100, kept: 10_000, withCause: 100, left: 99_900 },
])('keeps the last of $count changes made at once, and the first with their cause', (row) => {
  const { recorder, asked, change } = recording()
  const cause: Cause = { kind: 'request' }
  recorder.during(cause, () => change(row.count))
  expect(new Set(asked).size).toBe(row.asked)
  asked.length = 0
  expect(recorder.last).toBe(row.count)
  const kept = recorder.after()
  expect(asked.length).toBeLessThanOrEqual(row.kept)
  expect(kept.map(({ number }) => number)).toEqual(
    Array.from({ length: row.kept }, (_, index) => row.count - row.kept + 1 + index),
  )
  expect(kept.every(({ key, number, part }) => key === `key ${number - 1}` && part === 'memberships')).toBe(
    true,
  )
  expect(cause.changes?.map(({ key }) => key)).toEqual(
    Array.from({ length: row.withCause }, (_, index) => `key ${index}`),
  )
  expect(cause.left).toBe(row.left)
})

test('gives listeners every one of many changes', () => {
  const { changes, recorder, change } = recording()
  const heard: number[] = []
  recorder.onChange(({ number, after }) => heard.push(number, Number(after)))
  change(10_102)
  expect(heard).toEqual(
    Array.from({ length: 20_204 }, (_, index) => Math.ceil(index / 2) + (index % 2 ? -1 : 1)),
  )
  const told: unknown[] = []
  const stop = changes.listen((...one) => told.push(one))
  change(2)
  stop()
  change(1)
  expect(told).toEqual([
    ['memberships', 'key 0', undefined, 0],
    ['memberships', 'key 1', undefined, 1],
  ])
})

test('numbers nothing where nothing changed', () => {
  const { recorder, asked, change } = recording()
  change(0)
  expect([recorder.last, recorder.after(), asked]).toEqual([0, [], []])
})

test('keeps the last ten thousand, whether they were made one by one or many at once', () => {
  const { recorder, change } = recording()
  const numbers = (after?: number): readonly [number | undefined, number | undefined, number] => {
    const all = recorder.after(after).map(({ number }) => number)
    expect(all).toEqual(all.map((_, index) => all[0]! + index))
    return [all[0], all.at(-1), all.length]
  }
  change(6000)
  change(3999)
  expect(numbers()).toEqual([1, 9999, 9999])
  change(1)
  expect(numbers()).toEqual([1, 10_000, 10_000])
  change(5999)
  expect(numbers()).toEqual([6000, 15_999, 10_000])
  change(2)
  expect(numbers()).toEqual([6002, 16_001, 10_000])
  for (let time = 0; time < 1500; time++) change(1)
  expect(numbers()).toEqual([7502, 17_501, 10_000])
  expect(numbers(9998)).toEqual([9999, 17_501, 7503])
  expect(numbers(9999)).toEqual([10_000, 17_501, 7502])
  expect(numbers(10_001)).toEqual([10_002, 17_501, 7500])
  expect(numbers(17_501)).toEqual([undefined, undefined, 0])
})

test('keeps with a cause as many of several batches as of one', () => {
  const { recorder, change } = recording()
  const cause: Cause = { kind: 'request' }
  recorder.during(cause, () => {
    change(60)
    change(40)
  })
  expect([cause.changes?.length, cause.left]).toEqual([100, undefined])
  recorder.during(cause, () => change(3))
  expect([cause.changes?.length, cause.left]).toEqual([100, 3])
  expect(cause.changes?.map(({ number }) => number)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
})
