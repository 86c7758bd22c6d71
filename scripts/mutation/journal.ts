import { existsSync, readFileSync } from 'node:fs'

/** The work of a process that tries changes. */
export type Plan = {
  /** Test files, in the order of their runs. */
  tests: string[]
  /** Changes, with the names of their switches, and the tests whose names are like those of their files. */
  mutants: { id: string; file: string; start: number; end: number; near: string[] }[]
}

/** A line of the journal, which another process continues if a change ends the first. */
export type Entry =
  | { begun: string[]; test: string }
  | { killed: string; by: string; failure: string }
  | { broken: string; failure: string }
  | { done: string; once: string[]; reached: string[] }

export type Found = {
  killed: Map<string, { by: string; failure: string }>
  /** Test files that fail without a change. */
  broken: Map<string, string>
  done: Set<string>
  /** Changes in code that runs once, such as when its file is loaded. */
  once: Set<string>
  /** Changes in code that some test runs. */
  reached: Set<string>
  /** The changes that were on when the process ended, if any, and the test. */
  open: { begun: string[]; test: string } | undefined
}

/** Reads the journal of a plan. */
export function readJournal(plan: string): Found {
  const journal = `${plan}.journal`
  const found: Found = {
    killed: new Map(),
    broken: new Map(),
    done: new Set(),
    once: new Set(),
    reached: new Set(),
    open: undefined,
  }
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : []
  for (const line of lines.filter(Boolean)) {
    const entry = JSON.parse(line) as Entry
    found.open = 'begun' in entry ? entry : undefined
    if ('killed' in entry) found.killed.set(entry.killed, entry)
    if ('broken' in entry) found.broken.set(entry.broken, entry.failure)
    if (!('done' in entry)) continue
    found.done.add(entry.done)
    for (const id of entry.once) found.once.add(id)
    for (const id of entry.reached) found.reached.add(id)
  }
  return found
}
