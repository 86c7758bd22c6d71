import type { RestsOn } from '../choices.ts'

/** Who found a problem. */
export type FoundBy = 'check' | 'provider-state' | 'verifier'

/** What is wrong with an interaction. */
export interface PactProblem {
  readonly foundBy: FoundBy
  /** Where: `status`, `header content-type`, a path into the body such as `$.profile.login`, or a parameter. */
  readonly place: string
  readonly message: string
}

/**
 * What verification says of an interaction: it matches; it does not; or it matches only because of a choice made
 * where the API description is silent, so that nobody can promise it.
 */
export type PactVerdict = 'match' | 'mismatch' | 'unspecified'

/** An interaction, and what verification says of it. */
export interface VerifiedInteraction {
  /** The file that it stands in. */
  readonly pact: string
  readonly consumer: string
  readonly description: string
  readonly states: readonly string[]
  /** Method and path, as the pact has them. */
  readonly request: string
  readonly verdict: PactVerdict
  /** Whether it is pending: then it fails nothing, whatever the verdict. */
  readonly pending: boolean
  readonly problems: readonly PactProblem[]
  /** The choices it rests on; told of a match as well, where it is pending. */
  readonly restsOn: readonly RestsOn[]
}

/** What a verification found. */
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

/** Counts the verdicts. */
export function summarise(interactions: readonly VerifiedInteraction[]): PactSummary {
  const count = (verdict: PactVerdict): number =>
    interactions.filter((one) => !one.pending && one.verdict === verdict).length
  return {
    match: count('match'),
    mismatch: count('mismatch'),
    unspecified: count('unspecified'),
    pending: interactions.filter(({ pending }) => pending).length,
  }
}
