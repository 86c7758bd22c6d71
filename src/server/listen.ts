import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long requests under way may continue once the server closes, in milliseconds. */
const closeGrace = 2000

/** Where servers listen. */
export interface Listening {
  readonly port: number
  /** Stops them all, and gives requests under way two seconds. */
  readonly close: () => Promise<void>
}

/**
 * Listens at every address of a host. `localhost` is 127.0.0.1 and, if this machine has it, ::1, because clients use
 * either. Rejects if one address fails, with the code of node:net.
 *
 * @param port 0 for any free port.
 */
export async function listenAt(make: () => Server, port: number, host: string): Promise<Listening> {
  const isLocal = host.toLowerCase() === 'localhost'
  const first = make()
  await listen(first, port, isLocal ? '127.0.0.1' : host)
  const listening = { port: (first.address() as AddressInfo).port, close: () => close(first) }
  if (!isLocal) return listening
  const second = make()
  try {
    await listen(second, listening.port, '::1')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (/^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code)) return listening
    await close(first)
    // The port was free at only one of the two addresses.
    if (code === 'EADDRINUSE' && port === 0) return listenAt(make, port, host)
    throw error
  }
  return { port: listening.port, close: async () => void (await Promise.all([first, second].map(close))) }
}

/** Lets a server listen; rejects with the code of node:net if it cannot. */
function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const impatience = setTimeout(() => server.closeAllConnections(), closeGrace)
  await closed
  clearTimeout(impatience)
}
