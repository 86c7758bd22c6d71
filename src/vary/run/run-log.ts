import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LogLine } from './log-line.ts'

/** The folder into which the processes of a run write their lines: a file for each. */
export class RunLog {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** How many bytes there are. */
  get size(): number {
    return this.#files('').reduce((sum, file) => sum + statSync(file).size, 0)
  }

  lines(): LogLine[] {
    return this.#files().flatMap((file) => readFileSync(file, 'utf8').split('\n').flatMap(lineOf))
  }

  #files(ending = '.jsonl'): string[] {
    const names = readdirSync(this.#folder).filter((name) => name.endsWith(ending))
    return names.map((name) => join(this.#folder, name))
  }
}

function lineOf(text: string): LogLine[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as LogLine]
  } catch {
    // A process was stopped while it wrote.
    return []
  }
}
