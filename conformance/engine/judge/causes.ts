/**
 * The one rule for the causes of failures. A failed requirement is put down to the deepest dependency that failed as
 * well, and never to one that passed. The registry declares dependencies. A requirement also depends on each whose call
 * its checks make. Acts that did not do their work come first, then what reads them.
 */
import { type Requirement, requirementIndex } from '../../registry/requirement.ts'
import { dependsOn } from '../../registry/dependencies.ts'
import type { Exchange } from '../wire/reply.ts'
import { operationOf } from '../wire/routes.ts'
import { defined } from '../words/text.ts'
import { doneIn, partsOf, placeOf } from './call-traits.ts'
import type { CheckResult } from './check-result.ts'
import { fitOf, fits, judgedCalls, type JudgedCall } from './fit.ts'
import { differing, expectsRefusal, replyOf, signOf, wayOf, type Way } from './how-failed.ts'
import type { Assertion } from './judge.ts'
import type { RequirementResult, Failure } from './result.ts'

/** How one requirement failed: its failure after the fewest calls, and the call that is to blame. */
interface Symptom {
  readonly requirement: RequirementResult
  /** The parts of the calls up to the failure, and those of the failed call. */
  readonly walk: ReadonlySet<string>
  readonly failed: ReadonlySet<string>
  readonly operation: string
  readonly isRead: boolean
  readonly way: Way
  /** The write that was accepted, and whose effect a read does not show. */
  readonly idle: string | undefined
  /** The calls of the walk by operation and status, and the failed one if it was refused. */
  readonly replies: ReadonlySet<string>
  readonly refusal: string | undefined
  /** The members that differ, and the first with its value. */
  readonly members: readonly string[]
  readonly sign: string | undefined
  readonly onlyRefusals: boolean
  /** How basic it is: the most basic has the lowest. */
  readonly rank: readonly number[]
}

/** A failed assertion, with the calls up to it. */
interface Broken {
  readonly assertion: Assertion
  readonly calls: readonly Exchange[]
}

/** The parts of the calls of a check, and whether it failed or was blocked. */
interface Walk {
  readonly parts: ReadonlySet<string>
  readonly fell: boolean
}

/** The failed requirements, the most basic first, each with those that failed or were blocked because of it. */
export function failuresOf(
  results: readonly RequirementResult[],
  checks: readonly CheckResult[],
  requirements: readonly Requirement[],
): Failure[] {
  const { byId } = requirementIndex(requirements)
  const walks = checks.map(({ exchanges, walked, outcomes }): Walk => ({
    parts: new Set(walked ?? [...partsOf(exchanges), ...doneIn(exchanges)]),
    fell: outcomes.some(({ verdict }) => verdict === 'fail' || verdict === 'blocked'),
  }))
  const calls = checks.flatMap(judgedCalls)
  const symptoms = results
    .filter(({ graded, verdict }) => graded && verdict === 'fail')
    .map((requirement) => symptomOf(requirement, byId.get(requirement.id), { checks, walks, calls }))
    .toSorted((one, other) => compare(one.rank, other.rank))
  const roots: { readonly symptom: Symptom; readonly under: string[] }[] = []
  for (const symptom of deepestFirst(symptoms)) {
    const root = roots.find(
      ({ symptom: basis }) =>
        dependsOn(symptom.requirement.id, basis.requirement.id) || isCause(basis, symptom, walks),
    )
    if (root) root.under.push(symptom.requirement.id)
    else roots.push({ symptom, under: [] })
  }
  for (const requirement of results) {
    // A requirement with a hint only waits for something to be supplied.
    if (!requirement.graded || requirement.verdict !== 'blocked' || requirement.hint !== undefined) continue
    const parts = partsOf(checksOf(requirement, checks).flatMap(({ exchanges }) => exchanges))
    const root =
      roots.find(({ symptom, under }) =>
        [symptom.requirement.id, ...under].includes(requirement.owner ?? ''),
      ) ?? roots.find(({ symptom }) => includes(parts, symptom.failed))
    root?.under.push(requirement.id)
  }
  return roots.map(({ symptom, under }) =>
    defined({ requirement: symptom.requirement.id, under, idle: symptom.idle }),
  )
}

/** The same list, each after those that it depends on. */
function deepestFirst(symptoms: readonly Symptom[]): ReadonlySet<Symptom> {
  const placed = new Set<Symptom>()
  const begun = new Set<Symptom>()
  const place = (symptom: Symptom): void => {
    if (begun.has(symptom)) return
    begun.add(symptom)
    for (const each of symptoms) if (dependsOn(symptom.requirement.id, each.requirement.id)) place(each)
    placed.add(symptom)
  }
  for (const symptom of symptoms) place(symptom)
  return placed
}

