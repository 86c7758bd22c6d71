/** Says why a request got no answer, with the innermost code: `ECONNREFUSED`, `fetch failed`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message =
    error.cause === undefined ? error.message || code : `${error.message}: ${reasonOf(error.cause)}`
  return message === '' ? error.name : message
}
