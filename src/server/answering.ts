import type { RefusalName } from '../contract/refusals.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { ServerReply } from './reply.ts'

/** A request whose path is cut to what is below an organisation's address where a server has many. */
export interface RoutedRequest extends WireRequest {
  path: string
}

/** What answers the requests of a server. */
export interface Answering {
  answer(request: RoutedRequest): ServerReply | Promise<ServerReply>
  /** Answers a request that could not be taken in whole. */
  refuse(request: WireRequest, refusal: RefusalName): WireReply | Promise<WireReply>
  /** Told of errors that are ours. */
  readonly onError: ((error: unknown, request: WireRequest) => void) | undefined
}
