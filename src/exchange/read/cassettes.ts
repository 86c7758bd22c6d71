import { isRedacted } from '../restore.ts'
import { listOf, member, objectOf, textOf, headersOf } from '../json.ts'
import type { RecordedCall } from '../exchange.ts'
import { inCharset } from './body.ts'
import { callOf } from './raw-call.ts'

/** The calls of a cassette: of go-vcr, vcrpy, vcr for Ruby, and Betamax. They differ in how a few members are called. */
export function readCassette(document: unknown): readonly (RecordedCall | undefined)[] | undefined {
  const interactions = member(document, 'interactions') ?? member(document, 'http_interactions')
  return Array.isArray(interactions)
    ? interactions.map((each: unknown, index) => cassetteCall(each, index + 1))
    : undefined
}

/** One interaction of a cassette. */
function cassetteCall(interaction: unknown, number: number): RecordedCall | undefined {
  const request = member(interaction, 'request')
  const response = member(interaction, 'response')
  const status = member(response, 'status')
  return callOf(number, {
    method: member(request, 'method'),
    url: member(request, 'url') ?? member(request, 'uri'),
    requestHeaders: headersOf(member(request, 'headers')),
    requestBody: bytesOf(member(request, 'body')) || formOf(member(request, 'form')),
    status: member(response, 'code') ?? member(status, 'code') ?? (objectOf(status) ? undefined : status),
    headers: headersOf(member(response, 'headers')),
    body: bytesOf(member(response, 'body')),
    startedAt: member(interaction, 'recorded_at') ?? member(interaction, 'recorded'),
  })
}

/**
 * A body as text or bytes, by itself or below `string`, `base64_string` or `base64`, with the encoding of its text.
 * Undefined for one of another form, such as a file elsewhere.
 */
function bytesOf(body: unknown): string | Buffer | undefined {
  if (body === null || body === undefined) return ''
  if (body instanceof Uint8Array) return Buffer.from(body)
  if (typeof body === 'string') return body
  const encoded = member(body, 'base64_string') ?? member(body, 'base64')
  const encoding = textOf(member(body, 'encoding'))
  if (typeof encoded === 'string') return inEncoding(Buffer.from(encoded, 'base64'), encoding)
  const value = member(body, 'string')
  if (value === null) return ''
  if (value instanceof Uint8Array) return inEncoding(Buffer.from(value), encoding)
  if (typeof value === 'string')
    return encoding === 'base64' && !isRedacted(value) ? Buffer.from(value, 'base64') : value
  // Recorders that parse JSON keep its value.
  return objectOf(body) && value === undefined && member(body, 'encoding') === undefined
    ? JSON.stringify(body)
    : undefined
}

/** Text in another encoding than UTF-8, where the cassette says so. Binary ones may be compressed. */
function inEncoding(bytes: Buffer, encoding: string): string | Buffer {
  return encoding === '' || /^(?:utf-?8|ascii-8bit|us-ascii|binary|base64)$/i.test(encoding)
    ? bytes
    : inCharset(bytes, `charset=${encoding}`)
}

/** The fields of a form, which go-vcr also keeps. */
function formOf(form: unknown): string {
  const fields = Object.entries(objectOf(form) ?? {}).flatMap(([name, values]) =>
    listOf(values).map((value) => [name, textOf(value)]),
  )
  return new URLSearchParams(fields).toString()
}
