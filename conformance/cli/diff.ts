import { diffText } from '../report/diff.ts'
import type { ConformIo } from './io.ts'
import { readReports } from './merge.ts'

/** Says which requirements came out differently in two runs. */
export function diff(before: string, after: string, io: ConformIo): number {
  const [first, second] = readReports([before, after], io)
  if (first && second) io.out(diffText(first, second).trimEnd())
  return 0
}
