/** A terminal or pipe has this member in addition to the public interface of its stream. */
interface Handle {
  readonly setBlocking?: (isBlocking: boolean) => unknown
}

/**
 * Standard output or standard error. Its other end may be a closed pipe, a full disk or a reader that does not read.
 * This never stops the process, makes it wait, or changes its exit code.
 */
export class Output {
  readonly #stream: NodeJS.WriteStream
  readonly #maxWaiting: number
  #leftOut = 0

  /** @param maxWaiting How much unread text may wait before further texts are dropped, in UTF-16 units. */
  constructor(stream: NodeJS.WriteStream, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#stream = stream
    this.#maxWaiting = maxWaiting
    // Without a listener, a failed write ends the process.
    stream.on('error', () => {})
    // A paused terminal would block the whole process.
    const { _handle: handle } = stream as { _handle?: Handle }
    handle?.setBlocking?.(false)
  }

  /** Writes a text. While nobody reads, drops and counts texts beyond the limit. */
  write(text: string): void {
    if (this.#stream.writableLength > this.#maxWaiting) {
      this.#leftOut += 1
      return
    }
    const count = this.#leftOut
    this.#leftOut = 0
    const note = count === 0 ? '' : `[${count} texts were left out here, since nobody read them in time]\n`
    this.#stream.write(note + text)
  }

  /**
   * Resolves once all text was read, or when the reader makes no progress for this time.
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
