import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

interface Stored {
  readonly body: Buffer
  readonly etag: string
  readonly modified: Date
}

/** A bucket that speaks as much of S3 as workerd's cluster mode needs: objects, conditional writes, lists. */
export interface Bucket {
  readonly url: string
  /** How often each method was called, refused conditions apart. */
  readonly calls: Map<string, number>
  /** The number of bytes of all objects. */
  readonly bytes: () => number
  readonly size: () => number
  readonly close: () => Promise<void>
}

/** Starts a bucket in memory. It takes any credentials. */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Stored>()
  const calls = new Map<string, number>()
  const server = createServer((request, response) => {
    void bodyOf(request).then(
      (body) => answer(objects, calls, request, body, response),
      // The sender was killed.
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    bytes: () => [...objects.values()].reduce((sum, { body }) => sum + body.length, 0),
    size: () => objects.size,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function answer(
  objects: Map<string, Stored>,
  calls: Map<string, number>,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
  const [, , ...rest] = decodeURIComponent(pathname).split('/')
  const key = rest.join('/')
  const isList = request.method === 'GET' && searchParams.get('list-type') === '2'
  const isBulk = request.method === 'POST' && searchParams.has('delete')
  const kind = isList ? 'LIST' : isBulk ? 'DELETE many' : (request.method ?? '')
  const known = objects.get(key)
  if (isList) send(response, 200, listed(objects, searchParams), { 'Content-Type': 'application/xml' })
  else if (isBulk) {
    for (const [, each] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(plain(each!))
    send(response, 200, '<DeleteResult/>', { 'Content-Type': 'application/xml' })
  } else if (request.method === 'GET' || request.method === 'HEAD') read(request, response, known)
  else if (request.method === 'DELETE') {
    objects.delete(key)
    send(response, 204, '')
  } else if (request.method === 'PUT') {
    const { 'if-none-match': none, 'if-match': match } = request.headers
    const isRefused =
      (none !== undefined && known !== undefined) || (match !== undefined && match !== known?.etag)
    if (isRefused) {
      calls.set('refused', (calls.get('refused') ?? 0) + 1)
      failed(response, match !== undefined && !known ? 404 : 412, 'PreconditionFailed')
      return
    }
    const etag = `"${createHash('md5').update(body).digest('hex')}-${(serial += 1)}"`
    objects.set(key, { body, etag, modified: new Date() })
    send(response, 200, '', { ETag: etag })
  } else failed(response, 501, 'NotImplemented')
  calls.set(kind, (calls.get(kind) ?? 0) + 1)
}

let serial = 0

function read(request: IncomingMessage, response: ServerResponse, known: Stored | undefined): void {
  if (!known) return failed(response, 404, 'NoSuchKey')
  const { body, etag, modified } = known
  const head = { ETag: etag, 'Last-Modified': modified.toUTCString(), 'Content-Type': 'binary/octet-stream' }
  if (request.headers['if-none-match'] === etag) return send(response, 304, '', head)
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) return send(response, 200, body, head, request.method === 'HEAD')
  const end = Math.min(to === '' ? body.length : Number(to) + 1, body.length)
  const range = { ...head, 'Content-Range': `bytes ${from}-${end - 1}/${body.length}` }
  return send(response, 206, body.subarray(Number(from), end), range)
}

const pageSize = 1000

function listed(objects: ReadonlyMap<string, Stored>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const folders = new Set<string>()
  const contents: string[] = []
  let last: string | undefined
  for (const key of keys) {
    if (contents.length + folders.size >= pageSize) break
    last = key
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
    if (end !== -1) folders.add(key.slice(0, end + 1))
    else {
      const { body, etag, modified } = objects.get(key)!
      contents.push(
        `<Contents><Key>${xml(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${xml(etag)}</ETag><Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
      )
    }
  }
  const isTruncated = last !== undefined && last !== keys.at(-1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<Name>identikit</Name><Prefix>${xml(prefix)}</Prefix><KeyCount>${contents.length + folders.size}</KeyCount>`,
    `<MaxKeys>${pageSize}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>`,
    isTruncated ? `<NextContinuationToken>${xml(last!)}</NextContinuationToken>` : '',
    ...contents,
    ...Array.from(folders, (each) => `<CommonPrefixes><Prefix>${xml(each)}</Prefix></CommonPrefixes>`),
    '</ListBucketResult>',
  ].join('')
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function plain(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

function failed(response: ServerResponse, status: number, code: string): void {
  send(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
    'Content-Type': 'application/xml',
  })
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
  isHead = false,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(isHead ? '' : body)
}
