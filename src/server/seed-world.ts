import { readFile } from 'node:fs/promises'
import { loadWorld, parseSeed, type Seed } from '../fixtures/index.ts'
import type { Org } from '../model/org.ts'

/**
 * Fills an organisation with a named world, or with what a YAML or JSON file says.
 *
 * @throws Error with one clear message: a file that cannot be read, or every mistake in it.
 */
export async function seedWorld(org: Org, seed: string): Promise<void> {
  if (/\.(ya?ml|json)$/i.test(seed)) await loadWorld(org, await readSeedFile(seed))
  else await loadWorld(org, seed)
}

/**
 * Reads the YAML or JSON of a seed.
 *
 * @throws Error with one clear message: a file that cannot be read, or every mistake in it.
 */
export async function readSeedFile(file: string): Promise<Seed> {
  return parseSeed(await readSeed(file), file)
}

async function readSeed(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `there is no file ${file}` : `cannot read ${file}: ${code}`, {
      cause: error,
    })
  }
}
