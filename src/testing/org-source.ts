import { createOrg } from '../create-org-node.ts'
import type { Organisation } from '../organisation.ts'
import { type KitOptions, parseKitOptions } from './kit-options.ts'
import { OrgMaker } from './org-maker.ts'

/** Options for the organisations of tests, or a function that makes them. */
export type OrgSource = KitOptions | (() => Organisation | Promise<Organisation>)

/**
 * A function that makes the organisation of each test.
 *
 * @throws TypeError that lists every mistake in the options.
 */
export function makerOf(source: OrgSource): () => Organisation | Promise<Organisation> {
  if (typeof source === 'function') return source
  const { options, world, per } = parseKitOptions(source)
  const maker = new OrgMaker(createOrg, options, world)
  if (per === 'test') return () => maker.make()
  let shared: Promise<Organisation> | undefined
  return async () => {
    const org = await (shared ??= maker.make())
    org.reset()
    return org
  }
}
