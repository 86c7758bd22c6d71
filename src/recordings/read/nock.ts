import { member, textOf } from '../json.ts'
import type { RecordedCall } from '../recorded.ts'
import { callOf, headersOf } from './raw-call.ts'

/** The calls of fixtures of nock (`nockBack`, `nock.recorder`): a list of definitions. */
export function readNock(document: unknown): readonly (RecordedCall | undefined)[] | undefined {
  if (!Array.isArray(document) || !document.every(isDefinition)) return undefined
  return document.map((each: unknown, index) => {
    const headers = headersOfLines(member(each, 'rawHeaders'))
    return callOf(index + 1, {
      method: member(each, 'method'),
      url: `${textOf(member(each, 'scope'))}${textOf(member(each, 'path'))}`,
      requestHeaders: headersOf(member(each, 'reqheaders')),
      requestBody: written(member(each, 'body')),
      status: member(each, 'status'),
      headers,
      body: bodyOf(member(each, 'response'), headers),
    })
  })
}

function isDefinition(value: unknown): boolean {
  return typeof member(value, 'scope') === 'string' && typeof member(value, 'path') === 'string'
}

/** nock stores JSON as its value, and the bytes of a compressed reply as hexadecimal chunks. */
function bodyOf(response: unknown, headers: Readonly<Record<string, readonly string[]>>): string | Buffer {
  const isBytes = headers['content-encoding'] !== undefined && Array.isArray(response)
  return isBytes ? Buffer.from(response.map(textOf).join(''), 'hex') : written(response)
}

function written(body: unknown): string {
  return body === undefined || typeof body === 'string' ? textOf(body) : JSON.stringify(body)
}

/** Headers as Node has them: names and values in turn; nock takes an object as well. */
function headersOfLines(lines: unknown): Record<string, readonly string[]> {
  if (!Array.isArray(lines)) return headersOf(lines)
  const headers: Record<string, string[]> = {}
  for (let at = 0; at + 1 < lines.length; at += 2)
    (headers[textOf(lines[at]).toLowerCase()] ??= []).push(textOf(lines[at + 1]))
  return headers
}
