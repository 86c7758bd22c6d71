import { existsSync, readFileSync } from 'node:fs'

/** What a process that tries changes has to do; it goes through the steps in their order. */
export type Plan = {
  steps: Step[]
  /** Those that were noticed already, by number. */
  done: number[]
  /** Which changes overlap which, by number. */
  nested: Record<number, number[]>
  /** Those of what runs when its file is loaded: it is loaded anew for them. */
  atLoading: number[]
}

export type Step = {
  index: number
  test: string
  numbers: number[]
  /** Whether all are on at once first: most of what is left is noticed by none of the tests that are left. */
  together: boolean
}

/** A line of the journal. */
export type Entry =
  | { begun: number; test: string }
  | { passed: number; test: string }
  | { killed: number; by: string; failure: string }
  | { broken: string; failure: string }
  | { step: number }

export type Found = {
  killed: Map<number, { by: string; failure: string }>
  /** Test files that fail as they are. */
  broken: Map<string, string>
  stepsDone: Set<number>
  /** What had begun when the process ended: the number of the change, -1 for several at once. */
  open: { number: number; test: string } | undefined
}

export function readJournal(path: string): Found {
  const found: Found = { killed: new Map(), broken: new Map(), stepsDone: new Set(), open: undefined }
  if (!existsSync(path)) return found
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue
    const entry = JSON.parse(line) as Entry
    if ('begun' in entry) found.open = { number: entry.begun, test: entry.test }
    else found.open = undefined
    if ('killed' in entry) found.killed.set(entry.killed, { by: entry.by, failure: entry.failure })
    if ('broken' in entry) found.broken.set(entry.broken, entry.failure)
    if ('step' in entry) found.stepsDone.add(entry.step)
  }
  return found
}
