import { beyondOperations } from '../contract/operations/beyond.ts'
import { type Exchange } from '../handlers/exchange.ts'
import { operate } from '../handlers/call.ts'
import type { Answer } from '../handlers/wire.ts'
import { apps } from './apps.ts'
import type { BeyondHandlers } from './handler.ts'
import { claims } from './claims.ts'
import { organisation } from './organisation.ts'
import { logs } from './logs.ts'
import { ownEndpointOf } from './own.ts'
import { schemas } from './schemas.ts'
import { servers } from './servers.ts'
import { signIn } from './sign-in.ts'

/** The handlers of the endpoints that the API description does not have. */
const handlers: BeyondHandlers = {
  ...apps,
  ...schemas,
  ...servers,
  ...claims,
  ...organisation,
  ...signIn,
  ...logs,
}

const operations = new Map<string, (typeof beyondOperations)[number]>(
  beyondOperations.map((operation) => [operation.name, operation]),
)

/** Answers additional endpoints, and those of the user. */
export function answer(exchange: Exchange): Answer {
  const { kind, name } = exchange.match!.target
  if (kind === 'additional')
    return operate(exchange, operations.get(name)!, handlers[name as keyof BeyondHandlers])
  const { operation, handler } = ownEndpointOf(exchange.org, name)
  return operate(exchange, operation, handler)
}
