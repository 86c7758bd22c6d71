import type { Deadline } from '../wire/deadline.ts'
import { sleep } from '../wire/deadline.ts'
import { waitedSince } from '../wire/waited.ts'
import type { Poll } from '../supply/given-types.ts'
import { Inconclusive } from './interruption.ts'

/** Waiting by asking again, for at most `lag` milliseconds; the time of the check stands still meanwhile. */
export function createPoll(deadline: Deadline, lag: number): Poll {
  const until = async <T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> => {
    const waited = waitedSince()
    for (let pause = 20; ; pause = Math.min(pause * 1.6, 500)) {
      // An answer that was asked for before the end counts only if it fits, since it may have taken long.
      const last = waited() >= lag
      const answer = await ask()
      if (last || fits(answer)) return answer
      const left = Math.max(0, lag - waited())
      await deadline.pausedFor(() => sleep(Math.min(pause, left), deadline.signal))
    }
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
