import { coded, escapeHtml as h, htmlDocument, list, section } from '../../../conformance/report/html-page.ts'
import type { Comparison, DifferenceClass } from '../compare/classes.ts'
import { headLines, partsOf, reasonLines, sections, shown } from './text.ts'

/** The report as one HTML file that needs nothing else, in the style of the reports of `identikit conform`. */
export function htmlOf(comparison: Comparison): string {
  const { compared, sameStatus } = comparison
  const { fresh, beyond } = partsOf(comparison)
  const tone = fresh.some(({ canBeBug }) => canBeBug) ? 'bad' : fresh.length > 0 ? 'part' : 'good'
  const title =
    compared === 0
      ? 'Nothing could be compared'
      : `${sameStatus.toLocaleString('en')} of ${compared.toLocaleString('en')} with the same status`
  return htmlDocument(
    `Compared with recordings: ${title}`,
    `<header>
<h1>The mock, compared with recorded calls</h1>
<p class="sentence ${tone}">${h(title)}</p>
${headLines(comparison)
  .map((line) => `<p>${h(line)}</p>`)
  .join('\n')}
</header>
<main>
${sections.map(({ title: name, has }) => section(name, fresh.filter(has).map(card))).join('\n')}
${section('Beyond the API description', list(beyond.map(({ line }) => coded(line))))}
${section('Not compared', list(reasonLines(comparison).map(h)))}
</main>
<footer>“There” is the deployment that was recorded, “here” is the mock.</footer>`,
  )
}

function card({ line, says, interpretation, option, first, example, canBeBug }: DifferenceClass): string {
  const facts = [
    h(says) + (interpretation === undefined ? '' : ` <code>${h(interpretation)}</code>`),
    ...(option === undefined ? [] : [`Option: <code>${h(option)}</code>`]),
    ...(example === undefined
      ? []
      : [`There: <code>${h(shown(example[0]))}</code>`, `Here: <code>${h(shown(example[1]))}</code>`]),
    `<span class="soft">First: ${h(first.file)}, call ${first.call}</span>`,
  ]
  return `<div class="card${canBeBug ? '' : ' known'}"><h3>${coded(line)}</h3>${facts.map((fact) => `<p>${fact}</p>`).join('')}</div>`
}
