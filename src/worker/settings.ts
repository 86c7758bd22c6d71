import { z } from 'zod'
import { checkOptions } from '../model/kernel/check-options.ts'
import { readableBy } from '../model/kernel/readable-by.ts'
import { readWorldName } from '../fixtures/worlds/index.ts'
import { isEndpoint, type OwnEndpoint } from '../handlers/own-endpoints.ts'
import { once } from '../contract/once.ts'
import { type InputOf, objectOf, option, schemaOf } from '../model/kernel/option.ts'
import { baseUrlSchema, orgOptions, type OrgOptions, tokenValueSchema } from '../model/kernel/org-options.ts'
import { organisationsOptions, serveOptions } from '../server/serve-options.ts'

const { apiToken: _, secretSeed: __, sampleSeed: ___, baseUrl: ____, ...optionsOfEach } = orgOptions

/** Every option of a worker, each in one row. */
export const workerOptions = {
  binding: option('Name of the binding at which the class `Organisation` is', () => z.string().min(1), {
    default: 'ORGANISATIONS',
  }),
  controlToken: option(
    'Token for `Authorization: Bearer` of the control plane, and of the calls that make, show and delete organisations. Without one both are closed, since everybody can reach a worker',
    () => tokenValueSchema().min(1),
  ),
  onDemand: organisationsOptions.onDemand,
  world: option(
    'The initial data of each: the name of a sample data set',
    () => z.string().superRefine(readableBy(readWorldName)),
    { default: 'empty' },
  ),
  options: option<object, Omit<OrgOptions, 'apiToken' | 'secretSeed' | 'sampleSeed' | 'baseUrl'>>(
    'The options of each. Its tokens, codes and secrets are still its own',
    () => schemaOf(optionsOfEach),
  ),
  secretSeed: option(
    "The secrets of each organisation follow from this and its name: its administrator's token, and those of sample data",
    () => z.string().min(1),
    { unset: 'random secrets' },
  ),
  domain: option(
    'The host below which organisations are, as `{name}.{domain}`, in addition to `/orgs/{name}`',
    () => z.string().regex(/^[a-z0-9.-]+(?::\d+)?$/, { error: 'expected the name of a host, in lower case' }),
  ),
  baseUrl: option('Address under which `/orgs/{name}` is reached', baseUrlSchema, {
    unset: 'that of the request that makes an organisation',
  }),
  extend: option<OwnEndpoint[], readonly OwnEndpoint[]>(
    'Your own endpoints, for each organisation (docs/extend.md)',
    () => z.array(z.custom<OwnEndpoint>(isEndpoint, { error: 'expected an endpoint that endpoint() made' })),
    { unset: 'none' },
  ),
  readOnly: serveOptions.readOnly,
}

/** How a worker serves organisations. */
export interface WorkerOptions extends InputOf<typeof workerOptions> {}

const schema = once(() => objectOf(workerOptions))

/** @throws TypeError that lists every mistake in the options. */
export function checkWorkerOptions(options: WorkerOptions): WorkerOptions {
  checkOptions(schema(), options)
  return options
}
