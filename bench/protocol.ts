/** The requests that the load generator sends, and for how long. */
export interface Load {
  readonly port: number
  /** Connections, each with one pending request at a time. */
  readonly connections: number
  readonly seconds: number
  readonly turns: Turns
}

/** Requests that belong together: one connection sends them in this order. */
export type Turn = readonly RawRequest[]

/**
 * The requests of a load. Each connection has a share of the turns, of which it takes another one each time. A tenth is
 * repeated, as applications do. The next load with the same turns goes on where this one ends. `########` in a request
 * becomes a new number.
 */
export type Turns = readonly Turn[]

/** A request as sent over the network, without the length of its body. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: string
  /** Default `application/json`. */
  readonly type?: string
}

/** The token of every organisation that is measured, as a header. */
export const token = 'SSWS bench-token'

export function get(path: string): RawRequest {
  return { method: 'GET', path, token }
}

export function post(path: string, body?: unknown): RawRequest {
  return { method: 'POST', path, token, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

/** A load as the generator gets it: the turns come with their first load only. */
export interface LoadMessage extends Omit<Load, 'turns'> {
  /** Names the turns. */
  readonly pool: number
  readonly turns?: Turns
}

/** The result of a load. */
export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds; half of the requests took at most this long. */
  readonly median: number
  /** The first reply without success, if any. */
  readonly failure?: string
}

/** The place of a new number. It is as long as the numbers, so that lengths stay the same. */
export const counterPlace = '########'

/**
 * Sends a request once.
 *
 * @throws Error for a reply without success.
 */
export async function send(
  { port }: { readonly port: number },
  { method, path, token: authorization, body, type = 'application/json' }: RawRequest,
): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: body.replaceAll(counterPlace, '99999999') }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Lets the parent of this process ask for its processor time, in microseconds. Exits with the parent. */
export function tellCpuTime(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!(user + system)
  })
  process.on('disconnect', () => process.exit())
}

/** The text of a request to a port. Clients name the port in `Host`. */
export function rawText(
  { method, path, token, body, type = 'application/json' }: RawRequest,
  port: number,
): string {
  const authorization = token === undefined ? '' : `Authorization: ${token}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: application/json\r\n${authorization}`
  if (body === undefined) return `${head}${method === 'GET' ? '' : 'Content-Length: 0\r\n'}\r\n`
  const length = new TextEncoder().encode(body).length
  return `${head}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`
}
