import { check } from '../engine/run/check.ts'
import { baseSettings, saml2Bearer } from './support/client-settings.ts'
import { type Registration, judgeAccepted, judgeRefused } from './support/judge-registrations.ts'

type Type = keyof typeof baseSettings

/** A client of a type with these grant types, and with the response types that they need. */
function holding<const Id extends string>(
  clause: Id,
  type: Type,
  grants: readonly string[],
): Registration<Id> {
  const responses = [
    ...(grants.includes('authorization_code') ? ['code'] : []),
    ...(grants.includes('implicit') || !grants.includes('authorization_code') ? ['token'] : []),
  ]
  return [
    clause,
    {
      ...baseSettings[type],
      redirect_uris: baseSettings.web.redirect_uris,
      grant_types: grants,
      response_types: responses,
    },
  ]
}

/** Grant types that a client may have (Clients, Client Application). */
const valid = [
  holding('clients.grant-types.browser.authorization-code', 'browser', ['authorization_code']),
  holding('clients.grant-types.browser.implicit', 'browser', ['authorization_code', 'implicit']),
  holding('clients.grant-types.browser.implicit-alone', 'browser', ['implicit']),
  holding('clients.grant-types.native.authorization-code', 'native', ['authorization_code']),
  holding('clients.grant-types.native.implicit', 'native', ['authorization_code', 'implicit']),
  holding('clients.grant-types.native.password', 'native', ['authorization_code', 'password']),
  holding('clients.grant-types.native.refresh-token', 'native', ['authorization_code', 'refresh_token']),
  holding('clients.grant-types.service.client-credentials', 'service', ['client_credentials']),
  holding('clients.grant-types.web.authorization-code', 'web', ['authorization_code']),
  holding('clients.grant-types.web.implicit', 'web', ['authorization_code', 'implicit']),
  holding('clients.grant-types.web.refresh-token', 'web', ['authorization_code', 'refresh_token']),
  holding('clients.grant-types.web.client-credentials', 'web', ['authorization_code', 'client_credentials']),
] as const

const carried = ['application_type', 'grant_types']

check(
  'a client may hold the grant types of its application type',
  { judges: valid.map(([clause]) => clause) },
  (context) => judgeAccepted(context, valid, carried),
)

const validEarly = [
  holding('clients.grant-types.browser.saml2-bearer', 'browser', ['authorization_code', saml2Bearer]),
  holding('clients.grant-types.native.saml2-bearer', 'native', ['authorization_code', saml2Bearer]),
  holding('clients.grant-types.service.saml2-bearer', 'service', ['client_credentials', saml2Bearer]),
  holding('clients.grant-types.web.saml2-bearer', 'web', ['authorization_code', saml2Bearer]),
] as const

check(
  'a client of any type may hold saml2-bearer',
  { judges: validEarly.map(([clause]) => clause), needs: ['saml2-bearer'] },
  (context) => judgeAccepted(context, validEarly, carried),
)

/** Grant types that a client may not have, or not without another one. */
const invalid = [
  holding('clients.grant-types.browser.not-client-credentials', 'browser', [
    'authorization_code',
    'client_credentials',
  ]),
  holding('clients.grant-types.browser.not-password', 'browser', ['authorization_code', 'password']),
  holding('clients.grant-types.browser.not-refresh-token', 'browser', [
    'authorization_code',
    'refresh_token',
  ]),
  holding('clients.grant-types.native.not-client-credentials', 'native', [
    'authorization_code',
    'client_credentials',
  ]),
  holding('clients.grant-types.native.needs-authorization-code', 'native', ['implicit']),
  holding('clients.grant-types.native.needs-authorization-code', 'native', ['password']),
  holding('clients.grant-types.service.not-authorization-code', 'service', [
    'client_credentials',
    'authorization_code',
  ]),
  holding('clients.grant-types.service.not-implicit', 'service', ['client_credentials', 'implicit']),
  holding('clients.grant-types.service.not-password', 'service', ['client_credentials', 'password']),
  holding('clients.grant-types.service.not-refresh-token', 'service', [
    'client_credentials',
    'refresh_token',
  ]),
  holding('clients.grant-types.web.not-password', 'web', ['authorization_code', 'password']),
  holding('clients.grant-types.web.needs-authorization-code', 'web', ['implicit']),
  holding('clients.grant-types.web.needs-authorization-code', 'web', ['client_credentials']),
] as const

check(
  'a client with grant types that its application type does not allow is refused',
  { judges: [...new Set(invalid.map(([clause]) => clause))] },
  (context) => judgeRefused(context, invalid),
)
