import type { Aspect } from '../contract/interpretations/interpretation.ts'

/** One difference between a recorded reply and the mock's, without details of only this call. */
export interface Difference {
  readonly aspect: Aspect
  /** A kind of record such as `users`, or an operation. */
  readonly subject: string
  /** The status of the user, where links depend on it. */
  readonly when?: string | undefined
  /** The member, link or header. */
  readonly path?: string | undefined
  /** The recorded side, in words without a value of a person. */
  readonly there?: string | undefined
  readonly here?: string | undefined
  /** The values, recorded and ours; they may be of people. */
  readonly values?: readonly [there: unknown, here: unknown]
  /** Whether the API description contradicts the recording. */
  readonly isContradicted?: true
}

/** Key for counting the replies in which a class of difference could occur. */
export function occasionOf({ subject, when = '' }: Pick<Difference, 'subject' | 'when'>): string {
  return `${subject}|${when}`
}
