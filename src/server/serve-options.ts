import { z } from 'zod'
import { saysGot } from '../contract/errors/mistakes.ts'
import { once } from '../contract/once.ts'
import { faultInput } from '../control/faults/input.ts'
import { type WebhookOptions, type WebhookSettings, webhookInput } from '../control/webhooks/input.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Seed } from '../fixtures/seed/format.ts'
import { isEndpoint } from '../handlers/own-endpoints.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { Duration } from '../model/kernel/duration.ts'
import { durationSchema } from '../model/kernel/duration-schema.ts'
import {
  type About,
  group,
  type InputOf,
  objectOf,
  option,
  type Options,
  schemaOf,
} from '../model/kernel/option.ts'
import {
  baseUrlSchema,
  orgOptions,
  type OrgOptions,
  type ParsedOrgOptions,
  tokenValueSchema,
} from '../model/kernel/org-options.ts'
import type { Organisation } from '../organisation.ts'
import type { ServedOrganisation } from './organisations/served.ts'
import type { Certificate } from './tls.ts'

const callback =
  <Function>() =>
  (): z.ZodType<Function, Function> =>
    z.custom<Function>((value) => typeof value === 'function', { error: 'expected a function' })

const file = () => z.string().min(1, { error: 'expected the name of a file' })
const data = () => z.string().min(1)

/** The options of an organisation as one option of a server. */
const optionsOf = (text: string, about?: About<undefined>) =>
  option<ParsedOrgOptions, OrgOptions>(text, () => schemaOf(orgOptions), about)

const further = 'Further organisations, at /orgs/NAME'

/** Every option of the further organisations of a server. */
export const organisationsOptions = {
  onDemand: option(
    'Whether the first request for an organisation creates it. Otherwise only `POST /_orgs` does',
    () => z.boolean(),
    { default: false, flag: [further, '--orgs <when>'] },
  ),
  world: option('Name of a sample data set, or a seed, for each organisation', worldSchema, {
    default: 'empty',
  }),
  options: optionsOf('Options of each organisation, which always has its own secrets', {
    unset: "the options of the server's own",
  }),
  max: option(
    'The most organisations at one time',
    () => z.int({ error: 'expected 1 or more' }).min(1, { error: 'expected 1 or more' }),
    { default: 10_000, flag: [further, '--max-orgs <number>'] },
  ),
  idle: option<number, Duration>(
    'Removes an organisation after this time without a call. With a state file it only leaves the memory',
    () => durationSchema({ least: 1, error: 'expected more than 0' }),
    {
      unset: 'never',
      isDuration: true,
      flag: [further, '--org-idle <time>'],
      interpretations: ['state-idle-organisations'],
    },
  ),
}

/** Options of the further organisations of a server. */
export interface OrganisationsOptions extends InputOf<typeof organisationsOptions> {}

/** Every option of a server, each in one row. */
export const serveOptions = {
  org: option('The organisation to serve', organisationSchema, { unset: 'a new one with `options`' }),
  options: optionsOf(
    'Options of the organisation, if you give none. If other machines can reach the server, tokens, codes and secrets are random unless you set them',
  ),
  port: option('Port to listen at. 0 takes any free port', () => z.int().min(0).max(65_535), {
    default: 4010,
    flag: ['Address', '--port <number>'],
  }),
  host: option(
    'Address to listen at. `localhost` is 127.0.0.1 and ::1, which only this machine can reach',
    () => z.string().refine((host) => host !== '', { error: 'expected an address, got ""', params: saysGot }),
    { default: 'localhost', flag: ['Address', '--host <address>'] },
  ),
  baseUrl: option('Address that links begin with', baseUrlSchema, {
    unset: "the base URL of the organisation's options, or the address of the server",
    flag: ['Address', '--base-url <url>'],
  }),
  allowedHosts: option<string[], readonly string[]>(
    'More host names that the server answers under: `id.test`, `*.id.test` for every name below one, `*` for every name. It always answers under its own, that of the base URL and loopback. Requests under other names get 421',
    () => z.array(z.string()),
    { flag: ['Address', '--allowed-hosts <names>'] },
  ),
  controlToken: option(
    'The control plane requires `Authorization: Bearer` with this token. Without one, everybody on this machine may use it. If other machines can reach the server, nobody may',
    tokenValueSchema,
    { file: 'secret', flag: ['Address', '--control-token <value>'] },
  ),
  webhook: option<WebhookSettings, WebhookOptions>(
    'A URL that receives the events of its own organisation in signed batches (docs/webhooks.md). In a configuration file, `secret` can be `env:NAME` or `file:PATH`',
    webhookInput,
    {
      unset: 'none',
      members: {
        url: { flag: ['Events', '--webhook <url>'] },
        secret: { flag: ['Events', '--webhook-secret <secret>'], file: 'secret' },
      },
    },
  ),
  extend: option<Endpoint[], readonly Endpoint[]>(
    'Your own endpoints, in each organisation (docs/extend.md)',
    endpointsSchema,
    { unset: 'none' },
  ),
  organisations: option<OrganisationsOptions>(
    'Further organisations, at `/orgs/{name}`. Without this option only `POST /_orgs` creates them, empty',
    () => schemaOf(organisationsOptions) as z.ZodType<OrganisationsOptions, OrganisationsOptions>,
  ),
  tls: option<boolean | Certificate>(
    'Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of the base URL. Or give your own, in PEM',
    () => z.union([z.boolean(), z.strictObject({ cert: z.string(), key: z.string() })]),
  ),
  readOnly: option(
    'Answers 503 to every request that would change something, as the service does in its read-only mode',
    () => z.boolean(),
    { default: false, flag: ['Address', '--read-only'] },
  ),
  state: option(
    'File that stores the state: each change is on the disk before its reply is sent. A server started again with the file continues. Needs Node 22.13',
    file,
    { unset: 'nothing is stored', file: 'path', flag: ['State', '--state <file>'] },
  ),
  onOrganisation: option(
    'Receives each further organisation that the server creates',
    callback<(made: ServedOrganisation) => void>(),
  ),
  onOrganisationLoaded: option(
    'Receives each further organisation that comes into memory: a new one, or one from the state file',
    callback<(name: string, organisation: Organisation) => void>(),
  ),
  onHostRefused: option(
    'Receives each host name for which the server refused a request',
    callback<(host: string) => void>(),
  ),
  onError: option(
    'Receives each error of the mock itself, which it answers with 500',
    callback<(error: unknown, request: Pick<WireRequest, 'method' | 'path'>) => void>(),
    { unset: 'writes it to standard error' },
  ),
}

