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
