import { expect, test } from 'vitest'
import { createQueue } from '../../../../src/model/users/password/queue.ts'

test('work is begun one piece at a time, in the order in which it was asked for', async () => {
  const queue = createQueue()
  const steps: string[] = []
  const piece = (name: string) => async () => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    await Promise.resolve()
    steps.push(`${name} ends`)
    return name
  }
  expect(await Promise.all([queue(piece('one')), queue(piece('two'))])).toStrictEqual(['one', 'two'])
  expect(steps).toStrictEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('a piece that fails keeps no other from its turn', async () => {
  const queue = createQueue()
  const failing = queue(() => Promise.reject(new Error('failed')))
  const next = queue(async () => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
})

test('two places take two pieces at once, and what nobody wants by its turn is passed over', async () => {
  const queue = createQueue(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  let wanted = true
  const work = (number: number) =>
    queue(
      async () => {
        begun.push(number)
        await new Promise<void>((resolve) => ends.push(resolve))
        return number
      },
      () => number !== 3 || wanted,
    )
  const results = [1, 2, 3, 4].map(work)
  await Promise.resolve()
  expect(begun).toStrictEqual([1, 2])
  wanted = false
  ends[1]!()
  await results[2]
  await new Promise((resolve) => setTimeout(resolve))
  expect(begun).toStrictEqual([1, 2, 4])
  for (const end of ends) end()
  expect(await Promise.all(results)).toStrictEqual([1, 2, undefined, 4])
})
