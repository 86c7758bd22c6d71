import { expect, it } from 'vitest'
import type { Cause } from '../../../src/model/access/recorded-change.ts'
import { Recorder } from '../../../src/model/access/recorder.ts'
import { Changes, type ManyListener } from '../../../src/model/kernel/changes.ts'
import { createClock } from '../../../src/model/kernel/clock.ts'

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

it.each([
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

it('gives listeners every one of many changes', () => {
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

it('numbers nothing where nothing changed', () => {
  const { recorder, asked, change } = recording()
  change(0)
  expect([recorder.last, recorder.after(), asked]).toEqual([0, [], []])
})

it('keeps the last ten thousand, whether they were made one by one or many at once', () => {
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

it('keeps with a cause as many of several batches as of one', () => {
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
