import { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { reference } from './input.ts'
import { clientOf } from './oauth.ts'

/** A request as what answers it reads it. */
interface SentRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  header(name: string): string | undefined
  headers(): Iterable<readonly [string, string]>
  readonly body: string
}

/** What comes back of a request. */
interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
  readonly broken?: { readonly kind: string }
}

/** What answers the requests of an organisation. */
interface Answering {
  dispatch(request: SentRequest): Received | Promise<Received>
}

const answering = new WeakMap<Org, Answering>()

/** Says what answers the requests of an organisation. */
export function answeredBy(org: Org, by: Answering): void {
  answering.set(org, by)
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const input = once(() =>
  z.strictObject({
    method: z.enum(methods).default('GET'),
    path: z.string().startsWith('/').describe('Path and query, as in /api/v1/users?limit=1'),
    headers: z.record(z.string(), z.string()).default({}).describe('By name; `cookie` too'),
    body: z.string().default(''),
    client: reference()
      .optional()
      .describe('Id or name of a client whose secret goes into the Authorization header, where it has one'),
  }),
)

export const requestActions = {
  sendRequest: defineAction({
    summary:
      'Send a request as a client or a browser would, with cookies, and follow no redirect; faults meet it, and the journal shows it',
    input,
    async run(org, { method, path, headers, body, client }) {
      const [bare = '/', query = ''] = path.split(/\?(.*)/s)
      const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const { id = '', secret } = client === undefined ? {} : clientOf(org, client)
      if (secret !== undefined) sent.set('authorization', `Basic ${btoa(`${id}:${secret}`)}`)
      const by = answering.get(org)
      if (!by) throw new TypeError('sendRequest: nothing answers the requests of this organisation')
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
      const number = org.traffic
        .journal({ after: before })
        .findLast((entry) => bare.endsWith(entry.path))?.number
      return {
        status: reply.status,
        headers: reply.headers,
        body: reply.body,
        ...(reply.broken ? { broken: reply.broken.kind } : {}),
        /** Of its entry in the journal. */
        ...(number === undefined ? {} : { number }),
      }
    },
  }),
}
