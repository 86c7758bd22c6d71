import { choicesOf, type RestsOn } from '../../exchange/alternatives.ts'
import { sorted } from '../../exchange/canonical.ts'
import { pactDocument, type RecordedInteraction } from '../../exchange/pact/document.ts'
import { draftOf, type Recorded } from '../../exchange/pact/draft.ts'
import { readPact } from '../../exchange/pact/read-pact.ts'
import type { Keeping } from '../../exchange/pact/reply-body.ts'
import { fits, matchReply } from '../match/match-reply.ts'
import type { PactReplay } from '../replay.ts'

/** Makes an interaction from an exchange; undefined if it is not an operation of the service. */
export async function recordedInteraction(
  recorded: Recorded,
  keeping: Keeping,
  replay: PactReplay,
): Promise<RecordedInteraction | undefined> {
  if (recorded.exchange.operation === undefined) return undefined
  const draft = draftOf(recorded, keeping)
  const comments = await commentsOn(draft, replay)
  return sorted({
    ...draft,
    pending: comments.length > 0,
    ...(comments.length > 0 ? { comments: { text: comments } } : {}),
  }) as RecordedInteraction
}

/** Why an interaction is pending: it depends on an interpretation, or its states cannot reproduce it. */
async function commentsOn(draft: ReturnType<typeof draftOf>, replay: PactReplay): Promise<readonly string[]> {
  const pact = pactDocument({ consumer: 'consumer', provider: 'provider' }, [draft as RecordedInteraction])
  const [interaction] = readPact(JSON.stringify(pact), 'recorded').interactions
  const { request, response } = interaction!
  if ('after' in request.query) {
    return [
      'Pending: it cannot be had again, since its cursor comes from a next link, and no provider state gives one.',
    ]
  }
  let restsOn: readonly RestsOn[]
  try {
    const again = (await replay.run(interaction!))!
    const mismatches = matchReply(response, again)
    restsOn = choicesOf(again, (reply) => fits(response, reply))
    if (mismatches.length > 0) {
      const [{ place, message }] = mismatches as [(typeof mismatches)[number]]
      return [
        `Pending: what came before it is no provider state, and it cannot be had again (${place}: ${message}).`,
      ]
    }
  } catch (error) {
    return [`Pending: its provider states cannot be set up again: ${(error as Error).message}`]
  }
  return restsOn.map(
    ({ interpretation, what, question }) =>
      `Pending: it depends on ${what}, which the API description leaves open (interpretation ${interpretation}). ${question}`,
  )
}
