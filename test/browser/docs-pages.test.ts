import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { build, preview, type PreviewServer } from 'vite'
import { docsBlocks, runBlocks } from '../support/docs-blocks.ts'
import { hasChromium, launchChromium, withChromium } from '../support/chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A service worker takes a while to start. */
const patience = { timeout: 30_000 }

/** A worker that a piece goes on from, which its text says is there. */
const withWorker = `
import { setupWorker } from 'identikit/browser'
const worker = setupWorker({ baseUrl: '/' })
`

/** One with somebody who was sent a mail. */
const withMail = `${withWorker}
await worker.start({ quiet: true })
const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
const headers = { authorization: 'SSWS ' + worker.apiToken, 'content-type': 'application/json' }
await fetch('/api/v1/users', { method: 'POST', headers, body: JSON.stringify({ profile }) })
`

/** The pieces of the pages in order, with the code before and after each, and the check after it ran. */
const pieces: readonly {
  readonly page: string
  readonly before?: string
  readonly after?: string
  readonly holds: (page: Page, printed: readonly string[]) => Promise<void>
}[] = [
  {
    page: 'docs/browser.md',
    holds: (_, printed) => expect.poll(() => printed, patience).toContain('143'),
  },
  {
    page: 'docs/browser.md',
    holds: (page) => expect.poll(() => statusOfCall(page), patience).toBe(401),
  },
  {
    page: 'docs/browser.md',
    before: withWorker,
    holds: (page) => expect.poll(() => statusOfCall(page), patience).toBe(401),
  },
  {
    page: 'docs/browser.md',
    before: withMail,
    holds: (page) =>
      page.frameLocator('dialog iframe').getByRole('heading', { name: 'Activate your account' }).waitFor(),
  },
  {
    page: 'docs/browser.md',
    async holds(page) {
      await page.locator('dialog').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+.')
      await page.getByRole('dialog', { name: 'Identikit console' }).waitFor()
      await page.getByRole('link', { name: 'People' }).first().click()
      await page.getByRole('link', { name: 'admin@example.com' }).waitFor()
    },
  },
  {
    page: 'docs/browser.md',
    after: `
const { args: { token } } = story
async function show({ parameters = {} }) {
  await Promise.all(loaders.map((load) => load({ parameters })))
  const reply = await fetch('/api/v1/users?limit=200', { headers: { authorization: 'SSWS ' + token } })
  return (await reply.json()).map(({ profile, status }) => profile.login + ' ' + status)
}
const empty = await show({})
const locked = await show(Locked)
const many = await show(Many)
console.log(JSON.stringify([empty, locked, many.length, await show({}), await show(Locked)]))`,
    async holds(_, printed) {
      const admin = 'admin@example.com ACTIVE'
      const locked = [admin, 'ada@example.com LOCKED_OUT']
      await expect
        .poll(() => printed, patience)
        .toContain(JSON.stringify([[admin], locked, 143, [admin], locked]))
    },
  },
  {
    page: 'docs/reference/agent-skill.md',
    after: `
const reply = await fetch('/api/v1/users', { headers: { authorization: 'SSWS ' + worker.apiToken } })
console.log((await reply.json()).length)`,
    holds: (_, printed) => expect.poll(() => printed, patience).toContain('143'),
  },
]

/** The piece of docs/reference/agent-skill.md that `identikit init` adds to a project of Vite. */
const vite = docsBlocks.find(
  ({ page, text }) => page.endsWith('/agent-skill.md') && text.includes('/browser'),
)!

const textOf = ({ text }: { readonly text: string }): string => text

let folder: string
let site: PreviewServer
let browser: Browser

// Builds all pieces at once, and loads each in its own page.
beforeAll(async () => {
  if (!hasChromium) return
  folder = await mkdtemp(join(tmpdir(), 'identikit-docs-pages-'))
  const source = join(folder, 'source')
  await mkdir(source)
  const texts = [
    ...runBlocks('docs/browser.md', 'ts'),
    // Storybook calls the loaders of the first before it shows a story of the second.
    {
      page: 'docs/browser.md',
      text: runBlocks('docs/browser.md', 'js')
        .map(textOf)
        .join('')
        .replace('export default', 'const story ='),
    },
    vite,
  ]
  expect(texts.map(({ page }) => page)).toEqual(pieces.map(({ page }) => page))
  for (const [index, { text }] of texts.entries())
    await writeFile(
      join(source, `piece-${index}.ts`),
      `${pieces[index]!.before ?? ''}${text}\n${pieces[index]!.after ?? 'export {}'}\n`,
    )
  await writeFile(join(source, 'people.js'), 'export const People = () => undefined\n')
  // The module that the second piece of docs/browser.md imports.
  await writeFile(join(source, 'mock.ts'), `${withWorker}export { worker }\n`)
  const imports = pieces.map((_, index) => `'?${index}': () => import('./piece-${index}.ts')`)
  await writeFile(join(source, 'main.ts'), `void { ${imports.join(', ')} }[location.search]()\n`)
  await writeFile(
    join(source, 'index.html'),
    '<!doctype html><title>A page</title><script type="module" src="./main.ts"></script>',
  )
  const shared = {
    configFile: false,
    root: source,
    logLevel: 'error',
    define: { 'import.meta.env.DEV': 'true' },
    resolve: {
      alias: {
        'identikit/browser': join(root, 'src/browser.ts'),
        'identikit/fixtures': join(root, 'src/fixtures/index.ts'),
        'identikit/console': join(root, 'src/console/mount.tsx'),
      },
    },
    build: {
      outDir: join(folder, 'site'),
      emptyOutDir: true,
      minify: false,
      target: 'es2023',
      chunkSizeWarningLimit: 8000,
    },
  } as const
  await build(shared)
  await cp(join(root, 'node_modules/msw/lib/mockServiceWorker.js'), join(folder, 'site/mockServiceWorker.js'))
  site = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0, open: false } })
  browser = await launchChromium()
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await site?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** The status of a call without a token: 401 where the organisation answers. */
function statusOfCall(page: Page): Promise<number> {
  return page.evaluate(() => fetch('/api/v1/users').then(({ status }) => status))
}

withChromium.for(pieces.map(({ page }, index) => [page, index] as const))(
  'the code of %s, piece %i, runs in a page',
  async ([, index]) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const printed: string[] = []
    const errors: string[] = []
    page.on('console', (message) => printed.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    try {
      await page.goto(`${site.resolvedUrls!.local[0]!}?${index}`)
      await pieces[index]!.holds(page, printed)
      expect(errors).toEqual([])
    } finally {
      await context.close()
    }
  },
)
