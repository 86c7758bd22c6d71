/**
 * The way checks are written.
 *
 * A check arranges, acts, and judges requirements one by one. Files are `conformance/checks/<area>.check.ts`; each
 * calls `check` at its top level and exports nothing. A full example:
 *
 * ```ts
 * import { check } from '../engine/run/check.ts'
 *
 * check(
 *   'a user who is not ACTIVE cannot be suspended',
 *   { judges: ['users.suspend.not-active', 'errors.platform.link-is-code'] },
 *   async ({ given, api, judge }) => {
 *     // arrange: unique, in the ledger, removed afterwards
 *     const staged = await given.user({ activate: false })
 *     const active = await given.user()
 *
 *     // control: the same call works where the API description allows it; if not, this check is blocked and says
 *     // that 'users.suspend.active' is the place to look
 *     await api.control('users.suspend.active', 200).post(`${active.path}/lifecycle/suspend`)
 *
 *     // act, and judge literals of the API description
 *     const refused = await api.post(`${staged.path}/lifecycle/suspend`)
 *     judge('users.suspend.not-active').platformError(refused, 400, 'E0000001')
 *     judge('errors.platform.link-is-code').equal(refused.json.errorLink, refused.json.errorCode)
 *
 *     // nothing changed
 *     judge('users.suspend.not-active').matches(await api.get(staged.path), { status: 'STAGED' })
 *   },
 * )
 * ```
 *
 * How to write a good one:
 *
 * - Each refusal has a control case next to it and a read after it. Read each write back.
 * - Judge by `platformError`, `oauthError`, `status` where the API description states a status, by `success` and
 *   `refused` where it does not. Never judge texts, the form of ids, the order of keys, extra properties,
 *   default or maximum page sizes.
 * - A failed judgement does not throw: it returns false, and the check goes on. Preconditions that the check does
 *   not judge go through `api.control`, `given` or `assume`, which end it as blocked.
 * - A requirement that the check did not reach is blocked. When a check is interrupted (blocked, timed out), so are its
 *   requirements with only passed assertions, unless `judge(id).settle()` was called. A requirement that failed stays failed.
 * - `given` may return a record made for an earlier check, which wrote nothing to it. It belongs to this check alone
 *   until it ends. If a record must be newer than another one, as a fence or for its times, take `given.fresh`.
 * - Refusals that leave one record alone share it: call them in a row and read it once. If one may change it, try
 *   each on its own record, so that the right requirement fails.
 * - Lists found by `search`, `filter` and `q` may lag: read them through `poll.until`. Read absence through
 *   `poll.behind` with a record made later as the fence. Judge by id wherever possible.
 * - Requirements of level `open`, `may-change` and `caller` are never graded: `observe(id, value)`.
 * - Things that the API cannot cause come from `await need('…')`, declared in `needs`. Declare also features that a
 *   target may lack ('early-access') and permissions for calls beyond own records ('mail', 'me', 'end-sessions').
 *   Calls that send mail need 'mail': any call with sendEmail true (given or by default). Creating a user with
 *   activate=true and no password needs it too.
 * - Several checks may judge one requirement. Its verdict is the worst of: fail, error, inconclusive, blocked, pass,
 *   not-applicable, not-run.
 *
 * @module
 */
import type { RequirementId } from '../../registry/requirements.ts'
import type { Api } from './api.ts'
import type { Given, Poll, Unique } from '../supply/given-types.ts'
import type { Judge } from '../judge/judge.ts'
import type { Sight } from './watch.ts'
import type { Prerequisite, FixtureValues, FixtureKind } from '../plan/prerequisite.ts'

export type { RequirementId } from '../../registry/requirements.ts'
export { a } from '../judge/expectation.ts'
export type { Api, CallOptions } from './api.ts'
export type {
  Given,
  GivenGroup,
  GivenRule,
  GivenUser,
  Poll,
  Unique,
  UserOptions,
} from '../supply/given-types.ts'
export type { Judge } from '../judge/judge.ts'
export type { Prerequisite, FixtureValues, FixtureKind } from '../plan/prerequisite.ts'
export type { Json, Reply } from '../wire/reply.ts'

