/** A mistake in how the suite was called: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
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
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
