import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { beforeAll, expect, inject, test } from 'vitest'
import { serve } from '../../src/server.ts'
import { chromiumPath, withChromium } from '../support/chromium.ts'
import { docsBlocks, runBlocks } from '../support/docs-blocks.ts'
import { outerEnvironment } from '../../scripts/packed.ts'
import { consumerFolder } from './packed.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
let folder: string

// The runners are installed next to the package, as for a user.
beforeAll(async () => {
  const packed = inject('packed')
  folder = await consumerFolder(packed, 'runners')
  for (const name of ['jest', '@jest/globals', 'expect', '@playwright/test', 'vitest']) {
    const link = join(packed.folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(modules, name), link).catch(() => {})
  }
  await cp(join(import.meta.dirname, 'runners'), folder, { recursive: true })
}, 300_000)

/** Runs a Node.js program in the consumer's folder, and returns its output. */
async function printed(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: folder, env: { ...outerEnvironment(), ...env, FORCE_COLOR: '0' } }
  const { stdout, stderr } = await run(process.execPath, args, options).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}

const jest = join(modules, 'jest/bin/jest.js')

test('Jest runs tests of CommonJS with it, its own loader left as it is', async () => {
  const config = JSON.stringify({ testMatch: ['**/jest.test.cjs'], testTimeout: 120_000, transform: {} })
  const text = await printed([jest, '--config', config, '--rootDir', folder])
  expect(text).toContain('Tests:       7 passed, 7 total')
})

test('Jest runs tests that are modules with it', async () => {
  const config = JSON.stringify({ testMatch: ['**/jest.test.mjs'], testTimeout: 120_000, transform: {} })
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--config', config, '--rootDir', folder]
  expect(await printed(args)).toContain('Tests:       2 passed, 2 total')
})

test.each(['node', 'jsdom'])(
  'Jest requires every entry point, with its switch for modules and the conditions of %s',
  async (environment) => {
    const conditions =
      environment === 'jsdom' ? ['--testEnvironmentOptions={"customExportConditions":["browser"]}'] : []
    const flags = ['--experimental-vm-modules', '--no-warnings']
    const text = await printed([...flags, jest, 'entries.test.cjs', '--rootDir', folder, ...conditions])
    expect(text).toContain('Tests:       15 passed, 15 total')
  },
)

test('Jest takes it as a setup file, for its matchers', async () => {
  await writeFile(
    join(folder, 'setup.check.cjs'),
    `test('knows them', () => { expect({ status: 'ACTIVE' }).toHaveStatus('ACTIVE') })`,
  )
  const config = {
    testMatch: ['**/setup.check.cjs'],
    testTimeout: 120_000,
    transform: {},
    setupFilesAfterEnv: ['identikit/jest'],
  }
  const text = await printed([jest, '--config', JSON.stringify(config), '--rootDir', folder])
  expect(text).toContain('Tests:       1 passed, 1 total')
})

