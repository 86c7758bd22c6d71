/** A copy of a caller's request, since entry points reuse their objects. */
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
