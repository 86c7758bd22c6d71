import { beyondOperations } from '../contract/operations/beyond.ts'
import { operations } from '../contract/operations/index.ts'
import { ownEndpoints } from '../handlers/own-endpoints.ts'
import { Router, router } from '../handlers/router.ts'
import type { Org } from '../model/org.ts'
import { apps } from './apps.ts'
import type { BeyondHandlers } from './handler.ts'
import { logs } from './logs.ts'
import { type Routes, routesWith } from './own.ts'
import { schemas } from './schemas.ts'
import { servers } from './servers.ts'
import { signIn } from './sign-in.ts'

/** The handlers of the endpoints that the API description does not have. */
const handlers: BeyondHandlers = { ...apps, ...schemas, ...servers, ...signIn, ...logs }

/** These endpoints and the operations. Loaded with the first path that no operation has. */
const routes: Routes = { router: new Router([...operations, ...beyondOperations]), handlers }

const none: Routes = { router, handlers: {} }

/** The routes of an organisation: the operations, and the endpoints beyond them. */
export function routesOf(org: Org): Routes {
  const {
    extension: own,
    settings: { beyond: isBeyond },
  } = org
  if (!own) return isBeyond ? routes : none
  const known = own.routes as (Routes & { readonly isBeyond: boolean }) | undefined
  if (known?.isBeyond === isBeyond) return known
  const made = { ...routesWith(org, ownEndpoints(org), handlers), isBeyond }
  own.routes = made
  return made
}
