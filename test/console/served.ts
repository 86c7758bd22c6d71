import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { loadDataset } from '../../src/fixtures/load-dataset.ts'
import { type RunningServer, serve } from '../../src/server.ts'
import { hasChromium, launchChromium } from '../support/chromium.ts'

type ServeOptions = Parameters<typeof serve>[0]

/** A browser, and for each test its own context and a server of the demo data. */
export class Served {
  browser!: Browser
  context!: BrowserContext
  server!: RunningServer

  constructor() {
    beforeAll(async () => {
      if (hasChromium) this.browser = await launchChromium()
    })
    afterAll(() => this.browser?.close())
    beforeEach(async () => {
      if (!this.browser) return
      this.server = await serve({ port: 0, options: { apiToken: 'token' } })
      await loadDataset(this.server.org, 'demo')
      this.context = await this.browser.newContext({ viewport: { width: 1280, height: 900 } })
    })
    afterEach(async () => {
      await this.context?.close()
      await this.server?.close()
    })
  }

  /** Serves an empty organisation instead of the one before, at the same address. */
  async restart(options: ServeOptions = {}): Promise<void> {
    const { port } = new URL(this.server.url)
    await this.server.close()
    this.server = await serve({ port: Number(port), options: { apiToken: 'token' }, ...options })
  }

  /** Opens a page of the console. */
  async open(place: string, page?: Page): Promise<Page> {
    const tab = page ?? (await this.context.newPage())
    await tab.goto(`${this.server.url}/_console#/${place}`)
    await tab.getByRole('heading', { level: 1 }).waitFor()
    return tab
  }

  /** Calls the service, as somebody elsewhere does. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
  async api(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { authorization: 'SSWS token', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.first().waitFor()
  for (let turn = 0; turn < 150; turn += 1) {
    const isThere = await control
      .first()
      .evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(control)}`)
}
