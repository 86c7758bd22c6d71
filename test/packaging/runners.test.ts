import { execFile } from 'node:child_process'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumPath, withChromium } from '../support/chromium.ts'
import { installed, packedPackage } from './packed.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
let folder: string

// Installed once, with the runners as a user would have them beside it.
beforeAll(async () => {
  const packed = await packedPackage()
  ;({ folder } = packed)
  await installed(folder, packed.tarball)
  for (const name of ['jest', '@jest/globals', 'expect', '@playwright/test', 'vitest', '@types/node']) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(modules, name), link).catch(() => {})
  }
  await cp(join(import.meta.dirname, 'runners'), folder, { recursive: true })
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a program of Node's in the consumer's folder, and answers all that it prints. */
async function printed(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { VITEST: _, VITEST_MODE: __, NODE_ENV: ___, ...outer } = process.env
  const options = { cwd: folder, env: { ...outer, ...env, FORCE_COLOR: '0' } }
  const { stdout, stderr } = await run(process.execPath, args, options).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}

const jest = join(modules, 'jest/bin/jest.js')

test('Jest runs tests of CommonJS with it, its own loader left as it is', async () => {
  const config = JSON.stringify({ testMatch: ['**/jest.test.cjs'], transform: {} })
  const text = await printed([jest, '--config', config, '--rootDir', folder])
  expect(text).toContain('Tests:       5 passed, 5 total')
})

test('Jest runs tests that are modules with it', async () => {
  const config = JSON.stringify({ testMatch: ['**/jest.test.mjs'], transform: {} })
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--config', config, '--rootDir', folder]
  expect(await printed(args)).toContain('Tests:       2 passed, 2 total')
})

test('Jest takes it as a setup file, for its matchers', async () => {
  await writeFile(
    join(folder, 'setup.check.cjs'),
    `test('knows them', () => { expect({ status: 'ACTIVE' }).toHaveStatus('ACTIVE') })`,
  )
  const config = { testMatch: ['**/setup.check.cjs'], transform: {}, setupFilesAfterEnv: ['identikit/jest'] }
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
    const text = await printed([join(modules, '@playwright/test/cli.js'), 'test'], {
      CHROMIUM_PATH: chromiumPath,
    })
    expect(text).toContain('3 passed')
  },
)

test('types hold without a type argument', async () => {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }))
  const complaints = await run(join(modules, '.bin/tsc'), ['-p', 'tsconfig.json'], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  expect(complaints).toBe('')
})
