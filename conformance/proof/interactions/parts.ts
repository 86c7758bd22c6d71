/** Parts of mistakes that need more than one call: small alterations of requests and replies, most with a memory. */
import type { Rng } from '../../explore/sequence/rng.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { body } from '../alter/answer.ts'
import { recordBefore, when, whenSuccess } from '../alter/flow.ts'
import { idOf, shownIn } from '../alter/memory.ts'
import { platformBody } from '../alter/refusal.ts'
import { query } from '../alter/request.ts'
import { answerOf, isSuccess, readOf } from '../alter/wire.ts'
import type { Alter, Alteration, Answer, Forward, Sent } from '../alter/wire.ts'

/** Draws a mistake of one kind. Each draw combines other operations, conditions and effects. */
export type Family = (rng: Rng) => readonly [summary: string, alter: Alteration, about: RegExp]

/** Bugs by a sentence that begins with "a server that". */
export type PlantedMutant = Readonly<Record<string, readonly [alteration: Alteration, requirement: RegExp]>>

export const userGet = /^GET \/api\/v1\/users\/[^/]+$/
export const userList = /^GET \/api\/v1\/users$/
export const userCreate = /^POST \/api\/v1\/users$/
export const userWrite = /^(POST|PUT) \/api\/v1\/users\/[^/]+$/
export const userShown = /^(GET|POST|PUT) \/api\/v1\/users(\/[^/]+)?$/
export const groupList = /^GET \/api\/v1\/groups$/
export const groupPut = /^PUT \/api\/v1\/groups\/(?!rules\/)[^/]+$/
export const groupShown = /^(GET|PUT|POST) \/api\/v1\/groups(\/(?!rules$)[^/]+)?$/
export const members = /^GET \/api\/v1\/groups\/[^/]+\/users$/
export const groupsOfUser = /^GET \/api\/v1\/users\/[^/]+\/groups$/
export const ruleList = /^GET \/api\/v1\/groups\/rules$/
export const rulePut = /^PUT \/api\/v1\/groups\/rules\/[^/]+$/
export const ruleShown = /^(GET|PUT|POST) \/api\/v1\/groups\/rules(\/[^/]+)?$/
export const clientList = /^GET \/oauth2\/v1\/clients$/
export const clientPut = /^PUT \/oauth2\/v1\/clients\/[^/]+$/
export const clientShown = /^(GET|PUT|POST) \/oauth2\/v1\/clients(\/[^/]+)?$/

/** A POST to what stands below a user or a rule. */
export const to = (suffix: string): RegExp => new RegExp(`^POST .*/${suffix}$`)

export const fits = (pattern: RegExp, sent: Sent): boolean => pattern.test(`${sent.method} ${sent.path}`)

/** The decoded name of the record in the path of a user. */
export const nameOf = ({ path }: Sent): string =>
  decodeURIComponent(/^\/api\/v1\/users\/([^/]+)/.exec(path)?.[1] ?? '')

/** Changes the body of successful answers. */
export const shown = (pattern: RegExp, change: (json: Json, sent: Sent) => Json): Alteration =>
  when((sent) => fits(pattern, sent), whenSuccess(body(change)))

/** Changes each record of a successful answer. */
export const records = (pattern: RegExp, change: (record: Json, sent: Sent) => Json): Alteration =>
  shown(pattern, (json: Json, sent) =>
    Array.isArray(json) ? json.map((record: Json) => change(record, sent)) : change(json, sent),
  )

/** Changes parameters of the query before the server sees them. */
export const asked = (
  pattern: RegExp,
  name: string,
  change: (value: string, sent: Sent) => string | undefined,
): Alteration =>
  when(
    (sent) => fits(pattern, sent) && sent.query.has(name),
    () => (sent, forward) => query(name, (value) => change(value ?? '', sent))()(sent, forward),
  )

/** A refusal in the platform style. */
export const refusal = (status = 400, errorCode = 'E0000001'): Answer =>
  answerOf(status, platformBody(errorCode))

