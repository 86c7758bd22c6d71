import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { refusals } from '../contract/errors.ts'
import { bodyMaxLength } from '../handlers/parse-input.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { builtin } from './builtin.ts'
import { Front } from './front.ts'
import { announcesBody, NodeRequest, readBody, send } from './node-http.ts'

/** What is served, and where. */
export interface ServeOptions {
  /** The organisation to serve. Default: a new one, made with `options`. */
  readonly org?: Organisation
  /** How the organisation is made, where none is given. */
  readonly options?: OrgOptions
  /** Default 4010; 0 takes any that is free. */
  readonly port?: number
  /** Address to listen at. Default `127.0.0.1`: only this machine can reach it. */
  readonly host?: string
  /**
   * Address under which links are made. Default: that of the organisation's options, else the one it is served
   * at.
   */
  readonly baseUrl?: string
}

/** A server that runs. */
export interface RunningServer {
  /** Where it is reached, without a trailing slash: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  readonly org: Organisation
  /** Stops it: no new connections; requests under way are answered. Resolves once every connection is closed. */
  readonly close: () => Promise<void>
}

const { createServer } = builtin('node:http')

/** How long requests under way may still take once the server is told to close, in milliseconds. */
const closeGrace = 2000

/** How long an idle connection is kept, in milliseconds: longer than the pools of common clients keep theirs. */
const keepAlive = 65_000

/**
 * Serves an organisation over HTTP.
 *
 * @throws TypeError that lists every mistake in the options, or names the host or base URL that is none.
 * @throws Error with the code `EADDRINUSE` when the port is taken, as node:net gives it.
 */
export async function serve({
  options = {},
  org = createOrganisation(options),
  port = 4010,
  host = '127.0.0.1',
  baseUrl = org.model.options.baseUrl,
}: ServeOptions = {}): Promise<RunningServer> {
  if (host === '') throw new TypeError('host: Expected an address, found ""')
  if (baseUrl !== undefined) org.model.baseUrl = baseUrl
  const server = createHttpServer(org)
  await listen(server, port, host)
  const actualPort = (server.address() as AddressInfo).port
  const url = `http://${hostInUrl(host)}:${actualPort}`
  if (baseUrl === undefined) org.model.baseUrl = url
  return { url, port: actualPort, org, close: () => close(server) }
}

/** Makes a node:http server that answers for an organisation, not yet listening. */
function createHttpServer({ dispatcher }: Organisation): Server {
  const front = new Front(dispatcher)
  const server = createServer({ keepAliveTimeout: keepAlive, noDelay: true }, (incoming, response) => {
    incoming.on('error', ignore)
    response.on('error', ignore)
    if (!announcesBody(incoming)) {
      answer(front, incoming, response, '')
      return
    }
    readBody(incoming, bodyMaxLength, (body) => {
      if (body !== undefined) answer(front, incoming, response, body)
      else send(response, dispatcher.refuse(new NodeRequest(incoming, ''), 'body-too-large'), false)
    })
  })
  server.on('clientError', refuseUnreadable)
  // Without this a request for a tunnel hears nothing.
  server.on('connect', (_, socket) => endWith(socket, '405 Method Not Allowed', notSupported))
  return server
}

function answer(front: Front, incoming: IncomingMessage, response: ServerResponse, body: string): void {
  const isHead = incoming.method === 'HEAD'
  const reply = front.answer(new NodeRequest(incoming, body))
  if (reply instanceof Promise) reply.then((late) => send(response, late, isHead), breakOff(response))
  else send(response, reply, isHead)
}

/** Ends a request that nothing could answer: only a fault of ours leads here. */
function breakOff(response: ServerResponse): () => void {
  const lastResort: WireReply = { status: 500, headers: {}, body: '' }
  return () => {
    if (response.headersSent) response.destroy()
    else send(response, lastResort, false)
  }
}

/** Statuses of requests that node:http could not read. */
const unreadable: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  endWith(socket, unreadable[error.code ?? ''] ?? '400 Bad Request', notWellFormed)
}

const notWellFormed = { code: 'E0000003', summary: 'The request was not well-formed.' }
const notSupported = refusals['method-not-supported']

/** Answers where there is no response to write to, and ends the connection. */
function endWith(
  socket: Duplex,
  status: string,
  { code, summary }: { readonly code: string; readonly summary: string },
): void {
  socket.on('error', ignore)
  const body = JSON.stringify({
    errorCode: code,
    errorSummary: summary,
    errorLink: code,
    errorId: 'unreadable',
    errorCauses: [],
  })
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json`
  socket.end(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
}

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
  server.closeIdleConnections()
  const impatience = setTimeout(() => server.closeAllConnections(), closeGrace)
  await closed
  clearTimeout(impatience)
}

/** How a host to listen at is written in a URL: every address is reached as this machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function ignore(): void {}
