/** When a call that was refused for being one too many is made again. */
export interface RetryOptions {
  /** How often a call is made again at the most. Default 2. */
  readonly times?: number
  /** The longest that is waited, in milliseconds; what takes longer rejects at once. Default 60000. */
  readonly longest?: number
  /** Waits; rejects when the signal says so. Default: by the machine's clock. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/**
 * How long to wait before a call that was answered 429 is made again, in milliseconds: until the second after
 * `X-Rate-Limit-Reset`, reckoned from the `Date` of the reply, so that clocks need not agree; else what
 * `Retry-After` says, in seconds or as a date. Undefined without these headers: then it is not known when to try again.
 */
export function retryDelay(headers: Headers): number | undefined {
  const reset = Number(headers.get('x-rate-limit-reset') ?? Number.NaN)
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(reset) && !Number.isNaN(date)) return Math.max(0, reset * 1000 - date) + 1000
  const after = headers.get('retry-after') ?? ''
  const delay = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - (date || Date.now())
  return Number.isNaN(delay) ? undefined : Math.max(0, delay)
}

/** Waits by the machine's clock. */
export function waitFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
