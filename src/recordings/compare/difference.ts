/** In what a reply of the recording and ours differ. */
export type Aspect =
  | 'status'
  | 'error-code'
  | 'summary'
  | 'causes'
  | 'member-there'
  | 'member-here'
  | 'link-there'
  | 'link-here'
  | 'type'
  | 'value'
  | 'header'
  | 'listed-there'
  | 'listed-here'

/** One difference between a recorded reply and ours, without what is only of this call. */
export interface Difference {
  readonly aspect: Aspect
  /** What it is about: a kind of record such as `users`, or an operation. */
  readonly subject: string
  /** The status of the user, where links depend on it. */
  readonly when?: string | undefined
  /** The member, link or header. */
  readonly path?: string | undefined
  /** What the recording has, in words that hold no value of a person. */
  readonly there?: string | undefined
  readonly here?: string | undefined
  /** The values themselves, which may be of people: of the recording, and ours. */
  readonly values?: readonly [there: unknown, here: unknown]
  /** Whether the API description has otherwise than the recording. */
  readonly isContradicted?: true
}

/** What was looked at, for counts: of so many replies a class of difference was seen in some. */
export function occasionOf({ subject, when = '' }: Pick<Difference, 'subject' | 'when'>): string {
  return `${subject}|${when}`
}
