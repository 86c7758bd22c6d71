import { type Difference, Expectation, differences, sameValue } from './expectation.ts'
import { Blocked } from '../run/interruption.ts'
import type { Reply } from '../wire/reply.ts'

/** One assertion that was made: what the report shows as expected and got. */
export interface Assertion {
  readonly held: boolean
  /** The question, in a few words. */
  readonly what: string
  readonly expected: unknown
  readonly got: unknown
  /** The places that differ, for the mark in the report. */
  readonly differences: readonly Difference[]
  /** Number of the exchange that was judged, when known. */
  readonly exchange: number | undefined
}

/**
 * Judges one requirement. Every method records one assertion and returns whether it held. No method throws when it did not,
 * so that one broken requirement does not hide another. A requirement passes if the check ran to its end and all assertions of
 * the requirement held.
 */
export interface Judge {
  /** The same judge, with the next assertion tied to this reply in the report. */
  on(reply: Reply): Judge
  /** The value equals the expected one; an `undefined` value never does. */
  equal(actual: unknown, expected: unknown, what?: string): boolean
  /** The value is there and is not this one. */
  notEqual(actual: unknown, other: unknown, what?: string): boolean
  /** A 2xx reply whose JSON body has at least these properties with these values; see `a` for demands. */
  matches(reply: Reply, expected: object): boolean
  /** The value (already read from a body) has at least these properties with these values. */
  like(value: unknown, expected: object, what?: string): boolean
  /** This status, or one of these. */
  status(reply: Reply, status: number | readonly number[]): boolean
  /** Any 2xx status. */
  success(reply: Reply): boolean
  /** Any 4xx status other than 429. Judge by a second read that nothing changed. */
  refused(reply: Reply): boolean
  /** This status with a platform-style body of this code (Clients, Errors). Texts are never read. */
  platformError(reply: Reply, status: number, code: string): boolean
  /** This status with an OAuth-style body of this error (Clients, Errors). Texts are never read. */
  oauthError(reply: Reply, status: number, error: string): boolean
  /** This status and nothing in the body. */
  empty(reply: Reply, status: number): boolean
  /** The condition is true; `what` says what should be so. */
  ok(condition: unknown, what: string, got?: unknown): boolean
  /** The object is there and lacks the key. */
  absent(object: unknown, key: string): boolean
  /** The value is one of these. */
  oneOf(actual: unknown, allowed: readonly unknown[], what?: string): boolean
  /** The list is not empty and every element matches (a demand or a partial object). */
  every(list: unknown, expected: Expectation | object | ((each: unknown) => boolean), what?: string): boolean
  /** The list has an element that matches (a demand or a partial object). */
  some(list: unknown, expected: Expectation | object | ((each: unknown) => boolean), what?: string): boolean
  /** The list is there and no element matches. An empty list passes: guard against it. */
  none(list: unknown, expected: Expectation | object | ((each: unknown) => boolean), what?: string): boolean
  /** Records that the requirement held, when the judgement was made in code. */
  pass(what?: string): boolean
  /** Records that the requirement did not hold. */
  fail(what: string, got?: unknown): boolean
  /**
   * Settles the requirement early: its assertions so far count even if the check cannot run to its end. Without it, a requirement
   * with passes only becomes `blocked` when the check is interrupted.
   */
  commit(): void
  /** Whether an assertion of this requirement did not hold so far. */
  readonly failed: boolean
}

/** Where a judge puts its assertions. */
export interface JudgeSink {
  record(assertion: Assertion): void
  commit(): void
  readonly failed: boolean
  /** The last exchange of the check, to which an assertion without a reply is tied. */
  lastExchange(): number | undefined
}

type Demand = Expectation | object | ((each: unknown) => boolean)

