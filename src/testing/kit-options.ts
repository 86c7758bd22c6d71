import { z } from 'zod'
import { checkOptions, isEmpty } from '../model/kernel/check-options.ts'
import { once } from '../contract/once.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import { orgOptionsSchema } from '../model/kernel/org-options.ts'
import type { Seed } from '../fixtures/seed/format.ts'

/** The data of tests' organisations: the name of a sample data set (`demo`, `large:5000`), or a seed. */
export type DatasetOption = string | Seed

/** Options of the organisations of tests, with a sample data set. */
export interface KitOptions extends OrgOptions {
  /** The initial data: a sample data set (`demo`, `large:5000`) or a seed, loaded once and copied. Default `empty`. */
  readonly dataset?: DatasetOption
  /**
   * `test` (the default): each test has its own organisation. `worker`: all tests of a worker share one, which is reset
   * to its seeded state before each of them. Use it only for tests that run one after the other.
   */
  readonly per?: 'test' | 'worker'
  /** Variants under which the organisations answer (docs/reference/variants.md), such as `short-pages`. Default: none. */
  readonly vary?: readonly string[]
}

const kitOptionsSchema = once(() =>
  orgOptionsSchema().extend({
    dataset: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    per: z.enum(['test', 'worker']).optional(),
    vary: z.array(z.string()).optional(),
  }),
)

/** @throws TypeError that lists every mistake in the options. */
export function parseKitOptions(given: KitOptions): {
  readonly options: OrgOptions
  readonly dataset: DatasetOption | undefined
  readonly per: 'test' | 'worker'
  readonly vary: readonly string[]
} {
  if (!isEmpty(given)) checkOptions(kitOptionsSchema(), given)
  const { dataset, per = 'test', vary = [], ...options } = given
  return { options, dataset, per, vary }
}
