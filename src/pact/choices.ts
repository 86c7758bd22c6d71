import { updateNeeds } from '../contract/resources/client-settings.ts'
import { interpretationIn, statedRefusals } from '../contract/errors/explain.ts'
import type { OperationName } from '../contract/operation-names.ts'
import { decisions } from '../contract/decisions/index.ts'
import { type UserStatus, userStatuses } from '../contract/user-lifecycle.ts'
import type { Exchange } from './exchange.ts'
import type { Json, PactReply } from './file/pact-file.ts'
import { isObject } from './file/read-pact.ts'
import type { SentRequest } from './sent-request.ts'
import { type ActualReply, matchReply } from './match/match-reply.ts'
import { UnknownMatcher } from './match/match-value.ts'
import { jsonOf } from '../recordings/json.ts'

/** An interpretation that an interaction depends on: the API description is silent, and another choice fails. */
export interface RestsOn {
  /** Id of the interpretation. */
  readonly decision: string
  /** The part of the interaction that would fail at a service with another choice. */
  readonly what: string
  /** The question that the API description leaves open. */
  readonly question: string
  /** Our answer to it. */
  readonly choice: string
}

/** Another reply that the API description also allows, the interpretation that it contradicts, and the difference. */
interface Alternative {
  readonly decision: string
  readonly what: string
  /** The other reply; undefined where the choice has no part in this exchange. */
  readonly reply: (exchange: Exchange) => ActualReply | undefined
}

type JsonObject = { readonly [name: string]: Json }

/**
 * The interpretations that an expected reply depends on. With another choice, the reply would no longer match the pact.
 */
export function choicesOf(expected: PactReply, exchange: Exchange): readonly RestsOn[] {
  // A mismatch depends on no interpretation.
  if (!fits(expected, exchange.reply)) return []
  const found = new Map<string, RestsOn>()
  for (const { decision, what, reply } of [...alternatives, ...refusalAlternatives(exchange)]) {
    const other = reply(exchange)
    if (!other || found.has(`${decision} ${what}`) || fits(expected, other)) continue
    const { question, choice } = decisions.find(({ id }) => id === decision)!
    found.set(`${decision} ${what}`, { decision, what, question, choice })
  }
  return [...found.values()]
}

function fits(expected: PactReply, reply: ActualReply): boolean {
  try {
    return matchReply(expected, reply).length === 0
  } catch (error) {
    if (error instanceof UnknownMatcher) return true
    throw error
  }
}

/** If the API description states no status or code for an error, it may have another one. */
function refusalAlternatives(exchange: Exchange): readonly Alternative[] {
  const { refusal } = exchange
  if (refusal === undefined) return []
  const source = clientSource(exchange) ?? statedRefusals[refusal].source
  const decision = interpretationIn(source)
  if (decision === undefined) return []
  const others: Alternative[] = [
    { decision, what: 'the error code of this refusal', reply: ({ reply }) => withCode(reply) },
  ]
  const statesStatus = source.startsWith('document')
  if (!statesStatus) {
    others.push({
      decision,
      what: 'the status of this refusal',
      reply: ({ reply }) => ({ ...reply, status: reply.status === 422 ? 400 : 422 }),
    })
  }
  return others
}

/**
 * *Clients* states two errors of clients for some operations only. `invalid_client` is for GET and DELETE, and
 * `invalid_client_metadata` for an update that lacks a setting.
 */
function clientSource({ operation, refusal, request }: Exchange): string | undefined {
  if (refusal === 'invalid-client' && operation === 'updateClient') return 'decision: client-unknown-on-put'
  if (refusal !== 'invalid-client-metadata') return undefined
  const isStated = operation === 'updateClient' && lacks(request, updateNeeds['every-setting'])
  return isStated ? undefined : 'decision: client-error-codes'
}

/** Whether the body of a request lacks one of some members. A null counts as a value, except for the name. */
function lacks({ body }: SentRequest, names: readonly string[]): boolean {
  const sent = parsed({ body })
  const isThere = (value: Json | undefined, name: string): boolean =>
    value !== undefined && !(value === null && name === 'client_name')
  return isObject(sent) && names.some((name) => !isThere(sent[name], name))
}

