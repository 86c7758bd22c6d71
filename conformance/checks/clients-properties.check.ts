import type { Reply } from '../engine/run/check.ts'
import { a, check } from '../engine/run/check.ts'
import {
  clientSettings,
  defaultedSettings,
  listedSettings,
  type ListedValue,
  listedValues,
} from '../tables/client-settings.ts'
import {
  baseSettings,
  callback,
  demanded,
  keyedService,
  readClient,
  register,
  sameList,
  type Settings,
} from './support/client-settings.ts'
import { rsaKey } from './support/public-keys.ts'

/** Settings that a web client shows after a request sets them (Clients, Client Application). */
const kept = [
  ...clientSettings
    .filter(({ feature }) => feature === undefined)
    .map(({ slug, name, value }) => [`clients.${slug}.kept`, { [name]: value }] as const),
  ['clients.redirect-uris.kept', { redirect_uris: [callback, 'https://client.example.com/second?a=b'] }],
  ['clients.grant-types.kept', { grant_types: ['authorization_code', 'refresh_token'] }],
] as const

check(
  'a web client carries each setting it was given',
  {
    judges: [
      ...kept.map(([clause]) => clause),
      'clients.name.kept',
      'clients.register.created',
      'clients.register.stored',
      'clients.register.all-settings',
      'clients.get.ok',
    ],
  },
  async ({ api, judge, unique }) => {
    const all = Object.assign({}, baseSettings.web, ...kept.map(([, settings]) => settings))
    const name = unique('full')
    const reply = await register(api, name, all)
    const read = await readClient(api, reply)
    const expected = { client_name: name, ...demanded(all) }
    judge('clients.register.created').status(reply, 201)
    judge('clients.register.created').matches(reply, { client_id: a.string, client_name: name })
    judge('clients.name.kept').matches(reply, { client_name: name })
    judge('clients.name.kept').matches(read, { client_name: name })
    judge('clients.register.all-settings').matches(reply, expected)
    judge('clients.register.stored').matches(read, {
      client_id: reply.json.client_id ?? a.string,
      ...expected,
    })
    if (reply.status < 300) {
      judge('clients.get.ok').status(read, 200)
      judge('clients.get.ok').matches(read, {
        client_id: reply.json.client_id ?? a.string,
        client_name: name,
      })
    } else judge('clients.get.ok').fail('a client is registered to be read', reply.body)
    for (const [clause, settings] of kept) {
      // One by one if all together are refused, to find the refused one.
      const one =
        reply.status < 300 ? reply : await register(api, unique(), { ...baseSettings.web, ...settings })
      judge(clause).matches(one, demanded(settings))
      judge(clause).matches(one === reply ? read : await readClient(api, one), demanded(settings))
    }
  },
)

const noList = a.oneOf(null, [])

/** The settings of a client that no request set. */
const nulls = [
  ...clientSettings
    .filter(({ feature }) => feature === undefined)
    .map(({ slug, name, isList }) => [`clients.${slug}.null`, { [name]: isList ? noList : null }] as const),
  ['clients.jwks.null', { jwks: null }],
  ['clients.request-object-alg.null', { request_object_signing_alg: null }],
] as const

check(
  'a client carries null for what it was not given',
  { judges: nulls.map(([clause]) => clause) },
  async ({ api, judge, given }) => {
    const client = await given.client()
    const read = await api.get(client.path)
    for (const [clause, expected] of nulls) {
      judge(clause).like(client.json, expected, 'the reply to the registration')
      judge(clause).matches(read, expected)
    }
  },
)

