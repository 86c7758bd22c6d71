import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A change with the name of its switch, and the tests whose names are like that of its file. */
export type Change = { id: string; file: string; start: number; end: number; near: string[] }

/** The work of a process that tries changes: test files, in the order of their runs, and changes. */
export type Plan = { tests: string[]; changes: Change[] }

type Begun = { begun: string[]; test: string }
type Entry =
  | Begun
  | { killed: string }
  | { broken: string; failure: string }
  | { done: string; reached?: string[]; once?: string[] }

/** The results of a plan, in a file that another process continues if a change ends the first. */
export class Journal {
  readonly killed = new Set<string>()
  /** Test files that fail without a change. */
  readonly broken = new Map<string, string>()
  readonly done = new Set<string>()
  /** Changes in code that runs once, such as when its file is loaded. */
  readonly once = new Set<string>()
  /** Changes in code that some test runs. */
  readonly reached = new Set<string>()
  /** The changes that were on when the process ended, if any, and the test. */
  open: Begun | undefined
  readonly #file: string

  constructor(plan: string) {
    this.#file = `${plan}.journal`
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : []
    for (const line of lines.filter(Boolean)) this.#take(JSON.parse(line) as Entry)
  }

  write(entry: Entry): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
    this.#take(entry)
  }

  #take(entry: Entry): void {
    this.open = 'begun' in entry ? entry : undefined
    if ('killed' in entry) this.killed.add(entry.killed)
    if ('broken' in entry) this.broken.set(entry.broken, entry.failure)
    if (!('done' in entry)) return
    this.done.add(entry.done)
    for (const id of entry.reached ?? []) this.reached.add(id)
    for (const id of entry.once ?? []) this.once.add(id)
  }
}
