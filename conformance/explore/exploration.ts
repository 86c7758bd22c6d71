import type { CheckResult } from '../engine/judge/check-result.ts'
import { usualForms } from '../engine/plan/forms.ts'
import { Explorer } from './explore.ts'
import type { Stage } from './steps.ts'
import type { ExploredDifference } from './tell/tell.ts'
import { tellAll } from './tell/tell.ts'
import { createModel } from './sides/model.ts'
import { clockKept } from './sides/target-clock.ts'
import type { ExploreGround } from './ground.ts'
import { lookAround } from './sides/target-survey.ts'
import { sendBy, Side } from './sides/side.ts'
import type { Call } from './story/story.ts'

export type { ExploreGround } from './ground.ts'

/** The options of an exploration. */
export interface ExploreOptions {
  /** How long it runs, in milliseconds. */
  readonly milliseconds: number
  /** The seed of its random choices. The same seed proposes the same calls, as long as the target answers the same. */
  readonly seed: number
  /** The most calls to the target, without those that shorten a story. Default: no limit. */
  readonly mostCalls?: number
  /** The number of differences after which it ends. Default: no limit. */
  readonly mostFound?: number
  /** Stories of an earlier report, repeated instead of new ones. */
  readonly replay?: readonly (readonly Call[])[]
  /** The most calls of one story. Default 280. */
  readonly callsPerStory?: number
  /** Stories at the same time. Default 1; with control always 1. */
  readonly concurrency?: number
}

/** The result of an exploration. */
export interface ExplorationResult {
  readonly seed: number
  readonly stories: number
  /** Calls made to both sides. */
  readonly calls: number
  readonly milliseconds: number
  readonly differences: readonly ExploredDifference[]
  /** Calls that the target answers differently where the API description is silent: not compared further. */
  readonly open: readonly string[]
}

/**
 * Explores: proposes random calls, makes them on the target and on the mock, and compares the answers. Repeats each
 * difference on fresh records, shortens its story, and names it.
 */
export async function explore(
  ground: ExploreGround,
  options: ExploreOptions,
): Promise<{ result: ExplorationResult; checks: CheckResult[] }> {
  const begun = performance.now()
  const { control, putBack } = await clockKept(ground.control)
  const { signal } = ground
  const { mostCalls = Number.POSITIVE_INFINITY, mostFound = Number.POSITIVE_INFINITY } = options
  const isOver = (): boolean =>
    signal.aborted ||
    performance.now() - begun > options.milliseconds ||
    explorer.calls >= mostCalls ||
    explorer.findings.length >= mostFound
  const survey = await lookAround(ground)
  let staged = 0
  const stage = (isKept: boolean): Stage => {
    const scope = ground.scope(isKept)
    const texts = textsOf(ground, ++staged)
    return {
      model: createModel(texts, survey.model),
      target: new Side(texts, sendBy(scope.api), control),
      exchanges: scope.exchanges,
      end: scope.end,
    }
  }
  const explorer = new Explorer({
    stage,
    means: survey.means,
    isOver,
    settled: (call) => survey.settled(call),
    fence: survey.fence,
    lag: ground.lag,
    afterWrite: survey.afterWrite,
    isGraded: ground.isGraded,
  })
  const tell = (): void => ground.onProgress?.({ calls: explorer.calls, found: explorer.findings.length })
  if (options.replay === undefined) {
    let next = options.seed
    const work = async (): Promise<void> => {
      while (!isOver()) {
        await explorer.story(next++ >>> 0, options.callsPerStory)
        tell()
      }
    }
    // With control a story moves the clock of the target, which ends the sessions of the other stories.
    const concurrency = control === undefined ? (options.concurrency ?? 1) : 1
    await Promise.all(Array.from({ length: concurrency }, work))
  } else for (const story of options.replay) await explorer.retell(story)
  const told = await tellAll(explorer, ground.isGraded).finally(putBack)
  return {
    result: {
      seed: options.seed,
      stories: explorer.stories,
      calls: explorer.calls,
      milliseconds: Math.round(performance.now() - begun),
      differences: told.map(({ difference }) => difference),
      open: explorer.open,
    },
    checks: told.flatMap(({ check }) => (check === undefined ? [] : [check])),
  }
}

/** Texts that both sides share in one story, different in each story. */
function textsOf({ unique, marker, forms }: ExploreGround, story: number): Map<string, string> {
  const texts = new Map([
    ['tag', `${marker}-x${String(story).padStart(5, '0')}`],
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
