import type { Unique } from '../../engine/run/check.ts'

/** Whether what has this name was made by this run, so that it may be written to; a record that was lent may not. */
export function isOfThisRun(name: unknown, unique: Unique): boolean {
  const [prefix, run] = unique().split('-')
  return String(name).startsWith(`${prefix}-${run}-`)
}
