import type { Json } from '../../engine/wire/reply.ts'
import { valueAt } from '../../engine/wire/reply.ts'
import type { Difference } from './difference.ts'
import { idOf } from './facts.ts'
import type { Endpoint, Answer } from '../endpoints/endpoint.ts'
import type { Call } from '../sequence/sequence.ts'
import type { HandleOf } from './facts.ts'

/** The texts of a record that q searches. */
function lookedAt(json: Json): string[] {
  const { firstName, lastName, email, name } = json?.profile ?? {}
  return [firstName, lastName, email, name, json?.client_name]
    .filter((value) => typeof value === 'string')
    .map((value) => value.toLowerCase())
}

/** Whether q equals one of them: for other matches the strategy may change. */
export function isWhole(json: Json, q: string): boolean {
  return lookedAt(json).includes(q.toLowerCase())
}

/** Whether the first page of a list by q has a record: exact matches of groups come first (Groups). */
export function isFirst({ operation }: Call, json: Json, q: string | undefined): boolean {
  return operation === 'listGroups' && String(json?.profile?.name).toLowerCase() === q?.toLowerCase()
}

/** Whether q may find a record: one of its texts contains q, and it is not a deactivated user (Users). */
export function isFor(json: Json, q: string): boolean {
  return json?.status !== 'DEPROVISIONED' && lookedAt(json).some((value) => value.includes(q.toLowerCase()))
}

/** The redirect URIs of a client, in the order of the reply. */
export function urisOf(json: Json): readonly string[] {
  return Array.isArray(json?.redirect_uris) ? (json.redirect_uris as string[]) : []
}

/** The difference between a list that shows the same URIs of a client, and the client alone. */
export function otherOrder(
  record: string,
  alone: readonly string[] = [],
  listed: readonly string[] = [],
): Difference | undefined {
  const isSame = alone.length === listed.length && alone.every((each) => listed.includes(each))
  if (!isSame || alone.join() === listed.join()) return undefined
  const [expected, got] = [alone.join(' '), listed.join(' ')]
  return { aspect: 'member', member: 'redirect_uris', record, expected, got }
}

/** Our records in a list, with their handles. */
export function own(
  shows: NonNullable<Call['shows']>,
  items: readonly Json[],
  endpoint: Endpoint,
): [string, Json][] {
  return items.flatMap((json) => {
    const handle = endpoint.handleOf(idOf(shows, json))
    return handle === undefined ? [] : [[handle, json] as [string, Json]]
  })
}

/** Whether a sorted list is in order, judged by its values (Users: case-insensitive ASCII, ties by id). */
export function orderOf(
  call: Call,
  found: readonly (readonly [string, Json])[],
  q: string | undefined,
): Difference | undefined {
  if (q !== undefined && call.operation === 'listGroups') return exactFirst(found, q)
  const sortBy = call.query?.['sortBy']
  if (sortBy === undefined || call.expression?.parameter !== 'search') return undefined
  const turn = call.query?.['sortOrder'] === 'desc' ? -1 : 1
  const keys = found.map(([handle, json]) => ({ handle, key: keyOf(json, sortBy), id: String(json?.id) }))
  for (const [at, one] of keys.entries()) {
    const next = keys[at + 1]
    if (next?.key === undefined || one.key === undefined) continue
    const isTie = one.key === next.key
    if (isTie ? one.id < next.id : turn * (one.key < next.key ? -1 : 1) < 0) continue
    return {
      aspect: 'order',
      member: isTie ? 'ties' : sortBy,
      record: next.handle,
      expected: isTie ? 'equal ones by id' : `${sortBy} ${turn < 0 ? 'descending' : 'ascending'}`,
      got: `${one.id} (${one.key}) before ${next.id} (${next.key})`,
    }
  }
  return undefined
}

/** Groups whose name equals q come first (Groups, Group operations). */
function exactFirst(found: readonly (readonly [string, Json])[], q: string): Difference | undefined {
  const isExact = ([, json]: readonly [string, Json]): boolean =>
    String(json?.profile?.name).toLowerCase() === q.toLowerCase()
  const late = found.findIndex(
    (each, at) => at > 0 && isExact(each) && !isExact(found[at - 1] as [string, Json]),
  )
  const [record = ''] = found[late] ?? []
  return late < 0
    ? undefined
    : { aspect: 'order', member: 'q', record, expected: 'exact matches first', got: 'one later' }
}

/** The sort key of a record; undefined if no order is stated for it: unset, or not ASCII. */
function keyOf(json: Json, sortBy: string): string | undefined {
  const value: Json = valueAt(json, sortBy)
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) ? value.toLowerCase() : undefined
}

/** The records that the target found by q. Without another write, a write between pages hides only its own record. */
export class FoundByQ {
  #last = { of: '', records: new Set<string>() }

  /** Notes the records of a list. The records that the same list had before a write between its pages. */
  before(call: Call, q: string | undefined, changes: number, found: readonly string[]): ReadonlySet<string> {
    const of = `${call.operation} ${q} ${changes}`
    if (call.between === undefined) this.#last = { of, records: new Set(found) }
    return call.between !== undefined && this.#last.of === of ? this.#last.records : new Set()
  }
}

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
