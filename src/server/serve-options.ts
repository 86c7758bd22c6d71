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
import { group, type InputOf, objectOf, option, type Options, schemaOf } from '../model/kernel/option.ts'
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
const text = () => z.string().min(1)

/** The options of an organisation as one option of a server. */
const optionsOf = (about?: { readonly rows: Options }) =>
  option<ParsedOrgOptions, OrgOptions>(() => schemaOf(orgOptions), about)

const further = 'Further organisations, at /orgs/NAME'

/** Every option of the further organisations of a server. */
export const organisationsOptions = {
  onDemand: option(() => z.boolean(), { default: false }).describe(
    'Whether the first request for an organisation creates it. Otherwise only `POST /_orgs` does',
    { flag: [further, '--orgs <when>'] },
  ),
  dataset: option(datasetSchema, { default: 'empty' }).describe(
    'Name of a sample data set, or a seed, for each organisation',
  ),
  options: optionsOf().describe('Options of each organisation, which always has its own secrets', {
    unset: "the options of the server's own",
  }),
  max: option(() => z.int({ error: 'expected 1 or more' }).min(1, { error: 'expected 1 or more' }), {
    default: 10_000,
  }).describe('Limit of organisations at one time', { flag: [further, '--max-orgs <number>'] }),
  idle: option<number, Duration>(() => durationSchema({ least: 1, error: 'expected more than 0' }), {
    isDuration: true,
  }).describe(
    'Removes an organisation after this time without a call. With a state file it only leaves the memory',
    { unset: 'never', flag: [further, '--org-idle <time>'], interpretations: ['state-idle-organisations'] },
  ),
}

/** Options of the further organisations of a server. */
export interface OrganisationsOptions extends InputOf<typeof organisationsOptions> {}

/** Every option of a server, each in one row. */
export const serveOptions = {
  org: option(organisationSchema).describe('The organisation to serve', {
    unset: 'a new one with `options`',
  }),
  options: optionsOf().describe(
    'Options of the organisation, if you give none. If other machines can reach the server, tokens, codes and secrets are random unless you set them',
  ),
  port: option(() => z.int().min(0).max(65_535), { default: 4010 }).describe(
    'Port to listen at. 0 takes any free port',
    { flag: ['Address', '--port <number>'] },
  ),
  host: option(
    () => z.string().refine((host) => host !== '', { error: 'expected an address, got ""', params: saysGot }),
    { default: 'localhost' },
  ).describe('Address to listen at. `localhost` is 127.0.0.1 and ::1, which only this machine can reach', {
    flag: ['Address', '--host <address>'],
  }),
  baseUrl: option(baseUrlSchema).describe('Address that links begin with', {
    unset: "the base URL of the organisation's options, or the address by which each request comes",
    interpretations: ['links-by-base-url'],
    flag: ['Address', '--base-url <url>'],
  }),
  allowedHosts: option<string[], readonly string[]>(() => z.array(z.string())).describe(
    'More host names that the server answers under: `id.test`, `*.id.test` for every name below one, `*` for every name. It always answers under its own, that of the base URL and loopback. Requests under other names get 421',
    { flag: ['Address', '--allowed-hosts <names>'] },
  ),
  trustProxy: option(() => z.boolean(), { default: false }).describe(
    'Believes `X-Forwarded-Host`, `-Proto`, `-Port` and `-Prefix`, with which a proxy in front says how clients reach it. Without a base URL, links and issuers then lead to the proxy',
    { flag: ['Address', '--trust-proxy'], interpretations: ['links-by-base-url'] },
  ),
  controlToken: option(tokenValueSchema, { file: 'secret' }).describe(
    'The control plane requires `Authorization: Bearer` with this token. Without one, everybody on this machine may use it. If other machines can reach the server, nobody may',
    { flag: ['Address', '--control-token <value>'] },
  ),
  webhook: option<WebhookSettings, WebhookOptions>(webhookInput, {
    members: {
      url: { flag: ['Events', '--webhook <url>'] },
      secret: { flag: ['Events', '--webhook-secret <secret>'], file: 'secret' },
    },
  }).describe(
    'A URL that receives the events of its own organisation in signed batches (docs/control.md). In a configuration file, `secret` can be `env:NAME` or `file:PATH`',
    { unset: 'none' },
  ),
  extend: option<Endpoint[], readonly Endpoint[]>(endpointsSchema).describe(
    'Your own endpoints, in each organisation (docs/extend.md)',
    { unset: 'none' },
  ),
  organisations: option<OrganisationsOptions>(
    () => schemaOf(organisationsOptions) as z.ZodType<OrganisationsOptions, OrganisationsOptions>,
  ).describe(
    'Further organisations, at `/orgs/{name}`. Without this option only `POST /_orgs` creates them, empty',
  ),
  tls: option<boolean | Certificate>(() =>
    z.union([z.boolean(), z.strictObject({ cert: z.string(), key: z.string() })]),
  ).describe(
    'Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of the base URL. Or give your own, in PEM',
  ),
  readOnly: option(() => z.boolean(), { default: false }).describe(
    'Answers 503 to every request that would change something, as the service does in its read-only mode',
    { flag: ['Address', '--read-only'] },
  ),
  state: option(file, { file: 'path' }).describe(
    'File that stores the state: each change is on the disk before its reply is sent. A server started again with the file continues. Needs Node 22.13',
    { unset: 'nothing is stored', flag: ['State', '--state <file>'] },
  ),
  onOrganisation: option(callback<(made: ServedOrganisation) => void>()).describe(
    'Receives each further organisation that the server creates',
  ),
  onOrganisationLoaded: option(callback<(name: string, organisation: Organisation) => void>()).describe(
    'Receives each further organisation that comes into memory: a new one, or one from the state file',
  ),
  onHostRefused: option(callback<(host: string) => void>()).describe(
    'Receives each host name for which the server refused a request',
  ),
  onError: option(
    callback<(error: unknown, request: Pick<WireRequest, 'method' | 'path'>) => void>(),
  ).describe('Receives each error of the mock itself, which it answers with 500', {
    unset: 'writes it to standard error',
  }),
}

