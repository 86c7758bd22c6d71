import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodiless } from '../contract/formats/header.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { ServerReply } from './reply.ts'
import { isShort, writeList } from './list-buffers.ts'

/** A request of node:http whose body was read. */
export class NodeRequest implements WireRequest {
  readonly method: string
  /** On a server with several organisations, cut to the part below an organisation's address. */
  path: string
  readonly query: string
  readonly body: string
  readonly remoteAddress: string | undefined
  readonly #headers: IncomingMessage['headers']
  isGone: WireRequest['isGone']

  constructor({ method = 'GET', url = '/', headers, socket }: IncomingMessage, body: string) {
    const target = url.startsWith('/') ? url : pathOfAbsolute(url)
    const question = target.indexOf('?')
    this.method = method === 'HEAD' ? 'GET' : method
    this.path = question === -1 ? target : target.slice(0, question)
    this.query = question === -1 ? '' : target.slice(question + 1)
    this.body = body
    this.remoteAddress = socket.remoteAddress
    this.isGone = () => socket.destroyed
    this.#headers = headers
  }

  header(name: string): string | undefined {
    const value = this.#headers[name]
    return typeof value === 'string' || value === undefined ? value : value.join(', ')
  }

  *headers(): Iterable<readonly [string, string]> {
    for (const name of Object.keys(this.#headers)) yield [name, this.header(name)!]
  }
}

/** The path and query of a request target in absolute form, as clients send it through a proxy. */
function pathOfAbsolute(url: string): string {
  const authority = url.indexOf('://')
  const start = authority === -1 ? -1 : url.indexOf('/', authority + 3)
  return start === -1 ? '/' : url.slice(start)
}

/** Whether a body follows the head of a request. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * Reads a body as text, and calls back with it; with undefined if it exceeds the limit. It then reads the rest and
 * drops it, because a client that is still sending does not read an answer.
 */
export function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  done: (body: string | undefined) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
  })
  incoming.on('end', () => {
    if (length > maxBytes) done(undefined)
    else done(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString())
  })
}

type Head = Record<string, string | string[] | number>

/** Alternating names and values, which node:http writes unchanged: it would copy an object twice. */
function flatHead(headers: ServerReply['headers'], length: number): string[] {
  const flat: (string | readonly string[])[] = []
  for (const name in headers) flat.push(name, headers[name]!)
  flat.push('Content-Length', String(length))
  return flat as string[]
}

/** How many bytes may wait for a client that does not read, before its connection is closed. */
const streamWaitMax = 4 * 1024 * 1024

function sendStream(
  response: ServerResponse,
  { status, headers }: ServerReply,
  stream: NonNullable<ServerReply['stream']>,
): void {
  response.writeHead(status, headers as Head)
  response.flushHeaders()
  stream({
    write(text) {
      response.write(text)
      if (response.writableLength > streamWaitMax) response.destroy()
    },
    end: () => response.end(),
    onClose: (stop) => response.on('close', stop),
  })
}

/** Sends the parts of a body, no faster than the client reads them. */
function sendTexts(
  response: ServerResponse,
  { status, headers }: ServerReply,
  texts: Iterable<string>,
): void {
  response.writeHead(status, headers as Head)
  const rest = texts[Symbol.iterator]()
  const go = (): void => {
    for (let part = rest.next(); ; part = rest.next()) {
      if (part.done) return void response.end()
      if (!response.write(part.value)) return void response.once('drain', go)
    }
  }
  go()
}

/** Sends a reply; for HEAD, only the head. */
export function send(response: ServerResponse, reply: ServerReply, isHead: boolean): void {
  const { status, headers, elements, broken } = reply
  if (broken) {
    // Loaded on demand: few servers have such faults.
    void import('./send-broken.ts').then(({ sendBroken }) => sendBroken(response, reply, broken, isHead))
    return
  }
  const hasNoLength = reply.stream ?? reply.texts ?? bodiless.has(status)
  if (hasNoLength && (isHead || bodiless.has(status))) {
    response.writeHead(status, headers as Head)
    response.end()
    return
  }
  if (reply.stream) return sendStream(response, reply, reply.stream)
  if (reply.texts) return sendTexts(response, reply, reply.texts)
  const list = elements && !isHead && !isShort(elements) ? writeList(elements) : undefined
  const body = list?.bytes ?? reply.body
  const length = Buffer.byteLength(body)
  response.writeHead(status, flatHead(headers, length))
  if (isHead) response.end()
  else if (list?.giveBack) response.end(body, list.giveBack)
  // As many bytes as characters: the text is ASCII, which needs no encoding.
  else if (length === body.length) response.end(body, 'latin1')
  else response.end(body)
}
