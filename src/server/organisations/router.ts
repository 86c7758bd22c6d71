import type { RefusalName } from '../../contract/errors/catalogue.ts'
import { pathBelow } from '../../handlers/base-path.ts'
import { isForeignPage } from '../../handlers/cors.ts'
import { router } from '../../handlers/routes.ts'
import type { WireReply, WireRequest } from '../../handlers/wire.ts'
import type { FaceOptions } from '../control-access.ts'
import { Front } from '../front.ts'
import { hostname, isLoopback } from '../hosts.ts'
import type { Answering, RoutedRequest } from '../answering.ts'
import type { ServerReply } from '../reply.ts'
import { OrganisationRefusal } from './refusal.ts'
import { Organisations } from './registry.ts'
import type { Served } from './served.ts'
import type { Organisation } from '../../organisation.ts'
import { isOrganisationName } from './name.ts'
import { addressed } from './routes.ts'

const hostsKept = 10_000
/** Longer texts are not host names, and are not remembered. */
const longestHost = 262

/**
 * Answers for all organisations of a server. They are at `/orgs/{name}/…`, at separate hosts, or below the server's
 * host (`{name}.localhost`). Every other path belongs to the server's own organisation.
 */
export class OrganisationRouter implements Answering {
  readonly organisations: Organisations
  readonly onError: FaceOptions['onError']
  readonly #own: Organisation
  readonly #ownFront: Answering
  readonly #face: FaceOptions
  readonly #fronts = new WeakMap<Organisation, Front>()
  readonly #pending = new Map<string, Promise<Served>>()
  /** Organisations created by control plane calls, with the number of pending calls, while nothing else called them. */
  readonly #trials = new Map<Served, number>()
  /** The organisation names of the hosts that were asked for. */
  readonly #names = new Map<string, string | undefined>()

  constructor(organisations: Organisations, own: Organisation, ownFront: Answering, face: FaceOptions) {
    this.organisations = organisations
    this.onError = face.onError
    this.#own = own
    this.#ownFront = ownFront
    this.#face = face
  }

  answer(request: RoutedRequest): Promise<ServerReply> {
    const path = pathBelow(request.path, this.#own.baseUrl)
    const found = addressed(path, this.#own.baseUrl)
    if (found?.kind === 'management') return this.#manage(request, found.name)
    if (found) {
      const { name, below } = found
      if (below !== undefined) request.path = below
      else if (isOrganisationName(name)) return Promise.resolve(redirect(`${this.#own.baseUrl}${path}/`))
      return this.#named(name, request)
    }
    const host = request.header('host')
    const name = host === undefined ? undefined : this.#nameAt(host)
    if (name === undefined) return this.#ownFront.answer(request)
    const served = this.#ready(name)
    if (served) return this.#answerBy(served, request)
    if (!this.organisations.onDemand) return this.#ownFront.answer(request)
    const { protocol } = new URL(this.#own.baseUrl)
    return this.#onDemand(name, request, `${protocol}//${host}`)
  }

  refuse(request: WireRequest, refusal: RefusalName): Promise<WireReply> {
    return this.#ownFront.refuse(request, refusal)
  }

  /** Whether a host name can belong to an organisation. */
  isHost(name: string): boolean {
    const { organisations } = this
    const label = this.organisations.labelOf(name)
    const isLabel = label !== undefined && (organisations.onDemand || organisations.get(label) !== undefined)
    return isLabel || organisations.hasHost(name)
  }

  async #named(name: string, request: RoutedRequest): Promise<ServerReply> {
    const served = this.#ready(name)
    if (served) return this.#answerBy(served, request)
    if (this.organisations.onDemand && isOrganisationName(name)) return this.#onDemand(name, request)
    return refusal(404, 'unknown-organisation', `There is no organisation named ${name.slice(0, 100)}`)
  }

  /** An organisation that is ready. */
  #ready(name: string): Served | undefined {
    return this.#pending.has(name) ? undefined : this.organisations.get(name)
  }

  /** Loads the code that creates and lists organisations on demand. */
  async #manage(request: RoutedRequest, name: string): Promise<ServerReply> {
    if (this.#face.readOnly && /^(?:POST|DELETE)$/.test(request.method)) {
      return refusal(503, 'read-only-mode', 'This server is read-only')
    }
    const { answerOrganisations } = await import('./control.ts')
    return answerOrganisations(this.#own.model, this.organisations, request, name, this.#face)
  }

  #answerBy(served: Served, request: RoutedRequest): Promise<ServerReply> {
    if (this.#trials.has(served)) {
      if (isControl(request)) return this.#onTrial(served, request)
      this.#trials.delete(served)
    }
    return this.#answer(served, request)
  }

