import type { RefusalName } from '../contract/refusals.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { NodeRequest } from './node-http.ts'
import type { ServerReply } from './reply.ts'

/** What answers the requests of a server. */
export interface Answering {
  answer(request: NodeRequest): ServerReply | Promise<ServerReply>
  /** Answers a request that could not be taken in whole. */
  refuse(request: WireRequest, refusal: RefusalName): WireReply
  /** Told of errors that are ours. */
  readonly onError: ((error: unknown, request: WireRequest) => void) | undefined
}
