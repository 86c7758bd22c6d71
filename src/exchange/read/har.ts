import { readFileSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { jsonOf, listOf, member, textOf, textsOf } from '../json.ts'
import type { RecordedCall } from '../exchange.ts'
import { inCharset } from './body.ts'
import { callOf, headersOfPairs } from './raw-call.ts'

/**
 * The calls of an HTTP archive (HAR 1.2): browsers, proxies, and the journal of Identikit. Readers put the entries in
 * the order of their beginnings.
 *
 * @param file The archive, for bodies in files next to it.
 */
export function readHar(document: unknown, file: string): readonly (RecordedCall | undefined)[] | undefined {
  const entries = member(document, 'log', 'entries')
  return Array.isArray(entries)
    ? inOrder(entries).map(([entry, index]) => harCall(entry, index + 1, file))
    : undefined
}

/** Entries with their places in the file, the first begun first. One without a time stays behind its neighbour. */
function inOrder(entries: readonly unknown[]): readonly (readonly [unknown, number])[] {
  let last = Number.NEGATIVE_INFINITY
  return entries
    .map((entry, index) => {
      const begun = Date.parse(textOf(member(entry, 'startedDateTime')))
      last = Number.isNaN(begun) ? last : begun
      return { entry, index, begun: last }
    })
    .toSorted((one, other) => (one.begun === other.begun ? one.index - other.index : one.begun - other.begun))
    .map(({ entry, index }) => [entry, index])
}

/** One entry of an archive. */
export function harCall(entry: unknown, number: number, file: string): RecordedCall | undefined {
  const request = member(entry, 'request')
  const response = member(entry, 'response')
  return callOf(number, {
    method: member(request, 'method'),
    url: member(request, 'url'),
    requestHeaders: headersOfPairs(member(request, 'headers')),
    requestBody: postedBy(request, file),
    status: member(response, 'status'),
    headers: headersOfPairs(member(response, 'headers')),
    body: answeredBy(member(response, 'content'), file),
    startedAt: member(entry, 'startedDateTime'),
  })
}

function answeredBy(content: unknown, file: string): string | Buffer | undefined {
  const text = member(content, 'text')
  if (typeof text === 'string' && text !== '') return content64(content, text)
  const name = member(content, '_file')
  if (typeof name === 'string') return attached(name, file)
  // A size is the number of bytes that there were.
  return Number(member(content, 'size') ?? 0) === 0 || (text === '' && member(content, 'size') === -1)
    ? ''
    : undefined
}

/** Bytes in base64 or, as Polly has them, in hexadecimal. Polly has a list of chunks, as JSON text. */
function content64(content: unknown, text: string): string | Buffer {
  const isBase64 = member(content, 'encoding') === 'base64'
  if (!isBase64 && member(content, '_isBinary') !== true) return text
  const chunks = text.startsWith('[') ? textsOf(jsonOf(text)) : [text]
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk, isBase64 ? 'base64' : 'hex')))
}

/** The bytes of a file next to the archive, as Playwright writes them; undefined for a missing one. */
function attached(name: string, file: string): Buffer | undefined {
  const folder = dirname(resolve(file))
  const path = resolve(folder, name)
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function postedBy(request: unknown, file: string): string | Buffer | undefined {
  const postData = member(request, 'postData')
  const mediaType = textOf(member(postData, 'mimeType'))
  const text = member(postData, 'text')
  const params = listOf(member(postData, 'params'))
  const name = member(postData, '_file')
  if (typeof text === 'string' && (text !== '' || params.length === 0))
    return member(postData, 'encoding') === 'base64'
      ? inCharset(Buffer.from(text, 'base64'), mediaType)
      : text
  if (typeof name === 'string') return attached(name, file)
  if (params.length > 0)
    return /multipart/i.test(mediaType)
      ? undefined
      : new URLSearchParams(
          params.map((each) => [textOf(member(each, 'name')), textOf(member(each, 'value'))]),
        ).toString()
  return Number(member(request, 'bodySize') ?? 0) > 0 ? undefined : ''
}
