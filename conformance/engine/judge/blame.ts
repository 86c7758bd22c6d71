import type { Clause } from '../../registry/clause.ts'
import { doneIn, partsOf } from './call-parts.ts'
import { clauseIndex } from './clause-index.ts'
import type { CheckResult } from './check-result.ts'
import { checksOf, type Evidence, evidenceOf, fits, isAbout, movesOf, type Scene } from './evidence.ts'
import { judgedCalls } from './judged-calls.ts'
import { restsOn } from './rests-on.ts'
import type { ClauseResult, Failure } from './result.ts'
import { defined } from '../words/defined.ts'

/**
 * Orders failed clauses by how basic they are. A clause goes under another one if its checks go through the call that
 * failed there. So one defect reads as one failure, however many checks depend on it.
 *
 * First come writes that were accepted and do nothing, with what reads their effect under them. Then come clauses of one
 * subject, and clauses of all operations with half of their assertions failed. Clauses about success come before clauses
 * about refusals. The next keys: fit to the failure, a row of the API description, fewest parts, largest share of failed
 * assertions. A clause on which others are known to rest comes before them.
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
    owners: clauseIndex(clauses).owners,
    moves: movesOf(failed.map(({ id }) => byId.get(id))),
    walks: checks.map(({ exchanges, walked, outcomes }) => ({
      parts: new Set(walked ?? [...partsOf(exchanges), ...doneIn(exchanges)]),
      fell: outcomes.some(({ verdict }) => verdict === 'fail' || verdict === 'blocked'),
    })),
  }
  // Without the other checks no write counts as idle.
  const evidenceIn = (given: Scene) => (clause: ClauseResult) =>
    evidenceOf(clause, byId.get(clause.id), given)
  const ordered = basisFirst(
    withoutBystanders(failed.map(evidenceIn(scene)), scene.owners, ({ clause }) =>
      evidenceIn({ ...scene, walks: [] })(clause),
    )
      .map((evidence) => ({ evidence, rank: rankOf(evidence, failedIds) }))
      .toSorted((one, other) => compare(one.rank, other.rank))
      .map(({ evidence }) => evidence),
  )
  const roots: { readonly evidence: Evidence; readonly under: string[] }[] = []
  for (const evidence of ordered) {
    const root = roots.find(
      ({ evidence: basis }) =>
        !isRefusedBeside(basis, evidence) &&
        (basis.isIdle
          ? !evidence.onlyRefusals && goesThrough(evidence.always, basis)
          : restsOn(evidence.clause.id, basis.clause.id) || explains(basis, evidence, scene)),
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
  return roots.map(({ evidence: { clause, isIdle, operation }, under }) =>
    defined({ clause: clause.id, under, idle: isIdle ? operation : undefined }),
  )
}

/**
 * A write that is only ever seen after another one that does nothing may well do its work. So may one whose own clauses
 * fail for another reason.
 */
function withoutBystanders(
  all: readonly Evidence[],
  owners: Scene['owners'],
  plain: (evidence: Evidence) => Evidence,
): Evidence[] {
  const isOwn = ({ clause }: Evidence, operation = ''): boolean => isAbout(clause, operation, owners)
  const list = all.map((evidence) => {
    const { isIdle, operation } = evidence
    const own = all.filter((each) => isOwn(each, operation))
    const isShown = own.length === 0 || own.some((each) => each.isIdle && each.operation === operation)
    return isIdle && !isShown ? plain(evidence) : evidence
  })
  const idle = list.filter(({ isIdle }) => isIdle)
  return list.map((evidence) =>
    evidence.isIdle &&
    idle.some((other) => goesThrough(evidence.always, other) && !goesThrough(other.always, evidence))
      ? plain(evidence)
      : evidence,
  )
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
  if (basis.operation !== evidence.operation) {
    // A wrong answer is not why another operation accepts what it should refuse.
    if (evidence.onlyRefusals && (basis.isRead || basis.way === 'answered')) return false
    // A refused read is not why another answer has a wrong value.
    if (basis.isRead && basis.way === 'refused' && evidence.members.size > 0) return false
  }
  // A refusal is not why something fails where it did not happen.
  if (basis.refusal !== undefined && !evidence.refusals.has(basis.refusal)) return false
  // Something that should be refused is not why the same operation fails where it should succeed.
  if (basis.onlyRefusals && evidence.fit <= fits.success && basis.operation === evidence.operation)
    return false
  if (!goesThrough(evidence.parts, basis)) return false
  // An answer with another id is another record, of which any member may differ.
  if (!basis.members.has('id') && isApart(evidence, basis)) return false
  return (basis.members.size === 0 && basis.way !== 'answered') || failsMostly(basis, scene)
}

/** Whether a read that gave a wrong answer refuses another call: that is another defect. */
function isRefusedBeside(basis: Evidence, { way, operation }: Evidence): boolean {
  return basis.isRead && basis.way === 'answered' && way === 'refused' && basis.operation === operation
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

function partsOfBlocked(clause: ClauseResult, checks: readonly CheckResult[]): Set<string> {
  return partsOf(checksOf(clause, checks).flatMap(({ exchanges }) => exchanges))
}

/** If a clause of all operations fails on this many operations, the clause itself is broken. */
const widely = 5

const ofAllOperations = new Set(['conventions', 'auth', 'errors'])

function rankOf(
  { clause, parts, share, spread, onlyRefusals, stated, fit, isIdle, distance }: Evidence,
  failed: ReadonlySet<string>,
): readonly number[] {
  const { id, area } = clause
  const isOfAll = ofAllOperations.has(area)
  const continued = [...failed].some((other) => id.startsWith(`${other}.`))
  return [
    isOfAll ? (area !== 'auth' && spread >= widely ? -1 : Number(share < 0.5)) : 0,
    Number(!isIdle),
    distance,
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