function withCode(reply: ActualReply): ActualReply | undefined {
  return altered(reply, (body) => {
    if ('errorCode' in body) return { ...body, errorCode: 'E0000999', errorLink: 'E0000999' }
    return 'error' in body ? { ...body, error: 'invalid_something' } : undefined
  })
}

const creates: ReadonlySet<OperationName | undefined> = new Set([
  'createUser',
  'createGroup',
  'createGroupRule',
])

const allButSuspended = userStatuses.filter((status) => status !== 'SUSPENDED')

/** Statuses in which a document names what an operation on passwords does. */
const statusesNamed: Partial<Record<OperationName, readonly UserStatus[]>> = {
  changePassword: ['RECOVERY'],
  resetPassword: allButSuspended,
  expirePassword: allButSuspended,
}

const alternatives: readonly Alternative[] = [
  {
    decision: 'success-statuses',
    what: 'the status 200 of a create; 201 would do as well',
    reply: ({ operation, reply }) =>
      creates.has(operation) && reply.status === 200 ? { ...reply, status: 201 } : undefined,
  },
  {
    decision: 'error-codes',
    what: 'the text of an error',
    reply: ({ reply }) =>
      altered(reply, (body) => {
        if (!('errorSummary' in body)) return undefined
        return {
          ...body,
          errorSummary: 'Other words',
          errorId: 'other',
          errorCauses: [{ errorSummary: 'Other words' }],
        }
      }),
  },
  {
    decision: 'oauth-error-codes',
    what: 'the text of an error',
    reply: ({ operation, request, reply, refusal }) =>
      altered(reply, (body) => {
        if (!('error_description' in body) || refusal === 'invalid-client') return undefined
        // Clients, PUT, says of which field the text speaks, and what of it.
        const isStated =
          operation === 'updateClient' && refusal !== undefined && lacks(request, ['client_name'])
        const words = isStated ? 'client_name: The client_name field cannot be left blank.' : 'Other words'
        return { ...body, error_description: words }
      }),
  },
  {
    decision: 'client-consent-method',
    what: 'consent_method',
    reply: ({ reply }) => eachRecord(reply, without('consent_method')),
  },
  {
    decision: 'client-secret-expiry-shown',
    what: 'that client_secret_expires_at is shown',
    reply: ({ operation, reply }) =>
      operation === 'getClient' ? altered(reply, without('client_secret_expires_at')) : undefined,
  },
  {
    decision: 'refresh-token-statuses',
    what: 'the status of a refresh token',
    reply: ({ operation, reply }) =>
      operation === 'listUserClientTokens' || operation === 'getUserClientToken'
        ? eachRecord(reply, (record) => ('status' in record ? { ...record, status: 'VALID' } : undefined))
        : undefined,
  },
  {
    decision: 'group-expand',
    what: 'members of _embedded of a group',
    reply: ({ operation, reply }) =>
      operation === 'listGroups'
        ? eachRecord(reply, (record) => ('_embedded' in record ? { ...record, _embedded: {} } : undefined))
        : undefined,
  },
  {
    decision: 'profile-null-properties',
    what: 'properties of a profile that are null',
    reply: ({ reply }) =>
      eachRecord(reply, (record) => {
        if (!isObject(record.profile) || !Object.values(record.profile).includes(null)) return undefined
        return {
          ...record,
          profile: Object.fromEntries(Object.entries(record.profile).filter(([, value]) => value !== null)),
        }
      }),
  },
  {
    decision: 'activation-without-password',
    what: 'that a user without a password is PROVISIONED, and not ACTIVE',
    reply: ({ operation, reply }) =>
      operation === 'createUser'
        ? altered(reply, (body) =>
            body.status === 'PROVISIONED' ? { ...body, status: 'ACTIVE' } : undefined,
          )
        : undefined,
  },
  {
    decision: 'activated-timestamp',
    what: 'that a PROVISIONED user has been activated already',
    reply: ({ reply }) =>
      eachRecord(reply, (record) =>
        record.status === 'PROVISIONED' && typeof record.activated === 'string'
          ? { ...record, activated: null }
          : undefined,
      ),
  },
  {
    decision: 'reactivate-default',
    what: 'that reactivate without sendEmail answers the link',
    reply: ({ operation, request, reply }) =>
      operation === 'reactivateUser' && !request.query.includes('sendEmail')
        ? altered(reply, (body) => ('activationUrl' in body ? {} : undefined))
        : undefined,
  },
  {
    decision: 'change-password-statuses',
    what: 'that a password can be changed in this status',
    reply: ({ operation, before: { subject }, reply }) =>
      operation === 'changePassword' && reply.status === 200 && isUnnamed(operation, subject?.status)
        ? { ...reply, status: 403, body: '{}' }
        : undefined,
  },
  {
    decision: 'suspended-operations',
    what: 'what this operation does to a SUSPENDED user',
    reply: ({ operation, before: { subject }, reply }) =>
      (operation === 'resetPassword' || operation === 'expirePassword') &&
      isUnnamed(operation, subject?.status)
        ? { ...reply, status: reply.status === 200 ? 403 : 200, body: '{}' }
        : undefined,
  },
  {
    decision: 'rule-invalid-status',
    what: 'that a rule is INVALID',
    reply: ({ reply }) =>
      eachRecord(reply, (record) =>
        record.type === 'group_rule' && record.status === 'INVALID'
          ? { ...record, status: 'INACTIVE' }
          : undefined,
      ),
  },
  {
    decision: 'rule-all-groups-valid',
    what: 'allGroupsValid',
    reply: ({ reply }) => eachRecord(reply, without('allGroupsValid')),
  },
  {
    decision: 'request-id-and-rate-limit-headers',
    what: 'headers with the request id and the rate limit',
    reply: ({ reply }) => ({
      ...reply,
      headers: Object.fromEntries(
        Object.entries(reply.headers).filter(([name]) => !/^x-rate-limit-|-request-id$/.test(name)),
      ),
    }),
  },
  {
    decision: 'member-order',
    what: 'the order of the members',
    reply: ({ operation, reply }) => (operation === 'listGroupUsers' ? reversed(reply) : undefined),
  },
]

