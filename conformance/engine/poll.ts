import type { Deadline } from './deadline.ts'
import { sleep } from './deadline.ts'
import type { Poll } from './given-types.ts'
import { Inconclusive } from './interruption.ts'

/** Waiting by asking again, for at most `lag` milliseconds; the time of the check stands still meanwhile. */
export function createPoll(deadline: Deadline, lag: number): Poll {
  const until = async <T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> => {
    const end = performance.now() + lag
    let answer = await ask()
    for (let pause = 20; !fits(answer); pause = Math.min(pause * 1.6, 500)) {
      const left = end - performance.now()
      if (left <= 0) return answer
      await deadline.pausedFor(() => sleep(Math.min(pause, left), deadline.signal))
      answer = await ask()
    }
    return answer
  }
  return {
    until,
    behind: async (fence, ask, fits) => {
      if (!(await until(fence, Boolean))) {
        throw new Inconclusive(
          `the target did not catch up within ${lag / 1000} s: a record made later could not be seen (--lag)`,
        )
      }
      return until(ask, fits)
    },
    deadline: lag,
  }
}
