/** Thrown where something took longer than it may. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** How long a reply is waited for, and how much of it is read. */
export interface FetchBounds {
  /** Milliseconds of the machine's time, from the call to the last byte of the body. */
  readonly timeout: number
  /** The longest body that is read, in bytes; the rest of a longer one is not waited for. */
  readonly longest: number
}

/** A reply that came in whole. */
export interface FetchedText {
  readonly status: number
  /** Undefined where the body is longer than is read. */
  readonly text: string | undefined
}

/**
 * Fetches a text from a server that may be hostile, broken or slow.
 *
 * @throws TooLate where it has not come in whole by then.
 * @throws TypeError, as `fetch` does, where no reply came.
 */
export async function boundedFetch(
  url: string,
  init: Omit<RequestInit, 'signal'>,
  { timeout, longest }: FetchBounds,
): Promise<FetchedText> {
  const stop = new AbortController()
  const read = async (): Promise<FetchedText> => {
    const response = await fetch(url, { ...init, signal: stop.signal })
    return { status: response.status, text: await textOf(response, longest) }
  }
  try {
    return await within(timeout, read())
  } finally {
    stop.abort()
  }
}

async function textOf({ body }: Response, longest: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length
    if (length > longest) return undefined
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Waits for something no longer than some milliseconds of the machine's time: servers are outside, where the
 * organisation's clock is not.
 *
 * @throws TooLate
 */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`No answer within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
