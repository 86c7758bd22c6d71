import { a, check } from '../engine/run/check.ts'
import { requiredIds, invalidVariants } from '../tables/required.ts'
import { partsOf, unknownClientIds } from '../tables/unknown-ids.ts'
import { anythingBut } from '../tables/forms.ts'
import { callOf } from '../engine/wire/routes.ts'
import {
  allClients,
  baseSettings,
  demanded,
  fullSettings,
  keyedService,
  judgeAccepted,
  judgeRefused,
  type Settings,
} from './support/clients.ts'
import { clientsPath, clientPath } from './support/paths.ts'
import { holding, listClientsUntil } from './support/find-records.ts'
import { clientGrants, isEarly, isForbidden, triedGrants, type ClientGrant } from '../tables/grant-types.ts'

check(
  'a registered client is listed, without its secret',
  // Alone: with pages by position, a client deleted meanwhile would move later ones to a page already read.
  { judges: ['clients.list.ok', 'clients.list.no-secret'], alone: true },
  async ({ given, api, judge, assume }) => {
    const client = await given.client()
    const { items, replies, ended } = await allClients(api)
    const isListed = items.some((each) => each?.client_id === client.id)
    assume('clients.list.after', isListed || ended, 'the list is short enough to be read to its end')
    judge('clients.list.ok').status(replies[0]!, 200)
    judge('clients.list.ok').some(items, { client_id: client.id, client_name: client.name })
    judge('clients.list.no-secret').every(items, { client_id: a.string, client_secret: a.nothing })
    judge('clients.list.no-secret').some(items, { client_id: client.id })
  },
)

check(
  'q finds clients by their name',
  { judges: ['clients.list.q', 'clients.list.q-excludes'] },
  async (context) => {
    const { given, api, judge } = context
    const [client, other] = [await given.client(), await given.client()]
    const found = await listClientsUntil(context, { q: client.name, limit: 200 }, holding(client))
    judge('clients.list.q').some(found.items, { client_id: client.id, client_name: client.name })
    // Letters that no name of the run contains, whichever part of a name is matched.
    const nothing = await api.get(clientsPath, { query: { q: 'qqzzxxjj', limit: 200 } })
    for (const { id } of [client, other]) {
      judge('clients.list.q-excludes').success(nothing)
      judge('clients.list.q-excludes').none(nothing.body, { client_id: id })
    }
  },
)

check(
  'an unknown client id is refused by each operation',
  {
    judges: [...unknownClientIds.map(({ id }) => id), 'clients.update.unknown'],
    quick: true,
  },
  async ({ given, api, judge, unique }) => {
    const client = await given.client()
    await api.control('clients.get.ok').get(client.path)
    const clientId = unique.unknownId()
    const unknown = clientPath(clientId)
    const body = { ...fullSettings(client.json), client_name: unique('unknown') }
    judge('clients.update.unknown').refused(await api.put(unknown, body))
    judge('clients.update.unknown').refused(await api.get(unknown))
    for (const row of unknownClientIds) {
      const [on] = partsOf(row)
      const [status, code] = row.refused
      const { method, path } = callOf(on, { clientId })
      const reply = await api.request(method, path)
      if (on === 'newClientSecret') judge(row.id).platformError(reply, status, code)
      else judge(row.id).oauthError(reply, status, code)
    }
  },
)

check(
  'a deleted client is gone',
  { judges: ['clients.delete.no-content', 'clients.delete.gone'] },
  async ({ given, api, judge }) => {
    const [client, other] = [await given.client(), await given.client()]
    judge('clients.delete.no-content').empty(await api.delete(client.path), 204)
    judge('clients.delete.gone').refused(await api.get(client.path))
    const { items } = await allClients(api)
    judge('clients.delete.gone').none(items, { client_id: client.id })
    judge('clients.delete.gone').matches(await api.get(other.path), { client_id: other.id })
  },
)

const changes = {
  redirect_uris: ['https://client.example.com/changed'],
  logo_uri: 'https://client.example.com/changed.png',
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'client_secret_post',
}

check(
  'a full update changes the settings of a client',
  {
    judges: [
      'clients.update.ok',
      'clients.update.stored',
      'clients.update.client-id-allowed',
      'clients.update.secret-returned',
      'clients.update.clears',
    ],
  },
  async ({ given, api, judge, unique }) => {
    // It has no secret before.
    const client = await given.client({ token_endpoint_auth_method: 'none' })
    const settings = fullSettings((await api.get(client.path)).json)
    const changed = { ...settings, ...changes, client_name: unique('changed') }
    const expected = { client_id: client.id, ...demanded({ ...changes, client_name: changed.client_name }) }
    const reply = await api.put(client.path, changed)
    judge('clients.update.ok').status(reply, 200)
    judge('clients.update.ok').matches(reply, expected)
    judge('clients.update.secret-returned').matches(reply, { client_secret: a.string })
    judge('clients.update.stored').matches(await api.get(client.path), expected)

    const named = { ...changed, client_id: client.id, client_name: unique('named') }
    const again = { client_id: client.id, client_name: named.client_name }
    const unchanged = await api.put(client.path, named)
    judge('clients.update.client-id-allowed').matches(unchanged, again)
    judge('clients.update.secret-returned').matches(unchanged, { client_secret: a.string })
    judge('clients.update.client-id-allowed').matches(await api.get(client.path), again)

    judge('clients.update.clears').matches(await api.put(client.path, { ...changed, logo_uri: null }), {
      client_id: client.id,
    })
    judge('clients.update.clears').matches(await api.get(client.path), {
      client_id: client.id,
      client_name: changed.client_name,
      logo_uri: a.nothing,
    })
  },
)

