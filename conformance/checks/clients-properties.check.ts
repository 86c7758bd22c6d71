import { a, check, type CheckContext, type Json, type RequirementId } from '../engine/run/check.ts'
import {
  clientSettings,
  defaultedSettings,
  listedSettings,
  listedValues,
  refusedRedirects,
  type ClientSetting,
  type ListedValue,
} from '../tables/client-settings.ts'
import {
  baseSettings,
  callback,
  demanded,
  fullSettings,
  judgeCarried,
  judgeNever,
  keyedService,
  register,
  registered,
  judgeAccepted,
  judgeRefused,
  type Settings,
} from './support/clients.ts'
import { holding, listClientsUntil } from './support/find-records.ts'
import { invalidVariants } from '../tables/required.ts'
import { clientPath } from './support/paths.ts'

const { web, native, service } = baseSettings
const ofFeature = (feature?: ClientSetting['feature']) =>
  clientSettings.filter((row) => row.feature === feature)

/** Settings that a web client shows after a request sets them (Clients, Client Application). */
const kept = [
  ...ofFeature().map(({ slug, name, value }) => [`clients.${slug}.kept`, { [name]: value }, web] as const),
  ['clients.redirect-uris.kept', { redirect_uris: [callback, 'https://client.example.com/second?a=b'] }, web],
  ['clients.grant-types.kept', { grant_types: ['authorization_code', 'refresh_token'] }, web],
] as const

check(
  'a web client carries each setting it was given',
  {
    judges: [
      ...kept.map(([requirement]) => requirement),
      'clients.name.kept',
      'clients.register.created',
      'clients.register.stored',
      'clients.register.all-settings',
      'clients.get.ok',
    ],
    quick: true,
  },
  async (context) => {
    const { judge } = context
    for (const { reply, read, settings } of await judgeCarried(context, kept)) {
      const name = { client_name: settings['client_name'] }
      const client = { client_id: reply.json.client_id ?? a.string }
      judge('clients.register.created').status(reply, 201)
      judge('clients.register.created').matches(reply, { client_id: a.string, ...name })
      judge('clients.name.kept').matches(reply, name)
      judge('clients.name.kept').matches(read, name)
      judge('clients.register.all-settings').matches(reply, demanded(settings))
      judge('clients.register.stored').matches(read, { ...client, ...demanded(settings) })
      if (reply.status < 300) {
        judge('clients.get.ok').status(read, 200)
        judge('clients.get.ok').matches(read, { ...client, ...name })
      } else judge('clients.get.ok').fail('a client is registered to be read', reply.body)
    }
  },
)

/** The settings of a client that no request set. */
const nullsOf = (
  rows: readonly (ClientSetting & { readonly slug: ReturnType<typeof ofFeature>[number]['slug'] })[],
) =>
  rows.map(
    ({ slug, name, isList }) =>
      [`clients.${slug}.null`, { [name]: isList ? a.oneOf(null, []) : null }] as const,
  )

const nulls = [
  ...nullsOf(ofFeature()),
  ['clients.jwks.null', { jwks: null }],
  ['clients.request-object-alg.null', { request_object_signing_alg: null }],
] as const

/** A plain client shows these, in a list too. */
async function judgeShown<Id extends RequirementId>(
  context: CheckContext<Id>,
  rows: readonly (readonly [Id, object])[],
): Promise<void> {
  const { api, judge, given } = context
  const client = await given.client()
  const read = await api.get(client.path)
  const list = await listClientsUntil(context, { q: client.name, limit: 200 }, holding(client))
  const listed: Json = list.items.find((each) => each?.client_id === client.id)
  for (const [requirement, expected] of rows) {
    judge(requirement).like(client.json, expected, 'the reply to the registration')
    judge(requirement).matches(read, expected)
    // Another requirement says that the list shows the client.
    if (listed !== undefined) judge(requirement).on(list).like(listed, expected, 'the client in the list')
  }
}

check(
  'a client carries null for what it was not given',
  { judges: nulls.map(([requirement]) => requirement), quick: true },
  (context) => judgeShown(context, nulls),
)

