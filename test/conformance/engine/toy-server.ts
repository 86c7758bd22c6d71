import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the toy saw it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/** The answer of a toy server. A string body is sent unchanged, anything else as JSON. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

/** A small server for tests of the engine, and every request it saw. */
export interface Toy {
  readonly baseUrl: string
  readonly seen: readonly Seen[]
  close(): Promise<void>
}

/** Starts a toy with these answers; `undefined` leaves a request without an answer. */
export async function startToy(
  answer: (request: Seen) => Answer | undefined | Promise<Answer | undefined>,
): Promise<Toy> {
  const seen: Seen[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://toy')
      const each: Seen = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      seen.push(each)
      void Promise.resolve(answer(each)).then((reply) => {
        if (reply === undefined) return
        const text =
          reply.body === undefined
            ? ''
            : typeof reply.body === 'string'
              ? reply.body
              : JSON.stringify(reply.body)
        response.writeHead(reply.status, {
          'Content-Type': 'application/json',
          ...(reply.headers as Record<string, string>),
        })
        response.end(text)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
