/** The wish to stop, as signals express it; `stopping.test.ts` covers how a whole server ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stopSignal } from '../../src/server/stop-signal.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
type Heard = (signal: NodeJS.Signals) => void

let before: Map<NodeJS.Signals, readonly unknown[]>
beforeEach(() => {
  before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  for (const signal of signals) for (const listener of own(signal)) process.removeListener(signal, listener)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The listeners of a signal that the test added. */
const own = (signal: NodeJS.Signals): Heard[] =>
  (process.listeners(signal) as Heard[]).filter((each) => before.get(signal)?.includes(each) === false)

function send(signal: NodeJS.Signals): void {
  for (const listener of own(signal)) listener(signal)
}

test.each(signals)('%s is the wish to stop, and a second one ends the process', async (signal) => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  let isTold = false
  const told = stopSignal().then(() => (isTold = true))
  expect(signals.map((each) => own(each).length)).toEqual([1, 1])
  await Promise.resolve()
  expect(isTold).toBe(false)
  send(signal)
  await told
  // A terminal and the package manager under it pass it on both: that is one wish.
  vi.advanceTimersByTime(49)
  send('SIGINT')
  send('SIGTERM')
  expect(kill).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  send(signal)
  expect(kill.mock.calls).toEqual([[process.pid, signal]])
  // By then nothing of ours listens, so that the signal does what it does.
  expect(signals.map((each) => own(each).length)).toEqual([0, 0])
})