check(
  'a client carries null for what it was not given in the reply to an update, too',
  { judges: [], supports: nulls.map(([requirement]) => requirement) },
  async ({ api, given, judge }) => {
    const client = await given.client()
    const { json } = await api.get(client.path)
    const updated = await api.control('clients.update.ok').put(client.path, fullSettings(json))
    for (const [requirement, expected] of nulls) judge(requirement).matches(updated, expected)
  },
)

check(
  'a jwks_uri is carried, and null without one',
  {
    judges: ['clients.jwks-uri.kept', 'clients.jwks-uri.null', 'clients.register.service-jwks-uri'],
    needs: ['jwks-uri'],
  },
  async (context) => {
    const uri = { jwks_uri: 'https://client.example.com/keys' }
    const base = { ...keyedService('key'), jwks: undefined }
    const made = await judgeCarried(context, [['clients.jwks-uri.kept', uri, base]])
    for (const { reply } of made) {
      const judged = context.judge('clients.register.service-jwks-uri')
      judged.status(reply, 201)
      judged.matches(reply, { client_id: a.string, token_endpoint_auth_method: 'private_key_jwt' })
    }
    await judgeShown(context, [['clients.jwks-uri.null', { jwks_uri: null }]])
  },
)

check(
  'front-channel logout settings are carried, and may be null',
  {
    judges: [
      'clients.frontchannel-logout-uri.kept',
      'clients.frontchannel-logout-uri.null',
      'clients.frontchannel-session-required.kept',
      'clients.frontchannel-session-required.null',
    ],
    needs: ['frontchannel-logout'],
  },
  async (context) => {
    const { api, judge, unique } = context
    const address = { frontchannel_logout_uri: 'https://client.example.com/logout' }
    const flagged = (value: boolean | null) => ({ frontchannel_logout_session_required: value })
    const base = { ...web, ...address }
    await judgeCarried(context, [
      ['clients.frontchannel-logout-uri.kept', address, web],
      ['clients.frontchannel-session-required.kept', flagged(true), base],
      ['clients.frontchannel-session-required.kept', flagged(false), base],
    ])
    const name = unique('none')
    const none = await register(api, name, { ...web, ...flagged(null) })
    judge('clients.frontchannel-session-required.null').matches(none, { client_name: name })
    await judgeShown(context, [['clients.frontchannel-logout-uri.null', { frontchannel_logout_uri: null }]])
  },
)

/** Clients that may have a value of an enumeration. */
const holders: Readonly<Record<ListedValue['holder'], Settings>> = {
  ...baseSettings,
  implicit: { ...baseSettings.browser, grant_types: ['implicit'] },
  keyed: keyedService('one'),
}

/** Values of enumerations, each with a client that may have it. */
const values = listedValues.map(
  ({ slug, name, value, holder, and }) =>
    [
      `clients.${slug}`,
      { [name]: name === 'response_types' ? [value] : value },
      holders[holder],
      and === undefined ? {} : { client_secret: a.string },
    ] as const,
)

check(
  'a client carries each value of each enumeration',
  { judges: values.map(([requirement]) => requirement), quick: true },
  async (context) => void (await judgeCarried(context, values)),
)

check(
  'a client registered without a setting carries its default',
  { judges: defaultedSettings.map(({ slug }) => `clients.${slug}.default` as const) },
  async ({ api, judge, unique }) => {
    for (const { slug, name, value } of defaultedSettings) {
      const { reply, read } = await registered(api, unique('default'), { ...web, [name]: undefined })
      for (const each of [reply, read]) judge(`clients.${slug}.default`).matches(each, { [name]: value })
    }
  },
)

const unlisted = listedSettings.flatMap(({ slug, name, cases }) =>
  cases.map(({ sent, value }) => [`clients.${slug}.unknown`, { name, sent, value }] as const),
)

check(
  'no client comes to carry a value outside an enumeration',
  { judges: [...new Set(unlisted.map(([requirement]) => requirement))] },
  async (context) => {
    await register(context.api.control('clients.register.created'), context.unique('known'), web)
    await judgeNever(
      context,
      unlisted.map(([requirement, { name, sent, value }]) => [
        requirement,
        { ...web, [name]: sent },
        (client) => [client[name]].flat().includes(value),
      ]),
    )
  },
)

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
