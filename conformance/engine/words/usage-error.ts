/** A mistake in how the suite was called: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** The mistake without the flag, for callers that have none. */
  readonly reason: string

  constructor(message: string, reason = message) {
    super(message)
    this.reason = reason
  }
}

/**
 * Runs what reads options; what it throws becomes a mistake in how the suite was called.
 *
 * @throws UsageError
 */
export function usage<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
