import type { RefusalName } from '../contract/errors.ts'
import type { Dispatcher } from '../handlers/dispatcher.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { ControlAccess, FaceOptions } from './control-access.ts'
import type { Answering } from './answering.ts'
import type { ServerReply } from './reply.ts'

/** Answers everything that the server serves: the service, and what stands beside it. */
export class Front implements Answering {
  readonly #dispatcher: Dispatcher
  readonly #control: ControlAccess
  readonly onError: FaceOptions['onError']

  constructor(dispatcher: Dispatcher, { control, onError }: FaceOptions) {
    this.#dispatcher = dispatcher
    this.#control = control
    this.onError = onError
    dispatcher.onError ??= onError
  }

  answer(request: WireRequest): ServerReply | Promise<ServerReply> {
    const { path } = request
    if (path.startsWith('/api/') || path.startsWith('/oauth2/')) return this.#dispatcher.dispatch(request)
    return this.#beside(request)
  }

  /** Answers a request that could not be taken in whole. */
  refuse(request: WireRequest, refusal: RefusalName): WireReply {
    return this.#dispatcher.refuse(request, refusal)
  }

  /** The control plane, images and pages are loaded when one is first asked for. */
  async #beside(request: WireRequest): Promise<ServerReply> {
    const { answerBeside } = await import('./beside.ts')
    const face = { control: this.#control, onError: this.onError }
    return (await answerBeside(this.#dispatcher.org, request, face)) ?? this.#dispatcher.dispatch(request)
  }
}
