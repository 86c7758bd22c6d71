/**
 * Tries Pact like a consumer who has only the package. Runs the tests of `examples/pact` with the tarball and pact-js, and
 * checks and verifies their pacts.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { demand, installIn, packInto } from '../../scripts/packed.ts'

const example = join(import.meta.dirname, '../../examples/pact')
const folder = mkdtempSync(join(tmpdir(), 'identikit-pact-'))
const pacts = join(folder, 'pacts')

/** A program of an installed package. */
const installed = (program: string): string => join(folder, 'node_modules/.bin', program)

beforeAll(() => {
  const { vitest, '@pact-foundation/pact': pact } = manifest.devDependencies
  const own = [`vitest@${vitest}`, `@pact-foundation/pact@${pact}`]
  installIn(folder, { type: 'module' }, packInto(folder), ...own)
  cpSync(example, folder, { recursive: true })
  rmSync(pacts, { recursive: true, force: true })
  demand(installed('vitest'), ['run', '--testTimeout=120000'], folder)
})

test.each(['check', 'verify'])('identikit pact %s accepts the pacts of the example', (command) => {
  demand(installed('identikit'), ['pact', command, pacts], folder)
})

test('a recorded pact is that of the example', () => {
  const name = 'staff-directory-recorded-identity-service.json'
  expect(readFileSync(join(pacts, name), 'utf8')).toBe(readFileSync(join(example, 'pacts', name), 'utf8'))
})

test.each(['check', 'verify'])('identikit pact %s fails for a pact that the service breaks', (command) => {
  const broken = join(folder, 'broken.json')
  const text = readFileSync(join(pacts, 'staff-directory-identity-service.json'), 'utf8')
  writeFileSync(broken, text.replaceAll('E0000007', 'E0000001'))
  expect(spawnSync(installed('identikit'), ['pact', command, broken], { cwd: folder }).status).toBe(1)
})
