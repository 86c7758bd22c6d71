import type { OrgEvent } from '../control/events/event-log.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'

/** A question to the tab that has the organisation. */
export type Question =
  | { readonly kind: 'call'; readonly request: SentRequest }
  | { readonly kind: 'page'; readonly request: SentRequest }
  | { readonly kind: 'control'; readonly action: string; readonly input: unknown }
  | { readonly kind: 'seed'; readonly input: unknown }

/** A request as a tab sends it to another. */
export interface SentRequest extends Pick<WireRequest, 'method' | 'path' | 'query' | 'body'> {
  readonly headers: readonly (readonly [string, string])[]
}

/** A message between tabs. */
export type Message =
  /** The tab that has the organisation must answer with `leading`. */
  | { readonly type: 'hello' }
  /** The tab has the organisation from now on. */
  | { readonly type: 'leading'; readonly since: string; readonly baseUrl: string; readonly apiToken: string }
  | { readonly type: 'question'; readonly id: string; readonly question: Question }
  /** A question has arrived. Whether the tab acted on it, no other tab can know. */
  | { readonly type: 'taken'; readonly id: string; readonly by: string }
  | { readonly type: 'answer'; readonly id: string; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: string; readonly name: string; readonly message: string }
  /** A tab listens to events from now on. */
  | { readonly type: 'listen' }
  | { readonly type: 'event'; readonly event: OrgEvent }

/** A request in a form that can be sent to another tab. */
export function sentRequest(request: WireRequest): SentRequest {
  const { method, path, query, body } = request
  return { method, path, query, body, headers: [...(request.headers?.() ?? [])] }
}

/** A request that another tab has sent. */
export function wireRequest({ headers, ...rest }: SentRequest): WireRequest {
  const byName = new Map(headers)
  return { ...rest, header: (name) => byName.get(name), headers: () => headers }
}

/** A reply in a form that can be sent to another tab. */
export function sentReply({ status, headers, body, broken }: WireReply): WireReply {
  return { status, headers, body, ...(broken ? { broken } : {}) }
}
