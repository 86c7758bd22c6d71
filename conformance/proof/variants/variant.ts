/** Conforming servers, and alterations that `identikit vary` has as well. */
import type { Json } from '../../engine/wire/reply.ts'
import { optionalProperties } from '../../tables/profile.ts'
import { body } from '../alter/answer.ts'
import { all } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import { platformBody } from '../alter/refusal.ts'
import { request } from '../alter/request.ts'
import { answerOf, isSuccess, readOf, sentWith, type Alteration } from '../alter/wire.ts'

/** A server that fulfils every requirement, and is built differently from the mock: it must fail nothing. */
export interface Variant {
  readonly id: string
  /** Its difference, as a sentence without its subject. */
  readonly summary: string
  readonly alter?: Alteration
  readonly target?: TargetOptions
}

/** Variants by their ids: what differs, the alteration, and the setup of the server. */
export function variantsOf(
  rows: Readonly<
    Record<string, readonly [summary: string, alter?: Alteration | undefined, target?: TargetOptions]>
  >,
): Variant[] {
  return Object.entries(rows).map(([id, [summary, alter, target]]) => ({
    id,
    summary,
    ...(alter && { alter }),
    ...(target && { target }),
  }))
}

/** The setup of a server for a mutant or a variant; a server ignores settings that it does not have. */
export interface TargetOptions {
  /** Default and maximum size of every page. */
  readonly pageSize?: number
  /** The name prefix inside identifiers, instead of `svc` (Clients, Conventions, 6). */
  readonly prefix?: string
  /** Further options of the mock's organisation, where the API description leaves a choice. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Variants of the mock (docs/reference/variants.md), by name. */
  readonly vary?: readonly string[]
  /** Features that this server lacks, which the run gets as its options. */
  readonly lacks?: readonly ('early-access' | 'newer-engine' | 'defaults')[]
}

const extra = 'xOwnProperty'

/** Adds a property to every record, and accepts it when it is sent back. */
export function extraProperties(): Alteration {
  const add = (json: Json, listed = false): Json => {
    // A listed record has only the link `self`.
    if (Array.isArray(json)) return json.map((each) => add(each, true))
    // The API description says that some answers are empty.
    if (!isObject(json) || Object.keys(json).length === 0) return json
    const more = { ...json, [extra]: 'of its own' }
    if (isObject(json['profile']))
      Object.assign(more, { profile: { ...json['profile'], [extra]: 'of its own' } })
    if (isObject(json['_links']) && !listed)
      Object.assign(more, { _links: { ...json['_links'], [extra]: { href: 'https://svc.example.com/own' } } })
    if (isObject(json['credentials']))
      Object.assign(more, { credentials: { ...json['credentials'], [extra]: [] } })
    return more
  }
  const strip = (json: Json): Json => {
    if (Array.isArray(json)) return json.map(strip)
    if (!isObject(json)) return json
    return Object.fromEntries(
      Object.entries(json).flatMap(([key, value]) => (key === extra ? [] : [[key, strip(value)]])),
    )
  }
  return all(
    body((json) => add(json)),
    request((sent) => (sent.json === undefined ? sent : sentWith(sent, { json: strip(sent.json) }))),
  )
}

export function reversedKeys(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversedKeys)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([key, value]) => [key, reversedKeys(value)]),
  )
}

/** Shows missing optional properties of a user as null (Users, User and Profile). */
export function withNulls(json: Json): Json {
  if (Array.isArray(json)) return json.map(withNulls)
  if (!isObject(json) || !isObject(json['profile'])) return json
  const nulls = (names: readonly string[]): Record<string, Json> =>
    Object.fromEntries(names.map((name) => [name, null]))
  return {
    ...nulls(['statusChanged', 'lastLogin', 'passwordChanged']),
    ...json,
    profile: { ...nulls(optionalProperties.map(({ name }) => name)), ...json['profile'] },
  }
}

export function withoutNulls(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutNulls)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, key === 'profile' ? withoutNulls(value) : value]),
  )
}

/** Refuses calls that change nothing: to add a member again, to remove nobody, to repeat a step of a rule. */
export const refusesRepeats: Alteration = () => async (sent, forward) => {
  const [, group, user] = /^\/api\/v1\/groups\/(?!rules)([^/]+)\/users\/([^/]+)$/.exec(sent.path) ?? []
  const [, rule, step] = /^(\/api\/v1\/groups\/rules\/[^/]+)\/lifecycle\/(\w+)$/.exec(sent.path) ?? []
  const before: Json =
    user === undefined && rule === undefined
      ? undefined
      : (await forward(readOf(sent, rule ?? `/api/v1/users/${user}/groups`))).json
  const answer = await forward(sent)
  if (!isSuccess(answer) || before === undefined) return answer
  const isIdle =
    rule === undefined
      ? (before as Json[]).some(({ id }) => id === group) === (sent.method === 'PUT')
      : (before.status === 'ACTIVE') === (step === 'activate')
  if (!isIdle) return answer
  return sent.method === 'DELETE'
    ? answerOf(404, platformBody('E0000007'))
    : answerOf(409, platformBody('E0000157'))
}
