import type { Alternative, OtherReply, StatedVerdict } from '../contract/interpretations/interpretation.ts'
import { interpretations } from '../contract/interpretations/index.ts'
import { statedAt } from '../contract/errors/explain.ts'
import { updateNeeds } from '../contract/resources/client-settings.ts'
import type { UserStatus } from '../contract/user-lifecycle.ts'
import { defined } from '../model/kernel/defined.ts'
import type { Answered } from './before.ts'
import type { Difference } from './differences.ts'
import type { Reply } from './exchange.ts'
import { type Json, jsonOf, member, objectOf } from './json.ts'

/** An explanation of a difference. */
export interface Judgement {
  readonly verdict: StatedVerdict
  /** The rule of the API description, or of the mock where the description is silent. */
  readonly says: string
  /** The interpretation that settles it (docs/reference/interpretations.md). */
  readonly interpretation?: string
  /** The option of an organisation under which the mock answers as the recording does. */
  readonly option?: string
  /** Whether the mock may be wrong. */
  readonly canBeBug: boolean
}

type Row = Alternative & { readonly interpretation: string }

const rows: readonly Row[] = interpretations.flatMap(({ id, alternatives = [] }) =>
  alternatives.map((alternative) => ({ ...alternative, interpretation: id })),
)

/** The alternatives that explain differences: of two that do, the one with more conditions. */
const explaining = rows
  .filter(({ says }) => says !== undefined)
  .toSorted((one, other) => conditionsOf(other) - conditionsOf(one))

function conditionsOf({ aspects, path, there, here }: Row): number {
  return [aspects, path, there, here].filter((condition) => condition !== undefined).length
}

/** The interpretations that a reply about a subject shows. */
export function interpretationsOn(subject: string): readonly string[] {
  return [
    ...new Set(explaining.flatMap(({ of, interpretation }) => (of?.test(subject) ? interpretation : []))),
  ]
}

/** Parts of records in the API description; other parts are beyond it. */
const describedLinks =
  /^(?:self|activate|reactivate|deactivate|suspend|unsuspend|unlock|resetPassword|expirePassword|resetFactors|forgotPassword|changePassword|changeRecoveryQuestion|delete|schema|type|users|apps|logo|source)$/

/**
 * Explains a difference by the known ones; an unknown difference may be a bug.
 *
 * @param isDescribed Whether the API description has a member of a kind of record.
 */
export function judge(difference: Difference, isDescribed: (difference: Difference) => boolean): Judgement {
  const { aspect, subject, path = '', there = '', here = '', isContradicted } = difference
  const isBeyond =
    (aspect === 'member-there' && !isDescribed(difference)) ||
    (aspect === 'link-there' && !describedLinks.test(path))
  if (isBeyond)
    return {
      verdict: 'beyond',
      says: 'The API description does not have it: newer than the description, or of other features.',
      canBeBug: false,
    }
  const fits = (pattern: RegExp | undefined, text: string): boolean => pattern?.test(text) ?? true
  const row = explaining.find(
    (each) =>
      (each.aspects?.includes(aspect) ?? true) &&
      (each.isOfReply === true || fits(each.of, subject)) &&
      fits(each.path, path) &&
      fits(each.there, there) &&
      fits(each.here, here),
  )
  if (row) {
    const { verdict, says, interpretation, value } = row
    const { option = value && `interpretations: { '${interpretation}': '${value}' }` } = row
    return { verdict: verdict!, says: says!, interpretation, ...defined({ option }), canBeBug: false }
  }
  return isContradicted
    ? { verdict: 'contradicts', says: 'The description has this member otherwise.', canBeBug: false }
    : { verdict: 'silent', says: 'Nothing is known of this difference.', canBeBug: true }
}

/** An interpretation that an interaction depends on: the API description is silent, and another choice fails. */
export interface RestsOn {
  /** Id of the interpretation. */
  readonly interpretation: string
  /** The part of the interaction that would fail at a service with another choice. */
  readonly what: string
  /** The question that the API description leaves open. */
  readonly question: string
  /** Our answer to it. */
  readonly choice: string
}

/**
 * The interpretations on which an exchange depends: with another choice, its reply would be one that does not fit.
 *
 * @param fits Whether a reply is as expected. If ours is not, it depends on no interpretation.
 */
