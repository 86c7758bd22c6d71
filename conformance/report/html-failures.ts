import { commandName } from './command-name.ts'
import { docsOf } from '../../src/contract/docs-links.ts'
import { documentNames } from '../registry/sections.ts'
import { counted } from '../engine/words/counted.ts'
import type { RequirementResult, ConformanceResult } from '../engine/judge/result.ts'
import { anchor, escapeHtml as h } from './escape.ts'
import { evidenceOf, failedIn, failedChecks, type Way, waysOf } from './failures.ts'
import { checkEvidence } from './html-evidence.ts'
import { cut, folded, listed, Room } from './room.ts'

/** How many characters of a reason stand in a heading or a line. */
const whyMax = 200

/** How many ways the overview lists. */
const overviewMax = 100

/** The failures: a list, the table of areas, and one card for each cause, with sent, expected and got. */
export function failuresSection(result: ConformanceResult, areas: string): string {
  const { fresh, known } = failedIn(result)
  const problems = listed(
    result.baselineProblems,
    ({ requirement, problem }) => `<li><code>${h(requirement)}</code>: ${h(problem)}</li>`,
    (text) => `<li>${text}</li>`,
  ).join('')
  const none = result.sentence === 'No verdict' ? 'None were seen.' : 'None that are unexpected.'
  const ways = waysOf(fresh, result)
  const room = new Room()
  // The first of each way comes first where room runs short.
  const firsts = ways.map(({ requirements }) => causesOf(requirements, result, room))
  const others = known.map((requirement) => failureCard(requirement, result, room))
  return `<section aria-labelledby="failures"><h2 id="failures">Failures</h2>${
    fresh.length === 0 ? `<p>${none}</p>` : ''
  }${ways.length > 1 ? overview(ways) : ''}${areas}${ways
    .map((way, at) =>
      wayCards(way, at, ways.length, firsts[at]!, (requirement, also) =>
        failureCard(requirement, result, room, also),
      ),
    )
    .join('')}${
    known.length > 0
      ? `<details><summary>${known.length} known, by the baseline or by recordings</summary>${others.join('')}</details>`
      : ''
  }${problems === '' ? '' : `<h3>Baseline entries to mend</h3><ul>${problems}</ul>`}</section>`
}

/** The list of differences, one line for each way to go wrong. */
function overview(ways: readonly Way[]): string {
  const rows = ways.map(
    ({ headline, requirements: [first, ...others] }) =>
      `<li><a href="#f-${anchor(first.id)}">${h(cut(headline, whyMax))}</a><br><span class="soft"><code>${h(first.id)}</code>${
        others.length === 0 ? '' : ` and ${others.length} more`
      }</span></li>`,
  )
  const shown = rows.slice(0, 12)
  const more = rows.slice(12, overviewMax)
  return `<nav class="ways" aria-label="What went wrong"><p><strong>${ways.length} differences. Begin with the first.</strong></p><ol>${shown.join('')}</ol>${
    more.length === 0
      ? ''
      : `<details><summary>${rows.length - shown.length} more</summary><ol start="${shown.length + 1}">${more.join('')}</ol>${rows.length > overviewMax ? `<p>and ${rows.length - overviewMax} more below</p>` : ''}</details>`
  }</nav>`
}

type Cause = readonly [RequirementResult, ...RequirementResult[]]

/** The causes of one way, and the card of the first. */
function causesOf(
  requirements: readonly RequirementResult[],
  result: ConformanceResult,
  room: Room,
): { readonly first: string; readonly others: readonly Cause[] } {
  const [[first, ...also], ...others] = byCause(requirements, result) as [Cause, ...Cause[]]
  return { first: failureCard(first, result, room, also), others }
}

