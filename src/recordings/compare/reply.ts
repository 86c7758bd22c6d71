import type { OperationName } from '../../contract/operation-names.ts'
import { type Json, listOf, objectOf } from '../../exchange/json.ts'
import type { Reply, RecordedCall } from '../../exchange/exchange.ts'
import { idOf, kindOf, tables } from '../replay/shown.ts'
import { nextOf, type PagesBefore } from '../replay/pages.ts'
import type { ReplayContext } from '../replay/replay-context.ts'
import { contradictions } from './contradictions.ts'
import { errorDifferences, errorName } from './errors.ts'
import { type Comparing, type Difference, memberDifferences } from '../../exchange/differences.ts'

/** How far times of a reply may lie from those recorded, in milliseconds: a call takes a while. */
const slack = 5000

/** The differences, and the compared parts. */
export interface Compared {
  readonly differences: readonly Difference[]
  /** The compared parts, each as often as it occurs. */
  readonly looked: readonly Pick<Difference, 'subject' | 'when'>[]
}

/**
 * Compares a recorded reply with ours.
 *
 * @param index Place of the call in the recording.
 */
export function compareReplies(
  there: RecordedCall,
  here: Reply,
  operation: OperationName,
  context: ReplayContext,
  index: number,
): Compared {
  const { pairs, pages, hasTimes } = context
  const comparing = { pairs, origin: there.url.origin, slack: hasTimes ? slack : undefined }
  // Whether the recording shows the next page.
  const hasNextPage = pages.next(there, index) !== undefined
  const looked: Pick<Difference, 'subject' | 'when'>[] = [
    { subject: operation },
    { subject: `${there.status >= 400 ? 'errors' : 'successes'} of ${operation}` },
  ]
  const [bodyThere, bodyHere] = [there.json, here.json]
  if (there.status !== here.status) {
    const difference: Difference = {
      aspect: 'status',
      subject: operation,
      there: errorName(there.status, bodyThere),
      here: errorName(here.status, bodyHere),
    }
    return { differences: [difference], looked }
  }
  if (there.status >= 400)
    return {
      differences: there.lostBody ? [] : errorDifferences(operation, bodyThere, bodyHere, pairs),
      looked,
    }
  const differences = [...headerDifferences(there, here, operation, context.keptHeaders, hasNextPage)]
  const compare = (one: unknown, other: unknown, isListed: boolean): void => {
    const about = aboutOf(objectOf(one), operation, isListed)
    looked.push({ subject: about.subject })
    if (about.when !== undefined) looked.push(about)
    differences.push(...memberDifferences(one, other, { ...about, ...comparing }))
  }
  if (Array.isArray(bodyThere) && Array.isArray(bodyHere)) {
    const isCut =
      bodyThere.length >= limitOf(there) ||
      (nextOf(there) !== undefined && (hasNextPage || nextOf(here) !== undefined))
    const pairsOfItems = sameItems(there, here, isCut, context, differences)
    for (const [one, other] of pairsOfItems) compare(one, other, true)
  } else if (!there.lostBody && (bodyThere !== undefined || bodyHere !== undefined)) {
    compare(bodyThere ?? null, bodyHere ?? null, false)
  }
  const isContradicted = contradictions(operation, there.status, bodyThere)
  return {
    differences: differences.map((each) =>
      isContradicted(each) ? Object.assign(each, { isContradicted: true }) : each,
    ),
    looked,
  }
}

/** The subject of an object in a reply, for the report. */
function aboutOf(
  json: Json | undefined,
  operation: string,
  isListed: boolean,
): Pick<Comparing, 'subject' | 'when'> {
  const kind = json && kindOf(json)
  if (!kind) return { subject: isListed ? `items of ${operation}` : `replies of ${operation}` }
  const subject = isListed ? `${tables[kind]} in lists` : tables[kind]
  return kind === 'user' && !isListed ? { subject, when: String(json['status']) } : { subject }
}

/**
 * Pairs the items of two lists that are the same record; an item of only one list is a difference. The API description
 * does not state which records are on which page: membership is compared after the last page.
 */
function sameItems(
  call: RecordedCall,
  { json: ourItems }: Reply,
  isCut: boolean,
  { pairs, own, pages }: ReplayContext,
  differences: Difference[],
): readonly (readonly [unknown, unknown])[] {
  const operation = call.operation!.name
  const earlier = pages.before(call) ?? noPages
  const [there, here] = [listOf(call.json), listOf(ourItems)]
  const keyed = (item: unknown, index: number): readonly [string, unknown] => [keyOf(item, index), item]
  const ours = new Map([...earlier.here, ...here].map(keyed))
  const theirs = new Map([...earlier.there, ...there].map(keyed))
  const ourKey = (key: string): string => pairs.oursOf(key) ?? key
  if (theirs.size < earlier.there.length + there.length)
    differences.push({ aspect: 'listed-there', subject: operation, there: 'twice' })
  if (there.length > limitOf(call))
    differences.push({
      aspect: 'value',
      subject: operation,
      path: 'items',
      there: 'more than the limit',
      here: 'fewer',
    })
  if (!isCut) {
    const seen = new Set([...theirs.keys()].map(ourKey))
    for (const key of seen)
      if (!ours.has(key)) differences.push({ aspect: 'listed-there', subject: operation })
    for (const key of ours.keys())
      if (!seen.has(key) && own.has(key)) differences.push({ aspect: 'listed-here', subject: operation })
  }
  return there.flatMap((item, index) => {
    const other = ours.get(ourKey(keyOf(item, earlier.there.length + index)))
    return other === undefined ? [] : [[item, other]]
  })
}

/** The limit of a list request; infinite without one. */
function limitOf({ url }: RecordedCall): number {
  return Number(url.searchParams.get('limit') ?? Number.POSITIVE_INFINITY)
}

const noPages: PagesBefore = { cursor: undefined, there: [], here: [] }

/** Identifies the same record in two lists: by its id, or else by its place. */
function keyOf(item: unknown, index: number): string {
  const json = objectOf(item)
  return json && (json['id'] !== undefined || json['client_id'] !== undefined) ? idOf(json) : `#${index}`
}

/** Headers that the API description states: the type of the content, and the pages of a list. */
function headerDifferences(
  there: Reply,
  here: Reply,
  operation: OperationName,
  keptHeaders: ReadonlySet<string>,
  hasNextPage: boolean,
): readonly Difference[] {
  const found: Difference[] = []
  const compare = (name: string, one: string, other: string): void => {
    if (one !== other)
      found.push({ aspect: 'header', subject: operation, path: name, there: one, here: other })
  }
  if (keptHeaders.has('content-type') && there.body !== '') {
    compare('Content-Type', mediaTypeOf(there), mediaTypeOf(here))
  }
  if (keptHeaders.has('link')) {
    const [one, other] = [relationsOf(there), relationsOf(here)]
    // Some recorders keep the last line of each header.
    const isLastLine = one.size === 1 && one.has('next')
    if (!isLastLine) compare('Link: self', String(one.has('self')), String(other.has('self')))
    // A deployment has more records than its recording shows, and so more pages.
    if (other.has('next') || hasNextPage)
      compare('Link: next', String(one.has('next')), String(other.has('next')))
  }
  return found
}

function mediaTypeOf({ headers }: Reply): string {
  return (headers['content-type']?.[0] ?? 'none').split(';', 1)[0]!.trim().toLowerCase()
}

function relationsOf({ headers }: Reply): ReadonlySet<string> {
  const text = (headers['link'] ?? []).join(', ')
  return new Set([...text.matchAll(/rel="?([\w-]+)/g)].map(([, relation]) => relation!))
}
