/** Which grant types go with which application type (Clients, Client Application). */
import { clausesIn } from './clause.ts'

const place = {
  area: 'clients',
  document: 1,
  section: 'Client Application',
  operations: ['registerClient'],
} as const

const values = clausesIn(place, [
  {
    id: 'clients.grant-types.device-code',
    level: 'open',
    statement: 'Some application type may hold the device code grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.device_code'],
  },
  {
    id: 'clients.grant-types.token-exchange',
    level: 'open',
    statement: 'Some application type may hold the token exchange grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.token-exchange'],
  },
  {
    id: 'clients.grant-types.interaction-code',
    level: 'open',
    needs: ['newer-engine'],
    statement: 'Some application type may hold the interaction code grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.interaction_code'],
  },
])

const browser = clausesIn(place, [
  {
    id: 'clients.grant-types.browser.authorization-code',
    statement: 'A browser client may hold authorization_code.',
    covers: ['grant:browser.authorization_code'],
  },
  {
    id: 'clients.grant-types.browser.implicit',
    statement: 'A browser client may hold implicit.',
    covers: ['grant:browser.implicit'],
  },
  {
    id: 'clients.grant-types.browser.implicit-alone',
    statement: 'A browser client may hold implicit without authorization_code.',
  },
  {
    id: 'clients.grant-types.browser.saml2-bearer',
    level: 'edition',
    needs: ['saml2-bearer'],
    statement: 'A browser client may hold saml2-bearer.',
    covers: ['grant:browser.saml2-bearer'],
  },
  {
    id: 'clients.grant-types.browser.not-client-credentials',
    statement: 'A browser client with client_credentials is refused.',
    covers: ['grant:browser.not.client_credentials'],
  },
  {
    id: 'clients.grant-types.browser.not-password',
    statement: 'A browser client with password is refused.',
    covers: ['grant:browser.not.password'],
  },
  {
    id: 'clients.grant-types.browser.not-refresh-token',
    statement: 'A browser client with refresh_token is refused.',
    covers: ['grant:browser.not.refresh_token'],
  },
])

const native = clausesIn(place, [
  {
    id: 'clients.grant-types.native.authorization-code',
    statement: 'A native client may hold authorization_code.',
    covers: ['grant:native.authorization_code', 'enum:Client.grant_types.authorization_code'],
  },
  {
    id: 'clients.grant-types.native.implicit',
    statement: 'A native client may hold implicit together with authorization_code.',
    covers: ['grant:native.implicit', 'enum:Client.grant_types.implicit'],
  },
  {
    id: 'clients.grant-types.native.password',
    statement: 'A native client may hold password together with authorization_code.',
    covers: ['grant:native.password', 'enum:Client.grant_types.password'],
  },
  {
    id: 'clients.grant-types.native.refresh-token',
    statement: 'A native client may hold refresh_token together with authorization_code.',
    covers: ['grant:native.refresh_token', 'enum:Client.grant_types.refresh_token'],
  },
  {
    id: 'clients.grant-types.native.saml2-bearer',
    level: 'edition',
    needs: ['saml2-bearer'],
    statement: 'A native client may hold saml2-bearer together with authorization_code.',
    covers: ['grant:native.saml2-bearer'],
  },
  {
    id: 'clients.grant-types.native.not-client-credentials',
    statement: 'A native client with client_credentials is refused.',
    covers: ['grant:native.not.client_credentials'],
  },
  {
    id: 'clients.grant-types.native.needs-authorization-code',
    statement: 'A native client without authorization_code is refused.',
    covers: ['grant:native.requires.authorization_code'],
  },
])

const service = clausesIn(place, [
  {
    id: 'clients.grant-types.service.client-credentials',
    statement: 'A service client may hold client_credentials.',
    covers: ['grant:service.client_credentials', 'enum:Client.grant_types.client_credentials'],
  },
  {
    id: 'clients.grant-types.service.saml2-bearer',
    level: 'edition',
    needs: ['saml2-bearer'],
    statement: 'A service client may hold saml2-bearer.',
    covers: ['grant:service.saml2-bearer', 'enum:Client.grant_types.saml2-bearer'],
  },
  {
    id: 'clients.grant-types.service.not-authorization-code',
    statement: 'A service client with authorization_code is refused.',
    covers: ['grant:service.not.authorization_code'],
  },
  {
    id: 'clients.grant-types.service.not-implicit',
    statement: 'A service client with implicit is refused.',
    covers: ['grant:service.not.implicit'],
  },
  {
    id: 'clients.grant-types.service.not-password',
    statement: 'A service client with password is refused.',
    covers: ['grant:service.not.password'],
  },
  {
    id: 'clients.grant-types.service.not-refresh-token',
    statement: 'A service client with refresh_token is refused.',
    covers: ['grant:service.not.refresh_token'],
  },
  {
    id: 'clients.grant-types.service.oauth-only',
    level: 'open',
    statement: 'A service client is kept to flows without OpenID Connect.',
    reason: 'Which registration that rules out, for example response type id_token, is not stated.',
    covers: ['grant:service.requires.oauth'],
  },
])

const web = clausesIn(place, [
  {
    id: 'clients.grant-types.web.authorization-code',
    statement: 'A web client may hold authorization_code.',
    covers: ['grant:web.authorization_code'],
  },
  {
    id: 'clients.grant-types.web.implicit',
    statement: 'A web client may hold implicit together with authorization_code.',
    covers: ['grant:web.implicit'],
  },
  {
    id: 'clients.grant-types.web.refresh-token',
    statement: 'A web client may hold refresh_token together with authorization_code.',
    covers: ['grant:web.refresh_token'],
  },
  {
    id: 'clients.grant-types.web.client-credentials',
    statement: 'A web client may hold client_credentials together with authorization_code.',
    covers: ['grant:web.client_credentials'],
  },
  {
    id: 'clients.grant-types.web.saml2-bearer',
    level: 'edition',
    needs: ['saml2-bearer'],
    statement: 'A web client may hold saml2-bearer together with authorization_code.',
    covers: ['grant:web.saml2-bearer'],
  },
  {
    id: 'clients.grant-types.web.not-password',
    statement: 'A web client with password is refused.',
    covers: ['grant:web.not.password'],
  },
  {
    id: 'clients.grant-types.web.needs-authorization-code',
    statement: 'A web client without authorization_code is refused.',
    covers: ['grant:web.requires.authorization_code'],
  },
])

export const clientGrantTypeClauses = [...values, ...browser, ...native, ...service, ...web] as const
