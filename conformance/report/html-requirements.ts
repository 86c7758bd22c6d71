import { docsOf } from '../../src/contract/docs-links.ts'
import { documentNames } from '../registry/sections.ts'
import type { ConformanceResult, RequirementResult } from '../engine/judge/result.ts'
import { verdictOrder, type Verdict } from '../engine/judge/verdict.ts'
import { counted } from '../engine/words/text.ts'
import { anchor, escapeHtml as h, part } from './html-page.ts'
import { cut } from './room.ts'
import { sentences, verdictWords } from './words.ts'

/** How many checks of a requirement are listed. */
const checksMax = 5

const documents = {
  1: 'Overview, conventions and clients',
  2: 'Groups and rules',
  3: 'Users, credentials, lifecycle, grants and tokens',
} as const

/** Whether nothing was tried, for one reason: one sentence then replaces a list of a thousand requirements. */
export function untried({ requirements, run }: ConformanceResult): boolean {
  return run.stopped !== undefined && requirements.every(({ checks }) => checks.length === 0)
}

export function requirementsSection(result: ConformanceResult): string {
  const { requirements, run } = result
  if (untried(result))
    return `<section aria-labelledby="requirements"><h2 id="requirements">All requirements</h2><p>None of the ${requirements.length} requirements was tried: ${h(run.stopped ?? '')}.</p></section>`
  const present = verdictOrder.filter((verdict) =>
    requirements.some((requirement) => requirement.verdict === verdict),
  )
  const filters = present.map(
    (verdict) =>
      `<label><input type="checkbox" data-filter="${verdict}" checked> <span class="dot ${verdict}"></span>${verdictWords[verdict]}</label>`,
  )
  const parts = ([1, 2, 3] as const).map((document) => {
    const own = requirements.filter((requirement) => requirement.document === document)
    const sections = [...new Set(own.map(({ section }) => section))]
    return `<div data-section><h3>${documentNames[document]}: ${documents[document]}</h3>${sections
      .map((section) =>
        part(section, () =>
          sectionTable(
            section,
            own.filter((requirement) => requirement.section === section),
          ),
        ),
      )
      .join('')}</div>`
  })
  return `<section aria-labelledby="requirements"><h2 id="requirements">All requirements</h2>
<div class="tools" hidden><label>Find <input type="search" id="search" placeholder="id or words"></label>${filters.join('')}<span class="soft" id="count" aria-live="polite"></span></div>${parts.join('')}</section>`
}

/** The requirements of a section: those that passed are folded away, where others are. */
function sectionTable(section: string, requirements: readonly RequirementResult[]): string {
  const passed = requirements.filter(({ verdict }) => verdict === 'pass')
  const rest = requirements.filter(({ verdict }) => verdict !== 'pass')
  const verdicts = verdictOrder
    .map(
      (verdict) =>
        [requirements.filter((each) => each.verdict === verdict).length, verdictWords[verdict]] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
  return `<div data-section><h4><a href="${docsOf(`${documentNames[requirements[0]!.document]}, ${section}`)}">${h(section)}</a> <span class="soft printed">${verdicts.join(', ')}</span></h4>${
    rest.length === 0 ? '' : tableOf(rest)
  }${
    passed.length === 0
      ? ''
      : `<details class="passed"><summary><span class="dot pass"></span>${passed.length} passed</summary>${tableOf(passed)}</details>`
  }</div>`
}

function tableOf(requirements: readonly RequirementResult[]): string {
  return `<table class="requirements"><thead><tr><th scope="col">Requirement</th><th scope="col">It says</th><th scope="col">Verdict</th></tr></thead><tbody>${requirements.map(requirementRow).join('')}</tbody></table>`
}

function requirementRow(requirement: RequirementResult): string {
  const { id, statement, verdict, level, why, hint, baseline, checks } = requirement
  const note = verdict === 'pass' ? '' : cut(sentences(why, hint), verdict === 'fail' ? 100 : 240)
  const levelNote = level === 'must' ? '' : ` <span class="soft">(${level})</span>`
  const by =
    checks.length === 0 || verdict === 'pass'
      ? ''
      : `<details><summary class="soft">${counted(checks.length, 'check')}</summary><ul>${checks
          .slice(0, checksMax)
          .map((each) => `<li>${h(cut(each.key, 200))}: ${verdictWords[each.verdict]}</li>`)
          .join(
            '',
          )}${checks.length > checksMax ? `<li>${checks.length - checksMax} more</li>` : ''}</ul></details>`
  return `<tr id="${anchor(id)}" data-verdict="${verdict}"><td><code>${h(id)}</code>${levelNote}</td><td>${h(statement)}${note === '' ? '' : `<br><span class="soft">${h(note)}</span>`}${by}</td><td class="v"><span class="dot ${verdict}"></span>${verdictWords[verdict]}${baseline === undefined ? '' : `<br><span class="soft">${h(baseline.state)}</span>`}</td></tr>`
}

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
