import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from '../console/axe.ts'
import { withChromium } from '../support/chromium.ts'
import { ServedSite } from './served-site.ts'

const served = new ServedSite()

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the playground' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
}

const run = (page: Page): Promise<void> => page.getByRole('button', { name: 'Run', exact: true }).click()
const output = (page: Page): Promise<string | null> => page.getByRole('log', { name: 'Output' }).textContent()

/** The examples by their titles, each with its last output. */
const examples: Readonly<Record<string, string>> = {
  'Create a user, follow the activation mail': 'PROVISIONED\nActivate your account\nSUCCESS\nACTIVE',
  'Read a list page by page': '\n23 groups',
  'Write a group rule': '[]\n[\n  "carter.considine@example.com"\n]',
  'See why a request is refused': 'Only an ACTIVE user can be suspended',
  'Get sign-in tokens': 'Bearer 3600 openid email\ncarter.considine@example.com',
}

withChromium('loads the mock after a click, runs five examples, and resets', async () => {
  const page = await served.open('')
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  // The site fetches pages ahead that it links to, such as that of the demo data.
  expect(scripts.filter((name) => /mount|demo/.test(name) && !name.includes('.md.'))).toEqual([])
  await start(page)
  expect(await page.getByLabel('Example').locator('option').allTextContents()).toEqual(Object.keys(examples))
  for (const [title, printed] of Object.entries(examples)) {
    await page.getByLabel('Example').selectOption(title)
    await run(page)
    await expect.poll(() => output(page)).toContain(printed)
  }
  const ofConsole = page.getByRole('region', { name: 'Console' })
  await ofConsole.getByRole('link', { name: 'Groups', exact: true }).first().click()
  await ofConsole.getByRole('link', { name: 'Lisbon office' }).waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await ofConsole.getByRole('link', { name: 'Groups', exact: true }).first().click()
  await ofConsole.getByRole('link', { name: 'Engineering' }).waitFor()
  expect(await ofConsole.getByRole('link', { name: 'Lisbon office' }).count()).toBe(0)
  await page.getByLabel('JavaScript').fill('await client.getUser({ params: { userId: "ada@example.com" } })')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => output(page)).toContain('ServiceError')
  await page.getByLabel('JavaScript').fill('print(')
  await run(page)
  await expect.poll(() => output(page)).toContain('SyntaxError')
  expect(served.complaints).toEqual([])
})

withChromium(
  'sends a request, and shows the reply and the reason of an error, by keyboard alone',
  async () => {
    const page = await served.open('')
    await page.getByRole('button', { name: 'Start the playground' }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('label')?.firstChild?.textContent))
      .toBe('Example')
    await page.getByLabel('Path').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('/api/v1/users/nobody')
    await page.keyboard.press('Enter')
    const reply = page.getByRole('region', { name: 'Reply' })
    await reply.getByText('Status 404').waitFor()
    expect(await reply.textContent()).toContain('The path and the body name records that exist')
    await page.getByLabel('Method').selectOption('POST')
    await page.getByLabel('Path').fill('/api/v1/groups')
    await page.getByLabel('Body').fill('{"profile":{"name":"Pilots"}}')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await reply.getByText('Status 200').waitFor()
    expect(await reply.textContent()).toContain('"name": "Pilots"')
    await page.getByLabel('Body').fill('{"profile":')
    await page.getByRole('button', { name: 'Send' }).click()
    await reply.getByText('Status 400').waitFor()
    await page.getByLabel('Path').fill('http://[')
    await page.getByRole('button', { name: 'Send' }).click()
    await reply.getByText('TypeError').waitFor()
  },
)

withChromium('a link carries code and request to somebody else, who runs them on purpose', async () => {
  const page = await served.open('')
  await start(page)
  await page.getByLabel('JavaScript').fill('document.title = "ran"; print("Grüße")')
  await page.getByLabel('Path').fill('/api/v1/groups?limit=1')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.url()).toContain('#play=')
  const other = await served.open(page.url().slice(served.url.length))
  await other.getByText('Your link carries code').waitFor()
  await start(other)
  expect(await other.getByLabel('JavaScript').inputValue()).toContain('print("Grüße")')
  expect(await other.getByLabel('Path').inputValue()).toBe('/api/v1/groups?limit=1')
  expect(await other.title()).not.toBe('ran')
  await run(other)
  await expect.poll(() => output(other)).toBe('Grüße')
  const broken = await served.open('#play=no-code')
  await start(broken)
  expect(await broken.getByLabel('JavaScript').inputValue()).toContain('client.createUser')
  expect(served.complaints).toEqual([])
})

withChromium.for([
  ['light', 1280],
  ['dark', 360],
] as const)('axe finds nothing on the playground in %s, %i pixels wide', async ([colorScheme, width]) => {
  const page = await served.open('', { colorScheme, viewport: { width, height: 800 } })
  await start(page)
  await page.getByLabel('Path').fill('/api/v1/users/nobody')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Status 404').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})
