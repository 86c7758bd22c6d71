import { checkTypes } from '../../model/kernel/check-options.ts'
import type { OrgOptions } from '../../model/kernel/org-options.ts'
import { loadPacts } from '../../exchange/read/load-pacts.ts'
import type { Interaction, PactReply } from '../../exchange/pact/pact-file.ts'
import { type Answer, judge, problemsOf } from '../judge.ts'
import type { Reply } from '../../exchange/exchange.ts'
import { matchReply, matchStatus } from '../match/match-reply.ts'
import { UnknownMatcher } from '../match/match-value.ts'
import type { Mismatch } from '../match/match-body.ts'
import { PactReplay } from '../replay.ts'
import { ProviderStateError } from '../states/set-up.ts'
import type { PactVerification } from '../verify/verdict.ts'

/** Which pacts to check, and how. */
export interface CheckPactsOptions {
  /** Pact files, folders of them, and URLs. */
  readonly pacts: readonly string[]
  /** How the organisation is made in which the states are set up. */
  readonly org?: OrgOptions
}

/**
 * Checks pacts in this process, without verifier and sockets. It compares them with the OpenAPI document, and with the
 * service's reply in the given states. The verdicts are those of {@link verifyPacts}.
 *
 * @throws PactFileError for a file that is not a pact.
 */
export async function checkPacts(options: CheckPactsOptions): Promise<PactVerification> {
  checkTypes(options, { 'pacts!': 'array', org: 'object' })
  const { pacts, org = {} } = options
  const files = await loadPacts(pacts)
  return judge(files, org, async () => {
    const replay = new PactReplay(org)
    const answers = new Map<Interaction, Answer>()
    for (const interaction of files.flatMap(({ interactions }) => interactions))
      answers.set(interaction, await answerOf(replay, interaction))
    return answers
  })
}

async function answerOf(replay: PactReplay, interaction: Interaction): Promise<Answer> {
  try {
    const exchange = await replay.run(interaction)
    const found = exchange ? mismatches(interaction.response, exchange) : []
    return { exchange, problems: problemsOf('check', found) }
  } catch (error) {
    if (!(error instanceof ProviderStateError)) throw error
    const { message } = error
    return { exchange: undefined, problems: [{ foundBy: 'provider-state', place: '', message }] }
  }
}

/** The mismatches of a reply; of one with another status, only that. */
function mismatches(expected: PactReply, reply: Reply): readonly Mismatch[] {
  if (matchStatus(expected, reply.status).length > 0) {
    const wanted = expected.rules.status ? 'what is expected' : expected.status
    return [
      { place: 'status', message: `in these states the service answers ${reply.status}, not ${wanted}` },
    ]
  }
  try {
    return matchReply(expected, reply)
  } catch (error) {
    if (error instanceof UnknownMatcher) return [{ place: '', message: error.message }]
    throw error
  }
}
