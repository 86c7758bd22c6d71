import { z } from 'zod'
import { checkOptions, isEmpty } from '../model/kernel/check-options.ts'
import { once } from '../contract/once.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import { orgOptionsSchema } from '../model/kernel/options-schema.ts'
import type { WorldOption } from './org-maker.ts'

/** How the organisations of tests are made: as any, and filled with a world. */
export interface KitOptions extends OrgOptions {
  /** What each starts with: a world (`demo`, `large:5000`) or a seed. It is loaded once and copied. Default `empty`. */
  readonly world?: WorldOption
  /**
   * Whether each test has an organisation of its own (`test`, the default), or all tests of a worker share one, which
   * goes back to its seeded state before each of them (`worker`); that is for tests that run one after the other.
   */
  readonly per?: 'test' | 'worker'
}

const kitOptionsSchema = once(() =>
  orgOptionsSchema().extend({
    world: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    per: z.enum(['test', 'worker']).optional(),
  }),
)

/** @throws TypeError that lists every mistake in the options. */
export function parseKitOptions(given: KitOptions): {
  readonly options: OrgOptions
  readonly world: WorldOption | undefined
  readonly per: 'test' | 'worker'
} {
  if (!isEmpty(given)) checkOptions(kitOptionsSchema(), given)
  const { world, per = 'test', ...options } = given
  return { options, world, per }
}
