import type { Api } from '../../../conformance/engine/run/api.ts'
import { toReply } from '../../../conformance/engine/wire/reply.ts'

/** The answer of a fake target: a status, or a status and a JSON body. An error is thrown. */
export type Answer = number | readonly [status: number, body: unknown] | Error

/** An API that answers from a function. It notes calls as `GET /path`, with the query and the body if any. */
export function fakeApi(answer: (call: string, body: unknown) => Answer): { api: Api; calls: string[] } {
  const calls: string[] = []
  const call =
    (method: string) =>
    async (path: string, ...rest: unknown[]) => {
      const [body, options] = method === 'GET' || method === 'DELETE' ? [undefined, rest[0]] : rest
      const { query } = (options ?? {}) as { query?: Record<string, string> }
      const where = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`
      calls.push(`${method} ${where}`)
      const said = answer(`${method} ${where}`, body)
      if (said instanceof Error) throw said
      const [status, json] = typeof said === 'number' ? [said, undefined] : said
      const text = json === undefined ? '' : JSON.stringify(json)
      return toReply({ status, headers: {}, text }, calls.length, { method, path, body: undefined })
    }
  const api = { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') }
  return { api: api as unknown as Api, calls }
}
