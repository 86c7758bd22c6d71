/** Where progress is shown. */
export interface ProgressSink {
  readonly write: (text: string) => void
  /** Whether a line can be written over: a terminal. */
  readonly interactive: boolean
}

/** How often a log gets a line about the same stage, in milliseconds. */
const quietFor = 5000

/** Shows how far a transfer has come: one line that is written over, or a line now and then in a log. */
export class Progress {
  readonly #sink: ProgressSink | undefined
  #shown = ''
  #last = performance.now()

  constructor(sink: ProgressSink | undefined) {
    this.#sink = sink
  }

  /** Says how many of how many are done; without a number of all, how many there are so far. */
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

  /** Takes the line away that is written over. */
  clear(): void {
    if (this.#shown !== '') this.#sink?.write(`\r${' '.repeat(this.#shown.length)}\r`)
    this.#shown = ''
  }
}
