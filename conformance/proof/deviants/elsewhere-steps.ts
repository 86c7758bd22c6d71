/** Steps of servers that break a clause in another place than a check usually looks. */
import type { Json } from '../../engine/wire/reply.ts'
import { goesTo, recordOf, recordPath } from './routes.ts'
import type { Where } from './routes.ts'
import type { Alteration, Answer, Sent } from '../alter/wire.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

/** For a call that is built from another: no query, no body. */
export const plain = { query: new URLSearchParams(), json: undefined } as const

/** Reads the record of a call before sending it, and passes the record on. */
export function knowing(
  alter: (record: Json, sent: Sent, forward: (sent: Sent) => Promise<Answer>) => Promise<Answer>,
): Alteration {
  return () => async (sent, forward) => {
    const path = recordPath(sent.path) ?? sent.path
    const { json } = await forward(sentWith(sent, { ...plain, method: 'GET', path }))
    return alter(json, sent, forward)
  }
}

/** Repeats the last answer to a read once the record is gone. */
export function remembering(where: Where): Alteration {
  return () => {
    const seen = new Map<string, Answer>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (!goesTo(where)(sent)) return answer
      if (isSuccess(answer)) seen.set(sent.path, answer)
      return seen.get(sent.path) ?? answer
    }
  }
}

/** Still lists records that were in a list before some call on them, whatever its result. */
export function stillListing(list: Where, call: Where): Alteration {
  return () => {
    const seen = new Map<string, Map<string, Json>>()
    const gone = new Set<string>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (goesTo(call)(sent) && isSuccess(answer)) gone.add(recordOf(sent.path) ?? '')
      if (!goesTo(list)(sent) || !isSuccess(answer) || !Array.isArray(answer.json)) return answer
      const key = `${sent.path}?${sent.query}`
      const known = seen.get(key) ?? new Map<string, Json>()
      for (const record of answer.json) known.set(record.id, record)
      seen.set(key, known)
      const ids = new Set(answer.json.map(({ id }: Json) => String(id)))
      const left = [...known].filter(([id]) => gone.has(id) && !ids.has(id)).map(([, record]) => record)
      return answerWith(answer, { json: [...answer.json, ...left] })
    }
  }
}

/** Another documented call on the record of the path. */
export const call =
  (method: string, path: (sent: Sent) => string, json?: Json): ((sent: Sent) => Partial<Sent>) =>
  (sent) => ({ method, path: path(sent), ...plain, json })

/** The path of a user without the part after the id. */
export const userOf = ({ path }: Sent): string => recordPath(path) ?? path

/** A status changes, but statusChanged stays the same. */
export function timeStays(where: Where, status: string): Alteration {
  return () => {
    const before = new Map<string, Json>()
    return async (sent, forward) => {
      const id = recordOf(sent.path)
      if (goesTo(where)(sent) && id !== undefined) {
        const { json } = await forward(sentWith(sent, { ...plain, method: 'GET', path: userOf(sent) }))
        before.set(id, json?.statusChanged)
      }
      const answer = await forward(sent)
      const old = before.get(String(answer.json?.id))
      if (old === undefined || answer.json?.status !== status) return answer
      return answerWith(answer, { json: { ...answer.json, statusChanged: old } })
    }
  }
}

/** Shortens a text to this length. */
export function cut(length: number): (value: Json) => Json {
  return (value) => (typeof value === 'string' ? value.slice(0, length) : value)
}
