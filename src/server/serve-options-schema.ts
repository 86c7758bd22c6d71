import { z } from 'zod'
import { saysGot } from '../contract/errors/mistakes.ts'
import { durationSchema } from '../model/kernel/duration-schema.ts'
import { once } from '../contract/once.ts'
import { isEndpoint } from '../handlers/own-endpoints.ts'
import { webhookInput } from '../control/webhooks/input.ts'
import { baseUrlSchema, orgOptionsSchema, tokenValueSchema } from '../model/kernel/options-schema.ts'

const callback = () =>
  z.custom((value) => typeof value === 'function', { error: 'expected a function' }).optional()

const organisation = () =>
  z.custom((value) => typeof value === 'object' && value !== null && 'dispatcher' in value, {
    error: 'expected an organisation that createOrg() made',
  })

/** How the organisations of one server are made. */
export const organisationsSchema = once(() =>
  z.strictObject({
    onDemand: z
      .boolean()
      .optional()
      .describe(
        'Whether the first request for an organisation creates it. Default false: only `POST /_orgs` does',
      ),
    world: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .optional()
      .describe('Name of a sample data set, or a seed, for each organisation. Default `empty`'),
    options: orgOptionsSchema()
      .optional()
      .describe(
        "Options of each organisation, which always has its own secrets. Default: the options of the server's own",
      ),
    max: z
      .int({ error: 'expected 1 or more' })
      .min(1, { error: 'expected 1 or more' })
      .optional()
      .describe('The most organisations at one time. Default 10,000'),
    idle: durationSchema({ least: 1, error: 'expected more than 0' })
      .optional()
      .describe(
        'Removes an organisation after this time without a call. With a state file it only leaves the memory. Default: never',
      ),
  }),
)

/**
 * The options of a server. The interface `ServeOptions`, the schema of configuration files and the page of all options
 * come from this schema. It is created at the first use.
 */
export const serveOptionsSchema = once(() =>
  z.strictObject({
    org: organisation().optional().describe('The organisation to serve. Default: a new one with `options`'),
    options: orgOptionsSchema()
      .optional()
      .describe(
        'Options of the organisation, if you give none. If other machines can reach the server, tokens, codes and secrets are random unless you set them',
      ),
    port: z.int().min(0).max(65_535).optional().describe('Default 4010. 0 takes any free port'),
    host: z
      .string()
      .refine((host) => host !== '', { error: 'expected an address, got ""', params: saysGot })
      .optional()
      .describe(
        'Address to listen at. Default `localhost`: 127.0.0.1 and ::1, which only this machine can reach',
      ),
    baseUrl: baseUrlSchema()
      .optional()
      .describe(
        "Address that links begin with. Default: the base URL of the organisation's options, or the address of the server",
      ),
    allowedHosts: z
      .array(z.string())
      .optional()
      .describe(
        'More host names that the server answers under: `id.test`, `*.id.test` for every name below one, `*` for every name. It always answers under its own, that of the base URL and loopback. Requests under other names get 421',
      ),
    controlToken: tokenValueSchema()
      .optional()
      .describe(
        'The control plane requires `Authorization: Bearer` with this token. Without one, everybody on this machine may use it. If other machines can reach the server, nobody may',
      ),
    webhook: webhookInput()
      .optional()
      .describe(
        'A URL that receives the events of its own organisation in signed batches (docs/webhooks.md). Default: none',
      ),
    extend: z
      .array(z.custom(isEndpoint, { error: 'expected an endpoint that endpoint() made' }))
      .optional()
      .describe('Your own endpoints, in each organisation (docs/extend.md). Default: none'),
    organisations: organisationsSchema()
      .optional()
      .describe(
        'Further organisations, at `/orgs/{name}`. Without this option only `POST /_orgs` creates them, empty',
      ),
    tls: z
      .union([z.boolean(), z.strictObject({ cert: z.string(), key: z.string() })])
      .optional()
      .describe(
        'Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of the base URL. Or give your own, in PEM',
      ),
    readOnly: z
      .boolean()
      .optional()
      .describe(
        'Answers 503 to every request that would change something, as the service does in its read-only mode. Default false',
      ),
    state: z
      .string()
      .min(1, { error: 'expected the name of a file' })
      .optional()
      .describe(
        'File that stores the state: each change is on the disk before its reply is sent. A server started again with the file continues. Needs Node 22.13. Default: nothing is stored',
      ),
    onOrganisation: callback().describe('Receives each further organisation that the server creates'),
    onOrganisationLoaded: callback().describe(
      'Receives each further organisation that comes into memory: a new one, or one from the state file',
    ),
    onHostRefused: callback().describe('Receives each host name for which the server refused a request'),
    onError: callback().describe(
      'Receives each error of the mock itself, which it answers with 500. Default: writes it to standard error',
    ),
  }),
)

/** The options of a fetch handler: those of a server, without the ones about listening. */
export const fetchHandlerSchema = once(() =>
  serveOptionsSchema()
    .pick({
      baseUrl: true,
      allowedHosts: true,
      controlToken: true,
      webhook: true,
      extend: true,
      organisations: true,
      readOnly: true,
      onOrganisation: true,
      onOrganisationLoaded: true,
      onHostRefused: true,
      onError: true,
    })
    .extend({ control: z.enum(['open', 'closed']).optional() }),
)
