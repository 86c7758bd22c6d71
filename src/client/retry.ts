/** When to repeat a call: after 429 (rate limit), and a read that the network or a gateway broke. */
export interface RetryOptions {
  /** How often a call is repeated at most. Default 2. */
  readonly times?: number
  /** The longest wait, in milliseconds; a longer wait rejects at once. Default 60000. */
  readonly longest?: number
  /** Waits; rejects when the signal aborts. Default: by the machine's clock. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** A reply with its text, or the error of a connection that broke. */
export type Outcome = { readonly response: Response; readonly text: string } | TypeError

/** The shortest wait, in milliseconds, also if the reply asks for none. */
const shortest = 100

/** Milliseconds before a read is repeated the first time, where nothing says when; it doubles. */
const pause = 500

/** Statuses of a gateway that does not reach the service. */
const ofGateways: ReadonlySet<number> = new Set([502, 503, 504])

/** Codes of errors that end an open connection. */
const resets: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ConnectionReset',
  'ConnectionClosed',
])

/**
 * Milliseconds to wait before a call is repeated; undefined where it is not.
 *
 * @param isRead Whether the call changes nothing, and so may be sent twice.
 * @param tried How often it was repeated.
 */
export function retryDelay(outcome: Outcome, isRead: boolean, tried: number): number | undefined {
  const backoff = pause * 2 ** tried
  if (outcome instanceof TypeError) return isRead && isReset(outcome) ? backoff : undefined
  const { status, headers } = outcome.response
  if (status === 429) return untilReset(headers) ?? retryAfter(headers)
  return isRead && ofGateways.has(status) ? (retryAfter(headers) ?? backoff) : undefined
}

/** Whether a connection broke. Browsers do not say why there is no reply. */
function isReset(error: TypeError): boolean {
  const { code } = (error.cause ?? error) as { readonly code?: unknown }
  return code === undefined || resets.has(code)
}

/** Until the second after `X-Rate-Limit-Reset`, counted from the reply's `Date`: clocks need not agree. */
function untilReset(headers: Headers): number | undefined {
  const reset = Number(headers.get('x-rate-limit-reset') || Number.NaN)
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(reset) || Number.isNaN(date)
    ? undefined
    : Math.max(shortest, reset * 1000 + 1000 - date)
}

/** As long as `Retry-After` says, in seconds or as a date. */
function retryAfter(headers: Headers): number | undefined {
  const after = headers.get('retry-after') ?? ''
  const delay = Number.isNaN(Number(after || Number.NaN))
    ? Date.parse(after) - (Date.parse(headers.get('date') ?? '') || Date.now())
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
