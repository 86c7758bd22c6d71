/**
 * Tries Pact like a consumer who has only the package. Packs it, and installs the tarball and pact-js in an empty
 * folder. Runs the tests of `examples/pact` there, and checks and verifies their pacts.
 *
 *   npm run test:pact:package
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempDisposableSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installIn, packInto } from './packed.ts'

const root = resolve(import.meta.dirname, '..')
using temporary = mkdtempDisposableSync(join(tmpdir(), 'identikit-'))
const folder = temporary.path
const pacts = join(folder, 'pacts')

install()
cpSync(join(root, 'examples/pact'), folder, { recursive: true })
rmSync(pacts, { recursive: true, force: true })
run('vitest', 'run', '--testTimeout=120000')
run('identikit', 'pact', 'check', pacts)
run('identikit', 'pact', 'verify', pacts)
compare('staff-directory-recorded-identity-service.json')
broken()

/** The recorded pact must equal that of the example. */
function compare(name: string): void {
  const kept = readFileSync(join(root, 'examples/pact/pacts', name), 'utf8')
  if (readFileSync(join(pacts, name), 'utf8') !== kept)
    throw new Error(`examples/pact/pacts/${name} is not current`)
}

/** A pact that the service breaks must fail both commands. */
function broken(): void {
  const path = join(pacts, 'staff-directory-identity-service.json')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('E0000007', 'E0000001'))
  for (const command of ['check', 'verify']) {
    const { status } = spawnSync(installed('identikit'), ['pact', command, path], { cwd: folder })
    if (status !== 1)
      throw new Error(`identikit pact ${command} ended with ${status} on a pact that is not kept`)
  }
}

function install(): void {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const own = ['@pact-foundation/pact', 'vitest'].map((name) => `${name}@${devDependencies[name]}`)
  installIn(folder, { type: 'module' }, packInto(folder), ...own)
}

function run(program: string, ...words: readonly string[]): void {
  const { status } = spawnSync(installed(program), words, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}`)
}

/** A program of an installed package. */
function installed(program: string): string {
  return join(folder, 'node_modules/.bin', program)
}
