import { beyondOperations } from '../contract/operations/beyond.ts'
import { operations } from '../contract/operations/index.ts'
import { Router } from '../handlers/router.ts'
import { apps } from './apps.ts'
import type { BeyondHandlers } from './handler.ts'
import { logs } from './logs.ts'
import { schemas } from './schemas.ts'
import { servers } from './servers.ts'
import { signIn } from './sign-in.ts'

/** The router over these endpoints and the operations; loaded when a path is asked for that no operation has. */
export const beyondRouter = new Router([...operations, ...beyondOperations])

/** The handlers of the endpoints that the API description does not have. */
export const beyond: BeyondHandlers = { ...apps, ...schemas, ...servers, ...signIn, ...logs }