/** Refuses some requests. */
export const refused =
  (test: (sent: Sent) => boolean, status?: number, code?: string): Alteration =>
  () =>
  async (sent, forward) =>
    test(sent) ? refusal(status, code) : forward(sent)

interface Cause {
  readonly sent: Sent
  /** The record before the call. */
  readonly before: Json
  /** How often the trigger has fired for this record, from 1. */
  readonly times: number
}

/**
 * Changes how a record is shown after a call. It changes the answer to that call,
 * and later answers to requests that fit `where`.
 */
export const since =
  (
    trigger: (sent: Sent, answer: Answer, cause: Cause) => boolean,
    show: (record: Json, cause: Cause, sent: Sent) => Json,
    where = /./,
  ): Alteration =>
  () => {
    const causes = new Map<string, Cause>()
    const seen = (record: Json, sent: Sent): Json => {
      const cause = causes.get(String(idOf(record)))
      return cause === undefined ? record : show(structuredClone(record), cause, sent)
    }
    return async (sent, forward) => {
      const before = sent.method === 'GET' ? undefined : await recordBefore(sent, forward)
      const answer = await forward(sent)
      if (sent.method !== 'GET') {
        const id = idOf(before) ?? idOf(answer.json)
        const cause = { sent, before, times: (causes.get(String(id))?.times ?? 0) + 1 }
        if (id !== undefined && trigger(sent, answer, cause)) causes.set(id, cause)
      }
      return where.test(`${sent.method} ${sent.path}`) ? shownIn(answer, (each) => seen(each, sent)) : answer
    }
  }

/** A trigger of {@link since}: successes of a call. */
export const done =
  (pattern: RegExp, when: (sent: Sent, cause: Cause) => boolean = () => true) =>
  (sent: Sent, answer: Answer, cause: Cause): boolean =>
    fits(pattern, sent) && isSuccess(answer) && when(sent, cause)

/** Does something else from the second success of a call on one record on. */
export const secondTime =
  (
    pattern: RegExp,
    otherwise: (sent: Sent, forward: Forward, first: Answer) => Promise<Answer>,
    when: (sent: Sent) => boolean = () => true,
  ): Alteration =>
  () => {
    const firsts = new Map<string, Answer>()
    return async (sent, forward) => {
      if (!fits(pattern, sent) || !when(sent)) return forward(sent)
      const key = `${sent.method} ${sent.path}`
      const first = firsts.get(key)
      if (first !== undefined) return otherwise(sent, forward, first)
      const answer = await forward(sent)
      if (isSuccess(answer)) firsts.set(key, answer)
      return answer
    }
  }

/** An alteration with a memory. */
export const remembering =
  <Memory>(
    memory: () => Memory,
    alter: (memory: Memory, ...call: Parameters<Alter>) => Promise<Answer>,
  ): Alteration =>
  () => {
    const own = memory()
    return (sent, forward) => alter(own, sent, forward)
  }

/** A GET of the same caller. */
export const read = async (sent: Sent, forward: Forward, path: string): Promise<Json> =>
  (await forward(readOf(sent, path))).json

/** The id of the user in the path of a call. */
export const userOf = async (sent: Sent, forward: Forward): Promise<string> =>
  (await read(sent, forward, /^\/api\/v1\/users\/[^/]+/.exec(sent.path)?.[0] ?? '')).id

/** A user without its recovery question. */
export const withoutQuestion = (user: Json): Json => {
  const { recovery_question: _, ...credentials } = user.credentials ?? {}
  return { ...user, credentials }
}

/** Forgets a parameter from the second page on. */
export const forgetting = (pattern: RegExp, name: string): Alteration =>
  asked(pattern, name, (value, sent) => (sent.query.has('after') ? undefined : value))

/** The time plus these milliseconds. */
export const later = (time: Json, milliseconds: number): Json =>
  typeof time === 'string' ? new Date(Date.parse(time) + milliseconds).toISOString() : time

/** A record with some of its profile changed. */
export const profiled = (record: Json, profile: Json): Json =>
  record?.profile === undefined ? record : { ...record, profile: { ...record.profile, ...profile } }