/** The cards of one way: the first in full, then a few similar ones and the last. Each other one gets a line. */
function wayCards(
  { headline, requirements }: Way,
  at: number,
  all: number,
  { first, others }: ReturnType<typeof causesOf>,
  cardOf: (requirement: RequirementResult, also: readonly RequirementResult[]) => string,
): string {
  const heading =
    all > 1 || requirements.length > 1
      ? `<h3 class="way">${at + 1}. ${h(cut(headline, whyMax))} <span class="soft">(${counted(requirements.length, 'requirement')})</span></h3>`
      : ''
  const card = ([requirement, ...also]: Cause): string => cardOf(requirement, also)
  const { before, left, last } = folded(others, 3)
  const lines = left
    .flat()
    .map(
      ({ id, why: own }) =>
        `<li><a href="#${anchor(id)}"><code>${h(id)}</code></a> ${h(cut(own ?? '', whyMax))}</li>`,
    )
  const more =
    left.length === 0
      ? ''
      : `<details><summary>${lines.length} more like this</summary><ul>${lines.join('')}</ul></details>`
  return `${heading}${first}${
    others.length === 0
      ? ''
      : `<details class="alike"><summary>${others.length} more that fell with it, or differ in the same way</summary>${before.map(card).join('')}${more}${last.map(card).join('')}</details>`
  }`
}

/** Failures by what went wrong: several requirements may fall with one answer. */
function byCause(failed: readonly RequirementResult[], result: ConformanceResult): Cause[] {
  return [
    ...Map.groupBy(failed, (requirement) => evidenceOf(requirement, result)).values(),
  ] as unknown as Cause[]
}

function failureCard(
  requirement: RequirementResult,
  result: ConformanceResult,
  room: Room,
  others: readonly RequirementResult[] = [],
): string {
  const { id, statement, document, section, baseline, verdict, why } = requirement
  const state =
    baseline === undefined
      ? ''
      : `<p><strong>Baseline: ${h(baseline.state)}.</strong> ${h(cut(baseline.reason, 400))}${baseline.issue ? ` (${h(baseline.issue)})` : ''}</p>`
  const evidence = room.take(`f-${anchor(id)}`, () =>
    failedChecks(requirement, result)
      .map((each) => checkEvidence(each, id, result.run.baseUrl, room))
      .join(''),
  )
  const also = others.map(
    (other) =>
      `<p id="f-${anchor(other.id)}">Also <a href="#${anchor(other.id)}"><code>${h(other.id)}</code></a>: ${h(other.statement)}</p>`,
  )
  if (evidence === undefined) {
    return `<div id="f-${anchor(id)}"><p><a href="#${anchor(id)}"><code>${h(id)}</code></a> <span class="soft">(evidence: --report json)</span></p>${also.join('')}</div>`
  }
  return `<article class="card${baseline?.state === 'known' ? ' known' : ''}" id="f-${anchor(id)}"><h4 class="says">${h(statement)}</h4><p><a href="#${anchor(id)}"><code>${h(id)}</code></a></p>${also.join('')}<p class="soft"><a href="${docsOf(`${documentNames[document]}, ${section}`)}">${documentNames[document]}, ${h(section)}</a>${verdict === 'error' ? `. The suite is at fault: ${h(cut(why ?? '', 400))}` : ''}</p>${state}${evidence}
<p class="soft">Again: <code>${h(commandFor(requirement, result))}</code></p></article>`
}

/** Whether nothing but exploration found it: then its sequence shows it again. */
function isExplored({ checks: said }: RequirementResult, { checks }: ConformanceResult): boolean {
  const failed = said.filter(({ verdict }) => verdict === 'fail').map(({ key }) => key)
  return failed.length > 0 && checks.every(({ key, file }) => !failed.includes(key) || file === 'exploration')
}

/** Flags that do not change what one requirement comes to. */
const otherFlags =
  /^--(only|level|shard|seed|shuffle|report|out|baseline|write-baseline|keep-evidence|ledger|header|explore\S*)\b/

/** The command line that runs one requirement again, with the permissions and target options of the run. */
function commandFor(requirement: RequirementResult, result: ConformanceResult): string {
  const { baseUrl, flags } = result.run
  const told = flags.filter((flag) => !otherFlags.test(flag) && !flag.startsWith('--base-url'))
  const token = told.some((flag) => flag.startsWith('--token')) ? [] : ['--token env:TOKEN']
  const again = isExplored(requirement, result)
    ? ['--explore-replay report.json']
    : [`--only ${requirement.id}`]
  return [`${commandName()} conform`, `--base-url ${baseUrl}`, ...token, ...told, ...again].join(' ')
}
