import { readTextFile } from '../../conformance/engine/words/text-file.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { checkExtension, isEndpoint } from '../handlers/own-endpoints.ts'
import { importModule } from './import-module.ts'
import { fileOfOption } from './file-of-option.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads the endpoints that a module exports: results of `endpoint()`, or objects with the same members. Such objects
 * are for modules that cannot import this package.
 *
 * @param option The option that names the file, for messages: `--extend`.
 * @throws UsageError with file and line of each mistake.
 */
export async function readExtension(file: string, option: string): Promise<readonly Endpoint[]> {
  const source = fileOfOption(option, () => readTextFile(file))
  const { default: exported } = await importModule(file).catch((error: Error) => {
    throw new UsageError(error.message)
  })
  if (!Array.isArray(exported)) {
    throw new UsageError(
      `${file}: expected a list of endpoints as default export: export default [{ route: 'GET /api/v1/hello', handle: () => ({ body: {} }) }]`,
    )
  }
  const mistakes: string[] = []
  const endpoints = exported.flatMap((given: unknown, index) => {
    if (isEndpoint(given)) return [given]
    const { route, handle, ...options } = Object(given) as Record<string, unknown>
    try {
      return [endpoint(route as 'GET /api/x', options, handle as () => undefined)]
    } catch (error) {
      const line = typeof route === 'string' ? lineOf(source, route) : undefined
      mistakes.push(`${file}${line === undefined ? '' : `:${line}`}: [${index}] ${(error as Error).message}`)
      return []
    }
  })
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n  '))
  try {
    checkExtension(endpoints)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
  return endpoints
}

function lineOf(source: string, text: string): number | undefined {
  const index = source.indexOf(text)
  return index === -1 ? undefined : source.slice(0, index).split('\n').length
}
