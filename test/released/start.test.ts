/**
 * Follows docs/start.md: runs each of its lists of commands in an empty folder. It uses the packed package instead of
 * the published one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { outerEnvironment, packInto } from '../../scripts/packed.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/start.md'), 'utf8')
const lists = page.split(/^## /m).flatMap((section) => {
  const script = /```sh\n(.*?)```/s.exec(section)?.[1]
  return script === undefined ? [] : [[section.split('\n', 1)[0]!, script] as const]
})

let tarball: string

beforeAll(() => {
  tarball = packInto(mkdtempSync(join(tmpdir(), 'identikit-packed-')))
})

test.for(lists)('%s', async ([, script]) => {
  expect(countOf(script)).toBeLessThanOrEqual(5)
  const folder = mkdtempSync(join(tmpdir(), 'identikit-empty-'))
  expect(await follow(script, folder)).toBe(0)
  expect(existsSync(join(folder, 'node_modules'))).toBe(true)
})

/** The number of commands that a person types; a written file counts as one. */
function countOf(script: string): number {
  return script
    .replaceAll(/<<'END'\n.*?\nEND\n/gs, '\n')
    .trim()
    .split('\n').length
}

/** Runs a list of commands in a folder, and returns its exit code. At the end it stops processes that still run. */
async function follow(script: string, cwd: string): Promise<number | null> {
  const port = await freePort()
  const text = script
    .replace(/^npm install identikit/, `npm install --prefer-offline --no-audit --no-fund ${tarball}`)
    .replaceAll('4010', String(port))
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', text], {
    cwd,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...outerEnvironment(), CHROMIUM: findChromium() ?? '', NO_COLOR: '1' },
  })
  const [code] = (await once(shell, 'exit')) as [number | null]
  try {
    process.kill(-shell.pid!, 'SIGTERM')
  } catch {
    // All of its processes have ended already.
  }
  return code
}
