import { z } from 'zod'
import { faultInput } from '../../control/faults/input.ts'
import { once } from '../../contract/once.ts'
import { organisationsSchema, serveOptionsSchema } from '../serve-options-schema.ts'

/** The name of a sample data set, or of a seed file. */
const seed = z.string().min(1)

/** The schema of a configuration file of `identikit serve`. It is created at the first use. */
export const configSchema = once(() => {
  const { port, host, baseUrl, allowedHosts, controlToken, webhook, readOnly, state, options } =
    serveOptionsSchema().shape
  const { onDemand, max, idle, options: organisationOptions } = organisationsSchema().shape
  return z
    .strictObject({
      $schema: z.string().optional().describe('Address of this schema, for editors'),
      port,
      host,
      baseUrl,
      allowedHosts,
      controlToken: controlToken.describe(
        `${controlToken.description}. \`env:NAME\` takes it from a variable of the environment, \`file:PATH\` from a file`,
      ),
      webhook: webhook.describe(
        `${webhook.description}. \`secret\` takes \`env:NAME\` and \`file:PATH\` too`,
      ),
      tls: z
        .union(
          [
            z.boolean(),
            z.strictObject({
              cert: z.string().describe('File of the certificate, in PEM'),
              key: z.string().describe('File of its private key, in PEM'),
            }),
          ],
          { error: 'expected true, false, or the files of a certificate and its key: { cert, key }' },
        )
        .optional()
        .describe(
          'Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of the base URL. Or give your own',
        ),
      readOnly,
      state,
      exportOnExit: z
        .string()
        .min(1)
        .optional()
        .describe('File that the server writes its state to when it stops'),
      extend: z
        .string()
        .min(1)
        .optional()
        .describe('Module with endpoints of your own (docs/extend.md): .js, .mjs or .ts'),
      seed: seed
        .optional()
        .describe(
          '`demo`, `empty`, `examples`, `large:N` (N users), or a .yaml or .json file. Default `demo`',
        ),
      scenario: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Faults that apply from the start: `flaky`, `rate-limited`, `slow`, `maintenance`, `outage` or `broken-replies`. Or a .yaml or .json file with a list of faults',
        ),
      faults: z
        .array(faultInput())
        .min(1)
        .max(100)
        .optional()
        .describe('Faults that apply from the start, as `addFault` takes them'),
      options: options.describe(
        'How the organisation is made. `apiToken`, `secretSeed` and `sampleSeed` take `env:NAME` and `file:PATH` too',
      ),
      organisations: z
        .strictObject({
          onDemand,
          seed: seed.optional().describe("Seed of each of them. Default: that of the server's own"),
          max,
          idle,
          options: organisationOptions,
        })
        .optional()
        .describe('More organisations of the server, at `/orgs/{name}`'),
      log: z
        .enum(['text', 'json'])
        .optional()
        .describe(
          'Logs every request: `text` as a line on standard output, `json` as a line of JSON on standard error',
        ),
      verbose: z.boolean().optional().describe('Logs every request. Default false'),
      quiet: z.boolean().optional().describe('Prints nothing but errors. Default false'),
    })
    .meta({ title: 'Configuration of identikit serve' })
})

/** The content of a configuration file; durations are milliseconds. */
export type Config = z.output<ReturnType<typeof configSchema>>
