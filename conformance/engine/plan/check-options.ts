import { z } from 'zod'
import { requirementLevels } from '../../registry/requirement.ts'
import { requirementChoices } from '../../registry/requirement-names.ts'
import type { ConformOptions } from './conform-options.ts'
import { features } from './prerequisite.ts'
import { permissions } from './permission.ts'
import { mistakesOf, tellUnknownNames } from './target-profile.ts'
import { UsageError } from '../words/usage-error.ts'

const names = z.array(z.string())
const milliseconds = z.number().min(0)
const part = z.int().min(1)
const method = z.custom((value) => typeof value === 'function', 'expected a function')
const object = z.custom((value) => typeof value === 'object' && value !== null, 'expected an object')

const schema = z.strictObject({
  baseUrl: z.string(),
  token: z.string().optional(),
  session: z.strictObject({ cookie: z.string(), userId: z.string().optional() }).optional(),
  profile: object.optional(),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/i, 'expected a letter followed by letters or digits')
    .optional(),
  adapter: object.optional(),
  adapterModule: z.string().optional(),
  controlToken: z.string().optional(),
  features: z
    .strictObject(
      Object.fromEntries(
        [...features, 'defaults'].map((name) => [name, z.enum(['yes', 'no', 'probe']).optional()]),
      ),
    )
    .optional(),
  requirementSet: z.enum(requirementChoices).optional(),
  only: names.optional(),
  level: z.array(z.enum(requirementLevels)).optional(),
  shard: z
    .strictObject({ index: part, of: part })
    .refine(({ index, of }) => index <= of, 'expected an index from 1 to what `of` says')
    .optional(),
  quick: z.boolean().optional(),
  seed: z.int().optional(),
  shuffle: z.boolean().optional(),
  explore: z.union([milliseconds, z.literal(false)], 'expected milliseconds, or false').optional(),
  exploreReplay: z.array(z.object({ replay: z.array(object) })).optional(),
  allow: z.array(z.enum(permissions)).optional(),
  baseline: z.array(object).optional(),
  rps: z.number().min(0).optional(),
  concurrency: z.int().min(1).optional(),
  rateLimitBudget: milliseconds.optional(),
  lag: milliseconds.optional(),
  checkTimeout: milliseconds.optional(),
  requestTimeout: milliseconds.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  secretHeaders: names.optional(),
  insecure: z.boolean().optional(),
  // No plain object: `process.env`.
  environment: object.optional(),
  fetch: method.optional(),
  ledger: z.union([z.string(), z.literal(false)], 'expected a folder, or false').optional(),
  cleanUp: z.boolean().optional(),
  tolerateIncomplete: z.boolean().optional(),
  keepAllEvidence: z.boolean().optional(),
  checks: z.array(object).optional(),
  requirements: z.array(object).optional(),
  flags: names.optional(),
  // A signal of another realm, such as a test environment, is as good.
  signal: object.optional(),
  onProgress: method.optional(),
} satisfies Record<keyof ConformOptions, z.ZodType>)

/**
 * Rejects unknown options, each with the nearest known name, and invalid values.
 *
 * @throws UsageError that lists every mistake with its path.
 */
export function checkOptions(options: unknown): void {
  const parsed = schema.safeParse(options, { error: tellUnknownNames('option') })
  if (parsed.success) return
  const mistakes = parsed.error.issues.flatMap((issue) => mistakesOf(issue, ['options']))
  throw new UsageError(`Bad options\n${mistakes.map((each) => `  ${each}`).join('\n')}`)
}
