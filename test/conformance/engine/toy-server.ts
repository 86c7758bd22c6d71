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

/** A toy organisation: users and groups, just enough to arrange, suspend, delete and list them. */
export function toyOrganisation(deviate: (request: Seen) => Answer | undefined = () => undefined) {
  const users = new Map<string, Record<string, unknown>>()
  const groups = new Map<string, Record<string, unknown>>()
  let count = 0
  const notFound: Answer = { status: 404, body: platformError('E0000007') }
  const answer = (request: Seen): Answer => {
    const deviant = deviate(request)
    if (deviant) return deviant
    const { method, path, query, body } = request
    const [, , , area, id = '', part, action] = path.split('/')
    if (area === 'groups') return answerGroups(groups, method, id, body, () => `g${++count}`)
    if (area !== 'users') return notFound
    if (id === '' && method === 'POST') {
      const { profile, credentials } = JSON.parse(body) as {
        profile: unknown
        credentials?: { password?: unknown }
      }
      const user = {
        id: `u${++count}`,
        status: query.get('activate') === 'false' ? 'STAGED' : 'ACTIVE',
        profile,
        hasPassword: credentials?.password !== undefined,
      }
      users.set(user.id, user)
      return { status: 200, body: user }
    }
    if (id === '') return { status: 200, body: [...users.values()] }
    const user =
      users.get(id) ??
      [...users.values()].find(
        (each) => (each['profile'] as { login?: string }).login === decodeURIComponent(id),
      )
    if (!user) return notFound
    if (method === 'GET') return { status: 200, body: user }
    if (method === 'DELETE') {
      if (user['status'] === 'DEPROVISIONED') users.delete(String(user['id']))
      user['status'] = 'DEPROVISIONED'
      return { status: 204 }
    }
    if (part === 'lifecycle' && action === 'suspend') {
      if (user['status'] !== 'ACTIVE') return { status: 400, body: platformError('E0000001') }
      user['status'] = 'SUSPENDED'
      return { status: 200, body: {} }
    }
    return { status: 200, body: user }
  }
  return { users, groups, answer }
}

function answerGroups(
  groups: Map<string, Record<string, unknown>>,
  method: string,
  id: string,
  body: string,
  newId: () => string,
): Answer {
  if (method === 'POST' && id === '') {
    const group = { id: newId(), type: 'SVC_GROUP', ...(JSON.parse(body) as object) }
    groups.set(group.id, group)
    return { status: 200, body: group }
  }
  if (id === '') return { status: 200, body: [...groups.values()] }
  const group = groups.get(id)
  if (!group) return { status: 404, body: platformError('E0000007') }
  if (method === 'DELETE') {
    groups.delete(id)
    return { status: 204 }
  }
  return { status: 200, body: group }
}

/** A platform-style error body. */
export function platformError(code: string): Record<string, unknown> {
  return { errorCode: code, errorSummary: 'refused', errorLink: code, errorId: 'oae1', errorCauses: [] }
}

/** A toy organisation without a network, and its requests: `GET /path`. */
export function fetchedOrganisation(deviate?: (request: Seen) => Answer | undefined) {
  const { users, answer } = toyOrganisation(deviate)
  const asked: string[] = []
  const answered = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    asked.push(`${request.method} ${url.pathname}`)
    const headers = Object.fromEntries(request.headers)
    const body = await request.text()
    const reply = answer({
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body,
    })
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    return new Response(reply.status === 204 ? null : text, {
      status: reply.status,
      headers: { 'content-type': 'application/json', ...(reply.headers as Record<string, string>) },
    })
  }
  return { users, asked, answered }
}
