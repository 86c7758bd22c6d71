// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ascii = /^[\x00-\x7f]*$/

/**
 * The spelling under which two strings that differ only in case are the same; diacritical marks are kept. Case folds
 * through upper case, as for logins: `ß` is `ss`, `ı` is `i`, `ſ` is `s`.
 *
 * A folded string is never shorter than the string, and folding a beginning gives a beginning of the fold. For that,
 * both forms of the Greek sigma become one, since lower-casing chooses between them by the text that follows.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  // To lower case first, for the one capital (ẞ) whose lower case has another upper case (SS).
  const oneCase = text.toLowerCase().toUpperCase().toLowerCase()
  return oneCase.includes('ς') ? oneCase.replaceAll('ς', 'σ') : oneCase
}
