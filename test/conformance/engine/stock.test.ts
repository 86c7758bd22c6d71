import { expect, test } from 'vitest'
import { Blocked } from '../../../conformance/engine/run/interruption.ts'
import { StockOfThings } from '../../../conformance/engine/supply/stock.ts'

const [one, other] = [{ userId: 'u1' }, { userId: 'u2' }]
const signal = (): AbortSignal => new AbortController().signal

test('a thing that a check left as it was is there for the next one', async () => {
  const stock = new StockOfThings()
  expect(await stock.take('grants', [one], signal())).toBe(one)
  stock.giveBack('grants', one, true)
  expect(await stock.take('grants', [one], signal())).toBe(one)
})

test('a thing that was used up is not had again', async () => {
  const stock = new StockOfThings()
  await stock.take('grants', [one], signal())
  stock.giveBack('grants', one, false)
  await expect(stock.take('grants', [one], signal())).rejects.toThrow(
    "the target profile: it has 1 of 'grants', and they are used up; add another",
  )
})

test('waits for a thing that another check uses', async () => {
  const stock = new StockOfThings()
  await stock.take('grants', [one, other], signal())
  await stock.take('grants', [one, other], signal())
  const third = stock.take('grants', [one, other], signal())
  stock.giveBack('grants', other, true)
  expect(await third).toBe(other)
})

test('two things of one user are not in two hands', async () => {
  const stock = new StockOfThings()
  const again = { ...one, clientId: 'c2' }
  await stock.take('grants', [one, again], signal())
  const second = stock.take('grants', [one, again], signal())
  stock.giveBack('grants', one, false)
  expect(await second).toBe(again)
  expect(stock.isInDoubt(again)).toBe(true)
  expect(stock.isInDoubt(other)).toBe(false)
})

test('a check does not wait for itself, nor for one that waits for it', async () => {
  const stock = new StockOfThings()
  const [first, second] = [signal(), signal()]
  await stock.take('grants', [one], first)
  await expect(stock.take('grants', [one], first)).rejects.toBeInstanceOf(Blocked)
  stock.giveBack('grants', one, true)

  await stock.take('grants', [one, other], first)
  await stock.take('grants', [one, other], second)
  const waits = stock.take('grants', [one, other], first)
  await expect(stock.take('grants', [one, other], second)).rejects.toBeInstanceOf(Blocked)
  stock.giveBack('grants', other, true)
  expect(await waits).toBe(other)
})

test('a check that is over waits no longer', async () => {
  const stock = new StockOfThings()
  await stock.take('grants', [one], signal())
  const over = new AbortController()
  const waits = stock.take('grants', [one], over.signal)
  over.abort(new Error('its time was up'))
  await expect(waits).rejects.toThrow('its time was up')
})

test('what is only read goes round', async () => {
  const stock = new StockOfThings()
  const origins = [{ origin: 'https://a.test' }, { origin: 'https://b.test' }]
  const taken = [
    await stock.take('trusted-origin', origins, signal()),
    await stock.take('trusted-origin', origins, signal()),
    await stock.take('trusted-origin', origins, signal()),
  ]
  expect(taken).toEqual([origins[0], origins[1], origins[0]])
})

test.each([
  ['locked-out-user', true],
  ['device-block', true],
  ['factor', true],
  ['grants', true],
  ['refresh-tokens', true],
  ['access-tokens', true],
  ['disposable-app-group', true],
  ['app-group', false],
  ['session-cookie', false],
] as const)('a %s is used up: %s', async (need, isConsumed) => {
  const stock = new StockOfThings()
  const list = [{ id: 'x1' }]
  await stock.take(need, list, signal())
  stock.giveBack(need, list[0]!, false)
  const again = await stock.take(need, list, signal()).catch((error: unknown) => error)
  expect(again instanceof Blocked).toBe(isConsumed)
  expect(stock.isInDoubt({ id: 'x1' })).toBe(isConsumed)
})

test('what names no user and no id is its own', async () => {
  const stock = new StockOfThings()
  const [first, second] = [{ name: 'a' }, { name: 'a' }]
  expect(await stock.take('factor', [first, second], signal())).toBe(first)
  expect(await stock.take('factor', [first, second], signal())).toBe(second)
  stock.giveBack('factor', first, false)
  expect([stock.isInDoubt(first), stock.isInDoubt(second)]).toEqual([true, false])
})
