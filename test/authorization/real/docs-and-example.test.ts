import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser as Chromium, Page } from 'playwright-core'
import { createServer as createVite } from 'vite'
import { expect, test } from 'vitest'
import { loadDataset, parseSeed } from '../../../src/fixtures/index.ts'
import { createOrg } from '../../../src/index.ts'
import { serve } from '../../../src/server.ts'
import { signInBrowser } from '../../../src/testing.ts'
import { hasChromium, launchChromium } from '../../support/chromium.ts'
import { Browser, type Served } from './served.ts'

const root = resolve(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/sign-in.md'), 'utf8')
const seed = readFileSync(join(root, 'examples/sign-in/org.yaml'), 'utf8')
const run = promisify(execFile)

/** The TypeScript block of the page that contains `mark`. */
function snippet(mark: string): string {
  const found = [...page.matchAll(/```ts\n(.*?)```/gs)]
    .map((match) => match[1]!)
    .find((it) => it.includes(mark))
  if (found === undefined) throw new Error(`The page has no TypeScript with ${mark}`)
  return found
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** The organisation of the example, with the application at another port. */
async function exampleOrg(appPort: number, from: number): Promise<Served> {
  const port = await freePort()
  const org = createOrg({ baseUrl: `http://localhost:${port}` })
  await loadDataset(org, parseSeed(seed.replaceAll(`localhost:${from}`, `localhost:${appPort}`)))
  const server = await serve({ org, port })
  return {
    ...server,
    url: `http://localhost:${port}`,
    login: 'jo@example.com',
    password: 'Sup3rsecret',
    userId: '',
    client: () => undefined,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

test('the page shows how the single-page app of the example makes its client', () => {
  expect(readFileSync(join(root, 'examples/sign-in/main.ts'), 'utf8')).toContain(
    snippet('new UserManager').trim(),
  )
})

test('the server of the page signs a user in', async () => {
  const appPort = await freePort()
  await using server = await exampleOrg(appPort, 3000)
  const folder = mkdtempSync(join(root, 'test', '.example-'))
  let child: ChildProcess | undefined
  try {
    const file = join(folder, 'server.mts')
    const text = snippet("'my-server'")
      .replaceAll('localhost:3000', `localhost:${appPort}`)
      .replaceAll('http://localhost:4010', server.url)
      .replace('listen(3000)', `listen(${appPort}, () => console.log('ready'))`)
    writeFileSync(file, text)
    child = spawn(join(root, 'node_modules/.bin/tsx'), [file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout!, 'data')
    const begun = await fetch(`http://localhost:${appPort}/`, { redirect: 'manual' })
    const back = await new Browser(server).open(begun.headers.get('location')!)
    expect(await (await fetch(back)).text()).toBe('You are Jo Ames')
  } finally {
    child?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the test of the page passes', async () => {
  const folder = mkdtempSync(join(root, 'test', '.example-'))
  try {
    const text = snippet('only gold customers').replace(
      "'identikit/vitest'",
      `'${join(root, 'src/vitest.ts')}'`,
    )
    writeFileSync(join(folder, 'shop.test.ts'), text)
    const args = ['run', '--testTimeout=120000', '--root', folder]
    const { stdout } = await run(join(root, 'node_modules/.bin/vitest'), args, { cwd: root })
    expect(stdout).toMatch(/1 passed/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.runIf(hasChromium)('the example signs in, renews in a frame and signs out, in Chromium', async () => {
  const appPort = await freePort()
  await using server = await exampleOrg(appPort, 5173)
  process.env['AUTHORITY'] = `${server.url}/oauth2/default`
  const vite = await createVite({
    root: join(root, 'examples/sign-in'),
    logLevel: 'error',
    server: { port: appPort, strictPort: true, host: 'localhost' },
  })
  let browser: Chromium | undefined
  try {
    await vite.listen()
    browser = await launchChromium()
    const app = `http://localhost:${appPort}/`
    const context = await browser.newContext()
    const tab = await context.newPage()
    const complaints: string[] = []
    tab.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await tab.goto(app)
    await tab.click('#sign-in')
    await tab.waitForSelector('text=My single-page app')
    await tab.fill('#login', server.login)
    await tab.fill('#password', server.password)
    await tab.click('button')
    await tab.waitForSelector('h1:has-text("asks for access")')
    await tab.click('button[value=allow]')
    await tab.waitForURL(app)
    await tab.waitForSelector('#who:has-text("You are Jo Ames")')
    const before = await tab.textContent('#who')
    // The library reckons with whole seconds of the browser's own clock.
    await tab.waitForTimeout(1100)
    await tab.click('#renew')
    await tab.waitForFunction((text) => document.querySelector('#who')?.textContent !== text, before)
    await tab.click('#sign-out')
    await tab.waitForSelector('#who:has-text("Nobody is signed in")')
    expect(server.org.control.list({ kind: 'sessions', user: server.login })).toEqual([])

    await signInBrowser(context, server.org, { user: server.login })
    await signsInWithoutAPage(tab, app)
    expect(complaints).toEqual([])
  } finally {
    await browser?.close()
    await vite.close()
  }
})

/** The session is there, and the consent was given before. */
async function signsInWithoutAPage(tab: Page, app: string): Promise<void> {
  await tab.goto(app)
  await tab.click('#sign-in')
  await tab.waitForSelector('#who:has-text("You are Jo Ames")')
}
