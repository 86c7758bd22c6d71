import { readTextFile, refuseUnreadable } from '../../conformance/engine/words/text-file.ts'
import type { DatasetDefinition } from '../fixtures/define-dataset.ts'
import { loadDataset, parseSeed, type Seed, SeedError } from '../fixtures/index.ts'
import { mistakesIn } from '../fixtures/seed/load.ts'
import { Org } from '../model/org.ts'
import { readDatasetName } from '../fixtures/datasets/index.ts'
import { failedIn, importModule } from './import-module.ts'
import { isSeedFile } from './seed-file-name.ts'
import { UsageError } from './usage-error.ts'

/**
 * Fills an organisation with a sample data set, or with the seed in a file.
 *
 * @param option The option that names it, for messages: `--data`.
 * @throws UsageError for an unknown name, for an unreadable file, or with every mistake in the file.
 */
export async function seedDataset(org: Org, seed: string, option: string): Promise<void> {
  const named = await readDataset(seed, option)
  try {
    await loadDataset(org, named)
  } catch (error) {
    // Some mistakes appear only while a seed is loaded.
    throw error instanceof SeedError ? new UsageError(error.message) : error
  }
}

/**
 * Reads the sample data set that a text names: checks its name, or reads the seed in a file.
 *
 * @param option The option that names it, for messages: `--data`. Default: none, it is an argument.
 * @throws UsageError for an unknown name, for an unreadable file, or with every mistake in the file.
 */
export async function readDataset(dataset: string, option?: string): Promise<string | Seed> {
  try {
    if (isSeedFile(dataset)) return await readSeedFile(dataset)
    readDatasetName(dataset)
    return dataset
  } catch (error) {
    const { message } = error as Error
    if (error instanceof SeedError) throw new UsageError(message)
    const why = message
      .replace(
        /^dataset: expected (?=empty)/,
        'expected a .yaml, .json, .ts or .js file, or a sample data set: ',
      )
      .replace(/^dataset: /, '')
    throw new UsageError(option === undefined ? why : `${option}: ${why}`)
  }
}

/**
 * Reads a YAML or JSON seed, or the export of a module (`defineDataset`).
 *
 * @throws Error with one clear message: the file is unreadable, or every mistake in it.
 */
export async function readSeedFile(file: string): Promise<Seed> {
  if (/\.[cm]?[jt]s$/i.test(file)) return seedOfModule(file)
  return parseSeed(readTextFile(file), file)
}

async function seedOfModule(file: string): Promise<Seed> {
  refuseUnreadable(file)
  const { default: dataset } = (await importModule(file)) as { readonly default?: DatasetDefinition }
  if (dataset === undefined) {
    throw new Error(`${file}: expected a default export: export default defineDataset({ … })`)
  }
  const seed = typeof dataset === 'function' ? await made(file, dataset) : dataset
  const mistakes = mistakesIn(seed, new Org())
  if (mistakes.length > 0) throw new SeedError(mistakes, file)
  return seed
}

async function made(file: string, dataset: DatasetDefinition & (() => unknown)): Promise<Seed> {
  try {
    return (await dataset()) as Seed
  } catch (error) {
    throw failedIn(file, error)
  }
}
