import { z } from 'zod'
import { once } from '../contract/once.ts'
import { defineAction } from '../control/action.ts'

const input = once(() =>
  z
    .strictObject({
      dataset: z.string().optional(),
      seed: z.record(z.string(), z.unknown()).optional(),
      yaml: z.string().optional(),
      replace: z.boolean().default(false),
    })
    .refine(
      ({ dataset, seed, yaml }) => [dataset, seed, yaml].filter((given) => given !== undefined).length === 1,
      {
        error: 'expected one of dataset, seed and yaml',
        path: ['dataset'],
      },
    ),
)

/**
 * Actions that the server adds to the control plane; in process, `loadDataset` of the fixtures does the same. The
 * fixtures are loaded on demand, since they are large.
 */
export const datasetActions = {
  loadDataset: defineAction({
    input,
    async run(org, { replace, ...given }) {
      const { fillOrg } = await import('../fixtures/load-dataset.ts')
      const { dataset } = given
      await fillOrg(org, dataset === undefined ? { seed: await seedOf(given) } : { dataset }, { replace })
      return { users: org.users.collection.size, groups: org.groups.collection.size }
    },
  }),
  exportSeed: defineAction({
    reads: true,
    input: () =>
      z.strictObject({
        secrets: z.boolean().default(false),
        format: z.enum(['json', 'yaml']).default('json'),
      }),
    async run(org, { format, ...options }) {
      const { seedOf: exported } = await import('../fixtures/seed/export.ts')
      const told = exported(org, options)
      if (format === 'json') return told
      const { seedYaml } = await import('../fixtures/seed/yaml.ts')
      return { ...told, yaml: seedYaml(told) }
    },
  }),
}

/** A value that may be a seed; the loader checks it. */
async function seedOf({ seed, yaml }: Omit<z.output<ReturnType<typeof input>>, 'replace'>): Promise<unknown> {
  if (seed !== undefined) return seed
  const { readSeed } = await import('../fixtures/seed/parse.ts')
  return readSeed(yaml ?? '', 'yaml').seed
}
