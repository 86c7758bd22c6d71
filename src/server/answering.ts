import type { RefusalName } from '../contract/errors/catalogue.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { ServerReply } from './reply.ts'

/** A request. On a server with several organisations, its path is cut to the part below an organisation's address. */
export interface RoutedRequest extends WireRequest {
  path: string
  /** The address of the client; undefined where a server of another kind took the request. */
  readonly remoteAddress?: string | undefined
}

/** Answers the requests of a server. */
export interface Answering {
  answer(request: RoutedRequest): Promise<ServerReply>
  /** Answers a request that could not be read in whole. */
  refuse(request: WireRequest, refusal: RefusalName): Promise<WireReply>
  /** Receives each error that is a fault of Identikit. */
  readonly onError: ((error: unknown, request: WireRequest) => void) | undefined
}
