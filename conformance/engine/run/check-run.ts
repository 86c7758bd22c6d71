import { doneIn, partsOf } from '../judge/call-traits.ts'
import { gradable, type Requirement } from '../../registry/requirement.ts'
import type { Prerequisite } from '../../registry/prerequisites.ts'
import type { SkipReason } from '../plan/availability.ts'
import { namedIn, type CheckDefinition } from './check.ts'
import type { CheckResult, Observation, RequirementOutcome } from '../judge/check-result.ts'
import {
  Blocked,
  Inconclusive,
  NoEffect,
  NotAllowed,
  NotApplicable,
  NotCarriedOut,
  PreconditionFailed,
  Refused,
  RunStopped,
  SuiteFault,
} from './interruption.ts'
import { createJudge, type Assertion } from '../judge/judge.ts'
import { features, needHint } from '../plan/prerequisite.ts'
import { type RecordKind, kindAt } from '../clean-up/ledger.ts'
import type { Denial } from '../plan/rights.ts'
import { defined, inWords } from '../words/text.ts'
import type { CallScope } from './call-scope.ts'
import type { Verdict } from '../judge/verdict.ts'

interface Track {
  assertions: Assertion[]
  settled: boolean
}

/** The state of the requirements of one check while it runs. */
export class CheckRun {
  readonly #definition: CheckDefinition
  readonly #requirements: ReadonlyMap<string, Requirement>
  readonly #skipReasonOf: (requirement: string) => SkipReason | undefined
  readonly #tracks = new Map<string, Track>()
  readonly #observations: Observation[] = []
  #whole: SkipReason | undefined
  #interruption: unknown
  #ran = false
  #denial: Denial | undefined
  #excuseOf: (assertion: Assertion) => Denial | undefined = () => undefined

  constructor(
    definition: CheckDefinition,
    requirements: ReadonlyMap<string, Requirement>,
    skipReasonOf: (requirement: string) => SkipReason | undefined,
  ) {
    this.#definition = definition
    this.#requirements = requirements
    this.#skipReasonOf = skipReasonOf
    const { judges, supports = [] } = definition.plan
    for (const requirement of [...judges, ...supports])
      this.#tracks.set(requirement, { assertions: [], settled: false })
  }

