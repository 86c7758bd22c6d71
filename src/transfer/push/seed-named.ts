import { datasetSeed } from '../../fixtures/datasets/as-seed.ts'
import { readDatasetName } from '../../fixtures/datasets/index.ts'
import type { Seed } from '../../fixtures/index.ts'
import { defined } from '../../model/kernel/defined.ts'
import { readDataset } from '../../server/seed-dataset.ts'

/**
 * The seed of a sample data set by its name, as `identikit seed` writes it, or of a file.
 *
 * @throws UsageError that names the mistake: an unknown name, or every mistake of the file.
 */
export async function seedNamed(dataset: string): Promise<Seed> {
  const named = await readDataset(dataset)
  if (typeof named !== 'string') return named
  const { name, users } = readDatasetName(named)
  return datasetSeed(defined({ dataset: name, users: name === 'large' ? users : undefined }))
}
