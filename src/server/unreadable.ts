import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refusals } from '../contract/errors/catalogue.ts'
import { allowHeader } from '../handlers/allow.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { HostRefusal } from './host-check.ts'
import { Turns } from './turns.ts'

/** How long a client may take to hang up after an error, in milliseconds. */
const farewell = 1000

const notWellFormed = { code: 'E0000003', summary: 'The request was not well-formed.' }
const notSupported = refusals['method-not-supported']

/** Statuses for requests that node:http cannot read. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Rejects data that node:http cannot read, after the replies to earlier requests, and ends the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The data after it is unreadable, too.
  if (refused.has(socket)) return
  refused.add(socket)
  const status = statuses[error.code ?? ''] ?? '400 Bad Request'
  Turns.end(socket as Socket, () => endWith(socket, status, bodyOf(notWellFormed)))
}

const refused = new WeakSet<Duplex>()

const { Allow: allow } = allowHeader(['GET', 'POST', 'PUT', 'DELETE'])

/** Rejects a request for a tunnel, which would otherwise get no answer. */
export function refuseTunnel(_: unknown, socket: Duplex): void {
  endWith(socket, '405 Method Not Allowed', bodyOf(notSupported), `\r\nAllow: ${allow}`)
}

/** The reply to a request whose host is foreign (RFC 9110, section 15.5.20), repeated, or missing. */
export function hostReply(refusal: HostRefusal): WireReply {
  if (refusal.reason !== 'foreign') {
    const cause = refusal.reason === 'several' ? 'There is more than one' : 'There is none'
    return { status: 400, headers, body: bodyOf(notWellFormed, `Host: ${cause}`) }
  }
  const body = bodyOf(
    { code: 'E0000003', summary: 'This server does not answer under that name.' },
    `Host: ${refusal.host.slice(0, 200)} is not the base URL's; to allow it, start the server with --allowed-hosts`,
  )
  return { status: 421, headers, body }
}

/** The reply to a request with an `Expect` header that the server does not support (RFC 9110, section 10.1.1). */
export function expectationReply(expected: string): WireReply {
  const body = bodyOf(
    { code: 'E0000003', summary: 'The request expects what this server does not do.' },
    `Expect: expected 100-continue, got ${expected.slice(0, 200)}`,
  )
  return { status: 417, headers, body }
}

const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' }

function bodyOf(
  { code, summary }: { readonly code: string; readonly summary: string },
  cause?: string,
): string {
  return JSON.stringify({
    errorCode: code,
    errorSummary: summary,
    errorLink: code,
    errorId: 'unreadable',
    errorCauses: cause === undefined ? [] : [{ errorSummary: cause }],
  })
}

/** Answers directly on a socket that has no response, and ends the connection. */
function endWith(socket: Duplex, status: string, body: string, more = ''): void {
  socket.on('error', () => {})
  const date = new Date().toUTCString()
  const head = `HTTP/1.1 ${status}\r\nDate: ${date}\r\nConnection: close\r\nContent-Type: application/json${more}`
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  // Drops further data: an immediate close would take the reply back with it.
  socket.resume()
  setTimeout(() => socket.destroy(), farewell).unref()
}