/** The plan of a check. */
export interface CheckPlan<Id extends string = string> {
  /** The requirements it judges. `judge` takes no other. */
  readonly judges: readonly Id[]
  /**
   * Requirements that it also judges, and that other checks show. If it cannot reach them, the results of the other checks
   * still count.
   */
  readonly supports?: readonly Id[]
  /** Requirements it only records a finding for, with `observe`. */
  readonly observes?: readonly Id[]
  /**
   * Needs of the whole check: things, features of the target, permissions, by their names in the registry (`needs.ts`).
   * Without one of them it does not run. Each requirement states its own needs.
   */
  readonly needs?: readonly Prerequisite[]
  /** Whether `conform --quick` runs it. Those that it runs are few, cheap, and find most. Default false. */
  readonly quick?: boolean
  /** Runs after all other checks, and alone: for effects that other checks would notice. Default false. */
  readonly alone?: boolean
  /** Runs at the very end, when nothing is called any more: for what the answers of all checks show. */
  readonly last?: boolean
  /** Milliseconds the body may take, waiting for rate limits not counted. Default 30000. */
  readonly timeout?: number
}

/** The tools of a check. */
export interface CheckContext<Id extends string = RequirementId> {
  readonly given: Given
  readonly api: Api
  /** The judge of one of the requirements the check set out to judge; throws for any other. */
  judge(this: void, requirement: Id): Judge
  /** A thing the API cannot cause. Not supplied: the requirements not settled yet are not shown. */
  need<Name extends FixtureKind>(
    this: void,
    name: Name,
    wish?: Readonly<Record<string, unknown>>,
  ): Promise<FixtureValues[Name]>
  /** Records a finding for a requirement that is not graded. */
  observe(this: void, requirement: Id, value: unknown): void
  /** Ends the check as blocked, owned by the requirement, if the condition is false. */
  assume(this: void, owner: string, condition: unknown, what: string, isStated?: boolean): void
  /** Forbidden contents in the answers of the run so far. */
  readonly sights: readonly Sight[]
  /** Aborted when the check's time is up or the run ends; calls take it by themselves. */
  readonly signal: AbortSignal
  readonly unique: Unique
  readonly poll: Poll
}

/** A check as it was written. */
export interface CheckDefinition {
  /** Reads as a sentence about the service; unique in its file. */
  readonly title: string
  readonly plan: CheckPlan
  readonly body: (context: CheckContext<string>) => Promise<void>
  /** File name without folders and extension, like `lifecycle`. */
  readonly file: string
}

/** All requirements that a check names. */
export function namedIn({ judges, supports = [], observes = [] }: CheckPlan): readonly string[] {
  return [...judges, ...supports, ...observes]
}

interface Collector {
  file: string
  checks: CheckDefinition[]
}

// On the global object, because a bundler may load this module twice (once for the suite, once for a check).
const key = Symbol.for('identikit.conformance.checks')
const shared = globalThis as unknown as Record<symbol, Collector | undefined>

/**
 * Declares a check.
 *
 * @typeParam Id the requirements it names; `judge` and `observe` take these only.
 * @throws TypeError when it judges nothing and observes nothing, or names a requirement twice.
 */
export function check<const Id extends RequirementId>(
  title: string,
  plan: CheckPlan<Id>,
  body: (context: CheckContext<NoInfer<Id>>) => Promise<void>,
): void {
  const requirements = namedIn(plan)
  if (requirements.length === 0) throw new TypeError(`The check '${title}' judges no requirement`)
  if (new Set(requirements).size < requirements.length)
    throw new TypeError(`The check '${title}' names a requirement twice`)
  const collector = shared[key]
  collector?.checks.push({ title, plan, body, file: collector.file })
}

/**
 * Collects the checks that are declared while `load` runs, for example by importing a check file. Not to be
 * run twice at the same time.
 */
export async function collectChecks(file: string, load: () => Promise<unknown>): Promise<CheckDefinition[]> {
  const collector: Collector = { file, checks: [] }
  const before = shared[key]
  shared[key] = collector
  try {
    await load()
  } finally {
    shared[key] = before
  }
  return collector.checks
}
