import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { type Mutant, mutated } from './mutants.ts'

/** The changes that TypeScript rejects in their own file, all made at once: nobody could commit them. */
export function compileErrors<T extends Mutant>(all: readonly T[]): Set<T> {
  const refused = new Set<T>()
  // Of overlapping changes only one is checked.
  const mutants = all.filter(
    (one, index) =>
      !all
        .slice(0, index)
        .some(({ file, start, end }) => file === one.file && start < one.end && one.start < end),
  )
  if (mutants.length === 0) return refused
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'mutate-types-'))
  const folder = temporary.path
  for (const name of ['src', 'conformance', 'package.json', 'tsconfig.json'])
    cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const file of new Set(mutants.map((one) => one.file))) {
    const here = mutants.filter((one) => one.file === file)
    writeFileSync(join(folder, file), mutated(readFileSync(file, 'utf8'), here))
  }
  for (const [, file, line] of typesOf(folder).matchAll(/^([^\s(]+)\((\d+),\d+\): error/gm)) {
    const here = mutants.filter((one) => one.file === file)
    const [nearest] = here.toSorted(
      (one, other) => Math.abs(one.line - Number(line)) - Math.abs(other.line - Number(line)),
    )
    if (nearest !== undefined) refused.add(nearest)
  }
  return refused
}

function typesOf(folder: string): string {
  const flags = ['--noEmit', '--pretty', 'false', '-p', 'tsconfig.json']
  const tsc = resolve('node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, flags, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
  // 1 and 2 mean that there are errors; any other code means that it did not check.
  if (status === null || status > 2) throw new Error(`tsc ended with ${status}: ${stdout}`)
  return stdout
}
