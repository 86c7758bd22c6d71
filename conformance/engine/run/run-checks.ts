import type { CheckDefinition } from './check.ts'
import type {
  explore as exploreTarget,
  ExplorationResult,
  ExploreContext,
  ExploreOptions,
} from '../../explore/exploration.ts'
import type { Requirement } from '../../registry/requirement.ts'
import type { CheckResult, RequirementOutcome } from '../judge/check-result.ts'
import type { RunFacts, RunOptions } from '../plan/conform-options.ts'
import { defined } from '../words/text.ts'
import { Inconclusive } from './interruption.ts'
import { Run } from './run.ts'

/** The outcome of all checks of a run. */
export interface RunOutcome {
  readonly checks: readonly CheckResult[]
  readonly facts: RunFacts
  /** The findings of an exploration, if the run explored. */
  readonly exploration?: ExplorationResult
}

/** How the checks of a run are watched and stopped. */
export interface RunWatch {
  /** Called as each check ends. */
  readonly onCheck?: (result: CheckResult) => void
  /** Stops the run; what was created is still removed. */
  readonly signal?: AbortSignal | undefined
  /** Explores the target after the checks that may run together. */
  readonly explore?: ExploreOptions & { readonly onProgress?: ExploreContext['onProgress'] }
}

/**
 * Runs checks in this process: several at a time, those that stand alone afterwards. The core of every way
 * to run the suite, cheap enough to be called hundreds of times.
 */
export async function runChecks(
  checks: readonly CheckDefinition[],
  options: RunOptions,
  { onCheck, signal, explore }: RunWatch = {},
): Promise<RunOutcome> {
  const run = new Run(options)
  const stop = (): void =>
    run.stop(signal?.reason instanceof Error ? signal.reason.message : 'the run was stopped')
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const results = new Map<CheckDefinition, CheckResult>()
  let explored: Awaited<ReturnType<typeof exploreTarget>> | undefined
  let unexplored: string | undefined
  const perform = async (definition: CheckDefinition): Promise<void> => {
    const result = await run.check(definition)
    results.set(definition, result)
    onCheck?.(result)
  }
  try {
    if (!run.stopped)
      await run.prepare(explore === undefined ? checks : undefined).catch((error: unknown) => {
        if (!run.stopped) throw error
      })
    const together = checks.filter(({ plan }) => plan.alone !== true && plan.last !== true)
    const queue = together.values()
    const work = async (): Promise<void> => {
      for (const definition of queue) await perform(definition)
    }
    await Promise.all(Array.from({ length: Math.min(options.concurrency ?? 4, together.length) }, work))
    for (const definition of checks) if (definition.plan.alone === true) await perform(definition)
    // Nothing that needs a user could be compared.
    unexplored = explore && run.unformed && `the target is not explored. ${run.unformed.hint}`
    if (explore !== undefined && unexplored === undefined && !run.stopped) {
      const { explore: exploreTarget } = await import('../../explore/exploration.ts')
      const { onProgress } = explore
      explored = await exploreTarget({ ...run.ground, ...defined({ onProgress }) }, explore).catch(
        (error: unknown) => {
          // The checks were made all the same: a target that limits the rate for too long is only not explored.
          if (!(error instanceof Inconclusive)) throw error
          unexplored = `the exploration ended early: ${error.message}`
          return undefined
        },
      )
    }
    for (const definition of checks) if (definition.plan.last === true) await perform(definition)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  const ended = await run.finish()
  const facts = { ...ended, found: [...ended.found, ...(unexplored === undefined ? [] : [unexplored])] }
  const inOrder = checks.map((definition) => results.get(definition)).filter((each) => each !== undefined)
  // Once more, with every secret of the run: one may have turned up before its name was seen.
  const checked = [...withDefaults(inOrder, options.requirements), ...(explored?.checks ?? [])]
  return run.redactor.value(defined({ checks: checked, facts, exploration: explored?.result })) as RunOutcome
}

/**
 * Counts a difference from a default where another requirement shows that this default is in force. Otherwise an
 * administrator may have changed it, and the operator is asked.
 */
function withDefaults(
  results: readonly CheckResult[],
  requirements: readonly Requirement[],
): readonly CheckResult[] {
  const defaults = new Map(requirements.flatMap(({ id, shownBy }) => (shownBy ? [[id, shownBy]] : [])))
  const all = results.flatMap(({ outcomes }) => outcomes)
  const isShown = (id: string): boolean =>
    all.some((each) => each.requirement === id && each.verdict === 'pass') &&
    !all.some((each) => each.requirement === id && differs(each))
  return results.map((result) => ({
    ...result,
    outcomes: result.outcomes.map((outcome) => {
      const { requirement, verdict, hint: _, ...rest } = outcome
      return verdict === 'blocked' && differs(outcome) && isShown(defaults.get(requirement) ?? '')
        ? { ...rest, requirement, verdict: 'fail' }
        : outcome
    }),
  }))
}

const differs = ({ assertions }: RequirementOutcome): boolean => assertions.some(({ held }) => !held)
