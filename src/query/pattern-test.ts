import { compileSafeRegex, PatternError } from './expression/safe-regex/index.ts'

/** Whether a text matches. */
type PatternTest = (text: string) => boolean

/** States that a pattern may compile to. */
const maxSize = 20_000

/**
 * Tests texts with a regular expression of JavaScript, with the flag `u`. It takes time linear in the text, so that no
 * pattern of a profile property can hang. Very long texts do not match. Look-around, word boundaries, names and
 * back-references are left to the engine of the platform.
 */
export function patternTest(pattern: string): PatternTest {
  try {
    const safe = compileSafeRegex(pattern, { syntax: 'javascript', maxSize })
    return (text) => safe.find(text)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const expression = new RegExp(pattern, 'u')
    return (text) => expression.test(text)
  }
}
