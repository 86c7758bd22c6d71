import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { median } from './side-by-side.ts'

/** What a page loads until a worker answers for the first time, gzipped, and how long it takes. */
export interface PageCost {
  readonly bytes: number
  /** Milliseconds from `start()` to the first answer. */
  readonly start: number
  readonly files: readonly string[]
}

/** A page with msw alone, one with an empty organisation, and one with the demo world. */
export type PageCosts = Readonly<Record<'msw' | 'empty' | 'demo', PageCost>>

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules/.cache/identikit-bench-page')

const measured = `
  const before = performance.now()
  await worker.start({ quiet: true })
  const response = await fetch('/api/v1/users/me', { headers: { authorization: 'SSWS bench-token' } })
  if (response.status !== 200) throw new Error('answered ' + response.status)
  await response.json()
  document.title = String(performance.now() - before)
`

const ours = (options: string): string => `
  import { setupWorker } from ${JSON.stringify(join(root, 'dist/browser.js'))}
  const worker = setupWorker({ baseUrl: '/', apiToken: 'bench-token'${options} })
  ${measured}`

const pages: Readonly<Record<keyof PageCosts, string>> = {
  msw: `
    import { http, HttpResponse } from 'msw'
    import { setupWorker } from 'msw/browser'
    const worker = setupWorker(http.get('/api/v1/users/me', () => HttpResponse.json({ id: 'me' })))
    ${measured}`,
  empty: ours(''),
  demo: ours(", world: 'demo'"),
}

/** Builds the pages for production and opens each in Chromium; undefined, with a notice, where there is none. */
export async function measurePage(rounds: number): Promise<PageCosts | undefined> {
  const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', chromium.executablePath()].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (executablePath === undefined) {
    console.error('page: left out, for there is no Chromium; say where it is in CHROMIUM_PATH')
    return undefined
  }
  let site: PreviewServer | undefined
  let browser: Browser | undefined
  try {
    site = await buildSite()
    const address = site.resolvedUrls!.local[0]!
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    const results: Record<keyof PageCosts, PageCost[]> = { msw: [], empty: [], demo: [] }
    for (let round = 0; round < rounds; round++) {
      for (const name of ['msw', 'empty', 'demo'] as const)
        results[name].push(await costOf(browser, `${address}${name}.html`))
    }
    const middle = (costs: readonly PageCost[]): PageCost => ({
      ...costs[0]!,
      start: median(costs.map(({ start }) => start)),
    })
    return { msw: middle(results.msw), empty: middle(results.empty), demo: middle(results.demo) }
  } finally {
    await browser?.close()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildSite(): Promise<PreviewServer> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'public'), { recursive: true })
  await copyFile(
    join(root, 'node_modules/msw/lib/mockServiceWorker.js'),
    join(folder, 'public/mockServiceWorker.js'),
  )
  for (const [name, code] of Object.entries(pages)) {
    await writeFile(join(folder, `${name}.js`), code)
    await writeFile(
      join(folder, `${name}.html`),
      `<!doctype html><script type="module" src="./${name}.js"></script>`,
    )
  }
  const shared = { configFile: false, root: folder, logLevel: 'error' } as const
  const input = Object.keys(pages).map((name) => join(folder, `${name}.html`))
  await build({
    ...shared,
    build: { target: 'es2023', chunkSizeWarningLimit: 5000, rolldownOptions: { input } },
  })
  return preview({ ...shared, preview: { host: '127.0.0.1', port: 0, open: false } })
}

/** In a context of its own: a service worker, and what was loaded, outlive the page. */
async function costOf(browser: Browser, address: string): Promise<PageCost> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const scripts = new Map<string, number>()
    const reading: Promise<void>[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!/^\/assets\/.*\.js$/.test(pathname)) return
      reading.push(response.body().then((body) => void scripts.set(pathname, gzipSync(body).length)))
    })
    await page.goto(address)
    await page.waitForFunction("document.title !== ''", undefined, { timeout: 60_000 })
    await Promise.all(reading)
    const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0)
    return { bytes, start: Number(await page.title()), files: [...scripts.keys()] }
  } finally {
    await context.close()
  }
}
