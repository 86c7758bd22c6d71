import type { Deadline } from '../wire/deadline.ts'
import { sleep } from '../wire/deadline.ts'
import { waitedSince } from '../wire/waited.ts'
import type { Poll } from '../supply/given-types.ts'
import { Inconclusive } from './interruption.ts'

/** The vain waits after which a target is wrong rather than late. */
const maxVain = 2

/** How long a run waits for what may lag: until some waits were vain, `lag` milliseconds. */
export class Patience {
  readonly #lag: number
  #vain = 0
  #longest = 0

  constructor(lag: number) {
    this.#lag = lag
  }

  /** Milliseconds that the next wait may take. */
  get milliseconds(): number {
    return this.#vain < maxVain ? this.#lag : Math.min(this.#lag, Math.max(1000, 3 * this.#longest))
  }

  /** Notes a wait that is over. */
  note(milliseconds: number, isVain: boolean): void {
    if (isVain) this.#vain++
    else this.#longest = Math.max(this.#longest, milliseconds)
  }
}

/** Waiting by asking again, as long as the patience of the run; the time of the check stands still meanwhile. */
export function createPoll(deadline: Deadline, patience: Patience): Poll {
  const until = async <T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> => {
    const waited = waitedSince()
    const lag = patience.milliseconds
    for (let pause = 20; ; pause = Math.min(pause * 1.6, 500)) {
      // An answer that was asked for before the end counts only if it fits, since it may have taken long.
      const last = waited() >= lag
      const answer = await ask()
      const isFit = fits(answer)
      if (last || isFit) {
        patience.note(waited(), !isFit)
        return answer
      }
      const left = Math.max(0, lag - waited())
      await deadline.pausedFor(() => sleep(Math.min(pause, left), deadline.signal))
    }
  }
  return {
    until,
    behind: async (fence, ask, fits) => {
      const lag = patience.milliseconds
      if (!(await until(fence, Boolean))) {
        throw new Inconclusive(
          `the target did not catch up within ${lag / 1000} s: a record made later could not be seen (--lag)`,
        )
      }
      return until(ask, fits)
    },
  }
}
