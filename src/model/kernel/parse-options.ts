import { isTokenValue } from '../../contract/formats/index.ts'
import { isBaseUrl } from './base-url.ts'
import { checkOptions } from './check-options.ts'
import { defined } from './defined.ts'
import { orgOptionsSchema, type ParsedOrgOptions, presetOptions } from './options-schema.ts'

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
 * Parses options that may come from a file or a command line. A preset is resolved into the options that it sets.
 *
 * @throws TypeError that lists every mistake with its path.
 */
export function parseOrgOptions(options: unknown): ParsedOrgOptions {
  if (isCommon(options)) return defined({ ...options })
  const { preset, ...given } = checkOptions(orgOptionsSchema(), options)
  return preset === undefined ? defined(given) : over(presetOptions(preset), defined(given))
}

/** The options of a preset, replaced by the given ones. A group of options is replaced member by member. */
function over(preset: ParsedOrgOptions, given: ParsedOrgOptions): ParsedOrgOptions {
  const { vocabulary = {}, recorded = {} } = given
  return {
    ...preset,
    ...given,
    vocabulary: { ...preset.vocabulary, ...defined(vocabulary) },
    recorded: { ...preset.recorded, ...defined(recorded) },
  }
}
