import { oauthEndpoints, type OAuthEndpoint } from '../contract/oauth-endpoints.ts'
import type { Match } from '../handlers/router.ts'
import type { ServedKind } from '../handlers/routes.ts'
import type { WireRequest } from '../handlers/wire.ts'
import { controlChanges } from './control.ts'

/**
 * Whether a request can change the organisation, by its operation, endpoint, action or page. The method alone does not
 * show it: `GET /oauth2/v1/authorize` issues a code, `POST /oauth2/v1/introspect` and `POST /_control/find-user` only
 * read. A request for an unknown path or method changes nothing.
 */
export function changes({ method }: WireRequest, { target, params, methods }: Match<ServedKind>): boolean {
  if (methods) return false
  if (target.kind === 'control') return method === 'POST' && controlChanges(params?.['action'] ?? '')
  // Pages change data only through their forms.
  const endpoint: OAuthEndpoint | undefined =
    target.kind === 'oauth'
      ? (oauthEndpoints as Readonly<Record<string, OAuthEndpoint>>)[target.name]
      : undefined
  return endpoint ? !endpoint.reads : method !== 'GET'
}
