import { oauthPlace } from '../contract/paths.ts'
import type { Operation } from '../contract/operation.ts'
import { type Area, operationNames } from '../contract/operation-names.ts'

import { beyondOperations } from '../contract/operations/beyond.ts'
import { scopeAbout, scopeNeeded } from '../contract/roles.ts'
import type { Settings } from './options.ts'
import type { JsonObject } from './types.ts'

/** The ways to authenticate (Clients, Authentication). */
export function securitySchemes({
  baseUrl,
  vocabulary,
  sessionCookie,
  beyond,
  oauth,
}: Settings): Readonly<Record<string, JsonObject>> {
  const scopes = {
    ...(oauth ? { openid: 'Read the claims of the user' } : {}),
    ...scopesOf(vocabulary.prefix, beyond ? beyondOperations : []),
  }
  const tokenUrl = baseUrl + oauthPlace('token')
  return {
    apiToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'An API token, as `SSWS <token>`.',
      'x-prefix': 'SSWS ',
    },
    accessToken: {
      type: 'oauth2',
      description:
        'An access token, as `Bearer <token>`, with the scope that the operation names. A scope that ends in `manage` includes the one that ends in `read`.',
      flows: {
        clientCredentials: { tokenUrl, scopes },
        authorizationCode: {
          authorizationUrl: baseUrl + oauthPlace('authorize'),
          tokenUrl,
          scopes,
        },
      },
      'x-interpretations': ['scope-names'],
    },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: "A browser's session, for operations on the current user (`me`).",
      'x-interpretations': ['session-operations', 'token-and-cookie'],
    },
    ...(oauth
      ? {
          clientSecret: {
            type: 'http',
            scheme: 'basic',
            description: 'Id and secret of a client, for the endpoints of the authorization servers.',
          },
        }
      : {}),
  }
}

/** The rights of each scope of an access token: those of the areas, and those of further operations. */
export function scopesOf(prefix: string, further: readonly Operation[]): Readonly<Record<string, string>> {
  const methods = ['GET', 'POST'] as const
  const areas = Object.keys(operationNames) as Area[]
  const scopes = [
    ...areas.flatMap((area) => methods.map((method) => scopeNeeded(prefix, area, method))),
    ...further.flatMap(({ auth = 'token', beyond = '', method }) =>
      /token/.test(auth) ? scopeAbout(prefix, beyond, method) : [],
    ),
  ].map((scope) => {
    const [, resource, kind] = scope.split('.')
    return [scope, `${kind === 'read' ? 'Read' : 'Read and change'} ${resource}`] as const
  })
  return Object.fromEntries(scopes.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** How an operation can be authenticated: any one of these will do. */
export function securityOf(
  { area, method, auth = 'token', beyond }: Operation,
  { vocabulary }: Settings,
): readonly Readonly<Record<string, readonly string[]>>[] {
  if (auth === 'none') return []
  const session = { sessionCookie: [] }
  if (auth === 'session') return [session]
  const { prefix } = vocabulary
  const scope = beyond ? scopeAbout(prefix, beyond, method) : scopeNeeded(prefix, area!, method)
  const tokens = [{ apiToken: [] }, { accessToken: [scope] }]
  return auth === 'token' ? tokens : [...tokens, session]
}
