import type { Json, Reply } from '../../engine/wire/reply.ts'
import { credentialsLinks } from '../../tables/user-links.ts'
import type { Difference } from './difference.ts'
import type { Answer, Endpoint } from '../endpoints/endpoint.ts'
import type { Call } from '../sequence/sequence.ts'

/** The end of a call as the API description states it: a status, and for refusals a code too. */
export const statedSuccess: Readonly<Partial<Record<string, number>>> = {
  registerClient: 201,
  listClients: 200,
  getClient: 200,
  updateClient: 200,
  newClientSecret: 200,
  deleteClient: 204,
  deleteGroup: 204,
  addUserToGroup: 204,
  removeUserFromGroup: 204,
  deleteGroupRule: 202,
  activateGroupRule: 204,
  deactivateGroupRule: 204,
  deactivateUser: 200,
  suspendUser: 200,
  unsuspendUser: 200,
  unlockUser: 200,
  resetFactors: 200,
  deleteUser: 204,
  clearUserSessions: 204,
  deleteCurrentUserSessions: 200,
  revokeUserGrants: 204,
  revokeUserGrant: 204,
  revokeUserClientGrants: 204,
  revokeUserClientTokens: 204,
  revokeUserClientToken: 204,
}

/** Refusals whose status and code the API description states, by operation. */
export const statedRefusals: Readonly<Partial<Record<string, readonly [status: number, code: string]>>> = {
  suspendUser: [400, 'E0000001'],
  unsuspendUser: [400, 'E0000001'],
  reactivateUser: [403, 'E0000038'],
  getClient: [401, 'invalid_client'],
  deleteClient: [401, 'invalid_client'],
}

const unknownId = [404, 'E0000007'] as const

function codeOf({ json }: Reply): string {
  return String(json.errorCode ?? json.error ?? json.reason ?? 'none')
}

/** Compares the ends of both calls, as far as the API description states them. */
export function ofOutcome(
  call: Call,
  model: Reply,
  target: Reply,
  isGraded: (requirement: string) => boolean,
): Difference | undefined {
  const isDone = model.status < 300
  const shown = (reply: Reply): string =>
    reply.status < 300 ? String(reply.status) : `${reply.status} ${codeOf(reply)}`
  const texts = { expected: shown(model), got: shown(target) }
  if (isDone !== target.status < 300) {
    // The description does not state whether a revoked grant or token can still be read.
    const isEnded = /^getUser(Grant|ClientToken)$/.test(call.operation) && target.json.status === 'REVOKED'
    const isStated = !isEnded && (call.states === undefined ? isUnknown(model) : isGraded(call.states))
    return {
      aspect: isDone ? 'refused' : 'accepted',
      ...texts,
      ...(isStated ? {} : { isOpen: true }),
    }
  }
  if (isDone) {
    const due = statedSuccess[call.operation]
    return due === undefined || target.status === due
      ? undefined
      : { aspect: 'status', expected: String(due), got: String(target.status) }
  }
  if (target.status >= 500) return { aspect: 'status', ...texts }
  const due =
    isUnknown(model) && !isOfBody(call)
      ? unknownId
      : call.states === undefined
        ? undefined
        : statedRefusals[call.operation]
  if (due === undefined || model.status !== due[0] || codeOf(model) !== due[1]) return undefined
  const [status, code] = due
  if (target.status !== status) return { aspect: 'status', expected: `${status} ${code}`, got: texts.got }
  return codeOf(target) === code
    ? undefined
    : { aspect: 'code', expected: `${status} ${code}`, got: texts.got }
}

/** Whether the model answers that the id is unknown: Clients and Users state status and code. */
function isUnknown(model: Reply): boolean {
  return model.status === 404 && codeOf(model) === 'E0000007'
}

/** Whether only the body names the unknown id: the description does not state that refusal (Users, Errors). */
function isOfBody({ path, body }: Call): boolean {
  return !path.includes('«') || (!path.includes('none') && JSON.stringify(body ?? null).includes('none'))
}

/** Replies that are not records: which of the described members they have. */
export const namedMembers = ['activationUrl', 'activationToken', 'resetPasswordUrl', 'tempPassword'] as const

export function ofMembers(call: Call, model: Json, target: Json): Difference | undefined {
  // The description does not state the answer for a user who becomes a federated one.
  if (call.method === 'DELETE' || call.query?.['provider'] !== undefined) return undefined
  for (const member of namedMembers) {
    const due = typeof model?.[member]
    const found = typeof target?.[member]
    if ((due === 'string') !== (found === 'string'))
      return {
        aspect: 'member',
        member,
        expected: due === 'string' ? 'a text' : 'nothing',
        got: found === 'string' ? 'a text' : 'nothing',
      }
  }
  return undefined
}

/** A transition that is still shown as under way when it is over. */
export function neverEnded(got: unknown): Difference {
  const expected = 'null when the transition is done'
  return { aspect: 'member', member: 'transitioningToStatus', expected, got: String(got) }
}

/** Whether a call shows the same record as at first, and no record of this sequence. */
export function ofLearned(name: string, { reply }: Answer, endpoint: Endpoint): Difference | undefined {
  const { id } = reply.json
  const expected: unknown = endpoint.records.get(name)?.id
  const isOurs = endpoint.handleOf(id) !== undefined
  if (id === expected && !isOurs) return undefined
  const due = isOurs ? 'the owner of the token' : String(expected)
  return { aspect: 'member', member: 'id', expected: due, got: String(id) }
}

/** Whether both of two calls at the same time succeeded, of which one must be refused. */
export function ofBoth({ together }: Call, { isTwice, reply }: Answer): Difference | undefined {
  if (together === undefined || isTwice === undefined) return undefined
  return { aspect: 'accepted', expected: 'one of two calls at the same time', got: `both, ${reply.status}` }
}

/** Whether two answers of one service show the same records. */
export function ofTwins(one: Answer, other: Answer): Difference | undefined {
  const [expected, got] = [one, other].map(({ reply, items }) =>
    (Array.isArray(reply.body) ? items : [reply.json])
      .map((json: Json) => String(json?.id))
      .sort()
      .join(', '),
  ) as [string, string]
  return expected === got ? undefined : { aspect: 'member', member: 'id', expected, got }
}

/** A link in the reply, although the call asks for no link of its kind. */
export function ofOmission({ headers }: Call, json: Json): Difference | undefined {
  if (!/\bomitCredentialsLinks\b/.test(headers?.['Content-Type'] ?? '')) return undefined
  const link = credentialsLinks.find((name) => json?._links?.[name] !== undefined)
  if (link === undefined) return undefined
  return { aspect: 'member', member: `_links.${link}`, expected: 'nothing', got: 'a link' }
}
