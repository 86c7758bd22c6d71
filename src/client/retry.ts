/** When to repeat a call that was answered 429 (rate limit). */
export interface RetryOptions {
  /** How often a call is repeated at most. Default 2. */
  readonly times?: number
  /** The longest wait, in milliseconds; a longer wait rejects at once. Default 60000. */
  readonly longest?: number
  /** Waits; rejects when the signal aborts. Default: by the machine's clock. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** The shortest wait, in milliseconds, also if the reply asks for none. */
const shortest = 100

/**
 * Milliseconds to wait before a call that was answered 429 is repeated. It waits until the second after
 * `X-Rate-Limit-Reset`, counted from the reply's `Date`, so that clocks need not agree. Without it, `Retry-After`
 * counts, in seconds or as a date. Undefined without these headers.
 */
export function retryDelay(headers: Headers): number | undefined {
  const reset = Number(headers.get('x-rate-limit-reset') || Number.NaN)
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(reset) && !Number.isNaN(date)) return Math.max(shortest, reset * 1000 + 1000 - date)
  const after = headers.get('retry-after') ?? ''
  const delay = Number.isNaN(Number(after || Number.NaN))
    ? Date.parse(after) - (date || Date.now())
    : Number(after) * 1000
  return Number.isNaN(delay) ? undefined : Math.max(shortest, delay)
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
