import { mkdir, writeFile } from 'node:fs/promises'
import { requestIdHeader } from '../../handlers/cors.ts'
import { checkTypes } from '../../model/kernel/check-options.ts'
import type { Organisation } from '../../organisation.ts'
import { requestIdOf } from '../../exchange/exchange.ts'
import { type Recorded, recordedOf } from '../../exchange/pact/draft.ts'
import { PactReplay } from '../replay.ts'
import {
  type PactDocument,
  pactDocument,
  pactText,
  type RecordedInteraction,
} from '../../exchange/pact/document.ts'
import { pactPath, writePart } from './write-pact.ts'
import { recordedInteraction } from './recorded-interaction.ts'
import { Reads } from './track-reads.ts'

/** Whose pact is recorded, and what of the replies is kept. */
export interface RecordPactOptions {
  /** Name of the consumer. */
  readonly consumer: string
  /** Name of the provider. Default `identity-service`. */
  readonly provider?: string
  /** Keeps only those members of replies that the consumer's code has read from `response.json()`. Default false. */
  readonly trackReads?: boolean
  /** Keeps `_links` and `_embedded` of replies. Default false; without effect with `trackReads`. */
  readonly links?: boolean
}

/** Recorded requests and replies, from which a pact is built. */
export interface PactJournal {
  readonly exchanges: readonly Recorded[]
}

/** A recording in progress. */
export interface PactRecording extends PactJournal {
  /** The recording so far, as a pact. */
  readonly pact: () => Promise<PactDocument>
  /** Writes the pact into a folder, and returns its path. */
  readonly write: (folder: string) => Promise<string>
  /** Writes a part, for `mergePacts` to join with those of other workers; returns its path. */
  readonly writePart: (folder: string) => Promise<string>
  /** Does something that is not recorded, such as the preparation of a test. */
  readonly leaveOut: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Stops recording; the recorded part stays. */
  readonly stop: () => void
}

/**
 * Records the calls of a consumer's own tests to the mock, as a pact of version 4.
 *
 * ```ts
 * const recording = recordPact(server, { consumer: 'web' })
 * afterAll(() => recording.writePart('pacts'))
 * ```
 *
 * Provider states come from the records that a request touched, before it ran; matching rules from the schemas. Tokens,
 * passwords and other secrets are never written. An interaction is pending, with a comment, if it depends on an
 * interpretation of the API description. It is also pending if its states cannot reproduce it.
 *
 * @param source An organisation, a server that has one, or the journal of an earlier recording.
 */
export function recordPact(
  source: Organisation | { readonly org: Organisation } | PactJournal,
  options: RecordPactOptions,
): PactRecording {
  checkTypes(options, { 'consumer!': 'string', provider: 'string', trackReads: 'boolean', links: 'boolean' })
  const { consumer, provider = 'identity-service', trackReads = false, links = false } = options
  if (
    typeof source !== 'object' ||
    source === null ||
    !['exchanges', 'org', 'dispatcher'].some((name) => name in source)
  )
    throw new TypeError('recordPact: expected an organisation, a server or a recording first')
  const parties = { consumer, provider }
  if ('exchanges' in source) {
    const made = (): Promise<readonly RecordedInteraction[]> =>
      interactionsOf(source.exchanges, undefined, links)
    return recording({ exchanges: source.exchanges, leftOut: 0 }, made, parties, () => {})
  }
  const { model } = 'org' in source ? source.org : source
  const exchanges: Recorded[] = []
  const state = { exchanges, leftOut: 0 }
  const reads = trackReads ? new Reads(requestIdHeader(model.vocabulary.prefix).toLowerCase()) : undefined
  reads?.start()
  const stopListening = model.traffic.entries.onEntry((_, kept) => {
    const recorded = state.leftOut === 0 ? recordedOf(kept, model) : undefined
    if (recorded?.exchange.operation !== undefined) exchanges.push(recorded)
  })
  const stop = (): void => {
    reads?.stop()
    stopListening()
  }
  return recording(state, () => interactionsOf(exchanges, reads, links), parties, stop)
}

function recording(
  state: { readonly exchanges: readonly Recorded[]; leftOut: number },
  made: () => Promise<readonly RecordedInteraction[]>,
  parties: { readonly consumer: string; readonly provider: string },
  stop: () => void,
): PactRecording {
  const pact = async (): Promise<PactDocument> => pactDocument(parties, await made())
  return {
    exchanges: state.exchanges,
    pact,
    async write(folder) {
      const path = pactPath(folder, parties)
      await mkdir(folder, { recursive: true })
      await writeFile(path, pactText(await pact()))
      return path
    },
    async writePart(folder) {
      return writePart(folder, parties, await made())
    },
    async leaveOut(work) {
      state.leftOut += 1
      try {
        return await work()
      } finally {
        state.leftOut -= 1
      }
    },
    stop,
  }
}

async function interactionsOf(
  exchanges: readonly Recorded[],
  reads: Reads | undefined,
  links: boolean,
): Promise<readonly RecordedInteraction[]> {
  const replay = new PactReplay()
  const made: RecordedInteraction[] = []
  for (const recorded of exchanges) {
    const read = reads?.of(requestIdOf(recorded.exchange))
    const interaction = await recordedInteraction(recorded, { links, read }, replay)
    if (interaction) made.push(interaction)
  }
  return made
}
