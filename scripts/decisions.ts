import { decisions } from '../src/contract/decisions/index.ts'
import { seenOf, sourcesSentence } from './recorded-evidence.ts'

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
    .map(({ id, question, choice, evidence, option }) => {
      const cells = [
        `<a id="${id}"></a>\`${id}\``,
        question,
        choice,
        evidence,
        option ? `\`${option}\`` : '',
        seen(id),
      ]
      return `| ${cells.map((text) => text.replaceAll('|', String.raw`\|`)).join(' | ')} |`
    })
  return `## ${area.slice(0, 1).toUpperCase()}${area.slice(1)}

| Interpretation | Open | Choice | Evidence | Option | Recorded calls |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

function seen(id: string): string {
  const counts = seenOf(id)
  if (!counts) return ''
  const { calls, otherwise } = counts
  return `${calls.toLocaleString('en')}, ${otherwise === 0 ? 'none' : otherwise.toLocaleString('en')} otherwise`
}
