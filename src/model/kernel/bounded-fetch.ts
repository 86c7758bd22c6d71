/** Thrown when something took too long. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** The time limit of a reply, and the maximum size that is read. */
export interface FetchBounds {
  /** Milliseconds of the machine's time, from the call to the last byte of the body. */
  readonly timeout: number
  /** The longest body that is read, in bytes. A longer one is cut off. */
  readonly longest: number
}

/** A complete reply. */
export interface FetchedText {
  readonly status: number
  /** Undefined if the body is longer than the limit. */
  readonly text: string | undefined
}

/**
 * Fetches a text from a server that may be hostile, broken or slow.
 *
 * @throws TooLate after the time limit.
 * @throws TypeError, as `fetch` does, without a reply.
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
 * Waits for a promise, at most for some milliseconds of the machine's time. The organisation's clock does not apply
 * to other servers.
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
