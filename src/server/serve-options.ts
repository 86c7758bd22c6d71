import { z } from 'zod'
import { orgOptionsSchema } from '../model/kernel/options.ts'

const callback = z.custom((value) => typeof value === 'function', { error: 'Expected a function' })

const organisation = z.custom(
  (value) => typeof value === 'object' && value !== null && 'dispatcher' in value,
  { error: 'Expected an organisation that createOrg() made' },
)

const organisations = z.strictObject({
  onDemand: z.boolean().optional(),
  world: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  options: orgOptionsSchema.optional(),
  max: z.number().optional(),
  idle: z.number().optional(),
})

/** What a server can be told; see `ServeOptions` for what each means. */
export const serveOptionsSchema = z.strictObject({
  org: organisation.optional(),
  options: orgOptionsSchema.optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z
    .string()
    .refine((host) => host !== '', { error: 'Expected an address, found ""' })
    .optional(),
  baseUrl: orgOptionsSchema.shape.baseUrl,
  allowedHosts: z.array(z.string()).optional(),
  controlToken: orgOptionsSchema.shape.apiToken,
  organisations: organisations.optional(),
  tls: z.union([z.boolean(), z.strictObject({ cert: z.string(), key: z.string() })]).optional(),
  readOnly: z.boolean().optional(),
  onOrganisation: callback.optional(),
  onHostRefused: callback.optional(),
  onError: callback.optional(),
})
