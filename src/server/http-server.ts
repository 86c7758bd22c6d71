import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { bodyMaxLength } from '../handlers/parse-input.ts'
import type { WireReply } from '../handlers/wire.ts'
import { builtin } from './builtin.ts'
import type { HostCheck } from './host-check.ts'
import { announcesBody, NodeRequest, readBody, send } from './node-http.ts'
import type { Answering } from './answering.ts'
import type { Certificate } from './tls.ts'
import { Turns } from './turns.ts'
import { ignoreUpgrades } from './upgrade.ts'
import { expectationReply, hostReply, refuseTunnel, refuseUnreadable } from './unreadable.ts'

/** How long an idle connection stays open, in milliseconds: longer than in the pools of common clients. */
const keepAlive = 65_000

/** How long a client may take to send a request, from its first byte to its last, in milliseconds. */
const requestPatience = 29_000

/** How long requests under way may continue once the server closes, in milliseconds. */
const closeGrace = 2000

/**
 * Creates a node:http server that does not listen yet: it reads requests, and sends the answers of the front.
 *
 * @param patience How long a client may take to send a request, and to agree on TLS, in milliseconds. Default: 29
 *   seconds; node:http checks once a second. Without it, a stalled request would hold its connection for minutes.
 */
export function createHttpServer(
  front: Answering,
  hosts: HostCheck,
  onHostRefused?: (host: string) => void,
  certificate?: Certificate,
  patience = requestPatience,
): Server {
  const options = {
    keepAliveTimeout: keepAlive,
    noDelay: true,
    // The front rejects requests without a Host, as it does for other errors.
    requireHostHeader: false,
    headersTimeout: patience,
    requestTimeout: patience,
    handshakeTimeout: patience,
    connectionsCheckingInterval: Math.min(patience, 1000),
  }
  const listener: RequestListener = (incoming, response) => {
    incoming.on('error', ignore)
    response.on('error', ignore)
    const refusal = hosts.refusal(incoming)
    if (refusal) {
      if (refusal.reason === 'foreign') onHostRefused?.(refusal.host)
      refuse(incoming, response, hostReply(refusal))
      return
    }
    Turns.take(incoming.socket, response, () => respond(front, incoming, response))
  }
  const server: Server = certificate
    ? builtin('node:https').createServer({ ...options, ...certificate }, listener)
    : builtin('node:http').createServer(options, listener)
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', (incoming, response) => {
    refuse(incoming, response, expectationReply(incoming.headers.expect ?? ''))
  })
  server.on('connect', refuseTunnel)
  ignoreUpgrades(server, certificate !== undefined)
  return server
}

/** Rejects a request in its turn, without reading its body. */
function refuse(incoming: IncomingMessage, response: ServerResponse, reply: WireReply): void {
  Turns.take(incoming.socket, response, () => send(response, reply, incoming.method === 'HEAD'))
}

function respond(front: Answering, incoming: IncomingMessage, response: ServerResponse): void {
  if (!announcesBody(incoming)) {
    void answer(front, incoming, response, '')
    return
  }
  readBody(incoming, bodyMaxLength, (body) => void answer(front, incoming, response, body))
}

/** @param body Undefined for one that is too large. */
async function answer(
  front: Answering,
  incoming: IncomingMessage,
  response: ServerResponse,
  body: string | undefined,
): Promise<void> {
  const request = new NodeRequest(incoming, body ?? '')
  try {
    const reply = body === undefined ? front.refuse(request, 'body-too-large') : front.answer(request)
    send(response, await reply, body !== undefined && incoming.method === 'HEAD')
  } catch (error) {
    front.onError?.(error, request)
    if (response.headersSent) response.destroy()
    else send(response, lastResort, false)
  }
}

/** Ends a request that nothing could answer: only a fault of Identikit leads here. */
const lastResort: WireReply = { status: 500, headers: {}, body: '' }

/** Where servers listen. */
export interface Listening {
  readonly port: number
  /** Stops them all. */
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
  const closeFirst = closer(first)
  await listen(first, port, isLocal ? '127.0.0.1' : host)
  const listening = { port: (first.address() as AddressInfo).port, close: closeFirst }
  if (!isLocal) return listening
  const second = make()
  const closeSecond = closer(second)
  try {
    await listen(second, listening.port, '::1')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (/^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code)) return listening
    await closeFirst()
    // The port was free at only one of the two addresses.
    if (code === 'EADDRINUSE' && port === 0) return listenAt(make, port, host)
    throw error
  }
  return {
    port: listening.port,
    close: async () => void (await Promise.all([closeFirst(), closeSecond()])),
  }
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

/** Tracks a server's connections; returns a function that closes it and gives requests under way two seconds. */
function closer(server: Server): () => Promise<void> {
  // node:http would not close connections that left HTTP, as after CONNECT.
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const impatience = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, closeGrace)
    await closed
    clearTimeout(impatience)
  }
}

function ignore(): void {}
