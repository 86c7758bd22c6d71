import type { Requirement } from '../../registry/requirement.ts'
import type { Exchange } from '../wire/reply.ts'
import { operationOf } from '../wire/routes.ts'
import { traitsNamedBy, traitsOf } from './call-traits.ts'
import type { CheckResult } from './check-result.ts'
import { expectsRefusal, membersOf, wayOf, type Way } from './how-failed.ts'
import type { Assertion } from './judge.ts'

/** How well the rows that a requirement covers fit a failure, from the best on. */
export const fits = {
  /** All refused calls send what it is about, and accepted calls do not. */
  whatIsRefused: 0,
  /** It is about the member that differs, or the operation that is always refused. */
  onThat: 1,
  transition: 1.2,
  null: 1.5,
  /** All calls with a wrong answer send what it is about, and other calls do not. */
  whatIsSent: 2,
  success: 3,
  sameOperation: 4,
  other: 5,
} as const

export function fitOf(
  known: Requirement,
  assertion: Assertion,
  call: Exchange | undefined,
  calls: readonly JudgedCall[],
): number {
  const told = tellsApart(known, calls)
  const byCalls = told === undefined ? fits.other : told === 'refused' ? fits.whatIsRefused : fits.whatIsSent
  return Math.min(byCalls, fitByRows(known, assertion, call, calls))
}

function fitByRows(
  { covers = [], operations = [] }: Requirement,
  assertion: Assertion,
  call: Exchange | undefined,
  calls: readonly JudgedCall[],
): number {
  const operation = call && operationOf(call)
  if (call === undefined || operation === undefined) return fits.other
  const whole = operations.includes(operation) ? fits.sameOperation : fits.other
  if (expectsRefusal(assertion)) return whole
  if (call.status >= 400) {
    // A refusal does not show properties that the call did not send.
    const own = covers.flatMap((cover) => /^property:.*\.(\w+)$/.exec(cover)?.[1] ?? [])
    if (own.length > 0 && !own.some((name) => call.requestBody?.includes(`"${name}"`))) return fits.other
    const isAlways = !calls.some((each) => each.operation === operation && each.accepted)
    const isMove = covers.some((cover) => cover.startsWith('transition:') && cover.endsWith(`.${operation}`))
    return isMove || (isAlways && covers.includes(`success:${operation}`)) ? fits.onThat : whole
  }
  const names = membersOf(assertion)
  const isOn = (kinds: RegExp): boolean =>
    covers.some((cover) => kinds.test(cover) && names.some((name) => cover.endsWith(`.${name}`)))
  if (isOn(/^(property|link|not-null):/)) return fits.onThat
  if (names.includes('status') && covers.some((cover) => cover.startsWith('transition:')))
    return fits.transition
  if (isOn(/^null:/)) return fits.null
  return covers.includes(`success:${operation}`) ? fits.success : whole
}

/** A call of a check in which something failed, with what was asserted of its answer. */
export interface JudgedCall {
  readonly operation: string
  readonly traits: ReadonlySet<string>
  readonly accepted: boolean
  /** Whether some assertion on its answer held. */
  readonly held: boolean
  /** The requirements that failed on its answer, each with the way. */
  readonly failed: ReadonlyMap<string, Way>
}

export function judgedCalls({ exchanges, outcomes }: CheckResult): JudgedCall[] {
  return exchanges.map((call): JudgedCall => {
    const here = outcomes.flatMap(({ requirement, assertions }) =>
      assertions
        .filter(({ exchange = exchanges.length }) => exchange === call.number)
        .map((assertion) => ({ requirement, assertion })),
    )
    const failed = here.filter(({ assertion }) => !assertion.held)
    return {
      operation: operationOf(call) ?? '',
      traits: traitsOf(call),
      accepted: call.status < 400,
      held: failed.length < here.length,
      failed: new Map(failed.map(({ requirement, assertion }) => [requirement, wayOf(assertion, call)])),
    }
  })
}

/** Whether all failed calls send what a requirement is about (a parameter, a property, a value), and hardly any other. */
function tellsApart(known: Requirement, calls: readonly JudgedCall[]): Way | undefined {
  const ways = calls.flatMap((call) => {
    const way = call.failed.get(known.id)
    if (way === undefined || way === 'accepted') return []
    const same = calls.filter(({ operation }) => operation === call.operation)
    const bad = same.filter(({ failed }) => [...failed.values()].includes(way))
    const good = same.filter((each) => !bad.includes(each) && (way === 'refused' ? each.accepted : each.held))
    const shareOf = (list: readonly JudgedCall[], traits: readonly string[]): number =>
      list.filter((each) => traits.every((trait) => each.traits.has(trait))).length / list.length
    const isTold = traitsNamedBy(known, call.traits).some(
      (traits) => good.length > 0 && shareOf(bad, traits) - shareOf(good, traits) >= 0.95,
    )
    return isTold ? [way] : []
  })
  return ways.includes('refused') ? 'refused' : ways[0]
}
