import { expect, onTestFinished, test } from 'vitest'
import { Deadline } from '../../../conformance/engine/wire/deadline.ts'
import { createPoll } from '../../../conformance/engine/run/poll.ts'

function pollFor(lag: number): ReturnType<typeof createPoll> {
  const deadline = new Deadline(60_000, () => new Error('time is up'))
  onTestFinished(() => deadline.stop())
  return createPoll(deadline, lag)
}

const after = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), milliseconds))

test('asks once if the first answer fits', async () => {
  let asked = 0
  expect(await pollFor(1000).until(async () => ++asked, Boolean)).toBe(1)
})

test('with no lag it asks once', async () => {
  let asked = 0
  expect(
    await pollFor(0).until(
      async () => ++asked,
      () => false,
    ),
  ).toBe(1)
})

test('an answer that took longer than the lag is not the last word, as it was asked for before', async () => {
  const begun = performance.now()
  // Asked at once, it is answered late with what was so at once.
  const answer = await pollFor(30).until(() => after(80, performance.now() - begun >= 30), Boolean)
  expect(answer).toBe(true)
})

test('absence is settled only behind a record made later', async () => {
  const poll = pollFor(20)
  await expect(
    poll.behind(
      async () => false,
      async () => 'gone',
      () => true,
    ),
  ).rejects.toThrow('did not catch up within 0.02 s')
  await expect(
    poll.behind(
      async () => true,
      async () => 'gone',
      () => true,
    ),
  ).resolves.toBe('gone')
})
