/** Other records than the requested one. */
import { idOf } from '../alter/memory.ts'
import {
  recordOf,
  recordPath,
  answerWith,
  isSuccess,
  readOf,
  sentWith,
  type Alter,
  type Alteration,
  type Answer,
  type Sent,
} from '../alter/wire.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { items, listsNothing, withoutFirst, withoutLast } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import { at, changed, has, isObject } from '../alter/path.ts'
import { fitting, hasRecord, inCalls, isList, isRead, type Operator } from './operator.ts'

/** Lists of records that exist only below another record, and that no call creates: known once they were listed. */
const nested = /\/(?:grants|tokens)$/

/** The records known so far, by the path of their collection: their own paths, oldest first. */
export class KnownRecords {
  readonly #paths = new Map<string, string[]>()

  note(sent: Sent, answered: Answer): void {
    const { json } = answered
    if (!isSuccess(answered)) return
    if (sent.method === 'GET' && nested.test(sent.path) && Array.isArray(json))
      for (const each of json) this.#add(sent.path, each)
    if (sent.method === 'POST' && recordOf(sent.path) === undefined) this.#add(sent.path, json)
  }

  #add(collection: string, record: Json): void {
    const id = idOf(record)
    if (id === undefined) return
    const path = `${collection}/${encodeURIComponent(id)}`
    const known = this.of(collection)
    if (!known.includes(path)) this.#paths.set(collection, [...known, path])
  }

  of(collection: string): readonly string[] {
    return this.#paths.get(collection) ?? []
  }
}

/** Alters calls of one operation, with the known records of the run. */
function knowing(operation: OperationName, alter: (known: KnownRecords) => Alter): Alteration {
  return () => {
    const known = new KnownRecords()
    const altered = on(operation, () => alter(known))()
    return async (sent, forward) => {
      const answered = await altered(sent, forward)
      known.note(sent, answered)
      return answered
    }
  }
}

/** A grant or token below a user, whose neighbours are those of the same list. */
const below = /^(.*\/(?:grants|tokens))\/[^/]+$/

/** The same call on the next or previous record of the kind; undefined without one. */
function besides(sent: Sent, known: KnownRecords): Sent | undefined {
  const collection = below.exec(sent.path)?.[1]
  const here = collection === undefined ? recordPath(sent.path) : sent.path
  if (here === undefined) return undefined
  const all = known.of(collection ?? here.slice(0, here.lastIndexOf('/')))
  const at = all.indexOf(here)
  const other = at < 0 ? all.at(-1) : (all[at + 1] ?? all[at - 1])
  return other === undefined || other === here
    ? undefined
    : sentWith(sent, { path: other + sent.path.slice(here.length) })
}

const instead = (operation: OperationName): Alteration =>
  knowing(operation, (known) => (sent, forward) => forward(besides(sent, known) ?? sent))

const asWell = (operation: OperationName): Alteration =>
  knowing(operation, (known) => async (sent, forward) => {
    const other = besides(sent, known)
    const answered = await forward(sent)
    if (!isSuccess(answered) || other === undefined) return answered
    if (sent.method !== 'PUT' || !isObject(sent.json)) {
      await forward(other)
      return answered
    }
    // Under its own name, so that it is not refused as a duplicate.
    const read = await forward(readOf(other))
    await forward(sentWith(other, { json: withNameOf(read.json, sent.json) }))
    return answered
  })

/** The sent body, with the unique values of another record. */
function withNameOf(other: Json, json: Json): Json {
  return ['name', 'client_id', 'client_name', 'profile.name', 'profile.login', 'profile.email'].reduce(
    (each, path) => (has(each, path) ? changed(each, path, () => at(other, path)) : each),
    json,
  )
}

/** Lists one more item, from another list of the kind. */
const oneMore = (operation: OperationName): Alteration =>
  on(operation, () => {
    const seen = new Map<string, Json>()
    return async (sent, forward) => {
      const answered = await forward(sent)
      const { json } = answered
      if (!isSuccess(answered) || !Array.isArray(json)) return answered
      const here = new Set(json.map((each: Json) => JSON.stringify(each)))
      const other = [...seen.values()].findLast((each) => !here.has(JSON.stringify(each)))
      for (const each of json) seen.set(JSON.stringify(each), each)
      return other === undefined ? answered : answerWith(answered, { json: [...json, other] })
    }
  })

/** Refuses an id that is longer than a known one, but does it to the known record all the same. */
const refusesLonger = (operation: OperationName): Alteration =>
  knowing(operation, (known) => async (sent, forward) => {
    const answered = await forward(sent)
    const here = recordPath(sent.path)
    if (isSuccess(answered) || here === undefined) return answered
    const own = known.of(here.slice(0, here.lastIndexOf('/'))).findLast((each) => here.startsWith(each))
    if (own !== undefined) await forward(sentWith(sent, { path: own + sent.path.slice(here.length) }))
    return answered
  })

/** Finds a record by an id that is only similar to its own. */
const similar = (isSimilar: (sent: string, known: string) => boolean) => (operation: OperationName) =>
  knowing(operation, (known) => (sent, forward) => {
    const here = recordPath(sent.path)
    if (here === undefined) return forward(sent)
    const all = known.of(here.slice(0, here.lastIndexOf('/')))
    const found = all.includes(here) ? undefined : all.findLast((each) => isSimilar(here, each))
    return forward(
      found === undefined ? sent : sentWith(sent, { path: found + sent.path.slice(here.length) }),
    )
  })

export const neighbourOperators: readonly Operator[] = [
  ...fitting(isList, {
    'neighbours/none': ['answers with an empty list', inCalls(whenSuccess(listsNothing()))],
    'neighbours/one-fewer': ['leaves the last item of a page out', inCalls(whenSuccess(withoutLast()))],
    'neighbours/first-lost': ['leaves the first item of a page out', inCalls(whenSuccess(withoutFirst()))],
    'neighbours/doubled': [
      'lists each item twice',
      inCalls(whenSuccess(items((list) => list.flatMap((each) => [each, each])))),
    ],
    'neighbours/one-more': ['lists an item of another list as well', oneMore],
  }),
  ...fitting((each) => isRead(each) && hasRecord(each), {
    'neighbours/read': ['answers for another record of the kind', instead],
  }),
  ...fitting((each) => !isRead(each) && hasRecord(each), {
    'neighbours/written-too': ['does it to other records of the kind as well', asWell],
    'neighbours/written-instead': ['changes another record of the kind instead of this one', instead],
  }),
  ...fitting(hasRecord, {
    'neighbours/longer-id': [
      'finds a record by an id that only begins with its own',
      similar((sent, known) => sent.startsWith(known)),
    ],
  }),
  ...fitting((each) => isRead(each) && hasRecord(each), {
    'neighbours/shorter-id': [
      'finds a record by the beginning of its id',
      similar((sent, known) => known.startsWith(sent)),
    ],
  }),
  ...fitting((each) => !isRead(each) && hasRecord(each), {
    'neighbours/refused-but-done': [
      'refuses an id that only begins with that of a record, and does it to the record all the same',
      refusesLonger,
    ],
  }),
]
