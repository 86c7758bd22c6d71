import recorded from '../generated/recorded-evidence.json' with { type: 'json' }
import { interpretations } from '../src/contract/interpretations/index.ts'
import { recordedInterpretations } from '../src/model/kernel/interpretation-options.ts'
import { flattened } from '../src/model/kernel/option.ts'
import { configOptions } from '../src/server/serve-options.ts'
import type { Comparison, Evidence } from '../src/recordings/compare/classes.ts'
import { typeText } from './config-schema.ts'
import { inputSchema, sections, table } from './markdown.ts'
import { filled } from './template.ts'

/** docs/reference/interpretations.md: the questions that the API description leaves open, and the interpretations. */
export function renderInterpretations(): string {
  const areas = [...new Set(interpretations.map(({ area }) => area))]
  return filled('reference/interpretations.md', {
    sources: sourcesSentence(),
    sides: sidesTable(),
    areas: sections(
      areas.map((area) => [`${area.slice(0, 1).toUpperCase()}${area.slice(1)}`, tableOf(area)]),
    ),
  })
}

/** The side of the default and of the preset, for each interpretation that recordings contradict. */
function sidesTable(): string {
  const rows = interpretations.flatMap(({ id, recorded }) => {
    if (!recorded) return []
    const { shows, side } = recorded
    return [[`[\`${id}\`](#${id})`, shows, side, id in recordedInterpretations ? 'recordings' : side]]
  })
  return table(['Interpretation', 'Recordings show', 'Default follows', 'Preset follows'], rows)
}

function tableOf(area: string): string {
  const rows = interpretations
    .filter((interpretation) => interpretation.area === area)
    .map(({ id, question, choice, evidence: shownBy }) => [
      `<a id="${id}"></a>\`${id}\``,
      question,
      choice,
      shownBy,
      optionText(id),
      seen(id),
    ])
  return table(['Interpretation', 'Open', 'Choice', 'Evidence', 'Option', 'Recorded calls'], rows)
}

/** The option that changes an interpretation; its values and its sentence where it is the interpretation itself. */
function optionText(interpretation: string): string {
  const found = flattened(configOptions).find(({ row }) => row.interpretations?.includes(interpretation))
  if (!found) return ''
  const option = found.path.join('.').replace('options.', '')
  if (found.path.at(-1) !== interpretation) return `\`${option}\``
  return `\`${option}\`: ${typeText(inputSchema(found.row.type()))}. ${found.row.text}`
}

function seen(id: string): string {
  const counts = seenOf(id)
  if (!counts) return ''
  const { calls, otherwise } = counts
  return `${calls.toLocaleString('en')}, ${otherwise === 0 ? 'none' : otherwise.toLocaleString('en')} otherwise`
}

/** Counts of recordings by their source, as `identikit compare --json` has them. */
const sources: Readonly<Record<string, Pick<Comparison, 'files' | 'compared' | 'evidence'>>> = recorded

/** How often recordings show an interpretation; undefined if no recording shows it. */
function seenOf(interpretation: string): Omit<Evidence, 'interpretation'> | undefined {
  const all = Object.values(sources)
    .flatMap(({ evidence }) => evidence)
    .filter((each) => each.interpretation === interpretation)
  if (all.length === 0) return undefined
  const sum = (part: 'calls' | 'otherwise'): number => all.reduce((total, each) => total + each[part], 0)
  return { calls: sum('calls'), otherwise: sum('otherwise') }
}

/** The sources of the counted recordings, in one sentence. */
function sourcesSentence(): string {
  const parts = Object.entries(sources).map(
    ([name, { compared, files }]) =>
      `${compared.toLocaleString('en')} calls in ${files.toLocaleString('en')} recordings of ${name}`,
  )
  return parts.length === 0 ? 'None were counted yet.' : `Counted: ${parts.join('; ')}.`
}
