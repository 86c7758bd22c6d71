import { check } from '../engine/run/check.ts'
import { refusedRedirects } from '../tables/client-settings.ts'
import { invalidVariants } from '../tables/required.ts'
import { baseSettings, judgeAccepted, judgeNever, judgeRefused, register } from './support/clients.ts'
import { clientPath } from './support/paths.ts'

const { web, native, service } = baseSettings
const nativeWithPassword = { ...native, grant_types: ['authorization_code', 'password'] }
const webWithBoth = { ...web, grant_types: ['authorization_code', 'client_credentials'] }

/** Registrations without redirect URIs or response types that are allowed (Clients, Client Application). */
const accepted = [
  ['clients.redirect-uris.password', { ...nativeWithPassword, redirect_uris: null }],
  ['clients.redirect-uris.password', { ...nativeWithPassword, redirect_uris: [] }],
  ['clients.redirect-uris.client-credentials', { ...service, redirect_uris: null }],
  ['clients.redirect-uris.client-credentials-empty', { ...service, redirect_uris: [] }],
  ['clients.redirect-uris.web-client-credentials', { ...webWithBoth, redirect_uris: null }],
  ['clients.redirect-uris.web-client-credentials', { ...webWithBoth, redirect_uris: [] }],
  ['clients.response-types.client-credentials', { ...service, response_types: null }],
  ['clients.response-types.client-credentials-empty', { ...service, response_types: [] }],
] as const

check(
  'clients with password or client_credentials need no redirect URI',
  { judges: [...new Set(accepted.map(([requirement]) => requirement))] },
  (context) => judgeAccepted(context, accepted, ['application_type', 'grant_types']),
)

const refused = [
  ...invalidVariants('clients.name', web),
  ...invalidVariants('clients.redirect-uris', web),
  ...invalidVariants('clients.response-types', web),
  ...refusedRedirects.map(([requirement, uris]) => [requirement, { ...web, redirect_uris: uris }] as const),
] as const

check(
  'a client without a name, a redirect URI, a response type, or with a redirect URI of another form is refused',
  { judges: [...new Set(refused.map(([requirement]) => requirement))], quick: true },
  (context) => judgeRefused(context, refused),
)

check(
  'authorization_code brings response type code with it',
  { judges: ['clients.response-types.implied-code'] },
  async (context) => {
    const { api, unique } = context
    const both = { ...web, grant_types: ['authorization_code', 'implicit'] }
    const control = { ...both, response_types: ['code', 'token'] }
    await register(api.control('clients.grant-types.web.implicit'), unique('both'), control)
    await judgeNever(
      context,
      [['token'], ['id_token']].map((responses) => [
        'clients.response-types.implied-code',
        { ...both, response_types: responses },
        (client) =>
          [client.grant_types].flat().includes('authorization_code') &&
          ![client.response_types].flat().includes('code'),
      ]),
    )
  },
)

check(
  'an empty list of a client comes back as an empty array',
  { judges: ['clients.empty-lists'], quick: true },
  async ({ given, api, judge }) => {
    const client = await given.client({ ...service, redirect_uris: [], post_logout_redirect_uris: [] })
    const empty = { redirect_uris: [], post_logout_redirect_uris: [] }
    judge('clients.empty-lists').like(client.json, empty)
    judge('clients.empty-lists').matches(await api.get(clientPath(client.id)), empty)
  },
)
