import { createOrganisation } from '../../organisation.ts'
import { loadDataset, type Seed } from '../../fixtures/index.ts'
import { demoSeed } from '../../fixtures/datasets/demo.ts'
import { readDataset } from '../../server/seed-dataset.ts'
import { seedOf } from '../pull/pull.ts'

/**
 * The seed of a sample data set by its name, or of a file.
 *
 * @throws UsageError that names the mistake: an unknown name, or every mistake of the file.
 */
export async function seedNamed(dataset: string): Promise<Seed> {
  const named = await readDataset(dataset)
  if (typeof named !== 'string') return named
  if (named === 'demo') return demoSeed()
  const org = createOrganisation()
  await loadDataset(org, named)
  return await seedOf(org)
}
