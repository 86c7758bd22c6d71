import { existsSync, readFileSync } from 'node:fs'

/** The work of a process that tries changes; it takes the steps in order. */
export type Plan = {
  steps: Step[]
  /** The numbers of the changes that were noticed already. */
  done: number[]
  /** The overlaps between changes, by number. */
  nested: Record<number, number[]>
  /** Changes in code that runs when its file is loaded: the file is loaded again for them. */
  atLoading: number[]
}

export type Step = {
  index: number
  test: string
  numbers: number[]
  /** Whether to switch all changes on at once first: the remaining tests notice few of the remaining changes. */
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
  /** Test files that fail without a change. */
  broken: Map<string, string>
  stepsDone: Set<number>
  /** The unfinished work when the process ended: the number of the change, or -1 for several at once. */
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