/** Options of a server. */
export interface ServeOptions extends InputOf<typeof serveOptions> {}

/** The schema of the options of a server. It is created at the first use. */
export const serveOptionsSchema = once(() => objectOf(serveOptions))

const { port, host, baseUrl, allowedHosts, trustProxy, controlToken, webhook, readOnly, state } = serveOptions
const { onDemand, max, idle } = organisationsOptions

/** Every option of a configuration file: those of a server, those about files, and those of the command. */
export const configOptions = {
  $schema: option(() => z.string()).describe('Address of this schema, for editors'),
  port,
  host,
  baseUrl,
  allowedHosts,
  trustProxy,
  controlToken,
  webhook,
  tls: option(certificateFilesSchema, {
    members: {
      cert: { flag: ['Address', '--tls-cert <file>'], file: 'path' },
      key: { flag: ['Address', '--tls-key <file>'], file: 'path' },
    },
  }).describe(
    'Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of the base URL. Or give your own',
    { flag: ['Address', '--tls'] },
  ),
  readOnly,
  state,
  exportOnExit: option(() => z.string().min(1), { file: 'path' }).describe(
    'File that the server writes its state to when it stops',
    { flag: ['State', '--export-on-exit <file>'] },
  ),
  extend: option(text, { file: 'path' }).describe(
    'Module with endpoints of your own (docs/extend.md): .js, .mjs or .ts',
    { flag: ['Data', '--extend <file>'] },
  ),
  data: option(text, { default: 'demo', file: 'data' }).describe(
    'Data at the start: `demo`, `empty`, `examples`, `large:N` (N users), or a .yaml, .json, .ts or .js file',
    { flag: ['Data', '--data <data>'] },
  ),
  scenario: option(text, { file: 'data' }).describe(
    'Faults that apply from the start: `flaky`, `rate-limited`, `slow`, `maintenance`, `outage` or `broken-replies`. Or a .yaml or .json file with a list of faults',
    { flag: ['Data', '--scenario <name>'] },
  ),
  faults: option(() => z.array(faultInput()).min(1).max(100)).describe(
    'Faults that apply from the start, as `addFault` takes them',
  ),
  options: optionsOf({ rows: orgOptions }).describe('How the organisation is made'),
  organisations: group(organisationsOfFile()).describe('More organisations of the server, at `/orgs/{name}`'),
  log: option(() => z.enum(['text', 'json'])).describe(
    'Logs every request: `text` as a line on standard output, `json` as a line of JSON on standard error',
    { flag: ['Output', '--log <form>'] },
  ),
  verbose: option(() => z.boolean(), { default: false }).describe('Logs every request', {
    flag: ['Output', '--verbose'],
  }),
  quiet: option(() => z.boolean(), { default: false }).describe('Prints nothing but errors', {
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
  const data = option(text, { file: 'data' }).describe('Data of each of them at the start', {
    unset: "that of the server's own",
    flag: [further, '--org-data <data>'],
  })
  return { onDemand, data, max, idle, options: organisationsOptions.options }
}

function datasetSchema(): z.ZodType<string | Seed, string | Seed> {
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
