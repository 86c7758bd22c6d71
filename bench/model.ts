import { measureMillion, measureModel } from './cases/model.ts'
import { entryOf } from './processes.ts'

/**
 * Its own process for the cost of the model, so that its heap contains nothing else. The arguments: the folder of a
 * checkout, whose build is measured, and `million` for a million users.
 */
const [folder = '', which] = process.argv.slice(2)
const { createOrg } = (await import(entryOf(folder, '.'))) as typeof import('../src/index.ts')
const { loadDataset } = (await import(
  entryOf(folder, './fixtures')
)) as typeof import('../src/fixtures/index.ts')
const built = { createOrg, loadDataset }
process.send!(which === 'million' ? await measureMillion(built) : await measureModel(built))
