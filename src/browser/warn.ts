/**
 * Tells the developer of the page, in its console, what is not as the options ask and what becomes of it. It is no
 * error: pages and test runners stop at those.
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
