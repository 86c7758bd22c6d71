import { createHash } from 'node:crypto'
import type { CheckResult } from './check-result.ts'

/**
 * A short name for the way a clause goes wrong: the same in every run where the same checks find the same
 * differences. Whatever changes from run to run (ids, names, times, aliases of secrets) does not count.
 */
export function fingerprintOf(clause: string, checks: readonly CheckResult[]): string {
  const lines: string[] = []
  for (const { key, outcomes } of checks) {
    for (const { clause: judged, verdict, owner, assertions } of outcomes) {
      if (judged !== clause || verdict === 'pass') continue
      lines.push([key, verdict, owner ?? ''].join('|'))
      for (const { held, what, differences } of assertions) {
        if (held) continue
        lines.push(
          ...differences.map(({ path, expected, got }) =>
            [key, what, path.replaceAll(/\d+/g, 'n'), shape(expected), shape(got)].join('|'),
          ),
        )
      }
    }
  }
  return createHash('sha256')
    .update([...new Set(lines)].sort().join('\n'))
    .digest('hex')
    .slice(0, 12)
}

/** A value with all that changes from run to run taken out. */
function shape(value: unknown): string {
  if (typeof value === 'string')
    return /^[A-Za-z_<][\w .,:;<>()-]{0,24}$/.test(value) && !/\d{3}|cf-/.test(value) ? value : '*'
  if (Array.isArray(value)) return `[${[...new Set(value.map(shape))].join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, each]) => `${key}:${shape(each)}`)
      .sort()
      .join(',')}}`
  }
  return typeof value === 'number' && (value > 599 || value < 0) ? 'number' : String(value)
}
