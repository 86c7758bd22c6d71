import { refuse } from '../contract/errors/refusal.ts'
import type { Operation, OperationInput } from '../contract/operation.ts'
import type { Area, operationNames } from '../contract/operation-names.ts'
import type { OperationSpecs } from '../contract/operations/index.ts'
import type { Org } from '../model/org.ts'
import type { Position } from '../model/store/searchable-list.ts'
import { isConsole, type Principal } from '../model/access/access.ts'
import { decodeCursor, encodeCursor } from '../model/store/cursor.ts'
import type { Page } from '../model/store/rows.ts'
import { type Views, viewsOf } from '../views/index.ts'
import { authenticate, cookieNamed, refuseUnlessEnabled } from './authenticate.ts'
import type { Exchange } from './exchange.ts'
import { parseBody, parseHeaders, parseQuery, refuseUnlessJsonAccepted } from './parse-input.ts'
import { onlyParameters, parametersIn, queryText, withParameter } from './query-text.ts'
import type { Answer, Reply, WireRequest } from './wire.ts'

/**
 * Runs an operation: finds the caller and the records of the path, reads the input, and asks the handler. Nothing is
 * awaited between these, so no other request comes between a check and a write.
 */
export function operate(exchange: Exchange, operation: Operation, handler: AnyHandler): Answer {
  const { org, request, match, cause } = exchange
  const { target, params: given } = match!
  if (!given) {
    const message = `${request.path.slice(0, 80)}: expected % followed by two hexadecimal digits`
    return refuse('malformed-path', { message })
  }
  exchange.operation = operation
  const caller = (exchange.caller = authenticate(org, operation, request, given, (used) => {
    exchange.tolerated = [...(exchange.tolerated ?? []), used]
  }))
  refuseUnlessEnabled(operation, org.settings.features)
  refuseUnlessJsonAccepted(request.header('accept'))
  const params = canonical(org, given, operation, caller)
  cause.name = operation.name
  cause.userId = params['userId']
  const input = {
    params,
    query: parseQuery(operation, request.query, target.query),
    headers: parseHeaders(operation, request),
    body: parseBody(operation, request, org),
  }
  return handler(input as never, org, new Call(org, viewsOf(org), operation, caller, request))
}

/**
 * Path parameters, with the id of the user. The user and group exist, and the caller may see them. A rule or client in
 * the path exists, too (interpretation: `order-of-refusals`).
 */
function canonical(
  { access, rules, clients }: Org,
  params: Readonly<Record<string, string>>,
  { errorFormat }: Operation,
  caller: Principal,
): Readonly<Record<string, string>> {
  const { userId, groupId, ruleId, clientId } = params
  if (ruleId !== undefined) rules.resolve(ruleId)
  let found = params
  if (groupId !== undefined) access.refuseUnseenGroup(groupId, caller)
  if (userId !== undefined) {
    const id = access.userId(userId, caller)
    if (id !== userId) found = { ...found, userId: id }
  }
  if (clientId !== undefined) {
    if (errorFormat === 'oauth') clients.authenticated(clientId)
    else clients.resolve(clientId)
  }
  return found
}

/** One call of an operation: who calls, and how pages and links of its reply are made. */
export class Call {
  readonly org: Org
  readonly operation: Operation
  readonly caller: Principal
  readonly request: WireRequest
  /** How things look in replies. */
  readonly views: Views
  #listText: string | undefined

  constructor(org: Org, views: Views, operation: Operation, caller: Principal, request: WireRequest) {
    this.org = org
    this.operation = operation
    this.caller = caller
    this.request = request
    this.views = views
  }

  /**
   * Id of the caller's own session, which operations with `revokeSessions` leave open (Users). The call uses it, or a
   * browser sent its cookie along with a token.
   */
  get ownSession(): string | undefined {
    if (this.caller.kind === 'session') return this.caller.id
    const cookie = cookieNamed(this.request.header('cookie'), this.org.settings.signIn.cookie)
    return cookie === undefined ? undefined : this.org.sessions.find(cookie)?.id
  }

  /**
   * The page size: the one asked for, up to the maximum, or the default.
   *
   * @throws `Refusal` `time-out` where the organisation lets large pages time out.
   */
  limit(query: { readonly limit?: number | undefined }): number {
    const page = this.operation.page!
    const given = query as Readonly<Record<string, unknown>>
    const [, stated = page] =
      Object.entries(page.with ?? {}).find(([name]) => given[name] !== undefined) ?? []
    const own = this.org.settings.pageSizes[this.operation.name]
    const limit = Math.min(query.limit ?? own?.default ?? stated.default, own?.max ?? stated.max ?? page.max)
    const max = this.org.settings.interpretations['large-page-time-out']
    if (max !== 'never' && limit > max && !isConsole(this.caller)) refuse('time-out', { limit, max })
    return limit
  }

