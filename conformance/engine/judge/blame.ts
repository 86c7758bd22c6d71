import type { Clause } from '../../registry/clause.ts'
import { partsOf } from './call-parts.ts'
import type { CheckResult } from './check-result.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { Assertion } from './judge.ts'
import type { JudgedCall } from './judged-calls.ts'
import {
  differing,
  expectsRefusal,
  judgedCalls,
  membersOf,
  namesIn,
  symptomOf,
  tellsApart,
} from './judged-calls.ts'
import { restsOn } from './rests-on.ts'
import type { ClauseResult, Failure } from './result.ts'
import { operationOf } from '../wire/routes.ts'

/** The evidence of how a clause failed. */
interface Evidence {
  readonly clause: ClauseResult
  /** The parts of the calls up to the first failure, in the check that needed the fewest. */
  readonly parts: ReadonlySet<string>
  /** The parts of the call whose answer failed. */
  readonly failed: ReadonlySet<string>
  /** The operation of that call, and the members of its answer that differed. An unexpected refusal has none. */
  readonly operation: string | undefined
  readonly members: ReadonlySet<string>
  /** Whether that call only reads. */
  readonly isRead: boolean
  /** Whether that call was accepted as it should be, with a wrong answer. */
  readonly isAnswered: boolean
  /** The error in that answer: a refusal with its status, or the first member that differed with its value. */
  readonly symptom: string | undefined
  /** Share of its assertions that failed. */
  readonly share: number
  /** Number of operations on whose answers the assertions failed. */
  readonly spread: number
  /** Whether the only failures are refusals that were expected and did not come. */
  readonly onlyRefusals: boolean
  /** Whether it stands for a row of the API description. */
  readonly stated: boolean
  /** How well the covers of the clause fit the failure: the lower, the better; see {@link fits}. */
  readonly fit: number
}

/** The data that all failures share. */
interface Scene {
  readonly checks: readonly CheckResult[]
  readonly calls: readonly JudgedCall[]
  /** How many of the failed clauses say what one operation does from one status, by operation. */
  readonly moves: ReadonlyMap<string, number>
  /** The parts of the calls of each check, and whether a clause that it judged failed or was blocked. */
  readonly walks: readonly { readonly parts: ReadonlySet<string>; readonly fell: boolean }[]
}

/**
 * Orders failed clauses by how basic they are. A clause goes under another one if its checks go through the call that
 * failed there. So one defect reads as one failure, however many checks depend on it.
 *
 * First come clauses of one subject, and clauses of all operations with half of their assertions failed. Clauses about
 * success come before clauses about refusals. The next keys: fit to the failure, a row of the API description, fewest
 * parts, largest share of failed assertions. A clause on which others are known to rest comes before them.
 */
export function failuresOf(
  results: readonly ClauseResult[],
  checks: readonly CheckResult[],
  clauses: readonly Clause[],
): Failure[] {
  const byId = new Map(clauses.map((clause) => [clause.id, clause]))
  const failed = results.filter(({ graded, verdict }) => graded && verdict === 'fail')
  const failedIds = new Set(failed.map(({ id }) => id))
  const scene: Scene = {
    checks,
    calls: judgedCalls(checks),
    moves: movesOf(failed.map(({ id }) => byId.get(id))),
    walks: checks.map(({ exchanges, walked, outcomes }) => ({
      parts: new Set(walked ?? partsOf(exchanges)),
      fell: outcomes.some(({ verdict }) => verdict === 'fail' || verdict === 'blocked'),
    })),
  }
  const ordered = basisFirst(
    failed
      .map((clause) => evidenceOf(clause, byId.get(clause.id), scene))
      .map((evidence) => ({ evidence, rank: rankOf(evidence, failedIds) }))
      .toSorted((one, other) => compare(one.rank, other.rank))
      .map(({ evidence }) => evidence),
  )
  const roots: { readonly evidence: Evidence; readonly under: string[] }[] = []
  for (const evidence of ordered) {
    const root = roots.find(
      ({ evidence: basis }) =>
        restsOn(evidence.clause.id, basis.clause.id) || explains(basis, evidence, scene),
    )
    if (root) root.under.push(evidence.clause.id)
    else roots.push({ evidence, under: [] })
  }
  for (const clause of results) {
    // A clause with a hint only waits for something to be supplied.
    if (!clause.graded || clause.verdict !== 'blocked' || clause.hint !== undefined) continue
    const parts = partsOfBlocked(clause, checks)
    const root =
      roots.find(
        (each) =>
          clause.owner !== undefined &&
          (each.evidence.clause.id === clause.owner || each.under.includes(clause.owner)),
      ) ?? roots.find((each) => goesThrough(parts, each.evidence))
    root?.under.push(clause.id)
  }
  return roots.map(({ evidence, under }) => ({ clause: evidence.clause.id, under }))
}

/** The same list, each after those that it rests on. */
function basisFirst(list: readonly Evidence[]): Evidence[] {
  const placed = new Set<Evidence>()
  const place = (evidence: Evidence): void => {
    if (placed.has(evidence)) return
    placed.add(evidence)
    for (const each of list) if (restsOn(evidence.clause.id, each.clause.id)) place(each)
    inOrder.push(evidence)
  }
  const inOrder: Evidence[] = []
  for (const evidence of list) place(evidence)
  return inOrder
}

