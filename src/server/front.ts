import type { Case } from '../contract/errors/catalogue.ts'
import { spelledPath } from '../contract/tolerances.ts'
import type { Dispatcher } from '../handlers/dispatcher.ts'
import { type Match, pathBelow } from '../handlers/router.ts'
import { endpointKinds, type ServedKind } from '../handlers/routes.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { ControlAccessOptions } from './control-access.ts'
import type { ServerReply } from './wire.ts'
import { requestIdHeader } from '../handlers/cors.ts'
import type { Org } from '../model/org.ts'
import { cornerEnd, html } from '../pages/html.ts'

/** Answers every request to an organisation: the service, control plane, pages and images. */
export class Front {
  readonly #dispatcher: Dispatcher
  readonly #face: ControlAccessOptions

  constructor(dispatcher: Dispatcher, face: ControlAccessOptions) {
    this.#dispatcher = dispatcher
    this.#face = face
    dispatcher.onError ??= face.onError
  }

  answer(request: WireRequest): Promise<ServerReply> {
    const match = this.#find(request)
    if (request.isTooLarge && match?.target.kind !== 'control')
      return this.#dispatcher.refuse(request, 'body-too-large')
    return this.#face.readOnly && match ? this.#unlessItChanges(request, match) : this.#answer(request, match)
  }

  /** Loads the check for changes on demand. */
  async #unlessItChanges(request: WireRequest, match: Match<ServedKind>): Promise<ServerReply> {
    const { changes } = await import('./changes.ts')
    return changes(request, match)
      ? this.#readOnly(request, 'started-read-only')
      : this.#answer(request, match)
  }

  #answer(request: WireRequest, match: Match<ServedKind> | undefined): Promise<ServerReply> {
    if (!match || endpointKinds.has(match.target.kind)) return this.#dispatcher.dispatch(request, match)
    return match.target.kind === 'oauth' ? this.#authorize(request, match) : this.#builtIn(request, match)
  }

  /** Where a path leads, as it is spelled or as it was meant. */
  #find({ method, path: given }: WireRequest): Match<ServedKind> | undefined {
    const { org, routes } = this.#dispatcher
    const path = pathBelow(given, org.baseUrl)
    const match = routes.find(method, path)
    return match || org.settings.interpretations.tolerances === 'refused'
      ? match
      : routes.find(method, spelledPath(path).path)
  }

  /** Pages for people lead to the console, and error pages to the request in its journal. */
  async #authorize(request: WireRequest, match: Match<ServedKind>): Promise<WireReply> {
    return this.#withLinks(await this.#dispatcher.dispatch(request, match), true)
  }

  #withLinks(reply: WireReply, isJournalled = false): WireReply {
    const isOpen = this.#face.control !== 'closed'
    return isOpen && isPage(reply) ? withLinks(this.#dispatcher.org, reply, isJournalled) : reply
  }

  #readOnly(request: WireRequest, because: Case): Promise<WireReply> {
    return this.#dispatcher.refuse(request, 'read-only-mode', because)
  }

  /** Loads the control plane, images and pages on demand. */
  async #builtIn(request: WireRequest, match: Match<ServedKind>): Promise<ServerReply> {
    const { answerBuiltIn } = await import('./beside.ts')
    const { org } = this.#dispatcher
    const reply = await answerBuiltIn(org, request, match, this.#face)
    if (!reply) return this.#dispatcher.dispatch(request, match)
    try {
      await org.persistence?.settled()
    } catch {
      return this.#readOnly(request, 'state-not-kept')
    }
    return typeof reply.body === 'string' && match.target.kind !== 'console'
      ? { ...reply, ...this.#withLinks(reply as WireReply) }
      : reply
  }
}

/** Whether a reply is a page for a person. */
function isPage({ headers }: WireReply): boolean {
  return String(headers['Content-Type']).startsWith('text/html')
}

/** Adds a link to the console to a page. An error page gets one to its request in the journal, too. */
function withLinks({ baseUrl, vocabulary }: Org, reply: WireReply, isJournalled: boolean): WireReply {
  const console = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/_console`
  const id = String(reply.headers[requestIdHeader(vocabulary.prefix)])
  const link =
    isJournalled && reply.status >= 400
      ? html`<p><a href="${console}#/journal/${id}">This request in the journal</a></p>`.text
      : ''
  const corner = html`<a href="${console}">Console</a>`.text
  const body = reply.body
    .replace('</main>', () => `${link}</main>`)
    .replace(cornerEnd, () => `${corner}${cornerEnd}`)
  return { ...reply, body }
}
