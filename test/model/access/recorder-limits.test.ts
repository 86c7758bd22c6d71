import { expect, test } from 'vitest'
import type { Cause } from '../../../src/model/access/recorded-change.ts'
import { Recorder } from '../../../src/model/access/recorder.ts'
import { type ChangeListener, Changes } from '../../../src/model/kernel/changes.ts'

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

test('the last ten thousand changes are kept, oldest first', () => {
  const { recorder, change } = stage()
  for (let time = 0; time < 10_000; time += 1) change()
  expect(recorder.after()).toHaveLength(10_000)
  change()
  change()
  const numbers = recorder.after().map(({ number }) => number)
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([10_000, 3, 10_002])
  expect(numbers.every((number, index) => number === index + 3)).toBe(true)
  expect(recorder.after(10_000).map(({ number }) => number)).toEqual([10_001, 10_002])
  recorder.clear()
  change()
  expect(recorder.after().map(({ number }) => number)).toEqual([10_003])
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
