import { isTokenValue } from '../../contract/formats/index.ts'
import { isBaseUrl } from './base-url.ts'
import { checkOptions } from './check-options.ts'
import { defined } from './defined.ts'
import { orgOptionsSchema, type ParsedOrgOptions } from './org-options.ts'

/** Options of most organisations, each with a test for values that the schema surely accepts. */
const common: Readonly<Record<string, (text: string) => boolean>> = {
  seed: () => true,
  secretSeed: () => true,
  sampleSeed: () => true,
  baseUrl: isBaseUrl,
  apiToken: isTokenValue,
}

/**
 * Whether options are all common and valid. Then they need no schema, whose first use takes some milliseconds of a
 * start.
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
 * Parses options that may come from a file or a command line. A preset sets the name prefix, if nothing else does.
 *
 * @throws TypeError that lists every mistake with its path.
 */
export function parseOrgOptions(options: unknown): ParsedOrgOptions {
  if (isCommon(options)) return defined({ ...options })
  const given = defined(checkOptions(orgOptionsSchema(), options))
  const { preset, vocabulary } = given
  return preset === undefined ? given : { ...given, vocabulary: { prefix: preset, ...vocabulary } }
}
