import type { ConformanceResult } from '../engine/judge/result.ts'
import type { Verdict } from '../engine/judge/verdict.ts'
import { sentences } from './words.ts'

const statuses: Readonly<Record<Verdict, 'passed' | 'failed' | 'skipped' | 'pending' | 'other'>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'failed',
  blocked: 'other',
  inconclusive: 'other',
  'not-applicable': 'skipped',
  'not-run': 'pending',
  observed: 'other',
}

/** A CTRF report (https://ctrf.io): one test for each check and requirement. */
export function ctrfOf(result: ConformanceResult): string {
  const begun = Date.parse(result.run.startedAt)
  const tests = result.checks.flatMap(({ title, file, outcomes, milliseconds }) =>
    outcomes.map(({ requirement, verdict, why, hint }) => ({
      name: `${requirement}: ${title}`,
      status: statuses[verdict],
      rawStatus: verdict,
      duration: Math.round(milliseconds / outcomes.length),
      suite: [file],
      filePath: `conformance/checks/${file}.check.ts`,
      ...(why === undefined ? {} : { message: sentences(why, hint) }),
      extra: { requirement },
    })),
  )
  const count = (status: string): number => tests.filter((each) => each.status === status).length
  return `${JSON.stringify(
    {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      generatedBy: 'identikit conform',
      results: {
        tool: { name: 'identikit conform', version: result.run.suiteVersion },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          pending: count('pending'),
          skipped: count('skipped'),
          other: count('other'),
          start: begun,
          stop: begun + result.run.milliseconds,
          extra: {
            sentence: result.sentence,
            exitCode: result.exitCode,
            requirementSet: result.run.requirementSet,
          },
        },
        tests,
        environment: { testEnvironment: result.run.baseUrl },
      },
    },
    null,
    2,
  )}\n`
}
