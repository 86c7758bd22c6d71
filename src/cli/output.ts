/** What a terminal or a pipe offers beside the public interface of its stream. */
interface Handle {
  readonly setBlocking?: (isBlocking: boolean) => unknown
}

/**
 * Standard output or standard error, whatever is at its other end: a pipe that was closed, a disk that is full, a
 * reader that does not read. None of these stops the process, makes it wait, or changes its exit code.
 */
export class Output {
  readonly #stream: NodeJS.WriteStream
  readonly #mostWaiting: number
  #leftOut = 0

  /** @param mostWaiting How much text may wait to be read before more of it is left out, in UTF-16 units. */
  constructor(stream: NodeJS.WriteStream, mostWaiting = Number.POSITIVE_INFINITY) {
    this.#stream = stream
    this.#mostWaiting = mostWaiting
    // Without a listener, a write that fails ends the process.
    stream.on('error', () => {})
    // A terminal whose reader stands still would hold up the whole process.
    const { _handle: handle } = stream as { _handle?: Handle }
    handle?.setBlocking?.(false)
  }

  /** Writes a text. While nobody reads, what is beyond the most that may wait is left out, and counted. */
  write(text: string): void {
    if (this.#stream.writableLength > this.#mostWaiting) {
      this.#leftOut += 1
      return
    }
    const count = this.#leftOut
    this.#leftOut = 0
    const note = count === 0 ? '' : `[${count} texts were left out here, since nobody read them in time]\n`
    this.#stream.write(note + text)
  }

  /**
   * Resolves once all that was written was taken, or nothing more of it is for this long.
   *
   * @param patience In milliseconds.
   */
  async settled(patience: number): Promise<void> {
    const stream = this.#stream
    const step = Math.min(50, patience)
    let left = stream.writableLength
    let waited = 0
    while (left > 0 && !stream.destroyed && waited < patience) {
      await new Promise((resolve) => setTimeout(resolve, step))
      const now = stream.writableLength
      waited = now < left ? 0 : waited + step
      left = now
    }
  }
}
