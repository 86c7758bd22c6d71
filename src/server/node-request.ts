import type { IncomingMessage } from 'node:http'
import type { WireRequest } from '../handlers/wire.ts'
import type { ServerRequest } from './wire.ts'

/** A request of node:http whose body was read. */
export class NodeRequest implements ServerRequest {
  readonly method: string
  path: string
  readonly query: string
  readonly body: string
  readonly isTooLarge: boolean
  readonly protocol: ServerRequest['protocol']
  readonly remoteAddress: string | undefined
  readonly localAddress: string | undefined
  readonly #headers: IncomingMessage['headers']
  isGone: WireRequest['isGone']

  constructor(
    { method = 'GET', url = '/', headers, socket }: IncomingMessage,
    protocol: ServerRequest['protocol'],
    body: string | undefined,
  ) {
    // A target in absolute form, as clients send it to a proxy, replaces the Host (RFC 9112, section 3.2.2).
    const absolute = url.startsWith('/') ? null : /^[a-z][\w+.-]*:\/\/([^/?#]*)(.*)$/i.exec(url)
    const host = absolute?.[1]
    const target = absolute?.[2] ?? url
    const question = target.indexOf('?')
    this.method = method === 'HEAD' ? 'GET' : method
    const path = question === -1 ? target : target.slice(0, question)
    // `OPTIONS *` is about the whole server.
    this.path = path === '' || path === '*' ? '/' : path
    this.query = question === -1 ? '' : target.slice(question + 1)
    this.body = body ?? ''
    this.isTooLarge = body === undefined
    this.protocol = protocol
    this.remoteAddress = socket.remoteAddress
    this.localAddress = socket.localAddress
    this.isGone = goneOf(socket)
    this.#headers = host === undefined ? headers : { ...headers, host }
  }

  header(name: string): string | undefined {
    const value = this.#headers[name]
    return typeof value === 'string' || value === undefined ? value : value.join(', ')
  }

  *headers(): Iterable<readonly [string, string]> {
    for (const name of Object.keys(this.#headers)) yield [name, this.header(name)!]
  }
}

/** A function on the right side of an assignment would be an old object at once, and keep the connection. */
function goneOf(socket: IncomingMessage['socket']): WireRequest['isGone'] {
  return () => socket.destroyed
}
