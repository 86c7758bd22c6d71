import { OptionError } from '../model/kernel/check-options.ts'
import { hostname, isLoopback } from './hosts.ts'
import type { ServerReply, ServerRequest } from './wire.ts'

/** A Host header: an address in brackets or a name, and a port (RFC 9110, section 7.2). No name has other signs. */
const form = /^(?:\[[\da-f.]*:[\da-f:.]*\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d*)?$/i

/** Decides which names a server answers to. */
export interface HostCheckOptions {
  /** Whether a name belongs to an address of the server's links. */
  readonly isOwn: (name: string) => boolean
  /** Further names; `*.example.com` stands for every name below `example.com`, and `*` for every name. */
  readonly allowed: readonly string[]
  /** Receives each refused host. */
  readonly onRefused?: ((host: string) => void) | undefined
}

/**
 * Rejects requests under names that are not the server's. Any page may let its own name resolve to this machine (DNS
 * rebinding). The browser then treats a call as same-origin, and only the Host header shows the difference.
 */
export class HostCheck {
  readonly #isOwn: (name: string) => boolean
  readonly #allowed: readonly string[]
  readonly #onRefused: HostCheckOptions['onRefused']
  /** The last host that is a name of this machine: most requests come under the same one. */
  #own: string | undefined

  /** @throws TypeError that names the invalid host name. */
  constructor({ isOwn, allowed, onRefused }: HostCheckOptions) {
    this.#onRefused = onRefused
    this.#isOwn = isOwn
    this.#allowed = allowed.map(parsePattern)
  }

  /** The reply to a request under a foreign name (RFC 9110, section 15.5.20); undefined under one of this server's. */
  refusal(request: ServerRequest): ServerReply | undefined {
    const host = request.header('host')
    // HTTP/1.0 has no Host, and no browser speaks it.
    if (host === undefined || this.#isServed(host, request.localAddress)) return undefined
    this.#onRefused?.(host)
    const errorSummary = `Host: ${host.slice(0, 200)} is not the base URL's; to allow it, start the server with --allowed-hosts`
    const body = JSON.stringify({
      errorCode: 'E0000003',
      errorSummary: 'This server does not answer under that name.',
      errorLink: 'E0000003',
      errorId: 'foreign-host',
      errorCauses: [{ errorSummary }],
    })
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' }
    return { status: 421, headers, body }
  }

  /** @param reached The address by which the client reached the server, if known. */
  #isServed(host: string, reached?: string): boolean {
    if (host === this.#own) return true
    if (!form.test(host)) return false
    const name = hostname(host)
    if (isLoopback(name)) {
      this.#own = host
      return true
    }
    return (
      // DNS rebinding cannot change an address; the client reached the server by this one.
      name === reached?.replace(/^::ffff:/, '') ||
      this.#isOwn(name) ||
      this.#allowed.some((pattern) => matches(pattern, name))
    )
  }
}

function parsePattern(text: string): string {
  const name = hostname(text.trim())
  if (name === '*' || /^(\*\.)?[^\s*/@,]+$/.test(name)) return name
  throw OptionError.of(
    'allowedHosts',
    `expected the name of a host, such as id.test or *.id.test, got "${text}"`,
  )
}

function matches(pattern: string, name: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern
}
