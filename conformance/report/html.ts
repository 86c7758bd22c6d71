import { counted } from '../engine/words/text.ts'
import type { ConformanceResult, RequirementResult } from '../engine/judge/result.ts'
import { anchor, escapeHtml as h, htmlDocument, htmlScript, part } from './html-page.ts'
import {
  capital,
  countOrder,
  countsInWords,
  exitInWords,
  gapsOf,
  headlineOf,
  partlyShown,
  quickInWords,
  setInWords,
  verdictWords,
  sentences,
} from './words.ts'
import { failedIn, waysOf } from './failures.ts'
import { explorationSection } from './exploration.ts'
import { failuresSection } from './html-failures.ts'
import { cut, listedMax } from './room.ts'
import { docsOf } from '../../src/contract/docs-links.ts'
import { documentNames } from '../registry/sections.ts'
import { verdictOrder, type Verdict } from '../engine/judge/verdict.ts'

/** The report as one HTML file that needs nothing else. */
export function htmlOf(result: ConformanceResult): string {
  const { run } = result
  return htmlDocument(
    `${headlineOf(result)}: ${run.target ?? run.baseUrl}`,
    `<a class="skip" href="#requirements">Skip to the requirements</a>
${headOf(result)}
<main>
${part('the failures', () =>
  failuresSection(
    result,
    part('the areas', () => areasTable(result)),
  ),
)}
${result.exploration === undefined ? '' : `${part('the exploration', () => explorationSection(result))}\n`}${part('what could not be shown', () => gapsSection(result))}
${part('the requirements', () => requirementsSection(result))}
${part('the observations', () => observationsSection(result))}
${part('the run', () => runSection(result))}
</main>
<footer>Made by identikit ${h(run.suiteVersion)}. Secrets stand as aliases («token#1»): the same alias is the same value.</footer>
<script>${htmlScript}</script>`,
  )
}

/** The advice for a run without a verdict. */
function adviceOf({ run }: ConformanceResult): string {
  return (
    run.advice ??
    (run.interrupted
      ? 'The run was interrupted; run it again to its end.'
      : 'Nothing that can be graded was shown. See below what would show it.')
  )
}

function headOf(result: ConformanceResult): string {
  const { sentence, run, counts, warnings } = result
  const tone = sentence === 'Conforms' ? 'good' : sentence === 'Does not conform' ? 'bad' : 'part'
  const shown = countOrder.filter((verdict) => counts[verdict] > 0)
  const quick = quickInWords(result)
  const notes = warnings.filter((warning) => warning !== run.stopped)
  return `<header>
<h1>Conformance of ${h(run.target ?? run.baseUrl)}</h1>
<p class="sentence ${tone}">${h(headlineOf(result))}</p>
<p>${h(countsInWords(result))}. ${h(capital(exitInWords(result)))}.</p>
${run.stopped === undefined ? '' : `<p><strong>${h(capital(run.stopped))}.</strong></p>`}${
    quick === undefined ? '' : `<p><strong>${h(quick)}</strong></p>`
  }
<div class="bar" role="img" aria-label="${h(countsInWords(result))}">${shown
    .map(
      (verdict) =>
        `<span class="${verdict}" style="flex:${counts[verdict]}" title="${counts[verdict]} ${verdictWords[verdict]}"></span>`,
    )
    .join('')}</div>
<ul class="legend">${shown.map((verdict) => `<li><span class="dot ${verdict}"></span>${counts[verdict]} ${verdictWords[verdict]}</li>`).join('')}</ul>
${firstOf(result)}${
    notes.length === 0
      ? ''
      : `<ul class="notes">${notes
          .slice(0, listedMax)
          .map((note) => `<li>${h(cut(note, 400))}</li>`)
          .join('')}</ul>`
  }
</header>`
}

/** The first thing to act upon. */
function firstOf(result: ConformanceResult): string {
  const { sentence, run } = result
  const box = (title: string, text: string): string =>
    `<div class="first"><p class="cardlabel">${title}</p>${text}</div>`
  if (sentence === 'No verdict') return box('What to do', `<p>${h(adviceOf(result))}</p>`)
  const [way, ...others] = waysOf(failedIn(result).fresh, result)
  if (way !== undefined) {
    const [first] = way.requirements
    return box(
      'Look at this first',
      `<p><a href="#f-${anchor(first.id)}"><strong>${h(cut(way.headline, 400))}</strong></a></p><p>${h(first.statement)}</p><p class="soft">${
        way.requirements.length === 1
          ? 'One requirement fails'
          : `${way.requirements.length} requirements fail`
      } in this way${others.length === 0 ? '' : `; ${others.length === 1 ? 'there is one other' : `there are ${others.length} others`}`}.</p>`,
    )
  }
  if (result.baselineProblems.length > 0)
    return box('Look at this first', '<p><a href="#failures">The baseline is out of date.</a></p>')
  if (run.quick !== undefined)
    return box(
      'What to do',
      '<p><strong>Nothing failed. Run the whole: the same without --quick.</strong></p>',
    )
  const [gap] = gapsOf(result)
  if (gap !== undefined)
    return box(
      'What would show most',
      `<p><a href="#gaps"><strong>${h(gap.hint)}</strong></a></p><p class="soft">${gap.requirements.length === 1 ? '1 requirement hangs' : `${gap.requirements.length} requirements hang`} on it.</p>`,
    )
  return run.whole ? box('What to do', '<p>Nothing: every requirement was shown to hold.</p>') : ''
}

