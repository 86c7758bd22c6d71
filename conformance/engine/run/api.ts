import type { Json, Reply } from '../wire/reply.ts'

/** Options of one call. */
export interface CallOptions {
  /** Query parameters; `undefined` ones are left out, values are URL-encoded. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Headers added to the usual ones (`Accept`, `Content-Type`, `Authorization`), or sent instead of them. */
  readonly headers?: Readonly<Record<string, string>>
  /** A body sent unchanged, instead of a JSON one: malformed JSON, another media type. */
  readonly raw?: string
  /**
   * Set when a created record cannot carry the run's marker in its name (a login of five characters).
   * The ledger then knows it by its id alone.
   */
  readonly unmarked?: boolean
}

/**
 * Calls to the target. Paths are relative to its base URL (`/api/v1/users`). A full URL, as in a link, is brought back
 * under the base URL, so that no credential goes elsewhere. Redirects are not followed.
 *
 * Every call waits for its turn under the run's bounds, waits out rate limits, and is recorded (secrets redacted). It
 * throws if it would write to a record that this run did not make.
 */
export interface Api {
  get(path: string, options?: CallOptions): Promise<Reply>
  /** Sends `body` as JSON; without it no body at all. */
  post(path: string, body?: Json, options?: CallOptions): Promise<Reply>
  put(path: string, body?: Json, options?: CallOptions): Promise<Reply>
  delete(path: string, options?: CallOptions): Promise<Reply>
  request(method: string, path: string, body?: Json, options?: CallOptions): Promise<Reply>
  /** The same calls with another API token. */
  as(token: string): Api
  /** The same calls with a token made from the run's own, which the service never issued. */
  almost(change: (token: string) => string): Api
  /** The same calls with no credentials. */
  anonymous(): Api
  /** The same calls with this session cookie (`name=value`) and no API token. */
  withCookie(cookie: string): Api
  /** The same calls with these headers added. */
  withHeaders(headers: Readonly<Record<string, string>>): Api
  /**
   * The same calls as control cases. An answer with another status than this (default: any 2xx) ends the check as
   * blocked, owned by the given requirement. Put one next to each refusal.
   */
  control(owner: string, status?: number): Api
}
