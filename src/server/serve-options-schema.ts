import { z } from 'zod'
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
      .describe('Whether a request for one that is not there makes it. Default false: `POST /_orgs` does'),
    world: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .optional()
      .describe('Name of a sample data set, or a seed, for each of them. Default `empty`'),
    options: orgOptionsSchema()
      .optional()
      .describe("How each is made; its secrets are its own all the same. Default: as the server's own"),
    max: z
      .int({ error: 'expected 1 or more' })
      .min(1, { error: ({ input }) => `expected 1 or more, got ${String(input)}` })
      .optional()
      .describe('How many there may be at once. Default 10,000'),
    idle: durationSchema({ least: 1, error: 'expected more than 0' })
      .optional()
      .describe(
        'How long one lives that nobody calls; with a file of state it only leaves the memory. Default: for as long as the server',
      ),
  }),
)

/**
 * What a server can be told. From this schema come the interface `ServeOptions` with its comments, the schema of
 * configuration files, and the page of all options. It is made when it is first needed.
 */
export const serveOptionsSchema = once(() =>
  z.strictObject({
    org: organisation()
      .optional()
      .describe('The organisation to serve. Default: a new one, made with `options`'),
    options: orgOptionsSchema()
      .optional()
      .describe(
        'How the organisation is made, where none is given. Where other machines can reach it, its tokens, codes and secrets are random unless named',
      ),
    port: z.int().min(0).max(65_535).optional().describe('Default 4010; 0 takes any that is free'),
    host: z
      .string()
      .refine((host) => host !== '', { error: 'expected an address, got ""' })
      .optional()
      .describe(
        'Address to listen at. Default `localhost`: 127.0.0.1 and ::1, which only this machine can reach',
      ),
    baseUrl: baseUrlSchema()
      .optional()
      .describe(
        "Address under which links are made. Default: that of the organisation's options, else the one it is served at",
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
        'Has the control plane ask for `Authorization: Bearer` with this token. Without one, everybody who reaches the server may use it; where other machines do, nobody may',
      ),
    webhook: webhookInput()
      .optional()
      .describe(
        'A URL to which the events of its own organisation are sent, in signed batches (docs/webhooks.md). Default: none',
      ),
    extend: z
      .array(z.custom(isEndpoint, { error: 'expected an endpoint that endpoint() made' }))
      .optional()
      .describe('Endpoints of your own, of each organisation (docs/extend.md). Default: none'),
    organisations: organisationsSchema()
      .optional()
      .describe(
        'The organisations that it has beside its own, at `/orgs/{name}`. Without this they are made by `POST /_orgs` only, empty',
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
        'Refuses whatever would change something, as the service does in its read-only mode (503). Default false',
      ),
    state: z
      .string()
      .min(1, { error: 'expected the name of a file' })
      .optional()
      .describe(
        'File that stores the state: each change is on the disk before its reply is sent. A server started again with the file continues. Needs Node 22.13. Default: nothing is stored',
      ),
    onOrganisation: callback().describe("Told of each organisation that is made beside the server's own"),
    onOrganisationLoaded: callback().describe(
      'Told of each of them that comes into memory: made, or read from the file of state when it is called',
    ),
    onHostRefused: callback().describe(
      'Told of the names under which requests came that were refused for it',
    ),
    onError: callback().describe(
      'Told of errors that are ours, which are answered 500. Default: written to standard error',
    ),
  }),
)

/** What a fetch handler can be told: what a server can, where that is not about listening. */
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
