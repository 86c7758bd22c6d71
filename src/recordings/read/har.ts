import { jsonOf, listOf, member, textOf, textsOf } from '../json.ts'
import type { RecordedCall } from '../recorded.ts'
import { callOf, headersOfPairs } from './raw-call.ts'

/** The calls of an HTTP archive (HAR 1.2): browsers, proxies, and the journal of Identikit. */
export function readHar(document: unknown): readonly (RecordedCall | undefined)[] | undefined {
  const entries = member(document, 'log', 'entries')
  return Array.isArray(entries) ? entries.map((entry, index) => harCall(entry, index + 1)) : undefined
}

/** One entry of an archive. */
export function harCall(entry: unknown, number: number): RecordedCall | undefined {
  const request = member(entry, 'request')
  const response = member(entry, 'response')
  const content = member(response, 'content')
  const text = textOf(member(content, 'text'))
  return callOf(number, {
    method: member(request, 'method'),
    url: member(request, 'url'),
    requestHeaders: headersOfPairs(member(request, 'headers')),
    requestBody: postedBy(member(request, 'postData')),
    status: member(response, 'status'),
    headers: headersOfPairs(member(response, 'headers')),
    body: member(content, 'encoding') === 'base64' ? bytesOf(text) : text,
    lostBody: member(content, 'text') === undefined && Number(member(content, 'size') ?? 0) !== 0,
    startedAt: member(entry, 'startedDateTime'),
  })
}

/** Bytes in base64. For a compressed reply Polly has a list of chunks, as JSON text. */
function bytesOf(text: string): Buffer {
  const chunks = text.startsWith('[') ? textsOf(jsonOf(text)) : [text]
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk, 'base64')))
}

function postedBy(postData: unknown): string {
  const text = member(postData, 'text')
  if (typeof text === 'string') return text
  const params = listOf(member(postData, 'params'))
  return new URLSearchParams(
    params.map((each) => [textOf(member(each, 'name')), textOf(member(each, 'value'))]),
  ).toString()
}
