import { Refusal } from '../contract/errors/refusal.ts'
import { ControlInputError, ControlRefusal } from '../control/index.ts'
import { NotInTime } from '../control/input.ts'
import { SeedError } from '../fixtures/seed/mistake.ts'
import { allowHeader, optionsReply } from '../handlers/allow.ts'
import { type Calling, corsHeaders, isTrustedOrigin, untrustedOrigin } from '../handlers/cors.ts'
import { foreignEncoding, notJson } from '../handlers/parse-input.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import { levelsOfFile, nests } from '../exchange/json.ts'
import { RowsError } from '../model/kernel/state-log.ts'
import { ValueError } from '../model/kernel/value-error.ts'
import type { PartedReply } from './wire.ts'
import { controlRefusal, type ControlAccessOptions } from './control-access.ts'

/** Answers a control plane call, unless its caller may not use it or its page's origin is not trusted. */
export async function guarded(
  org: Calling,
  request: WireRequest,
  { control }: ControlAccessOptions,
  answer: () => Promise<WireReply & PartedReply>,
): Promise<WireReply & PartedReply> {
  const origin = request.header('origin')
  if (origin !== undefined && !isTrustedOrigin(org, origin)) {
    return failure(403, 'untrusted-origin', untrustedOrigin(origin))
  }
  const refusal = controlRefusal(control, request)
  const isPreflight = request.header('access-control-request-method') !== undefined
  const why = refusal ?? (request.isTooLarge ? 'body-too-large' : undefined)
  const reply = request.method === 'OPTIONS' && isPreflight ? preflight : why ? refusals[why] : await answer()
  return { ...reply, headers: { ...reply.headers, ...corsHeaders(org, origin) } }
}

/** The answer to a method that a path does not have, and to OPTIONS; undefined for one of its methods. */
export function otherMethod(
  { method }: WireRequest,
  methods: readonly string[],
  message: string,
): WireReply | undefined {
  if (methods.includes(method)) return undefined
  if (method === 'OPTIONS') return optionsReply(methods)
  const reply = failure(405, 'method-not-supported', message)
  return { ...reply, headers: { ...reply.headers, ...allowHeader(methods) } }
}

/** The JSON body, `{}` if it is empty; or an error reply. */
export function readInput(
  request: WireRequest,
):
  | { readonly input: unknown; readonly reply?: undefined }
  | { readonly input?: undefined; readonly reply: WireReply } {
  const encoding = foreignEncoding(request)
  if (encoding !== undefined) {
    const message = `Content-Encoding: expected none, got ${encoding}`
    const reply = failure(415, 'unsupported-content-encoding', message)
    return { reply: { ...reply, headers: { ...reply.headers, 'Accept-Encoding': 'identity' } } }
  }
  if (!isJson(request)) {
    const reply = failure(415, 'unsupported-content-type', 'expected Content-Type: application/json')
    return { reply: { ...reply, headers: { ...reply.headers, Accept: 'application/json' } } }
  }
  try {
    // A reader may ignore a byte order mark (RFC 8259, section 8.1).
    const input: unknown = request.body.trim() === '' ? {} : JSON.parse(request.body.replace(/^\uFEFF/, ''))
    // Checks and copies of the input are recursive.
    if (nests(input, levelsOfFile)) return { reply: failure(400, 'bad-input', 'The input nests too deeply') }
    return { input }
  } catch (error) {
    return { reply: failure(400, 'malformed-json', notJson(error)) }
  }
}

/** The reply to an error that an action threw. `onError` receives the errors that are faults of Identikit. */
export function failureOf(error: unknown, onError: (error: unknown) => void): WireReply {
  if (error instanceof ControlInputError) return failure(400, 'bad-input', error.message, error.mistakes)
  if (error instanceof SeedError) {
    return failure(400, 'bad-seed', error.message, error.lines)
  }
  if (error instanceof ControlRefusal) {
    return failure(error.row.status, error.refusal, error.message, error.mistakes)
  }
  if (error instanceof Refusal) {
    return failure(error.row.status, error.refusal, error.reasons.join('; '), error.reasons)
  }
  if (error instanceof NotInTime) return failure(404, 'not-in-time', error.message)
  if (error instanceof ValueError || error instanceof RowsError)
    return failure(400, 'bad-input', error.message)
  onError(error)
  return failure(500, 'server-fault', error instanceof Error ? error.message : String(error))
}

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

const refusals = {
  'control-closed': failure(
    403,
    'control-closed',
    'Other machines can reach this server, so its control plane is closed; set a control token (--control-token) to use it',
  ),
  'body-too-large': failure(
    413,
    'body-too-large',
    'expected at most 1 MiB, got more; identikit serve --data FILE loads a larger seed',
  ),
  'control-token-required': {
    ...failure(401, 'control-token-required', 'expected Authorization: Bearer with the control token'),
    headers: { ...jsonHeaders, 'WWW-Authenticate': 'Bearer realm="control"' },
  },
} as const satisfies Record<string, WireReply>

/** An empty body needs no content type: a foreign page that sends one still sends its origin. */
function isJson(request: WireRequest): boolean {
  const type = request.header('content-type')
  if (type === undefined) return request.body === ''
  return /^application\/json\s*(;|$)/i.test(type)
}

const preflight: WireReply = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': '600',
  },
  body: '',
}

/** A reply of JSON. */
export function json(status: number, body: unknown): WireReply {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) }
}

/** An error reply: a name for programs, and a message for people. */
export function failure(
  status: number,
  error: string,
  message: string,
  mistakes?: readonly string[],
): WireReply {
  return json(status, { error, message, ...(mistakes ? { mistakes } : {}) })
}
