/** `identikit vary` with Playwright: the organisation is in the page, which has no environment. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect } from 'vitest'
import type { VaryReport } from '../../src/vary/run/report.ts'
import { runHere } from '../cli/run-here.ts'
import { chromiumPath, withChromium } from '../support/chromium.ts'

const root = join(import.meta.dirname, '../..')

withChromium('varies the organisation of a page of Playwright, and knows the test of its calls', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vary-pages-'))
  const pages = join(folder, 'pages')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      outDir: pages,
      lib: { entry: join(root, 'src/index.ts'), formats: ['es'], fileName: 'index' },
    },
  })
  const options = { launchOptions: { executablePath: chromiumPath, args: ['--no-sandbox'] } }
  writeFileSync(
    join(folder, 'playwright.config.mjs'),
    `export default { testDir: '.', reporter: 'line', outputDir: 'results', use: ${JSON.stringify(options)} }`,
  )
  writeFileSync(
    join(folder, 'groups.spec.mjs'),
    `import { readFileSync } from 'node:fs'
import { expect, test } from ${JSON.stringify(pathToFileURL(join(root, 'node_modules/@playwright/test/index.mjs')).href)}
test.describe('groups', () => {
  test('are all on the first page', async ({ page }) => {
    await page.route('http://app.test/**', (route) => {
      const { pathname } = new URL(route.request().url())
      const body = pathname === '/' ? '<h1>Groups</h1>' : readFileSync(${JSON.stringify(pages)} + pathname)
      return route.fulfill({ contentType: pathname === '/' ? 'text/html' : 'text/javascript', body })
    })
    await page.goto('http://app.test/')
    const count = await page.evaluate(async () => {
      const { createOrg } = await import('/index.js')
      const org = createOrg()
      const headers = { authorization: 'SSWS ' + org.apiToken, 'content-type': 'application/json' }
      await org.fetch('/api/v1/groups', { method: 'POST', headers, body: '{"profile":{"name":"A"}}' })
      return (await (await org.fetch('/api/v1/groups?limit=50', { headers })).json()).length
    })
    expect(count).toBe(2)
  })
})
`,
  )
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const command = ['node', playwright, 'test', '--config', join(folder, 'playwright.config.mjs')]
  const { code } = await runHere([
    'vary',
    '--only',
    'short-pages',
    '--report',
    'json',
    '--out',
    folder,
    '--',
    ...command,
  ])
  const { findings } = JSON.parse(readFileSync(join(folder, 'vary.json'), 'utf8')) as VaryReport
  expect([code, findings.map(({ id, by, call }) => [id, by, call?.operation])]).toEqual([
    1,
    [['short-pages: groups › are all on the first page', 'test', 'listGroups']],
  ])
  rmSync(folder, { recursive: true, force: true })
})
