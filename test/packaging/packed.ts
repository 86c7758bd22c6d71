import { type ChildProcess, execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The package as it would be published, and a folder where it is installed. */
export interface PackedPackage {
  readonly folder: string
  readonly tarball: string
  readonly files: readonly string[]
}

/** Builds the package if the build is out of date. */
async function built(): Promise<void> {
  if (isStale()) await run('npm', ['run', 'build'], { cwd: root })
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: PackedPackage
  }
}

/** Packs the package and installs it with msw, as a user would. Builds it again if the build is out of date. */
export async function packedPackage(): Promise<PackedPackage> {
  await built()
  const folder = await mkdtemp(join(tmpdir(), 'identikit-consumer-'))
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    maxBuffer: 10_000_000,
  })
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  const tarball = join(folder, packed.filename)
  const manifest = await readFile(join(root, 'package.json'), 'utf8')
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: { msw: string } }
  await installed(folder, tarball, `msw@${devDependencies.msw}`)
  return { folder, tarball, files: packed.files.map(({ path }) => path) }
}

/** A separate folder for a file of tests, below the one where the package is installed. */
export async function consumerFolder({ folder }: PackedPackage, name: string): Promise<string> {
  const own = join(folder, name)
  await mkdir(own)
  await writeFile(join(own, 'package.json'), '{ "private": true, "type": "module" }')
  return own
}

/** The first line of a server with `--json`, which it prints once it listens. */
export async function firstLine({ stdout }: ChildProcess): Promise<Record<string, string>> {
  for await (const line of createInterface({ input: stdout! }))
    return JSON.parse(line) as Record<string, string>
  throw new Error('The server ended before it listened')
}

/** Installs packages in a folder as a user would. */
export async function installed(folder: string, ...packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['i', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: folder })
}

/** Whether the build is missing, or older than its sources. */
function isStale(): boolean {
  const built = join(root, 'dist/THIRD-PARTY-LICENSES.txt')
  if (!existsSync(built)) return true
  const { mtimeMs } = statSync(built)
  const sources = [...under('src'), ...under('conformance'), ...under('scripts/build'), 'package.json']
  return sources.some((path) => statSync(join(root, path)).mtimeMs > mtimeMs)
}

function under(part: string): string[] {
  return readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((path) => join(part, path))
}
