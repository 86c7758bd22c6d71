import { once } from '../contract/once.ts'
import { pathBelow } from '../handlers/router.ts'
import { isForeignPage } from '../handlers/cors.ts'
import { router } from '../handlers/routes.ts'
import type { Organisation } from '../organisation.ts'
import { controlRefusal, type ControlAccessOptions } from './control-access.ts'
import { failure, guarded } from './control-reply.ts'
import { type Asked, askedBy, follow } from './follow.ts'
import { Front } from './front.ts'
import type { HostCheck } from './host-check.ts'
import { hostname, isLoopback } from './hosts.ts'
import { isOrganisationName } from './organisations/name.ts'
import { OrganisationRefusal, unknownOrganisation } from './organisations/refusal.ts'
import type { Organisations } from './organisations/registry.ts'
import { addressed } from './organisations/routes.ts'
import type { Served } from './organisations/served.ts'
import type { Handle, ServerReply, ServerRequest } from './wire.ts'

/** How a handler takes requests. */
export interface HandlerOptions extends ControlAccessOptions {
  /** Whether links lead to the address by which a request came, since no base URL is set. */
  readonly follows: boolean
  /** Whether a proxy in front of the server says by which address it was reached. */
  readonly trustProxy: boolean
  /** Whether the server knows its own address. Otherwise it is that of the first request. */
  readonly isPlaced: boolean
  readonly hosts: HostCheck
}

/**
 * The one handler of a server, from a request to a reply: for `serve` and the fetch handler. Organisations are at
 * `/orgs/{name}/…`, at separate hosts, or below the server's host (`{name}.localhost`). Every other path belongs to the
 * server's own organisation.
 */
export class Handler {
  readonly organisations: Organisations
  readonly #own: Organisation
  readonly #options: HandlerOptions
  #isPlaced: boolean
  readonly #fronts = new WeakMap<Organisation, Front>()
  readonly #pending = new Map<string, Promise<Served>>()

  constructor(organisations: Organisations, own: Organisation, options: HandlerOptions) {
    this.organisations = organisations
    this.#own = own
    this.#options = options
    this.#isPlaced = options.isPlaced
  }

  readonly handle: Handle = async (request) => {
    try {
      return this.#options.hosts.refusal(request) ?? (await this.#follow(request))
    } catch (error) {
      this.#options.onError?.(error, request)
      return { status: 500, headers: {}, body: '' }
    }
  }

  #follow(request: ServerRequest): Promise<ServerReply> {
    const { trustProxy, follows } = this.#options
    const asked = askedBy(request, trustProxy)
    const address = follows ? asked.address : undefined
    if (!this.#isPlaced && address !== undefined) {
      this.#own.model.baseUrl = address
      this.#isPlaced = true
    }
    return follow(this.#own.model.homeUrl, address, () => this.#route(request, asked))
  }

  #route(request: ServerRequest, asked: Asked): Promise<ServerReply> {
    const { baseUrl } = this.#own
    const path = pathBelow(request.path, baseUrl)
    const found = addressed(path, baseUrl)
    if (found?.kind === 'management') return this.#manage(request, found.name)
    if (found) {
      const { name, below } = found
      if (below !== undefined) request.path = below
      // Links on pages are relative: without the slash they would lead elsewhere.
      else if (isOrganisationName(name))
        return Promise.resolve({ status: 308, headers: { Location: `${baseUrl}${path}/` }, body: '' })
      return this.#named(name, request)
    }
    const name = asked.host === undefined ? undefined : this.#nameAt(asked.host)
    if (name === undefined) return this.#frontOf(this.#own).answer(request)
    const served = this.#ready(name)
    if (served) return this.#answer(served, request, asked)
    if (!this.organisations.onDemand) return this.#frontOf(this.#own).answer(request)
    // A proxy that is not trusted may have ended TLS: a base URL that is set shows the protocol.
    const { protocol } = new URL(baseUrl)
    const address = asked.address?.replace(/^\w+:/, this.#options.follows ? '$&' : protocol)
    return this.#onDemand(name, request, asked, address)
  }

