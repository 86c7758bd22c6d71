/** What the load generator is to send, and for how long. */
export interface Load {
  readonly port: number
  /** Connections, each with one request under way at a time. */
  readonly connections: number
  readonly seconds: number
  /**
   * The requests of each connection, sent round and round; a connection takes the list at its number, or the
   * last. `########` in a request becomes a number that none had before.
   */
  readonly requests: readonly (readonly RawRequest[])[]
}

/** A request as it goes over the wire, but for the length of its body. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: string
  /** Default `application/json`. */
  readonly type?: string
}

/** What came of a load. */
export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds that half of the requests took at the most. */
  readonly median: number
  /** The first reply that was no success, where there was one. */
  readonly failure?: string
}

/** Stands for a number that no request had before: as long as the numbers, so that lengths stay. */
export const counterPlace = '########'

/** The text of a request. */
export function rawText({ method, path, token, body, type = 'application/json' }: RawRequest): string {
  const authorization = token === undefined ? '' : `Authorization: ${token}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n${authorization}`
  if (body === undefined) return `${head}${method === 'GET' ? '' : 'Content-Length: 0\r\n'}\r\n`
  const length = new TextEncoder().encode(body).length
  return `${head}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`
}
