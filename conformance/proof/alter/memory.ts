/** Changes that last: what a deviant shows, or hides, in later answers. */
import type { Json } from '../../engine/wire/reply.ts'
import type { Where } from '../deviants/routes.ts'
import { goesTo, recordOf, recordPath } from '../deviants/routes.ts'
import type { Alteration, Answer, Plain, Sent } from './wire.ts'
import { answerOf, answerWith, isRefusal, isSuccess, sentWith } from './wire.ts'
import { recordBefore } from './flow.ts'
import { at, changed, has, isObject, merged } from './path.ts'

/** After which calls something lasts. */
export interface Trigger {
  /** Which outcome of the call counts. Default `any`. */
  readonly outcome?: 'success' | 'refusal' | 'any'
  readonly when?: (sent: Sent) => boolean
  /** Which records, as they are before the call. Default all. */
  readonly of?: (record: Json) => boolean
  /** Whose record it is; by default the one in the path, or the one that was created. */
  readonly whose?: (sent: Sent, answer: Answer) => string | undefined
}

/** What a record shows afterwards: a patch laid over it, or made from it and the call that caused it. */
export type Shown = Plain | ((record: Json, cause: Sent) => Json)

/**
 * From a call on, every later answer shows the record that it was about otherwise: as if the call had had a
 * side effect. `after('suspendUser', { outcome: 'refusal' }, { status: 'SUSPENDED' })` is a server that
 * refuses and suspends all the same.
 */
export function after(where: Where | readonly Where[], trigger: Trigger, shown: Shown): Alteration {
  const fits = goesTo(where)
  const { outcome = 'any', when = () => true, of, whose = subjectOf } = trigger
  return () => {
    const causes = new Map<string, Sent>()
    const show = (record: Json): Json => {
      if (!isObject(record)) return record
      const cause = causes.get(String(record['id'] ?? record['client_id']))
      if (cause === undefined) return record
      return typeof shown === 'function' ? shown(structuredClone(record), cause) : merged(record, shown)
    }
    return async (sent, forward) => {
      const isDue = fits(sent) && when(sent)
      const isOfThose = !isDue || of === undefined || of((await recordBefore(sent, forward)) ?? {})
      const answer = await forward(sent)
      const seen = shownIn(answer, show)
      if (!isDue || !isOfThose) return seen
      if (outcome === 'success' && !isSuccess(answer)) return seen
      if (outcome === 'refusal' && !isRefusal(answer)) return seen
      const id = whose(sent, answer)
      if (id !== undefined) causes.set(id, sent)
      return seen
    }
  }
}

function subjectOf(sent: Sent, answer: Answer): string | undefined {
  return recordOf(sent.path) ?? idOf(answer.json)
}

function idOf(json: Json): string | undefined {
  const id: unknown = isObject(json) ? (json['client_id'] ?? json['id']) : undefined
  return typeof id === 'string' ? id : undefined
}

function shownIn(answer: Answer, show: (record: Json) => Json): Answer {
  if (!isSuccess(answer) || typeof answer.json !== 'object' || answer.json === null) return answer
  return answerWith(answer, { json: Array.isArray(answer.json) ? answer.json.map(show) : show(answer.json) })
}

/** Refuses as it should, yet shows the record changed from then on. */
export function refuseButShow(where: Where | readonly Where[], shown: Shown): Alteration {
  return after(where, { outcome: 'refusal' }, shown)
}

/** Refuses as it should, yet the record is gone from then on: 404 for it and what is below it. */
export function refuseButRemove(where: Where | readonly Where[]): Alteration {
  const fits = goesTo(where)
  return () => {
    const gone = new Set<string>()
    return async (sent, forward) => {
      const path = recordPath(sent.path)
      if (path !== undefined && gone.has(path)) return forward(sentWith(sent, { path: `${path}-gone` }))
      const answer = await forward(sent)
      if (fits(sent) && isRefusal(answer) && path !== undefined) gone.add(path)
      return answer
    }
  }
}

