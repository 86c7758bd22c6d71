import type { ParsedOrgOptions } from './kernel/org-options.ts'
import { RowsError, type SortedRows } from './kernel/state-log.ts'
import { defaultSeed } from './kernel/random.ts'
import { isSame } from './kernel/same.ts'

/** The options and the creation time of an organisation, and its present address. */
export interface OrgIdentity {
  /** Version of the rows. The version decides which parts exist. */
  readonly version: number
  readonly options: ParsedOrgOptions
  /** Milliseconds since 1970, by its own clock. */
  readonly foundedAt: number
  readonly baseUrl: string
}

/**
 * The version of the rows; later versions may name parts that this version does not know. Version 1 had the tokens in
 * twelve parts. It had a row for each stream of ids.
 */
export const rowsVersion = 2

/** Whether rows have the form of an earlier version. */
export function isEarlier({ present }: SortedRows): boolean {
  const identity = present.get('organisation')?.get('=') as Partial<OrgIdentity> | undefined
  return (identity?.version ?? rowsVersion) < rowsVersion
}

/** Options that everything else depends on. Rows with other values belong to another organisation. */
const fixed = [
  'seed',
  'secretSeed',
  'sampleSeed',
  'vocabulary',
  'loginPattern',
  'nullableNames',
  'preset',
] as const

/** Options in a form that rows can contain. */
export function keptOptions({ passwordHook, ...options }: ParsedOrgOptions): ParsedOrgOptions {
  return typeof passwordHook === 'function' || passwordHook === undefined
    ? options
    : { ...options, passwordHook }
}

/**
 * Options, creation time and address of the organisation that the rows belong to.
 *
 * @throws RowsError for rows of no organisation, or of a later version.
 */
export function identityIn({ present }: SortedRows): OrgIdentity {
  const identity = present.get('organisation')?.get('=') as OrgIdentity | undefined
  if (!identity || typeof identity.version !== 'number') {
    throw new RowsError('the row with the options of the organisation is missing')
  }
  if (identity.version > rowsVersion) {
    throw new RowsError(
      `they have version ${identity.version}, and this is identikit for version ${rowsVersion}; use a later identikit`,
    )
  }
  const { options, foundedAt } = identity as { options: object | null; foundedAt: unknown }
  if (typeof options !== 'object' || options === null || typeof foundedAt !== 'number') {
    throw new RowsError('organisation cannot be read: expected options and the time at which it was made')
  }
  // Earlier rows have the behaviours of the preset as options.
  const { recorded, ruleOfDeletedGroup: _, unsetActivated: __, ...rest } = options as Record<string, unknown>
  return { ...identity, options: { ...withPrefix(rest), ...(recorded !== undefined && { preset: 'okta' }) } }
}

/** Earlier rows call the name prefix `word`. */
function withPrefix({ vocabulary, ...rest }: Record<string, unknown>): ParsedOrgOptions {
  if (vocabulary === undefined) return rest
  const { word, ...others } = vocabulary as Record<string, unknown>
  return {
    ...rest,
    vocabulary: word === undefined ? others : { prefix: word, ...others },
  }
}

/**
 * The options of a loaded organisation: its original ones, replaced by those that you give.
 *
 * @throws RowsError that names an option that cannot change.
 */
export function optionsGoingOn({ options: made }: OrgIdentity, given: ParsedOrgOptions): ParsedOrgOptions {
  const known = withSeeds(made)
  for (const name of fixed) {
    if (given[name] === undefined || isSame(given[name], known[name])) continue
    throw new RowsError(
      `the organisation was made with ${name} ${told(made[name])}, which cannot become ${told(given[name])}`,
    )
  }
  return { ...made, ...given }
}

/** Options with the defaults of the seeds: a default also differs from another value. */
export function withSeeds({
  seed = defaultSeed,
  secretSeed = seed,
  ...options
}: ParsedOrgOptions): ParsedOrgOptions {
  return { ...options, seed, secretSeed }
}

/** The given options that differ from the original ones of the organisation. */
export function changedOptions({ options: made }: OrgIdentity, given: ParsedOrgOptions): ParsedOrgOptions {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isSame(value, made[name as keyof ParsedOrgOptions])),
  )
}

function told(value: unknown): string {
  return value === undefined ? 'by default' : JSON.stringify(value)
}
