import type { RequirementResult, ConformanceResult } from '../engine/judge/result.ts'
import type { Verdict } from '../engine/judge/verdict.ts'
import { anchor, escapeHtml as h } from './escape.ts'
import { verdictWords } from './words.ts'

/** The verdicts of each column. */
const columns: readonly (readonly [title: string, verdicts: readonly Verdict[]])[] = [
  ['Passed', ['pass']],
  ['Failed', ['fail', 'error']],
  ['Not shown', ['blocked', 'inconclusive', 'not-applicable', 'not-run']],
]

/** The gradable requirements of each area, counted by verdict; a number links to the first of them. */
export function areasTable({ requirements }: ConformanceResult): string {
  const graded = requirements.filter((requirement) => requirement.graded)
  const areas = [...new Set(graded.map(({ area }) => area))]
  if (areas.length < 2) return ''
  const rows = areas.map((area) => {
    const own = graded.filter((requirement) => requirement.area === area)
    return `<tr><th scope="row">${h(area)}</th>${columns.map(([, verdicts]) => cell(own.filter(({ verdict }) => verdicts.includes(verdict)))).join('')}<td>${own.length}</td></tr>`
  })
  return `<table class="areas"><caption>By area</caption><thead><tr><th scope="col">Area</th>${columns.map(([title]) => `<th scope="col">${title}</th>`).join('')}<th scope="col">All</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function cell([first, ...others]: readonly RequirementResult[]): string {
  if (first === undefined) return '<td class="soft">0</td>'
  const count = others.length + 1
  if (first.verdict === 'pass') return `<td>${count}</td>`
  return `<td><span class="dot ${first.verdict}"></span><a href="#${anchor(first.id)}" title="The first: ${verdictWords[first.verdict]}">${count}</a></td>`
}
