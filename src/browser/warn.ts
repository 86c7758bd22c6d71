/**
 * Warns the developer in the console: an option has no effect, and what happens instead. It does not throw, since
 * errors stop pages and test runners.
 */
export function warn(message: string, error?: unknown): void {
  const why = error === undefined ? '' : ` (${reasonOf(error)})`
  // oxlint-disable-next-line no-console -- the console of the page is where its developer looks
  console.warn(`identikit: ${message}${why}`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { name, message } = error
  return message === '' || name === 'Error' ? message || name : `${name}: ${message}`
}
