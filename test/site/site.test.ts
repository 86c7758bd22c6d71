import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { axeFindings } from '../console/axe.ts'
import { withChromium } from '../support/chromium.ts'
import { ServedSite, siteFolder } from './served-site.ts'

const html = new Map(
  readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(siteFolder, file), 'utf8')]),
)
const served = new ServedSite()

test('every link and picture of the site leads to a page, a heading or a file of it', () => {
  expect(html.size).toBeGreaterThan(50)
  const broken = [...html].flatMap(([page, text]) =>
    [...text.matchAll(/\s(href|src|srcset)="([^"]*)"/g)].flatMap(([, attribute, address]) => {
      const isFine = attribute === 'href' && /^(?:https?|mailto|data):/.test(address!)
      return isFine || leadsSomewhere(page, address!) ? [] : [`${page}: ${attribute} ${address}`]
    }),
  )
  expect(broken).toEqual([])
})

/** Whether a relative address leads to a file, and its fragment to an element there. */
function leadsSomewhere(page: string, address: string): boolean {
  const [path = '', fragment] = address.split('#', 2)
  if (path.startsWith('/') || /^\w+:/.test(path)) return false
  const to = path === '' ? page : relative(siteFolder, resolve(siteFolder, dirname(page), path))
  const file =
    to === '' || statSync(join(siteFolder, to), { throwIfNoEntry: false })?.isDirectory()
      ? join(to, 'index.html')
      : to
  if (!existsSync(join(siteFolder, file))) return false
  return !fragment || html.get(file)?.includes(` id="${decodeURIComponent(fragment)}"`) === true
}

test('scripts and style sheets name no other host to load from', () => {
  const assets = readdirSync(join(siteFolder, 'assets'), { recursive: true, encoding: 'utf8' })
  const styles = assets.filter((file) => file.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(0)
  const loads = styles.flatMap((file) => {
    const text = readFileSync(join(siteFolder, 'assets', file), 'utf8')
    return text.match(/@import[^;]*|url\(["']?(?:https?:)?\/\/[^)]*\)/g) ?? []
  })
  expect(loads).toEqual([])
})

const pages = [
  '',
  'reference/the-api.html',
  'server.html',
  'reference/console.html',
  'reference/control.html',
]

withChromium.for(pages.flatMap((path) => [[path, 'light'] as const, [path, 'dark'] as const]))(
  'axe finds nothing on "%s" in %s, which asks nothing of another host',
  async ([path, colorScheme]) => {
    const page = await served.open(path, { colorScheme })
    expect(await page.locator('html.dark').count()).toBe(colorScheme === 'dark' ? 1 : 0)
    expect(await axeFindings(page)).toEqual([])
    expect(served.complaints).toEqual([])
  },
)

withChromium('the sidebar has the sections of the documentation, and leads to a page', async () => {
  const page = await served.open('')
  const sections = await page.locator('.VPSidebar section h2').allTextContents()
  expect(sections).toEqual(['Guides', 'Reference', 'Contributing'])
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Faults' }).click()
  await page.getByRole('heading', { level: 1, name: 'Make calls fail' }).waitFor()
  expect(page.url()).toBe(`${served.url}faults.html`)
})

withChromium('the ways to start are tabs', async () => {
  const page = await served.open('')
  const tabs = page.locator('.vp-code-group').first()
  expect(await tabs.locator('.tabs label').allTextContents()).toEqual(['Server', 'Node tests', 'Browser'])
  await tabs.getByText('Browser', { exact: true }).click()
  await tabs.getByText('setupWorker').first().waitFor()
  expect(await tabs.getByText('npx identikit serve').isVisible()).toBe(false)
})

withChromium('a page fits a phone', async () => {
  for (const path of pages) {
    const page = await served.open(path, { viewport: { width: 360, height: 740 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
  }
})

/** Questions and words of people who have not seen the headings, and a page that answers each. */
const questions: Readonly<Record<string, string>> = {
  'How do I start a mock server?': 'server.html',
  'How do I use it in Jest?': 'node-tests.html',
  'How do I use it from Python, Java or Go?': 'server.html',
  'How do I create test users?': 'data.html',
  'How do I reset between tests?': 'node-tests.html',
  'How do I return a rate limit error?': 'faults.html',
  'How do I sign a user in without a password?': 'sign-in.html',
  'How do I get an access token or an ID token?': 'sign-in.html',
  'How do I read the activation mail?': 'sign-in.html',
  'How do I test an expired link?': 'sign-in.html',
  'How do I lock a user out?': 'control.html',
  'Why did my call fail?': 'control.html',
  'Why do I get a CORS error?': 'server.html',
  'How do I keep the state after a restart?': 'data.html',
  'How do I run it in Docker?': 'server.html',
  'How do I check a real deployment?': 'conformance.html',
  'Does a conformance run change my tenant?': 'conformance.html',
  'Will my tests pass against the real service?': 'vary.html',
  'Is there an OpenAPI document?': 'openapi-pact.html',
  'How do I replay a HAR file of my deployment?': 'compare.html',
  'expired activation link': 'sign-in.html',
  id_token: 'sign-in.html',
  mfa: 'control.html',
  'golang java python': 'server.html',
  cypress: 'playwright.html',
  angular: 'browser.html',
  'webhook signature': 'control.html',
  'proxy vite': 'server.html',
  storybook: 'browser.html',
  E0000011: 'control.html',
}

withChromium('the search leads from a question to the page that answers it', async () => {
  const page = await served.open('pages.html')
  await page.getByRole('button', { name: 'Search' }).click()
  const results = page.locator('#localsearch-list a')
  const found = (): Promise<string[]> =>
    results.evaluateAll((links) =>
      links.slice(0, 5).map((link) => (link as HTMLAnchorElement).href.split('#')[0]!),
    )
  for (const [question, answer] of Object.entries(questions)) {
    await page.locator('#localsearch-input').fill(question)
    await expect.poll(found, { message: question }).toContain(served.url + answer)
  }
})
