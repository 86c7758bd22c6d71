import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../server/usage-error.ts'

/** The test runners that `init` knows, the one that a project has first. */
export type Runner = 'Vitest' | 'Jest' | 'Playwright' | 'node:test'

/** The kinds of applications in which `init` sets the mock up. */
export type Framework = 'Vite' | 'Next.js'

/** A `package.json`, as far as `init` reads it. */
export interface Manifest {
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** A project, as `init` finds it. */
export interface Project {
  readonly folder: string
  readonly manifest: Manifest
  /** The text of its `package.json`. */
  readonly text: string
  readonly runner: Runner
  readonly framework: Framework | undefined
  readonly hasTypeScript: boolean
  /** The command that installs its dependencies. */
  readonly install: string
}

/** @throws UsageError for a folder without a `package.json`, or with one that is not JSON. */
export function projectIn(folder: string): Project {
  const file = join(folder, 'package.json')
  if (!existsSync(file))
    throw new UsageError(`expected a project, got no package.json in ${folder}; create one with: npm init -y`)
  const text = readFileSync(file, 'utf8')
  const manifest = manifestOf(text)
  const uses = (name: string): boolean =>
    manifest.dependencies?.[name] !== undefined || manifest.devDependencies?.[name] !== undefined
  const runner = uses('vitest')
    ? 'Vitest'
    : uses('jest')
      ? 'Jest'
      : uses('@playwright/test')
        ? 'Playwright'
        : 'node:test'
  const framework = uses('next') ? 'Next.js' : uses('vite') ? 'Vite' : undefined
  const install = installers.find(([lock]) => existsSync(join(folder, lock)))?.[1] ?? 'npm install'
  const hasTypeScript = existsSync(join(folder, 'tsconfig.json'))
  return { folder, manifest, text, runner, framework, hasTypeScript, install }
}

const installers = [
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['bun.lockb', 'bun install'],
] as const

function manifestOf(text: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest
  } catch {
    // The message below says it.
  }
  throw new UsageError('package.json: expected a JSON object')
}
