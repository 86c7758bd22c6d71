import type { Operation } from '../contract/operation.ts'
import { type Area, operationNames } from '../contract/operation-names.ts'
import { areaOf } from '../contract/operations/index.ts'
import { scopeAbout, scopeNeeded } from '../contract/roles.ts'
import type { Settings } from './options.ts'
import type { JsonObject } from './types.ts'

/** The ways to authenticate (Clients, Authentication). */
export function securitySchemes({
  baseUrl,
  vocabulary,
  sessionCookie,
}: Settings): Readonly<Record<string, JsonObject>> {
  const scopes = scopesOf(vocabulary.word)
  const tokenUrl = `${baseUrl}/oauth2/v1/token`
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
        authorizationCode: { authorizationUrl: `${baseUrl}/oauth2/v1/authorize`, tokenUrl, scopes },
      },
      'x-decisions': ['scope-names'],
    },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: "A browser's session, for operations on the current user (`me`).",
      'x-decisions': ['session-operations', 'token-and-cookie'],
    },
  }
}

/** What each scope of an access token allows. */
function scopesOf(word: string): Readonly<Record<string, string>> {
  const scopes = new Map<string, string>()
  for (const area of Object.keys(operationNames) as Area[]) {
    for (const [method, what] of [
      ['GET', 'Read'],
      ['POST', 'Read and change'],
    ] as const) {
      const scope = scopeNeeded(word, area, method)
      scopes.set(scope, `${what} ${scope.split('.')[1]}`)
    }
  }
  return Object.fromEntries([...scopes].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** How an operation can be authenticated: any one of these will do. */
export function securityOf(
  { name, method, auth = 'token', beyond }: Operation,
  { vocabulary }: Settings,
): readonly Readonly<Record<string, readonly string[]>>[] {
  if (auth === 'none') return []
  const session = { sessionCookie: [] }
  if (auth === 'session') return [session]
  const { word } = vocabulary
  const scope = beyond ? scopeAbout(word, beyond, method) : scopeNeeded(word, areaOf(name), method)
  const tokens = [{ apiToken: [] }, { accessToken: [scope] }]
  return auth === 'token' ? tokens : [...tokens, session]
}
