import { counted } from '../engine/words/counted.ts'
import type { CheckResult } from '../engine/judge/check-result.ts'
import type { Exchange } from '../engine/wire/exchange.ts'
import type { Assertion } from '../engine/judge/judge.ts'
import type { ClauseResult, ConformanceResult } from '../engine/judge/result.ts'
import { curlOf } from './curl.ts'
import { anchor, escapeHtml as h } from './escape.ts'
import { type Way, waysOf } from './failures.ts'
import { markedJson } from './marked-json.ts'

/** What failed: one card for each cause, with what was sent, expected and got. */
export function failuresSection(result: ConformanceResult): string {
  const failed = result.clauses.filter(
    ({ graded, verdict }) => graded && (verdict === 'fail' || verdict === 'error'),
  )
  const fresh = failed.filter(({ baseline }) => baseline?.state !== 'known')
  const known = failed.filter(({ baseline }) => baseline?.state === 'known')
  const problems = result.baselineProblems
    .map(({ clause, problem }) => `<li><code>${h(clause)}</code>: ${h(problem)}</li>`)
    .join('')
  const none = result.sentence === 'No verdict' ? 'None were seen.' : 'None that are unexpected.'
  const ways = waysOf(fresh, result)
  return `<section aria-labelledby="failures"><h2 id="failures">Failures</h2>${
    fresh.length === 0 ? `<p>${none}</p>` : ''
  }${ways.length > 1 ? overview(ways) : ''}${ways
    .map((way, at) => wayCards(way, at, ways.length, result))
    .join('')}${
    known.length > 0
      ? `<details><summary>${known.length} known, as the baseline says</summary>${known.map((clause) => failureCard(clause, result)).join('')}</details>`
      : ''
  }${problems === '' ? '' : `<h3>Baseline entries to mend</h3><ul>${problems}</ul>`}</section>`
}

/** What to look at, in as few lines as there are ways to go wrong. */
function overview(ways: readonly Way[]): string {
  const rows = ways.map(
    ({ why, clauses: [first, ...others] }) =>
      `<li><a href="#f-${anchor(first.id)}">${h(why)}</a><br><span class="soft"><code>${h(first.id)}</code>${
        others.length === 0 ? '' : ` and ${others.length} more`
      }</span></li>`,
  )
  const shown = rows.slice(0, 12)
  const more = rows.slice(12)
  return `<nav class="ways" aria-label="What went wrong"><p><strong>${ways.length} differences. Begin with the first.</strong></p><ol>${shown.join('')}</ol>${
    more.length === 0
      ? ''
      : `<details><summary>${more.length} more</summary><ol start="${shown.length + 1}">${more.join('')}</ol></details>`
  }</nav>`
}

/** The cards of one way: the first in full, those that differ alike behind it. */
function wayCards({ why, clauses }: Way, at: number, all: number, result: ConformanceResult): string {
  const cards = byCause(clauses, result).map(([first, ...others]) => failureCard(first, result, others))
  const heading =
    all > 1 || clauses.length > 1
      ? `<h3 class="way">${at + 1}. ${h(why)} <span class="soft">(${counted(clauses.length, 'clause')})</span></h3>`
      : ''
  const [first = '', ...others] = cards
  return `${heading}${first}${
    others.length === 0
      ? ''
      : `<details class="alike"><summary>${others.length} more that fell with it, or differ in the same way</summary>${others.join('')}</details>`
  }`
}

/** Failures by what went wrong: several clauses may fall with one answer. */
function byCause(
  failed: readonly ClauseResult[],
  result: ConformanceResult,
): [ClauseResult, ...ClauseResult[]][] {
  const causes = new Map<string, [ClauseResult, ...ClauseResult[]]>()
  for (const clause of failed) {
    const cause = causeOf(clause, result)
    const known = causes.get(cause)
    if (known === undefined) causes.set(cause, [clause])
    else known.push(clause)
  }
  return [...causes.values()]
}

function causeOf({ id, verdict, checks }: ClauseResult, result: ConformanceResult): string {
  const key = checks.find((each) => each.verdict === verdict)?.key
  const check = result.checks.find((each) => each.key === key)
  const failed = check?.outcomes.find(({ clause }) => clause === id)?.assertions.find(({ held }) => !held)
  if (check === undefined || failed?.exchange === undefined) return id
  const places = failed.differences.map(({ path, expected, got }) => [path, expected, got])
  return JSON.stringify([key, failed.exchange, failed.what, places])
}

function failureCard(
  clause: ClauseResult,
  result: ConformanceResult,
  others: readonly ClauseResult[] = [],
): string {
  const { id, statement, document, section, baseline, verdict, why } = clause
  const state =
    baseline === undefined
      ? ''
      : `<p><strong>Baseline: ${h(baseline.state)}.</strong> ${h(baseline.reason)}${baseline.issue ? ` (${h(baseline.issue)})` : ''}</p>`
  const checks = clause.checks
    .filter((each) => each.verdict === verdict)
    .map(({ key }) => result.checks.find((check) => check.key === key))
    .filter((check) => check !== undefined)
  return `<article class="card${baseline?.state === 'known' ? ' known' : ''}" id="f-${anchor(id)}"><h4 class="says">${h(statement)}</h4><p><a href="#${anchor(id)}"><code>${h(id)}</code></a></p>${others
    .map(
      (other) =>
        `<p id="f-${anchor(other.id)}">Also <a href="#${anchor(other.id)}"><code>${h(other.id)}</code></a>: ${h(other.statement)}</p>`,
    )
    .join(
      '',
    )}<p class="soft">Document ${document}, ${h(section)}${verdict === 'error' ? `. The suite is at fault: ${h(why ?? '')}` : ''}</p>${state}${checks
    .map((check) => checkEvidence(check, id, result.run.baseUrl))
    .join('')}
<p class="soft">Again: <code>${h(commandFor(clause, result))}</code></p></article>`
}

