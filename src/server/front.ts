import type { Circumstance } from '../contract/circumstances.ts'
import type { RefusalName } from '../contract/refusals.ts'
import type { Dispatcher } from '../handlers/dispatcher.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { FaceOptions } from './control-access.ts'
import type { Answering } from './answering.ts'
import { isPromise } from '../model/kernel/is-promise.ts'
import type { ServerReply } from './reply.ts'
import { requestIdHeader } from '../handlers/cors.ts'
import type { Org } from '../model/org.ts'
import { html } from '../pages/html.ts'

/** Answers every request to the server: the service, control plane, pages and images. */
export class Front implements Answering {
  readonly #dispatcher: Dispatcher
  readonly #face: FaceOptions
  readonly onError: FaceOptions['onError']

  constructor(dispatcher: Dispatcher, face: FaceOptions) {
    this.#dispatcher = dispatcher
    this.#face = face
    this.onError = face.onError
    dispatcher.onError ??= face.onError
  }

  answer(request: WireRequest): ServerReply | Promise<ServerReply> {
    return this.#face.readOnly ? this.#unlessItChanges(request) : this.#answer(request)
  }

  /** Loads the check for changes on demand. */
  async #unlessItChanges(request: WireRequest): Promise<ServerReply> {
    const { changes } = await import('./changes.ts')
    const { org } = this.#dispatcher
    return changes(org, request) ? this.#readOnly(request, 'started-read-only') : this.#answer(request)
  }

  #answer(request: WireRequest): ServerReply | Promise<ServerReply> {
    const { path } = request
    if (path.startsWith('/api/') || path.startsWith('/oauth2/')) return this.#dispatch(request)
    return this.#beside(request)
  }

  #dispatch(request: WireRequest): WireReply | Promise<WireReply> {
    const reply = this.#dispatcher.dispatch(request)
    if (this.#face.control === 'closed') return reply
    return isPromise(reply) ? reply.then((made) => this.#linked(made)) : this.#linked(reply)
  }

  #linked(reply: WireReply): WireReply {
    return isErrorPage(reply) ? withJournalLink(this.#dispatcher.org, reply) : reply
  }

  /** Answers a request that could not be read in whole. */
  refuse(request: WireRequest, refusal: RefusalName): WireReply | Promise<WireReply> {
    return this.#dispatcher.refuse(request, refusal)
  }

  #readOnly(request: WireRequest, because: Circumstance): WireReply | Promise<WireReply> {
    return this.#dispatcher.refuse(request, 'read-only-mode', because)
  }

  /** Loads the control plane, images and pages on demand. */
  async #beside(request: WireRequest): Promise<ServerReply> {
    const { answerBeside } = await import('./beside.ts')
    const { org } = this.#dispatcher
    const reply = await answerBeside(org, request, this.#face)
    if (!reply) return this.#dispatch(request)
    try {
      await org.persistence?.settled()
    } catch {
      return this.#readOnly(request, 'state-not-kept')
    }
    return reply
  }
}

/** Whether a reply is an error page for a person. */
function isErrorPage({ status, headers }: WireReply): boolean {
  return status >= 400 && String(headers['Content-Type']).startsWith('text/html')
}

/** Adds a link to the request in the console's journal to an error page. */
function withJournalLink({ baseUrl, vocabulary }: Org, reply: WireReply): WireReply {
  const id = String(reply.headers[requestIdHeader(vocabulary.word)])
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  const link = html`<p><a href="${base}/_console#/journal/${id}">This request in the journal</a></p>`.text
  return { ...reply, body: reply.body.replace('</main>', () => `${link}</main>`) }
}
