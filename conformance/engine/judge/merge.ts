import type { Requirement } from '../../registry/requirement.ts'
import { assemble } from './assemble.ts'
import type { BaselineEntry } from './baseline.ts'
import { defined } from '../words/text.ts'
import { leftOut, type ConformanceResult, type RunRecord } from './result.ts'

/**
 * Joins the results of shards into one. Requirements that several shards judge get the worst of their verdicts.
 *
 * @throws Error when the results do not belong together: other targets, other registries, a shard twice.
 */
export function mergeResults(
  results: readonly ConformanceResult[],
  requirements: readonly Requirement[],
  baseline: readonly BaselineEntry[],
): ConformanceResult {
  const [first] = results
  if (first === undefined) throw new Error('there is nothing to merge')
  for (const { run } of results) {
    if (run.baseUrl !== first.run.baseUrl)
      throw new Error(`the results are of two targets: ${first.run.baseUrl} and ${run.baseUrl}`)
    if (run.requirementSet !== first.run.requirementSet)
      throw new Error(
        `the results are judged by different requirements: ${first.run.requirementSet ?? 'unnamed'} and ${run.requirementSet ?? 'unnamed'}`,
      )
    if (run.registry !== first.run.registry)
      throw new Error('the results measured by different registries of requirements')
  }
  const keys = results.flatMap(({ checks }) => checks.map(({ key }) => key))
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  if (twice !== undefined) throw new Error(`two of the results hold the check '${twice}'`)
  const left = new Set(
    first.requirements
      .filter(({ verdict, why }) => verdict === 'not-run' && why === leftOut)
      .map(({ id }) => id),
  )
  return assemble({
    requirements,
    selected: ({ id }) => !left.has(id),
    checks: results.flatMap(({ checks }) => checks),
    run: mergedRun(results, first.run),
    baseline,
    warnings: [...new Set(results.flatMap(({ warnings }) => warnings)), ...missingShards(results)],
  })
}

function missingShards(results: readonly ConformanceResult[]): string[] {
  const of = Math.max(...results.map(({ run }) => run.shard?.of ?? 0))
  const there = new Set(results.map(({ run }) => run.shard?.index))
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !there.has(index))
  return missing.map((index) => `shard ${index}/${of} is missing: its checks are not in this result`)
}

function mergedRun(results: readonly ConformanceResult[], first: RunRecord): RunRecord {
  const runs = results.map(({ run }) => run)
  const { shard, ...rest } = first
  const { stopped, advice } = runs.find((run) => run.stopped !== undefined) ?? {}
  const indexes = new Set(runs.map((run) => run.shard?.index))
  const complete =
    shard !== undefined && indexes.size === shard.of && runs.every((run) => run.shard?.of === shard.of)
  const filtered = runs.some((run) => run.filtered)
  const created: Record<string, number> = {}
  for (const run of runs)
    for (const [kind, count] of Object.entries(run.created)) created[kind] = (created[kind] ?? 0) + count
  const sum = (pick: (run: RunRecord) => number): number => runs.reduce((total, run) => total + pick(run), 0)
  return {
    ...rest,
    id: runs.map(({ id }) => id).join('+'),
    startedAt: runs.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    milliseconds: Math.max(...runs.map(({ milliseconds }) => milliseconds)),
    filtered,
    whole: !filtered && complete,
    requests: sum((run) => run.requests),
    rateLimited: {
      times: sum((run) => run.rateLimited.times),
      milliseconds: sum((run) => run.rateLimited.milliseconds),
    },
    created,
    orphans: runs.flatMap(({ orphans }) => orphans),
    interrupted: runs.some(({ interrupted }) => interrupted),
    ...defined({ stopped, advice }),
  }
}
