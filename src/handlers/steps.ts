import { refuse } from '../contract/errors/refusal.ts'
import type { Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { Fault } from '../model/access/faults.ts'
import { allowHeader } from './allow.ts'
import { callerIds } from './authenticate.ts'
import { refusePreflight } from './cors.ts'
import type { Org } from '../model/org.ts'
import type { Exchange, RateLimitState } from './exchange.ts'
import { exhausted, faultTexts, statusReply, withHeaders } from './fault-reply.ts'
import { type AnyHandler, operate } from './call.ts'
import { chooseForm } from './router.ts'
import { endpointKinds, type ServedKind } from './routes.ts'
import type { Answer, Reply } from './wire.ts'
import { clients } from './clients.ts'
import { credentials } from './credentials.ts'
import { grants } from './grants.ts'
import { groupApps } from './group-apps.ts'
import { groups } from './groups.ts'
import { lifecycle } from './lifecycle.ts'
import { membership } from './membership.ts'
import { rules } from './rules.ts'
import { sessions } from './sessions.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

/** One step on the way of a request: it answers, refuses, or leaves the request to the next step. */
export type Step = (exchange: Exchange) => Reply | undefined | Promise<Reply | undefined>

/** The way of a request, in this order, until a step answers or refuses it. */
export const steps: readonly Step[] = [refuseUntrusted, refuseOverLimit, meetFault, answerOtherMethod, answer]

/**
 * Counts a request in windows of the organisation's clock, unless it is not a client's. The API description does not show
 * limits. The headers are always sent, and requests are refused only where the option says so (interpretation:
 * rate-limit).
 */
export function countRequest({ clock, settings, tables }: Org, isTraffic: boolean): RateLimitState {
  const { limit, window, enforce } = settings.rateLimit
  const now = clock.now()
  if (!isTraffic) return { limit, remaining: limit, reset: Math.ceil((now + window) / 1000), exceeded: false }
  let { end, used } = tables.rateLimit.value
  if (now >= end || now < end - window) [end, used] = [Math.floor(now / window) * window + window, 0]
  used += 1
  tables.rateLimit.value = { end, used }
  const remaining = Math.max(enforce ? 0 : 1, limit - used)
  return { limit, remaining, reset: Math.ceil(end / 1000), exceeded: enforce && used > limit }
}

/** Refuses the preflight requests of pages whose origin is not trusted. */
function refuseUntrusted({ request }: Exchange): undefined {
  if (request.method === 'OPTIONS') refusePreflight(request)
}

/** Refuses requests over the limit until the window ends, by the time in the `Date` header. */
function refuseOverLimit(exchange: Exchange): undefined {
  const { limit, reset, exceeded } = exchange.rate
  if (!exceeded) return
  const seconds = reset - Math.floor(exchange.org.clock.now() / 1000)
  exchange.headers = { 'Retry-After': String(seconds) }
  refuse('rate-limited', { limit, seconds })
}

/** Lets the request meet the faults in force. */
function meetFault(exchange: Exchange): Promise<Reply | undefined> | undefined {
  const { org, request, match, isTraffic } = exchange
  if (!isTraffic || org.tables.faults.value.active.length === 0) return undefined
  const known = match && !match.methods ? match.target.operations : []
  const operation = known.length === 0 ? undefined : chooseForm(known, request)
  const { method, path } = request
  const callers = (): readonly string[] => callerIds(org, request)
  const fault = org.traffic.faults.meet({ operation: operation?.name, method, path, callers })
  if (!fault) return undefined
  exchange.fault = fault
  return underFault(exchange, fault, operation)
}

/** Waits and answers as a fault says, before the request runs: undefined if it runs then. */
async function underFault(
  exchange: Exchange,
  fault: Fault,
  operation: Operation | undefined,
): Promise<Reply | undefined> {
  const { org, request } = exchange
  const pause = org.traffic.faults.wait(fault)
  if (pause > 0) await new Promise<void>((resolve) => setTimeout(resolve, pause))
  const isLimited = fault.refusal === 'rate-limited' || fault.status === 429
  const limits = isLimited ? exhausted(org.clock.now(), fault.retryAfter) : {}
  const headers = withHeaders(limits, fault.headers)
  if (fault.status !== undefined) return statusReply(fault.status, { ...fault, headers })
  if (!fault.refusal) return undefined
  exchange.operation = operation
  exchange.headers = headers
  return refuse(fault.refusal, { ...faultTexts(request.path), fault: fault.id }, { because: 'fault' })
}

/** Answers OPTIONS, and refuses methods that an endpoint does not have. */
function answerOtherMethod({ request, match }: Exchange): Reply | undefined {
  if (!match?.methods || !endpointKinds.has(match.target.kind)) return undefined
  const headers = allowHeader(match.methods)
  if (request.method === 'OPTIONS') return { status: 204, headers }
  const hint = `The path supports ${match.methods.join(', ')}`
  return refuse('method-not-supported', { hint }, { headers })
}

/** Asks the part that a path leads to. Its changes have the request as their cause. */
function answer(exchange: Exchange): Answer {
  const { org, match, cause } = exchange
  const kind = match ? match.target.kind : 'none'
  const part = parts[kind]
  if (part) return org.changes.during(cause, () => part(exchange))
  const load = later[kind] ?? later.none
  return load().then((loaded) => {
    parts[kind] = loaded.answer
    return answer(exchange)
  })
}

/** The handler of each operation that has one. */
const handlers: Readonly<Partial<Record<OperationName, AnyHandler>>> = {
  ...clients,
  ...groups,
  ...membership,
  ...rules,
  ...groupApps,
  ...users,
  ...lifecycle,
  ...sessions,
  ...credentials,
  ...grants,
  ...tokens,
}

/** The function that runs an operation. */
function handlerOf({ name }: Operation): AnyHandler {
  return handlers[name] ?? (() => refuse('not-implemented', { operation: name }))
}

type Part = (exchange: Exchange) => Answer

/** The parts that are loaded, by the kind of their routes. */
const parts: Partial<Record<ServedKind | 'none', Part>> = {
  operation(exchange) {
    const operation = chooseForm(exchange.match!.target.operations, exchange.request)
    return operate(exchange, operation, handlerOf(operation))
  },
}

type Load = () => Promise<{ readonly answer: Part }>

/** The parts that are loaded when they are first asked for. */
const later: Partial<Record<ServedKind, Load>> & { readonly none: Load } = {
  additional: () => import('../beyond/index.ts'),
  own: () => import('../beyond/index.ts'),
  oauth: () => import('../authorization/index.ts'),
  page: () => import('../authorization/index.ts'),
  none: () => import('./path-hint.ts'),
}
