import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { chromiumPath, launchChromium } from '../test/support/chromium.ts'
import { root } from './processes.ts'
import { atMost, ratioRow, rounded, type Row } from './report.ts'
import { median } from './rounds.ts'

/** The gzipped size that a page loads until a worker's first answer, and the time that this takes. */
interface PageCost {
  readonly bytes: number
  /** Milliseconds from `start()` to the first answer. */
  readonly start: number
  /** Milliseconds of processor time of the page's main thread in between, independent of other work on the machine. */
  readonly busy: number
  readonly files: readonly string[]
}

/** A page with msw alone, one with an empty organisation, and one with the demo world. */
type PageName = 'msw' | 'empty' | 'demo'

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
  import { setupWorker } from ${JSON.stringify(join(root, 'dist/browser.js'))}
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

/** Builds the pages for production and opens each in Chromium. Returns nothing, with a notice, without Chromium. */
export async function pageRows(rounds: number): Promise<readonly Row[]> {
  if (chromiumPath === undefined) {
    console.error('page: left out, for there is no Chromium; say where it is in CHROMIUM_PATH')
    return []
  }
  try {
    await using closing = new AsyncDisposableStack()
    const site = await buildSite()
    closing.defer(() => site.close())
    const address = site.resolvedUrls!.local[0]!
    await using browser = await launchChromium()
    const taken: Record<PageName, PageCost[]> = { msw: [], empty: [], demo: [] }
    for (let round = 0; round < rounds; round++) {
      for (const name of ['msw', 'empty', 'demo'] as const)
        taken[name].push(await costOf(browser, `${address}${name}.html`))
    }
    return rowsOf(taken, await bytesOfAll(taken.msw[0]!.files))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `inAll` is the size of everything that our pages could load at some time. */
function rowsOf(taken: Readonly<Record<PageName, readonly PageCost[]>>, inAll: number): readonly Row[] {
  const [msw, empty, demo] = [taken.msw[0]!, taken.empty[0]!, taken.demo[0]!]
  const kilobytes = (bytes: number): number => bytes / 1000
  const milliseconds = (name: PageName, figure: 'start' | 'busy'): string =>
    `${rounded(median(taken[name].map((cost) => cost[figure])))} ms`
  const times = median(taken.empty.map(({ start }, round) => start / taken.msw[round]!.start))
  const alone = `msw alone: ${rounded(kilobytes(msw.bytes))} kB; ours with everything that loads later: ${rounded(kilobytes(inAll))} kB`
  const own = kilobytes(empty.bytes - msw.bytes)
  const more = kilobytes(demo.bytes - empty.bytes)
  return [
    atMost('page: our weight beyond msw, without data, gzipped', own, 'kB', 130, alone),
    atMost('page: the demo data, more, gzipped', more, 'kB', 45, 'without faker'),
    ratioRow(
      'page: from start() to the first answer, in Chromium',
      [
        milliseconds('empty', 'start'),
        `msw alone: ${milliseconds('msw', 'start')}; processor time of the page: ${milliseconds('empty', 'busy')}, msw alone: ${milliseconds('msw', 'busy')}`,
      ],
      times,
      '≤',
      1.9,
    ),
  ]
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
  await using context = await browser.newContext()
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
  const taken = await busyTime(page)
  const before = await taken()
  const start = await page.evaluate<number>('measure()')
  const busy = (await taken()) - before
  await Promise.all(reading)
  const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0)
  return { bytes, start, busy, files: [...scripts.keys()] }
}

/** Processor time of a page's main thread in milliseconds, independent of other work on the machine. */
export async function busyTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
  }
}
