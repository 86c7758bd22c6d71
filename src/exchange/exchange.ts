import type { Operation } from '../contract/operation.ts'
import type { WireReply } from '../handlers/wire.ts'
import { jsonOf } from './json.ts'

/** A reply, recorded or of the mock. */
export interface Reply {
  readonly status: number
  /** Names in lower case, each with its lines. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** Text of the body; empty where there was none. */
  readonly body: string
  /** The JSON value of the body; undefined if it is not JSON. */
  readonly json: unknown
}

/**
 * A call and its reply, as they were sent: of a recording, or of the mock. The journal shows one as values without
 * secrets (`journal.ts`). A pact has expectations of both sides (`pact/pact-file.ts`).
 */
export interface Exchange extends Reply {
  readonly method: string
  /** Of the mock: below the base URL's own. Still percent-encoded. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Names in lower case; several lines joined by a comma. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Text of the body; empty where there was none. */
  readonly requestBody: string
}

/** A reply of the mock. */
export function replyOf({ status, headers, body }: WireReply): Reply {
  const lines = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()] as const)
  return { status, headers: Object.fromEntries(lines), body, json: jsonOf(body) }
}

/** The request id in a reply; empty if the service did not answer. */
export function requestIdOf({ headers }: Reply): string {
  return String(Object.entries(headers).find(([name]) => name.endsWith('-request-id'))?.[1][0])
}

/** A call of a recording and its reply, from any form of file. */
export interface RecordedCall extends Exchange {
  /** Its number in the file, from 1. */
  readonly number: number
  readonly url: URL
  /** Its operation; undefined for a call that the API description does not have. */
  readonly operation: Operation | undefined
  /** The values of the placeholders in the operation's path. */
  readonly parameters: Readonly<Record<string, string>>
  /** Whether the reply had a body that the recorder did not keep, or not in full. */
  readonly lostBody: boolean
  /** Why it cannot be compared, where the file lacks a part of it. */
  readonly unread: string | undefined
  /** When it was answered, in milliseconds since 1970; undefined where the file does not say. */
  readonly at: number | undefined
}

/** One file of recorded calls, in the order in which they were made. */
export interface Recording {
  /** The file, as it was named. */
  readonly name: string
  readonly calls: readonly RecordedCall[]
}

/** A file that is not a recording, or is damaged; the message is one sentence that names the file. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}