check(
  'an update that leaves out a setting is refused and changes nothing',
  { judges: ['clients.update.partial', ...requiredIds('clients.update')] },
  async ({ given, api, judge, unique }) => {
    const client = await given.client()
    const settings = fullSettings((await api.get(client.path)).json)
    const name = { client_name: unique('partial') }
    const rows = invalidVariants('clients.update', {
      ...settings,
      ...name,
      policy_uri: 'https://client.example.com/p',
    })
    for (const [requirement, body, , stated] of [['clients.update.partial', name] as const, ...rows]) {
      const full = { ...settings, client_name: unique('control') }
      await api.control('clients.update.ok').put(client.path, full)
      const reply = await api.put(client.path, body)
      if (stated === undefined) judge(requirement).refused(reply)
      else judge(requirement).oauthError(reply, ...stated)
      judge(requirement).matches(await api.get(client.path), {
        ...demanded(full),
        client_id: client.id,
        policy_uri: a.nothing,
      })
    }
  },
)

check(
  'an update gives no client another id or a secret that was chosen',
  {
    judges: ['clients.client-id.immutable', 'clients.update.secret-not-chosen', 'clients.update.secret-none'],
    supports: ['clients.new-secret.differs'],
  },
  async ({ given, api, judge, unique }) => {
    const client = await given.client()
    const settings = fullSettings((await api.get(client.path)).json)
    const id = unique('id').replaceAll('-', '')
    await api.put(client.path, { ...settings, client_id: id })
    judge('clients.client-id.immutable').matches(await api.get(client.path), { client_id: client.id })
    judge('clients.client-id.immutable').refused(await api.get(clientPath(id)))

    const secret = unique('secret')
    const reply = await api.put(client.path, { ...settings, client_secret: secret })
    if (reply.status >= 300) judge('clients.update.secret-not-chosen').refused(reply)
    else judge('clients.update.secret-not-chosen').matches(reply, { client_secret: anythingBut(secret) })
    // A later update shows the valid secret, and no longer the first one after newSecret.
    await api.control('clients.new-secret.ok').post(`${client.path}/lifecycle/newSecret`)
    const later = await api.put(client.path, settings)
    judge('clients.update.secret-not-chosen').matches(later, { client_secret: anythingBut(secret) })
    judge('clients.new-secret.differs').matches(later, { client_secret: anythingBut(client.secret) })

    const open = { ...settings, token_endpoint_auth_method: 'none' }
    judge('clients.update.secret-none').matches(await api.put(client.path, open), {
      client_id: client.id,
      client_name: client.name,
      client_secret: a.nothing,
    })
  },
)

const methods = [
  ['clients.new-secret.basic', 'client_secret_basic'],
  ['clients.new-secret.post', 'client_secret_post'],
] as const

check(
  'newSecret gives a confidential client another secret',
  {
    judges: [
      ...methods.map(([requirement]) => requirement),
      'clients.new-secret.ok',
      'clients.new-secret.differs',
    ],
    quick: true,
  },
  async ({ given, api, judge, assume }) => {
    for (const [requirement, method] of methods) {
      const client = await given.client({ token_endpoint_auth_method: method })
      assume('clients.secret.generated', client.secret !== undefined, 'a confidential client has a secret')
      const reply = await api.post(`${client.path}/lifecycle/newSecret`)
      judge('clients.new-secret.ok').status(reply, 200)
      judge('clients.new-secret.ok').matches(reply, { client_id: client.id, client_secret: a.string })
      judge(requirement).matches(reply, { client_secret: a.string })
      judge('clients.new-secret.differs').matches(reply, { client_secret: anythingBut(client.secret) })
    }
  },
)

const secretless = [
  ['clients.new-secret.none', baseSettings.browser],
  ['clients.new-secret.private-key', keyedService('key')],
] as const

check(
  'newSecret gives no secret to a client that has no use for one',
  { judges: secretless.map(([requirement]) => requirement) },
  async ({ given, api, judge }) => {
    for (const [requirement, settings] of secretless) {
      const client = await given.client({ ...settings })
      const reply = await api.post(`${client.path}/lifecycle/newSecret`)
      if (reply.status >= 300) judge(requirement).refused(reply)
      else judge(requirement).like(reply.json, { client_secret: a.nothing })
    }
  },
)

/** A client of a type with these grant types, and with the response types that they need. */
function withGrants(type: ClientGrant['type'], grants: readonly string[]): Settings {
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
    triedGrants(row).map(
      (grants) => [`clients.grant-types.${row.slug}`, withGrants(row.type, grants)] as const,
    ),
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
