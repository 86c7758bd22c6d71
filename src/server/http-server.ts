import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { bodyMaxLength } from '../handlers/parse-input.ts'
import { whileWaiting, type WireReply } from '../handlers/wire.ts'
import { builtin } from './builtin.ts'
import type { HostCheck } from './host-check.ts'
import { announcesBody, NodeRequest, readBody, send } from './node-http.ts'
import type { Answering } from './answering.ts'
import type { ServerReply } from './reply.ts'
import type { Certificate } from './tls.ts'
import { Turns } from './turns.ts'
import { ignoreUpgrades } from './upgrade.ts'
import { expectationReply, hostReply, refuseTunnel, refuseUnreadable } from './unreadable.ts'
import { isPromise } from '../model/kernel/is-promise.ts'

/** How long an idle connection is kept, in milliseconds: longer than the pools of common clients keep theirs. */
const keepAlive = 65_000

/** How long a client may take to send a request, from its first byte to its last, in milliseconds. */
const requestPatience = 29_000

/** How long requests under way may still take once the server is told to close, in milliseconds. */
const closeGrace = 2000

/**
 * Makes a node:http server, not yet listening: it reads requests, and sends what the front answers.
 *
 * @param patience How long a client may take to send a request, and to agree on TLS, in milliseconds. Default: 29
 *   seconds, and node:http looks once a second; a request that stalls would otherwise hold its connection for minutes.
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
    // Requests without a Host are refused here, as the others are.
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

/** Refuses a request, its body unread, in its turn. */
function refuse(incoming: IncomingMessage, response: ServerResponse, reply: WireReply): void {
  Turns.take(incoming.socket, response, () => send(response, reply, incoming.method === 'HEAD'))
}

function respond(front: Answering, incoming: IncomingMessage, response: ServerResponse): void {
  if (!announcesBody(incoming)) {
    answer(front, incoming, response, '')
    return
  }
  readBody(incoming, bodyMaxLength, (body) => {
    if (body !== undefined) return answer(front, incoming, response, body)
    const request = new NodeRequest(incoming, '')
    sendWhenMade(front, request, response, front.refuse(request, 'body-too-large'), false)
  })
}

function answer(front: Answering, incoming: IncomingMessage, response: ServerResponse, body: string): void {
  const request = new NodeRequest(incoming, body)
  const reply = whileWaiting(request, front.answer(request), () => incoming.socket.destroyed)
  sendWhenMade(front, request, response, reply, incoming.method === 'HEAD')
}

/** Sends a reply, at once where it is there. */
function sendWhenMade(
  front: Answering,
  request: NodeRequest,
  response: ServerResponse,
  reply: ServerReply | Promise<ServerReply>,
  isHead: boolean,
): void {
  if (!isPromise(reply)) {
    send(response, reply, isHead)
    return
  }
  reply
    .then((late) => send(response, late, isHead))
    .catch((error: unknown) => {
      front.onError?.(error, request)
      if (response.headersSent) response.destroy()
      else send(response, lastResort, false)
    })
}

/** Ends a request that nothing could answer: only a fault of ours leads here. */
const lastResort: WireReply = { status: 500, headers: {}, body: '' }

/** Where servers listen. */
export interface Listening {
  readonly port: number
  /** Stops them all. */
  readonly close: () => Promise<void>
}

/**
 * Has servers listen at every address that a host stands for: `localhost` is 127.0.0.1 and, where this machine has
 * it, ::1, for a client takes either. Rejects where one cannot, with the code that node:net gives.
 *
 * @param port 0 for one that is free.
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
    // It was free at one of the two only.
    if (code === 'EADDRINUSE' && port === 0) return listenAt(make, port, host)
    throw error
  }
  return {
    port: listening.port,
    close: async () => void (await Promise.all([closeFirst(), closeSecond()])),
  }
}

/** Has a server listen; rejects where it cannot, with the code that node:net gives. */
function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Keeps count of a server's connections; returns what closes it, giving what is under way two seconds. */
function closer(server: Server): () => Promise<void> {
  // Those that left HTTP, as after CONNECT, are none that node:http would close.
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
