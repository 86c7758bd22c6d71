import type { RestsOn } from '../../exchange/alternatives.ts'
import type { Interaction, PactFile } from '../../exchange/pact/pact-file.ts'

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

/** The result of a verification, from what it found about each interaction of each file. */
export function verificationOf(
  files: readonly PactFile[],
  foundOf: (
    interaction: Interaction,
    file: number,
    at: number,
  ) => Pick<VerifiedInteraction, 'problems' | 'restsOn'>,
): PactVerification {
  const interactions = files.flatMap(({ source, consumer, interactions: list }, file) =>
    list.map((interaction, at): VerifiedInteraction => {
      const { description, states, request, pending } = interaction
      const { problems, restsOn } = foundOf(interaction, file, at)
      return {
        pact: source,
        consumer,
        description,
        states: states.map(({ name }) => name),
        request: `${request.method} ${request.path}`,
        verdict: problems.length > 0 ? 'mismatch' : restsOn.length > 0 ? 'unspecified' : 'match',
        pending,
        problems,
        restsOn,
      }
    }),
  )
  return { interactions, summary: summarise(interactions), leftOut: files.flatMap(({ others }) => others) }
}

/** Counts the verdicts. */
function summarise(interactions: readonly VerifiedInteraction[]): PactSummary {
  const count = (verdict: PactVerdict): number =>
    interactions.filter((one) => !one.pending && one.verdict === verdict).length
  return {
    match: count('match'),
    mismatch: count('mismatch'),
    unspecified: count('unspecified'),
    pending: interactions.filter(({ pending }) => pending).length,
  }
}
