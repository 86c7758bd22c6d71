import type { Operation } from '../contract/operation.ts'

/** A reply, whoever gave it. */
export interface Answer {
  readonly status: number
  /** Names in lower case, each with its lines. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** Text of the body; empty where there was none. */
  readonly body: string
  /** What the body says; undefined where it is no JSON. */
  readonly json: unknown
}

/** A call of a recording, with what was answered, whatever the form of the file. */
export interface RecordedCall extends Answer {
  /** Its number in the file, from 1. */
  readonly number: number
  readonly method: string
  readonly url: URL
  /** What it is for; undefined for what the API description does not have. */
  readonly operation: Operation | undefined
  /** What the placeholders of the operation's path stand for. */
  readonly parameters: Readonly<Record<string, string>>
  /** Names in lower case; several lines joined by a comma. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Text of the body; empty where there was none. */
  readonly requestBody: string
  /** Whether the reply had a body that the recorder did not keep. */
  readonly lostBody: boolean
  /** When it was answered, in milliseconds since 1970; undefined where the file does not say. */
  readonly at: number | undefined
}

/** One file of recorded calls, in the order in which they were made. */
export interface Recording {
  /** The file, as it was named. */
  readonly name: string
  readonly calls: readonly RecordedCall[]
}

/** A file that is no recording, or is damaged; the message is one sentence that names the file. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}
