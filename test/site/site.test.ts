import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { axeFindings } from '../console/axe.ts'
import { withChromium } from '../support/chromium.ts'
import { ServedSite, siteFolder } from './served-site.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
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

const pages = ['', 'the-api.html', 'how-to.html', 'console.html', 'reference/control.html']

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
  expect(sections).toEqual(['Getting started', 'Guides', 'Recipes', 'Reference', 'Contributing'])
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Console' }).click()
  await page.getByRole('heading', { level: 1, name: 'The console' }).waitFor()
  expect(page.url()).toBe(`${served.url}console.html`)
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

const questions = [...readFileSync(join(docs, 'questions.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
  ([, question]) => question!,
)

withChromium('the search has each of the questions among its first three', async () => {
  expect(questions).toHaveLength(25)
  const page = await served.open('pages.html')
  await page.getByRole('button', { name: 'Search' }).click()
  const results = page.locator('#localsearch-list a')
  const found = async (): Promise<string> => (await results.allTextContents()).slice(0, 3).join('\n')
  for (const question of questions) {
    await page.locator('#localsearch-input').fill(question)
    await expect.poll(found).toContain(question)
  }
})

/** Searches of people who have not seen the headings, and a page that answers each. */
const words: Readonly<Record<string, string>> = {
  'rate limit': 'how-to.html',
  'expired activation link': 'how-to.html',
  id_token: 'how-to.html',
  mfa: 'how-to.html',
  cors: 'troubleshooting.html',
  'docker compose': 'containers.html',
  'golang java python': 'how-to.html',
  cypress: 'how-to.html',
  angular: 'how-to.html',
  'webhook signature': 'control.html',
  jest: 'runners.html',
  playwright: 'runners.html',
  'proxy vite': 'recipes.html',
  storybook: 'recipes.html',
  E0000011: 'troubleshooting.html',
}

withChromium('the search finds what people type', async () => {
  const page = await served.open('pages.html')
  await page.getByRole('button', { name: 'Search' }).click()
  const results = page.locator('#localsearch-list a')
  const found = (): Promise<string[]> =>
    results.evaluateAll((links) =>
      links.slice(0, 5).map((link) => (link as HTMLAnchorElement).href.split('#')[0]!),
    )
  for (const [typed, answer] of Object.entries(words)) {
    await page.locator('#localsearch-input').fill(typed)
    await expect.poll(found, { message: typed }).toContain(served.url + answer)
  }
})
