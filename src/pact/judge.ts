import type { OrgOptions } from '../model/kernel/org-options.ts'
import { openApiDocument } from '../openapi/document.ts'
import { compareWithDocument, statusOf } from './check/compare.ts'
import { requestProblems } from './check/request-rules.ts'
import { choicesOf } from '../exchange/alternatives.ts'
import { fits } from './match/match-reply.ts'
import { isSecretAt } from '../exchange/secret-place.ts'
import type { Answered } from '../exchange/before.ts'
import type { Interaction, PactFile } from '../exchange/pact/pact-file.ts'
import type { Mismatch } from './match/match-body.ts'
import type {
  FoundBy,
  PactProblem,
  PactVerdict,
  PactVerification,
  VerifiedInteraction,
} from './verify/verdict.ts'

/** The reply to an interaction in its states, and the problems with both. */
export interface Answer {
  /** Undefined if the service was not asked. */
  readonly exchange: Answered | undefined
  readonly problems: readonly PactProblem[]
}

/**
 * The verdict on each interaction: by the OpenAPI document, the reply in its states, and the interpretations behind it.
 * Checking and verifying differ in who compared the reply with the pact.
 */
export async function judge(
  files: readonly PactFile[],
  org: OrgOptions,
  ask: () => Promise<ReadonlyMap<Interaction, Answer>>,
): Promise<PactVerification> {
  const document = openApiDocument({ aliases: true, prefix: org.prefix })
  const answers = await ask()
  const compared = await compareWithDocument(files, document, (each) => answers.get(each)?.exchange)
  const interactions = files.flatMap(({ source, consumer, interactions: list }, file) =>
    list.map((interaction, at): VerifiedInteraction => {
      const { description, states, request, response, pending } = interaction
      const { exchange, problems } = answers.get(interaction)!
      const found = [
        ...compared[file]![at]!,
        ...requestProblems(interaction, statusOf(interaction, exchange)),
      ]
      // The service does not answer a path that the OpenAPI document does not have.
      if (!found.some(({ place }) => place === 'path')) found.push(...problems)
      const restsOn =
        found.length === 0 && exchange ? choicesOf(exchange, (reply) => fits(response, reply)) : []
      return {
        pact: source,
        consumer,
        description,
        states: states.map(({ name }) => name),
        request: `${request.method} ${request.path}`,
        verdict: found.length > 0 ? 'mismatch' : restsOn.length > 0 ? 'unspecified' : 'match',
        pending,
        problems: found,
        restsOn,
      }
    }),
  )
  const count = (verdict: PactVerdict): number =>
    interactions.filter((one) => !one.pending && one.verdict === verdict).length
  return {
    interactions,
    summary: {
      match: count('match'),
      mismatch: count('mismatch'),
      unspecified: count('unspecified'),
      pending: interactions.filter(({ pending }) => pending).length,
    },
    leftOut: files.flatMap(({ others }) => others),
  }
}

/** Mismatches as problems, without the values of secrets. */
export function problemsOf(foundBy: FoundBy, mismatches: readonly Mismatch[]): readonly PactProblem[] {
  return mismatches.map(({ place, message }) => {
    const isSecret = isSecretAt(place.split(/[. ]/))
    return { foundBy, place, message: isSecret ? 'differs; the value is a secret, and not shown' : message }
  })
}
