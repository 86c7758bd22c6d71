import { createClock } from './kernel/clock.ts'
import type { ParsedOrgOptions } from './kernel/options-schema.ts'
import { parseOrgOptions } from './kernel/parse-options.ts'
import type { OrgOptions } from './kernel/options.ts'
import { settingsFrom } from './kernel/settings.ts'
import { RowsError, sortRows, type StateRow } from './kernel/state-log.ts'
import { Org } from './org.ts'
import { changedOptions, identityIn, type OrgIdentity, optionsGoingOn } from './org-identity.ts'
import { passwordPolicy } from './users/password/index.ts'
import { defaultSeed } from './kernel/default-seed.ts'

/** How rows are read. */
export interface RowsReading {
  /**
   * Whether the process that kept them was killed: ids of requests that it may have told are then passed over.
   * Default false.
   */
  readonly isInterrupted?: boolean
}

/**
 * The organisation that rows tell of, which goes on as the one that they were taken from.
 *
 * @param given Options; those that differ from what it was made with take effect.
 * @throws RowsError for rows that are none of an organisation, and for an option that cannot be another.
 * @throws TypeError that lists every mistake in the options.
 */
export function orgOfRows(
  rows: Iterable<StateRow>,
  given: OrgOptions = {},
  { isInterrupted = false }: RowsReading = {},
): Org {
  const sorted = sortRows(rows)
  const identity = identityIn(sorted)
  const options = parseOrgOptions(given)
  const org = founded(identity, options)
  org.state.load(sorted)
  // What is other than the rows from here on is told to who keeps them.
  org.state.log.track()
  if (isInterrupted) org.ids.skipUnkept()
  apply(org, identity, options)
  return org
}

/**
 * Has an organisation become what rows tell, with its address and tokens: for rows of one that was made alike.
 *
 * @param refuse Throws what is wrong with the organisation that the rows tell of, where the model cannot tell.
 * @throws RowsError for rows that are none of an organisation, or of one from which ids come in another way; nothing
 *   has changed then.
 */
export function become(org: Org, rows: Iterable<StateRow>, refuse: (trial: Org) => void): void {
  const sorted = sortRows(rows)
  const identity = identityIn(sorted)
  optionsGoingOn(identity, withDefaults(org.options))
  // Another one is made first: it finds what cannot be read.
  const trial = orgOfRows(rows)
  try {
    trial.state.tryStates()
    refuse(trial)
  } finally {
    trial.clock.dispose()
  }
  const { baseUrl } = org
  org.state.load(sorted)
  org.baseUrl = baseUrl
}

function founded(identity: OrgIdentity, options: ParsedOrgOptions): Org {
  const goingOn = optionsGoingOn(identity, options)
  try {
    return new Org(goingOn, { foundedAt: identity.foundedAt })
  } catch (error) {
    throw new RowsError(`organisation cannot be read: ${(error as Error).message}`)
  }
}

/** Options from which all else follows, named where they are at their default: that differs from another value too. */
function withDefaults({
  seed = defaultSeed,
  secretSeed = seed,
  ...options
}: ParsedOrgOptions): ParsedOrgOptions {
  return { ...options, seed, secretSeed }
}

/** Options that are others than before take effect at once, as if they had been changed meanwhile. */
function apply(org: Org, identity: OrgIdentity, given: ParsedOrgOptions): void {
  const changed = changedOptions(identity, given)
  const settings = Object.entries(settingsFrom(org.options)).filter(([name]) => name in changed)
  Object.assign(org.settings, Object.fromEntries(settings))
  const { baseUrl, clock, passwordPolicy: policy, apiToken } = changed
  if (baseUrl !== undefined) org.baseUrl = baseUrl
  if (clock !== undefined) org.clock.follow(createClock(clock))
  if (policy !== undefined) org.changePasswordPolicy(passwordPolicy(policy))
  if (apiToken === undefined) return
  const own = org.principals.apiTokens().find(({ id }) => id === org.principals.ownTokenId)
  if (own) org.principals.replaceApiToken({ ...own, value: apiToken })
}
