import { parsed } from '../words/text.ts'

/**
 * A JSON value from a server. Untyped on purpose: a server may send anything, and a check reads and judges single
 * fields one by one.
 */
export type Json = ReturnType<typeof JSON.parse>

/** The value at a path like `profile.login`; undefined without one. */
export function valueAt(json: Json, path: string): Json {
  return path.split('.').reduce<Json>((value, key) => value?.[key], json)
}

/** One answer of the target. */
export interface Reply {
  /** HTTP status. */
  readonly status: number
  /** Header values by lower-case name; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, `''` when there is none. */
  readonly text: string
  /**
   * The body if it is a JSON object or array, else an empty object. So a field of a missing body is `undefined`: every
   * judgement rejects that, and no check throws.
   */
  readonly json: Json
  /** The body when it is a JSON array, else an empty array. */
  readonly items: readonly Json[]
  /** The parsed body whatever it is; `undefined` when it is not JSON or there is none. */
  readonly body: unknown
  /** Target URLs of the `Link` header by relation, as sent. */
  readonly links: Readonly<Record<string, string>>
  /** Number of this exchange within the check, from 1: what the report refers to. */
  readonly exchange: number
  /** The request that was answered. */
  readonly request: { readonly method: string; readonly path: string; readonly body: string | undefined }
}

/** The parts of an answer that come off the wire. */
export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Builds the reply a check sees from what came off the wire. */
export function toReply(raw: RawReply, exchange: number, request: Reply['request']): Reply {
  const body = parsed(raw.text)
  return {
    ...raw,
    body,
    json: typeof body === 'object' && body !== null ? body : {},
    items: Array.isArray(body) ? body : [],
    links: parseLinkHeader(raw.headers['link'] ?? ''),
    exchange,
    request,
  }
}

/**
 * Reads a `Link` header (RFC 8288) into its targets by relation. Several header lines and one joined line
 * read the same; of two links with one relation the first counts.
 */
export function parseLinkHeader(value: string): Record<string, string> {
  const links: Record<string, string> = {}
  for (const [, target = '', parameters = ''] of value.matchAll(
    /<([^>]*)>((?:\s*;\s*[^\s=;,]+\s*=\s*(?:"[^"]*"|[^\s;,"]+))*)/g,
  )) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters)
    for (const relation of (relations?.[1] ?? relations?.[2] ?? '').split(/\s+/).filter(Boolean)) {
      links[relation] ??= target
    }
  }
  return links
}

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