check(
  'a jwks_uri is carried, and null without one',
  {
    judges: ['clients.jwks-uri.kept', 'clients.jwks-uri.null', 'clients.register.service-jwks-uri'],
    needs: ['jwks-uri'],
  },
  async ({ api, judge, given, unique }) => {
    const jwksUri = 'https://client.example.com/keys'
    const settings = { ...keyedService(unique()), jwks: undefined, jwks_uri: jwksUri }
    const reply = await register(api, unique('keys'), settings)
    judge('clients.register.service-jwks-uri').status(reply, 201)
    judge('clients.register.service-jwks-uri').matches(reply, {
      client_id: a.string,
      token_endpoint_auth_method: 'private_key_jwt',
    })
    judge('clients.jwks-uri.kept').matches(reply, { jwks_uri: jwksUri })
    judge('clients.jwks-uri.kept').matches(await readClient(api, reply), { jwks_uri: jwksUri })
    const client = await given.client()
    judge('clients.jwks-uri.null').like(client.json, { jwks_uri: null })
    judge('clients.jwks-uri.null').matches(await api.get(client.path), { jwks_uri: null })
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
  async ({ api, judge, given, unique }) => {
    const address = { frontchannel_logout_uri: 'https://client.example.com/logout' }
    for (const isRequired of [true, false]) {
      const flag = { frontchannel_logout_session_required: isRequired }
      const reply = await register(api, unique('logout'), { ...baseSettings.web, ...address, ...flag })
      for (const each of [reply, await readClient(api, reply)]) {
        judge('clients.frontchannel-logout-uri.kept').matches(each, address)
        judge('clients.frontchannel-session-required.kept').matches(each, flag)
      }
    }
    const none = { ...baseSettings.web, frontchannel_logout_session_required: null }
    const name = unique('none')
    judge('clients.frontchannel-session-required.null').matches(await register(api, name, none), {
      client_name: name,
    })
    const client = await given.client()
    judge('clients.frontchannel-logout-uri.null').like(client.json, { frontchannel_logout_uri: null })
    judge('clients.frontchannel-logout-uri.null').matches(await api.get(client.path), {
      frontchannel_logout_uri: null,
    })
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
  ({ slug, name, value, holder }) =>
    [`clients.${slug}`, holders[holder], { [name]: name === 'response_types' ? [value] : value }] as const,
)

/** Groups rows that one client can have together: for the same kind of client, each setting at most once. */
function togetherOf<Row extends readonly [unknown, Settings, Settings]>(rows: readonly Row[]): Row[][] {
  const lists: Row[][] = []
  for (const row of rows) {
    const [name = ''] = Object.keys(row[2])
    const list = lists.find((each) => each.every(([, base, other]) => base === row[1] && !(name in other)))
    if (list) list.push(row)
    else lists.push([row])
  }
  return lists
}

check(
  'a client carries each value of each enumeration',
  { judges: values.map(([clause]) => clause) },
  async ({ api, judge, unique }) => {
    for (const rows of togetherOf(values)) {
      const [[, base]] = rows as [(typeof rows)[0]]
      const together = Object.assign({}, base, ...rows.map(([, , settings]) => settings))
      const reply = await register(api, unique('value'), together)
      const read = await readClient(api, reply)
      for (const [clause, , settings] of rows) {
        // One by one if all together are refused, to find the refused one.
        const isAlone = reply.status >= 300 && rows.length > 1
        const one = isAlone ? await register(api, unique('value'), { ...base, ...settings }) : reply
        judge(clause).matches(one, demanded(settings))
        judge(clause).matches(isAlone ? await readClient(api, one) : read, demanded(settings))
        if (String(Object.values(settings)[0]).startsWith('client_secret_'))
          judge(clause).matches(one, { client_secret: a.string })
      }
    }
  },
)

check(
  'a client registered without a setting carries its default',
  { judges: defaultedSettings.map(({ slug }) => `clients.${slug}.default` as const) },
  async ({ api, judge, unique }) => {
    for (const { slug, name, value } of defaultedSettings) {
      const clause = `clients.${slug}.default` as const
      const reply = await register(api, unique('default'), { ...baseSettings.web, [name]: undefined })
      judge(clause).matches(reply, { [name]: value })
      judge(clause).matches(await readClient(api, reply), { [name]: value })
    }
  },
)

check(
  'no client comes to carry a value outside an enumeration',
  { judges: listedSettings.map(({ slug }) => `clients.${slug}.unknown` as const) },
  async ({ api, judge, unique }) => {
    await register(api.control('clients.register.created'), unique('known'), baseSettings.web)
    const unlisted = listedSettings.flatMap((row) => row.cases.map((one) => ({ ...row, ...one })))
    for (const { slug, name, sent, value } of unlisted) {
      const clause = `clients.${slug}.unknown` as const
      const label = unique('unknown')
      const reply = await register(api, label, { ...baseSettings.web, [name]: sent })
      if (reply.status >= 300) {
        judge(clause).refused(reply)
        continue
      }
      for (const each of [reply, await readClient(api, reply)]) {
        judge(clause).matches(each, { client_name: label })
        judge(clause).ok(
          ![each.json[name]].flat().includes(value),
          `${name} does not hold ${value}`,
          each.body,
        )
      }
    }
  },
)

check(
  'a service client with a key set is registered and carries it',
  { judges: ['clients.register.service-jwks', 'clients.jwks.kept', 'clients.jwks.keys'] },
  async ({ api, judge, unique }) => {
    const { kty, kid, e, n } = rsaKey('first')
    const reply: Reply = await register(api, unique('keys'), {
      ...keyedService('first'),
      jwks: { keys: [rsaKey('first')] },
    })
    judge('clients.register.service-jwks').status(reply, 201)
    judge('clients.register.service-jwks').matches(reply, {
      client_id: a.string,
      application_type: 'service',
      grant_types: ['client_credentials'],
      response_types: sameList(['token']),
      token_endpoint_auth_method: 'private_key_jwt',
    })
    for (const each of [reply, await readClient(api, reply)]) {
      judge('clients.jwks.kept').matches(each, { jwks: { keys: [{ kty, kid, e, n }] } })
      judge('clients.jwks.keys').matches(each, { jwks: { keys: a.array } })
    }
  },
)
