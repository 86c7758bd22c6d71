import { member, textOf, headersOf } from '../json.ts'
import type { RecordedCall } from '../exchange.ts'
import { callOf } from './raw-call.ts'

type Headers = Readonly<Record<string, readonly string[]>>

/** The calls of fixtures of nock (`nockBack`, `nock.recorder`): a list of definitions. */
export function readNock(document: unknown): readonly (RecordedCall | undefined)[] | undefined {
  if (!Array.isArray(document) || !document.every(isDefinition)) return undefined
  return document.map((each: unknown, index) => {
    const headers = headersOfLines(member(each, 'rawHeaders') ?? member(each, 'headers'))
    const body = member(each, 'body')
    return callOf(index + 1, {
      method: member(each, 'method') ?? 'GET',
      url: `${textOf(member(each, 'scope'))}${textOf(member(each, 'path'))}`,
      requestHeaders: headersOf(member(each, 'reqheaders')),
      // A star stands for any body.
      requestBody: body === '*' ? undefined : written(body),
      status: member(each, 'status') ?? member(each, 'reply'),
      headers,
      body: bodyOf(member(each, 'response'), headers, member(each, 'responseIsBinary') === true),
    })
  })
}

function isDefinition(value: unknown): boolean {
  return typeof member(value, 'scope') === 'string' && typeof member(value, 'path') === 'string'
}

/** nock stores JSON as its value, and the bytes of a compressed or binary reply in hexadecimal, often in chunks. */
function bodyOf(response: unknown, headers: Headers, isBinary: boolean): string | Buffer {
  const chunks = typeof response === 'string' ? [response] : Array.isArray(response) ? response : []
  const isHex = chunks.length > 0 && chunks.every((each) => typeof each === 'string' && isHexadecimal(each))
  const isBytes = isBinary || headers['content-encoding'] !== undefined
  return isBytes && isHex ? Buffer.from(chunks.map(textOf).join(''), 'hex') : written(response)
}

function isHexadecimal(text: string): boolean {
  return text.length % 2 === 0 && /^[\da-f]+$/i.test(text)
}

function written(body: unknown): string {
  return body === undefined || typeof body === 'string' ? textOf(body) : JSON.stringify(body)
}

/** Headers as Node has them: names and values in turn; nock takes an object as well. */
function headersOfLines(lines: unknown): Headers {
  if (!Array.isArray(lines)) return headersOf(lines)
  const headers = Object.create(null) as Record<string, string[]>
  for (let at = 0; at + 1 < lines.length; at += 2)
    (headers[textOf(lines[at]).toLowerCase()] ??= []).push(textOf(lines[at + 1]))
  return headers
}
