import type { CheckResult } from '../engine/check-result.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Assertion } from '../engine/judge.ts'
import type { ClauseResult, ConformanceResult } from '../engine/result.ts'
import { verdictOrder } from '../engine/verdict.ts'
import { curlOf } from './curl.ts'
import { escapeHtml } from './escape.ts'
import { gapsOf, partlyShown } from './gaps.ts'
import { htmlScript, htmlStyle } from './html-style.ts'
import { markedJson } from './marked-json.ts'
import { countOrder, countsInWords, exitInWords, sentences, verdictWords } from './words.ts'

const h = escapeHtml

/** The report as one HTML file that needs nothing else. */
export function htmlOf(result: ConformanceResult): string {
  const { sentence, run } = result
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${h(sentence)}: ${h(run.target ?? run.baseUrl)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<a class="skip" href="#clauses">Skip to the clauses</a>
${headOf(result)}
<main>
${part('what to do', () => adviceSection(result))}
${part('the failures', () => failuresSection(result))}
${part('what could not be shown', () => gapsSection(result))}
${part('the clauses', () => clausesSection(result))}
${part('the observations', () => observationsSection(result))}
${part('the run', () => runSection(result))}
</main>
<footer>Made by identikit ${h(run.suiteVersion)}. Secrets stand as aliases («token#1»): the same alias is the same value.</footer>
<script>${htmlScript}</script>
</body>
</html>
`
}

/** A part of the page; what cannot be shown is said in its place, and takes nothing else with it. */
function part(name: string, make: () => string): string {
  try {
    return make()
  } catch (error) {
    return `<p class="problem">${h(capital(name))} could not be shown here: ${h(error instanceof Error ? error.message : String(error))}. The JSON report has it.</p>`
  }
}

/** What to do about a run without a verdict. */
function adviceSection({ sentence, run }: ConformanceResult): string {
  if (sentence !== 'No verdict') return ''
  const what =
    run.advice ??
    (run.interrupted
      ? 'The run was interrupted; run it again to its end.'
      : 'Nothing that can be graded was shown. See below what would show it.')
  return `<section aria-labelledby="advice"><h2 id="advice">What to do</h2><p>${h(what)}</p></section>`
}

function headOf(result: ConformanceResult): string {
  const { sentence, run, counts, warnings } = result
  const tone = sentence === 'Conforms' ? 'good' : sentence === 'Does not conform' ? 'bad' : 'part'
  const shown = countOrder.filter((verdict) => counts[verdict] > 0)
  return `<header>
<h1>Conformance of ${h(run.target ?? run.baseUrl)}</h1>
<p class="sentence ${tone}">${h(sentence)}</p>
<p>${h(countsInWords(result))}. ${h(capital(exitInWords(result)))}.</p>
${warnings.map((warning) => `<p><strong>${h(warning)}</strong></p>`).join('')}
<div class="bar" role="img" aria-label="${h(countsInWords(result))}">${shown
    .map(
      (verdict) =>
        `<span class="${verdict}" style="flex:${counts[verdict]}" title="${counts[verdict]} ${verdictWords[verdict]}"></span>`,
    )
    .join('')}</div>
<ul class="legend">${shown.map((verdict) => `<li><span class="dot ${verdict}"></span>${counts[verdict]} ${verdictWords[verdict]}</li>`).join('')}</ul>
</header>`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function gapsSection(result: ConformanceResult): string {
  const gaps = gapsOf(result)
  const partly = partlyShown(result)
  const filtered = result.run.whole
    ? ''
    : '<p class="soft">This run was filtered or sharded; what was left out is not listed here.</p>'
  const list = gaps.map(
    ({ hint, verdict, clauses }) =>
      `<details><summary><span class="dot ${verdict}"></span><strong>${clauses.length}</strong> ${verdictWords[verdict]}: ${h(hint)}</summary><ul>${clauses
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
            `<li><a href="#${anchor(id)}"><code>${h(id)}</code></a> ${h([...new Set(why)].join('; '))}</li>`,
        )
        .join('')}</ul></details>`,
    )
  }
  return `<section aria-labelledby="gaps"><h2 id="gaps">What this run could not show, and what would show it</h2>${filtered}${
    list.length > 0 ? list.join('') : '<p>Every clause that was asked for was shown.</p>'
  }</section>`
}

function failuresSection(result: ConformanceResult): string {
  const failed = result.clauses.filter(
    ({ graded, verdict }) => graded && (verdict === 'fail' || verdict === 'error'),
  )
  const fresh = failed.filter(({ baseline }) => baseline?.state !== 'known')
  const known = failed.filter(({ baseline }) => baseline?.state === 'known')
  const problems = result.baselineProblems
    .map(({ clause, problem }) => `<li><code>${h(clause)}</code>: ${h(problem)}</li>`)
    .join('')
  return `<section aria-labelledby="failures"><h2 id="failures">Failures</h2>${fresh.length === 0 ? `<p>${result.sentence === 'No verdict' ? 'None were seen.' : 'None that are unexpected.'}</p>` : ''}${failureIndex(fresh)}${byCause(
    fresh,
    result,
  )
    .map(([first, ...others]) => (first === undefined ? '' : failureCard(first, result, others)))
    .join(
      '',
    )}${known.length > 0 ? `<details><summary>${known.length} known, as the baseline says</summary>${known.map((clause) => failureCard(clause, result)).join('')}</details>` : ''}${
    problems === '' ? '' : `<h3>Baseline entries to mend</h3><ul>${problems}</ul>`
  }</section>`
}

/** Failures by what went wrong: several clauses may fall with one answer. */
function byCause(failed: readonly ClauseResult[], result: ConformanceResult): ClauseResult[][] {
  const causes = new Map<string, ClauseResult[]>()
  for (const clause of failed) {
    const cause = causeOf(clause, result)
    causes.set(cause, [...(causes.get(cause) ?? []), clause])
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

/** With many failures, where each is: the clause that others hang on is often near the top. */
function failureIndex(failed: readonly ClauseResult[]): string {
  if (failed.length < 4) return ''
  const links = failed.map(
    ({ id, statement }) => `<li><a href="#f-${anchor(id)}"><code>${h(id)}</code></a> ${h(statement)}</li>`,
  )
  return `<details${failed.length < 30 ? ' open' : ''}><summary>${failed.length} clauses failed</summary><ul>${links.join('')}</ul></details>`
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
  return `<article class="card${baseline?.state === 'known' ? ' known' : ''}" id="f-${anchor(id)}"><h3><a href="#${anchor(id)}"><code>${h(id)}</code></a></h3>
<p>${h(statement)}</p>${others
    .map(
      (other) =>
        `<p id="f-${anchor(other.id)}">Also <a href="#${anchor(other.id)}"><code>${h(other.id)}</code></a>: ${h(other.statement)}</p>`,
    )
    .join(
      '',
    )}<p class="soft">Document ${document}, ${h(section)}${verdict === 'error' ? `. The suite is at fault: ${h(why ?? '')}` : ''}</p>${state}${checks
    .map((check) => checkEvidence(check, id, result.run.baseUrl))
    .join('')}
<p class="soft">Again: <code>${h(commandFor(id, result.run))}</code></p></article>`
}

/** Flags that do not change what one clause comes to. */
const otherFlags =
  /^--(only|level|shard|seed|report|out|baseline|write-baseline|engine|keep-evidence|ledger|plan|header)\b/

/** The command line that runs one clause again, with what the run was allowed and told of the target. */
function commandFor(id: string, { baseUrl, flags }: ConformanceResult['run']): string {
  const told = flags.filter((flag) => !otherFlags.test(flag) && !flag.startsWith('--base-url'))
  const token = told.some((flag) => flag.startsWith('--token')) ? [] : ['--token env:TOKEN']
  return ['identikit conform', `--base-url ${baseUrl}`, ...token, ...told, `--only ${id}`].join(' ')
}

function checkEvidence(check: CheckResult, clause: string, baseUrl: string): string {
  const failed =
    check.outcomes.find((each) => each.clause === clause)?.assertions.filter(({ held }) => !held) ?? []
  const problem = check.problem === undefined ? '' : `<pre>${h(check.problem)}</pre>`
  const anchors = `${clause}-${check.key}`
  const exchanges = check.exchanges.map((exchange) => exchangeDetails(exchange, anchors, baseUrl)).join('')
  return `<p><strong>${h(check.title)}</strong> <span class="soft">conformance/checks/${h(check.file)}.check.ts</span></p>${problem}${failed
    .map((assertion) => assertionBlock(assertion, check, anchors, baseUrl))
    .join(
      '',
    )}${exchanges === '' ? '' : `<details class="exchanges"><summary>All ${check.exchanges.length} exchanges of this check</summary>${exchanges}</details>`}`
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

const documents = {
  1: 'Overview, conventions and clients',
  2: 'Groups and rules',
  3: 'Users, credentials, lifecycle, grants and tokens',
} as const

/** A list of a thousand clauses that were not tried for one reason tells nothing: it is said once. */
function untried({ clauses, run }: ConformanceResult): boolean {
  return run.stopped !== undefined && clauses.every(({ checks }) => checks.length === 0)
}

function clausesSection(result: ConformanceResult): string {
  const { clauses, run } = result
  if (untried(result))
    return `<section aria-labelledby="clauses"><h2 id="clauses">All clauses</h2><p>None of the ${clauses.length} clauses was tried: ${h(run.stopped ?? '')}.</p></section>`
  const present = verdictOrder.filter((verdict) => clauses.some((clause) => clause.verdict === verdict))
  const filters = present.map(
    (verdict) =>
      `<label><input type="checkbox" data-filter="${verdict}" checked> <span class="dot ${verdict}"></span>${verdictWords[verdict]}</label>`,
  )
  const parts = ([1, 2, 3] as const).map((document) => {
    const own = clauses.filter((clause) => clause.document === document)
    const sections = [...new Set(own.map(({ section }) => section))]
    return `<div data-section><h3>Document ${document}: ${documents[document]}</h3>${sections
      .map((section) =>
        part(section, () =>
          sectionTable(
            section,
            own.filter((clause) => clause.section === section),
          ),
        ),
      )
      .join('')}</div>`
  })
  return `<section aria-labelledby="clauses"><h2 id="clauses">All clauses</h2>
<div class="tools" hidden><label>Find <input type="search" id="search" placeholder="id or words"></label>${filters.join('')}<span class="soft" id="count" aria-live="polite"></span></div>${parts.join('')}</section>`
}

function sectionTable(section: string, clauses: readonly ClauseResult[]): string {
  const rows = clauses.map((clause) => {
    const { id, statement, verdict, level, why, hint, baseline, checks } = clause
    const note = verdict === 'pass' ? '' : sentences(why, hint)
    const levelNote = level === 'must' ? '' : ` <span class="soft">(${level})</span>`
    const by =
      checks.length === 0
        ? ''
        : `<details><summary class="soft">${checks.length} ${checks.length === 1 ? 'check' : 'checks'}</summary><ul>${checks.map((each) => `<li>${h(each.key)}: ${verdictWords[each.verdict]}</li>`).join('')}</ul></details>`
    return `<tr id="${anchor(id)}" data-verdict="${verdict}"><td><code>${h(id)}</code>${levelNote}</td><td>${h(statement)}${note === '' ? '' : `<br><span class="soft">${h(note)}</span>`}${by}</td><td class="v"><span class="dot ${verdict}"></span>${verdictWords[verdict]}${baseline === undefined ? '' : `<br><span class="soft">${h(baseline.state)}</span>`}</td></tr>`
  })
  const counted = verdictOrder
    .map(
      (verdict) =>
        [clauses.filter((each) => each.verdict === verdict).length, verdictWords[verdict]] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
  return `<div data-section><h4>${h(section)} <span class="soft printed">${counted.join(', ')}</span></h4><table class="clauses"><thead><tr><th scope="col">Clause</th><th scope="col">It says</th><th scope="col">Verdict</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function observationsSection({ clauses }: ConformanceResult): string {
  const seen = clauses.filter(({ observations }) => observations.length > 0)
  if (seen.length === 0) return ''
  const rows = seen.map(({ id, statement, observations }) => {
    const values = [
      ...new Set(
        observations.map((value) =>
          typeof value === 'string' ? value : (JSON.stringify(value) ?? '(nothing)'),
        ),
      ),
    ]
    return `<tr><td><code>${h(id)}</code></td><td>${h(statement)}</td><td>${values.map((value) => `<code>${h(value.slice(0, 400))}</code>`).join('<br>')}</td></tr>`
  })
  return `<section aria-labelledby="observations"><h2 id="observations">Observations</h2><p class="soft">What the documents leave open, or may change: seen, never graded.</p><table><thead><tr><th scope="col">Clause</th><th scope="col">It says</th><th scope="col">Seen</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

function runSection({ run }: ConformanceResult): string {
  const facts: [string, string][] = [
    ['Target', run.target === undefined ? run.baseUrl : `${run.target}, ${run.baseUrl}`],
    [
      'Run',
      `${run.id}, ${run.startedAt}, ${(run.milliseconds / 1000).toFixed(1)} s${run.interrupted ? ', interrupted' : ''}`,
    ],
    ['Suite', `identikit ${run.suiteVersion}, registry ${run.registry}`],
    ['Options', run.flags.join(' ') || 'none'],
    ['Seed', run.seed === undefined ? 'none: checks in the order of their files' : String(run.seed)],
    [
      'Part',
      run.shard === undefined
        ? run.whole
          ? 'the whole suite'
          : 'filtered'
        : `shard ${run.shard.index} of ${run.shard.of}`,
    ],
    ['Allowed', run.allowed.join(', ') || 'nothing beyond records of its own'],
    ...Object.entries(run.features).map(([name, finding]): [string, string] => [
      `Feature ${name}`,
      `${finding?.state}: ${finding?.evidence}`,
    ]),
    [
      'Requests',
      `${run.requests}; rate limited ${run.rateLimited.times} times, waited ${(run.rateLimited.milliseconds / 1000).toFixed(1)} s`,
    ],
    [
      'Created',
      Object.entries(run.created)
        .map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
        .join(', ') || 'nothing',
    ],
    [
      'Left behind',
      run.leftovers
        .map(({ kind, name, id, why }) => `${kind} ${name} (${id ?? 'id unknown'}): ${why}`)
        .join('; ') || 'nothing',
    ],
    ...(run.ledgerFile === undefined ? [] : [['Ledger', run.ledgerFile] as [string, string]]),
  ]
  return `<section aria-labelledby="run"><h2 id="run">The run</h2><table><tbody>${facts.map(([name, value]) => `<tr><th scope="row">${h(name)}</th><td>${h(value)}</td></tr>`).join('')}</tbody></table></section>`
}

function anchor(text: string): string {
  return `c-${text.replaceAll(/[^\w.-]+/g, '-')}`
}
