import { z } from 'zod'
import { once } from '../../contract/once.ts'
import { baseUrlSchema, tokenValueSchema } from '../../model/kernel/org-options.ts'

/** The body of `POST /_orgs`. */
export const newOrganisation = once(() =>
  z
    .strictObject({
      name: z.string(),
      dataset: z.string(),
      seed: z.record(z.string(), z.unknown()),
      yaml: z.string(),
      from: z.string(),
      idSeed: z.union([z.string(), z.number()]),
      baseUrl: baseUrlSchema(),
      apiToken: tokenValueSchema(),
    })
    .partial()
    .refine(
      ({ dataset, seed, yaml, from }) =>
        [dataset, seed, yaml, from].filter((given) => given !== undefined).length <= 1,
      { error: 'expected at most one of dataset, seed, yaml and from', path: ['dataset'] },
    )
    .refine(({ from, idSeed }) => from === undefined || idSeed === undefined, {
      error: 'A copy has the ids of what it is made from',
      path: ['idSeed'],
    }),
)
