import { createOrganisation, type Organisation } from '../../organisation.ts'
import type { Recording } from '../../exchange/exchange.ts'
import { isOrganisation } from './facts.ts'
import { type MatcherOutcome, printed, refuseStrays } from './outcome.ts'

/** Options of a replay. */
export interface ReplayingOptions {
  /** Known differences: the file that `identikit compare --write-baseline` wrote, or their ids. Default: none. */
  readonly baseline?: string | readonly string[]
  /** Whether a failure shows an example of each difference, which may be of people. Default false. */
  readonly showValues?: boolean
}

/** The recorded calls: a file or folder, several of them, or the content of a file, such as `control.readJournal({ as: 'har' })`. */
export type RecordingSource = string | URL | readonly string[] | { readonly log: object }

/**
 * Whether an organisation answers as recorded. The calls are replayed on a copy, from the organisation's current state;
 * it does not change. Differences beyond the API description do not count.
 */
export async function toReplay(
  subject: unknown,
  source: RecordingSource,
  options: ReplayingOptions = {},
): Promise<MatcherOutcome> {
  if (!isOrganisation(subject))
    throw new TypeError(`toReplay: expected an organisation of this process, got ${printed(subject)}`)
  refuseNoSource(source)
  refuseStrays('toReplay', 'its last argument', options, ['baseline', 'showValues'])
  // Loaded on first use: it reads every form of recordings.
  const [{ compareRecordings }, { headLines, partsOf, classLines }] = await Promise.all([
    import('../../recordings/compare-recordings.ts'),
    import('../../recordings/report/text.ts'),
  ])
  const copy = copyOf(subject)
  const comparison = await compareRecordings(recordingsOf(source, subject), {
    organisation: () => copy,
    baseline: await baselineOf(options.baseline),
    showValues: options.showValues === true,
  }).catch(named)
  const { fresh } = partsOf(comparison)
  const lines = headLines(comparison)
  if (comparison.compared === 0) {
    const why = comparison.notComparable.map(({ because, count }) => `\n  ${count}, because ${because}`)
    throw new Error(`toReplay: nothing could be compared. ${lines.join(' ')}${why.join('')}`)
  }
  return {
    pass: fresh.length === 0,
    message: () =>
      fresh.length === 0
        ? `Expected the organisation not to answer as recorded, and nothing differs. ${lines.join(' ')}`
        : [
            `Expected the organisation to answer as recorded (there); it answers otherwise (here) in ${fresh.length === 1 ? 'one way' : `${fresh.length} ways`}:`,
            '',
            ...fresh.slice(0, max).flatMap(classLines),
            ...(fresh.length > max ? [`  and ${fresh.length - max} more`] : []),
            '',
            ...lines,
            `To take a difference as known, name its id: { baseline: [${fresh
              .slice(0, 2)
              .map(({ id }) => `'${id}'`)
              .join(', ')}${fresh.length > 2 ? ', …' : ''}] }`,
          ].join('\n'),
  }
}

/** The most kinds of differences that a failure shows. */
const max = 12

/** An organisation with the same options and records, only for recordings. */
function copyOf(organisation: Organisation): Organisation {
  const copy = createOrganisation({ rows: organisation.rows.all() })
  copy.model.markSeeded()
  return copy
}

/**
 * The recordings of a source.
 *
 * @throws Error for a recording of a deployment with another name prefix: all of its identifiers would differ.
 */
async function* recordingsOf(source: RecordingSource, { model }: Organisation): AsyncGenerator<Recording> {
  const { readRecordings, recordingOf } = await import('../../exchange/read/read-recordings.ts')
  const { wordOf } = await import('../../exchange/prefix.ts')
  const { prefix } = model.vocabulary
  for await (const recording of read()) {
    const theirs = wordOf(recording) ?? prefix
    if (theirs !== prefix)
      throw new Error(
        `${recording.name}: expected identifiers with the name prefix ${prefix}, as the organisation has them, got ${theirs}; make the organisation with { prefix: '${theirs}' }`,
      )
    yield recording
  }

  async function* read(): AsyncGenerator<Recording> {
    const files = isUrl(source) ? source.href : source
    if (typeof files === 'string' || Array.isArray(files)) yield* readRecordings([files].flat() as string[])
    else yield await recordingOf(JSON.stringify(source), 'the recording')
  }
}

/** @throws TypeError for an invalid source. */
function refuseNoSource(source: unknown): void {
  const isFiles = [source].flat().every((each) => typeof each === 'string')
  if ((isFiles && source !== '' && !isEmptyList(source)) || isUrl(source)) return
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) return
  throw new TypeError(
    `toReplay: expected a file or folder of recordings, several of them, or a HAR, got ${printed(source)}`,
  )
}

/** Whether a value is an address, of any realm. */
function isUrl(source: unknown): source is URL {
  return Object.prototype.toString.call(source) === '[object URL]'
}

function isEmptyList(source: unknown): boolean {
  return Array.isArray(source) && source.length === 0
}

async function baselineOf(baseline: string | readonly string[] = []): Promise<ReadonlySet<string>> {
  if (typeof baseline !== 'string') return new Set(baseline)
  const { readBaseline } = await import('../../recordings/report/baseline.ts')
  return readBaseline(baseline, 'baseline').catch(named)
}

function named(error: unknown): never {
  if (error instanceof Error) error.message = `toReplay: ${error.message}`
  throw error
}
