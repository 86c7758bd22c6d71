/** A call of a recording, with what was answered, whatever the form of the file. */
export interface RecordedCall {
  /** Its number in the file, from 1. */
  readonly number: number
  readonly method: string
  readonly url: URL
  /** Names in lower case; several lines joined by a comma. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Text of the body; empty where there was none. */
  readonly requestBody: string
  readonly status: number
  /** Names in lower case, each with its lines. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** Text of the reply's body; empty where there was none. */
  readonly body: string
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
