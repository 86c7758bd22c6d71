import { z } from 'zod'
import type { OrgOptions } from '../../generated/org-options.ts'
import { checkOptions } from '../model/kernel/check-options.ts'
import { readableBy } from '../model/kernel/readable-by.ts'
import { readWorldName } from '../fixtures/worlds/index.ts'
import { isEndpoint, type OwnEndpoint } from '../handlers/own-endpoints.ts'
import { once } from '../contract/once.ts'
import { baseUrlSchema, orgOptionsSchema, tokenValueSchema } from '../model/kernel/options-schema.ts'

/** How a worker serves organisations. */
export interface WorkerOptions {
  /** Name of the binding at which the class `Organisation` is. Default `ORGANISATIONS`. */
  readonly binding?: string | undefined
  /**
   * Token for `Authorization: Bearer` of the control plane, and of the calls that make, show and delete organisations.
   * Without one both are closed, since everybody can reach a worker.
   */
  readonly controlToken?: string | undefined
  /** Whether a request for an unknown organisation makes it. Default false: `POST /_orgs` does. */
  readonly onDemand?: boolean | undefined
  /** The initial data of each: the name of a sample data set. Default `empty`. */
  readonly world?: string | undefined
  /** The options of each. Its tokens, codes and secrets are still its own. */
  readonly options?: Omit<OrgOptions, 'apiToken' | 'secretSeed' | 'sampleSeed' | 'baseUrl'> | undefined
  /**
   * The secrets of each organisation follow from this and its name: its administrator's token, and those of sample
   * data. Default: random secrets.
   */
  readonly secretSeed?: string | undefined
  /** The host below which organisations are, as `{name}.{domain}`, in addition to `/orgs/{name}`. */
  readonly domain?: string | undefined
  /** Address under which `/orgs/{name}` is reached. Default: that of the request that makes an organisation. */
  readonly baseUrl?: string | undefined
  /** Your own endpoints, for each organisation (docs/extend.md). Default: none. */
  readonly extend?: readonly OwnEndpoint[] | undefined
  /** Rejects every change (503). Default false. */
  readonly readOnly?: boolean | undefined
}

const schema = once(() =>
  z.strictObject({
    binding: z.string().min(1).optional(),
    controlToken: tokenValueSchema().min(1).optional(),
    onDemand: z.boolean().optional(),
    world: z.string().superRefine(readableBy(readWorldName)).optional(),
    options: orgOptionsSchema()
      .omit({ apiToken: true, secretSeed: true, sampleSeed: true, baseUrl: true })
      .optional(),
    secretSeed: z.string().min(1).optional(),
    domain: z
      .string()
      .regex(/^[a-z0-9.-]+(?::\d+)?$/, { error: 'expected the name of a host, in lower case' })
      .optional(),
    baseUrl: baseUrlSchema().optional(),
    extend: z.array(z.custom(isEndpoint, { error: 'expected an endpoint that endpoint() made' })).optional(),
    readOnly: z.boolean().optional(),
  }),
)

/** @throws TypeError that lists every mistake in the options. */
export function checkWorkerOptions(options: WorkerOptions): WorkerOptions {
  checkOptions(schema(), options)
  return options
}
