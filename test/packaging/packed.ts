import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIn, packInto } from '../../scripts/packed.ts'

/** The package as it would be published, and a folder where it is installed. */
export interface PackedPackage {
  readonly folder: string
  readonly tarball: string
  readonly files: readonly string[]
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: PackedPackage
  }
}

/** Packs the package and installs it with msw, as a user would. */
export async function packedPackage(): Promise<PackedPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-consumer-'))
  const tarball = packInto(folder)
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: { msw: string } }
  installIn(folder, { type: 'module' }, tarball, `msw@${devDependencies.msw}`)
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  return { folder, tarball, files: files.map((path) => path.replace('package/', '')) }
}

/** A separate folder for a file of tests, below the one where the package is installed. */
export async function consumerFolder({ folder }: PackedPackage, name: string): Promise<string> {
  const own = join(folder, name)
  await mkdir(own)
  await writeFile(join(own, 'package.json'), '{ "private": true, "type": "module" }')
  return own
}