/** Whether a failure goes through the call that failed for another requirement, and fails in no other way. */
function isCause(basis: Symptom, symptom: Symptom, walks: readonly Walk[]): boolean {
  const isSame = basis.operation === symptom.operation
  if (basis.sign !== undefined && basis.sign === symptom.sign && (isSame || isOfAll(basis))) return true
  if (basis.idle !== undefined) return !symptom.onlyRefusals && includes(symptom.walk, basis.failed)
  // A refusal is no cause where it did not happen.
  if (basis.refusal !== undefined && !symptom.replies.has(basis.refusal)) return false
  if (!includes(symptom.walk, basis.failed)) return false
  // A call that works elsewhere causes no other failure.
  const through = walks.filter(({ parts }) => includes(parts, basis.failed))
  return (
    (basis.members.length === 0 && basis.way !== 'answered') ||
    through.filter(({ fell }) => fell).length * 2 >= through.length
  )
}

/** The checks of a run, and the look-ups that all failures share. */
interface CauseContext {
  readonly checks: readonly CheckResult[]
  readonly walks: readonly Walk[]
  readonly calls: readonly JudgedCall[]
}

function symptomOf(
  requirement: RequirementResult,
  known: Requirement | undefined,
  context: CauseContext,
): Symptom {
  const judged = checksOf(requirement, context.checks).flatMap(({ exchanges, outcomes }) =>
    outcomes.filter((each) => each.requirement === requirement.id).map((outcome) => ({ exchanges, outcome })),
  )
  const broken = judged.flatMap(({ exchanges, outcome }) =>
    outcome.assertions
      .filter(({ held }) => !held)
      .map((assertion): Broken => ({ assertion, calls: exchanges.slice(0, assertion.exchange) })),
  )
  const [first] = broken
    .map((each) => ({ ...each, walk: partsOf(each.calls) }))
    .toSorted(
      (one, other) =>
        Number(one.calls.length === 0) - Number(other.calls.length === 0) || one.walk.size - other.walk.size,
    )
  const last = first?.calls.at(-1)
  const idle = first && idleWrite(known, first, context)
  const call = idle ?? last
  const operation = (call && operationOf(call)) ?? ''
  const way = first === undefined ? 'answered' : wayOf(first.assertion, last)
  const members =
    first === undefined || idle !== undefined ? [] : differing(first.assertion, way, known ?? {})
  const onlyRefusals = broken.every(({ assertion }) => expectsRefusal(assertion))
  const asserted = judged.reduce((sum, { outcome }) => sum + outcome.asserted, 0)
  const share = broken.length / Math.max(1, asserted)
  const operations = new Set(broken.flatMap(({ calls }) => calls.slice(-1).map(operationOf)))
  const fit =
    first === undefined || known === undefined
      ? fits.other
      : fitOf(known, first.assertion, last, context.calls)
  return {
    requirement,
    walk: first?.walk ?? new Set(),
    failed: idle ? new Set([placeOf(idle)]) : partsOf(last ? [last] : []),
    operation,
    isRead: call?.method === 'GET',
    way,
    idle: idle && operation,
    replies: new Set(first?.calls.map(replyOf)),
    refusal: way === 'refused' && last ? replyOf(last) : undefined,
    members,
    sign: first && signOf(first.assertion, way, last),
    onlyRefusals,
    rank: [
      ofAllOperations.has(requirement.area)
        ? operations.size >= widely && requirement.area !== 'auth'
          ? -1
          : Number(share < 0.5)
        : 0,
      Number(idle === undefined),
      Number(onlyRefusals),
      fit,
      first?.walk.size ?? 0,
    ],
  }
}

/** A requirement of all operations is itself broken if it fails on this many. */
const widely = 5
const ofAllOperations = new Set(['conventions', 'auth', 'errors'])
const isOfAll = ({ requirement }: Symptom): boolean => ofAllOperations.has(requirement.area)

/**
 * The accepted write whose effect its answer, or a read, does not show. Most checks in which it is accepted fail. Of
 * those that make the same read without it fewer fail: otherwise the read is wrong.
 */
function idleWrite(
  known: Requirement | undefined,
  { assertion, calls }: Broken,
  { walks }: CauseContext,
): Exchange | undefined {
  const { operations = [] } = known ?? {}
  const write = calls.findLast(
    (call) => call.method !== 'GET' && operations.some((each) => each === operationOf(call)),
  )
  const last = calls.at(-1)
  if (write === undefined || last === undefined || write.status >= 300) return undefined
  if (expectsRefusal(assertion) && write === last) return undefined
  if (last.method !== 'GET' && write !== last) return undefined
  const isCreate = /^(?:create|register)/.test(operationOf(write) ?? '')
  if (isCreate ? last.status !== 404 : last.status >= 400) return undefined
  const [done = ''] = doneIn([write])
  const shareOf = (list: readonly Walk[]): number =>
    list.filter(({ fell }) => fell).length / Math.max(1, list.length)
  const share = shareOf(walks.filter(({ parts }) => parts.has(done)))
  const without = walks.filter(({ parts }) => !parts.has(done) && parts.has(placeOf(last)))
  return share >= 0.5 && share > shareOf(without) ? write : undefined
}

const includes = (parts: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean =>
  wanted.size > 0 && [...wanted].every((part) => parts.has(part))

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((each, index) => each !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** The checks that judged a requirement. */
function checksOf(requirement: RequirementResult, checks: readonly CheckResult[]): readonly CheckResult[] {
  const keys = new Set(requirement.checks.map(({ key }) => key))
  return checks.filter(({ key }) => keys.has(key))
}
