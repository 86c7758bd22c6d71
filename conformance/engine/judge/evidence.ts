import type { Clause } from '../../registry/clause.ts'
import { doneIn, partsOf, placeOf } from './call-parts.ts'
import type { CheckResult } from './check-result.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { Assertion } from './judge.ts'
import type { JudgedCall, Way } from './judged-calls.ts'
import {
  differing,
  expectsRefusal,
  membersOf,
  namesIn,
  symptomOf,
  tellsApart,
  wayOf,
} from './judged-calls.ts'
import type { ClauseResult } from './result.ts'
import { operationOf } from '../wire/routes.ts'

/** The evidence of how a clause failed. */
export interface Evidence {
  readonly clause: ClauseResult
  /** The parts of the calls up to the first failure, in the check that needed the fewest. */
  readonly parts: ReadonlySet<string>
  /** Those of these calls that were refused: operation and status. */
  readonly refusals: ReadonlySet<string>
  /** The parts of the call whose answer failed. */
  readonly failed: ReadonlySet<string>
  /** The operation of that call, and whether it only reads. */
  readonly operation: string | undefined
  readonly isRead: boolean
  /** How that call failed; a refused one with its operation and status. */
  readonly way: Way
  readonly refusal: string | undefined
  /** The members of its answer that differed. An unexpected refusal has none. */
  readonly members: ReadonlySet<string>
  /** The error in that answer: a refusal with its status, or the first member that differed with its value. */
  readonly symptom: string | undefined
  /** Share of its assertions that failed. */
  readonly share: number
  /** Number of operations on whose answers the assertions failed. */
  readonly spread: number
  /** Whether the only failures are refusals that were expected and did not come. */
  readonly onlyRefusals: boolean
  /** Whether it shows a write that does nothing: see {@link idleWrite}. Then the other parts are about that write. */
  readonly isIdle: boolean
  /** How directly the clause states the effect of that write: the lower, the better. */
  readonly distance: number
  /** The parts of the calls up to each failure. */
  readonly always: ReadonlySet<string>
  /** Whether it stands for a row of the API description. */
  readonly stated: boolean
  /** How well the covers of the clause fit the failure: the lower, the better; see {@link fits}. */
  readonly fit: number
}

/** The data that all failures share. */
export interface Scene {
  readonly checks: readonly CheckResult[]
  readonly calls: readonly JudgedCall[]
  /** By operation, the clause about its success. */
  readonly owners: ReadonlyMap<string, string>
  /** How many of the failed clauses say what one operation does from one status, by operation. */
  readonly moves: ReadonlyMap<string, number>
  /** The parts of the calls of each check, and whether a clause that it judged failed or was blocked. */
  readonly walks: readonly { readonly parts: ReadonlySet<string>; readonly fell: boolean }[]
}

/** How a clause failed, from all assertions of its checks. */
export function evidenceOf(clause: ClauseResult, known: Clause | undefined, scene: Scene): Evidence {
  const judged = checksOf(clause, scene.checks).map(({ exchanges, outcomes }) => ({
    exchanges,
    outcome: outcomes.find((each) => each.clause === clause.id),
  }))
  const broken = judged.flatMap(({ exchanges, outcome }) =>
    (outcome?.assertions ?? [])
      .filter(({ held }) => !held)
      .map((assertion) => {
        const calls = exchanges.slice(0, assertion.exchange)
        return { assertion, calls, call: calls.at(-1), parts: partsOf(calls) }
      }),
  )
  const asserted = judged.reduce((sum, { outcome }) => sum + (outcome?.asserted ?? 0), 0)
  const [first] = broken.toSorted(
    (one, other) =>
      Number(one.call === undefined) - Number(other.call === undefined) || one.parts.size - other.parts.size,
  )
  const way = first && wayOf(first.assertion, first.call?.status ?? 0)
  const idle = first && idleWrite(known, first, scene)
  const failing = idle ?? first?.call
  const operation = failing && (operationOf(failing) ?? '')
  return {
    clause,
    parts: first?.parts ?? new Set(),
    refusals: new Set(first?.calls.map(refusalOf)),
    failed: idle ? new Set([placeOf(idle)]) : partsOf(first?.calls.slice(-1) ?? []),
    operation,
    isRead: failing?.method === 'GET',
    isIdle: idle !== undefined,
    distance: idle === undefined ? 0 : distanceOf(known, idle, first?.call, scene),
    always: new Set([...(first?.parts ?? [])].filter((part) => broken.every(({ parts }) => parts.has(part)))),
    way: way ?? 'answered',
    refusal: way === 'refused' && first?.call ? refusalOf(first.call) : undefined,
    symptom: first && symptomOf(first.assertion, first.call, operation),
    members: new Set(first && idle === undefined ? differing(first.assertion, known, first.call) : []),
    share: broken.length / Math.max(1, asserted),
    spread: new Set(broken.flatMap(({ call }) => (call ? [operationOf(call)] : []))).size,
    onlyRefusals: broken.every(({ assertion }) => expectsRefusal(assertion)),
    stated: (known?.covers ?? []).length > 0,
    fit: Math.min(
      first === undefined ? fits.other : fitOf(known, first.assertion, first.call, scene),
      known === undefined ? fits.other : fitByCalls(known, scene),
    ),
  }
}

