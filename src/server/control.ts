import { z } from 'zod'
import { Refusal } from '../contract/errors.ts'
import { reasonsOf } from '../contract/refusal-reasons.ts'
import { actionPath, controlActions, ControlInputError, controlPath, runAction } from '../control/index.ts'
import type { ControlAction } from '../control/action.ts'
import { SeedError } from '../fixtures/seed/mistake.ts'
import { corsHeaders, isTrustedOrigin } from '../handlers/cors.ts'
import { notJson } from '../handlers/parse-input.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { controlRefusal, type FaceOptions } from './control-access.ts'
import { didYouMean } from '../query/suggestion.ts'
import { pactActions } from './pact-actions.ts'
import { eventStream } from './event-stream.ts'
import type { StreamedReply } from './reply.ts'
import { worldActions } from './world-actions.ts'

/** What is served: the control plane, and what only a server adds. */
const actions = { ...controlActions, ...worldActions, ...pactActions } as unknown as Readonly<
  Record<string, ControlAction>
>

const nameByPath = new Map(Object.entries(actions).map(([name, action]) => [pathOf(name, action), name]))

/**
 * Answers for the control plane: `GET /_control` lists the actions with the JSON schema of what each takes, and
 * `POST /_control/advance-clock` runs one. An answer of an action is JSON; `{}` where it has none.
 *
 * Pages of origins that are not trusted are refused, and a body has to be declared as JSON, which a page cannot
 * do without asking first; only where there is none need it not.
 *
 * @param path The request's, without that of the base URL.
 */
export async function answerControl(
  org: Org,
  request: WireRequest,
  path: string,
  options: FaceOptions = openControl,
): Promise<WireReply & StreamedReply> {
  const origin = request.header('origin')
  if (origin !== undefined && !isTrustedOrigin(org, origin)) {
    return failure(403, 'untrusted-origin', `Pages of ${origin} are not trusted`)
  }
  const reply = await answer(org, request, path.slice(controlPath.length + 1), options)
  return { ...reply, headers: { ...reply.headers, ...corsHeaders(org, origin) } }
}

const openControl: FaceOptions = { control: 'open' }

async function answer(
  org: Org,
  request: WireRequest,
  path: string,
  { control, onError }: FaceOptions,
): Promise<WireReply & StreamedReply> {
  if (request.method === 'OPTIONS') return preflight
  const refusal = controlRefusal(control, request)
  if (refusal) return refusals[refusal]
  if (path === 'events' && request.method === 'GET') return eventStream(org, request)
  if (path === '') {
    if (request.method === 'GET') return json(200, { actions: listActions() })
    return failure(405, 'method-not-supported', `Use GET ${controlPath}, or POST ${controlPath}/<action>`)
  }
  const name = nameByPath.get(path)
  if (!name) return unknownAction(path)
  if (request.method !== 'POST') {
    return failure(405, 'method-not-supported', `Use POST ${controlPath}/${path}`)
  }
  if (!isJson(request)) {
    return failure(415, 'unsupported-content-type', 'Expected Content-Type: application/json')
  }
  let input: unknown
  try {
    // A byte order mark may be passed over (RFC 8259, section 8.1).
    input = request.body.trim() === '' ? {} : JSON.parse(request.body.replace(/^\uFEFF/, ''))
  } catch (error) {
    return failure(400, 'malformed-json', notJson(error))
  }
  return run(org, name, input, (error) => onError?.(error, request))
}

const refusals = {
  'control-closed': failure(
    403,
    'control-closed',
    'Other machines can reach this server, so its control plane is closed; start it with --control-token to use it',
  ),
  'control-token-required': {
    ...failure(401, 'control-token-required', 'Expected Authorization: Bearer with the control token'),
    headers: { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer realm="control"' },
  },
} as const satisfies Record<string, WireReply>

/** A body that is not there need not be declared: a foreign page that sends none still tells its origin. */
function isJson(request: WireRequest): boolean {
  const type = request.header('content-type')
  if (type === undefined) return request.body === ''
  return /^application\/json\s*(;|$)/i.test(type)
}

async function run(
  org: Org,
  name: string,
  input: unknown,
  onError: (error: unknown) => void,
): Promise<WireReply> {
  try {
    return json(200, (await runAction(org, name, actions[name]!, input)) ?? {})
  } catch (error) {
    if (error instanceof ControlInputError) return failure(400, 'bad-input', error.message, error.mistakes)
    if (error instanceof SeedError) {
      return failure(
        400,
        'bad-seed',
        error.message,
        error.message
          .split('\n')
          .slice(1)
          .map((line) => line.trim()),
      )
    }
    if (error instanceof Refusal) {
      return failure(error.row.status, error.refusal, error.summary, reasonsOf(error))
    }
    const isOfInput = error instanceof RangeError || error instanceof TypeError
    if (!isOfInput) onError(error)
    const message = isOutOfStack(error) ? 'The input nests too deeply' : messageOf(error)
    return failure(isOfInput ? 400 : 500, isOfInput ? 'bad-input' : 'server-fault', message)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What engines throw where a value nests deeper than a recursion can. */
function isOutOfStack(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message)
}

function unknownAction(path: string): WireReply {
  const hint = didYouMean(path.slice(0, 80), [...nameByPath.keys()]) ?? `GET ${controlPath} lists them`
  return failure(404, 'unknown-action', `There is no action "${path.slice(0, 80)}"; ${hint}`)
}

/** Where an action is served below `/_control`. */
function pathOf(name: string, { path }: ControlAction): string {
  return path ?? actionPath(name)
}

/** One action as `GET /_control` lists it. */
export interface ListedAction {
  /** The function's name in process: `org.control.advanceClock`. */
  readonly name: string
  readonly method: 'POST'
  readonly path: string
  readonly summary: string
  /** JSON schema of the body. */
  readonly input: unknown
}

/** Every action of the control plane with the JSON schema of what it takes. */
export function listActions(): readonly ListedAction[] {
  return Object.entries(actions).map(([name, action]) => {
    const { summary, input } = action
    return {
      name,
      method: 'POST',
      path: `${controlPath}/${pathOf(name, action)}`,
      summary,
      input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    }
  })
}

const preflight: WireReply = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': '600',
  },
  body: '',
}

function json(status: number, body: unknown): WireReply {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return { status, headers, body: JSON.stringify(body) }
}

function failure(status: number, error: string, message: string, mistakes?: readonly string[]): WireReply {
  return json(status, { error, message, ...(mistakes ? { mistakes } : {}) })
}
