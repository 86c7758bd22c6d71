import fs from 'node:fs'
import { readTextFile } from '../words/text-file.ts'

/** A longer file holds no secret. */
const longestSecret = 2 ** 20

/** Where secrets come from. */
export interface SecretSources {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads all of the standard input. */
  readonly readStdin: () => string
}

/** The process's own environment and standard input. */
export const processSecrets: SecretSources = {
  environment: process.env,
  readStdin: () => fs.readFileSync(0, 'utf8'),
}

/** Whether a text names the source of a secret, and is not the secret itself. */
export function namesSecret(text: string): boolean {
  return /^(env|file):./.test(text) || text === 'stdin'
}

/**
 * Reads a secret from where it is: `env:NAME`, `file:PATH` or `stdin`; white space around it is taken off.
 *
 * @throws Error that names the source, never the value, when it is not one of these, missing or empty.
 */
export function readSecret(
  source: string,
  option: string,
  { environment, readStdin }: SecretSources,
): string {
  const value = (
    source.startsWith('env:')
      ? environment[source.slice(4)]
      : source.startsWith('file:')
        ? readFile(source.slice(5), option)
        : source === 'stdin'
          ? readStdin()
          : refuse(option)
  )?.trim()
  if (value === undefined || value === '') throw new Error(`${option}: ${source} is not set, or empty`)
  return value
}

/**
 * Returns a value that a request sends in a header.
 *
 * @throws Error that names the option, never the value, for characters that no header has.
 */
export function inHeader(option: string, value: string): string {
  if (/^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(value)) return value
  throw new Error(`${option}: expected characters that a header can have, of ASCII or Latin-1`)
}

/** As {@link inHeader}, for a token, which has no blanks. */
export function asToken(option: string, value: string): string {
  if (/^[\u0021-\u007E]+$/.test(value)) return value
  throw new Error(`${option}: expected visible ASCII characters, and no blanks`)
}

/** A header that an option adds to requests. */
export interface AddedHeader {
  readonly name: string
  readonly value: string
  /** Whether the value was read from the source of a secret. */
  readonly isSecret: boolean
}

/**
 * Reads `Name: value`, or `Name: env:NAME` for a secret.
 *
 * @throws Error that names the option, never the value of a secret.
 */
export function readHeader(line: string, sources: SecretSources): AddedHeader {
  const [, name, given = ''] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(line) ?? []
  if (name === undefined)
    throw new Error("--header: expected 'Name: value', or 'Name: env:NAME' for a secret")
  const option = `--header ${name}`
  const isSecret = namesSecret(given)
  return { name, value: inHeader(option, isSecret ? readSecret(given, option, sources) : given), isSecret }
}

function readFile(path: string, option: string): string {
  try {
    return readTextFile(path, longestSecret)
  } catch (error) {
    throw new Error(`${option}: ${(error as Error).message}`, { cause: error })
  }
}

function refuse(option: string): never {
  throw new Error(
    `${option} takes env:NAME, file:PATH or stdin, never the secret itself: other users can read the command line`,
  )
}
