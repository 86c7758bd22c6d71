import { isTokenValue } from '../../contract/formats/index.ts'
import { isBaseUrl } from './base-url.ts'
import { checkOptions } from './check-options.ts'
import { defined } from './defined.ts'
import { orgOptionsSchema, type ParsedOrgOptions } from './options-schema.ts'

/** Options that most organisations are made with, and when one of them is surely as the schema has it. */
const common: Readonly<Record<string, (text: string) => boolean>> = {
  seed: () => true,
  secretSeed: () => true,
  baseUrl: isBaseUrl,
  apiToken: isTokenValue,
}

/**
 * Whether options hold nothing but common ones that are sound: they need no schema, which takes some milliseconds of a
 * start when it is first used.
 */
function isCommon(options: unknown): options is ParsedOrgOptions {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return false
  return Object.entries(options).every(
    ([name, value]) =>
      Object.hasOwn(common, name) &&
      (value === undefined || (typeof value === 'string' && common[name]!(value))),
  )
}

/**
 * Reads options that may come from a file or a command line.
 *
 * @throws TypeError that lists every mistake with its path.
 */
export function parseOrgOptions(options: unknown): ParsedOrgOptions {
  return defined(isCommon(options) ? { ...options } : checkOptions(orgOptionsSchema(), options))
}
