/** Changes that last: a mutant shows or hides something in later answers. */
import type { Json } from '../../engine/wire/reply.ts'
import {
  type Where,
  goesTo,
  recordOf,
  recordPath,
  type Alteration,
  type Answer,
  type Forward,
  type Plain,
  type Sent,
  type Test,
  answerOf,
  answerWith,
  isRefusal,
  isSuccess,
  readOf,
  sentWith,
} from './wire.ts'
import { type RecordTest, fitsRecord, recordBefore } from './flow.ts'
import { at, changed, has, isObject, merged } from './path.ts'

/** The calls after which a change lasts. */
export interface Trigger {
  /** Which outcome of the call counts. Default `any`. */
  readonly outcome?: 'success' | 'refusal' | 'any'
  readonly when?: (sent: Sent) => boolean
  /** The records for which the change lasts, by their state before the call. Default all. */
  readonly of?: RecordTest
  /** The record that changes; by default the one in the path, or the created one. */
  readonly whose?: (sent: Sent, answer: Answer, before: Json) => string | undefined
  /** The requests whose answers show it; by default all. */
  readonly shownBy?: Test
}

/** The later appearance of a record: a patch, or a function of the record and the call behind the change. */
export type Shown = Plain | ((record: Json, cause: Sent) => Json)

/**
 * From a call on, every later answer shows its record changed, as if the call had a side effect. A server that refuses
 * and suspends all the same is `after('suspendUser', { outcome: 'refusal' }, { status: 'SUSPENDED' })`.
 */
export function after(where: Where | readonly Where[], trigger: Trigger, shown: Shown): Alteration {
  const fits = goesTo(where)
  const { outcome = 'any', when = () => true, whose = subjectOf, shownBy = () => true } = trigger
  const of = trigger.of === undefined ? undefined : fitsRecord(trigger.of)
  return () => {
    const causes = new Map<string, Sent>()
    const show = (record: Json): Json => {
      if (!isObject(record)) return record
      const cause = causes.get(idOf(record) ?? '')
      if (cause === undefined) return record
      return typeof shown === 'function' ? shown(structuredClone(record), cause) : merged(record, shown)
    }
    return async (sent, forward) => {
      const isDue = fits(sent) && when(sent)
      const before = isDue && of !== undefined ? await recordBefore(sent, forward) : undefined
      const isOfThose = !isDue || of === undefined || of(before ?? {})
      const answer = await forward(sent)
      const seen = shownBy(sent) ? shownIn(answer, show) : answer
      if (!isDue || !isOfThose) return seen
      if (outcome === 'success' && !isSuccess(answer)) return seen
      if (outcome === 'refusal' && !isRefusal(answer)) return seen
      const id = whose(sent, answer, before)
      if (id !== undefined) causes.set(id, sent)
      return seen
    }
  }
}

function subjectOf(sent: Sent, answer: Answer): string | undefined {
  return recordOf(sent.path) ?? idOf(answer.json)
}

/** The id of a record; undefined where it has none. */
export function idOf(json: Json): string | undefined {
  const id: unknown = isObject(json) ? (json['client_id'] ?? json['id']) : undefined
  return typeof id === 'string' ? id : undefined
}

/** A successful answer with its record, or each record of its list, shown so. */
export function shownIn(answer: Answer, show: (record: Json) => Json): Answer {
  if (!isSuccess(answer) || typeof answer.json !== 'object' || answer.json === null) return answer
  return answerWith(answer, { json: Array.isArray(answer.json) ? answer.json.map(show) : show(answer.json) })
}

/** Refuses as it should, yet shows the record changed from then on. */
export function refuseButShow(where: Where | readonly Where[], shown: Shown): Alteration {
  return after(where, { outcome: 'refusal' }, shown)
}

