import type { RefusalName } from '../../contract/refusals.ts'
import { pathBelow } from '../../handlers/base-path.ts'
import { isForeignPage } from '../../handlers/cors.ts'
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
import { isPromise } from '../../model/kernel/is-promise.ts'
import { isOrganisationName } from './name.ts'

const prefix = '/orgs/'

/** The path that lists, creates and deletes organisations. */
const organisationsPath = '/_orgs'
const controlPath = '/_control'
const organisationsPrefix = '/_orgs/'
const metadataPath = /^\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)$/
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

  answer(request: RoutedRequest): ServerReply | Promise<ServerReply> {
    const path = pathBelow(request.path, this.#own.baseUrl)
    if (path.startsWith(prefix)) return this.#atPath(request, path)
    const described = this.#describedBy(path)
    if (described !== undefined) return this.#named(described, request)
    if (path === organisationsPath || path.startsWith(organisationsPrefix)) {
      return this.#control(request, path.slice(organisationsPath.length + 1).replace(/\/$/, ''))
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

  refuse(request: WireRequest, refusal: RefusalName): WireReply | Promise<WireReply> {
    return this.#ownFront.refuse(request, refusal)
  }

  /** Whether a host name can belong to an organisation. */
  isHost(name: string): boolean {
    const { organisations } = this
    const label = this.organisations.labelOf(name)
    const isLabel = label !== undefined && (organisations.onDemand || organisations.get(label) !== undefined)
    return isLabel || organisations.hasHost(name)
  }

  #atPath(request: RoutedRequest, path: string): ServerReply | Promise<ServerReply> {
    const end = path.indexOf('/', prefix.length)
    const name = end === -1 ? path.slice(prefix.length) : path.slice(prefix.length, end)
    if (end === -1 && isOrganisationName(name)) return redirect(`${this.#own.baseUrl}${prefix}${name}/`)
    if (end !== -1) request.path = path.slice(end)
    return this.#named(name, request)
  }

  /**
   * The organisation of a metadata document with the well-known part before the issuer's path (RFC 8414, section 3.1):
   * `/.well-known/oauth-authorization-server/orgs/acme/oauth2/default`.
   */
  #describedBy(path: string): string | undefined {
    const [, issuerPath] = metadataPath.exec(path) ?? []
    if (issuerPath === undefined) return undefined
    const below = pathBelow(issuerPath, this.#own.baseUrl)
    return below.startsWith(prefix) ? below.slice(prefix.length).split('/', 1)[0] : undefined
  }

  #named(name: string, request: RoutedRequest): ServerReply | Promise<ServerReply> {
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
  async #control(request: RoutedRequest, name: string): Promise<ServerReply> {
    if (this.#face.readOnly && /^(?:POST|DELETE)$/.test(request.method)) {
      return refusal(503, 'read-only-mode', 'This server is read-only')
    }
    const { answerOrganisations } = await import('./control.ts')
    return answerOrganisations(this.#own.model, this.organisations, request, name, this.#face)
  }

  #answerBy(served: Served, request: RoutedRequest): ServerReply | Promise<ServerReply> {
    if (this.#trials.has(served)) {
      if (isControl(request)) return this.#onTrial(served, request)
      this.#trials.delete(served)
    }
    return this.#answer(served, request)
  }

  #answer(served: Served, request: RoutedRequest): ServerReply | Promise<ServerReply> {
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
    const reply = front.answer(request)
    return this.organisations.idle === undefined ? reply : heldWhile(served, reply)
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
      return isControl(request) ? await this.#onTrial(served, request) : await this.#answerBy(served, request)
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
function heldWhile(
  served: Served,
  reply: ServerReply | Promise<ServerReply>,
): ServerReply | Promise<ServerReply> {
  if (isPromise(reply)) {
    served.calls += 1
    const release = (): void => {
      served.calls -= 1
      served.usedAt = Date.now()
    }
    return reply.then((made) => heldWhile(served, made) as ServerReply).finally(release)
  }
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
}

function isControl({ path }: RoutedRequest): boolean {
  return path === controlPath || path.startsWith(`${controlPath}/`)
}

/** Links on pages are relative: without the slash they would lead elsewhere. */
function redirect(location: string): ServerReply {
  return { status: 308, headers: { Location: location }, body: '' }
}

function refusal(status: number, error: string, message: string): ServerReply {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return { status, headers, body: JSON.stringify({ error, message }) }
}
