import type { WireReply, WireRequest } from '../handlers/wire.ts'

/** A request to a server, from any adapter. */
export interface ServerRequest extends WireRequest {
  /** On a server with several organisations, cut to the part below an organisation's address. */
  path: string
  readonly protocol: 'http:' | 'https:'
  /** The address of the client; undefined where a server of another kind took the request. */
  readonly remoteAddress?: string | undefined
  /** The address by which the client reached the server. */
  readonly localAddress?: string | undefined
}

/** A reply to send; the body of an image is bytes. */
export type ServerReply = Omit<WireReply, 'body'> & { readonly body: string | Uint8Array } & PartedReply

/** A reply that may continue after its head. */
export interface PartedReply {
  /** The texts of the body, instead of it, no faster than the client reads them. */
  readonly parts?: ReadableStream<string>
}

/** Answers every request to a server. It never rejects. */
export type Handle = (request: ServerRequest) => Promise<ServerReply>
