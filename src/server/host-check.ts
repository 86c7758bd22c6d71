import { OptionError } from '../model/kernel/check-options.ts'
import type { IncomingMessage } from 'node:http'
import { hostname, isLoopback } from './hosts.ts'

/** A Host header: an address in brackets or a name, and a port (RFC 9110, section 7.2). No name has other signs. */
const form = /^(?:\[[\da-f.]*:[\da-f:.]*\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d*)?$/i

/** Why a request is not for this server. */
export type HostRefusal =
  | { readonly reason: 'several' | 'none' }
  | { readonly reason: 'foreign'; readonly host: string }

/** Decides which names a server answers to. */
export interface HostCheckOptions {
  /** Whether a name belongs to an address of the server's links. */
  readonly isOwn: (name: string) => boolean
  /** Further names; `*.example.com` stands for every name below `example.com`, and `*` for every name. */
  readonly allowed: readonly string[]
}

/**
 * Rejects requests under names that are not the server's. Any page may let its own name resolve to this machine (DNS
 * rebinding). The browser then treats a call as same-origin, and only the Host header shows the difference.
 */
export class HostCheck {
  readonly #isOwn: (name: string) => boolean
  readonly #allowed: readonly string[]
  /** The last host, and whether it is this machine: most requests name the same one. */
  #last: { readonly host: string; readonly name: string; readonly isLoopback: boolean } | undefined

  /** @throws TypeError that names the invalid host name. */
  constructor({ isOwn, allowed }: HostCheckOptions) {
    this.#isOwn = isOwn
    this.#allowed = allowed.map(parsePattern)
  }

  /** The error about the host of a request; undefined if it is a host of this server. */
  refusal({ headers, rawHeaders, httpVersion, url = '/', socket }: IncomingMessage): HostRefusal | undefined {
    if (hasSeveralHosts(rawHeaders)) return { reason: 'several' }
    const { host } = headers
    // HTTP/1.0 has no Host, and no browser speaks it.
    if (host === undefined && httpVersion !== '1.0') return { reason: 'none' }
    if (host !== undefined && !this.isServed(host, socket.localAddress)) return { reason: 'foreign', host }
    if (url.startsWith('/') || url === '*') return undefined
    // The absolute form takes precedence over the Host header (RFC 9112, section 3.2.2).
    const authority = /^[a-z][\w+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
    if (authority === undefined || this.isServed(authority, socket.localAddress)) return undefined
    return { reason: 'foreign', host: authority }
  }

  /**
   * Whether a host is one of this server's.
   *
   * @param reached The address by which the client reached the server, if known.
   */
  isServed(host: string, reached?: string): boolean {
    if (this.#last?.host !== host) {
      const name = form.test(host) ? hostname(host) : ''
      this.#last = { host, name, isLoopback: isLoopback(name) }
    }
    const { name, isLoopback: isHere } = this.#last
    if (name === '') return false
    return (
      isHere ||
      // DNS rebinding cannot change an address; the client reached the server by this one.
      name === reached?.replace(/^::ffff:/, '') ||
      this.#isOwn(name) ||
      this.#allowed.some((pattern) => matches(pattern, name))
    )
  }
}

/** Node keeps the first and drops the rest, but other software may use the last. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
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