/**
 * Takes a value, answers as if it had been stored, and does not store it. A path names one part of the body;
 * several are ignored together.
 */
export function ignoreProperty(...paths: readonly string[]): Alteration {
  return () => async (sent, forward) => {
    const ignored = paths.filter((path) => has(sent.json, path))
    if (ignored.length === 0) return forward(sent)
    const json = ignored.reduce((each, path) => changed(each, path, () => undefined), sent.json)
    const answer = await forward(sentWith(sent, { json }))
    if (!isSuccess(answer) || !isObject(answer.json)) return answer
    return answerWith(answer, {
      json: ignored.reduce((each, path) => changed(each, path, () => at(sent.json, path)), answer.json),
    })
  }
}

/**
 * Accepts a write and ignores it. Without arguments it answers what fits: 204 to a DELETE, the record as if
 * it had been updated to a PUT or POST on a record, a made-up record to a create, `200 {}` to anything else.
 */
export function ignoreWrite(status?: number, json?: Json): Alteration {
  return () => async (sent, forward) => {
    if (status !== undefined) return answerOf(status, json)
    if (sent.method === 'DELETE') return answerOf(204)
    const record = recordOf(sent.path)
    if (record === undefined) {
      const made = sent.path.startsWith('/oauth2/') ? { client_id: 'deviantmadeup' } : { id: 'deviantmadeup' }
      return answerOf(sent.path.startsWith('/oauth2/') ? 201 : 200, { ...sent.json, ...made })
    }
    if (recordPath(sent.path) !== sent.path) return answerOf(200, {})
    const read = await forward(
      sentWith(sent, { method: 'GET', query: new URLSearchParams(), json: undefined }),
    )
    return isSuccess(read) ? answerWith(read, { json: merged(read.json, sent.json) }) : read
  }
}

/**
 * Lets the caller set what only the service may set: the value sent shows in the answer and in every later
 * one.
 */
export function takeFromCaller(where: Where | readonly Where[], ...paths: readonly string[]): Alteration {
  const fits = goesTo(where)
  const taken = (json: Json, cause: Sent): Json =>
    paths
      .filter((path) => has(cause.json, path))
      .reduce((each, path) => changed(each, path, () => at(cause.json, path)), json)
  return () => {
    const causes = new Map<string, Sent>()
    const show = (record: Json): Json => {
      const cause = isObject(record) ? causes.get(String(record['id'] ?? record['client_id'])) : undefined
      return cause === undefined ? record : taken(record, cause)
    }
    return async (sent, forward) => {
      const isCause = fits(sent) && paths.some((path) => has(sent.json, path))
      let answer = await forward(sent)
      if (isCause && isRefusal(answer)) {
        const json = paths.reduce((each, path) => changed(each, path, () => undefined), sent.json)
        answer = await forward(sentWith(sent, { json }))
      }
      const id = isCause && isSuccess(answer) ? (idOf(answer.json) ?? recordOf(sent.path)) : undefined
      if (id !== undefined) causes.set(id, sent)
      return shownIn(answer, show)
    }
  }
}

/** Answers a GET the way it was answered the first time, until the end of the run. */
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

/** Does something more whenever the call succeeds: another documented call, made from this one. */
export function andAlso(call: (sent: Sent, answer: Answer) => Partial<Omit<Sent, 'text'>>): Alteration {
  return () => async (sent, forward) => {
    const answer = await forward(sent)
    if (isSuccess(answer))
      await forward(sentWith(sent, { query: new URLSearchParams(), json: undefined, ...call(sent, answer) }))
    return answer
  }
}

/** Does something else, by another documented call, and answers what that call answers. */
export function instead(call: (sent: Sent) => Partial<Omit<Sent, 'text'>>): Alteration {
  return () => (sent, forward) => forward(sentWith(sent, call(sent)))
}