/** Takes a value at a path of the body, answers as if it were stored, and does not store it. */
export function ignoreProperty(path: string): Alteration {
  return () => async (sent, forward) => {
    if (!has(sent.json, path)) return forward(sent)
    const answer = await forward(sentWith(sent, { json: changed(sent.json, path, () => undefined) }))
    if (!isSuccess(answer) || !isObject(answer.json)) return answer
    return answerWith(answer, { json: changed(answer.json, path, () => at(sent.json, path)) })
  }
}

/**
 * Accepts a write and ignores it. Without arguments the answer fits the call. A DELETE, and a call below a group or rule,
 * gets 204. A PUT or POST on a record gets the record as if updated. A create gets an invented record, and other calls
 * get `200 {}`.
 */
export function ignoreWrite(status?: number, json?: Json): Alteration {
  return () => async (sent, forward) => {
    if (status !== undefined) return answerOf(status, json)
    if (sent.method === 'DELETE') return answerOf(204)
    const record = recordOf(sent.path)
    if (record === undefined) {
      const made = sent.path.startsWith('/oauth2/') ? { client_id: 'mutantmadeup' } : { id: 'mutantmadeup' }
      return answerOf(sent.path.startsWith('/oauth2/') ? 201 : 200, { ...sent.json, ...made })
    }
    if (recordPath(sent.path) !== sent.path)
      return sent.path.includes('/groups/') ? answerOf(204) : answerOf(200, {})
    const read = await forward(readOf(sent))
    const { credentials: _, ...given } = Object(sent.json) as Record<string, Json>
    return isSuccess(read) ? answerWith(read, { json: merged(read.json, given) }) : read
  }
}

/**
 * Lets the caller set a property that only the service may set. The sent value shows in this answer and in every later
 * one.
 */
export function takeFromCaller(where: Where | readonly Where[], path: string): Alteration {
  const fits = goesTo(where)
  return () => {
    const causes = new Map<string, Sent>()
    const show = (record: Json): Json => {
      const cause = causes.get(idOf(record) ?? '')
      return cause === undefined ? record : changed(record, path, () => at(cause.json, path))
    }
    return async (sent, forward) => {
      const isCause = fits(sent) && has(sent.json, path)
      let answer = await forward(sent)
      if (isCause && isRefusal(answer))
        answer = await forward(sentWith(sent, { json: changed(sent.json, path, () => undefined) }))
      const id = isCause && isSuccess(answer) ? (idOf(answer.json) ?? recordOf(sent.path)) : undefined
      if (id !== undefined) causes.set(id, sent)
      return shownIn(answer, show)
    }
  }
}

/** Repeats the first answer to a GET until the end of the run. */
export function stale(): Alteration {
  return () => {
    const first = new Map<string, Answer>()
    return async (sent, forward) => {
      if (sent.method !== 'GET') return forward(sent)
      const key = `${sent.path}?${sent.query}`
      const answer = first.get(key) ?? (await forward(sent))
      if (isSuccess(answer)) first.set(key, answer)
      return answer
    }
  }
}

/** Makes a documented call with the headers of another one. Its path may have a query. */
export type Call = (method: string, path: string, json?: Json) => Promise<Answer>

/** Makes other calls with the headers of this one. */
export function callerOf(sent: Sent, forward: Forward): Call {
  const headers = { ...sent.headers, 'content-type': 'application/json' }
  return (method, target, json) => {
    const [path = '', query] = target.split('?')
    return forward(sentWith(sent, { method, path, query: new URLSearchParams(query), json, headers }))
  }
}

/** Also makes other documented calls whenever the call succeeds. */
export function afterwards(more: (call: Call, sent: Sent, answer: Answer) => Promise<unknown>): Alteration {
  return () => async (sent, forward) => {
    const answer = await forward(sent)
    if (isSuccess(answer)) await more(callerOf(sent, forward), sent, answer)
    return answer
  }
}

/** The records of a list; none where the answer is no list. */
export function listed({ json }: Answer): readonly Json[] {
  return Array.isArray(json) ? json : []
}
