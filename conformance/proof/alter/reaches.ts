/** Finds out what an alteration would change, without a server. Pages load it, with `vary`: it must not import a sender. */
import type { Alteration, Answer, Sent } from './wire.ts'

/** One call to the unaltered server. */
export interface Call {
  readonly sent: Sent
  readonly answer: Answer
}

/** Whether an alteration would send or answer one of these calls differently, after earlier ones. */
export async function reaches(
  alteration: Alteration,
  calls: readonly Call[],
  earlier: readonly Call[] = [],
): Promise<boolean> {
  const alter = alteration()
  for (const { sent, answer } of earlier) await alter(sent, () => Promise.resolve(answer)).catch(() => answer)
  for (const { sent, answer } of calls) {
    let forwarded = 0
    let altered = false
    try {
      const got = await alter(sent, async (next) => {
        forwarded++
        altered ||= next !== sent && !isSameCall(next, sent)
        return answer
      })
      if (altered || forwarded !== 1 || (got !== answer && !isSameAnswer(got, answer))) return true
    } catch {
      // The alteration does not answer a call that it does not expect.
      return true
    }
  }
  return false
}

/** Whether two requests are the same for a server. */
export function isSameCall(one: Sent, other: Sent): boolean {
  return (
    one.method === other.method &&
    one.path === other.path &&
    one.text === other.text &&
    String(one.query) === String(other.query) &&
    isSameRecord(one.headers, other.headers)
  )
}

function isSameAnswer(one: Answer, other: Answer): boolean {
  return one.status === other.status && one.text === other.text && isSameRecord(one.headers, other.headers)
}

function isSameRecord(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
