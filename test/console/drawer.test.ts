import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { buildScript } from '../../scripts/console.ts'
import type { MountedConsole } from '../../src/console/mount.tsx'
import type { Organisation } from '../../src/organisation.ts'
import { hasChromium, withChromium } from '../support/chromium.ts'
import { axeFindings } from './axe.ts'
import { cutOff } from './cut-off.ts'
import { Served, tabTo } from './served.ts'

declare const drawer: MountedConsole
declare const org: Organisation

const served = new Served()
let script: string
let page: Page
let complaints: string[]

beforeAll(async () => {
  if (hasChromium) script = await buildScript(fileURLToPath(new URL('page-with-console.ts', import.meta.url)))
})

beforeEach(async () => {
  if (!hasChromium) return
  page = await served.context.newPage()
  complaints = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  const app = `${served.server.url}/app`
  await page.route(app, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>An app</title><style>* { color: red; font-size: 40px; letter-spacing: 1em }</style><main><h1>Mine</h1><button>Mine</button></main>',
    }),
  )
  await page.goto(app)
  await page.addScriptTag({ content: script, type: 'module' })
  await page.locator('dialog').waitFor({ state: 'attached' })
})

/** Where the focus is: in the drawer, by its name, or in the page. */
function focused(): Promise<string> {
  return page.evaluate(() => {
    const outer = document.activeElement
    const inner = outer?.shadowRoot?.activeElement
    return inner ? `drawer: ${inner.tagName} ${inner.textContent}` : `page: ${outer?.tagName}`
  })
}

withChromium('a page opens a drawer for the organisation that lives in it, by a key', async () => {
  await page.keyboard.press('Control+.')
  await page.getByRole('link', { name: 'People' }).first().click()
  await page.getByRole('link', { name: 'in-page@example.com' }).click()
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByText('Suspend: 200').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('link', { name: 'People' }).first().isVisible()).toBe(false)
  expect(await page.evaluate(() => (globalThis as { seen?: string[] }).seen)).toEqual(['user.suspended'])
  // It goes on where it was.
  await page.keyboard.press('Control+.')
  await page.getByRole('button', { name: 'Unsuspend' }).waitFor()
  await page.evaluate(() => drawer.remove())
  expect(await page.locator('dialog').count()).toBe(0)
  await page.keyboard.press('Control+.')
  expect(await page.locator('dialog').count()).toBe(0)
  expect(complaints).toEqual([])
})

withChromium(
  'the drawer shows at once that the page reset the organisation or went back to a snapshot',
  async () => {
    await page.keyboard.press('Control+.')
    const people = page.getByRole('region', { name: 'People' }).locator('.figure')
    const shows = (count: string) => people.getByText(count, { exact: true }).waitFor({ timeout: 5000 })
    await shows('3')
    await page.evaluate(() => org.control.saveSnapshot({ name: 'three' }))
    await page.evaluate(() => org.reset())
    await shows('1')
    await page.getByText('Nothing has changed since the start.').waitFor()
    await page.evaluate(() => org.control.restoreSnapshot({ name: 'three' }))
    await shows('3')
    expect(complaints).toEqual([])
  },
)

withChromium('axe finds nothing on any page of the drawer, light and dark, wide and narrow', async () => {
  await page.evaluate(() => org.control.addFault({ operation: 'forgotPasswordWithAnswer', latency: '2s' }))
  await page.keyboard.press('Control+.')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const width = colorScheme === 'light' ? 1200 : 390
    await page.setViewportSize({ width, height: 900 })
    const links = page.getByRole('navigation').getByRole('link')
    const menu = page.getByRole('button', { name: 'Menu' })
    if (colorScheme === 'dark') await menu.click()
    const names = await links.locator('span:not(.tally)').allTextContents()
    expect(names.join()).toBe(
      'Overview,People,Groups,Rules,Applications,Requests,Mails,Sessions,Webhook,Faults,Sign-in,Clock,Data,Settings,Actions',
    )
    for (const name of names) {
      if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) === 'false')
        await menu.click()
      await links.getByText(name, { exact: true }).click()
      await page.getByRole('dialog').getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(100)
      expect(await axeFindings(page), `${name}, ${colorScheme}`).toEqual([])
      expect(await cutOff(page, [width]), name).toEqual([])
    }
  }
  expect(complaints).toEqual([])
})

