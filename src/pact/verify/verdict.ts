import type { RestsOn } from '../../exchange/alternatives.ts'

/** Who found a problem. */
export type FoundBy = 'check' | 'provider-state' | 'verifier'

/** A problem of an interaction. */
export interface PactProblem {
  readonly foundBy: FoundBy
  /** Where: `status`, `header content-type`, a path into the body such as `$.profile.login`, or a parameter. */
  readonly place: string
  readonly message: string
}

/**
 * The verdict on an interaction. `unspecified`: it matches only by an interpretation of the API description, so nobody
 * can guarantee it.
 */
export type PactVerdict = 'match' | 'mismatch' | 'unspecified'

/** An interaction, and what verification says of it. */
export interface VerifiedInteraction {
  /** The file that contains it. */
  readonly pact: string
  readonly consumer: string
  readonly description: string
  readonly states: readonly string[]
  /** Method and path, as the pact has them. */
  readonly request: string
  readonly verdict: PactVerdict
  /** Whether it is pending: then it fails nothing, with any verdict. */
  readonly pending: boolean
  readonly problems: readonly PactProblem[]
  /** The interpretations it depends on; listed for a match as well, if it is pending. */
  readonly restsOn: readonly RestsOn[]
}

/** The result of a verification. */
export interface PactVerification {
  readonly interactions: readonly VerifiedInteraction[]
  readonly summary: PactSummary
  /** Interactions that are not HTTP, such as messages: the service has none. */
  readonly leftOut: readonly string[]
}

/** How many interactions have each verdict; those that are pending are counted apart. */
export interface PactSummary {
  readonly match: number
  readonly mismatch: number
  readonly unspecified: number
  readonly pending: number
}
