import { assemble } from '../../../conformance/engine/judge/assemble.ts'
import type { CheckResult } from '../../../conformance/engine/judge/check-result.ts'
import type { ConformanceResult, RunRecord } from '../../../conformance/engine/judge/result.ts'
import type { Verdict } from '../../../conformance/engine/judge/verdict.ts'
import { requirement } from '../engine/suite-of.ts'

/** A run in which nothing happened. */
export const emptyRun: RunRecord = {
  id: 'abc123',
  startedAt: '2026-01-02T03:04:05.000Z',
  milliseconds: 1500,
  baseUrl: 'https://id.example.com',
  suiteVersion: '0.0.0',
  registry: '0123456789abcdef',
  filtered: false,
  whole: true,
  flags: [],
  features: {},
  allowed: [],
  requests: 42,
  rateLimited: { times: 0, milliseconds: 0 },
  created: {},
  orphans: [],
  interrupted: false,
}

/** The result of a run in which a separate check judged each requirement. */
export function resultOf(
  requirements: readonly (readonly [id: string, verdict: Verdict, why?: string])[],
  run: Partial<RunRecord> = {},
  change: (check: CheckResult) => CheckResult = (check) => check,
): ConformanceResult {
  return assemble({
    requirements: requirements.map(([id]) => requirement(id)),
    selected: () => true,
    baseline: [],
    warnings: [],
    run: { ...emptyRun, ...run },
    checks: requirements.map(([id, verdict, why]) =>
      change({
        key: `toy: ${id}`,
        title: id,
        file: 'toy',
        outcomes: [
          { requirement: id, verdict, assertions: [], asserted: 1, ...(why === undefined ? {} : { why }) },
        ],
        observations: [],
        exchanges: [],
        exchanged: 1,
        milliseconds: 1,
      }),
    ),
  })
}