  /**
   * Where the page that `after` points at begins.
   *
   * @throws `Refusal` `invalid-cursor` for a value that is not a cursor of this very list.
   */
  position(after: string | undefined): Position | undefined {
    if (after === undefined) return undefined
    const position = decodeCursor(after, this.#list(), this.org.cursorSeed)
    return position ?? refuse('invalid-cursor')
  }

  /** The `Link` header of a page: `self`, and `next` where there is more (Clients, Conventions, 3). */
  pageLinks(limit: number, next: Position | undefined): PageLinks {
    const cursor = next === undefined ? undefined : { list: this.#list(), position: next }
    return this.#links((given) => {
      const query = withParameter(given, 'limit', String(limit))
      if (!cursor) return [query]
      return [query, withParameter(query, 'after', encodeCursor(cursor, this.org.cursorSeed))]
    })
  }

  /** The `Link` header of a list that is not paged: where it was asked for. */
  selfLink(): PageLinks {
    return this.#links((query) => [queryText(parametersIn(query))])
  }

  /**
   * Links to a list by their queries: `self`, and `next`. Parameters without an effect are left out where the header
   * would otherwise be too long for clients.
   *
   * @throws `Refusal` `uri-too-long` where it still is.
   */
  #links(queriesFor: (query: string) => readonly string[]): PageLinks {
    const { path, query } = this.request
    const linksTo = (given: string): readonly string[] =>
      queriesFor(given).map((text, index) => {
        const url = `${this.org.baseUrl}${path}${text && `?${text}`}`
        return `<${url}>; rel="${index === 0 ? 'self' : 'next'}"`
      })
    const Link = linksTo(query)
    if (query.length < linksMax / 4 || lengthOf(Link) <= linksMax) return { Link }
    const known = new Set(this.operation.reads?.query)
    const short = linksTo(onlyParameters(query, known))
    const length = lengthOf(short)
    if (length > linksMax) {
      const message = `The links of this list would have ${length} characters, expected at most ${linksMax}: send a shorter query`
      refuse('uri-too-long', { message })
    }
    return { Link: short }
  }

  /** A reply with a page of rows. */
  page(rows: readonly unknown[], limit: number, next: Position | undefined): Reply {
    const elements = rows.map((row) => JSON.stringify(row))
    return { status: 200, headers: this.pageLinks(limit, next), elements }
  }

  /** A reply with the page of a list that the query asks for, where the list is paged by sequence. */
  listed<Row>(
    query: { readonly limit?: number | undefined; readonly after?: string | undefined },
    list: (page: { readonly after: number | undefined; readonly limit: number }) => Page<Row>,
    view: (row: Row) => unknown,
  ): Reply {
    const limit = this.limit(query)
    const position = this.position(query.after)
    const { items, next } = list({ after: typeof position === 'number' ? position : undefined, limit })
    return this.page(items.map(view), limit, next)
  }

  /** The list that a cursor belongs to: the path and every parameter that shapes the list. */
  #list(): string {
    this.#listText ??= `${this.request.path}?${onlyParameters(this.request.query, shaping(this.operation))}`
    return this.#listText
  }
}

/** The most characters of a `Link` header: Node and other clients read 16 kB of headers, others included. */
const linksMax = 14_000

function lengthOf(links: readonly string[]): number {
  return links.join('').length
}

/** The `Link` header of a list. */
type PageLinks = { readonly Link: readonly string[] }

/** Names of the documented parameters that choose the list, not its part or the shown members. */
function shaping(operation: Operation): ReadonlySet<string> {
  const names = new Set(operation.reads?.query)
  for (const name of ['after', 'limit', 'expand']) names.delete(name)
  return names
}

/** Runs an operation: a function of its parsed input that asks the model and answers a declared reply. */
export type Handler<Name extends keyof OperationSpecs> = (
  input: OperationInput<OperationSpecs[Name]>,
  org: Org,
  call: Call,
) => Answer

/** The handlers of one area. An operation that is left out answers 501. */
export type Handlers<A extends Area> = {
  readonly [Name in (typeof operationNames)[A][number]]?: Handler<Name>
}

/** A handler once its operation's types are behind it: the dispatcher has parsed what it is given. */
export type AnyHandler = (input: never, org: Org, call: Call) => Answer
