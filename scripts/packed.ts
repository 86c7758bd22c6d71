import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * Packs the package into a folder, and returns the path of the tarball. Builds it first if no build exists. In CI the
 * variable `PACKED` names a finished tarball.
 */
export function packInto(folder: string): string {
  const { PACKED: packed } = process.env
  if (packed !== undefined) return packed
  if (!existsSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'))) demand('npm', ['run', 'build'], root)
  demand('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root)
  return join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz'))!,
  )
}

/** The Chromium that is installed here, if any. */
export function chromiumHere(): string | undefined {
  const { CHROMIUM: own, CHROMIUM_PATH: ours } = process.env
  return own ?? ours ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)
}

/** Runs a program; returns whether it succeeded. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): boolean {
  const env = { ...process.env, ...more }
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
