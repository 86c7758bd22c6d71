import { Option } from '@commander-js/extra-typings'
import type { OpenApiOptions } from '../../openapi/options.ts'
import type { OpenApiDocument } from '../../openapi/types.ts'
import { UsageError } from '../../server/usage-error.ts'
import type { Define } from '../tree.ts'
import { writeOut } from '../write-out.ts'

export const define: Define = (command, shell) => {
  command
    .addOption(
      new Option('--format <format>', 'how it is written (default: as the file ends, else json)').choices([
        'json',
        'yaml',
      ]),
    )
    .option('--out <file>', 'write it there instead of printing it')
    .option('--base-url <url>', 'address of the service (default: https://svc.example.com)')
    .option('--word <word>', "the operator's word inside identifiers (default: svc)")
    .option('--session-cookie <name>', 'name of the cookie that holds a session (default: sid)')
    .option('--control', 'describe the control plane instead of the service')
    .addOption(new Option('--openapi <version>', 'version of OpenAPI (default: 3.1)').choices(['3.0', '3.1']))
    .option('--aliases', 'describe the two paths that newer clients call, too')
    .option('--open-replies', 'let replies have more members than the API description lists')
    .action(async ({ format, out, control, openapi, ...given }) => {
      const { baseUrl, word, sessionCookie, aliases, openReplies } = given
      const options = {
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(word === undefined ? {} : { vocabulary: { word } }),
        ...(sessionCookie === undefined ? {} : { sessionCookie }),
        ...(aliases === undefined ? {} : { aliases }),
        ...(openReplies === undefined ? {} : { openReplies }),
      }
      const newest = control ? await controlOf(options) : await documentOf(options)
      const document = openapi === '3.0' ? await as30(newest) : newest
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
    throw new UsageError('--control goes with --base-url, --format, --openapi and --out only')
  if (!URL.canParse(baseUrl))
    throw new UsageError(`--base-url: expected an http or https URL, found "${baseUrl}"`)
  const { controlDocument } = await import('../../server/control-openapi.ts')
  return controlDocument(baseUrl)
}

async function as30(document: object): Promise<object> {
  const { asOpenApi30 } = await import('../../openapi/version-3.0.ts')
  return asOpenApi30(document)
}

async function asYaml(document: object): Promise<string> {
  const { yamlOf } = await import('../../openapi/yaml.ts')
  return yamlOf(document)
}

/** The message about an option as one about the flag that gave it. */
function flagged(message: string): string {
  return message
    .replace(/^baseUrl\b/, '--base-url')
    .replace(/^vocabulary\.word\b/, '--word')
    .replace(/^sessionCookie\b/, '--session-cookie')
}
