import type { Answer } from './wire.ts'
import type { Exchange } from './exchange.ts'
import type { Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { Org } from '../model/org.ts'
import type { Principal } from '../model/access/access.ts'
import { Call } from './call.ts'
import { authenticate, refuseUnlessEnabled } from './authenticate.ts'
import { clients } from './clients.ts'
import { credentials } from './credentials.ts'
import { grants } from './grants.ts'
import { groupApps } from './group-apps.ts'
import { groups } from './groups.ts'
import { lifecycle } from './lifecycle.ts'
import { membership } from './membership.ts'
import { parseBody, parseHeaders, parseQuery, refuseUnlessJsonAccepted } from './parse-input.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { rules } from './rules.ts'
import { sessions } from './sessions.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { viewsOf } from '../views/index.ts'

/** A handler once its operation's types are behind it: the dispatcher has parsed what it is given. */
export type AnyHandler = (input: never, org: Org, call: Call) => Answer

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
export function handlerOf({ name }: Operation): AnyHandler {
  return handlers[name] ?? (() => refuse('not-implemented', { operation: name }))
}

/**
 * Runs an operation: finds the caller and the records of the path, reads the input, and asks the handler. Nothing is
 * awaited between these, so no other request comes between a check and a write.
 */
export function operate(exchange: Exchange, operation: Operation, handler: AnyHandler): Answer {
  const { org, request, match, cause } = exchange
  const { target, params: given } = match!
  if (!given) {
    const message = `${request.path.slice(0, 80)}: expected % followed by two hexadecimal digits`
    return refuse('malformed-path', { message })
  }
  exchange.operation = operation
  const caller = (exchange.caller = authenticate(org, operation, request, given, (used) => {
    exchange.tolerated = [...(exchange.tolerated ?? []), used]
  }))
  refuseUnlessEnabled(operation, org.settings.features)
  refuseUnlessJsonAccepted(request.header('accept'))
  const params = canonical(org, given, operation, caller)
  cause.name = operation.name
  cause.userId = params['userId']
  const input = {
    params,
    query: parseQuery(operation, request.query, target.query),
    headers: parseHeaders(operation, request),
    body: parseBody(operation, request, org),
  }
  return handler(input as never, org, new Call(org, viewsOf(org), operation, caller, request))
}

/**
 * Path parameters, with the id of the user. The user and group exist, and the caller may see them. A rule or client in
 * the path exists, too (interpretation: `order-of-refusals`).
 */
function canonical(
  { access, rules, clients }: Org,
  params: Readonly<Record<string, string>>,
  { errorFormat }: Operation,
  caller: Principal,
): Readonly<Record<string, string>> {
  const { userId, groupId, ruleId, clientId } = params
  if (ruleId !== undefined) rules.resolve(ruleId)
  let found = params
  if (groupId !== undefined) access.refuseUnseenGroup(groupId, caller)
  if (userId !== undefined) {
    const id = access.userId(userId, caller)
    if (id !== userId) found = { ...found, userId: id }
  }
  if (clientId !== undefined) {
    if (errorFormat === 'oauth') clients.authenticated(clientId)
    else clients.resolve(clientId)
  }
  return found
}