/** Makes the judge of one requirement over a sink. */
export function createJudge(sink: JudgeSink, exchange?: number): Judge {
  const record = (
    what: string,
    expected: unknown,
    got: unknown,
    found: readonly Difference[],
    at?: number,
  ) => {
    const held = found.length === 0
    sink.record({
      held,
      what,
      expected,
      got,
      differences: found,
      exchange: at ?? exchange ?? sink.lastExchange(),
    })
    return held
  }
  const simple = (held: boolean, what: string, expected: unknown, got: unknown) =>
    record(what, expected, got, held ? [] : [{ path: '', expected, got }])
  const statusOf = (held: boolean, what: string, reply: Reply, status: unknown) =>
    record(
      what,
      { status },
      received(reply),
      held ? [] : [{ path: 'status', expected: status, got: reply.status }],
      reply.exchange,
    )
  const answerOf = (what: string, reply: Reply, expected: object) =>
    record(what, expected, received(reply), differences(received(reply), expected), reply.exchange)

  const judge: Judge = {
    on: (reply) => createJudge(sink, reply.exchange),
    equal(actual, expected, what = 'equals') {
      if (expected === undefined) throw new Blocked(`an answer lacks what the check compares with (${what})`)
      const held = actual !== undefined && sameValue(actual, expected)
      const places = differences(actual, expected)
      return record(
        what,
        expected,
        actual,
        held ? [] : places.length > 0 ? places : [{ path: '', expected, got: actual }],
      )
    },
    notEqual(actual, other, what = 'differs') {
      if (other === undefined) throw new Blocked(`an answer lacks what the check compares with (${what})`)
      return simple(actual !== undefined && !sameValue(actual, other), what, { not: other }, actual)
    },
    matches(reply, expected) {
      const what = 'a 2xx answer whose body matches'
      if (!isSuccess(reply)) return statusOf(false, what, reply, '2xx')
      return record(what, expected, reply.body, differences(reply.body, expected), reply.exchange)
    },
    like: (value, expected, what = 'matches') => record(what, expected, value, differences(value, expected)),
    status(reply, status) {
      const allowed = typeof status === 'number' ? [status] : status
      return statusOf(
        allowed.includes(reply.status),
        'the status',
        reply,
        allowed.length === 1 ? allowed[0] : allowed,
      )
    },
    success: (reply) => statusOf(isSuccess(reply), 'a success', reply, '2xx'),
    refused: (reply) =>
      statusOf(reply.status >= 400 && reply.status < 500 && reply.status !== 429, 'a refusal', reply, '4xx'),
    platformError: (reply, status, code) =>
      answerOf('a platform-style error', reply, { status, body: { errorCode: code } }),
    oauthError: (reply, status, error) =>
      answerOf('an OAuth-style error', reply, { status, body: { error } }),
    empty: (reply, status) => answerOf('the status, and no body', reply, { status, body: '' }),
    ok: (condition, what, got = condition) => simple(Boolean(condition), what, what, got),
    absent: (object, key) =>
      simple(
        isObject(object) && !Object.hasOwn(object, key),
        `an object without ${key}`,
        `an object without ${key}`,
        object,
      ),
    oneOf: (actual, allowed, what = 'is one of') =>
      simple(actual !== undefined && allowed.some((each) => sameValue(actual, each)), what, allowed, actual),
    every(list, expected, what = 'every element') {
      if (!Array.isArray(list) || list.length === 0)
        return simple(false, what, 'a list that is not empty', list)
      const wrong = list.flatMap((each, index) => misses(each, expected, `[${index}]`))
      return record(what, describe(expected), list, wrong)
    },
    some: (list, expected, what = 'an element') =>
      simple(
        Array.isArray(list) && list.some((each) => misses(each, expected).length === 0),
        what,
        describe(expected),
        list,
      ),
    none: (list, expected, what = 'no element') =>
      simple(
        Array.isArray(list) && list.every((each) => misses(each, expected).length > 0),
        what,
        { not: describe(expected) },
        list,
      ),
    pass: (what = 'judged by the check') => simple(true, what, undefined, undefined),
    fail: (what, got) => simple(false, what, what, got),
    commit: () => sink.commit(),
    get failed() {
      return sink.failed
    },
  }
  return judge
}

function received(reply: Reply): { status: number; body: unknown } {
  return { status: reply.status, body: reply.body ?? reply.text }
}

function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function misses(value: unknown, expected: Demand, path = ''): Difference[] {
  if (typeof expected !== 'function') return differences(value, expected, path)
  return expected(value) ? [] : [{ path, expected: 'an element that fits', got: value }]
}

function describe(expected: Demand): unknown {
  return typeof expected === 'function' ? 'an element that fits' : expected
}
