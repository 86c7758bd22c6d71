import { createOrganisation, type Organisation } from '../organisation.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import { type Comparison, Tallies } from './compare/classes.ts'
import { type Recording, RecordingError } from './recorded.ts'
import { replayed } from './replay/replay.ts'
import { wordOf } from './replay/word.ts'

/** How recordings are compared. */
export interface CompareOptions {
  /** Options of the organisation. The name prefix (`vocabulary.word`) is by default that of each recording. */
  readonly org?: OrgOptions
  /** Fills an organisation before its first recording; each recording begins with what it had then. Default: empty. */
  readonly fill?: (organisation: Organisation) => Promise<void>
  /** Ids of classes of differences that are known. */
  readonly baseline?: ReadonlySet<string>
  /** Whether classes carry an example of the values that differ. Default false: they may be of people. */
  readonly showValues?: boolean
}

/**
 * Replays recordings, each on a fresh organisation, and compares every reply.
 *
 * @throws RecordingError when there are none.
 */
export async function compareRecordings(
  recordings: AsyncIterable<Recording> | Iterable<Recording>,
  options: CompareOptions = {},
): Promise<Comparison> {
  const organisations = new Map<string, Organisation>()
  const tallies = new Tallies(options.showValues)
  let count = 0
  for await (const recording of recordings) {
    count++
    tallies.file()
    const word = options.org?.vocabulary?.word ?? wordOf(recording)
    const organisation = organisations.get(word) ?? (await organisationOf(word, options))
    organisations.set(word, organisation)
    for await (const outcome of replayed(recording, organisation)) tallies.note(outcome, recording.name)
  }
  if (count === 0) throw new RecordingError('expected recordings, got none')
  return tallies.comparison(options.baseline)
}

async function organisationOf(word: string, { org = {}, fill }: CompareOptions): Promise<Organisation> {
  const organisation = createOrganisation({ ...org, vocabulary: { ...org.vocabulary, word } })
  await fill?.(organisation)
  return organisation
}
