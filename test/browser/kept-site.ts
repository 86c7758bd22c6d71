import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { build, preview, type PreviewServer } from 'vite'
import type { MockWorker, WorkerOptions } from '../../src/browser.ts'
import { hasChromium, launchChromium } from '../support/chromium.ts'

declare const worker: MockWorker

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
  readonly json: any
}

/**
 * A production build of a page below its own path. The server answers all paths with the page. Each test has its own
 * browser context.
 */
export class KeptSite {
  readonly #page: string
  readonly #msw: 'msw' | 'msw2'
  #folder = ''
  #site: PreviewServer | undefined
  browser!: Browser
  context!: BrowserContext
  origin = ''

  /** @param page A folder next to this file. */
  constructor(page = 'kept-page', msw: 'msw' | 'msw2' = 'msw') {
    this.#page = page
    this.#msw = msw
    beforeAll(() => this.#build(), 300_000)
    afterAll(() => this.#end())
    beforeEach(async () => {
      this.context = await this.browser?.newContext()
    })
    afterEach(async () => {
      await this.context?.close()
    })
  }

  /** Opens a tab whose worker is made with these options. */
  async open(options: WorkerOptions, path = '/sub/'): Promise<Page> {
    const page = await this.context.newPage()
    await this.goTo(page, options, path)
    return page
  }

  /** Opens the page in a tab that is there, with a worker of these options. */
  async goTo(page: Page, options: WorkerOptions, path = '/sub/'): Promise<void> {
    await page.goto(this.addressOf(options, path))
    await ready(page)
  }

  addressOf(options: WorkerOptions, path = '/sub/', origin = this.origin): string {
    return `${origin}${path}?options=${encodeURIComponent(JSON.stringify({ baseUrl: '/sub', ...options }))}`
  }

  async #build(): Promise<void> {
    if (!hasChromium) return
    this.#folder = await mkdtemp(join(tmpdir(), 'identikit-kept-'))
    const outDir = this.#folder
    const shared = {
      configFile: false,
      root: join(root, 'test/browser', this.#page),
      base: '/sub/',
      logLevel: 'error',
      resolve: { alias: { 'identikit/browser': join(root, 'src/browser.ts'), msw: this.#msw } },
    } as const
    await build({
      ...shared,
      build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 4000 },
    })
    const script = join(root, 'node_modules', this.#msw, 'lib/mockServiceWorker.js')
    await cp(script, join(outDir, 'mockServiceWorker.js'))
    this.#site = await preview({
      ...shared,
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0, open: false, allowedHosts: true },
    })
    this.origin = new URL(this.#site.resolvedUrls!.local[0]!).origin
    this.browser = await launchChromium()
  }

  async #end(): Promise<void> {
    await this.browser?.close()
    await this.#site?.close()
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
  }
}

export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await ready(page)
}

/** Calls the service from inside a page. */
export function api(page: Page, method: string, path: string, body?: object, base = '/sub'): Promise<Answer> {
  return page.evaluate(
    async ([verb, target, sent]) => {
      const headers = { authorization: `SSWS ${worker.apiToken}`, 'content-type': 'application/json' }
      const init = { method: verb!, headers, ...(sent === undefined ? {} : { body: sent }) }
      const response = await fetch(target!, init)
      const text = await response.text()
      return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
    },
    [method, base + path, body && JSON.stringify(body)],
  )
}

export async function statusOf(page: Page, user = 'ada'): Promise<string> {
  return (await api(page, 'GET', `/api/v1/users/${user}`)).json.status
}

export function profile(name: string): object {
  const login = `${name}@example.com`
  return { login, email: login, firstName: name, lastName: 'Doe' }
}
