import type { RefusalName } from '../../contract/refusals.ts'
import { pathBelow } from '../../handlers/base-path.ts'
import { isForeignPage } from '../../handlers/cors.ts'
import type { WireReply, WireRequest } from '../../handlers/wire.ts'
import type { FaceOptions } from '../control-access.ts'
import { Front } from '../front.ts'
import { hostname } from '../hosts.ts'
import type { Answering, RoutedRequest } from '../answering.ts'
import type { ServerReply } from '../reply.ts'
import { OrganisationRefusal } from './refusal.ts'
import { Organisations } from './registry.ts'
import type { Served } from './served.ts'
import type { Organisation } from '../../organisation.ts'
import { isPromise } from '../../model/kernel/is-promise.ts'

const prefix = '/orgs/'

/** Where the organisations of a server are listed, made and deleted. */
const organisationsPath = '/_orgs'
const controlPath = '/_control'
const organisationsPrefix = '/_orgs/'
const metadataPath = /^\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)$/
const hostsKept = 10_000
/** Longer ones are no names of hosts, and are not kept. */
const longestHost = 262

/**
 * Answers for all organisations of a server: those at `/orgs/{name}/…`, those at a host of their own or one below
 * the server's (`{name}.localhost`), and the server's own at every other path.
 */
export class OrganisationRouter implements Answering {
  readonly organisations: Organisations
  readonly onError: FaceOptions['onError']
  readonly #own: Organisation
  readonly #ownFront: Answering
  readonly #face: FaceOptions
  readonly #fronts = new WeakMap<Organisation, Front>()
  readonly #pending = new Map<string, Promise<Served>>()
  /** Those made for calls of the control plane, by how many are not answered yet, while nothing else called them. */
  readonly #trials = new Map<Served, number>()
  /** The names that hosts stand for, as far as they were asked for. */
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

  /** Whether a name is that of a host at which an organisation can be. */
  isHost(name: string): boolean {
    const { organisations } = this
    const label = this.organisations.labelOf(name)
    const isLabel = label !== undefined && (organisations.onDemand || organisations.get(label) !== undefined)
    return isLabel || organisations.hasHost(name)
  }

  #atPath(request: RoutedRequest, path: string): ServerReply | Promise<ServerReply> {
    const end = path.indexOf('/', prefix.length)
    const name = end === -1 ? path.slice(prefix.length) : path.slice(prefix.length, end)
    if (end === -1 && Organisations.isName(name)) return redirect(`${this.#own.baseUrl}${prefix}${name}/`)
    if (end !== -1) request.path = path.slice(end)
    return this.#named(name, request)
  }

  /**
   * The organisation that a metadata document is asked of in the way of RFC 8414, section 3.1: what is well known
   * comes before the path of its issuer, `/.well-known/oauth-authorization-server/orgs/acme/oauth2/default`.
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
    if (this.organisations.onDemand && Organisations.isName(name)) return this.#onDemand(name, request)
    return refusal(404, 'unknown-organisation', `There is no organisation named ${name.slice(0, 100)}`)
  }

  /** An organisation that nobody waits for. */
  #ready(name: string): Served | undefined {
    return this.#pending.has(name) ? undefined : this.organisations.get(name)
  }

  /** What makes and lists organisations is loaded when it is first asked for. */
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

  /** Makes an organisation at its first use; those who come meanwhile wait for the same. */
  async #onDemand(name: string, request: RoutedRequest, baseUrl?: string): Promise<ServerReply> {
    if (this.#face.readOnly)
      return refusal(503, 'read-only-mode', 'This server is read-only, and makes no organisation')
    if (isForeignPage(this.#own.model, request))
      return refusal(403, 'untrusted-origin', `There is no organisation ${name}, and foreign pages make none`)
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

  /** A call of the control plane that is refused changes nothing: what was made for it, and no other, goes again. */
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

/** Has an organisation stay in memory until its reply is made, and as long as somebody listens to one that goes on. */
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
