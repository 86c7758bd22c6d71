/**
 * Runs the examples like a user who has only the package. Packs it, and copies the examples to an empty folder.
 * Installs the packages of their package.json there, with the tarball instead of the sources, and runs their tests.
 *
 *   npm run test:examples              all of them
 *   npm run test:examples -- jest      some of them
 */
import { cpSync, existsSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './free-port.ts'
import { findChromium } from './chromium.ts'
import { installIn, packInto, run } from './packed.ts'

const root = resolve(import.meta.dirname, '..')
const examples = join(root, 'examples')
const wanted = process.argv.slice(2)
const all = readdirSync(examples).filter((name) => {
  const file = join(examples, name, 'package.json')
  // Only examples that take the package from `file:../..` have tests.
  return existsSync(file) && readFileSync(file, 'utf8').includes('"file:../.."')
})
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0)
  throw new Error(`there is no example ${unknown.join(', ')}; there are ${all.join(', ')}`)
const names = wanted.length > 0 ? wanted : all

using temporary = mkdtempDisposableSync(join(tmpdir(), 'identikit-'))
const folder = temporary.path
const failed: string[] = []
timed('install', () => install())
for (const name of names) {
  const environment = {
    CI: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    CHROMIUM: process.env['CHROMIUM'] ?? findChromium(),
    PORT: String(await freePort()),
    SERVICE_PORT: String(await freePort()),
  }
  timed(name, () => {
    if (!run('npm', ['test'], join(folder, name), environment)) failed.push(name)
  })
}
if (failed.length > 0) {
  console.error(`Examples that failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

function install(): void {
  const tarball = packInto(folder)
  for (const name of names) {
    const skipped = /node_modules|test-results|\.next$/
    cpSync(join(examples, name), join(folder, name), {
      recursive: true,
      filter: (path) => !skipped.test(path.slice(examples.length)),
    })
    const file = join(folder, name, 'package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('file:../..', `file:${tarball}`))
  }
  installIn(folder, { workspaces: names })
}

function timed(what: string, work: () => void): void {
  const start = performance.now()
  work()
  console.log(`== ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
