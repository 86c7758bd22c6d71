import { performance } from 'node:perf_hooks'
import { setMaxListeners } from 'node:events'

/**
 * A clock for limits on the target: milliseconds for which this process had nothing to do but wait. Time in which the
 * suite itself works, or a busy machine keeps it from working, says nothing about the target. A tenth of the real time
 * always counts, so that a limit also ends in a process that never waits.
 */
export function waitedSince(): () => number {
  const begun = performance.now()
  const before = performance.eventLoopUtilization()
  return () => {
    const passed = performance.now() - begun
    const { idle, active } = performance.eventLoopUtilization(before)
    // Not every runtime measures this.
    return idle + active === 0 ? passed : Math.max(idle, passed / 10)
  }
}

/**
 * A time limit that stands still while it is paused. Neither time in a queue or for a rate limit counts for a check, nor
 * the suite's own work.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #reason: () => unknown
  #left: number
  #pauses = 0
  #timer: NodeJS.Timeout | undefined
  #waited: () => number = () => 0

  /** Starts to run at once; `reason` is what waiting calls are rejected with. */
  constructor(milliseconds: number, reason: () => unknown) {
    this.#left = milliseconds
    this.#reason = reason
    // A check may have many calls waiting at the same time; each of them listens.
    setMaxListeners(0, this.#controller.signal)
    this.#start()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Ends it now. */
  abort(reason: unknown): void {
    this.stop()
    this.#controller.abort(reason)
  }

  /** Ends it as soon as a signal is aborted, too; the result takes that back. */
  endWith(signal: AbortSignal): () => void {
    const end = (): void => this.abort(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    return () => signal.removeEventListener('abort', end)
  }

  /** Lets it never end. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#pauses = Number.POSITIVE_INFINITY
  }

  /** Runs `wait` while the time stands still. */
  async pausedFor<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#pauses++ === 0) {
      clearTimeout(this.#timer)
      this.#left -= this.#waited()
    }
    try {
      return await wait()
    } finally {
      if (--this.#pauses === 0) this.#start()
    }
  }

  #start(): void {
    this.#waited = waitedSince()
    this.#wait(this.#left)
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(
      () => {
        const left = this.#left - this.#waited()
        if (left > 1) this.#wait(left)
        else this.abort(this.#reason())
      },
      Math.max(0, milliseconds),
    )
  }
}

/** The result of some work; rejects with the signal's reason when it is aborted before. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

/** Resolves after the time; rejects with the signal's reason when it is aborted before. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const aborted = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', aborted)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', aborted, { once: true })
  })
}
