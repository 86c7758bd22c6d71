import { openApiDocument } from '../../openapi/document.ts'
import type { OrgOptions } from '../../model/kernel/options.ts'
import { loadPacts } from '../file/load-pacts.ts'
import type { Interaction, Json, PactFile } from '../file/pact-file.ts'
import { isObject } from '../file/read-pact.ts'
import { shown } from '../match/match-value.ts'
import { Replay } from '../replay.ts'
import { ProviderStateError } from '../states/set-up.ts'
import {
  type PactProblem,
  type PactVerification,
  summarise,
  type VerifiedInteraction,
} from '../verify/verdict.ts'
import { compareWithDocument } from './compare.ts'
import { requestProblems } from './request-rules.ts'

/** What is checked, and how. */
export interface CheckPactsOptions {
  /** Pact files, folders of them, and URLs. */
  readonly pacts: readonly string[]
  /** How the organisation is made in which the states are set up. */
  readonly org?: OrgOptions
}

/**
 * Checks pacts in this process, without verifier and sockets: against the OpenAPI document of the service, and
 * whether the status and the error code are those that the service answers in the given states.
 *
 * @throws PactFileError for what is no pact.
 */
export async function checkPacts({ pacts, org = {} }: CheckPactsOptions): Promise<PactVerification> {
  const files = await loadPacts(pacts)
  const problems = await checkPactFiles(files, org, { states: true })
  const interactions = files.flatMap(({ source, consumer, interactions: list }, index) =>
    list.map(({ description, states, pending, request }, at): VerifiedInteraction => ({
      pact: source,
      consumer,
      description,
      states: states.map(({ name }) => name),
      request: `${request.method} ${request.path}`,
      verdict: problems[index]![at]!.length > 0 ? 'mismatch' : 'match',
      pending,
      problems: problems[index]![at]!,
      restsOn: [],
    })),
  )
  return { interactions, summary: summarise(interactions), leftOut: files.flatMap(({ others }) => others) }
}

/**
 * The problems of each interaction of each file.
 *
 * @param states Whether to ask what the service answers in the given states; verification does that itself.
 */
export async function checkPactFiles(
  files: readonly PactFile[],
  org: OrgOptions,
  { states }: { readonly states: boolean },
): Promise<readonly (readonly (readonly PactProblem[])[])[]> {
  const document = openApiDocument({ aliases: true, vocabulary: org.vocabulary ?? {} })
  const compared = await compareWithDocument(files, document)
  const replay = states ? new Replay(org) : undefined
  const all: (readonly PactProblem[])[][] = []
  for (const [index, { interactions }] of files.entries()) {
    const problems: (readonly PactProblem[])[] = []
    for (const [at, interaction] of interactions.entries()) {
      const found = [...compared[index]![at]!, ...requestProblems(interaction)]
      // What the document does not know the service does not answer.
      const isKnown = !found.some(({ place }) => place === 'path')
      problems.push(replay && isKnown ? [...found, ...(await stateProblems(replay, interaction))] : found)
    }
    all.push(problems)
  }
  return all
}

/** Whether status and error code are those that the service answers in the states of an interaction. */
async function stateProblems(replay: Replay, interaction: Interaction): Promise<readonly PactProblem[]> {
  const { status, rules, body } = interaction.response
  try {
    const { reply } = await replay.run(interaction)
    const found: PactProblem[] = []
    if (rules.status === undefined && reply.status !== status) {
      found.push(problem('status', `in these states the service answers ${reply.status}, not ${status}`))
    }
    const actual = reply.body === '' ? undefined : (JSON.parse(reply.body) as Json)
    for (const name of ['errorCode', 'error']) {
      const expected = isObject(body) ? body[name] : undefined
      const hasRule = Object.keys(rules.body).some((path) => path.endsWith(`.${name}`))
      if (typeof expected !== 'string' || hasRule || found.length > 0) continue
      const answered = isObject(actual) ? actual[name] : undefined
      if (answered !== expected) {
        found.push(
          problem(`$.${name}`, `in these states the service answers ${shown(answered)}, not ${expected}`),
        )
      }
    }
    return found
  } catch (error) {
    if (!(error instanceof ProviderStateError)) throw error
    return [{ foundBy: 'provider-state', place: '', message: error.message }]
  }
}

function problem(place: string, message: string): PactProblem {
  return { foundBy: 'check', place, message }
}
