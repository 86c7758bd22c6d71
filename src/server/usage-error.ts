/** A command line that was not understood; the message says what was wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
