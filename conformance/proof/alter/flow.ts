/** Where an alteration applies: to which requests, and to which answers. */
import type { Json } from '../../engine/wire/reply.ts'
import {
  goesTo,
  recordPath,
  type Where,
  isRefusal,
  isSuccess,
  readOf,
  type Alter,
  type Alteration,
  type Answer,
  type Forward,
  type Plain,
  type Sent,
  type Test,
} from './wire.ts'
import { at, has, is, isObject, type Fits } from './path.ts'

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
export function when(test: Test, ...steps: readonly Alteration[]): Alteration {
  const whole = all(...steps)
  return () => {
    const alter = whole()
    return (sent, forward) => (test(sent) ? alter(sent, forward) : forward(sent))
  }
}

/** Whether a request sends a fitting value at a path of its body. Without a test any value fits, also `null`. */
export function sends(path: string, fits?: Fits): Test {
  return ({ json }: Sent) => has(json, path) && (fits === undefined || fits(at(json, path)))
}

/** Whether a body sends exactly these values in a list, in any order. */
export function sendsList(path: string, values: readonly unknown[]): Test {
  return ({ json }: Sent) => {
    const sent = at(json, path)
    return Array.isArray(sent) && sorted(sent) === sorted(values)
  }
}

function sorted(list: readonly unknown[]): string {
  return JSON.stringify(list.map((each) => JSON.stringify(each)).toSorted())
}

/** Whether a body sends this value at a path. */
export function sendsValue(path: string, value: Plain): Test {
  return sends(path, is(value))
}

/** Whether a request has a body without a value at this path. */
export function lacks(path: string): Test {
  return ({ json }: Sent) => isObject(json) && !has(json, path)
}

/** Whether a request has a query parameter, with this value if one is given. */
export function asks(name: string, value?: string): Test {
  return ({ query }: Sent) => (value === undefined ? query.has(name) : query.get(name) === value)
}

/** Whether a request has a header. */
export function carries(name: string): Test {
  return ({ headers }: Sent) => headers[name] !== undefined
}

/** Whether a request fails a test. */
export function not(test: Test): Test {
  return (sent: Sent) => !test(sent)
}

/** The record that a call is about, as it is before the call; undefined without a record. */
export async function recordBefore(sent: Sent, forward: Forward): Promise<Json> {
  const path = recordPath(sent.path)
  if (path === undefined) return undefined
  const { status, json } = await forward(readOf(sent, path))
  return status < 300 ? json : undefined
}

/** Alters only calls about records that fit, as they are before the call. */
export function of(record: RecordTest, ...steps: readonly Alteration[]): Alteration {
  const fits = fitsRecord(record)
  return () => {
    const alter = all(...steps)()
    return async (sent, forward) => {
      const before = await recordBefore(sent, forward)
      return before !== undefined && fits(before) ? alter(sent, forward) : forward(sent)
    }
  }
}

/** Records that pass a test, or have these values. */
export type RecordTest = Fits | Readonly<Record<string, string>>

export function fitsRecord(record: RecordTest): Fits {
  if (typeof record === 'function') return record
  const values = Object.entries(record)
  return (json) => values.every(([name, value]) => json?.[name] === value)
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
export function both(...tests: readonly Test[]): Test {
  return (sent: Sent) => tests.every((test) => test(sent))
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
