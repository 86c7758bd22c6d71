import { commandName, counted } from '../engine/words/text.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import type { ExplorationResult } from '../explore/exploration.ts'
import type { ExploredDifference } from '../explore/report/report.ts'
import { anchor, escapeHtml as h } from './html-page.ts'
import { cut, short } from './room.ts'

/** One sentence on how far an exploration went. */
export function explorationInWords({
  sequences,
  calls,
  milliseconds,
  seed,
  differences,
}: ExplorationResult): string {
  const found = differences.length === 0 ? 'no difference' : counted(differences.length, 'difference')
  return `Exploration: ${found} in ${counted(calls, 'call')} (${counted(sequences, 'sequence')}, ${(milliseconds / 1000).toFixed(1)} s, --seed ${seed})`
}

/** The differences that no requirement covers: a person has to judge them. */
export function toJudge({ exploration }: ConformanceResult): readonly ExploredDifference[] {
  return exploration?.differences.filter(({ requirement }) => requirement === undefined) ?? []
}

/** A sequence for a terminal: each call, and what both endpoints answered to the last one. */
export function sequenceLines({ sentence, sequence }: ExploredDifference): string[] {
  const last = sequence.at(-1)
  return [
    `  ${sentence}`,
    ...sequence.map(
      ({ sent, body }, at) =>
        `    ${at + 1}. ${sent}${body === undefined ? '' : `  ${short(JSON.stringify(body))}`}`,
    ),
    ...(last === undefined ? [] : [`    model   ${short(last.model)}`, `    target  ${short(last.target)}`]),
  ]
}

/** How many differences the HTML report shows, and how many characters of each text: the page stays below 2 MB. */
const shownMax = 20
const textMax = 1000

/** The section of the HTML report: every difference as a sequence, both endpoints next to each other. */
export function explorationSection({ exploration }: ConformanceResult): string {
  if (exploration === undefined) return ''
  const { differences, open, seed } = exploration
  const cards = differences.slice(0, shownMax).map((difference, at) => differenceCard(difference, at))
  if (differences.length > shownMax)
    cards.push(`<p class="soft">${differences.length - shownMax} more; --report json lists them.</p>`)
  const left =
    open.length === 0
      ? ''
      : `<details><summary>${counted(open.length, 'kind', 'kinds')} of calls that the target answers differently where the API description is silent</summary><ul>${open.map((each) => `<li><code>${h(each)}</code></li>`).join('')}</ul></details>`
  return `<section aria-labelledby="exploration"><h2 id="exploration">Exploration</h2>
<p>The run sends random calls to the target and to a local model of the API description, and lists where the answers differ. ${h(explorationInWords(exploration))}.</p>
<p class="soft">Run the same sequences again: <code>${commandName()} conform … --explore-replay report.json</code>; start from the same seed: <code>--seed ${seed}</code></p>${cards.join('')}${left}</section>`
}

function differenceCard(
  { requirement, sentence, expected, got, sequence }: ExploredDifference,
  at: number,
): string {
  const rows = sequence.map(
    ({ sent, body, model, target }, index) =>
      `<li><p><code>${h(sent)}</code></p>${body === undefined ? '' : `<pre>${h(cut(JSON.stringify(body, null, 2), textMax))}</pre>`}${
        index === sequence.length - 1
          ? `<div class="three"><div><h4>Model</h4><pre>${h(cut(model, textMax))}</pre></div><div><h4>Target</h4><pre>${h(cut(target, textMax))}</pre></div></div>`
          : `<p class="soft">model ${h(model.slice(0, 3))}, target ${h(target.slice(0, 3))}</p>`
      }</li>`,
  )
  const named =
    requirement === undefined
      ? '<p><strong>For you to judge:</strong> no requirement covers it.</p>'
      : `<p>Breaks <a href="#${anchor(requirement)}"><code>${h(requirement)}</code></a></p>`
  return `<article class="card" id="x-${at}"><h3 class="says">${h(sentence)}</h3>${named}<p>Expected <code>${h(cut(expected, textMax))}</code>, got <code>${h(cut(got, textMax))}</code>.</p><ol>${rows.join('')}</ol></article>`
}
