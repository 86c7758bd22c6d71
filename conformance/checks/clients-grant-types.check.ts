import { check } from '../engine/run/check.ts'
import { clientGrants, isEarly, isForbidden, triedGrants, type ClientGrant } from '../tables/grant-types.ts'
import { baseSettings, judgeAccepted, judgeRefused, type Settings } from './support/clients.ts'

/** A client of a type with these grant types, and with the response types that they need. */
function holding(type: ClientGrant['type'], grants: readonly string[]): Settings {
  const isRedirected = grants.includes('authorization_code')
  return {
    ...baseSettings[type],
    redirect_uris: baseSettings.web.redirect_uris,
    grant_types: grants,
    response_types: [
      ...(isRedirected ? ['code'] : []),
      ...(grants.includes('implicit') || !isRedirected ? ['token'] : []),
    ],
  }
}

/** The registrations that show the rows. */
const registrationsOf = (rows: typeof clientGrants) =>
  rows.flatMap((row) =>
    triedGrants(row).map((grants) => [`clients.grant-types.${row.slug}`, holding(row.type, grants)] as const),
  )

const carried = ['application_type', 'grant_types']

const allowed = clientGrants.filter((row) => !isForbidden(row))
const valid = registrationsOf(allowed.filter((row) => !isEarly(row)))

check(
  'a client may hold the grant types of its application type',
  { judges: valid.map(([requirement]) => requirement) },
  (context) => judgeAccepted(context, valid, carried),
)

const validEarly = registrationsOf(allowed.filter(isEarly))

check(
  'a client of any type may hold saml2-bearer',
  { judges: validEarly.map(([requirement]) => requirement), needs: ['saml2-bearer'] },
  (context) => judgeAccepted(context, validEarly, carried),
)

const invalid = registrationsOf(clientGrants.filter(isForbidden))

check(
  'a client with grant types that its application type does not allow is refused',
  { judges: [...new Set(invalid.map(([requirement]) => requirement))], quick: true },
  (context) => judgeRefused(context, invalid),
)
