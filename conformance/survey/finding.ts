import type { Feature, ThingNeed } from '../engine/plan/need.ts'

/** A thing that was found by reading, as it stands in a target profile. */
export interface FoundThing {
  readonly need: ThingNeed
  readonly things: readonly Readonly<Record<string, unknown>>[]
  /** What was found, for a person: `3 groups of type APP_GROUP`. */
  readonly what: string
  /** What the run would do with it, where that changes something: taken only when the operator agrees. */
  readonly changes?: string
}

/** A thing that was looked for and not found, or cannot be found by reading. */
export interface MissedThing {
  readonly need: ThingNeed
  readonly why: string
}

/** A feature that a list shows to be there, or to be not. */
export interface FoundFeature {
  readonly name: Feature
  readonly state: 'yes' | 'no'
  readonly evidence: string
}

/** All that reading showed. */
export interface Survey {
  /** The word that stands in place of `svc`, where it is another. */
  readonly word: string | undefined
  readonly features: readonly FoundFeature[]
  /** What a login looks like, where it is no address. */
  readonly login: string | undefined
  readonly found: readonly FoundThing[]
  readonly missed: readonly MissedThing[]
  /** What was read, as a sentence. */
  readonly read: string
  readonly requests: number
  /** Requests in a minute that the target allows, where it tells. */
  readonly limit: number | undefined
}
