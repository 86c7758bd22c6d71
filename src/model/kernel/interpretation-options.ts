import { z } from 'zod'
import { oneOf, option, type Options } from './option.ts'

/** An interpretation on which recordings contradict the API description. The preset has `recorded`. */
const recorded = () => oneOf(['described', 'recorded'], 'described')

/** The interpretations that another deployment may settle otherwise, by their ids (`src/contract/interpretations`). */
export const changeableInterpretations = named({
  'activation-without-password': oneOf(['PROVISIONED', 'ACTIVE'], 'PROVISIONED').describe(
    'Status of a user without a password once activated, until it uses its link',
  ),
  'deactivated-applications': oneOf(['removed', 'kept'], 'removed').describe(
    'Whether a deactivated user loses its applications',
  ),
  'deactivated-credentials': oneOf(['kept', 'removed'], 'kept').describe(
    'Whether a deactivated user loses its password, recovery question and factors. With `removed`, an activation mails the user a link to set another password',
  ),
  'revoked-grants': oneOf(['gone', 'shown'], 'gone').describe(
    'Whether revoked grants and refresh tokens are gone, or shown as `REVOKED`',
    { source: 'Users, Grant' },
  ),
  'client-name-unique': oneOf(['shared', 'unique'], 'shared').describe(
    'Whether clients may share a name. With `unique` a second one, in any case, is refused',
    { source: 'Users, Client Grant object' },
  ),
  'client-update-missing': oneOf(['every-setting', 'required-settings'], 'every-setting').describe(
    'Which settings an update of a client must contain. The required ones are client_name, redirect_uris, response_types, grant_types and token_endpoint_auth_method',
    { source: 'Clients, PUT' },
  ),
  'access-token-scopes': oneOf(['scp', 'scope', 'both'], 'scp').describe(
    'Claim of access tokens with their scopes: `scp`, a list, or `scope`, a text with blanks (RFC 9068)',
  ),
  'large-page-time-out': option<'never' | number, 'never' | number, 'never'>(
    () => z.union([z.literal('never'), z.int().min(1)], { error: 'expected never, or a number from 1' }),
    { default: 'never' },
  ).describe('Page size above which lists answer 500, as a deployment does under load'),
  tolerances: oneOf(['taken', 'refused'], 'taken').describe(
    'Spellings that the API description does not have. Examples: doubled and trailing slashes in paths, `SSWS00abc` without the blank, `okta_post_message` with the name prefix `svc`. The journal notes those that are taken',
  ),
  'beyond-the-description': oneOf(['served', 'absent'], 'served').describe(
    'Endpoints that the API description does not have, such as `/api/v1/apps`. Links lead to them, or clients call them next',
  ),
})

/** Those that the preset decides. Records show them from the first one on, so they cannot change later. */
export const recordedInterpretations = named({
  'profile-locale': recorded().describe('`recorded`: a profile without a locale stays without one'),
  'profile-empty-texts': recorded().describe('`recorded`: every default property keeps an empty text'),
  'user-links-beyond': recorded().describe(
    '`recorded`: a user has the links reactivate while PROVISIONED or in RECOVERY, and delete while DEPROVISIONED. Both operations are documented',
  ),
  'user-links-by-status': recorded().describe(
    '`recorded`: a user has the links that recordings show. So suspend also while PROVISIONED or PASSWORD_EXPIRED. And forgotPassword and changeRecoveryQuestion while PASSWORD_EXPIRED. These calls are refused. forgotPassword needs no recovery question. Users who are enrolled in a factor have resetFactors in every status but LOCKED_OUT',
  ),
  'activated-timestamp': recorded().describe('`recorded`: `activated` is set while PROVISIONED already'),
  'activated-unset': recorded().describe('`recorded`: `activated` of a user who was never active is null'),
  'reset-factors-statuses': recorded().describe(
    '`recorded`: reset_factors works in RECOVERY and PASSWORD_EXPIRED too, which stay',
  ),
  'transitioning-to-provisioned': recorded().describe(
    '`recorded`: `transitioningToStatus` is PROVISIONED if the activation ends there',
  ),
  'forgot-password-question': recorded().describe(
    '`recorded`: neither forgot_password nor its link needs a recovery question',
  ),
  'group-self-link': recorded().describe('`recorded`: a group has no link self'),
  'rule-invalid-status': recorded().describe(
    '`recorded`: a rule whose group is deleted gets the third status INVALID and adds nobody any more. Users whom it has added stay. It can be read and deleted, and refuses the rest',
  ),
  'rule-all-groups-valid': recorded().describe(
    '`recorded`: rules carry allGroupsValid, false once one of the groups was deleted',
  ),
})

/** Every interpretation that has other values. */
export const interpretationOptions = { ...changeableInterpretations, ...recordedInterpretations }

/** The values of the preset. */
export const asRecorded = Object.fromEntries(
  Object.keys(recordedInterpretations).map((id) => [id, 'recorded' as const]),
)

/** Options whose names are the ids of the interpretations that they change. */
function named<Rows extends Options>(rows: Rows): Rows {
  const entries = Object.entries(rows).map(([id, row]) => [id, { ...row, interpretations: [id] }])
  return Object.fromEntries(entries) as Rows
}
