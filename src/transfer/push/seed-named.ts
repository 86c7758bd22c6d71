import { createOrganisation } from '../../organisation.ts'
import { demoSeed, loadWorld, type Seed } from '../../fixtures/index.ts'
import { isSeedFile } from '../../server/seed-file-name.ts'
import { readSeedFile } from '../../server/seed-world.ts'
import { UsageError } from '../../server/usage-error.ts'
import { seedOf } from '../pull/pull.ts'

/**
 * The seed of a world by its name, or of a file.
 *
 * @throws UsageError that says what is wrong: a name that is none, or every mistake of the file.
 */
export async function seedNamed(world: string): Promise<Seed> {
  try {
    if (isSeedFile(world)) return await readSeedFile(world)
    if (world === 'demo') return demoSeed()
    const org = createOrganisation()
    await loadWorld(org, world)
    return await seedOf(org)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('world: ')) {
      throw new UsageError(error.message.replace('world: expected ', 'expected a .yaml or .json file, or '))
    }
    throw new UsageError((error as Error).message)
  }
}
