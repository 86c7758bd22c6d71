/** Types of what the matchers take and return. */
export type { ConformingOptions } from './conform.ts'
export type { WantedMail } from './mail.ts'
export type { InOrg, InSharedOrg, MatcherOutcome } from './outcome.ts'
export type { PartOf, WantedCall } from './received.ts'
export type { RecordingSource, ReplayingOptions } from './replay.ts'
export type { UserReference } from './subject.ts'