/** Whether these parts of calls include the call that failed. */
function goesThrough(parts: ReadonlySet<string>, { failed }: Evidence): boolean {
  return failed.size > 0 && [...failed].every((part) => parts.has(part))
}

/**
 * Whether another failure causes this one: the same symptom, or its checks go through the call that failed there. It is
 * not the cause if another member of the same answer differs here, or if its call works elsewhere.
 */
function explains(basis: Evidence, evidence: Evidence, scene: Scene): boolean {
  const isAlike = basis.symptom !== undefined && basis.symptom === evidence.symptom
  if (isAlike && (basis.operation === evidence.operation || ofAllOperations.has(basis.clause.area)))
    return true
  // A wrong answer to a read is not why another operation accepts what it should refuse.
  if (basis.isRead && evidence.onlyRefusals && basis.operation !== evidence.operation) return false
  // Something that should be refused is not why the same operation fails where it should succeed.
  if (basis.onlyRefusals && evidence.fit <= fits.success && basis.operation === evidence.operation)
    return false
  if (!goesThrough(evidence.parts, basis) || isApart(evidence, basis)) return false
  return (basis.members.size === 0 && !basis.isAnswered) || failsMostly(basis, scene)
}

/** Whether most checks that make the failed call fell. A call that works elsewhere causes no other failure. */
function failsMostly({ failed }: Evidence, { walks }: Scene): boolean {
  const through = walks.filter(({ parts }) => [...failed].every((part) => parts.has(part)))
  return through.filter(({ fell }) => fell).length * 2 >= through.length
}

/** Whether both failed on the same answer of an operation by other members: two defects. */
function isApart(one: Evidence, other: Evidence): boolean {
  return (
    one.members.size > 0 &&
    other.members.size > 0 &&
    one.operation === other.operation &&
    ![...one.members].some((name) => other.members.has(name))
  )
}

function evidenceOf(clause: ClauseResult, known: Clause | undefined, scene: Scene): Evidence {
  let parts: Set<string> | undefined
  let fit: number = fits.other
  let failed = new Set<string>()
  let operation: string | undefined
  let members = new Set<string>()
  let isRead = false
  let isAnswered = false
  let symptom: string | undefined
  let broken = 0
  let asserted = 0
  let onlyRefusals = true
  const operations = new Set<string>()
  for (const { exchanges, outcomes } of checksOf(clause, scene.checks)) {
    const outcome = outcomes.find((each) => each.clause === clause.id)
    asserted += outcome?.asserted ?? 0
    for (const assertion of outcome?.assertions ?? []) {
      if (assertion.held) continue
      broken++
      onlyRefusals &&= expectsRefusal(assertion)
      const until = assertion.exchange ?? exchanges.length
      const call = exchanges[until - 1]
      const called = call && (operationOf(call.method, call.path, call.requestBody !== undefined) ?? '')
      if (called !== undefined) operations.add(called)
      const here = partsOf(exchanges.slice(0, until))
      if (parts !== undefined && here.size >= parts.size) continue
      parts = here
      failed = partsOf(exchanges.slice(until - 1, until))
      operation = called
      isRead = call?.method === 'GET'
      isAnswered = !expectsRefusal(assertion) && (call?.status ?? 400) < 400
      symptom = symptomOf(assertion, call, called)
      members = new Set(differing(assertion, known, call))
      fit = fitOf(known, assertion, call, scene)
    }
  }
  return {
    clause,
    parts: parts ?? new Set(),
    failed,
    operation,
    symptom,
    members,
    isRead,
    isAnswered,
    share: broken / Math.max(1, asserted),
    spread: operations.size,
    onlyRefusals,
    stated: (known?.covers ?? []).length > 0,
    fit: Math.min(fit, known === undefined ? fits.other : fitByCalls(known, scene)),
  }
}

/** How many of the failed clauses say what one operation does from one status, by operation. */
function movesOf(failed: readonly (Clause | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const covers = failed.flatMap((clause) => clause?.covers ?? [])
  for (const operation of namesIn(covers, /^transition:[^.]+\.(.+)$/))
    counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return counts
}

/** How well the covers of a clause fit the failure, from the best on. */
const fits = {
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
  const operation = operationOf(call.method, call.path, call.requestBody !== undefined)
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

function partsOfBlocked(clause: ClauseResult, checks: readonly CheckResult[]): Set<string> {
  return partsOf(checksOf(clause, checks).flatMap(({ exchanges }) => exchanges))
}

function checksOf(clause: ClauseResult, checks: readonly CheckResult[]): readonly CheckResult[] {
  const keys = new Set(clause.checks.map(({ key }) => key))
  return checks.filter(({ key }) => keys.has(key))
}

/** If a clause of all operations fails on this many operations, the clause itself is broken. */
const widely = 5

const ofAllOperations = new Set(['conventions', 'auth', 'errors'])

function rankOf(
  { clause, parts, share, spread, onlyRefusals, stated, fit }: Evidence,
  failed: ReadonlySet<string>,
): readonly number[] {
  const { id, area } = clause
  const isOfAll = ofAllOperations.has(area)
  const continued = [...failed].some((other) => id.startsWith(`${other}.`))
  return [
    isOfAll ? (area !== 'auth' && spread >= widely ? -1 : Number(share < 0.5)) : 0,
    Number(onlyRefusals),
    fit,
    Number(continued),
    Number(!stated),
    parts.size,
    -share,
  ]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((each, index) => each !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
