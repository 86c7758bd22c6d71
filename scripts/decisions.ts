import evidence from '../generated/recorded-evidence.json' with { type: 'json' }
import { decisions } from '../src/contract/decisions/index.ts'
import type { Evidence } from '../src/recordings/compare/classes.ts'
import { table } from './markdown.ts'

/** docs/reference/decisions.md: the questions that the API description leaves open, and the interpretations. */
export function renderDecisions(): string {
  const areas = [...new Set(decisions.map(({ area }) => area))]
  return `# Interpretations of the API description

Identikit interprets the API description where it says "not shown", or contradicts itself. Each row has
the evidence for an interpretation, and the option that changes it, if there is one. The conformance suite never fails a
deployment for choosing otherwise. This page is generated from \`src/contract/decisions\`.

The last column compares an interpretation with recorded calls of real deployments. It counts the calls with replies that it is
about, and those that were answered otherwise. ${sourcesSentence()} [Add a recording](../compare.md#add-a-recording-as-evidence) of yours.

${areas.map(section).join('\n')}`
}

function section(area: string): string {
  const rows = decisions
    .filter((decision) => decision.area === area)
    .map(({ id, question, choice, evidence: shownBy, option }) => [
      `<a id="${id}"></a>\`${id}\``,
      question,
      choice,
      shownBy,
      option ? `\`${option}\`` : '',
      seen(id),
    ])
  return `## ${area.slice(0, 1).toUpperCase()}${area.slice(1)}

${table(['Interpretation', 'Open', 'Choice', 'Evidence', 'Option', 'Recorded calls'], rows)}
`
}

function seen(id: string): string {
  const counts = seenOf(id)
  if (!counts) return ''
  const { calls, otherwise } = counts
  return `${calls.toLocaleString('en')}, ${otherwise === 0 ? 'none' : otherwise.toLocaleString('en')} otherwise`
}

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
function seenOf(decision: string): Omit<Evidence, 'decision'> | undefined {
  const all = Object.values(sources)
    .flatMap(({ decisions }) => decisions)
    .filter((each) => each.decision === decision)
  if (all.length === 0) return undefined
  const sum = (part: 'calls' | 'otherwise'): number => all.reduce((total, each) => total + each[part], 0)
  return { calls: sum('calls'), otherwise: sum('otherwise') }
}

/** The sources of the counted recordings, in one sentence. */
function sourcesSentence(): string {
  const parts = Object.entries(sources).map(
    ([name, { compared, recordings }]) =>
      `${compared.toLocaleString('en')} calls in ${recordings.toLocaleString('en')} recordings of ${name}`,
  )
  return parts.length === 0 ? 'None were counted yet.' : `Counted: ${parts.join('; ')}.`
}
