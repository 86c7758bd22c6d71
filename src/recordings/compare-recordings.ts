import { createOrganisation, type Organisation } from '../organisation.ts'
import { type Comparison, Tallies } from './compare/classes.ts'
import { type Recording, RecordingError } from '../exchange/exchange.ts'
import { replayed } from './replay/replay.ts'
import { usualWord, wordOf } from '../exchange/prefix.ts'

/** The organisation for recordings whose identifiers have a name prefix; each recording begins with its seeded state. */
export type OrganisationMaker = (prefix: string) => Organisation | Promise<Organisation>

/** How recordings are compared. */
export interface CompareOptions {
  /** Default: an empty organisation. */
  readonly organisation?: OrganisationMaker
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
  { organisation: make = empty, baseline, showValues }: CompareOptions = {},
): Promise<Comparison> {
  const tallies = new Tallies(showValues)
  let count = 0
  for await (const recording of recordings) {
    count++
    tallies.file()
    const organisation = await make(wordOf(recording) ?? usualWord)
    for await (const outcome of replayed(recording, organisation)) tallies.note(outcome, recording.name)
  }
  if (count === 0) throw new RecordingError('expected recordings, got none')
  return tallies.comparison(baseline)
}

function empty(prefix: string): Organisation {
  return createOrganisation({ prefix })
}
