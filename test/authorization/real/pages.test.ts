import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { hasChromium, launchChromium, withChromium } from '../../support/chromium.ts'
import { served, type Served } from './served.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

let browser: Browser
let server: Served
let app: Server
let callback: string

beforeAll(async () => {
  if (!hasChromium) return
  browser = await launchChromium()
  server = await served({ signIn: { quick: true } })
  app = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><title>The app</title><h1>The app</h1>')
  })
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  app?.close()
})

/** The problems that axe finds on a page, light and wide, dark and narrow. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, width] of [
    ['light', 1200],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(axe)
    const violations = await page.evaluate(async () =>
      (
        await (
          globalThis as unknown as {
            axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
        ).axe.run()
      ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`),
    )
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    found.push(...violations, ...(wide ? [`${colorScheme}: wider than the screen`] : []))
  }
  return found
}

function authorizeUrl(clientId: string, changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile email',
    state: 's',
    ...changes,
  })
  return `${server.url}/oauth2/v1/authorize?${query}`
}

withChromium('sign-in, consent and the way back go by keyboard alone, and axe finds nothing', async () => {
  const { client_id: id } = server.client({
    redirect_uris: [callback],
    client_name: 'Shop',
    consent_method: 'REQUIRED',
  })
  const page = await (await browser.newContext()).newPage()
  await page.goto(authorizeUrl(id))
  expect(await findings(page)).toEqual([])
  // The list of people to choose from, for development.
  await page.getByRole('button', { name: /Jo Ames|jo@example\.com/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /asks for access/ }).waitFor()
  expect(await findings(page)).toEqual([])
  const allow = page.locator('button[value=allow]')
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    if (await allow.evaluate((button) => button === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The app' }).waitFor()
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^\w{43}$/)
  await page.context().close()
})

withChromium('a mistake before the redirect URI is known shows a page, and nobody is sent on', async () => {
  const { client_id: id } = server.client({ redirect_uris: [callback], client_name: 'Careful' })
  const page = await (await browser.newContext()).newPage()
  const response = await page.goto(authorizeUrl(id, { redirect_uri: 'http://evil.example/' }))
  expect(response?.status()).toBe(400)
  expect(new URL(page.url()).origin).toBe(server.url)
  expect(await findings(page)).toEqual([])
  await page.context().close()
})

withChromium('a device is connected on its page, and signing out ends on one', async () => {
  const { client_id: id } = server.client({
    client_name: 'TV',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: [callback],
    grant_types: ['authorization_code', deviceGrant],
  })
  const begun = await fetch(`${server.url}/oauth2/v1/device/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: id, scope: 'openid' }),
  })
  const { user_code: code } = (await begun.json()) as { user_code: string }
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${server.url}/activate`)
  await page.getByRole('button', { name: /Jo Ames|jo@example\.com/ }).click()
  await page.getByRole('textbox').first().waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('textbox').first().fill(code)
  await page.keyboard.press('Enter')
  await page.locator('button[value=allow]').waitFor()
  expect(await findings(page)).toEqual([])
  await page.locator('button[value=allow]').click()
  await page.getByText('The device is connected').waitFor()
  expect(await findings(page)).toEqual([])

  await page.goto(`${server.url}/oauth2/v1/logout`)
  expect(await findings(page)).toEqual([])
  await page.context().close()
})
