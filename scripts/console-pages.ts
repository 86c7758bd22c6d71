import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page, Request } from 'playwright-core'
import { loadDataset } from '../src/fixtures/load-dataset.ts'
import { createOrg } from '../src/index.ts'
import { serve } from '../src/server/http.ts'
import { type Scheme, takenWebp } from './webp.ts'

/** A page of the console that has a picture, and the way to it from the named page. */
export interface ConsolePage {
  readonly name: string
  readonly place: string
  /** A link on that page to follow. */
  readonly follow?: string | RegExp
  /** The table row with the link to follow. */
  readonly row?: RegExp
  /** The button to press there. */
  readonly press?: string
}

/** The pages of the console, in the order of its navigation. */
export const consolePages: readonly ConsolePage[] = [
  { name: 'overview', place: '' },
  { name: 'people', place: 'people' },
  { name: 'new-person', place: 'people', press: 'New person' },
  { name: 'person', place: 'people', follow: 'hope.medhurst@example.com' },
  { name: 'groups', place: 'groups' },
  { name: 'group', place: 'groups', follow: 'Engineering' },
  { name: 'rules', place: 'rules' },
  { name: 'rule', place: 'rules', follow: /by department/ },
  { name: 'clients', place: 'clients' },
  { name: 'client', place: 'clients', follow: 'Picture shop' },
  { name: 'sign-in', place: 'sign-in' },
  { name: 'mails', place: 'mails' },
  { name: 'mail', place: 'mails', follow: 'Reset your password' },
  { name: 'journal', place: 'journal' },
  { name: 'exchange', place: 'journal', row: /suspend-not-active/ },
  { name: 'tokens', place: 'tokens' },
  { name: 'faults', place: 'faults' },
  { name: 'webhook', place: 'webhook' },
  { name: 'clock', place: 'clock' },
  { name: 'data', place: 'data' },
  { name: 'settings', place: 'settings' },
  { name: 'organisations', place: 'organisations' },
]

/** The console of a server with the demo data, at a fixed time. */
export interface ShownConsole {
  /** Opens a page; returns a digest of its text for a screen reader, which changes when the page changes. */
  open(name: string): Promise<string>
  /** A picture of the open page, as WebP. */
  picture(scheme: Scheme): Promise<Buffer>
  close(): Promise<void>
}

/** Values that differ from run to run: the time of a call, the port, the machine's time. */
const changing =
  /[\d.]+ ms|msg_[0-9a-f]+|(?:\d+ \w+ )+(?:ahead|behind)|(?:127\.0\.0\.1|localhost):\d+|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\d\d:\d\d:\d\d UTC/g

const size = { width: 1180, height: 760 }

/** Serves the demo data, lets a little happen, and opens the console. */
export async function showConsole(browser: Browser): Promise<ShownConsole> {
  const org = createOrg({
    baseUrl: 'http://localhost:4010',
    apiToken: 'token',
    clock: { start: '2026-01-05T09:30:00.000Z', frozen: true },
  })
  await loadDataset(org, 'demo')
  const server = await serve({ port: 0, org })
  const hook = await listening()
  await letHappen(server.url, hook.url)
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', timezoneId: 'UTC' })

  const settled = watchCalls(page)

  const openPage = async (name: string): Promise<void> => {
    const { place, follow, row, press } = consolePages.find((each) => each.name === name)!
    await page.goto('about:blank')
    await page.goto(`${server.url}/_console#/${place}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled()
    if (follow !== undefined || row !== undefined) {
      const main = page.getByRole('main')
      const link = row
        ? main.getByRole('row', { name: row }).getByRole('link')
        : main.getByRole('link', { name: follow! })
      await link.first().click()
      await page.waitForFunction((before) => !location.hash.endsWith(before), `/${place}`)
    }
    await settled()
    if (press === undefined) return
    await page.getByRole('button', { name: press }).click()
    await settled()
  }

  return {
    async open(name) {
      await openPage(name)
      const outline = await page.locator('body').ariaSnapshot()
      const steady = outline.replaceAll(changing, '…')
      return createHash('sha256').update(steady).digest('hex').slice(0, 16)
    },
    async picture(scheme) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.waitForTimeout(100)
      return takenWebp(page, 55)
    },
    async close() {
      await page.close()
      await server.close()
      hook.close()
    },
  }
}

/**
 * Watches the calls of a page. Returns a function that waits until all are answered and drawn. The page is never idle:
 * it listens for events.
 */
function watchCalls(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/_control/events')) underWay.add(request)
  })
  const isOver = (request: Request): void => void underWay.delete(request)
  // Not `requestfinished`: the browser reports none for a reply whose body the page does not read.
  page.on('response', (response) => isOver(response.request()))
  page.on('requestfailed', isOver)
  return async () => {
    for (let calm = 0, turn = 0; calm < 4 && turn < 50; turn += 1) {
      await page.waitForTimeout(100)
      calm = underWay.size === 0 ? calm + 1 : 0
    }
    underWay.clear()
  }
}

/** A receiver of the webhook: it refuses the first message twice, and accepts the next. */
async function listening(): Promise<{ readonly url: string; readonly close: () => void }> {
  let count = 0
  const receiver = createServer((request, response) => {
    count += 1
    request.resume()
    response.writeHead(count > 2 ? 204 : 503).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    close() {
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

/** Waits until `count` messages reached the webhook, or were dropped. */
async function delivered(url: string, count: number): Promise<void> {
  for (;;) {
    const reply = await fetch(`${url}/_control/read-webhook`, { method: 'POST' })
    const { deliveries } = (await reply.json()) as { readonly deliveries: readonly { state: string }[] }
    if (deliveries.filter(({ state }) => state.startsWith('d')).length === count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A few calls and mails, so that there is something to see. */
async function letHappen(url: string, hook: string): Promise<void> {
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { authorization: 'SSWS token', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const login = 'hope.medhurst@example.com'
  await call('POST', '/oauth2/v1/clients', {
    client_name: 'Picture shop',
    redirect_uris: ['https://shop.example.com/callback'],
  })
  await call('POST', '/_control/set-webhook', {
    url: hook,
    secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
    types: ['user.*'],
    attempts: 2,
    retryDelay: 1,
  })
  await call('GET', '/api/v1/users?limit=5')
  await call('POST', `/api/v1/users/${login}/lifecycle/suspend`)
  await delivered(url, 1)
  await call('POST', `/api/v1/users/${login}/lifecycle/suspend`)
  await call('POST', `/api/v1/users/${login}/lifecycle/unsuspend`)
  await delivered(url, 2)
  await call('POST', `/api/v1/users/${login}/lifecycle/reset_password`)
  await delivered(url, 3)
  await call('POST', '/api/v1/groups', { profile: { name: '' } })
  await call('GET', '/api/v1/groups?q=Eng')
  await call('POST', '/_control/add-fault', { operation: 'deleteGroup', refusal: 'rate-limited', times: 2 })
  await call('POST', '/_control/add-fault', { operation: 'forgotPasswordWithAnswer', latency: '2s' })
  await call('POST', '/_control/save-snapshot', { name: 'before the offboarding' })
  await call('POST', '/_orgs', { name: 'acme', dataset: 'empty' })
  await call('POST', '/_orgs', { name: 'team-blue', from: 'acme' })
}
