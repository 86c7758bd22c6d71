/** Whether a text matches. */
export type PatternTest = (text: string) => boolean

/** Tests texts with a regular expression of JavaScript. The engine throws for a text that is too long for it. */
export function patternTest(pattern: string, flags = 'u'): PatternTest {
  const expression = new RegExp(pattern, flags)
  return (text) => {
    try {
      return expression.test(text)
    } catch {
      return false
    }
  }
}

/** `\-` and its like, which Java knows, and JavaScript only without the flag `u`. */
const escaped = /\\(.)/gsu
const isEscapeOfJava = /[^\w^$\\.*+?()[\]{}|/]/u

/**
 * Tests whether whole texts match. `(?i)` at the start of the pattern ignores the case of letters.
 *
 * @returns Undefined for a text that is not a regular expression.
 */
export function wholeTextTest(pattern: string): PatternTest | undefined {
  const isFolded = pattern.startsWith('(?i)')
  const body = pattern
    .slice(isFolded ? 4 : 0)
    .replaceAll(escaped, (both, one: string) =>
      isEscapeOfJava.test(one) ? `\\u{${one.codePointAt(0)!.toString(16)}}` : both,
    )
  try {
    // Parentheses around `a)(b` would make a pattern of it.
    void new RegExp(body, 'u')
    return patternTest(`^(?:${body})$`, isFolded ? 'iu' : 'u')
  } catch {
    return undefined
  }
}