export function choicesOf(exchange: Answered, fits: (reply: Reply) => boolean): readonly RestsOn[] {
  if (!fits(exchange)) return []
  const found = new Map<string, RestsOn>()
  for (const { interpretation, of, reply } of [...rows, ...refusalAlternatives(exchange)]) {
    const key = `${interpretation} ${reply?.what}`
    if (!reply || found.has(key) || (of && !subjectsOf(exchange).some((subject) => of.test(subject))))
      continue
    const other = otherReply(exchange, reply)
    if (!other || fits(other)) continue
    const { question, choice } = interpretations.find(({ id }) => id === interpretation)!
    found.set(key, { interpretation, what: reply.what, question, choice })
  }
  return [...found.values()]
}

function subjectsOf({ operation, status }: Answered): readonly string[] {
  return [String(operation), `${status >= 400 ? 'errors' : 'successes'} of ${operation}`]
}

/** The reply with another choice; undefined if the choice has no part in it. */
function otherReply(exchange: Answered, other: OtherReply): Reply | undefined {
  const { only, without, userIn, status, headers, isReversed, members, nulls, body } = other
  const userStatus: UserStatus | undefined = exchange.before.subject?.status
  if (only !== undefined && exchange.status !== only) return undefined
  if (without !== undefined && exchange.query.includes(without)) return undefined
  if (userIn && !userIn.some((each) => each === userStatus)) return undefined
  const { json } = exchange
  const made: Reply = {
    ...exchange,
    ...(status ? { status: exchange.status === status[0] ? status[1] : status[0] } : {}),
    ...(body === undefined ? {} : { body, json: {} }),
    ...(headers ? { headers: withoutHeaders(exchange.headers, headers) } : {}),
  }
  if (isReversed)
    return Array.isArray(json) && json.length > 1 ? withJson(made, json.toReversed()) : undefined
  if (!members && nulls === undefined) return made
  const change = (value: unknown): unknown => {
    const record = objectOf(value)
    return record && otherRecord(record, other)
  }
  if (!Array.isArray(json)) {
    const record = change(json)
    return record === undefined ? undefined : withJson(made, record)
  }
  const records = json.map(change)
  return records.every((record) => record === undefined)
    ? undefined
    : withJson(
        made,
        records.map((record, index) => record ?? (json[index] as unknown)),
      )
}

function otherRecord(
  record: Json,
  { where = {}, unless, members = {}, nulls }: OtherReply,
): Json | undefined {
  if (Object.entries(where).some(([name, value]) => record[name] !== value)) return undefined
  if (unless && Object.values(record).some((value) => typeof value === 'string' && unless.test(value)))
    return undefined
  if (nulls === undefined)
    return Object.keys(members).every((name) => (record[name] ?? undefined) !== undefined)
      ? { ...record, ...members }
      : undefined
  const part = Object.entries(objectOf(record[nulls]) ?? {})
  const kept = part.filter(([, value]) => value !== null)
  return kept.length === part.length ? undefined : { ...record, [nulls]: Object.fromEntries(kept) }
}

function withJson(reply: Reply, json: unknown): Reply {
  const body = JSON.stringify(json)
  return { ...reply, body, json: jsonOf(body) }
}

function withoutHeaders(headers: Reply['headers'], pattern: RegExp): Reply['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !pattern.test(name)))
}

/** Where the API description states no status or code for an error, a service may have another one. */
function refusalAlternatives(exchange: Answered): readonly Row[] {
  const { refusal, json } = exchange
  if (refusal === undefined) return []
  const ofClient = clientInterpretation(exchange)
  const { section, interpretation } = ofClient ? { interpretation: ofClient } : statedAt(refusal)
  if (interpretation === undefined) return []
  const code =
    member(json, 'errorCode') === undefined
      ? { error: 'invalid_something' }
      : { errorCode: 'E0000999', errorLink: 'E0000999' }
  return [
    { interpretation, reply: { what: 'the error code of this refusal', members: code } },
    // A section with the interpretation states the status.
    ...(section === undefined
      ? [{ interpretation, reply: { what: 'the status of this refusal', status: [422, 400] as const } }]
      : []),
  ]
}

/**
 * *Clients* states two errors of clients for some operations only. `invalid_client` is for GET and DELETE, and
 * `invalid_client_metadata` for an update that lacks a setting.
 */
function clientInterpretation({ operation, refusal, requestBody }: Answered): string | undefined {
  if (refusal === 'invalid-client' && operation === 'updateClient') return 'client-unknown-on-put'
  if (refusal !== 'invalid-client-metadata') return undefined
  const sent = objectOf(jsonOf(requestBody))
  const lacks = updateNeeds['every-setting'].some(
    // A null counts as a value, except for the name.
    (name) => sent?.[name] === undefined || (sent[name] === null && name === 'client_name'),
  )
  return operation === 'updateClient' && sent && lacks ? undefined : 'client-error-codes'
}