withChromium('a fault for two calls gives the page both, whatever the drawer shows', async () => {
  await page.evaluate(() => org.control.clear({ only: 'journal' }))
  await page.evaluate(() => org.control.addFault({ status: 429, times: 2 }))
  await page.keyboard.press('Control+.')
  const links = page.getByRole('navigation').getByRole('link')
  for (const name of await links.locator('span:not(.tally)').allTextContents()) {
    await links.getByText(name, { exact: true }).click()
    await page.getByRole('dialog').getByRole('heading', { level: 1 }).waitFor()
  }
  await links.getByText('People', { exact: true }).click()
  await page.getByRole('link', { name: 'in-page@example.com' }).click()
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByText('Suspend: 200').waitFor()
  const told = await page.evaluate(async () => {
    const statuses: number[] = []
    for (let call = 0; call < 3; call += 1) {
      const reply = await org.fetch('/api/v1/groups', { headers: { authorization: 'SSWS token' } })
      statuses.push(reply.status)
    }
    return { statuses, journal: org.control.readJournal().length }
  })
  expect(told).toEqual({ statuses: [429, 429, 200], journal: 3 })
  expect(complaints).toEqual([])
})

withChromium('the drawer goes through a sign-in at the organisation of the page', async () => {
  await page.keyboard.press('Control+.')
  await page.getByRole('navigation').getByRole('link', { name: 'Sign-in' }).click()
  await page.getByRole('combobox', { name: 'Person' }).fill('in-page@example.com')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const allow = page.getByRole('button', { name: 'Allow' })
  const claims = page.getByLabel('Claims of id_token')
  await allow.or(claims).waitFor()
  if (await allow.isVisible()) await allow.click()
  await claims.getByText('"name": "In Page"').waitFor()
  expect(complaints).toEqual([])
})

