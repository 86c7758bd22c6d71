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
    .option('--aliases', 'describe the two paths that newer clients call, too')
    .option('--open-replies', 'let replies have more members than the API description lists')
    .action(async ({ format, out, baseUrl, word, sessionCookie, aliases, openReplies }) => {
      const document = await documentOf({
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(word === undefined ? {} : { vocabulary: { word } }),
        ...(sessionCookie === undefined ? {} : { sessionCookie }),
        ...(aliases === undefined ? {} : { aliases }),
        ...(openReplies === undefined ? {} : { openReplies }),
      })
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

async function asYaml(document: OpenApiDocument): Promise<string> {
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
