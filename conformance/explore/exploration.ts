import type { CheckResult } from '../engine/judge/check-result.ts'
import { usualForms } from '../engine/plan/forms.ts'
import { Explorer } from './explore.ts'
import type { Stage } from './steps.ts'
import type { ExploredDifference } from './report/report.ts'
import { reportAll } from './report/report.ts'
import { createModel } from './endpoints/model.ts'
import type { ExploreContext } from './context.ts'
import { surveyTarget } from './endpoints/target-survey.ts'
import { sendBy, Endpoint } from './endpoints/endpoint.ts'
import type { Call } from './sequence/sequence.ts'
import type { Json } from '../engine/wire/reply.ts'

export type { ExploreContext } from './context.ts'

/** The options of an exploration. */
export interface ExploreOptions {
  /** How long it runs after its survey of the target, in milliseconds. */
  readonly milliseconds: number
  /** The seed of its random choices. The same seed proposes the same calls, as long as the target answers the same. */
  readonly seed: number
  /** The most calls to the target, without those that shorten a sequence. Default: no limit. */
  readonly maxCalls?: number
  /** The number of differences after which it ends. Default: no limit. */
  readonly maxFound?: number
  /** Sequences of an earlier report, repeated instead of new ones. */
  readonly replay?: readonly (readonly Call[])[]
  /** The most calls of one sequence. Default 300. */
  readonly callsPerSequence?: number
  /** Sequences at the same time. Default 1; with control always 1. */
  readonly concurrency?: number
}

/** The result of an exploration. */
export interface ExplorationResult {
  readonly seed: number
  readonly sequences: number
  /** Calls made to both endpoints. */
  readonly calls: number
  readonly milliseconds: number
  readonly differences: readonly ExploredDifference[]
  /** Calls that the target answers differently where the API description is silent: not compared further. */
  readonly open: readonly string[]
}

/**
 * Explores: proposes random calls, makes them on the target and on the mock, and compares the answers. Repeats each
 * difference on fresh records, shortens its sequence, and names it.
 */
export async function explore(
  context: ExploreContext,
  options: ExploreOptions,
): Promise<{ result: ExplorationResult; checks: CheckResult[] }> {
  const { control, putBack } = await clockKept(context.control)
  const { signal } = context
  const { maxCalls = Number.POSITIVE_INFINITY, maxFound = Number.POSITIVE_INFINITY } = options
  const isPast = (share: number): boolean => performance.now() - begun > share * options.milliseconds
  const isOver = (): boolean =>
    signal.aborted || isPast(1) || explorer.calls >= maxCalls || explorer.findings.length >= maxFound
  const survey = await surveyTarget(context)
  // A slow target needs a second for the survey alone: the time of exploring begins after it.
  const begun = performance.now()
  let staged = 0
  const stage = (isKept: boolean): Stage => {
    const scope = context.scope(isKept)
    const texts = textsOf(context, ++staged)
    return {
      model: createModel(texts, survey.model),
      target: new Endpoint(texts, sendBy(scope.api), control),
      exchanges: scope.exchanges,
      end: scope.end,
    }
  }
  const explorer = new Explorer({
    stage,
    means: survey.means,
    isOver,
    // Differences of a slow target were shortened for longer than the target was explored.
    isLate: () => isPast(1.5),
    settled: (call) => survey.settled(call),
    fence: survey.fence,
    lag: context.lag,
    afterWrite: survey.afterWrite,
    isGraded: context.isGraded,
  })
  const report = (): void => context.onProgress?.({ calls: explorer.calls, found: explorer.findings.length })
  if (options.replay === undefined) {
    let next = options.seed
    const work = async (): Promise<void> => {
      while (!isOver()) {
        await explorer.sequence(next++ >>> 0, options.callsPerSequence)
        report()
      }
    }
    // With control a sequence commands the clock of the target, which ends the sessions of the other sequences.
    const concurrency = control === undefined ? (options.concurrency ?? 1) : 1
    await Promise.all(Array.from({ length: concurrency }, work))
  } else for (const sequence of options.replay) await explorer.replay(sequence)
  const told = await reportAll(explorer, context.isGraded).finally(putBack)
  return {
    result: {
      seed: options.seed,
      sequences: explorer.sequences,
      calls: explorer.calls,
      milliseconds: Math.round(performance.now() - begun),
      differences: told.map(({ difference }) => difference),
      open: explorer.open,
    },
    checks: told.flatMap(({ check }) => (check === undefined ? [] : [check])),
  }
}

/** Texts that both endpoints share in one sequence, different in each sequence. */
function textsOf({ unique, marker, forms }: ExploreContext, sequence: number): Map<string, string> {
  const texts = new Map([
    ['tag', `${marker}-x${String(sequence).padStart(5, '0')}`],
    ['none1', unique.unknownId()],
  ])
  for (const at of [1, 2, 3]) {
    texts.set(`pw${at}`, unique.password())
    texts.set(`answer${at}`, unique('Answer'))
  }
  if (forms.login !== usualForms.login)
    for (let at = 1; at <= 12; at++) texts.set(`login${at}`, unique.login())
  return texts
}

type Control = (action: string, input: Json) => Promise<Json>

/** Wraps a control plane whose clock sequences may command. `putBack` sets the clock to the time without these commands. */
async function clockKept(
  act: Control | undefined,
): Promise<{ control: Control | undefined; putBack: () => Promise<void> }> {
  if (act === undefined) return { control: act, putBack: async () => {} }
  const begun = performance.now()
  const { now, frozen }: Json = await act('describe', {}).catch(() => ({}))
  let isMoved = false
  return {
    control: (action, input) => {
      isMoved ||= action === 'advanceClock'
      return act(action, input)
    },
    putBack: async () => {
      if (!isMoved || typeof now !== 'string') return
      const passed = frozen === true ? 0 : performance.now() - begun
      await act('setClock', { to: new Date(Date.parse(now) + passed).toISOString() }).catch(() => {})
    },
  }
}