test('node:test runs tests with it', async () => {
  const text = await printed(['--test', '--test-reporter=tap', 'node.test.mjs'])
  expect(text).toMatch(/^# pass 2$/m)
  expect(text).toMatch(/^# fail 0$/m)
})

withChromium(
  'Playwright runs tests with it: a server for the worker, an organisation for each test',
  async () => {
    const text = await printed([join(modules, '@playwright/test/cli.js'), 'test', '--timeout=120000'], {
      CHROMIUM_PATH: chromiumPath,
    })
    expect(text).toContain('3 passed')
  },
)

/** The application of docs/playwright.md: it blocks a person, with a token that it is given. */
const application = `<!doctype html><title>App</title><button>Block</button><script>
const service = new URLSearchParams(location.search).get('service')
document.querySelector('button').onclick = () =>
  fetch(service + '/api/v1/users/lavon.pacocha@example.com/lifecycle/suspend', {
    method: 'POST',
    headers: { Authorization: 'SSWS ' + token },
  })
</script>`

const withToken = `
test.beforeEach(({ page, org }) => page.addInitScript((token) => Object.assign(globalThis, { token }), org.apiToken))
`

const block = `
const block = (user, { baseUrl, token }) => fetch(baseUrl + '/api/v1/users/' + user + '/lifecycle/suspend', {
  method: 'POST', headers: { Authorization: 'SSWS ' + token },
})
`

test('the code of docs/node-tests.md, playwright.md, conformance.md and vary.md runs, each with its runner', async () => {
  const [vitest, options, inJest, inNode] = runBlocks('docs/node-tests.md', 'ts').map(({ text }) => text)
  const [playwright] = runBlocks('docs/playwright.md', 'ts').map(({ text }) => text)
  const [, varied, loop] = runBlocks('docs/vary.md', 'ts').map(({ text }) => text)
  const [conform, registerChecks] = runBlocks('docs/conformance.md', 'ts').map(({ text }) => text)
  const site = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(application))
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const { port } = site.address() as AddressInfo
  const docs = join(folder, 'docs')
  await mkdir(docs)
  const write = (name: string, text: string): Promise<void> => writeFile(join(docs, name), text)
  await write('people.test.ts', vitest!)
  await write(
    'options.test.ts',
    `${options!}\nimport { expect } from 'vitest'\ntest('has people', ({ org }) => expect(org.control.describe().users.total).toBe(151))`,
  )
  await write('conform.test.ts', registerChecks!.replace(/only: .*,/, "only: ['users.suspend.not-active'],"))
  await write('jest.check.mjs', `${inJest!}${block}`)
  await write('node.check.mts', inNode!)
  await write('loop.check.mts', loop!)
  // Each variant of `used` is the business of other tests.
  await write('vary.test.ts', varied!.replace("vary: 'used'", "vary: ['short-pages']"))
  await write('pages.pw.ts', `${playwright!.replace('localhost:5173', `localhost:${port}`)}${withToken}`)
  await write(
    'playwright.config.ts',
    `export default { testMatch: 'pages.pw.ts', timeout: 120_000, reporter: 'line', use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] } } }`,
  )

  const server = await serve({ port: 0 })
  try {
    const env = { SERVICE_URL: server.url, TOKEN: server.org.apiToken }
    const text = await printed(
      [join(modules, 'vitest/vitest.mjs'), 'run', '--testTimeout=120000', '--root', docs],
      env,
    )
    expect(stripVTControlCharacters(text)).toMatch(/Test Files +4 passed/)
    // A few requirements: whole runs are the business of other tests.
    await write(
      'conform.mts',
      conform!
        .replace('https://id.example.com', server.url)
        .replace('TOKEN! }', "TOKEN!, only: ['users.suspend.*'] }"),
    )
    expect(await printed([join(docs, 'conform.mts')], env)).toMatch(/onform/)
  } finally {
    await server.close()
  }
  const config = JSON.stringify({ testMatch: ['**/jest.check.mjs'], testTimeout: 120_000, transform: {} })
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--config', config, '--rootDir', docs]
  expect(await printed(args)).toContain('Tests:       1 passed, 1 total')
  const inNodeTest = ['node.check.mts', 'loop.check.mts'].map((name) => join(docs, name))
  expect(await printed(['--test', '--test-reporter=tap', ...inNodeTest])).toMatch(/^# pass 4$/m)
  if (chromiumPath !== undefined) {
    const cli = join(modules, '@playwright/test/cli.js')
    const told = await printed([cli, 'test', '--config', join(docs, 'playwright.config.ts')], {
      CHROMIUM_PATH: chromiumPath,
    })
    expect(told).toContain('1 passed')
  }
  site.close()
})

test('the code of docs/reference/agent-skill.md runs, which identikit init adds, each with its runner', async () => {
  const [vitest, inJest, playwright, inNode, , route] = docsBlocks
    .filter(({ page, language }) => page === 'docs/reference/agent-skill.md' && language === 'js')
    .map(({ text }) => text)
  const skill = join(folder, 'skill')
  await mkdir(skill)
  const write = (name: string, text: string): Promise<void> => writeFile(join(skill, name), text)
  await write('skill.test.js', vitest!)
  await write('skill.check.cjs', inJest!)
  await write('skill.node.mjs', inNode!)
  await write('skill.pw.js', playwright!)
  await write('playwright.config.js', "export default { testMatch: 'skill.pw.js', timeout: 120_000 }")
  await write(
    'route.mjs',
    `${route!}
const headers = { Authorization: 'SSWS dev-token' }
const { status } = await answer(new Request(baseUrl + '/api/v1/users', { headers }))
process.env.NODE_ENV = 'production'
console.log(status, (await answer(new Request(baseUrl + '/api/v1/users', { headers }))).status)`,
  )
  const vitestRun = [join(modules, 'vitest/vitest.mjs'), 'run', '--testTimeout=120000', '--root', skill]
  expect(stripVTControlCharacters(await printed(vitestRun))).toMatch(/Tests +1 passed/)
  const config = JSON.stringify({ testMatch: ['**/skill.check.cjs'], testTimeout: 120_000 })
  expect(await printed([jest, '--config', config, '--rootDir', skill])).toContain('Tests:       1 passed')
  expect(await printed(['--test', '--test-reporter=tap', join(skill, 'skill.node.mjs')])).toMatch(
    /^# pass 1$/m,
  )
  expect(await printed([join(skill, 'route.mjs')])).toBe('200 404\n')
  const cli = join(modules, '@playwright/test/cli.js')
  expect(await printed([cli, 'test', '--config', join(skill, 'playwright.config.js')])).toContain('1 passed')
})
