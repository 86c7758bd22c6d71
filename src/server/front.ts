import type { Dispatcher } from '../handlers/dispatcher.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { ServerReply } from './reply.ts'

/** Answers everything that the server serves: the service, and what stands beside it. */
export class Front {
  readonly #dispatcher: Dispatcher

  constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher
  }

  answer(request: WireRequest): ServerReply | Promise<ServerReply> {
    const { path } = request
    if (path.startsWith('/api/') || path.startsWith('/oauth2/')) return this.#dispatcher.dispatch(request)
    return this.#beside(request)
  }

  /** The control plane, images and pages are loaded when one is first asked for. */
  async #beside(request: WireRequest): Promise<ServerReply> {
    const { answerBeside } = await import('./beside.ts')
    return (await answerBeside(this.#dispatcher.org, request)) ?? this.#dispatcher.dispatch(request)
  }
}
