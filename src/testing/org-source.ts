import type { OrgOptions } from '../model/kernel/org-options.ts'
import { createOrg } from '../create-org.ts'
import type { Organisation } from '../organisation.ts'
import { type KitOptions, parseKitOptions, type DatasetOption } from './kit-options.ts'

/** Options for the organisations of tests, or a function that makes them. */
export type OrgSource = KitOptions | (() => Organisation | Promise<Organisation>)

/**
 * A function that makes the organisation of each test.
 *
 * @throws TypeError that lists every mistake in the options.
 */
export function makerOf(source: OrgSource): () => Organisation | Promise<Organisation> {
  if (typeof source === 'function') return source
  const { options, dataset, per, vary } = parseKitOptions(source)
  const plain = copies(options, dataset)
  const make = async (): Promise<Organisation> => {
    const org = await plain()
    if (vary.length > 0) await org.vary(...vary)
    return org
  }
  if (per === 'test') return make
  let shared: Promise<Organisation> | undefined
  return async () => {
    const org = await (shared ??= make())
    org.reset()
    return org
  }
}

/** Makes organisations with the same initial data, loaded once and then copied. */
function copies(options: OrgOptions, dataset: DatasetOption | undefined): () => Promise<Organisation> {
  let template: Promise<Organisation> | undefined
  return async () => {
    const org = createOrg(options)
    if (dataset === undefined || dataset === 'empty') return org
    org.model.replaceWith((await (template ??= filled(options, dataset))).model)
    return org
  }
}

/** @throws SeedError or RangeError for an invalid sample data set. */
async function filled(options: OrgOptions, dataset: DatasetOption): Promise<Organisation> {
  const org = createOrg(options)
  // Loaded on first use, since it is large.
  const { loadDataset } = await import('../fixtures/load-dataset.ts')
  await loadDataset(org, dataset)
  return org
}
