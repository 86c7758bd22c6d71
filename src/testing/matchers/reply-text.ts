import { errorIn, requestIdOf } from '../../client/service-error.ts'
import type { Exchange } from '../../control/journal/exchange.ts'
import type { SharedOrg } from '../../client/shared-org.ts'
import type { Organisation } from '../../organisation.ts'
import { liveOrgs } from '../live-orgs.ts'
import { isOrganisation } from './facts.ts'
import type { InOrg } from './outcome.ts'

/** A reply, or what clients make of one: an error that has it as `response`, a result with `data` or `error`. */
interface ReplyLike {
  readonly message?: unknown
  readonly body?: unknown
  readonly data?: unknown
  readonly error?: unknown
  readonly headers?: unknown
  readonly response?: ReplyLike
}

/**
 * What the service said in a reply: by the reply itself, where its body was read, or by the journal of the organisation
 * that answered it, since nobody can read the body of a reply twice. Undefined where neither tells.
 */
export function toldBy(subject: unknown, { org }: InOrg): string | undefined {
  const reply = (subject ?? {}) as ReplyLike
  const bodies = [reply.body, reply.data, reply.error, reply.response?.data, reply.response?.body]
  const told = bodies.map((body) => (isPlain(body) ? errorIn(body).told : '')).find((text) => text !== '')
  // The error of a client that says so itself.
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

/** What an organisation in process answered to a request: which it was, and why it was refused. */
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
