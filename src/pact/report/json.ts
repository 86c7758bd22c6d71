import { suiteVersion } from '../../../conformance/engine/plan/version.ts'
import type { PactVerification } from '../verify/verdict.ts'
import type { Done } from './text.ts'

/** The report as JSON: everything that is known, for programs. */
export function jsonOf({ interactions, summary, leftOut }: PactVerification, done: Done): string {
  const report = {
    schemaVersion: 1,
    tool: 'identikit',
    version: suiteVersion,
    done,
    summary,
    interactions,
    leftOut,
  }
  return `${JSON.stringify(report, undefined, 2)}\n`
}
