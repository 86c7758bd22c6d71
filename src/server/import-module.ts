import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Imports a module of the user.
 *
 * @throws Error with file, line and the reason.
 */
export async function importModule(file: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await load(resolve(file))) as { default?: unknown }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new Error(`${file}: TypeScript takes Node 22.18 or later`, { cause: error })
    const isSyntax = error instanceof SyntaxError && /\.[cm]?js$/.test(file)
    throw failedIn(file, error, isSyntax ? placeOfSyntax(file) : undefined)
  }
}

/** Loads a file. An executable cannot import one, but it can require one, a module too. */
async function load(file: string): Promise<unknown> {
  const sea = process.getBuiltinModule('node:sea') as typeof import('node:sea') | undefined
  if (sea?.isSea()) return createRequire(file)(file)
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

/** An error from a user's module, with file and line in its message. */
export function failedIn(file: string, error: unknown, place = placeIn(file, error)): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`${file}${place}: ${message}`, { cause: error })
}

/** The line of a syntax error, `:7`. The SyntaxError of an import does not contain it, but Node prints it. */
function placeOfSyntax(file: string): string {
  const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' })
  return /(:\d+)\r?\n/.exec(stderr)?.[1] ?? ''
}

/** Line and column of the file where an error was thrown, if its stack contains them: `:7:12`. */
function placeIn(file: string, error: unknown): string {
  const stack = (error instanceof Error && error.stack) || ''
  const name = basename(file).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return new RegExp(`[\\\\/]${name}(:\\d+(?::\\d+)?)`).exec(stack)?.[1] ?? ''
}
