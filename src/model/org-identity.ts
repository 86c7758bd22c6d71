import { presentOptions } from './earlier-options.ts'
import { recordedInterpretations } from './kernel/interpretation-options.ts'
import { withChanges } from './kernel/option.ts'
import { orgOptions, type ParsedOrgOptions, seedParts, seedsOf } from './kernel/org-options.ts'
import { RowsError, type SortedRows } from './kernel/state-log.ts'

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
 * twelve parts, and a row for each stream of ids. Version 2 had other names of options.
 */
export const rowsVersion = 3

/** Whether rows have the form of an earlier version. */
export function isEarlier({ present }: SortedRows): boolean {
  const identity = present.get('organisation')?.get('=') as Partial<OrgIdentity> | undefined
  return (identity?.version ?? rowsVersion) < rowsVersion
}

/** Options that everything else depends on, by their places. Rows with other values belong to another organisation. */
function fixedOf({ seed, preset, prefix, profile, interpretations = {} }: ParsedOrgOptions): Fixed {
  const { ids, secrets, samples } = seedParts(seed)
  const recorded = Object.keys(recordedInterpretations) as (keyof typeof recordedInterpretations)[]
  return {
    seed: ids,
    'seed.secrets': secrets,
    'seed.samples': samples,
    preset,
    prefix,
    'profile.loginPattern': profile?.loginPattern,
    'profile.nullableNames': profile?.nullableNames,
    ...Object.fromEntries(recorded.map((id) => [`interpretations.${id}`, interpretations[id]])),
  }
}

type Fixed = Readonly<Record<string, unknown>>

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
  return { ...identity, options: presentOptions(options as Fixed) }
}

/**
 * The options of a loaded organisation: its original ones, replaced by those that you give.
 *
 * @throws RowsError that names an option that cannot change.
 */
export function optionsGoingOn({ options }: OrgIdentity, given: ParsedOrgOptions): ParsedOrgOptions {
  const [made, known, wanted] = [options, withSeeds(options), given].map(fixedOf) as [Fixed, Fixed, Fixed]
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined || value === known[name]) continue
    throw new RowsError(
      `the organisation was made with ${name} ${told(made[name])}, which cannot become ${told(value)}`,
    )
  }
  const { seed } = options
  return { ...withChanges(orgOptions, options, given), ...(seed !== undefined && { seed }) }
}

/** Options with the defaults of the seeds: a default also differs from another value. */
export function withSeeds(options: ParsedOrgOptions): ParsedOrgOptions {
  return { ...options, seed: seedsOf(options) }
}

function told(value: unknown): string {
  return value === undefined ? 'by default' : JSON.stringify(value)
}
