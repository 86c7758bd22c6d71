import { z } from 'zod'
import { checkOptions } from '../model/kernel/check-options.ts'
import { readableBy } from '../model/kernel/value-error.ts'
import { readDatasetName } from '../fixtures/datasets/index.ts'
import { isEndpoint, type OwnEndpoint } from '../handlers/own-endpoints.ts'
import { once } from '../contract/once.ts'
import { type InputOf, objectOf, option, schemaOf } from '../model/kernel/option.ts'
import {
  baseUrlSchema,
  idSeedSchema,
  orgOptions,
  type OrgOptions,
  tokenValueSchema,
} from '../model/kernel/org-options.ts'
import type { ControlAccessOptions } from '../server/control-access.ts'
import { organisationsOptions, serveOptions } from '../server/serve-options.ts'

const { apiToken: _, baseUrl: __, ...others } = orgOptions
/** Secrets and samples have the seed of the worker. */
const optionsOfEach = { ...others, seed: option(idSeedSchema) }

interface OptionsOfEach extends Omit<OrgOptions, 'apiToken' | 'seed' | 'baseUrl'> {
  /** Seed of ids and fixtures. */
  readonly seed?: string | number | undefined
}

/** Every option of a worker, each in one row. */
export const workerOptions = {
  binding: option(() => z.string().min(1), { default: 'ORGANISATIONS' }).describe(
    'Name of the binding at which the class `Organisation` is',
  ),
  controlToken: option(() => tokenValueSchema().min(1)).describe(
    'Token for `Authorization: Bearer` of the control plane, and of the calls that make, show and delete organisations. Without one both are closed, since everybody can reach a worker',
  ),
  onDemand: organisationsOptions.onDemand,
  dataset: option(() => z.string().superRefine(readableBy(readDatasetName)), { default: 'empty' }).describe(
    'The initial data of each: the name of a sample data set',
  ),
  options: option<object, OptionsOfEach>(() => schemaOf(optionsOfEach)).describe(
    'The options of each. Its tokens, codes and secrets are still its own',
  ),
  secretSeed: option(() => z.string().min(1)).describe(
    "The secrets of each organisation follow from this and its name: its administrator's token, and those of sample data",
    { unset: 'random secrets' },
  ),
  domain: option(() =>
    z.string().regex(/^[a-z0-9.-]+(?::\d+)?$/, { error: 'expected the name of a host, in lower case' }),
  ).describe('The host below which organisations are, as `{name}.{domain}`, in addition to `/orgs/{name}`'),
  baseUrl: option(baseUrlSchema).describe('Address under which `/orgs/{name}` is reached', {
    unset: 'that of the request that makes an organisation',
  }),
  extend: option<OwnEndpoint[], readonly OwnEndpoint[]>(() =>
    z.array(z.custom<OwnEndpoint>(isEndpoint, { error: 'expected an endpoint that endpoint() made' })),
  ).describe('Your own endpoints, for each organisation (docs/extend.md)', { unset: 'none' }),
  readOnly: serveOptions.readOnly,
}

/** How a worker serves organisations. */
export interface WorkerOptions extends InputOf<typeof workerOptions> {}

/** How a worker serves over HTTP: everybody can reach it. */
export function faceOf({ controlToken, readOnly }: WorkerOptions): ControlAccessOptions {
  return {
    control: controlToken === undefined ? 'closed' : { token: controlToken },
    readOnly,
    onError: logFault,
  }
}

/** Logs a bug of this package. */
export function logFault(error: unknown): void {
  console.error('identikit: a fault of ours', error)
}

const schema = once(() => objectOf(workerOptions))

/** @throws TypeError that lists every mistake in the options. */
export function checkWorkerOptions(options: WorkerOptions): WorkerOptions {
  checkOptions(schema(), options)
  return options
}