  async #answer(served: Served, request: RoutedRequest): Promise<ServerReply> {
    served.usedAt = Date.now()
    let organisation: Organisation
    try {
      organisation = served.organisation
    } catch (error) {
      if ((error as Error).name !== 'StateFileError') throw error
      this.onError?.(error, request)
      return refusal(503, 'unreadable-organisation', `The organisation ${served.name} cannot be read`)
    }
    let front = this.#fronts.get(organisation)
    if (!front) {
      front = new Front(organisation.dispatcher, this.#face)
      this.#fronts.set(organisation, front)
    }
    return this.organisations.idle === undefined ? front.answer(request) : holding(served, front, request)
  }

  /** Creates an organisation at its first use; calls that arrive meanwhile wait for the same one. */
  async #onDemand(name: string, request: RoutedRequest, baseUrl?: string): Promise<ServerReply> {
    if (this.#face.readOnly)
      return refusal(503, 'read-only-mode', 'This server is read-only, and makes no organisation')
    if (isForeignPage(this.#own.model, request))
      return refusal(403, 'untrusted-origin', `There is no organisation ${name}, and foreign pages make none`)
    if (!request.header('authorization') && !this.#isLocal(request)) {
      const message = `There is no organisation ${name}. From another machine, or under another name than localhost, the first request needs a token: Authorization: SSWS …`
      return refusal(404, 'unknown-organisation', message)
    }
    let pending = this.#pending.get(name)
    if (!pending) {
      const made = this.organisations.create({ name, baseUrl }).then(() => this.organisations.get(name)!)
      pending = made.finally(() => this.#pending.delete(name))
      this.#pending.set(name, pending)
    }
    try {
      const served = await pending
      return await (isControl(request) ? this.#onTrial(served, request) : this.#answerBy(served, request))
    } catch (error) {
      if (!(error instanceof OrganisationRefusal)) throw error
      return refusal(503, error.code, error.message)
    }
  }

  /**
   * Whether a client on this machine calls it by a name of this machine. Under another name without TLS, browsers send
   * nothing by which a foreign page could be known.
   */
  #isLocal(request: RoutedRequest): boolean {
    const { remoteAddress } = request
    if (remoteAddress === undefined) return this.#face.control === 'open'
    return (
      isLoopback(remoteAddress.replace(/^::ffff:/, '')) && isLoopback(request.header('host') ?? 'localhost')
    )
  }

  /** A rejected control plane call changes nothing: if it alone created an organisation, deletes that again. */
  async #onTrial(served: Served, request: RoutedRequest): Promise<ServerReply> {
    this.#trials.set(served, (this.#trials.get(served) ?? 0) + 1)
    const reply = await this.#answer(served, request)
    const calls = this.#trials.get(served)
    if (reply.status < 400 || calls === undefined) this.#trials.delete(served)
    else if (calls > 1) this.#trials.set(served, calls - 1)
    else {
      this.#trials.delete(served)
      this.organisations.delete(served.name)
    }
    return reply
  }

  /** The name of the organisation that a Host header stands for. */
  #nameAt(host: string): string | undefined {
    const { organisations } = this
    if (organisations.size === 0 && !organisations.onDemand) return undefined
    const atHost = organisations.atHost(host)
    if (atHost) return atHost.name
    if (this.#names.has(host)) return this.#names.get(host)
    const name = this.organisations.labelOf(hostname(host))
    if (host.length > longestHost) return name
    if (this.#names.size >= hostsKept) this.#names.clear()
    this.#names.set(host, name)
    return name
  }
}

/** Keeps an organisation in memory until its reply is ready, and until a streaming reply ends. */
async function holding(served: Served, front: Front, request: RoutedRequest): Promise<ServerReply> {
  served.calls += 1
  try {
    const reply = await front.answer(request)
    const { stream } = reply
    if (!stream) return reply
    return {
      ...reply,
      stream(sink) {
        served.calls += 1
        sink.onClose(() => void (served.calls -= 1))
        stream(sink)
      },
    }
  } finally {
    served.calls -= 1
    served.usedAt = Date.now()
  }
}

function isControl({ method, path }: RoutedRequest): boolean {
  return router.find(method, path)?.target.kind === 'control'
}

/** Links on pages are relative: without the slash they would lead elsewhere. */
function redirect(location: string): ServerReply {
  return { status: 308, headers: { Location: location }, body: '' }
}

function refusal(status: number, error: string, message: string): ServerReply {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return { status, headers, body: JSON.stringify({ error, message }) }
}
