import { member } from '../json.ts'
import type { RecordedCall } from '../recorded.ts'
import { callOf, headersOf } from './raw-call.ts'

/** The calls of a cassette: of go-vcr, of vcrpy, of vcr for Ruby. They differ in how a few members are called. */
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
  return callOf(number, {
    method: member(request, 'method'),
    url: member(request, 'url') ?? member(request, 'uri'),
    requestHeaders: headersOf(member(request, 'headers')),
    requestBody: bytesOf(member(request, 'body')),
    status: member(response, 'code') ?? member(response, 'status', 'code'),
    headers: headersOf(member(response, 'headers')),
    body: bytesOf(member(response, 'body')),
    startedAt: member(interaction, 'recorded_at'),
  })
}

/** A body as text or bytes, by itself or below `string`, as vcrpy and vcr for Ruby have it. */
function bytesOf(body: unknown): string | Buffer {
  const encoded = member(body, 'base64_string')
  if (typeof encoded === 'string') return Buffer.from(encoded, 'base64')
  const value = member(body, 'string') ?? body
  if (value instanceof Uint8Array) return Buffer.from(value)
  return typeof value === 'string' ? value : ''
}
