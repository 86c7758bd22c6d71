import { openApiDocument } from '../../openapi/document.ts'
import { checkTypes } from '../../model/kernel/check-options.ts'
import type { OrgOptions } from '../../../generated/org-options.ts'
import { loadPacts } from '../file/load-pacts.ts'
import type { Interaction, Json, PactFile, PactReply } from '../file/pact-file.ts'
import { isObject } from '../file/read-pact.ts'
import { matchBody, type Mismatch } from '../match/match-body.ts'
import { type ActualReply, matchStatus } from '../match/match-reply.ts'
import { shown, UnknownMatcher } from '../match/match-value.ts'
import { Replay } from '../replay.ts'
import { ProviderStateError } from '../states/set-up.ts'
import { type PactProblem, type PactVerification, verificationOf } from '../verify/verdict.ts'
import { compareWithDocument, statusOf } from './compare.ts'
import { requestProblems } from './request-rules.ts'

/** Which pacts to check, and how. */
export interface CheckPactsOptions {
  /** Pact files, folders of them, and URLs. */
  readonly pacts: readonly string[]
  /** How the organisation is made in which the states are set up. */
  readonly org?: OrgOptions
}

/**
 * Checks pacts in this process, without verifier and sockets. It compares them with the OpenAPI document, and status
 * and error code with the service's reply in the given states.
 *
 * @throws PactFileError for a file that is not a pact.
 */
export async function checkPacts(options: CheckPactsOptions): Promise<PactVerification> {
  checkTypes(options, { 'pacts!': 'array', org: 'object' })
  const { pacts, org = {} } = options
  const files = await loadPacts(pacts)
  const problems = await checkPactFiles(files, org, { states: true })
  return verificationOf(files, (_, index, at) => ({ problems: problems[index]![at]!, restsOn: [] }))
}

/**
 * The problems of each interaction of each file.
 *
 * @param states Whether to check the service's answer in the given states; verification does that itself.
 */
export async function checkPactFiles(
  files: readonly PactFile[],
  org: OrgOptions,
  { states }: { readonly states: boolean },
): Promise<readonly (readonly (readonly PactProblem[])[])[]> {
  const document = openApiDocument({ aliases: true, vocabulary: org.vocabulary ?? {} })
  const replay = states ? new Replay(org) : undefined
  const answers = new Map<Interaction, Answer>()
  for (const { interactions } of replay ? files : []) {
    for (const interaction of interactions) answers.set(interaction, await answerOf(replay!, interaction))
  }
  const compared = await compareWithDocument(files, document, (each) => answers.get(each)?.reply)
  return files.map(({ interactions }, index) =>
    interactions.map((interaction, at) => {
      const answer = answers.get(interaction)
      const status = statusOf(interaction, answer?.reply)
      const found = [...compared[index]![at]!, ...requestProblems(interaction, status)]
      // The service does not answer a path that the OpenAPI document does not have.
      const isKnown = !found.some(({ place }) => place === 'path')
      return answer && isKnown ? [...found, ...stateProblems(answer, interaction)] : found
    }),
  )
}

/** The service's reply in the states of an interaction, or a problem with these states. */
interface Answer {
  readonly reply?: ActualReply
  readonly problem?: PactProblem
}

async function answerOf(replay: Replay, interaction: Interaction): Promise<Answer> {
  try {
    return { reply: (await replay.run(interaction)).reply }
  } catch (error) {
    if (!(error instanceof ProviderStateError)) throw error
    return { problem: { foundBy: 'provider-state', place: '', message: error.message } }
  }
}

/** Whether status and error code are those that the service answers in the states of an interaction. */
function stateProblems(
  { reply, problem: inStates }: Answer,
  { response }: Interaction,
): readonly PactProblem[] {
  if (!reply) return inStates ? [inStates] : []
  const { status, rules, body } = response
  if (matchStatus(response, reply.status).length > 0) {
    const wanted = rules.status ? 'what is expected' : status
    return [problem('status', `in these states the service answers ${reply.status}, not ${wanted}`)]
  }
  const actual = reply.body === '' ? undefined : (JSON.parse(reply.body) as Json)
  const mismatches = mismatchesOf(rules.body, body, actual)
  for (const name of ['errorCode', 'error']) {
    const expected = isObject(body) ? body[name] : undefined
    const isWrong = !isObject(actual) || mismatches.some(({ place }) => place === `$.${name}`)
    if (typeof expected !== 'string' || !isWrong) continue
    const answered = isObject(actual) ? actual[name] : undefined
    const own = mismatches.find(({ place }) => place === `$.${name}`)
    const wanted = own && answered === expected ? `: ${own.message}` : `, not ${expected}`
    return [problem(`$.${name}`, `in these states the service answers ${shown(answered)}${wanted}`)]
  }
  return []
}

function mismatchesOf(
  rules: PactReply['rules']['body'],
  expected: Json | undefined,
  actual: Json | undefined,
): readonly Mismatch[] {
  try {
    return expected === undefined ? [] : matchBody(rules, expected, actual)
  } catch (error) {
    if (error instanceof UnknownMatcher) return []
    throw error
  }
}

function problem(place: string, message: string): PactProblem {
  return { foundBy: 'check', place, message }
}
