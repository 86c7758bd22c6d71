import { addClientsOfOptions } from './oauth/chosen-clients.ts'
import { VirtualClock } from './kernel/clock.ts'
import { differing } from './kernel/option.ts'
import { orgOptions, type OrgOptions, type ParsedOrgOptions } from './kernel/org-options.ts'
import { parseOrgOptions } from './kernel/parse-options.ts'
import { settingRows, withOthers } from './kernel/settings.ts'
import { RowsError, sortRows, type StateRow } from './kernel/state-log.ts'
import { Org } from './org.ts'
import { identityIn, type OrgIdentity, optionsGoingOn, withSeeds } from './org-identity.ts'
import { passwordPolicy } from './users/password/index.ts'

/** Options for the load of rows. */
export interface RowsReading {
  /**
   * Whether the process that stored the rows was killed. Then the organisation skips request ids that it may have
   * sent. Default false.
   */
  readonly isInterrupted?: boolean
}

/**
 * Creates the organisation of these rows, and continues it.
 *
 * @param given Options; those that differ from the original ones take effect.
 * @throws RowsError for rows that are not of an organisation, and for an option that cannot change.
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
  // From here on, persistence stores every difference from the rows.
  org.state.log.track()
  if (isInterrupted) org.ids.skipUnkept()
  apply(org, identity, options)
  return org
}

/**
 * Replaces the state of an organisation, including tokens, by that of rows. Its address stays. The rows must come
 * from an organisation with the same fixed options.
 *
 * @param refuse Throws for a mistake that the model cannot find.
 * @throws RowsError for rows that are not of an organisation, or of one with other fixed options. Then nothing
 *   changes.
 */
export function replaceWith(org: Org, rows: Iterable<StateRow>, refuse: (trial: Org) => void): void {
  const sorted = sortRows(rows)
  const identity = identityIn(sorted)
  optionsGoingOn(identity, withSeeds(org.options))
  // A trial organisation comes first: it finds rows that cannot be read.
  const trial = orgOfRows(rows)
  try {
    trial.state.tryStates()
    refuse(trial)
  } finally {
    trial.clock.dispose()
  }
  const { homeUrl } = org
  org.state.load(sorted)
  org.baseUrl = homeUrl
}

function founded(identity: OrgIdentity, options: ParsedOrgOptions): Org {
  const goingOn = optionsGoingOn(identity, options)
  try {
    return new Org(goingOn, { foundedAt: identity.foundedAt })
  } catch (error) {
    throw new RowsError(`organisation cannot be read: ${(error as Error).message}`)
  }
}

/** Applies changed options at once, as a change of settings would. */
function apply(org: Org, identity: OrgIdentity, given: ParsedOrgOptions): void {
  const changed = differing(orgOptions, given, identity.options)
  const settings = Object.entries(changed).filter(([name]) => name in settingRows)
  if (settings.length > 0) org.settings = withOthers(org.settings, Object.fromEntries(settings))
  const { baseUrl, clock, passwordPolicy: policy, apiToken } = given
  if ('baseUrl' in changed) org.baseUrl = baseUrl!
  if ('clock' in changed) org.clock.follow(new VirtualClock(clock))
  if ('passwordPolicy' in changed) org.changePasswordPolicy(passwordPolicy(policy))
  addClientsOfOptions(org)
  if (apiToken === undefined || !('apiToken' in changed)) return
  const own = org.tokens.get('api', org.tokens.ownApiTokenId)
  if (own) org.tokens.put<'api'>({ ...own, value: apiToken })
}