withChromium('the drawer is used by keyboard alone, and gives the focus back', async () => {
  await page.getByRole('button', { name: 'Mine' }).focus()
  await page.keyboard.press('Control+.')
  expect(await focused()).toMatch(/^drawer: /)
  for (let turn = 0; turn < 20 && !/Groups\d+$/.test(await focused()); turn += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'New group' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /By keyboard/ }).waitFor()
  // A full stop that is typed opens and closes nothing.
  await tabTo(page, page.getByRole('button', { name: 'Add a person' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('in-page@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /in-page@example.com.*by hand/ }).waitFor()
  expect(await cutOff(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Mine')
  expect(complaints).toEqual([])
})

/** Where the drawer is, in parts of the window. */
function box(): Promise<{ left: number; top: number; width: number; height: number }> {
  return page.evaluate(() => {
    const { left, top, width, height } = document.querySelector('dialog')!.getBoundingClientRect()
    const part = (pixels: number, of: number): number => Math.round((100 * pixels) / of)
    return {
      left: part(left, innerWidth),
      top: part(top, innerHeight),
      width: part(width, innerWidth),
      height: part(height, innerHeight),
    }
  })
}

withChromium('a button of the page opens the drawer, which docks right or below and is resized', async () => {
  await page.setViewportSize({ width: 1200, height: 900 })
  const launcher = page.getByRole('button', { name: 'Identikit console' })
  await launcher.focus()
  await page.keyboard.press('Enter')
  expect(await box()).toEqual({ left: 35, top: 0, width: 65, height: 100 })
  // The page makes room, and has it back when the drawer closes.
  const room = (): Promise<number[]> =>
    page.evaluate(() => {
      const { right, bottom } = document.documentElement.getBoundingClientRect()
      const { marginBottom } = document.documentElement.style
      return [Math.round((100 * right) / innerWidth), Number.parseInt(marginBottom) || 0, Math.sign(bottom)]
    })
  await expect.poll(room).toEqual([35, 0, 1])
  const edge = page.getByRole('separator', { name: 'Size of the console' })
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await box()).toMatchObject({ left: 25, width: 75 })
  for (const [key, width] of [
    ['End', 95],
    ['ArrowLeft', 95],
    ['Home', 25],
  ] as const) {
    await page.keyboard.press(key)
    expect(await box()).toMatchObject({ width })
  }
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move(600, 300, { steps: 4 })
  await page.mouse.up()
  await page.mouse.move(200, 300)
  expect(await box()).toMatchObject({ left: 50, width: 50 })

  await page.getByText('Identikit', { exact: true }).first().hover()
  await page.mouse.down()
  await page.mouse.move(700, 200, { steps: 4 })
  await page.mouse.up()
  expect(await box()).toMatchObject({ width: 60, height: 70 })
  await expect.poll(room).toEqual([100, 0, 1])
  await page.getByRole('button', { name: 'Dock below' }).focus()
  await page.keyboard.press('Enter')
  expect(await box()).toEqual({ left: 0, top: 50, width: 100, height: 50 })
  await expect.poll(room).toEqual([100, 450, 1])
  await edge.focus()
  await page.keyboard.press('ArrowUp')
  expect(await box()).toEqual({ left: 0, top: 45, width: 100, height: 55 })
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // The browser keeps where it was.
  await page.reload()
  await page.addScriptTag({ content: script, type: 'module' })
  await launcher.click()
  expect(await box()).toEqual({ left: 0, top: 45, width: 100, height: 55 })
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expect.poll(room).toEqual([100, 0, 1])
  expect(complaints).toEqual([])
})

withChromium(
  'nothing of the drawer comes out of it, and its navigation folds where it is narrow',
  async () => {
    await page.keyboard.press('Control+.')
    const edge = page.getByRole('separator', { name: 'Size of the console' })
    const menu = page.getByRole('button', { name: 'Menu' })
    expect(await menu.isVisible()).toBe(false)
    await edge.focus()
    await page.keyboard.press('Home')
    await menu.click()
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
    await page.getByRole('link', { name: 'in-page@example.com' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByText('Suspend: done').waitFor()
    const outside = await page.evaluate(() => {
      const drawer = document.querySelector('dialog')!
      const { left, top, right, bottom } = drawer.getBoundingClientRect()
      const message = drawer
        .querySelector('div')!
        .shadowRoot!.querySelector('.message')!
        .getBoundingClientRect()
      const isIn =
        message.left >= left && message.right <= right && message.top >= top && message.bottom <= bottom
      return { isIn, atLeft: document.elementFromPoint(left - 5, innerHeight / 2)?.localName }
    })
    expect(outside).toMatchObject({ isIn: true, atLeft: expect.not.stringMatching('dialog') })
    await page.evaluate(() => scrollTo(0, 0))
    expect(complaints).toEqual([])
  },
)

withChromium('no style of the page reaches the drawer, nor its styles the page', async () => {
  const own = (): Promise<string[]> =>
    page.evaluate(() => {
      const { color, fontSize } = getComputedStyle(document.querySelector('main button')!)
      return [color, fontSize]
    })
  expect(await own()).toEqual(['rgb(255, 0, 0)', '40px'])
  await page.keyboard.press('Control+.')
  const drawn = page.getByRole('dialog')
  const seen = async (role: 'heading' | 'link'): Promise<string[]> =>
    drawn
      .getByRole(role, role === 'heading' ? { level: 1 } : {})
      .first()
      .evaluate((element) => {
        const { color, fontSize, letterSpacing, padding } = getComputedStyle(element)
        return [color, fontSize, letterSpacing, padding]
      })
  expect(await seen('heading')).toEqual(['rgb(27, 33, 48)', '20px', 'normal', '0px'])
  expect(await seen('link')).toEqual(['rgb(52, 72, 197)', '14px', 'normal', '5px 8px'])
  expect(await own()).toEqual(['rgb(255, 0, 0)', '40px'])
})
