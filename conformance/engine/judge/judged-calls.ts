import { traitsNamedBy, traitsOf } from './call-traits.ts'
import type { CheckResult } from './check-result.ts'
import type { Assertion } from './judge.ts'
import type { Exchange } from '../wire/exchange.ts'
import { operationOf } from '../wire/routes.ts'
import { statuses } from '../../tables/statuses.ts'
import type { Clause } from '../../registry/clause.ts'

/** How an assertion failed: on a refusal, on a call that should have been refused, or on what was answered. */
export type Way = 'refused' | 'accepted' | 'answered'

/** A call of a check in which something failed, with what was asserted of its answer. */
export interface JudgedCall {
  readonly operation: string
  readonly traits: ReadonlySet<string>
  readonly accepted: boolean
  /** Whether some assertion on its answer held. */
  readonly held: boolean
  /** The clauses that failed on its answer, each with the way. */
  readonly failed: ReadonlyMap<string, Way>
}

/** Every call of the checks whose exchanges are kept. */
export function judgedCalls(checks: readonly CheckResult[]): JudgedCall[] {
  return checks.flatMap(({ exchanges, outcomes }) => {
    const assertions = outcomes.flatMap((outcome) =>
      outcome.assertions.map((assertion) => ({ clause: outcome.clause, assertion })),
    )
    return exchanges.map((call): JudgedCall => {
      const here = assertions.filter(
        ({ assertion }) => (assertion.exchange ?? exchanges.length) === call.number,
      )
      return {
        operation: operationOf(call) ?? '',
        traits: traitsOf(call),
        accepted: call.status < 400,
        held: here.some(({ assertion }) => assertion.held),
        failed: new Map(
          here
            .filter(({ assertion }) => !assertion.held)
            .map(({ clause, assertion }) => [clause, wayOf(assertion, call.status)]),
        ),
      }
    })
  })
}

/** Whether an assertion asked for a refusal. */
export function expectsRefusal({ what }: Assertion): boolean {
  return /^(a refusal|a platform-style error|an OAuth-style error)/.test(what)
}

/**
 * Whether the subject of a clause separates failed calls from other calls of the same operation. The subject is a
 * parameter, property or value: all failed calls send it, and hardly any other call does. `refused` and `answered` say
 * in which way the calls failed.
 */
export function tellsApart(clause: Clause, calls: readonly JudgedCall[]): 'refused' | 'answered' | undefined {
  const found = calls
    .filter(({ failed }) => failed.has(clause.id))
    .map((call) => {
      const way = call.failed.get(clause.id)
      if (way === 'accepted') return undefined
      const same = calls.filter(({ operation }) => operation === call.operation)
      const bad = same.filter(({ failed }) => [...failed.values()].includes(way as Way))
      const good = same.filter(
        (each) => !bad.includes(each) && (way === 'refused' ? each.accepted : each.held),
      )
      const tells = traitsNamedBy(clause, call.traits).some((traits) => {
        const share = (list: readonly JudgedCall[]): number =>
          list.filter((each) => traits.every((trait) => each.traits.has(trait))).length / list.length
        return good.length > 0 && share(bad) - share(good) >= 0.95
      })
      return tells ? way : undefined
    })
  return found.includes('refused') ? 'refused' : found.find((each) => each !== undefined)
}

/** How an assertion failed on an answer with this status. */
export function wayOf(assertion: Assertion, status: number): Way {
  if (expectsRefusal(assertion)) return 'accepted'
  return status >= 400 ? 'refused' : 'answered'
}

/** The error in an answer: a refusal with its status, or the first member that differs with its value. */
export function symptomOf(
  assertion: Assertion,
  call: Exchange | undefined,
  operation: string | undefined,
): string | undefined {
  const { differences } = assertion
  if (expectsRefusal(assertion)) {
    const member = differences.find(({ path }) => path !== 'status')
    return member && `${member.path} ${JSON.stringify(member.got)}`
  }
  if ((call?.status ?? 0) >= 400) return `refused ${operation} ${call?.status}`
  const [name] = membersOf(assertion)
  const { expected, got } = differences[0] ?? {}
  // One status instead of another: the expected status distinguishes the defects.
  const isStatus = statuses.some((status) => status === got)
  return name && `${name} ${JSON.stringify(isStatus ? [expected, got] : got)}`
}

/** The last names of the members that differ. Another id is another record, whose members say nothing more. */
export function membersOf({ differences }: Assertion): string[] {
  if (differences.some(({ path }) => path === 'id')) return ['id']
  return differences.flatMap(
    ({ path }) =>
      path
        .replace(/\[\d+\]$/, '')
        .split('.')
        .at(-1) || [],
  )
}

/** The names that a form captures in the rows of the API description that a clause covers. */
export const namesIn = (covers: readonly string[], form: RegExp): string[] =>
  covers.flatMap((cover) => form.exec(cover)?.[1] ?? [])

/** The members of the answer that differ, or else the property or link that the clause is about. */
export function differing(
  assertion: Assertion,
  clause: Clause | undefined,
  call: Exchange | undefined,
): string[] {
  const covers = clause?.covers ?? []
  if (expectsRefusal(assertion)) {
    const isRefused = assertion.differences.every(({ path }) => path.startsWith('body.'))
    return isRefused ? membersOf(assertion) : []
  }
  if ((call?.status ?? 0) >= 400) return namesIn(covers, /^property:\w+Error\.(\w+)$/)
  const names = membersOf(assertion)
  return names.length > 0 ? names : namesIn(covers, /^(?:property|link):\w+\.(\w+)$/)
}
