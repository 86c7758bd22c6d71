/**
 * Follows docs/first-hour.md: runs each of its lists of commands in an empty folder, and prints how long each took. It
 * uses the packed package instead of the published one.
 *
 *   npm run test:first-hour              all of them
 *   npm run test:first-hour -- Pact      those with this text in their heading
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './free-port.ts'
import { chromiumHere, packInto } from './packed.ts'

const page = readFileSync(resolve(import.meta.dirname, '../docs/first-hour.md'), 'utf8')
const wanted = process.argv[2] ?? ''
const commandsMax = 5

const folder = mkdtempSync(join(tmpdir(), 'identikit-first-hour-'))
const failed: string[] = []
try {
  const tarball = packInto(folder)
  for (const section of page.split(/^## /m).slice(1)) {
    const [heading = ''] = section.split('\n', 1)
    const script = /```sh\n(.*?)```/s.exec(section)?.[1]
    if (script === undefined || !heading.includes(wanted)) continue
    const commands = countOf(script)
    if (commands > commandsMax) throw new Error(`${heading}: ${commands} commands`)
    const start = performance.now()
    const isFine = await follow(script, tarball, mkdtempSync(join(folder, 'empty-')))
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`== ${heading}: ${commands} commands, ${seconds} s, ${isFine ? 'passed' : 'FAILED'}`)
    if (!isFine) failed.push(heading)
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
if (failed.length > 0) process.exitCode = 1

/** The number of commands that a person types; a written file counts as one. */
function countOf(script: string): number {
  return script
    .replaceAll(/<<'END'\n.*?\nEND\n/gs, '\n')
    .trim()
    .split('\n').length
}

/** Runs a list of commands in a folder. At the end it stops processes that still run. */
async function follow(script: string, tarball: string, cwd: string): Promise<boolean> {
  const port = await freePort()
  const text = script
    .replace(/^npm install identikit/, `npm install --prefer-offline --no-audit --no-fund ${tarball}`)
    .replaceAll('4010', String(port))
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', text], {
    cwd,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CHROMIUM: chromiumHere() ?? '', NO_COLOR: '1' },
  })
  const code = await new Promise<number | null>((done) => shell.once('exit', done))
  try {
    process.kill(-shell.pid!, 'SIGTERM')
  } catch {
    // All of its processes have ended already.
  }
  return code === 0 && existsSync(join(cwd, 'node_modules'))
}
