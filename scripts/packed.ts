import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the project. */
export const root = resolve(import.meta.dirname, '..')

/**
 * Packs the package into a folder, and returns the path of the tarball. Builds it first if the build is out of date. In
 * CI the variable `PACKED` names a finished tarball.
 */
export function packInto(folder: string): string {
  const { PACKED: packed } = process.env
  if (packed !== undefined) return packed
  buildIfStale()
  demand('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root)
  return join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz'))!,
  )
}

/** Builds the package if the build is out of date. */
export function buildIfStale(): void {
  if (isStale()) demand('npm', ['run', 'build'], root)
}

/** Whether the build is missing, or older than its sources. */
function isStale(): boolean {
  const built = join(root, 'dist/THIRD-PARTY-LICENSES.txt')
  if (!existsSync(built)) return true
  const { mtimeMs } = statSync(built)
  const sources = [
    ...under('src'),
    ...under('generated'),
    ...under('conformance'),
    ...under('requirements'),
    'tsdown.config.ts',
    'package.json',
  ]
  return sources.some((path) => statSync(join(root, path)).mtimeMs > mtimeMs)
}

function under(part: string): string[] {
  return readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((path) => join(part, path))
}

/** The variables of this process, without those by which Vitest would tell its tests from those of others. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const { VITEST: _, VITEST_MODE: __, NODE_ENV: ___, ...outer } = process.env
  return outer
}

/** Runs a program; returns whether it succeeded. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): boolean {
  const env = { ...outerEnvironment(), ...more }
  return spawnSync(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** Installs packages in a folder as a user would, without their scripts. */
export function installIn(folder: string, manifest: object, ...packages: readonly string[]): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }))
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  demand('npm', ['install', ...quietly, ...packages], folder)
}

/** Runs a program that must succeed. */
export function demand(program: string, args: readonly string[], cwd: string): void {
  if (!run(program, args, cwd)) throw new Error(`${program} ${args[0]} failed`)
}
