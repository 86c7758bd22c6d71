import evidence from '../generated/recorded-evidence.json' with { type: 'json' }
import type { Evidence } from '../src/recordings/compare/classes.ts'

/** Counts of recordings by their source. */
export interface RecordedEvidence {
  readonly sources: Readonly<
    Record<
      string,
      {
        readonly recordings: number
        /** Recorded calls that were compared. */
        readonly compared: number
        readonly decisions: readonly Evidence[]
      }
    >
  >
}

const sources: RecordedEvidence['sources'] = (evidence as RecordedEvidence).sources

/** How often recordings show an interpretation; undefined if no recording shows it. */
export function seenOf(decision: string): Omit<Evidence, 'decision'> | undefined {
  const all = Object.values(sources)
    .flatMap(({ decisions }) => decisions)
    .filter((each) => each.decision === decision)
  if (all.length === 0) return undefined
  const sum = (part: 'calls' | 'otherwise'): number => all.reduce((total, each) => total + each[part], 0)
  return { calls: sum('calls'), otherwise: sum('otherwise') }
}

/** The sources of the counted recordings, in one sentence. */
export function sourcesSentence(): string {
  const parts = Object.entries(sources).map(
    ([name, { compared, recordings }]) =>
      `${compared.toLocaleString('en')} calls in ${recordings.toLocaleString('en')} recordings of ${name}`,
  )
  return parts.length === 0 ? 'None were counted yet.' : `Counted: ${parts.join('; ')}.`
}
