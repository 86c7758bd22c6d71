/**
 * Takes the pictures of docs/pictures from a running mock, in light and dark. One shows a refused call, the reason
 * and the fix. Further ones show the report of a conformance run, a finding of `identikit vary`, and help.
 *
 *     npm run docs:pictures   `-- --out FOLDER` writes them elsewhere: CI does, to show that they can be taken
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { escapeHtml } from '../conformance/report/html-page.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { createOrg } from '../src/index.ts'
import { serve } from '../src/server/http.ts'
import { launchChromium } from '../test/support/chromium.ts'
import { schemes, takenWebp } from './webp.ts'

const style = `
  :root { color-scheme: light dark; --back: #fff; --text: #1f2328; --soft: #f3f4f6; --ill: #b42318; --well: #1a7f37 }
  @media (prefers-color-scheme: dark) { :root { --back: #16181d; --text: #e6e8eb; --soft: #22252c; --ill: #ff8a80; --well: #6fdd8b } }
  body { margin: 0; padding: 16px 20px; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
  h1 { font-size: 16px; margin: 0 0 6px } .ill { color: var(--ill) } .well { color: var(--well) }
  pre { background: var(--soft); border-radius: 6px; padding: 10px 12px; margin: 0 0 14px; font: 13.5px/1.5 monospace; white-space: pre-wrap }
`
const usual = join(import.meta.dirname, '../docs/pictures')
const { out: folder } = parseArgs({ options: { out: { type: 'string', default: usual } } }).values
mkdirSync(folder, { recursive: true })
await using browser = await launchChromium()
await takeStory()
await takeReport()
await takeFinding()
await takeHelp()

/** Takes a page in light and dark. */
async function take(page: Page, name: string): Promise<void> {
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    writeFileSync(join(folder, `${name}-${scheme}.webp`), await takenWebp(page, 60))
  }
}

/** A refused call, the reason in the journal, and the call that works. */
async function takeStory(): Promise<void> {
  await using page = await browser.newPage({ viewport: { width: 820, height: 420 } })
  await page.setContent(`<style>${style}</style>${await story()}`)
  await take(page, 'refused-why-fixed')
}

async function story(): Promise<string> {
  const org = createOrg({ baseUrl: 'http://localhost:4010' })
  const body = JSON.stringify({
    profile: { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' },
  })
  const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
  await org.fetch('/api/v1/users', { method: 'POST', headers, body })
  const suspend = '/api/v1/users/jo@example.com/lifecycle/suspend'
  const refused = await org.fetch(suspend, { method: 'POST', headers })
  const { errorCode, errorCauses } = (await refused.json()) as {
    errorCode: string
    errorCauses: { errorSummary: string }[]
  }
  const { explanation } = org.control.readExchange({})
  if (!explanation) throw new Error('The call was not refused')
  org.control.setUser({ user: 'jo@example.com', status: 'ACTIVE' })
  const fixed = await org.fetch(suspend, { method: 'POST', headers })
  return [
    `<h1>1. Refused</h1><pre>POST ${suspend}\n<b class="ill">${refused.status} ${errorCode}</b>  ${errorCauses[0]?.errorSummary ?? ''}</pre>`,
    `<h1>2. Why: control.readExchange().explanation</h1><pre>rule      ${explanation.rule}\nsection   ${explanation.section}\naccepted  ${explanation.accepted}</pre>`,
    `<h1>3. Fixed</h1><pre>control.setUser({ user: 'jo@example.com', status: 'ACTIVE' })\nPOST ${suspend}\n<b class="well">${fixed.status}</b></pre>`,
  ].join('')
}

/** The report of a run against a mock whose suspension is broken. */
async function takeReport(): Promise<void> {
  const org = createOrg({ baseUrl: 'http://localhost:4010' })
  org.control.addFault({ operation: 'suspendUser', status: 500 })
  const server = await serve({ port: 0, org })
  const out = mkdtempSync(join(tmpdir(), 'identikit-report-'))
  try {
    await checked(server.url, org.apiToken, out)
  } finally {
    await server.close()
  }
  await using page = await browser.newPage({ viewport: { width: 1100, height: 760 } })
  await page.goto(pathToFileURL(join(out, 'report.html')).href)
  await take(page, 'report')
}

/** A finding of `identikit vary` about a client that takes the first page of a list for the whole. */
async function takeFinding(): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'identikit-vary-'))
  const test = join(import.meta.dirname, '../test/vary/clients/client.test.mjs')
  const options = ['--only', 'short-pages', '--report', 'html', '--out', out]
  await inProcess([
    'vary',
    ...options,
    '--',
    'node',
    '--test',
    '--test-name-pattern',
    'lists the members',
    test,
  ])
  await using page = await browser.newPage({ viewport: { width: 1100, height: 900 } })
  await page.goto(pathToFileURL(join(out, 'vary.html')).href)
  await take(page, 'vary')
}

/** Runs the suite in its own process. It exits with 1, since the server is broken. */
function checked(baseUrl: string, token: string, out: string): Promise<void> {
  const options = ['--quick', '--explore', 'off', '--report', 'html', '--out', out, '--base-url', baseUrl]
  return inProcess(['conform', ...options, '--token', 'env:TOKEN'], { TOKEN: token })
}

/** Runs a command in its own process, which may exit with 1. */
function inProcess(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const argv = ['--import', 'tsx', 'src/cli/identikit.ts', ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { env: { ...process.env, ...env } }, () => resolve())
  })
}

/** The help of `identikit serve` at a terminal of 100 columns. */
async function takeHelp(): Promise<void> {
  const lines = ['$ identikit serve --help', '']
  const write = (text: string): void => void lines.push(text)
  const progress = { write, interactive: false, columns: 100 }
  await runCommandLine(['serve', '--help'], { out: write, error: write, progress, environment: {} })
  const height = 22 * lines.join('\n').split('\n').length
  await using page = await browser.newPage({ viewport: { width: 880, height } })
  await page.setContent(`<style>${style}</style><pre>${escapeHtml(lines.join('\n'))}</pre>`)
  await take(page, 'help')
}
