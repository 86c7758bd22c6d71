/**
 * Compares each report word by word with `golden/`. After an intended change, run `npx vitest run
 * test/conformance/report/golden.test.ts -u`, and read the difference.
 */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ConformanceResult } from '../../../conformance/engine/judge/result.ts'
import { diffText } from '../../../conformance/report/diff.ts'
import { githubAnnotations } from '../../../conformance/report/machine-forms.ts'
import { terminalSummary } from '../../../conformance/report/terminal.ts'
import { reportFiles } from '../../../conformance/report/write-reports.ts'
import { goldenResults } from './golden-results.ts'

function pageOf(result: ConformanceResult): string {
  return (reportFiles(result, 'html')['report.html'] ?? '')
    .replace(/<style>[^]*<\/style>/, '<style></style>')
    .replace(/<script>[^]*<\/script>/, '<script></script>')
    .replaceAll(/(?<=<\/(?:p|li|tr|article|details|h\d|section|div|label|summary|thead|pre)>)(?=<)/g, '\n')
}

/** The lines of a page that the page of a run that conforms does not have. */
function ownLines(page: string): string {
  const usual = pageOf(goldenResults['conforms']!())
  const lines = new Set(page === usual ? [] : usual.split('\n'))
  return page
    .split('\n')
    .filter((line) => !lines.has(line))
    .join('\n')
}

/** A CTRF report with a line for each test. */
function testsInLines(text: string): string {
  const { results, ...head } = JSON.parse(text)
  const { tests, ...rest } = results
  return [{ ...head, results: rest }, ...tests].map((part) => JSON.stringify(part)).join('\n')
}

test.each(Object.entries(goldenResults))('the reports of a run with the result %s', async (name, make) => {
  const result = make()
  const page = pageOf(result)
  const colours = terminalSummary(result, { colour: true, columns: 80 }).replaceAll('\u001B', '␛')
  const whole = name === 'everything'
  const parts = {
    terminal: terminalSummary(result, { colour: false, columns: 80 }),
    'terminal in colour': whole ? colours : colours.split('\n').slice(-4).join('\n'),
    markdown: reportFiles(result, 'md')['summary.md'],
    'GitHub Actions': githubAnnotations(result).join('\n'),
    badge: Object.values(reportFiles(result, 'badge')).join(''),
    'compared with a run that conforms': diffText(result, goldenResults['conforms']!()),
    'a run that conforms, compared with it': diffText(goldenResults['conforms']!(), result),
    ...(whole
      ? {
          JUnit: reportFiles(result, 'junit')['junit.xml'],
          CTRF: testsInLines(reportFiles(result, 'ctrf')['ctrf.json'] ?? ''),
        }
      : {}),
    // Nobody reads many cards that are alike: a digest shows that one changed.
    page: whole
      ? page
      : name === 'many-ways'
        ? `sha256 ${createHash('sha256').update(page).digest('hex')}`
        : ownLines(page).replace(/(?<=<div class="tools")[^]*?(?=<\/section>)/, ' …'),
  }
  const text = Object.entries(parts).map(([part, said]) => `=== ${part}\n${said}\n`)
  await expect(text.join('\n')).toMatchFileSnapshot(`golden/${name}.txt`)
})