/** Options of a server. */
export interface ServeOptions extends InputOf<typeof serveOptions> {}

/** The schema of the options of a server. It is created at the first use. */
export const serveOptionsSchema = once(() => objectOf(serveOptions))

const { port, host, baseUrl, allowedHosts, controlToken, webhook, readOnly, state } = serveOptions
const { onDemand, max, idle } = organisationsOptions

/** Every option of a configuration file: those of a server, those about files, and those of the command. */
export const configOptions = {
  $schema: option('Address of this schema, for editors', () => z.string()),
  port,
  host,
  baseUrl,
  allowedHosts,
  controlToken,
  webhook,
  tls: option(
    'Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of the base URL. Or give your own',
    certificateFilesSchema,
    {
      flag: ['Address', '--tls'],
      members: {
        cert: { flag: ['Address', '--tls-cert <file>'], file: 'path' },
        key: { flag: ['Address', '--tls-key <file>'], file: 'path' },
      },
    },
  ),
  readOnly,
  state,
  exportOnExit: option('File that the server writes its state to when it stops', () => z.string().min(1), {
    file: 'path',
    flag: ['State', '--export-on-exit <file>'],
  }),
  extend: option('Module with endpoints of your own (docs/extend.md): .js, .mjs or .ts', data, {
    file: 'path',
    flag: ['Data', '--extend <file>'],
  }),
  seed: option(
    'Data at the start: `demo`, `empty`, `examples`, `large:N` (N users), or a .yaml, .json, .ts or .js file',
    data,
    {
      default: 'demo',
      file: 'data',
      flag: ['Data', '--world, --seed <world>'],
    },
  ),
  scenario: option(
    'Faults that apply from the start: `flaky`, `rate-limited`, `slow`, `maintenance`, `outage` or `broken-replies`. Or a .yaml or .json file with a list of faults',
    data,
    { file: 'data', flag: ['Data', '--scenario <name>'] },
  ),
  faults: option('Faults that apply from the start, as `addFault` takes them', () =>
    z.array(faultInput()).min(1).max(100),
  ),
  options: optionsOf('How the organisation is made', { rows: orgOptions }),
  organisations: group('More organisations of the server, at `/orgs/{name}`', organisationsOfFile()),
  log: option(
    'Logs every request: `text` as a line on standard output, `json` as a line of JSON on standard error',
    () => z.enum(['text', 'json']),
    { flag: ['Output', '--log <form>'] },
  ),
  verbose: option('Logs every request', () => z.boolean(), {
    default: false,
    flag: ['Output', '--verbose'],
  }),
  quiet: option('Prints nothing but errors', () => z.boolean(), {
    default: false,
    flag: ['Output', '--quiet'],
  }),
} satisfies Options

/** The schema of a configuration file of `identikit serve`. It is created at the first use. */
export const configSchema = once(() =>
  objectOf(configOptions).meta({ title: 'Configuration of identikit serve' }),
)

/** The content of a configuration file; durations are milliseconds. */
export type Config = z.output<ReturnType<typeof configSchema>>

function organisationsOfFile() {
  const seed = option('Seed of each of them', data, {
    unset: "that of the server's own",
    file: 'data',
    flag: [further, '--org-seed <world>'],
  })
  return { onDemand, seed, max, idle, options: organisationsOptions.options }
}

function worldSchema(): z.ZodType<string | Seed, string | Seed> {
  return z.union([z.string(), z.record(z.string(), z.unknown())]) as z.ZodType<string | Seed, string | Seed>
}

function organisationSchema(): z.ZodType<Organisation, Organisation> {
  return z.custom<Organisation>(
    (value) => typeof value === 'object' && value !== null && 'dispatcher' in value,
    { error: 'expected an organisation that createOrg() made' },
  )
}

function endpointsSchema(): z.ZodType<Endpoint[], readonly Endpoint[]> {
  return z.array(z.custom<Endpoint>(isEndpoint, { error: 'expected an endpoint that endpoint() made' }))
}

function certificateFilesSchema() {
  const files = z.strictObject({
    cert: z.string().describe('File of the certificate, in PEM'),
    key: z.string().describe('File of its private key, in PEM'),
  })
  return z.union([z.boolean(), files], {
    error: 'expected true, false, or the files of a certificate and its key: { cert, key }',
  })
}
