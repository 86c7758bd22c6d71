import { errorIn, requestIdOf } from '../../client/service-error.ts'
import type { Exchange } from '../../exchange/journal.ts'
import type { SharedOrg } from '../../client/shared-org.ts'
import type { Organisation } from '../../organisation.ts'
import { liveOrgs } from '../live-orgs.ts'
import { isOrganisation } from './facts.ts'
import type { InOrg } from './outcome.ts'

/** A reply, or a client's form of one: an error with `response`, a result with `data` or `error`. */
interface ReplyLike {
  readonly message?: unknown
  readonly body?: unknown
  readonly data?: unknown
  readonly error?: unknown
  readonly headers?: unknown
  readonly response?: ReplyLike
}

/**
 * The text of the service in a reply: from the reply itself, if its body was read. Otherwise from the journal of the
 * organisation, since nobody can read the body of a reply twice. Undefined if both lack it.
 */
export function toldBy(subject: unknown, { org }: InOrg): string | undefined {
  const reply = (subject ?? {}) as ReplyLike
  const bodies = [reply.body, reply.data, reply.error, reply.response?.data, reply.response?.body]
  const told = bodies.map((body) => (isPlain(body) ? errorIn(body).told : '')).find((text) => text !== '')
  // The error of a client that contains the text itself.
  if (typeof reply.message === 'string' && (told === undefined || reply.message.includes(told))) {
    return reply.message
  }
  if (told !== undefined) return told.trim()
  const id = requestIdIn(reply) ?? requestIdIn(reply.response ?? {})
  return id === undefined ? undefined : journalled(id, org === undefined ? liveOrgs() : [org])
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('errorCode' in value || 'error' in value)
}

function requestIdIn({ headers }: ReplyLike): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const entries = Symbol.iterator in headers ? (headers as Headers) : Object.entries(headers)
  const texts = [...entries].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
  )
  return requestIdOf(texts)
}

/** The answer of an organisation in process to a request: the request, and the reason of an error. */
function journalled(requestId: string, orgs: readonly (Organisation | SharedOrg)[]): string | undefined {
  for (const org of orgs) {
    if (!isOrganisation(org)) continue
    const found = org.control.readJournal().find((entry) => entry.requestId === requestId)
    if (found === undefined) continue
    const { method, path, response }: Exchange = org.control.readExchange({ requestId })
    return `${method} ${path} was answered${errorIn(response.body).told || ' so'}`
  }
  return undefined
}
