import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serve } from '../src/server.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** The TypeScript of a page, by what it imports first. */
function snippet(mark: string, page = 'README.md'): string {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)]
  const found = blocks.map((match) => match[1]!).find((block) => block.includes(mark))
  if (found === undefined) throw new Error(`${page} has no TypeScript with ${mark}`)
  return found
}

/** Runs the text as a file in its own folder below the project. Node finds the built package there, and others. */
async function runInside(name: string, text: string, command: (file: string) => string[]): Promise<string> {
  const folder = mkdtempSync(join(root, 'test', '.readme-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, text)
    const { stdout } = await run(process.execPath, command(file), { cwd: root })
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('shows ten lines that do what their comments say', async () => {
  const printed = await runInside('ten-lines.mts', snippet('identikit/node'), (file) => [file])
  expect(printed).toMatch(/^PROVISIONED\nhttps:\/\/id\.example\.com\/welcome\/\w+\n$/)
})

test('shows a test that passes', async () => {
  const printed = await runInside('suspended.test.ts', snippet('identikit/vitest'), (file) => [
    vitest,
    'run',
    // A busy machine is not taken for a test that hangs.
    '--testTimeout=120000',
    '--root',
    dirname(file),
  ])
  expect(printed).toMatch(/1 passed/)
})

test('shows a test on a shared server that passes', async () => {
  const server = await serve({ port: 0 })
  try {
    const text = snippet('orgFixtures', 'docs/server.md').replace('http://localhost:4010', server.url)
    const printed = await runInside('shared.test.ts', text, (file) => [
      vitest,
      'run',
      '--testTimeout=120000',
      '--root',
      dirname(file),
    ])
    expect(printed).toMatch(/1 passed/)
  } finally {
    await server.close()
  }
})
