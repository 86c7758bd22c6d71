import { isTokenValue } from '../../contract/formats/index.ts'
import { isBaseUrl } from './base-url.ts'
import { checkOptions } from './check-options.ts'
import { defined } from './defined.ts'
import { asRecorded } from './interpretation-options.ts'
import { orgOptionsSchema, type ParsedOrgOptions, type SeedOptions } from './org-options.ts'

/** Options of most organisations, each with a test for values that the schema surely accepts. */
const common: Readonly<Record<string, (text: string) => boolean>> = {
  seed: () => true,
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
      (value === undefined ||
        (typeof value === 'string' && common[name]!(value)) ||
        (name === 'seed' && isSeeds(value))),
  )
}

function isSeeds(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.every(
    ([name, seed]) => seedNames.has(name) && (seed === undefined || typeof seed === 'string'),
  )
}

const seedNames: ReadonlySet<string> = new Set<keyof SeedOptions>(['ids', 'secrets', 'samples'])

/**
 * Parses options that may come from a file or a command line. A preset sets the name prefix and interpretations, if
 * nothing else does.
 *
 * @throws TypeError that lists every mistake with its path.
 */
export function parseOrgOptions(options: unknown): ParsedOrgOptions {
  if (isCommon(options)) return defined({ ...options })
  const given = defined(checkOptions(orgOptionsSchema(), options))
  const { preset } = given
  if (preset === undefined) return given
  return { prefix: preset, ...given, interpretations: { ...asRecorded, ...given.interpretations } }
}
