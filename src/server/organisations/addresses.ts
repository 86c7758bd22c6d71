import { hostname } from '../hosts.ts'
import { isOrganisationName } from './name.ts'
import { OrganisationRefusal } from './refusal.ts'
import type { Served } from './served.ts'

/** The addresses of a server's organisations: each has another address, some at a separate host. */
export class Addresses {
  readonly #serverUrls: () => readonly string[]
  readonly #byHost = new Map<string, Served>()
  readonly #byAddress = new Map<string, Served>()
  readonly #addresses = new WeakMap<Served, string>()

  /** @param serverUrls The base URL of the server itself, and where it listens, which may be another. */
  constructor(serverUrls: () => readonly string[]) {
    this.#serverUrls = serverUrls
  }

  /** The organisation whose base URL has this host. */
  atHost(host: string): Served | undefined {
    return this.#byHost.size === 0 ? undefined : this.#byHost.get(canonical(host))
  }

  /** Whether an organisation has a host of that name, at any port. */
  hasHost(name: string): boolean {
    return [...this.#byHost.keys()].some((host) => hostname(host) === name)
  }

  add(served: Served, baseUrl: string): void {
    const address = addressOf(baseUrl)
    this.#addresses.set(served, address)
    this.#byAddress.set(address, served)
    const { host, pathname } = new URL(baseUrl)
    if (pathname === '/' && !this.#serverPath(host)) this.#byHost.set(canonical(host), served)
  }

  remove(served: Served): void {
    const address = this.#addresses.get(served)
    if (address !== undefined && this.#byAddress.get(address) === served) this.#byAddress.delete(address)
    for (const [host, other] of this.#byHost) if (other === served) this.#byHost.delete(host)
  }

  /** `acme` of `acme.localhost`, and of `acme.id.test` where the server is `id.test`: these also lead to `acme`. */
  labelOf(name: string): string | undefined {
    const dot = name.indexOf('.')
    const parent = name.slice(dot + 1)
    if (dot === -1 || (parent !== 'localhost' && parent !== hostname(new URL(this.#serverUrls()[0]!).host)))
      return undefined
    const label = name.slice(0, dot)
    return isOrganisationName(label) ? label : undefined
  }

  /**
   * Rejects an address that another organisation has: only one could be reached, and both link there. Addresses of the
   * server count under every name of this machine. `NAME.localhost` belongs to the organisation NAME.
   *
   * @throws OrganisationRefusal
   */
  refuseTaken(name: string, baseUrl: string): void {
    const holder = this.#holderOf(name, baseUrl)
    if (holder === undefined) return
    throw new OrganisationRefusal(
      409,
      'address-taken',
      `baseUrl: ${holder} is at ${baseUrl.replace(/\/$/, '')} already`,
    )
  }

  #holderOf(name: string, baseUrl: string): string | undefined {
    const { host, pathname } = new URL(baseUrl)
    const other = this.#byAddress.get(addressOf(baseUrl))?.name ?? this.#labelUnlike(name, host)
    if (other !== undefined) return `The organisation ${other}`
    const serverPath = this.#serverPath(host)
    if (serverPath === undefined || !`${pathname}/`.startsWith(serverPath)) return undefined
    const [, below, rest] = /^orgs\/([^/]+)(.*)$/.exec(pathname.slice(serverPath.length)) ?? []
    if (below === undefined) return "The server's own organisation"
    return below === name && /^\/?$/.test(rest!) ? undefined : `The organisation ${below}`
  }

  #labelUnlike(name: string, host: string): string | undefined {
    const label = this.labelOf(hostname(host))
    return label === name || this.#serverPath(host) !== undefined ? undefined : label
  }

  /** The path below which the server answers at a host, with a slash at its end; undefined at other hosts. */
  #serverPath(host: string): string | undefined {
    const url = this.#serverUrls()
      .map((each) => new URL(each))
      .find((each) => canonical(each.host) === canonical(host))
    return url?.pathname.replace(/\/?$/, '/')
  }
}

/** Host and path, without the protocol, since one server answers both http and https of a host. */
function addressOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  return `${canonical(host)}${pathname}`
}

/** A host with its port, under one name for every name of this machine. */
function canonical(host: string): string {
  const name = hostname(host)
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  return `${thisMachine.test(name) ? 'localhost' : name}${port}`
}

const thisMachine = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|::1?|::ffff:7f[\da-f]{2}:[\da-f]+)$/