/**
 * The accepted write whose effect its answer, or a read, does not show; the clause is about its operation. Most checks in
 * which it is accepted fail. Checks that make the same read without it fail less often: otherwise the read is wrong.
 */
function idleWrite(
  clause: Clause | undefined,
  { assertion, calls }: { readonly assertion: Assertion; readonly calls: readonly Exchange[] },
  { walks, checks }: Scene,
): Exchange | undefined {
  const { operations = [], covers = [] } = clause ?? {}
  const write = calls.findLast((call) => {
    const operation = operationOf(call)
    return call.method !== 'GET' && operation !== undefined && operations.includes(operation)
  })
  const last = calls.at(-1)
  if (write === undefined || last === undefined || write.status >= 300) return undefined
  // A create did its work if its record is there, whatever the record looks like. Other reads that are refused show nothing.
  const isCreate = /^(?:create|register)/.test(operationOf(write) ?? '')
  if (isCreate ? last.status !== 404 : last.status >= 400) return undefined
  const isMove = covers.some((cover) => cover.startsWith('transition:'))
  if (isMove && last.status < 300 && !membersOf(assertion).includes('status')) return undefined
  // Another record says nothing of what became of this one.
  if (assertion.differences.some(({ path }) => path === 'id' || path === 'client_id')) return undefined
  // A removal shows where the record was: in reads of its id.
  const ids = write.path.split('/').slice(4)
  if (write.method === 'DELETE' && !ids.some((id) => /\d/.test(id) && last.path.includes(`/${id}`)))
    return undefined
  if (write === last && expectsRefusal(assertion)) return undefined
  if (last.method !== 'GET' && write !== last) return undefined
  const [done = ''] = doneIn([write])
  // A read that answers what was never there says nothing of what was removed.
  if (expectsRefusal(assertion) && checks.some((check) => isAcceptedIn(check, done, placeOf(last))))
    return undefined
  const shareOf = (list: Scene['walks']): number =>
    list.filter(({ fell }) => fell).length / Math.max(1, list.length)
  const through = walks.filter(({ parts }) => parts.has(done))
  const beside = walks.filter(({ parts }) => !parts.has(done) && parts.has(placeOf(last)))
  const share = shareOf(through)
  return share >= 0.5 && share > shareOf(beside) ? write : undefined
}

/** Whether a check without this write found a read accepted that should have been refused. */
function isAcceptedIn({ exchanges, outcomes }: CheckResult, done: string, place: string): boolean {
  if (doneIn(exchanges).has(done)) return false
  return outcomes.some(({ assertions }) =>
    assertions.some((each) => {
      const call = exchanges[(each.exchange ?? 0) - 1]
      return !each.held && expectsRefusal(each) && call !== undefined && placeOf(call) === place
    }),
  )
}

/** Whether a clause is about an operation itself, and not about something that the operation is needed for. */
export function isAbout(
  { id, covers = [] }: Pick<Clause, 'id' | 'covers'> | undefined = { id: '' },
  operation: string,
  owners: Scene['owners'],
): boolean {
  const subject = owners.get(operation)?.split('.').slice(0, 2).join('.')
  return (
    id.startsWith(`${subject}.`) ||
    covers.some((cover) => cover.startsWith('transition:') && cover.endsWith(`.${operation}`))
  )
}