  /** Whether a requirement of it can be shown at all. */
  get worthRunning(): boolean {
    return namedIn(this.#definition.plan).some((requirement) => {
      const skipReason = this.#skipReasonOf(requirement)
      return skipReason === undefined || skipReason.isTried === true
    })
  }

  judge(requirement: string, lastExchange: () => number | undefined): ReturnType<typeof createJudge> {
    const track = this.#tracks.get(requirement)
    if (!track) throw new SuiteFault(`the check judges '${requirement}', which it did not set out to judge`)
    return createJudge({
      record: (assertion) => track.assertions.push(assertion),
      commit: () => {
        track.settled = true
      },
      get failed() {
        return track.assertions.some(({ held }) => !held)
      },
      lastExchange,
    })
  }

  observe(requirement: string, value: unknown): void {
    if (!namedIn(this.#definition.plan).includes(requirement)) {
      throw new SuiteFault(`the check observes '${requirement}', which it did not set out to observe`)
    }
    this.#observations.push({ requirement, value })
  }

  hinder(skipReason: SkipReason): void {
    this.#whole = skipReason
  }

  /** Does not count failures against the target that come from missing rights of the run's token. */
  excuse({ refusals, exchanges }: CallScope, denialOf: (kind: RecordKind) => Denial | undefined): void {
    const denied = refusals.flatMap(({ exchange, kind, denial: known }) => {
      const denial = known ?? denialOf(kind)
      return denial === undefined ? [] : [{ exchange, kind, denial }]
    })
    this.#denial = denied[0]?.denial
    this.#excuseOf = ({ held, exchange: number }) => {
      if (number === undefined) return undefined
      const kind = kindAt(exchanges[number - 1]?.path.split('?')[0] ?? '')
      // A passed assertion on a refusal shows nothing either: the refusal has another reason.
      return denied.find((each) =>
        held ? each.exchange === number : each.kind === kind && each.exchange <= number,
      )?.denial
    }
  }

  end(interruption: unknown): void {
    this.#ran = true
    this.#interruption = interruption
  }

  /** Whether the check went through to its end and found nothing wrong. */
  endedWell({ outcomes }: CheckResult): boolean {
    return (
      this.#ran &&
      this.#interruption === undefined &&
      !outcomes.some(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'inconclusive')
    )
  }

  result(scope: CallScope, milliseconds: number, keepAll: boolean): CheckResult {
    const { title, file, plan } = this.#definition
    const outcomes = [
      ...plan.judges.map((requirement) => this.#outcome(requirement)),
      ...(plan.supports ?? []).map((requirement) => this.#outcome(requirement)).filter(saysSomething),
      ...(plan.observes ?? []).map((requirement) => this.#observed(requirement)),
    ]
    const plain = outcomes.every(
      ({ verdict }) => verdict === 'pass' || verdict === 'observed' || verdict === 'not-applicable',
    )
    return defined({
      key: `${file}: ${title}`,
      title,
      file,
      outcomes: keepAll ? outcomes : outcomes.map(withoutPassedAssertions),
      observations: this.#observations,
      ...(plain && !keepAll
        ? { exchanges: [], walked: [...partsOf(scope.exchanges), ...doneIn(scope.exchanges)] }
        : { exchanges: scope.exchanges }),
      exchanged: scope.exchanges.length,
      milliseconds: Math.round(milliseconds),
      problem: outcomes.some(({ verdict }) => verdict === 'error') ? faultOf(this.#interruption) : undefined,
    })
  }

  #outcome(requirement: string): RequirementOutcome {
    const known = this.#requirements.get(requirement)
    const { assertions, settled } = this.#tracks.get(requirement) ?? { assertions: [], settled: false }
    const outcome = (verdict: Verdict, more: Partial<RequirementOutcome> = {}): RequirementOutcome => ({
      requirement,
      verdict,
      assertions,
      asserted: assertions.length,
      ...more,
    })
    if (known === undefined) return outcome('error', { why: `no requirement has the id '${requirement}'` })
    if (!gradable(known)) return this.#observed(requirement)
    const { isTried, ...skipReason }: Partial<SkipReason> =
      this.#whole ?? this.#skipReasonOf(requirement) ?? {}
    const isGuess = isTried === true && assertions.length > 0
    // A feature declared absent, or a missing permission, is never graded, even if the check reached it.
    if (
      skipReason.verdict !== undefined &&
      !isGuess &&
      (this.#whole || skipReason.verdict !== 'blocked' || assertions.length === 0 || needsFeature(known))
    ) {
      return outcome(skipReason.verdict, skipReason)
    }
    const failed = assertions.find((each) => !each.held && this.#excuseOf(each) === undefined)
    if (failed) return outcome('fail', { ...(isGuess ? skipReason : {}), why: failureOf(failed) })
    const excuse = assertions.map((each) => this.#excuseOf(each)).find((each) => each !== undefined)
    if (excuse) return outcome('blocked', { ...excuse })
    if (assertions.length > 0 && (settled || this.#interruption === undefined)) return outcome('pass')
    const end = interrupted(this.#interruption, assertions.length > 0, this.#ran)
    if (this.#denial && (end.verdict === 'blocked' || end.verdict === 'error'))
      return outcome('blocked', { ...end, verdict: 'blocked', hint: this.#denial.hint })
    return { ...outcome('blocked'), ...end }
  }

  #observed(requirement: string): RequirementOutcome {
    const known = this.#requirements.get(requirement)
    const seen =
      this.#observations.some((each) => each.requirement === requirement) ||
      (this.#tracks.get(requirement)?.assertions.length ?? 0) > 0
    const assertions = this.#tracks.get(requirement)?.assertions ?? []
    const base = { requirement, assertions, asserted: assertions.length }
    if (known === undefined)
      return { ...base, verdict: 'error', why: `no requirement has the id '${requirement}'` }
    if (seen) return { ...base, verdict: 'observed' }
    const skipReason = this.#whole ?? this.#skipReasonOf(requirement)
    return { ...base, verdict: 'not-run', why: skipReason?.why ?? 'it was not reached, and is not graded' }
  }
}

/**
 * Whether a check has an outcome for a requirement that other checks show. Without one it leaves the requirement out, so that the
 * outcomes of the other checks count.
 */
function saysSomething({ verdict }: RequirementOutcome): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'error' || verdict === 'observed'
}

/** The first thing that differs, in one line. */
function failureOf({ what, differences }: Assertion): string {
  const [first] = differences
  if (first === undefined) return `${what} did not hold`
  const where = first.path === '' ? `${what}: ` : `${what}: ${first.path}: `
  const expected = first.expected === what ? what : inShort(first.expected)
  return `${first.expected === what ? '' : where}expected ${expected}, got ${inShort(first.got)}`
}

function inShort(value: unknown): string {
  const text = inWords(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

function withoutPassedAssertions(outcome: RequirementOutcome): RequirementOutcome {
  return outcome.verdict === 'pass' ? { ...outcome, assertions: [] } : outcome
}

const featureNames: ReadonlySet<Prerequisite> = new Set(features)

function needsFeature({ level, needs = [] }: Requirement): boolean {
  return level === 'default' || needs.some((need) => featureNames.has(need))
}

function groundOf(interruption: Blocked): Pick<RequirementOutcome, 'ground' | 'saw'> {
  if (interruption instanceof PreconditionFailed)
    return { ground: interruption instanceof NoEffect ? 'effect' : 'seen', saw: interruption.saw }
  return interruption instanceof NotCarriedOut ? { ground: 'done' } : {}
}

/** The outcome of a requirement that was not settled at an interruption. */
function interrupted(
  interruption: unknown,
  partly: boolean,
  ran: boolean,
): Pick<RequirementOutcome, 'verdict' | 'why' | 'owner' | 'ground' | 'saw' | 'hint'> {
  const prefix = partly ? 'shown in part, then ' : ''
  if (interruption === undefined) return { verdict: 'blocked', why: ran ? 'never reached' : 'not tried' }
  if (interruption instanceof Blocked) {
    const { owner, hint, message } = interruption
    return {
      verdict: 'blocked',
      why: prefix + message,
      ...groundOf(interruption),
      ...defined({ owner, hint }),
    }
  }
  if (interruption instanceof RunStopped) return { verdict: 'not-run', why: interruption.message }
  if (interruption instanceof Inconclusive)
    return { verdict: 'inconclusive', why: prefix + interruption.message }
  if (interruption instanceof NotApplicable) return { verdict: 'not-applicable', why: interruption.message }
  if (interruption instanceof NotAllowed)
    return { verdict: 'not-run', why: interruption.message, hint: needHint(interruption.permission) }
  if (isOfAnswer(interruption)) {
    return {
      verdict: 'blocked',
      why: `${prefix}an answer lacks what the check reads next: ${interruption.message}`,
    }
  }
  return {
    verdict: 'error',
    why: prefix + (interruption instanceof Error ? interruption.message : inShort(interruption)),
  }
}

/** Errors that JavaScript throws for a value of an unexpected kind. */
const ofValues = [TypeError, RangeError, SyntaxError, URIError] as const

/**
 * Whether a check failed because the target left out a value, or sent it in another form. The suite has its own error
 * classes for its own faults.
 */
function isOfAnswer(error: unknown): error is Error {
  return ofValues.some((kind) => error instanceof kind)
}

/** The suite's own fault, with the lines of the suite that lead to it. */
function faultOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  if (!(error instanceof Error)) return String(error)
  const lines = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.includes('conformance'))
    .slice(0, 3)
  return [
    error.message,
    ...lines.map((line) =>
      line
        .trim()
        .replace(/\(?(file:\/\/)?\/.*\/(conformance\/)/, '$2')
        .replace(/\)$/, ''),
    ),
  ].join('\n')
}
