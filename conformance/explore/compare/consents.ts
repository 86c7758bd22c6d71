import type { Json } from '../../engine/wire/reply.ts'
import type { Difference } from './difference.ts'
import type { HandleOf } from './facts.ts'
import type { Answer } from '../endpoints/endpoint.ts'

/** The lists of consents and tokens, which are compared by their contents. */
const shown: ReadonlySet<string> = new Set([
  'listUserGrants',
  'getUserGrant',
  'listUserClientGrants',
  'listUserClientTokens',
  'listUserClients',
])

/** The difference between two lists of consents, tokens or clients of a user: ended ones may be shown or not. */
export function ofConsents(
  operation: string,
  [model, target]: readonly [Answer, Answer],
  [here, there]: readonly [HandleOf, HandleOf],
): Difference | undefined {
  if (!shown.has(operation)) return undefined
  const [expected, got] = [contentsOf(model, here), contentsOf(target, there)]
  if (expected === got) return undefined
  const aspect = expected.length > got.length ? 'missing' : 'extra'
  // Whether a grant that has ended still counts for the list of clients is not stated.
  const isOpen = operation === 'listUserClients' && aspect === 'extra'
  return { ...(isOpen ? { isOpen } : {}), aspect, expected, got }
}

function contentsOf({ reply, items }: Answer, handleOf: HandleOf): string {
  return (Array.isArray(reply.body) ? items : [reply.json])
    .filter(({ status }: Json) => status === undefined || status === 'ACTIVE')
    .map(({ clientId, client_id, userId, scopes, _embedded: embedded }: Json) => {
      const shownScopes = [embedded?.scope, ...((embedded?.scopes as Json[] | undefined) ?? [])]
      return [
        handleOf(clientId ?? client_id),
        handleOf(userId),
        ...((scopes as string[] | undefined) ?? []).toSorted(),
        ...shownScopes.flatMap((scope) => (scope === undefined ? [] : [`(${scope.name})`])).toSorted(),
      ].join(' ')
    })
    .sort()
    .join(', ')
}
