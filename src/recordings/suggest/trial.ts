import type { Comparison, DifferenceClass } from '../compare/classes.ts'
import { compareRecordings } from '../compare-recordings.ts'
import type { Recording } from '../../exchange/exchange.ts'
import { type Fill, makerOf, type Setting } from '../setting.ts'

/** The result of one recording. */
export interface Trial {
  readonly recording: Recording
  readonly score: Score
  readonly classes: readonly DifferenceClass[]
}

/** How much recordings differ. */
export interface Score {
  /** Calls with another status, and calls that could not be compared. */
  readonly statuses: number
  /** Differences in the listed records and their statuses, and unexplained ones. */
  readonly grave: number
  /** All differences but those beyond the API description. */
  readonly differences: number
}

/** Replays recordings under a setting, each separately. */
export async function tried(
  recordings: readonly Recording[],
  setting: Setting,
  fill: Fill,
): Promise<readonly Trial[]> {
  const organisation = makerOf(setting, fill)
  const trials: Trial[] = []
  for (const recording of recordings) {
    const comparison = await compareRecordings([recording], { organisation })
    const classes = comparison.classes.filter(({ verdict }) => verdict !== 'beyond')
    trials.push({ recording, classes, score: scoreOf(comparison, classes) })
  }
  return trials
}

function scoreOf(
  { compared, sameStatus, notComparable }: Comparison,
  classes: readonly DifferenceClass[],
): Score {
  const unknown = notComparable.reduce((sum, { count }) => sum + count, 0)
  const count = (some: readonly DifferenceClass[]): number => some.reduce((sum, each) => sum + each.count, 0)
  return {
    statuses: compared - sameStatus + unknown,
    grave: count(classes.filter(isGrave)),
    differences: count(classes),
  }
}

function isGrave({ id, canBeBug }: DifferenceClass): boolean {
  return canBeBug || /\/(?:listed-(?:there|here)|value\/status)/.test(id)
}

const parts = ['statuses', 'grave', 'differences'] as const

/** The score of several recordings. */
export function sumOf(trials: readonly Trial[]): Score {
  const sum = (part: (typeof parts)[number]): number =>
    trials.reduce((total, { score }) => total + score[part], 0)
  return { statuses: sum('statuses'), grave: sum('grave'), differences: sum('differences') }
}

/** Whether recordings differ less than before. A missing list or reply hides some differences in it. */
export function isLess(one: Score, other: Score): boolean {
  return weightOf(one) < weightOf(other)
}

function weightOf({ statuses, grave, differences }: Score): number {
  return graveWeight * (statuses + grave) + differences
}

/** About as many differences as a reply with many of them has. */
const graveWeight = 20
