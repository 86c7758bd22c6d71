import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { build, createServer, preview, type PreviewServer } from 'vite'
import type { MockWorker } from '../../src/browser.ts'
import { hasChromium, launchChromium, withChromium } from '../support/chromium.ts'

declare const worker: MockWorker

const configFile = fileURLToPath(new URL('../../examples/browser/vite.config.ts', import.meta.url))
const password = 'Tr0ub4dor'

let folder: string
let site: PreviewServer
let browser: Browser
let page: Page
let origin: string
let complaints: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-page-'))
  const shared = { configFile, logLevel: 'error' } as const
  await build({ ...shared, build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 } })
  if (!hasChromium) return
  site = await preview({
    ...shared,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0, open: false },
  })
  origin = site.resolvedUrls!.local[0]!.replace(/\/$/, '')
  browser = await launchChromium()
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await site?.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  if (!browser) return
  // Its own context: a service worker outlives the page that started it.
  page = await (await browser.newContext()).newPage()
  complaints = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(origin)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
})

afterEach(async () => {
  await page?.context().close()
})

interface Answer {
  readonly status: number
  readonly link: string | null
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
  readonly json: any
}

/** Calls the service from inside the page. */
function api(method: string, path: string, body?: unknown, authorization = 'SSWS token'): Promise<Answer> {
  return page.evaluate(
    async ({ method: verb, path: target, body: sent, authorization: who }) => {
      const response = await fetch(target, {
        method: verb,
        headers: { authorization: who, 'content-type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        link: response.headers.get('link'),
        json: text === '' ? undefined : JSON.parse(text),
      }
    },
    { method, path, body, authorization },
  )
}

async function newUser(name: string): Promise<string> {
  const login = `${name}@example.com`
  const { status, json } = await api('POST', '/api/v1/users', {
    profile: { login, email: login, firstName: name, lastName: 'Doe' },
    credentials: { password: { value: password } },
  })
  expect(status).toBe(200)
  return json.id
}

withChromium('the worker answers for users from their creation to their suspension', async () => {
  const id = await newUser('ada')
  const read = await api('GET', '/api/v1/users/ada@example.com')
  expect(read).toMatchObject({ status: 200, json: { id, status: 'ACTIVE', profile: { firstName: 'ada' } } })
  expect(read.json._links.self.href).toBe(`${origin}/api/v1/users/${id}`)

  const search = encodeURIComponent('profile.lastName eq "Doe" and status eq "ACTIVE"')
  const found = await api('GET', `/api/v1/users?search=${search}`)
  expect(found.json.map((user: { id: string }) => user.id)).toEqual([id])

  const updated = await api('POST', `/api/v1/users/${id}`, { profile: { lastName: 'Byron' } })
  expect(updated).toMatchObject({ status: 200, json: { profile: { firstName: 'ada', lastName: 'Byron' } } })
  expect((await api('GET', `/api/v1/users?search=${search}`)).json).toEqual([])

  expect(await api('POST', `/api/v1/users/${id}/lifecycle/suspend`)).toMatchObject({ status: 200, json: {} })
  expect((await api('GET', `/api/v1/users/${id}`)).json.status).toBe('SUSPENDED')
  expect(complaints).toEqual([])
})

withChromium('the page reads the links of a list and follows them', async () => {
  for (const name of ['ada', 'bea', 'cyn']) await newUser(name)
  const logins: string[] = []
  let next: string | undefined = '/api/v1/users?limit=2'
  while (next !== undefined) {
    const answer: Answer = await api('GET', next)
    logins.push(...answer.json.map((user: { profile: { login: string } }) => user.profile.login))
    expect(answer.link).toContain(`<${origin}/api/v1/users?`)
    expect(answer.link).toContain('rel="self"')
    next = /<([^>]*)>; rel="next"/.exec(answer.link!)?.[1]
  }
  expect(logins).toEqual(['admin@example.com', 'ada@example.com', 'bea@example.com', 'cyn@example.com'])
})

withChromium('refusals reach the page with their status and body', async () => {
  expect(await api('GET', '/api/v1/users/nobody')).toMatchObject({
    status: 404,
    json: { errorCode: 'E0000007', errorLink: 'E0000007', errorCauses: [] },
  })
  expect(await api('GET', '/api/v1/users', undefined, 'SSWS wrong')).toMatchObject({
    status: 401,
    json: { errorCode: 'E0000011' },
  })
  await newUser('ada')
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'A', lastName: 'B' }
  const twice = await api('POST', '/api/v1/users', { profile })
  expect(twice).toMatchObject({ status: 400, json: { errorCode: 'E0000001' } })
  expect(twice.json.errorCauses).toHaveLength(1)
})

withChromium('a user signs in by the control plane inside the page', async () => {
  const id = await newUser('ada')
  const outcomes = await page.evaluate(async (given) => {
    const { control } = worker.org
    const wrong = await control.signIn({ login: 'ada@example.com', password: 'wrong' })
    const right = await control.signIn({ login: 'ada@example.com', password: given })
    return [wrong, right]
  }, password)
  expect(outcomes).toMatchObject([{ reason: 'WRONG_PASSWORD' }, { status: 'SUCCESS', userId: id }])
  expect((await api('GET', `/api/v1/users/${id}`)).json.lastLogin).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

withChromium('a person creates and suspends another on the page of the example', async () => {
  const fill = async (login: string): Promise<void> => {
    await page.getByLabel('Login').fill(login)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create' }).click()
  }
  await fill('ada@example.com')
  const row = page.getByRole('listitem').filter({ hasText: 'ada@example.com: ACTIVE' })
  await row.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('ada@example.com: SUSPENDED').waitFor()

  await fill('ada@example.com')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('login')
  expect(complaints).toEqual([])
})

withChromium('a page whose own address the worker answers at still loads again', async () => {
  await page.reload()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  expect(await page.title()).toBe('People')
  expect(await page.getByRole('listitem').count()).toBe(1)
})

withChromium('npx vite examples/browser serves the page with its worker', async () => {
  const development = await createServer({
    configFile,
    logLevel: 'error',
    cacheDir: join(folder, 'cache'),
    server: { host: '127.0.0.1', port: 0, hmr: false, open: false },
  })
  try {
    await development.listen()
    await page.goto(development.resolvedUrls!.local[0]!)
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    expect(await page.getByRole('listitem').count()).toBe(1)
    expect(complaints).toEqual([])
  } finally {
    await development.close()
  }
})

test('the scripts that the page loads at once contain no Node modules and no faker', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const scripts = new Map<string, string>()
  const visit = async (name: string): Promise<void> => {
    if (scripts.has(name)) return
    const text = await readFile(join(folder, 'assets', name), 'utf8')
    scripts.set(name, text)
    for (const [, imported] of text.matchAll(/(?:from|import) ?"\.\/([\w.-]+\.js)"/g)) await visit(imported!)
  }
  await visit(/src="\/assets\/([\w.-]+\.js)"/.exec(page)![1]!)
  // Datasets are loaded when one is asked for, and their names with them.
  expect(scripts.size).toBeLessThan((await readdir(join(folder, 'assets'))).length)
  for (const text of scripts.values()) {
    expect(text).not.toMatch(
      /\bfrom ?["']node:|\bimport\(?["']node:|__vite-browser-external|\bBuffer\.from\b/,
    )
    // Texts that occur only in the code and data of faker.
    expect(text).not.toMatch(/faker\.(seed|helpers|person)|lorem|FakerError/i)
  }
})
