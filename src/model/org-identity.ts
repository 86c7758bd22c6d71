import type { ParsedOrgOptions } from './kernel/options-schema.ts'
import { RowsError, type SortedRows } from './kernel/state-log.ts'
import { defaultSeed } from './kernel/default-seed.ts'

/** How an organisation was made, and the address that it has by now. */
export interface OrgIdentity {
  /** Of the rows: what reads them knows which parts there are. */
  readonly version: number
  readonly options: ParsedOrgOptions
  /** Milliseconds since 1970, by its own clock. */
  readonly foundedAt: number
  readonly baseUrl: string
}

/** The version of the rows that are told; a later one may name parts that are not known here. */
export const rowsVersion = 1

/** Options from which all else follows: rows that were made with others are none of this organisation. */
const fixed = ['seed', 'secretSeed', 'vocabulary', 'loginPattern', 'nullableNames', 'unsetActivated'] as const

/** Options as rows can hold them. */
export function keptOptions({ passwordHook, ...options }: ParsedOrgOptions): ParsedOrgOptions {
  return typeof passwordHook === 'function' || passwordHook === undefined
    ? options
    : { ...options, passwordHook }
}

/**
 * What rows tell of how their organisation was made.
 *
 * @throws RowsError for rows of no organisation, or of a later version.
 */
export function identityIn({ present }: SortedRows): OrgIdentity {
  const identity = present.get('organisation')?.get('=') as OrgIdentity | undefined
  if (!identity || typeof identity.version !== 'number') {
    throw new RowsError('there is none that tells how the organisation was made')
  }
  if (identity.version > rowsVersion) {
    throw new RowsError(
      `they have version ${identity.version}, and this is identikit for version ${rowsVersion}; use a later identikit`,
    )
  }
  const { options, foundedAt } = identity as { options: unknown; foundedAt: unknown }
  if (typeof options !== 'object' || options === null || typeof foundedAt !== 'number') {
    throw new RowsError('organisation cannot be read: expected options and the time at which it was made')
  }
  return identity
}

/**
 * The options of an organisation that goes on: those that it was made with, and in their place those that are given.
 *
 * @throws RowsError that names an option that cannot be another.
 */
export function optionsGoingOn({ options: made }: OrgIdentity, given: ParsedOrgOptions): ParsedOrgOptions {
  const { seed = defaultSeed, secretSeed = seed } = made
  const known = { ...made, seed, secretSeed }
  for (const name of fixed) {
    if (given[name] === undefined || isSame(given[name], known[name])) continue
    throw new RowsError(
      `the organisation was made with ${name} ${told(made[name])}, which cannot become ${told(given[name])}`,
    )
  }
  return { ...made, ...given }
}

/** Of the options that are given, those that differ from what the organisation was made with. */
export function changedOptions({ options: made }: OrgIdentity, given: ParsedOrgOptions): ParsedOrgOptions {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isSame(value, made[name as keyof ParsedOrgOptions])),
  )
}

function told(value: unknown): string {
  return value === undefined ? 'by default' : JSON.stringify(value)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
