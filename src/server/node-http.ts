import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { bodiless } from '../contract/formats/header.ts'
import { bodyMaxLength } from '../handlers/parse-input.ts'
import { builtin } from './builtin.ts'
import { isShort, writeList } from './list-buffers.ts'
import { NodeRequest } from './node-request.ts'
import type { Certificate } from './tls.ts'
import type { Handle, ServerReply } from './wire.ts'

/** How long an idle connection stays open, in milliseconds: longer than in the pools of common clients. */
const keepAliveTimeout = 65_000

/** Creates a node:http server, which does not listen yet. */
export function createHttpServer(handle: Handle, certificate?: Certificate): Server {
  const protocol = certificate ? 'https:' : 'http:'
  const listener: RequestListener = (incoming, response) => {
    response.on('error', ignore)
    readBody(incoming, (body) => {
      const request = new NodeRequest(incoming, protocol, body)
      void handle(request).then((reply) => send(response, reply, incoming.method === 'HEAD'))
    })
  }
  return certificate
    ? builtin('node:https').createServer({ keepAliveTimeout, ...certificate }, listener)
    : builtin('node:http').createServer({ keepAliveTimeout }, listener)
}

/** A client that is gone is no error. */
function ignore(): void {}

/**
 * Reads a body as text, and calls back with it; with undefined if it exceeds the limit. It then reads the rest and
 * drops it, because a client that is still sending does not read an answer.
 */
function readBody(incoming: IncomingMessage, done: (body: string | undefined) => void): void {
  const { 'transfer-encoding': encoding, 'content-length': announced = '0' } = incoming.headers
  if (encoding === undefined && announced === '0') return done('')
  const chunks: Buffer[] = []
  let length = 0
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= bodyMaxLength) chunks.push(chunk)
  })
  incoming.on('end', () => done(length > bodyMaxLength ? undefined : textOf(chunks)))
}

/** Most bodies come in one piece, which needs no copy. */
function textOf(chunks: readonly Buffer[]): string {
  return chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString()
}

/** Sends a reply; for HEAD, only the head. */
function send(response: ServerResponse, reply: ServerReply, isHead: boolean): void {
  const { status, headers, elements, parts, broken } = reply
  if (broken) {
    // Loaded on demand: few servers have such faults.
    void import('./send-broken.ts').then(({ sendBroken }) => sendBroken(response, reply, broken, isHead))
    return
  }
  if (parts || bodiless.has(status)) {
    response.writeHead(status, headers as Record<string, string | string[]>)
    if (parts && !isHead) return sendParts(response, parts)
    void parts?.cancel()
    response.end()
    return
  }
  const list = elements && !isHead && !isShort(elements) ? writeList(elements) : undefined
  const body = list?.bytes ?? reply.body
  const length = Buffer.byteLength(body)
  response.writeHead(status, flatHead(headers, length))
  if (isHead) response.end()
  else if (list) response.end(body, list.giveBack)
  // As many bytes as characters: the text is ASCII, which needs no encoding.
  else if (length === body.length) response.end(body, 'latin1')
  else response.end(body)
}

function sendParts(response: ServerResponse, parts: ReadableStream<string>): void {
  response.flushHeaders()
  const { pipeline, Readable } = builtin('node:stream')
  // Cancels the parts when the client hangs up.
  pipeline(Readable.fromWeb(parts as never), response, () => {})
}

/** Alternating names and values, which node:http writes unchanged: it would copy an object twice. */
function flatHead(headers: ServerReply['headers'], length: number): string[] {
  const flat: (string | readonly string[])[] = []
  for (const name in headers) flat.push(name, headers[name]!)
  flat.push('Content-Length', String(length))
  return flat as string[]
}
