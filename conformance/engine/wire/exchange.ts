/** One request and its answer as kept for the report: secrets already redacted. */
export interface Exchange {
  /** Number within its check, from 1. */
  readonly number: number
  /** `GET`, `POST`, … */
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  /** Headers as they were sent, secrets struck out. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Body as it was sent; absent when there was none. */
  readonly requestBody?: string
  /** 0 when there was no answer. */
  readonly status: number
  /** Headers as they came, names in lower case. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Body as it came; empty where there was none. */
  readonly responseBody: string
  /** Whether the body was longer than what is kept. */
  readonly truncated: boolean
  /** From sending to the end of the answer, in milliseconds, waiting not counted. */
  readonly milliseconds: number
  /** How often it was sent: more than once after a 429 or a gateway's 502, 503, 504. */
  readonly attempts: number
  /** Whether an earlier check of the run sent it, to arrange what this one uses as well. */
  readonly reused?: true
  /** Why there was no answer. */
  readonly failure?: string
}
