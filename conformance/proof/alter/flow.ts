/** Where an alteration applies: to which requests, and to which answers. */
import type { Json } from '../../engine/wire/reply.ts'
import type { Where } from '../deviants/routes.ts'
import { goesTo, recordPath } from '../deviants/routes.ts'
import type { Alter, Alteration, Answer, Forward, Sent } from './wire.ts'
import { isRefusal, isSuccess, sentWith } from './wire.ts'
import { at, has } from './path.ts'

/** Several alterations as one; the first is nearest to the suite, the last nearest to the server. */
export function all(...steps: readonly Alteration[]): Alteration {
  return () =>
    steps
      .map((step) => step())
      .reduceRight<Alter>(
        (inner, outer) => (sent, forward) => outer(sent, (next) => inner(next, forward)),
        (sent, forward) => forward(sent),
      )
}

/** Alters calls of these operations (or of `GET /api/v1/users/*`, …) only. */
export function on(where: Where | readonly Where[], ...steps: readonly Alteration[]): Alteration {
  return when(goesTo(where), ...steps)
}

/** Alters only the requests that pass the test. */
export function when(test: (sent: Sent) => boolean, ...steps: readonly Alteration[]): Alteration {
  return () => {
    const alter = all(...steps)()
    return (sent, forward) => (test(sent) ? alter(sent, forward) : forward(sent))
  }
}

/**
 * Whether a request sends a fitting value at a path of its body. Without a test any value fits, also `null`. Use it as
 * in `when(sends('profile.title', (title) => title === null), …)`.
 */
export function sends(path: string, fits: (value: never) => boolean = () => true): (sent: Sent) => boolean {
  return ({ json }) => has(json, path) && fits(at(json, path) as never)
}

/** Whether a request has a query parameter, with this value if one is given. */
export function asks(name: string, value?: string): (sent: Sent) => boolean {
  return ({ query }) => (value === undefined ? query.has(name) : query.get(name) === value)
}

/** The record that a call is about, as it is before the call; undefined without a record. */
export async function recordBefore(sent: Sent, forward: Forward): Promise<Json> {
  const path = recordPath(sent.path)
  if (path === undefined) return undefined
  const query = new URLSearchParams()
  const { status, json } = await forward(sentWith(sent, { method: 'GET', path, query, json: undefined }))
  return status < 300 ? json : undefined
}

/** Alters only calls about records that fit, as they are before the call. */
export function of(fits: (record: Json) => boolean, ...steps: readonly Alteration[]): Alteration {
  return () => {
    const alter = all(...steps)()
    return async (sent, forward) => {
      const record = await recordBefore(sent, forward)
      return record !== undefined && fits(record) ? alter(sent, forward) : forward(sent)
    }
  }
}

/** Lets the steps alter answers that pass the test. The server has carried out the request by then. */
function whenAnswer(
  test: (answer: Answer, sent: Sent) => boolean,
  ...steps: readonly Alteration[]
): Alteration {
  return () => {
    const alter = all(...steps)()
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (!test(answer, sent)) return answer
      return alter(sent, (again) => (again === sent ? Promise.resolve(answer) : forward(again)))
    }
  }
}

/** Alters successes (2xx) only. */
export function whenSuccess(...steps: readonly Alteration[]): Alteration {
  return whenAnswer(isSuccess, ...steps)
}

/** Alters refusals (4xx) only. */
export function whenRefused(...steps: readonly Alteration[]): Alteration {
  return whenAnswer(isRefusal, ...steps)
}

/** Alters answers of this status only. */
export function whenStatus(status: number, ...steps: readonly Alteration[]): Alteration {
  return whenAnswer((answer) => answer.status === status, ...steps)
}

/** A request must pass both tests. */
export function both(...tests: readonly ((sent: Sent) => boolean)[]): (sent: Sent) => boolean {
  return (sent) => tests.every((test) => test(sent))
}

/** Alters refusals about known records, not those for unknown ones: 404 or, for a client, 401. */
export function whenRefusedKnown(...steps: readonly Alteration[]): Alteration {
  return whenAnswer((answer) => isRefusal(answer) && !isOfUnknown(answer), ...steps)
}

/** Alters refusals about unknown records. */
export function whenRefusedUnknown(...steps: readonly Alteration[]): Alteration {
  return whenAnswer(isOfUnknown, ...steps)
}

function isOfUnknown({ status }: Answer): boolean {
  return status === 404 || status === 401
}
