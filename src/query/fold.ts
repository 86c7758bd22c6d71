/**
 * The spelling under which two strings that differ only in case are the same. Diacritical marks are kept.
 * A folded string is never shorter than the string, and folding a beginning gives a beginning of the fold:
 * for that, both forms of the Greek sigma, which lower-casing chooses by what follows, become one.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}