/** Whether nothing but exploration found it: then its story shows it again. */
function isExplored({ checks: said }: ClauseResult, { checks }: ConformanceResult): boolean {
  const failed = said.filter(({ verdict }) => verdict === 'fail').map(({ key }) => key)
  return failed.length > 0 && checks.every(({ key, file }) => !failed.includes(key) || file === 'exploration')
}

/** Flags that do not change what one clause comes to. */
const otherFlags =
  /^--(only|level|shard|seed|report|out|baseline|write-baseline|engine|keep-evidence|ledger|plan|header|explore\S*)\b/

/** The command line that runs one clause again, with what the run was allowed and told of the target. */
function commandFor(clause: ClauseResult, result: ConformanceResult): string {
  const { baseUrl, flags } = result.run
  const told = flags.filter((flag) => !otherFlags.test(flag) && !flag.startsWith('--base-url'))
  const token = told.some((flag) => flag.startsWith('--token')) ? [] : ['--token env:TOKEN']
  const again = isExplored(clause, result) ? ['--explore-replay report.json'] : [`--only ${clause.id}`]
  return ['identikit conform', `--base-url ${baseUrl}`, ...token, ...told, ...again].join(' ')
}

function checkEvidence(check: CheckResult, clause: string, baseUrl: string): string {
  const failed =
    check.outcomes.find((each) => each.clause === clause)?.assertions.filter(({ held }) => !held) ?? []
  const problem = check.problem === undefined ? '' : `<pre>${h(check.problem)}</pre>`
  const anchors = `${clause}-${check.key}`
  const exchanges = check.exchanges.map((exchange) => exchangeDetails(exchange, anchors, baseUrl)).join('')
  return `<p><strong>${h(check.title)}</strong> <span class="soft">${check.file === 'exploration' ? '<a href="#exploration">found by exploration</a>' : `conformance/checks/${h(check.file)}.check.ts`}</span></p>${problem}${failed
    .map((assertion) => assertionBlock(assertion, check, anchors, baseUrl))
    .join(
      '',
    )}${exchanges === '' ? '' : `<details class="exchanges"><summary>${check.exchanges.length === 1 ? 'The exchange' : `All ${check.exchanges.length} exchanges`} of this check</summary>${exchanges}</details>`}`
}

function assertionBlock(assertion: Assertion, check: CheckResult, anchors: string, baseUrl: string): string {
  const { what, expected, got, differences, exchange: number } = assertion
  const exchange = check.exchanges.find((each) => each.number === number)
  const curl =
    exchange === undefined ? '' : curlBlock(exchange, `${anchors}-${differences.length}-${what}`, baseUrl)
  const sent =
    exchange === undefined
      ? ''
      : `<div class="sent"><h4>Sent (exchange ${exchange.number})</h4><pre>${h(requestText(exchange))}</pre></div>`
  return `<div class="three">${sent}<div><h4>Expected: ${h(what)}</h4><pre>${h(pretty(expected))}</pre></div><div><h4>Got</h4><pre>${markedJson(
    got,
    differences,
  )
    .map(({ text, marked }) => (marked ? `<mark>${h(text)}</mark>` : h(text)))
    .join('\n')}</pre></div></div>${curl}`
}

function requestText({ method, path, requestBody }: Exchange): string {
  return `${method} ${path}${requestBody === undefined ? '' : `\n\n${prettyText(requestBody)}`}`
}

function curlBlock(exchange: Exchange, name: string, baseUrl: string): string {
  const id = anchor(`curl-${name}-${exchange.number}`)
  return `<details><summary>curl</summary><button type="button" hidden data-copy="${id}">Copy</button><pre id="${id}">${h(curlOf(exchange, baseUrl))}</pre></details>`
}

function exchangeDetails(exchange: Exchange, anchors: string, baseUrl: string): string {
  const {
    number,
    method,
    path,
    status,
    responseHeaders,
    responseBody,
    truncated,
    milliseconds,
    failure,
    attempts,
  } = exchange
  const headers = Object.entries(responseHeaders)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return `<details><summary>${number}. ${h(method)} <code>${h(path)}</code> → ${status === 0 ? h(failure ?? 'no answer') : status} <span class="soft">${milliseconds} ms${attempts > 1 ? `, attempt ${attempts}` : ''}</span></summary><p class="cardlabel">Sent</p><pre>${h(requestText(exchange))}</pre><p class="cardlabel">Got</p><pre>${h(`${status}\n${headers}\n\n${prettyText(responseBody)}${truncated ? '\n… (cut)' : ''}`)}</pre>${curlBlock(exchange, `all-${anchors}`, baseUrl)}</details>`
}

function pretty(value: unknown): string {
  return value === undefined ? '(nothing)' : JSON.stringify(value, null, 2)
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
