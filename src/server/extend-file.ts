import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { checkExtension, isEndpoint } from '../handlers/own-endpoints.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads the endpoints that a module exports: made by `endpoint()`, or objects with the same members, for a module that
 * cannot import this package.
 *
 * @param option Who named it, for messages: `--extend`.
 * @throws UsageError with file and line of what is wrong.
 */
export async function readExtension(file: string, option: string): Promise<readonly Endpoint[]> {
  const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const { code } = error
    throw new UsageError(
      `${option}: ${code === 'ENOENT' ? `there is no file ${file}` : `cannot read ${file}: ${code}`}`,
    )
  })
  const exported = await importDefault(file)
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

async function importDefault(file: string): Promise<unknown> {
  try {
    const url = pathToFileURL(resolve(file)).href
    return ((await import(/* @vite-ignore */ url)) as { readonly default?: unknown }).default
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ERR_UNKNOWN_FILE_EXTENSION' ? 'TypeScript takes Node 22.18 or later' : message
    const isSyntax = error instanceof SyntaxError && /\.[cm]?js$/.test(file)
    const place = isSyntax ? placeOfSyntax(file) : placeIn(file, error)
    throw new UsageError(`${file}${place}: ${why}`)
  }
}

/** The line at which a file is no code, `:7`: a SyntaxError of an import does not tell it, and Node prints it. */
function placeOfSyntax(file: string): string {
  const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' })
  return /(:\d+)\r?\n/.exec(stderr)?.[1] ?? ''
}

/** Line and column of the file at which an error was thrown, as far as its stack tells: `:7:12`. */
function placeIn(file: string, error: unknown): string {
  const stack = error instanceof Error ? error.stack! : ''
  const name = basename(file).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return new RegExp(`[\\\\/]${name}(:\\d+(?::\\d+)?)`).exec(stack)?.[1] ?? ''
}

function lineOf(source: string, text: string): number | undefined {
  const index = source.indexOf(text)
  return index === -1 ? undefined : source.slice(0, index).split('\n').length
}
