import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { Turns } from './turns.ts'

/**
 * Ignores that a client asks for another protocol (RFC 9110, section 7.8): its request is read again without the
 * question, so that it is answered as any other, and so is what follows it on the connection.
 *
 * node:http alone drops what arrives together with such a request, and answers nothing to it.
 */
export function ignoreUpgrades(server: Server, isEncrypted: boolean): void {
  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, rest: Buffer) => {
    const socket = duplex as Socket
    socket.on('error', () => {})
    // Replies to what came before are under way, and belong to the parser that is given up here.
    Turns.take(socket, undefined, () => {
      // Later: Node 22 calls this from the read of the socket that brought the request, and reads no further after it.
      setImmediate(() => {
        if (socket.destroyed) return
        socket.unshift(Buffer.concat([Buffer.from(headOf(request), 'latin1'), rest]))
        server.emit(isEncrypted ? 'secureConnection' : 'connection', socket)
      })
    })
  })
}

/** The head of a request as it came, without what asks for another protocol. */
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
