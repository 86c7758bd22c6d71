import type { CheckDefinition } from '../run/check.ts'
import { collectChecks } from '../run/check.ts'
import { checkFiles, type CheckFile } from './check-files.ts'

/** Loads the checks of the suite, file by file in alphabetical order. */
export async function loadChecks(): Promise<CheckDefinition[]> {
  const checks: CheckDefinition[] = []
  for (const file of checkFiles) checks.push(...(await collectOnce(file)))
  return checks
}

const collected = new Map<string, Promise<CheckDefinition[]>>()

/** A module is evaluated once only, so what it declared is kept for the next run in this process. */
function collectOnce({ name, load }: CheckFile): Promise<CheckDefinition[]> {
  const before = collected.get(name)
  if (before) return before
  const now = collectChecks(name, load)
  collected.set(name, now)
  return now
}
