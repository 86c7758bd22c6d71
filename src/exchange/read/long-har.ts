import { createReadStream } from 'node:fs'
import { JSONParser } from '@streamparser/json'
import { member, textOf } from '../json.ts'
import { type RecordedCall, RecordingError } from '../exchange.ts'
import { harCall } from './har.ts'

/**
 * The calls of an HTTP archive that is too long for one text: entry by entry. Calls to other services are only counted,
 * without their content.
 *
 * @throws RecordingError for a damaged file, or one that is not an archive.
 */
export async function readLongHar(file: string): Promise<readonly (RecordedCall | undefined)[]> {
  const calls: (RecordedCall | undefined)[] = []
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false })
  parser.onValue = ({ value }) => void calls.push(harCall(withoutForeign(value), calls.length + 1, file))
  let isWhole = false
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 }))
      parser.write(chunk as Buffer)
    isWhole = parser.isEnded
  } catch {
    // The parser's error quotes the file, which may hold secrets.
  }
  if (!isWhole || calls.length === 0)
    throw new RecordingError(
      `${file}: expected a HAR, the one form that may be longer than 256 MiB, got ${isWhole ? 'another form' : 'a file that is damaged or of another form'}`,
    )
  // Calls may be in any order. One without a time stays behind the one before it.
  let last = Number.NEGATIVE_INFINITY
  return calls
    .map((call) => ({ call, at: (last = call?.at ?? last) }))
    .toSorted((one, other) => (one.at === other.at ? 0 : one.at - other.at))
    .map(({ call }) => call)
}

/** An entry; without its content if it cannot be a call of the service. */
function withoutForeign(entry: unknown): unknown {
  const request = member(entry, 'request')
  if (/\/(?:api|oauth2)\//.test(textOf(member(request, 'url')))) return entry
  const status = member(entry, 'response', 'status')
  return { request: { method: member(request, 'method'), url: member(request, 'url') }, response: { status } }
}
