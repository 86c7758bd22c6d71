/** Where progress is shown. */
export interface ProgressSink {
  readonly write: (text: string) => void
  /** Whether a line can be written over: a terminal. */
  readonly interactive: boolean
}

/** How often a log gets a line about the same stage, in milliseconds. */
const quietFor = 5000

/** Shows the progress of a transfer: one line that it overwrites, or occasional lines in a log. */
export class Progress {
  readonly #sink: ProgressSink | undefined
  #shown = ''
  #last = performance.now()

  constructor(sink: ProgressSink | undefined) {
    this.#sink = sink
  }

  /** Shows how many of `all` are done; without `all`, the number so far. */
  show(what: string, done: number, all?: number): void {
    if (this.#sink === undefined) return
    const line = all === undefined ? `${what} ${done}` : `${what} ${done}/${all}`
    if (this.#sink.interactive) {
      this.#sink.write(`\r${line.padEnd(this.#shown.length)}`)
      this.#shown = line
      return
    }
    const now = performance.now()
    if (now - this.#last < quietFor) return
    this.#last = now
    this.#sink.write(`${line}\n`)
  }

  /** Removes the line that is overwritten. */
  clear(): void {
    if (this.#shown !== '') this.#sink?.write(`\r${' '.repeat(this.#shown.length)}\r`)
    this.#shown = ''
  }
}
