import { controlPath, runAction } from '../control/index.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { actions, nameByPath, Texts } from './control-actions.ts'
import type { ControlAccessOptions } from './control-access.ts'
import { failure, failureOf, guarded, json, otherMethod, readInput } from './control-reply.ts'
import { answerHealth } from './health.ts'
import { didYouMean } from '../query/suggestion.ts'
import { eventStream } from './event-stream.ts'
import type { PartedReply } from './wire.ts'

/**
 * Answers the control plane: `GET /_control` lists the actions with the JSON schema of each input, and `POST
 * /_control/advance-clock` runs one. An action answers JSON; `{}` if it returns nothing.
 *
 * Rejects pages from origins that are not trusted. A request with a body must declare it as JSON, which a page cannot
 * do without a CORS preflight.
 *
 * @param action The part of the path after `/_control/`; may be empty.
 */
export async function answerControl(
  org: Org,
  request: WireRequest,
  action: string,
  options: ControlAccessOptions = openControl,
): Promise<WireReply & PartedReply> {
  if (action === 'health' && request.method === 'GET') return answerHealth(org, request, options)
  return guarded(org, request, options, () => answer(org, request, action, options))
}

/** Whether an action of the control plane changes data, by its path. */
export function controlChanges(path: string): boolean {
  const name = nameByPath.get(path)
  return name !== undefined && !actions[name]!.reads
}

const openControl: ControlAccessOptions = { control: 'open' }

type Answer = WireReply & PartedReply

/** The paths that are read with GET. */
const reads = new Map<
  string,
  (org: Org, request: WireRequest, options: ControlAccessOptions) => Promise<Answer>
>([
  [
    '',
    async () => {
      const { default: actions } = await import('./listed-actions.data.ts')
      return json(200, { actions })
    },
  ],
  ['health', async (org, request, options) => answerHealth(org, request, options)],
  ['events', async (org, request) => eventStream(org, request)],
  [
    'openapi.json',
    async ({ baseUrl }) => {
      const { controlDocument } = await import('./control-openapi.ts')
      return json(200, controlDocument(baseUrl))
    },
  ],
])

async function answer(
  org: Org,
  request: WireRequest,
  path: string,
  options: ControlAccessOptions,
): Promise<WireReply & PartedReply> {
  const { onError, mcp } = options
  const read = reads.get(path)
  if (read) {
    const more = path === '' ? `, or POST ${controlPath}/<action>` : ''
    return (
      otherMethod(request, ['GET'], `Use GET ${controlPath}${path && `/${path}`}${more}`) ??
      read(org, request, options)
    )
  }
  if (path === 'mcp' && mcp)
    return (
      otherMethod(request, ['POST'], `Use POST ${controlPath}/mcp, with an MCP client`) ??
      mcp(org, request, options)
    )
  const name = nameByPath.get(path)
  if (!name) return unknownAction(path)
  const other = otherMethod(request, ['POST'], `Use POST ${controlPath}/${path}`)
  if (other) return other
  const { input, reply } = readInput(request)
  if (reply) return reply
  return run(org, name, input, request, (error) => onError?.(error, request))
}

async function run(
  org: Org,
  name: string,
  input: unknown,
  request: WireRequest,
  onError: (error: unknown) => void,
): Promise<WireReply & PartedReply> {
  try {
    const isGone = (): boolean => request.isGone?.() ?? false
    const answered = (await runAction(org, name, actions[name]!, input, isGone)) ?? {}
    return answered instanceof Texts
      ? { ...json(200, {}), parts: streamOf(answered.parts) }
      : json(200, answered)
  } catch (error) {
    return failureOf(error, onError)
  }
}

function streamOf(texts: Iterable<string>): ReadableStream<string> {
  const rest = texts[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const text = rest.next()
      if (text.done) controller.close()
      else controller.enqueue(text.value)
    },
  })
}

function unknownAction(path: string): WireReply {
  const hint = didYouMean(path.slice(0, 80), [...nameByPath.keys()]) ?? `GET ${controlPath} lists them`
  return failure(404, 'unknown-action', `There is no action "${path.slice(0, 80)}"; ${hint}`)
}
