/** A mistake on the command line; the message names it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
