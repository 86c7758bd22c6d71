import type { CheckResult } from '../engine/judge/check-result.ts'
import type { Assertion } from '../engine/judge/judge.ts'
import type { Exchange } from '../engine/wire/reply.ts'
import { commandName, counted, inWords } from '../engine/words/text.ts'
import { operationOf } from '../engine/wire/routes.ts'
import { curlOf, evidenceOf, failedChecks, failedIn, waysOf, type Way } from './failures.ts'
import { anchor, escapeHtml as h } from './html-page.ts'
import { markedJson } from './marked-json.ts'
import { Room, cut, folded, listed } from './room.ts'
import { docsOf } from '../../src/contract/docs-links.ts'
import { documentNames } from '../registry/sections.ts'
import type { ConformanceResult, RequirementResult } from '../engine/judge/result.ts'

/** How many characters of a text of an assertion are shown, and of one of another exchange. */
const assertedMax = 4000
const otherMax = 2000

/** A check with more exchanges than this shows the first and the last of each kind. */
const foldsFrom = 6

/** The evidence of one check for a failed requirement: sent, expected and got, and its exchanges. */
function checkEvidence(
  { check, write }: { readonly check: CheckResult; readonly write?: Exchange | undefined },
  requirement: string,
  baseUrl: string,
  room: Room,
): string {
  const failed =
    check.outcomes.find((each) => each.requirement === requirement)?.assertions.filter(({ held }) => !held) ??
    []
  const problem = check.problem === undefined ? '' : `<pre>${h(cut(check.problem, assertedMax))}</pre>`
  const anchors = `${requirement}-${check.key}`
  const { before, left, last } = folded(failed, 2)
  const block = (assertion: Assertion): string => assertionBlock(assertion, check, write, anchors, baseUrl)
  const source =
    check.file === 'exploration'
      ? '<a href="#exploration">found by exploration</a>'
      : `conformance/checks/${h(check.file)}.check.ts`
  return [
    `<p><strong>${h(check.title)}</strong> <span class="soft">${source}</span></p>${problem}`,
    ...before.map(block),
    left.length === 0 ? '' : `<p class="soft">${left.length} more like this, then the last:</p>`,
    ...last.map(block),
    exchangesOf(check, requirement, baseUrl, room),
  ].join('')
}

/** The exchanges of a check, at the first card that is about it; the other cards link to them. */
function exchangesOf(check: CheckResult, requirement: string, baseUrl: string, room: Room): string {
  const { exchanges, key } = check
  if (exchanges.length === 0) return ''
  const card = `f-${anchor(requirement)}`
  const place = room.placeOf(key, card)
  const title =
    exchanges.length === 1 ? 'The exchange of this check' : `All ${exchanges.length} exchanges of this check`
  if (place !== card) return `<p class="soft"><a href="#${place}">${title}</a></p>`
  const parts = inParts(check).map((part) =>
    typeof part === 'number'
      ? `<p class="soft">${part} more like these</p>`
      : exchangeDetails(part, `${requirement}-${key}`, baseUrl),
  )
  return `<details class="exchanges"><summary>${title}</summary>${parts.join('')}</details>`
}

/** The exchanges to show: failed ones, and the first and last of a kind. A number stands for those left out. */
function inParts({ exchanges, outcomes }: CheckResult): readonly (Exchange | number)[] {
  if (exchanges.length <= foldsFrom) return exchanges
  const failed = outcomes.flatMap(({ assertions }) => assertions.filter(({ held }) => !held))
  const named = folded(failed, 2)
  const kept = new Set([...named.before, ...named.last].map(({ exchange }) => exchange))
  const kinds = new Map<string, [first: number, last: number]>()
  for (const exchange of exchanges) {
    const [first] = kinds.get(kindOf(exchange)) ?? [exchange.number]
    kinds.set(kindOf(exchange), [first, exchange.number])
  }
  for (const number of [...kinds.values()].slice(0, foldsFrom).flat()) kept.add(number)
  const parts: (Exchange | number)[] = []
  for (const exchange of exchanges) {
    const last = parts.at(-1)
    if (kept.has(exchange.number)) parts.push(exchange)
    else if (typeof last === 'number') parts[parts.length - 1] = last + 1
    else parts.push(1)
  }
  return parts
}

function kindOf(exchange: Exchange): string {
  return `${operationOf(exchange) ?? exchange.method} ${exchange.status}`
}

function assertionBlock(
  assertion: Assertion,
  check: CheckResult,
  write: Exchange | undefined,
  anchors: string,
  baseUrl: string,
): string {
  const { what, expected, got, differences, exchange: number } = assertion
  const exchange = check.exchanges.find((each) => each.number === number)
  const curl =
    exchange === undefined ? '' : curlBlock(exchange, `${anchors}-${differences.length}-${what}`, baseUrl)
  const sent = [write, exchange]
    .flatMap((each) => each ?? [])
    .map(
      (each) =>
        `<div class="sent"><h4>Sent (exchange ${each.number})</h4><pre>${h(requestText(each, assertedMax))}\n\n→ ${each.status} ${h(cut(each.responseBody, otherMax / 4))}</pre></div>`,
    )
    .join('')
  const isSaid = what === expected
  return `<div class="three">${sent}<div><h4>Expected${isSaid ? '' : `: ${h(cut(what, 400))}`}</h4><pre>${h(cut(isSaid ? what : pretty(expected), assertedMax))}</pre></div><div><h4>Got</h4><pre>${gotLines(assertion, got)}</pre></div></div>${curl}`
}

function gotLines({ differences }: Assertion, got: unknown): string {
  const lines: string[] = []
  let length = 0
  for (const { text, marked } of markedJson(got, differences)) {
    length += text.length
    if (length > assertedMax) return [...lines, '…'].join('\n')
    lines.push(marked ? `<mark>${h(text)}</mark>` : h(text))
  }
  return lines.join('\n')
}

function requestText({ method, path, requestBody }: Exchange, max: number): string {
  return `${method} ${cut(path, max)}${requestBody === undefined ? '' : `\n\n${cut(prettyText(requestBody), max)}`}`
}

function curlBlock(exchange: Exchange, name: string, baseUrl: string): string {
  const curl = curlOf(exchange, baseUrl)
  // A command that was cut would send something else.
  if (curl.length > assertedMax) return ''
  const id = anchor(`curl-${name}-${exchange.number}`)
  return `<details><summary>curl</summary><button type="button" hidden data-copy="${id}">Copy</button><pre id="${id}">${h(curl)}</pre></details>`
}

function exchangeDetails(exchange: Exchange, anchors: string, baseUrl: string): string {
  const { number, method, path, status, responseHeaders, responseBody } = exchange
  const { truncated, milliseconds, failure, attempts } = exchange
  const headers = Object.entries(responseHeaders)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const answer = `${status}\n${cut(headers, otherMax)}\n\n${cut(prettyText(responseBody), otherMax)}${truncated ? '\n… (cut)' : ''}`
  return `<details><summary>${number}. ${h(method)} <code>${h(cut(path, 200))}</code> → ${status === 0 ? h(failure ?? 'no answer') : status} <span class="soft">${milliseconds} ms${attempts > 1 ? `, attempt ${attempts}` : ''}</span></summary><p class="cardlabel">Sent</p><pre>${h(requestText(exchange, otherMax))}</pre><p class="cardlabel">Got</p><pre>${h(answer)}</pre>${curlBlock(exchange, `all-${anchors}`, baseUrl)}</details>`
}

function pretty(value: unknown): string {
  return value === undefined ? '(nothing)' : inWords(value, 2)
}

/** A text of JSON with indents; another text as it is. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

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
