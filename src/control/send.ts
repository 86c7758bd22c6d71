import type { Service } from '../model/kernel/service.ts'
import type { Org } from '../model/org.ts'
import { clientOf } from './oauth.ts'

/** A request, and the client whose secret it carries. */
interface RequestToSend {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Id or name. */
  readonly client?: string | undefined
}

/** Sends a request as a client or a browser would, and follows no redirect. */
export async function send(org: Org, by: Service, { method, path, headers, body, client }: RequestToSend) {
  const [bare = '/', query = ''] = path.split(/\?(.*)/s)
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const { id = '', secret } = client === undefined ? {} : clientOf(org, client)
  if (secret !== undefined) sent.set('authorization', `Basic ${btoa(`${id}:${secret}`)}`)
  const before = org.traffic.journal().at(-1)?.number ?? 0
  const reply = await by.dispatch({
    method: method === 'HEAD' ? 'GET' : method,
    path: bare,
    query,
    header: (name) => sent.get(name),
    headers: () => sent,
    body,
  })
  // The journal has paths below the base URL.
  const number = org.traffic.journal({ after: before }).findLast((entry) => bare.endsWith(entry.path))?.number
  return {
    status: reply.status,
    headers: reply.headers,
    body: reply.body,
    ...(reply.broken ? { broken: reply.broken.kind } : {}),
    /** Of its entry in the journal. */
    ...(number === undefined ? {} : { number }),
  }
}
