import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Mutant, mutated } from './mutants.ts'

/**
 * Runs tests that start programs, which read files and know no switches. Makes each change in a copy of the project,
 * one after the other, and runs the tests there with Vitest.
 *
 * @throws Error when the tests fail without any change.
 */
export function tryInACopy(
  mutants: readonly Mutant[],
  tests: readonly string[],
  noticed: (mutant: Mutant, by: string) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-copy-'))
  try {
    const flags = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const files = execFileSync('git', flags, { encoding: 'utf8', maxBuffer: 1e8 }).split('\0')
    for (const file of files) if (file !== '' && existsSync(file)) cpSync(file, join(folder, file))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const failure = failureOf(folder, tests)
    if (failure !== undefined) throw new Error(`Without any change there fails: ${failure}`)
    for (const mutant of mutants) {
      const path = join(folder, mutant.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, mutated(text, [mutant]))
      const by = failureOf(folder, tests)
      if (by !== undefined) noticed(mutant, by)
      writeFileSync(path, text)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first test that fails, if any; a run of more than ten minutes counts as failed. */
function failureOf(folder: string, tests: readonly string[]): string | undefined {
  const args = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--bail=1', '--reporter=json', ...tests]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 600_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1e8,
  })
  if (status === 0) return undefined
  const failed = /"fullName":"((?:[^"\\]|\\.)*)","status":"failed"/.exec(stdout)?.[1]
  return failed ?? `${tests.join(', ')}: the run`
}
