/** A request as a caller sent it; a copy, for faces use theirs again. */
export interface SentRequest {
  readonly method: string
  /** Below the base URL's own, still percent-encoded. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Those that a pact may speak of, by names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
