import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { hasChromium, launchChromium } from '../support/chromium.ts'

/** Where `npm run site` writes it. */
export const siteFolder = fileURLToPath(new URL('../../build/site', import.meta.url))

/** Not at the root of the host, as on the pages of a repository. */
const below = '/some/project/'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.webp': 'image/webp',
}

/** The site as a static host serves it below a path, and Chromium to look at it. */
export class ServedSite {
  /** Requests of pages to other hosts, failed requests, and errors in the console. */
  readonly complaints: string[] = []
  #browser: Browser | undefined
  #server: Server | undefined
  #contexts: BrowserContext[] = []

  constructor() {
    beforeAll(async () => {
      if (!hasChromium) return
      this.#browser = await launchChromium()
      this.#server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url!, 'http://localhost')
        const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
        const file = path.startsWith(below) ? await read(path.slice(below.length)) : undefined
        if (file === undefined) response.writeHead(404).end()
        else response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(file)
      })
      await new Promise<void>((listens) => void this.#server!.listen(0, '127.0.0.1', listens))
    })
    afterAll(async () => {
      for (const context of this.#contexts) await context.close()
      await this.#browser?.close()
      this.#server?.close()
    })
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}${below}`
  }

  /** Opens a page of the site in its own context. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser!.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    this.#contexts.push(context)
    const page = await context.newPage()
    page.on('request', (request) => {
      if (!/^data:|^blob:/.test(request.url()) && !request.url().startsWith(this.url))
        this.complaints.push(`${path} asks ${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.complaints.push(`${path}: ${response.status()} ${response.url()}`)
    })
    page.on('pageerror', (error) => this.complaints.push(`${path}: ${String(error)}`))
    await page.goto(this.url + path, { waitUntil: 'networkidle' })
    return page
  }
}

function read(path: string): Promise<Buffer | undefined> {
  return readFile(join(siteFolder, path)).catch(() => undefined)
}
