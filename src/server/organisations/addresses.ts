import { hostname } from '../hosts.ts'
import { OrganisationRefusal } from './refusal.ts'
import type { Served } from './served.ts'

/** Where the organisations of a server are: no two at one address, and some at a host of their own. */
export class Addresses {
  readonly #serverUrl: () => string
  readonly #byHost = new Map<string, Served>()
  readonly #byAddress = new Map<string, Served>()
  readonly #addresses = new WeakMap<Served, string>()

  /** @param serverUrl The base URL of the server itself. */
  constructor(serverUrl: () => string) {
    this.#serverUrl = serverUrl
  }

  /** The organisation whose base URL is at a host of its own. */
  atHost(host: string): Served | undefined {
    return this.#byHost.get(host)
  }

  /** Whether an organisation is at a host of that name, whatever its port. */
  hasHost(name: string): boolean {
    return [...this.#byHost.keys()].some((host) => hostname(host) === name)
  }

  add(served: Served, baseUrl: string): void {
    const address = addressOf(baseUrl)
    this.#addresses.set(served, address)
    this.#byAddress.set(address, served)
    const { host, pathname } = new URL(baseUrl)
    if (pathname === '/' && host !== new URL(this.#serverUrl()).host) this.#byHost.set(host, served)
  }

  remove(served: Served): void {
    const address = this.#addresses.get(served)
    if (address !== undefined && this.#byAddress.get(address) === served) this.#byAddress.delete(address)
    for (const [host, other] of this.#byHost) if (other === served) this.#byHost.delete(host)
  }

  /**
   * Of two at one address only one could be reached, and the links of the other would lead there.
   *
   * @throws OrganisationRefusal
   */
  refuseTaken(baseUrl: string): void {
    const address = addressOf(baseUrl)
    const other = this.#byAddress.get(address)
    if (!other && address !== addressOf(this.#serverUrl())) return
    const holder = other ? `The organisation ${other.name}` : "The server's own organisation"
    throw new OrganisationRefusal(409, 'address-taken', `baseUrl: ${holder} is at ${baseUrl} already`)
  }
}

/** Host and path: http and https are not told apart, since one server answers for the host. */
function addressOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  return `${host}${pathname}`
}
