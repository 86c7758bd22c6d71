import type { Api } from '../../engine/run/api.ts'
import { Blocked, Inconclusive, NotAllowed, Refused } from '../../engine/run/interruption.ts'
import { toReply, type Json, type Reply } from '../../engine/wire/reply.ts'
import { reasonOf } from '../../engine/words/text.ts'
import { textOf } from '../reads/expression.ts'
import { idOf } from '../compare/facts.ts'
import {
  AddressTooLong,
  MissingReference,
  fill,
  fillJson,
  type Call,
  type Environment,
} from '../sequence/sequence.ts'

/** The answer of one service to a call. */
export interface Answer {
  readonly reply: Reply
  /** The items of a list: of all its pages, if the call follows them. */
  readonly items: readonly Json[]
  /** A mistake in its next links, and whether it is a page that was refused. */
  readonly paging?: string
  readonly isPageRefused?: true
  /** Whether both of two calls at the same time succeeded. */
  readonly isTwice?: true
}

/** A call in the form for one service. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Json
  readonly headers: Readonly<Record<string, string>>
  readonly as: string | undefined
}

/** One of the two services of an exploration: its answers, and the known records. */
export class Endpoint implements Environment {
  readonly records = new Map<string, Json>()
  readonly texts: Map<string, string>
  /** Whether the last write may be answered before it is complete. */
  isBegun = false
  readonly #handles = new Map<string, string>()
  readonly #send: (sent: Sent) => Promise<Reply>
  readonly #control: ((action: string, input: Json) => Promise<Json>) | undefined

  constructor(
    texts: Map<string, string>,
    send: (sent: Sent) => Promise<Reply>,
    control?: (action: string, input: Json) => Promise<Json>,
  ) {
    this.texts = texts
    this.#send = send
    this.#control = control
  }

  /** The handle of a record by its id here. */
  readonly handleOf = (id: unknown): string | undefined =>
    typeof id === 'string' ? this.#handles.get(id) : undefined

  /** Carries a call out. @throws MissingReference for a record or value unknown here, AddressTooLong for a long address. */
  async perform(call: Call): Promise<Answer> {
    if (call.operation.startsWith('control:')) return this.#act(call)
    const sent = await this.#addressed(call, this.#filled(call))
    if (call.method !== 'GET') this.isBegun = sent.headers['Prefer'] !== undefined
    const [one, other] = await Promise.all([
      this.#send(sent),
      call.together === true ? this.#send(sent) : undefined,
    ])
    const reply = other !== undefined && one.status >= 300 ? other : one
    if (other !== undefined && one.status < 300 && other.status < 300)
      return { reply, items: [], isTwice: true }
    if (call.pages !== true || reply.status >= 300) {
      this.#learn(call, reply)
      return { reply, items: reply.items }
    }
    if (call.between !== undefined) await this.perform(call.between)
    return this.#walk(sent, reply)
  }

  async #act(call: Call): Promise<Answer> {
    if (this.#control === undefined) throw new MissingReference(call.operation)
    const input = fillJson(call.body, this)
    const json = await this.#control(call.operation.slice('control:'.length), input).catch(
      (error: unknown): Json => ({ status: 'FAILURE', reason: reasonOf(error) }),
    )
    const status = json?.status === 'FAILURE' ? 403 : 200
    const reply = toReply({ status, headers: {}, text: JSON.stringify(json ?? {}) }, 0, {
      method: 'CONTROL',
      path: call.path,
      body: undefined,
    })
    this.#learn(call, reply)
    return { reply, items: reply.items }
  }

  /** Without a token, a call for all pages asks for the second one. The token reads the first one. */
  async #addressed({ as, pages }: Call, sent: Sent): Promise<Sent> {
    if (as === undefined || pages !== true) return sent
    const { links } = await this.#send({ ...sent, as: undefined })
    return links['next'] === undefined ? sent : { ...sent, path: links['next'], query: {} }
  }

  #filled(call: Call): Sent {
    const path = fill(call.path, this, encodeURIComponent)
    const expression =
      call.expression === undefined
        ? {}
        : { [call.expression.parameter]: fillJson(textOf(call.expression.tree), this) as string }
    if (path === undefined) throw new MissingReference(call.path)
    const query = { ...(fillJson(call.query ?? {}, this) as Record<string, string>), ...expression }
    if (path.length + new URLSearchParams(query).toString().length > longestAddress)
      throw new AddressTooLong(call.operation)
    return {
      method: call.method,
      path,
      query,
      body: call.body === undefined ? undefined : fillJson(call.body, this),
      headers: call.headers ?? {},
      as: call.as?.startsWith('«') ? fillJson(call.as, this) : call.as,
    }
  }

  #learn(call: Call, reply: Reply): void {
    if (reply.status >= 300) return
    const { json } = reply
    if (call.learns !== undefined && !this.records.has(call.learns)) this.records.set(call.learns, json)
    // The user behind `me` and values that are not records belong to nobody. Only shown records belong to this sequence.
    const id = call.shows && idOf(call.shows, json)
    // A path may name the record by its login.
    const record = call.record ?? this.handleOf(id)
    if (record === undefined) return
    if (typeof id === 'string') this.#handles.set(id, record)
    this.records.set(record, json)
  }

  /** Follows the next links of a list, as many as a small list can have. */
  async #walk(sent: Sent, first: Reply): Promise<Answer> {
    const items: Json[] = [...first.items]
    const seen = new Set<string>()
    let reply = first
    for (let page = 1; reply.links['next'] !== undefined; page++) {
      const next = reply.links['next']
      if (seen.has(next)) return { reply: first, items, paging: 'a next link leads to a page that was read' }
      if (page > maxPages) return { reply: first, items, paging: tooMany }
      seen.add(next)
      if (sent.query['limit'] !== undefined && !/[?&]limit=/.test(next))
        return { reply: first, items, paging: 'a next link has no limit' }
      reply = await this.#send({ ...sent, path: next, query: {} })
      if (reply.status >= 300)
        return {
          reply: first,
          items,
          paging: `page ${page + 1} is answered with ${reply.status}`,
          isPageRefused: true,
        }
      const limit = Number(sent.query['limit'])
      if (reply.items.length > limit)
        return { reply: first, items, paging: `page ${page + 1} has ${reply.items.length} items` }
      items.push(...reply.items)
    }
    return { reply: first, items }
  }
}

const maxPages = 40

/** Servers should accept 8,000 octets (RFC 9110, 4.1); the base URL takes some. */
const longestAddress = 7000

/** The message for a list that is too long to read completely. */
export const tooMany = 'it has too many pages to read them all'

/** Sends calls to the target as calls of a run, with all their limits. */
export function sendBy(api: Api): (sent: Sent) => Promise<Reply> {
  return ({ method, path, query, body, headers, as }) => {
    const caller =
      as === 'nobody'
        ? api.anonymous()
        : as === 'stranger'
          ? api.almost((token) => `${token}x`)
          : as === undefined
            ? api
            : api.withCookie(as)
    return caller.request(method, path, body, { query, headers })
  }
}

/** Whether an error means that a call could not be made, or had no answer to compare. */
export function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof MissingReference ||
    error instanceof AddressTooLong ||
    error instanceof Inconclusive ||
    error instanceof Blocked ||
    error instanceof NotAllowed ||
    error instanceof Refused
  )
}
