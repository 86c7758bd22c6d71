/** A request from any entry point: the msw handlers, `fetch`, or the HTTP server. */
export interface WireRequest {
  readonly method: string
  /** The path as it came, still percent-encoded, without the query. */
  readonly path: string
  /** The query as it came, without the question mark; empty when there is none. */
  readonly query: string
  /** The value of a header, whose name is in lower case; several lines joined by a comma. */
  header(name: string): string | undefined
  /** Name, in lower case, and value of every header; missing where a caller does not list them. */
  headers?(): Iterable<readonly [string, string]>
  /** The body's text; empty when there is none. */
  readonly body: string
  /** Whether the body is missing, because it was too large. */
  readonly isTooLarge?: boolean
  /** Whether its caller has gone. The journal does not keep it, for it keeps the connection. */
  isGone?: (() => boolean) | undefined
}

/** A reply as every entry point sends it. */
export interface WireReply {
  readonly status: number
  /** Several values of one name are several lines, as `Link` has. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** JSON text; empty when the reply has no body. */
  readonly body: string
  /** The elements of a list body, as JSON texts: an entry point may send them without joining them first. */
  readonly elements?: readonly string[]
  /** How an entry point breaks the reply or the connection, where a fault says so. */
  readonly broken?: BrokenReply
}

/** The effect of a fault on a connection; every other effect is in the reply itself. */
export type BrokenReply =
  | { readonly kind: 'connection-reset' | 'no-answer' | 'truncated-body' }
  | { readonly kind: 'slow-body'; readonly bytesPerSecond: number }

/** The answer of a handler: a status that the contract declares, and a body or its text. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  /** The body as JSON text already, where it is kept as one. */
  readonly text?: string
  /** The elements of a list as JSON texts already, instead of a body. */
  readonly elements?: readonly string[]
}

/** The answer of a handler, at once or later. */
export type Answer = Reply | Promise<Reply>

/** A reply whose body is a list: joined when somebody reads it. */
export class ListReply implements WireReply {
  readonly status: number
  readonly headers: WireReply['headers']
  readonly elements: readonly string[]

  constructor(status: number, headers: WireReply['headers'], elements: readonly string[]) {
    this.status = status
    this.headers = headers
    this.elements = elements
  }

  get body(): string {
    return `[${this.elements.join(',')}]`
  }
}
