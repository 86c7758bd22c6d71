import type { Feature, FixtureKind } from '../engine/plan/prerequisite.ts'
import { defined } from '../engine/words/text.ts'

/** A thing that was found by reading, in the form of a target profile. */
export interface FoundThing {
  readonly need: FixtureKind
  readonly things: readonly Readonly<Record<string, unknown>>[]
  /** The finding, for a person: `3 groups of type APP_GROUP`. */
  readonly what: string
  /** How the run would change it, if it does: then the thing is taken only when the operator agrees. */
  readonly changes?: string
}

/** A thing that was looked for and not found, or cannot be found by reading. */
export interface MissedThing {
  readonly need: FixtureKind
  readonly why: string
}

/** The outcome of looking for a thing: those that were found, or why there are none. */
export function outcomeOf(
  need: FixtureKind,
  things: FoundThing['things'],
  { what, why, changes }: { readonly what: string; readonly why: string; readonly changes?: string },
): FoundThing | MissedThing {
  return things.length === 0 ? { need, why } : { need, things, what, ...defined({ changes }) }
}

/** A feature that a list shows to be there, or to be not. */
export interface FoundFeature {
  readonly name: Feature
  readonly state: 'yes' | 'no'
  readonly evidence: string
}

/** The findings of reading. */
export interface Survey {
  /** The name prefix, if it is not `svc`. */
  readonly prefix: string | undefined
  readonly features: readonly FoundFeature[]
  /** The form of a login, if it is not an address. */
  readonly login: string | undefined
  readonly found: readonly FoundThing[]
  readonly missed: readonly MissedThing[]
  /** The lists that were read, as a sentence. */
  readonly read: string
  readonly requests: number
  /** Requests in a minute that the target allows, if it says so. */
  readonly limit: number | undefined
}