  async #named(name: string, request: ServerRequest): Promise<ServerReply> {
    const served = this.#ready(name)
    if (served) return this.#answer(served, request)
    if (this.organisations.onDemand && isOrganisationName(name)) return this.#onDemand(name, request)
    return unknownOrganisation(name)
  }

  /** An organisation that is ready. */
  #ready(name: string): Served | undefined {
    return this.#pending.has(name) ? undefined : this.organisations.get(name)
  }

  /** Loads the code that creates and lists organisations on demand. */
  async #manage(request: ServerRequest, name: string): Promise<ServerReply> {
    const { answerOrganisations, directoryOf } = await import('./organisations/control.ts')
    return answerOrganisations(this.#own.model, directoryOf(this.organisations), request, name, this.#options)
  }

  /** @param asked How it was reached, at a host that stands for it. */
  async #answer(served: Served, request: ServerRequest, asked?: Asked): Promise<ServerReply> {
    served.usedAt = Date.now()
    let organisation: Organisation
    try {
      organisation = served.organisation
    } catch (error) {
      if ((error as Error).name !== 'StateFileError') throw error
      this.#options.onError?.(error, request)
      return failure(503, 'unreadable-organisation', `The organisation ${served.name} cannot be read`)
    }
    const front = this.#frontOf(organisation)
    const answer = (): Promise<ServerReply> =>
      this.organisations.idle === undefined ? front.answer(request) : holding(served, front, request)
    const { homeUrl } = organisation.model
    const follows = this.#options.follows && this.organisations.isByName(served.name, homeUrl)
    return follows ? follow(homeUrl, asked?.address, answer) : answer()
  }

  #frontOf(organisation: Organisation): Front {
    let front = this.#fronts.get(organisation)
    if (!front) this.#fronts.set(organisation, (front = new Front(organisation.dispatcher, this.#options)))
    return front
  }

  /** Creates an organisation at its first use; calls that arrive meanwhile wait for the same one. */
  async #onDemand(
    name: string,
    request: ServerRequest,
    asked?: Asked,
    baseUrl?: string,
  ): Promise<ServerReply> {
    if (this.#options.readOnly)
      return failure(503, 'read-only-mode', 'This server is read-only, and makes no organisation')
    if (isForeignPage(this.#own.model, request))
      return failure(403, 'untrusted-origin', `There is no organisation ${name}, and foreign pages make none`)
    if (!request.header('authorization') && !this.#isLocal(request)) {
      const message = `There is no organisation ${name}. From another machine, or under another name than localhost, the first request needs a token: Authorization: SSWS …`
      return failure(404, 'unknown-organisation', message)
    }
    // A control plane call that is refused makes nothing.
    const { control } = this.#options
    if (isControl(request) && controlRefusal(control, request))
      return guarded(this.#own.model, request, this.#options, () => Promise.reject(new Error('refused')))
    let pending = this.#pending.get(name)
    if (!pending) {
      const made = this.organisations.create({ name, baseUrl }).then(() => this.organisations.get(name)!)
      pending = made.finally(() => this.#pending.delete(name))
      this.#pending.set(name, pending)
    }
    try {
      return await this.#answer(await pending, request, asked)
    } catch (error) {
      if (!(error instanceof OrganisationRefusal)) throw error
      return failure(503, error.code, error.message)
    }
  }

  /**
   * Whether a client on this machine calls it by a name of this machine. Under another name without TLS, browsers send
   * nothing by which a foreign page could be known.
   */
  #isLocal(request: ServerRequest): boolean {
    const { remoteAddress } = request
    if (remoteAddress === undefined) return this.#options.control === 'open'
    const { host = 'localhost' } = askedBy(request, this.#options.trustProxy)
    return isLoopback(remoteAddress.replace(/^::ffff:/, '')) && isLoopback(host)
  }

  /** The name of the organisation that a Host header stands for. */
  #nameAt(host: string): string | undefined {
    const { organisations } = this
    if (organisations.size === 0 && !organisations.onDemand) return undefined
    return organisations.atHost(host)?.name ?? organisations.labelOf(hostname(host))
  }
}

/** Keeps an organisation in memory until its reply is ready, and until a reply in parts ends. */
async function holding(served: Served, front: Front, request: ServerRequest): Promise<ServerReply> {
  served.calls += 1
  const done = once(() => {
    served.calls -= 1
    served.usedAt = Date.now()
  })
  try {
    const reply = await front.answer(request)
    if (reply.parts) return { ...reply, parts: untilEnd(reply.parts, done) }
    done()
    return reply
  } catch (error) {
    done()
    throw error
  }
}

/** The same parts; calls back once all are read, or nobody reads them any more. */
function untilEnd(parts: ReadableStream<string>, done: () => void): ReadableStream<string> {
  const reader = parts.getReader()
  return new ReadableStream({
    async pull(controller) {
      const part = await reader.read()
      if (!part.done) return controller.enqueue(part.value)
      done()
      controller.close()
    },
    cancel(reason) {
      done()
      return reader.cancel(reason)
    },
  })
}

function isControl({ method, path }: ServerRequest): boolean {
  return router.find(method, path)?.target.kind === 'control'
}
