import { Option } from '@commander-js/extra-typings'
import type { OpenApiOptions } from '../../openapi/options.ts'
import type { OpenApiDocument } from '../../openapi/types.ts'
import { UsageError } from '../../server/usage-error.ts'
import type { Define } from '../tree.ts'
import { writeOut } from '../write-out.ts'

export const define: Define = (command, shell) => {
  command
    .addOption(
      new Option('--format <format>', 'form of the output (default: as the file ends, else json)').choices([
        'json',
        'yaml',
      ]),
    )
    .option('--out <file>', 'write it there instead of printing it')
    .option('--base-url <url>', 'address of the service (default: https://svc.example.com)')
    .option('--prefix <prefix>', 'the name prefix inside identifiers (default: svc)')
    .option('--session-cookie <name>', 'name of the cookie that holds a session (default: sid)')
    .option('--control', 'describe the control plane instead of the service')
    .addOption(new Option('--version <version>', 'version of OpenAPI (default: 3.1)').choices(['3.0', '3.1']))
    .option('--aliases', 'describe the two paths that newer clients call, too')
    .option('--beyond', 'describe the endpoints, too, that the API description does not have')
    .option(
      '--oauth',
      'describe authorize, token and the other OAuth endpoints, too (default: with --beyond)',
    )
    .option('--open-replies', 'let replies have more members than the API description lists')
    .action(async ({ format, out, control, version, ...given }) => {
      const { prefix, ...others } = given
      const options: OpenApiOptions = {
        ...others,
        ...(prefix === undefined ? {} : { prefix }),
      }
      const newest = control ? await controlOf(options) : await documentOf(options)
      const document = version === '3.0' ? await as30(newest) : newest
      const isYaml = format === undefined ? /\.ya?ml$/i.test(out ?? '') : format === 'yaml'
      const text = isYaml ? await asYaml(document) : JSON.stringify(document, undefined, 2)
      await writeOut('openapi', text, out, shell)
    })
}

async function documentOf(options: OpenApiOptions): Promise<OpenApiDocument> {
  const { openApiDocument } = await import('../../openapi/document.ts')
  try {
    return openApiDocument(options)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(flagged(error.message))
  }
}

async function controlOf({ baseUrl = 'http://localhost:4010', ...others }: OpenApiOptions): Promise<object> {
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw new UsageError('--control goes with --base-url, --format, --out and --version only')
  const { servers } = await documentOf({ baseUrl })
  const { controlDocument } = await import('../../server/control-openapi.ts')
  return controlDocument(servers[0]!['url'] as string)
}

async function as30(document: object): Promise<object> {
  const { asOpenApi30 } = await import('../../openapi/version-3.0.ts')
  return asOpenApi30(document)
}

async function asYaml(document: object): Promise<string> {
  const { yamlOf } = await import('../../openapi/yaml.ts')
  return yamlOf(document)
}

/** Names the flag instead of the option in a message. */
function flagged(message: string): string {
  return message
    .replace(/^baseUrl\b/, '--base-url')
    .replace(/^prefix\b/, '--prefix')
    .replace(/^sessionCookie\b/, '--session-cookie')
}
