import { apps } from './apps.ts'
import type { BeyondHandlers } from './handler.ts'
import { logs } from './logs.ts'
import { schemas } from './schemas.ts'
import { servers } from './servers.ts'
import { signIn } from './sign-in.ts'

/** The handlers of the endpoints that the API description does not have. Loaded when one is first called. */
export const beyond: BeyondHandlers = { ...apps, ...schemas, ...servers, ...signIn, ...logs }
