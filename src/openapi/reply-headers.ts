import type { Settings } from './options.ts'
import { type JsonObject, refTo } from './types.ts'

/** Name of the header with a request's id. */
function requestIdHeader(word: string): string {
  return `X-${word.slice(0, 1).toUpperCase()}${word.slice(1)}-Request-Id`
}

const always = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'Cache-Control']

/** The headers of every reply; and `Link`, where the reply is a list. */
export function replyHeaders({ vocabulary }: Settings, isList: boolean): JsonObject {
  const names = [requestIdHeader(vocabulary.prefix), ...always, ...(isList ? ['Link'] : [])]
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]))
}

/** The headers that replies refer to. */
export function headerComponents({ vocabulary }: Settings): Readonly<Record<string, JsonObject>> {
  const decided = { 'x-interpretations': ['request-id-and-rate-limit-headers'] }
  const figure = (description: string): JsonObject => ({
    description,
    schema: { type: 'integer', minimum: 0 },
    ...decided,
  })
  return {
    [requestIdHeader(vocabulary.prefix)]: {
      description: 'Id of the request, for support and logs.',
      schema: { type: 'string' },
      ...decided,
    },
    'X-Rate-Limit-Limit': figure('How many requests a window takes.'),
    'X-Rate-Limit-Remaining': figure('How many are left in the current window.'),
    'X-Rate-Limit-Reset': figure('When the next window begins, in unix seconds.'),
    'Cache-Control': {
      description: 'Replies are not to be kept.',
      schema: { type: 'string', examples: ['no-cache, no-store'] },
      ...decided,
    },
    Link: {
      description:
        'Pages, RFC 8288: `<URL>; rel="self"` and, unless it is the last one, `<URL>; rel="next"`, whose URL is asked for as it is. One line for each, or both in one, after a comma.',
      schema: { type: 'string', examples: ['<https://svc.example.com/api/v1/users?limit=200>; rel="self"'] },
    },
  }
}