/** How directly a clause states the effect of a write: one about the operation, shown by a read, comes first. */
function distanceOf(
  clause: Clause | undefined,
  write: Exchange,
  last: Exchange | undefined,
  { owners }: Scene,
): number {
  const { operations = [] } = clause ?? {}
  const isOwn = isAbout(clause, operationOf(write) ?? '', owners)
  const isRead = last?.method === 'GET'
  const isMixed = isRead && operations.some((each) => each === operationOf(last))
  return 4 * Number(!isOwn) + 2 * Number(!isRead) + Number(isMixed)
}

function refusalOf(call: Exchange): string {
  return `${operationOf(call)} ${call.status}`
}

/** How many of the failed clauses say what one operation does from one status, by operation. */
export function movesOf(failed: readonly (Clause | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const covers = failed.flatMap((clause) => clause?.covers ?? [])
  for (const operation of namesIn(covers, /^transition:[^.]+\.(.+)$/))
    counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return counts
}

/** How well the covers of a clause fit the failure, from the best on. */
export const fits = {
  /** All refused calls send the part that the clause is about, and accepted calls do not. */
  whatIsRefused: 0,
  /** It is about the property that differs, or about the success of an operation that refuses all. */
  onThat: 1,
  /** It is about the transition that did not happen. */
  transition: 1.2,
  /** It is about the property that differs where it is null. */
  null: 1.5,
  /** All calls with a wrong answer send the part that the clause is about, and other calls do not. */
  whatIsSent: 2,
  /** It is about the success of the operation. */
  success: 3,
  sameOperation: 4,
  other: 5,
} as const

function fitByCalls(clause: Clause, { calls }: Scene): number {
  const way = tellsApart(clause, calls)
  if (way === undefined) return fits.other
  return way === 'refused' ? fits.whatIsRefused : fits.whatIsSent
}

/** How well the covers of a clause fit a failed assertion on the answer to this call. */
function fitOf(
  clause: Clause | undefined,
  assertion: Assertion,
  call: Exchange | undefined,
  { moves, calls }: Scene,
): number {
  if (clause === undefined || call === undefined) return fits.other
  const { covers = [], operations = [] } = clause
  const operation = operationOf(call)
  if (operation === undefined) return fits.other
  const whole = operations.includes(operation) ? fits.sameOperation : fits.other
  if (expectsRefusal(assertion)) return whole
  if (call.status >= 400) {
    // A refusal does not show the properties of a record.
    if (isCarried(covers, call)) return fits.other
    // If an operation is refused only from one status, or only sometimes, it is not refused in general.
    const isOnThat =
      moves.get(operation) === 1
        ? covers.some((cover) => cover.startsWith('transition:') && cover.endsWith(`.${operation}`))
        : covers.includes(`success:${operation}`) &&
          !calls.some((each) => each.operation === operation && each.accepted)
    return isOnThat ? fits.onThat : whole
  }
  const names = membersOf(assertion)
  const isOn = (kinds: RegExp): boolean =>
    covers.some((cover) => kinds.test(cover) && names.some((name) => cover.endsWith(`.${name}`)))
  if (isOn(/^(property|link|not-null):/)) return fits.onThat
  // If the status did not change, the clause of the transition names the defect.
  if (names.includes('status') && covers.some((cover) => cover.startsWith('transition:')))
    return fits.transition
  if (isOn(/^null:/)) return fits.null
  // A parameter that this call did not send.
  const asked = new URLSearchParams(call.path.split('?')[1])
  const queries = covers.flatMap((cover) => (cover.startsWith(`query:${operation}.`) ? [cover] : []))
  if (queries.length > 0 && !queries.some((cover) => asked.has(cover.slice(cover.indexOf('.') + 1))))
    return fits.other
  return covers.includes(`success:${operation}`) ? fits.success : whole
}

/** Whether it stands for properties that a call did not send. */
function isCarried(covers: readonly string[], { requestBody = '' }: Exchange): boolean {
  const names = namesIn(covers, /^property:.*\.(\w+)$/)
  return names.length > 0 && !names.some((name) => requestBody.includes(`"${name}"`))
}

/** The checks that judged a clause. */
export function checksOf(clause: ClauseResult, checks: readonly CheckResult[]): readonly CheckResult[] {
  const keys = new Set(clause.checks.map(({ key }) => key))
  return checks.filter(({ key }) => keys.has(key))
}
