import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { Turns } from './turns.ts'

/**
 * Ignores a request to change the protocol (RFC 9110, section 7.8). It reads the request again without the upgrade
 * headers, so it and later requests on the connection get ordinary replies.
 *
 * By itself, node:http drops data that arrives together with such a request, and does not answer it.
 */
export function ignoreUpgrades(server: Server, isEncrypted: boolean): void {
  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, rest: Buffer) => {
    const socket = duplex as Socket
    socket.on('error', () => {})
    // Earlier replies are under way, and belong to the parser that is replaced here.
    Turns.take(socket, undefined, () => {
      // Later: Node 22 emits this event while it reads the request from the socket, and then reads no further.
      setImmediate(() => {
        if (socket.destroyed) return
        socket.unshift(Buffer.concat([Buffer.from(headOf(request), 'latin1'), rest]))
        server.emit(isEncrypted ? 'secureConnection' : 'connection', socket)
      })
    })
  })
}

/** The original head of a request, without the upgrade headers. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    const value = rawHeaders[index + 1]!
    const lower = name.toLowerCase()
    if (lower === 'upgrade' || lower === 'http2-settings') continue
    lines.push(`${name}: ${lower === 'connection' ? withoutUpgrade(value) : value}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function withoutUpgrade(connection: string): string {
  return connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !/^(?:upgrade|http2-settings)$/i.test(option))
    .join(', ')
}
