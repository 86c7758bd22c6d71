import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { coded, escapeHtml as h, htmlDocument, list, section } from '../../../conformance/report/html-page.ts'
import { type JunitCase, junitXml } from '../../../conformance/report/junit-xml.ts'
import { command, maxErrors } from '../../../conformance/report/machine-forms.ts'
import { prettyText } from '../../../conformance/report/html-failures.ts'
import { writeWhole } from '../../server/write-file.ts'
import type { VaryReportForm } from './forms.ts'
import type { Finding, VaryReport } from './report.ts'
import { settled } from './difference.ts'
import {
  callLine,
  countsLine,
  differenceLine,
  fileOf,
  freshOf,
  howKnown,
  maxShown,
  placeOf,
  sentenceOf,
  titleOf,
  totalOf,
} from './text.ts'

const makers: Readonly<
  Record<VaryReportForm, { readonly file: string; readonly make: (report: VaryReport) => string }>
> = {
  html: { file: 'vary.html', make: htmlOf },
  json: { file: 'vary.json', make: (report) => `${JSON.stringify(report, undefined, 2)}\n` },
  junit: { file: 'vary.junit.xml', make: junitOf },
}

/** Writes reports into a folder, which is made, and answers their paths. */
export async function writeVaryReports(
  report: VaryReport,
  forms: readonly VaryReportForm[],
  folder: string,
): Promise<string[]> {
  const written: string[] = []
  if (forms.length > 0) await mkdir(folder, { recursive: true })
  for (const form of new Set(forms)) {
    const { file, make } = makers[form]
    const path = join(folder, file)
    await writeWhole(path, make(report))
    written.push(path)
  }
  return written
}

/** The report as one HTML file that needs nothing else, in the style of the reports of `identikit conform`. */
function htmlOf(report: VaryReport): string {
  const { findings, broken, unclear, flaky, leftOut, command: words } = report
  const groups = [...Map.groupBy(findings, ({ variant }) => variant).values()]
  const items = (all: readonly string[]): readonly string[] => list(all.map(h))
  return htmlDocument(
    `identikit vary: ${sentenceOf(report)}`,
    `<header>
<h1>identikit vary -- ${h(words)}</h1>
<p class="sentence ${freshOf(report).length > 0 ? 'bad' : 'good'}">${h(sentenceOf(report))}</p>
<p class="soft">${countsLine(report)}</p>
</header>
<main>
${section('What the tests rely on', groups.map(variantCard))}
${broken ? section('Mistakes that the tests notice', [scoreTable(broken.score)]) : ''}
${broken ? section('No test notices that the service', items(broken.unnoticed.map(({ summary, operation }) => `${summary} (${operation})`))) : ''}
${section('Flaky without variants', items(flaky))}
${section('Unclear', items(unclear))}
${section('Not tried, for lack of time', items(leftOut))}
</main>
<footer>Marked lines differ, apart from times and ids. The API description allows both replies.</footer>`,
  )
}

function variantCard(group: readonly Finding[]): string {
  const { variant, severity, summary, open, interpretation, advice } = group[0]!
  const tests = group.map(
    (finding) => `<h4>${h(titleOf(finding))} <span class="soft">${h(placeOf(finding))}</span></h4>
${finding.test.message === undefined ? '' : `<p class="problem">${h(finding.test.message)}</p>`}
<p><code>${h(callLine(finding))}</code><span class="soft">${h(howKnown(finding.by))}</span>${finding.isHanging ? ' <span class="soft">then the test hung</span>' : ''}</p>
${replies(finding)}`,
  )
  return `<div class="card${group.every(({ isKnown }) => isKnown) ? ' known' : ''}">
<h3>${h(variant)}: the service ${h(summary)} <span class="soft">${severity}</span></h3>
${tests.join('\n')}
<p><strong>Open:</strong> ${h(open)}${interpretation === undefined ? '' : ` <code>${h(interpretation)}</code>`}</p>
<p><strong>Do:</strong> ${coded(advice)}</p>
</div>`
}

/** Both replies next to each other, with the differences marked. */
function replies({ call, plain, differences }: Finding): string {
  if (!call) return ''
  const marks = differences.slice(0, 12).map((each) => `<li><code>${h(differenceLine(each))}</code></li>`)
  const list = marks.length === 0 ? '' : `<ul>${marks.join('')}</ul>`
  if (!plain) return `${list}<pre>${h(shown(call.reply))}</pre>`
  const [before, now] = [shown(plain).split('\n'), shown(call.reply).split('\n')]
  const marked = (lines: readonly string[], others: readonly string[]): string => {
    const known = new Set(others.map(settled))
    return lines
      .slice(0, 60)
      .map((line) => (known.has(settled(line)) ? h(line) : `<mark>${h(line)}</mark>`))
      .join('\n')
  }
  return `${list}<div class="three"><div><h4>without the variant</h4><pre>${marked(before, now)}</pre></div>
<div><h4>with it</h4><pre>${marked(now, before)}</pre></div></div>`
}

const shownHeaders = /^(?:link|content-type|retry-after|location)$/
const ofLimits = /^(?:date|x-rate-limit-reset)$/

function shown({ status, headers, text, isBroken }: NonNullable<Finding['plain']>): string {
  if (isBroken) return 'The connection was reset.'
  const head = Object.entries(headers).filter(
    ([name]) => shownHeaders.test(name) || (status === 429 && ofLimits.test(name)),
  )
  // A variant's own indents stay.
  const body = text.includes('\n') ? text : prettyText(text)
  return [String(status), ...head.map(([name, value]) => `${name}: ${value}`), '', body].join('\n')
}

function scoreTable(score: NonNullable<VaryReport['broken']>['score']): string {
  const total = totalOf(score)
  const row = (name: string, noticed: number, tried: number): string =>
    `<tr><td><code>${h(name)}</code></td><td>${noticed} of ${tried}</td></tr>`
  return `<table><thead><tr><th>Operation</th><th>Noticed</th></tr></thead><tbody>${score.map(({ operation, noticed, tried }) => row(operation, noticed, tried)).join('')}${row('all', total.noticed, total.tried)}</tbody></table>`
}

function tellOf(finding: Finding): string {
  return [
    callLine(finding),
    ...finding.differences.slice(0, maxShown).map(differenceLine),
    finding.open,
    finding.advice,
  ].join('\n')
}

/** JUnit XML: a suite for each variant that was tried, and a case for each finding. */
function junitOf({ variants, findings }: VaryReport): string {
  const suites = variants.map((variant) => {
    const cases = findings
      .filter((each) => each.variant === variant)
      .map((each): JunitCase => ({
        classname: variant,
        name: titleOf(each),
        more: { file: each.test.file ? placeOf(each) : undefined },
        outcome: each.isKnown
          ? { kind: 'skipped', message: 'known' }
          : { kind: 'failure', message: each.advice, text: tellOf(each) },
      }))
    const none = { classname: variant, name: 'no test relies on it' }
    return { name: variant, cases: cases.length === 0 ? [none] : cases }
  })
  return junitXml('identikit vary', suites)
}

/** Workflow commands of GitHub Actions: an error at the line of each test, and a notice with the sentence. */
export function annotationsOf(report: VaryReport): string[] {
  return [
    ...freshOf(report)
      .slice(0, maxErrors)
      .map((each) => {
        const { line } = each.test
        const file = fileOf(each)
        return command('error', `${each.variant}: ${titleOf(each)}`, tellOf(each), {
          ...(file !== undefined && { file, ...(line !== undefined && { line: String(line) }) }),
        })
      }),
    command('notice', 'identikit vary', sentenceOf(report)),
  ]
}
