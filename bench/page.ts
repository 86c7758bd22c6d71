import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { median } from './side-by-side.ts'

/** The gzipped size that a page loads until a worker's first answer, and the time that this takes. */
export interface PageCost {
  readonly bytes: number
  /** Milliseconds from `start()` to the first answer. */
  readonly start: number
  /** Milliseconds of processor time of the page's main thread in between, independent of other work on the machine. */
  readonly busy: number
  readonly files: readonly string[]
}

type PageName = 'msw' | 'empty' | 'demo'

/** A page with msw alone, one with an empty organisation, and one with the demo world. */
export type PageCosts = Readonly<Record<PageName, PageCost>> & {
  /** How much longer our `start()` takes than that of the page with msw alone in the same round. */
  readonly startBeyond: number
  /** Everything that our pages could load at some time, gzipped. */
  readonly bytesInAll: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules/.cache/identikit-bench-page')

const measured = `
  globalThis.measure = async () => {
    const before = performance.now()
    await worker.start({ quiet: true })
    const response = await fetch('/api/v1/users/me', { headers: { authorization: 'SSWS bench-token' } })
    if (response.status !== 200) throw new Error('answered ' + response.status)
    await response.json()
    return performance.now() - before
  }
`

const ours = (options: string): string => `
  import { setupWorker } from ${JSON.stringify(join(root, 'dist/page/browser.js'))}
  const worker = setupWorker({ baseUrl: '/', apiToken: 'bench-token'${options} })
  ${measured}`

const pages: Readonly<Record<PageName, string>> = {
  msw: `
    import { http, HttpResponse } from 'msw'
    import { setupWorker } from 'msw/browser'
    const worker = setupWorker(http.get('/api/v1/users/me', () => HttpResponse.json({ id: 'me' })))
    ${measured}`,
  empty: ours(''),
  demo: ours(", world: 'demo'"),
}

/** Builds the pages for production and opens each in Chromium. Returns undefined, with a notice, without Chromium. */
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
    const results: Record<PageName, PageCost[]> = { msw: [], empty: [], demo: [] }
    for (let round = 0; round < rounds; round++) {
      for (const name of ['msw', 'empty', 'demo'] as const)
        results[name].push(await costOf(browser, `${address}${name}.html`))
    }
    const middle = (costs: readonly PageCost[]): PageCost => ({
      ...costs[0]!,
      start: median(costs.map(({ start }) => start)),
      busy: median(costs.map(({ busy }) => busy)),
    })
    const beyond = results.empty.map(({ start }, round) => start - results.msw[round]!.start)
    return {
      msw: middle(results.msw),
      empty: middle(results.empty),
      demo: middle(results.demo),
      startBeyond: median(beyond),
      bytesInAll: await bytesOfAll(results.msw[0]!.files),
    }
  } finally {
    await browser?.close()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The gzipped size of all built scripts, except some. */
async function bytesOfAll(others: readonly string[]): Promise<number> {
  const assets = join(folder, 'dist/assets')
  const names = (await readdir(assets)).filter((name) => !others.includes(`/assets/${name}`))
  const sizes = names.map(async (name) => gzipSync(await readFile(join(assets, name))).length)
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
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

/** In its own browser context: a service worker and loaded files outlive the page. */
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
    await page.waitForFunction("'measure' in globalThis", undefined, { timeout: 60_000 })
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const taken = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics')
      return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
    }
    const before = await taken()
    const start = await page.evaluate<number>('measure()')
    const busy = (await taken()) - before
    await Promise.all(reading)
    const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0)
    return { bytes, start, busy, files: [...scripts.keys()] }
  } finally {
    await context.close()
  }
}