function gapsSection(result: ConformanceResult): string {
  const gaps = gapsOf(result)
  const partly = partlyShown(result)
  const filtered = result.run.whole
    ? ''
    : '<p class="soft">This run was quick, filtered or sharded; what was left out is not listed here.</p>'
  const list = gaps.map(
    ({ hint, verdict, requirements }) =>
      `<details><summary><span class="dot ${verdict}"></span><strong>${requirements.length}</strong> ${verdictWords[verdict]}: ${h(cut(hint, 300))}</summary><ul>${requirements
        .map(
          ({ id, statement }) =>
            `<li><a href="#${anchor(id)}"><code>${h(id)}</code></a> ${h(statement)}</li>`,
        )
        .join('')}</ul></details>`,
  )
  if (partly.length > 0) {
    list.push(
      `<details><summary><span class="dot pass"></span><strong>${partly.length}</strong> passed, with some of their checks not shown</summary><ul>${partly
        .map(
          ({ id, partly: why }) =>
            `<li><a href="#${anchor(id)}"><code>${h(id)}</code></a> ${h(cut([...new Set(why)].join('; '), 300))}</li>`,
        )
        .join('')}</ul></details>`,
    )
  }
  return `<section aria-labelledby="gaps"><h2 id="gaps">What this run could not show, and what would show it</h2>${filtered}${
    list.length > 0
      ? list.join('')
      : `<p>${untried(result) ? 'Nothing was tried.' : 'Every requirement that was asked for was shown.'}</p>`
  }</section>`
}

function observationsSection({ requirements }: ConformanceResult): string {
  const seen = requirements.filter(({ observations }) => observations.length > 0)
  if (seen.length === 0) return ''
  const rows = seen.map(({ id, statement, observations }) => {
    const values = [
      ...new Set(
        observations.map((value) =>
          typeof value === 'string' ? value : (JSON.stringify(value) ?? '(nothing)'),
        ),
      ),
    ]
    return `<tr><td><code>${h(id)}</code></td><td>${h(statement)}</td><td>${values
      .slice(0, 10)
      .map((value) => `<code>${h(value.slice(0, 400))}</code>`)
      .join('<br>')}</td></tr>`
  })
  return `<section aria-labelledby="observations"><h2 id="observations">Observations</h2><p class="soft">What the API description leaves open, or may change: seen, never graded.</p><table><thead><tr><th scope="col">Requirement</th><th scope="col">It says</th><th scope="col">Seen</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

function runSection({ run, digest }: ConformanceResult): string {
  const facts: [string, string][] = [
    ['Target', run.target === undefined ? run.baseUrl : `${run.target}, ${run.baseUrl}`],
    [
      'Run',
      `${run.id}, ${run.startedAt}, ${(run.milliseconds / 1000).toFixed(1)} s${run.interrupted ? ', interrupted' : ''}`,
    ],
    ['Suite', `identikit ${run.suiteVersion}, registry ${run.registry}`],
    ['Judged by', capital(setInWords(run) ?? 'requirements of the caller')],
    ...(digest === undefined ? [] : [['Digest of report.json', digest] as [string, string]]),
    ['Options', run.flags.join(' ') || 'none'],
    ['Seed', run.seed === undefined ? 'none: checks in the order of their files' : String(run.seed)],
    [
      'Part',
      run.shard === undefined
        ? run.whole
          ? 'the whole suite'
          : run.quick === undefined
            ? 'filtered'
            : 'a quick run'
        : `shard ${run.shard.index} of ${run.shard.of}`,
    ],
    ['Allowed', run.allowed.join(', ') || 'nothing beyond records of its own'],
    ...Object.entries(run.features).map(([name, finding]): [string, string] => [
      `Feature ${name}`,
      `${finding?.state}: ${finding?.evidence}`,
    ]),
    [
      'Requests',
      `${run.requests}; rate limited ${counted(run.rateLimited.times, 'time')}, waited ${(run.rateLimited.milliseconds / 1000).toFixed(1)} s`,
    ],
    [
      'Created',
      Object.entries(run.created)
        .map(([kind, count]) => counted(count, kind))
        .join(', ') || 'nothing',
    ],
    [
      'Left behind',
      [
        ...run.orphans
          .slice(0, listedMax)
          .map(({ kind, name, id, why }) => `${kind} ${name} (${id ?? 'id unknown'}): ${cut(why, 200)}`),
        ...(run.orphans.length > listedMax ? [`and ${run.orphans.length - listedMax} more`] : []),
      ].join('; ') || 'nothing',
    ],
    ...(run.ledgerFile === undefined ? [] : [['Ledger', run.ledgerFile] as [string, string]]),
  ]
  return `<section aria-labelledby="run"><h2 id="run">The run</h2><table><tbody>${facts.map(([name, value]) => `<tr><th scope="row">${h(name)}</th><td>${h(value)}</td></tr>`).join('')}</tbody></table></section>`
}

/** How many checks of a requirement are listed. */
const checksMax = 5

const documents = {
  1: 'Overview, conventions and clients',
  2: 'Groups and rules',
  3: 'Users, credentials, lifecycle, grants and tokens',
} as const

/** Whether nothing was tried, for one reason: one sentence then replaces a list of a thousand requirements. */
function untried({ requirements, run }: ConformanceResult): boolean {
  return run.stopped !== undefined && requirements.every(({ checks }) => checks.length === 0)
}

function requirementsSection(result: ConformanceResult): string {
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
function areasTable({ requirements }: ConformanceResult): string {
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
