import { spawnSync } from 'node:child_process'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Imports a module that the user wrote.
 *
 * @throws Error with file, line and what is wrong.
 */
export async function importModule(file: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)) as { default?: unknown }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new Error(`${file}: TypeScript takes Node 22.18 or later`, { cause: error })
    const isSyntax = error instanceof SyntaxError && /\.[cm]?js$/.test(file)
    throw failedIn(file, error, isSyntax ? placeOfSyntax(file) : undefined)
  }
}

/** An error that code of a user's module threw, as one that names the file and the line. */
export function failedIn(file: string, error: unknown, place = placeIn(file, error)): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`${file}${place}: ${message}`, { cause: error })
}

/** The line at which a file is no code, `:7`: a SyntaxError of an import does not tell it, and Node prints it. */
function placeOfSyntax(file: string): string {
  const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' })
  return /(:\d+)\r?\n/.exec(stderr)?.[1] ?? ''
}

/** Line and column of the file at which an error was thrown, as far as its stack tells: `:7:12`. */
function placeIn(file: string, error: unknown): string {
  const stack = (error instanceof Error && error.stack) || ''
  const name = basename(file).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return new RegExp(`[\\\\/]${name}(:\\d+(?::\\d+)?)`).exec(stack)?.[1] ?? ''
}
