import { sleep } from './deadline.ts'
import { RateLimited } from '../run/interruption.ts'

/** Bounds on how a run may load its target. */
export interface RateLimiterOptions {
  /** Requests in flight at the same time. Default 4. */
  readonly concurrency?: number
  /** Requests started per second; 0 for no bound. Default 0. */
  readonly rps?: number
  /**
   * Milliseconds that the whole run may wait for rate limits. Default: no limit while the target goes on answering.
   * By default it may wait 90000 in a row, and each answer gives 500 of them back.
   */
  readonly rateLimitBudget?: number | undefined
}

/** Milliseconds that a run without a budget may wait in a row: a minute, and a little more. */
const inARow = 90_000

/** Milliseconds that an answer gives back: two requests a second keep a run going, whatever its length. */
const earnedByAnswer = 500

/** Keeps a run within its bounds, and makes all of it hold still when the target asks for that. */
export class RateLimiter {
  readonly #concurrency: number
  readonly #gap: number
  #budget: number
  #running = 0
  readonly #wholeBudget: number
  readonly #earned: number
  #waiting: (() => void)[] = []
  #nextStart = 0
  #heldUntil = 0
  /** How often the target said 429. */
  limited = 0
  /** Milliseconds spent in waiting out rate limits. */
  waited = 0

  constructor({ concurrency = 4, rps = 0, rateLimitBudget }: RateLimiterOptions = {}) {
    this.#concurrency = concurrency
    this.#gap = rps > 0 ? 1000 / rps : 0
    // A small reserve, so that the run gives up within the named time on a target that only limits.
    this.#wholeBudget = this.#budget = (rateLimitBudget ?? inARow) * 0.95
    this.#earned = rateLimitBudget === undefined ? earnedByAnswer : 0
  }

  /** Notes that the target answered and did not limit. */
  answered(): void {
    this.#budget = Math.min(this.#wholeBudget, this.#budget + this.#earned)
  }

  /** Allows waiting again, for the clean-up: as much as at first, and 90 s at most. */
  renew(): void {
    this.#budget = Math.min(this.#wholeBudget, inARow)
    this.#heldUntil = 0
  }

  /** Waits for a turn; the caller must call the function it gets when the request is over. */
  async turn(signal: AbortSignal): Promise<() => void> {
    if (this.#running >= this.#concurrency) await this.#queue(signal)
    else this.#running++
    try {
      const now = performance.now()
      const start = Math.max(now, this.#nextStart, this.#heldUntil)
      if (this.#gap > 0) this.#nextStart = start + this.#gap
      if (start > now) await sleep(start - now, signal)
    } catch (error) {
      this.#leave()
      throw error
    }
    return () => this.#leave()
  }

  /**
   * Holds the whole run still for this long.
   *
   * @throws RateLimited when the budget does not allow it.
   */
  async holdOff(milliseconds: number, signal: AbortSignal): Promise<void> {
    const now = performance.now()
    const longer = Math.max(0, now + milliseconds - Math.max(now, this.#heldUntil))
    if (longer > this.#budget) {
      throw new RateLimited(
        `the target limits the rate and asks to wait ${Math.ceil(milliseconds / 1000)} s; the run's budget for waiting is used up (--rate-limit-budget)`,
      )
    }
    this.#budget -= longer
    this.waited += longer
    this.#heldUntil = Math.max(this.#heldUntil, now + milliseconds)
    await sleep(this.#heldUntil - now, signal)
  }

  #queue(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error)
      const go = (): void => {
        signal.removeEventListener('abort', aborted)
        resolve()
      }
      const aborted = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== go)
        reject(signal.reason as Error)
      }
      this.#waiting.push(go)
      signal.addEventListener('abort', aborted, { once: true })
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}

/** The shortest wait that a reply can ask for, in milliseconds: a shorter one would be no wait. */
const shortestTold = 100

/**
 * Milliseconds that a reply asks to wait. `Retry-After` (seconds or a date) counts first. Then `X-Rate-Limit-Reset`
 * counts (unix seconds, read against the answer's own `Date`). Undefined if neither names a moment to come.
 */
export function toldWait(headers: Readonly<Record<string, string>>): number | undefined {
  return toldWaits(headers).find((wait) => wait >= shortestTold)
}

/**
 * Milliseconds to wait after a 429: as long as the reply asks, see {@link toldWait}. Else the time doubles with each
 * attempt, with a random part. It begins with a tenth of a second if the reply says that the moment has come.
 */
export function waitAfterLimit(
  headers: Readonly<Record<string, string>>,
  attempt: number,
  chance = Math.random(),
): number {
  const first = toldWaits(headers).length > 0 ? shortestTold : 500
  return toldWait(headers) ?? first * 2 ** Math.min(attempt - 1, 5) * (0.5 + chance)
}

/** The waits that the headers name, also those that are over. */
function toldWaits(headers: Readonly<Record<string, string>>): number[] {
  const { 'retry-after': after = '', 'x-rate-limit-reset': reset = '' } = headers
  const until = (moment: number): number => moment - serverNow(headers)
  // Other texts without a letter are no dates, but `Date.parse` takes them: -1 is in 2001.
  const told = [
    /^\s*[-+]?\d*\.?\d+\s*$/.test(after)
      ? Number(after) * 1000
      : /[a-z]/i.test(after)
        ? until(Date.parse(after))
        : NaN,
    reset === '' ? NaN : until(Number(reset) * 1000) + 1000,
  ]
  return told.filter((wait) => !Number.isNaN(wait))
}

function serverNow(headers: Readonly<Record<string, string>>): number {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? Date.now() : date
}
