import type { Unique } from '../../engine/run/check.ts'

/** Whether this run created the record with this name. The run may write to it, but not to lent records. */
export function isOfThisRun(name: unknown, unique: Unique): boolean {
  const [prefix, run] = unique().split('-')
  return String(name).startsWith(`${prefix}-${run}-`)
}