function isUnnamed(operation: OperationName, status: UserStatus | undefined): boolean {
  return status !== undefined && !(statusesNamed[operation]?.includes(status) ?? true)
}

/** Takes a member out of a record that has it. */
function without(name: string): (record: JsonObject) => JsonObject | undefined {
  return ({ [name]: value, ...record }) => (value === undefined ? undefined : record)
}

/** A reply with another body; undefined where the body is no object, or stays. */
function altered(
  reply: ActualReply,
  change: (body: JsonObject) => JsonObject | undefined,
): ActualReply | undefined {
  const body = parsed(reply)
  const other = isObject(body) ? change(body) : undefined
  return other && { ...reply, body: JSON.stringify(other) }
}

/** A reply with other records, be it one or a list of them. */
function eachRecord(
  reply: ActualReply,
  change: (record: JsonObject) => JsonObject | undefined,
): ActualReply | undefined {
  const body = parsed(reply)
  if (!Array.isArray(body)) return altered(reply, change)
  const others = (body as readonly Json[]).map((record) => (isObject(record) ? change(record) : undefined))
  if (others.every((other) => other === undefined)) return undefined
  return {
    ...reply,
    body: JSON.stringify(others.map((other, index) => other ?? (body as readonly Json[])[index])),
  }
}

function reversed(reply: ActualReply): ActualReply | undefined {
  const body = parsed(reply)
  return Array.isArray(body) && body.length > 1
    ? { ...reply, body: JSON.stringify(body.toReversed()) }
    : undefined
}

function parsed({ body }: { readonly body: string }): Json | undefined {
  return jsonOf(body) as Json | undefined
}
