import { createReadStream } from 'node:fs'
import { JSONParser } from '@streamparser/json'
import { member, textOf } from '../json.ts'
import { type RecordedCall, RecordingError } from '../recorded.ts'
import { harCall } from './har.ts'

/**
 * The calls of an HTTP archive that is too long to be read as one text: entry by entry. Of calls to other services,
 * which are only counted, no content is kept.
 *
 * @throws RecordingError for a file that is damaged, or no archive.
 */
export async function readLongHar(file: string): Promise<readonly (RecordedCall | undefined)[]> {
  const calls: (RecordedCall | undefined)[] = []
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false })
  parser.onValue = ({ value }) => void calls.push(harCall(withoutForeign(value), calls.length + 1))
  let isWhole = false
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 }))
      parser.write(chunk as Buffer)
    isWhole = parser.isEnded
  } catch {
    // What the parser says quotes the file, which may hold secrets.
  }
  if (!isWhole || calls.length === 0)
    throw new RecordingError(
      `${file}: expected a HAR, the one form that may be longer than 256 MiB, got ${isWhole ? 'another form' : 'a file that is damaged or of another form'}`,
    )
  return calls
}

/** An entry; without what was sent and answered where it can be no call of the service. */
function withoutForeign(entry: unknown): unknown {
  const request = member(entry, 'request')
  if (/\/(?:api|oauth2)\//.test(textOf(member(request, 'url')))) return entry
  const status = member(entry, 'response', 'status')
  return { request: { method: member(request, 'method'), url: member(request, 'url') }, response: { status } }
}
