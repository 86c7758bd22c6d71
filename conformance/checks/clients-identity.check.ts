import { a, check, type Json } from '../engine/run/check.ts'
import { Expectation } from '../engine/judge/expectation.ts'
import { anythingBut } from '../tables/forms.ts'
import {
  baseSettings,
  fullSettings,
  judgeNever,
  keyedService,
  register,
  ecKey,
  judgeRefused,
  refusedKeys,
  registered,
  rsaKey,
  sameList,
} from './support/clients.ts'
import { clientPath, clientsPath, readClient } from './support/paths.ts'

/** Milliseconds since 1970 have thirteen digits, seconds ten. */
const isSeconds = (value: unknown): boolean => typeof value === 'number' && value > 1e9 && value < 1e11

/** A demand for a number of seconds since 1970, or one of these. */
const secondsOr = (...others: readonly unknown[]): Expectation =>
  new Expectation(
    'a number of seconds since 1970, or none',
    (value) => others.includes(value) || isSeconds(value),
  )

const timestamps = {
  client_id_issued_at: secondsOr(undefined, null),
  client_secret_expires_at: secondsOr(undefined, null, 0),
}

check(
  'each client has an id of its own and the time it was issued',
  {
    judges: [
      'clients.client-id.present',
      'clients.client-id.unique',
      'clients.issued-at.unix-seconds',
      'conventions.timestamps.clients',
      'clients.settings.shared',
    ],
  },
  async ({ api, judge, unique, given }) => {
    const names = [unique('first'), unique('second')] as const
    const first = await register(api, names[0], baseSettings.web)
    const second = await register(api, names[1], baseSettings.web)
    judge('clients.settings.shared').matches(first, { client_name: names[0] })
    judge('clients.settings.shared').matches(second, { client_name: names[1] })
    const third = await given.client()
    judge('clients.client-id.unique').notEqual(third.id, first.json.client_id ?? '')
    if (second.status < 300)
      judge('clients.client-id.unique').notEqual(first.json.client_id, second.json.client_id ?? '')
    for (const json of [third.json, (await api.get(third.path)).json]) {
      judge('clients.client-id.present').like(json, { client_id: a.string })
      judge('conventions.timestamps.clients').like(json, timestamps)
      const issued: unknown = json.client_id_issued_at
      judge('clients.issued-at.unix-seconds').ok(
        Number.isInteger(issued) && isSeconds(issued),
        'a whole number of seconds since 1970',
        issued,
      )
    }
    const listed = await api.get(clientsPath, { query: { limit: 5 } })
    judge('conventions.timestamps.clients').on(listed).every(listed.items, timestamps)
  },
)

check(
  'what only the service sets is never taken from a registration',
  {
    judges: [
      'clients.client-id.not-chosen',
      'clients.issued-at.read-only',
      'clients.new-secret.differs',
      'clients.secret.not-chosen',
      'clients.secret-expires-at.read-only',
    ],
  },
  async (context) => {
    const { api, judge, unique, given } = context
    await register(api.control('clients.register.created'), unique('plain'), baseSettings.web)
    const id = unique('id').replaceAll('-', '')
    const chosen = [
      ['clients.client-id.not-chosen', 'client_id', id],
      ['clients.issued-at.read-only', 'client_id_issued_at', 981_173_106],
      ['clients.secret.not-chosen', 'client_secret', unique('secret')],
      ['clients.secret-expires-at.read-only', 'client_secret_expires_at', 4_102_444_799],
    ] as const
    await judgeNever(
      context,
      chosen.map(([requirement, name, value]) => [
        requirement,
        { ...baseSettings.web, [name]: value },
        (client) => client[name] === value,
      ]),
    )
    judge('clients.client-id.not-chosen').refused(await api.get(clientPath(id)))

    const client = await given.client()
    const { json: before } = await api.get(client.path)
    const updated = await api.put(client.path, { ...fullSettings(before), client_id_issued_at: 981_173_106 })
    judge('clients.issued-at.read-only').ok(updated.status < 500, 'an answer to the update', updated.status)
    judge('clients.issued-at.read-only').matches(await api.get(client.path), {
      client_name: client.name,
      client_id_issued_at: anythingBut(981_173_106),
    })
    await api.control('clients.update.ok').put(client.path, fullSettings(before))
    const renew = `${client.path}/lifecycle/newSecret`
    const { json: renewed } = await api.control('clients.new-secret.ok').post(renew)
    judge('clients.new-secret.differs').matches(await api.post(renew), {
      client_secret: anythingBut(renewed.client_secret),
    })
    judge('clients.issued-at.read-only').matches(await api.get(client.path), {
      client_name: client.name,
      client_id_issued_at: before.client_id_issued_at ?? a.nothing,
    })
  },
)

check(
  'a confidential client gets a secret of its own, others none',
  {
    judges: [
      'clients.secret.generated',
      'clients.secret.unique',
      'clients.secret.none',
      'clients.secret.private-key',
      'clients.secret-expires-at.number',
      'clients.secret-expires-at.zero',
      'clients.get.no-secret',
    ],
  },
  async ({ api, judge, unique, given }) => {
    const [first, second] = [await given.client(), await given.client()]
    for (const { json, path, name } of [first, second]) {
      judge('clients.secret.generated').like(json, { client_secret: a.string })
      judge('clients.secret-expires-at.number').like(json, { client_secret_expires_at: a.number })
      const { client_secret_expires_at: expires, client_id_issued_at: issued } = json
      judge('clients.secret-expires-at.zero').ok(
        expires === 0 || expires > issued,
        '0, or later than the time of issue',
        expires,
      )
      judge('clients.get.no-secret').matches(await api.get(path), {
        client_name: name,
        client_secret: a.nothing,
      })
    }
    judge('clients.secret.unique').notEqual(first.json.client_secret, second.json.client_secret ?? null)
    for (const method of ['client_secret_post', 'client_secret_jwt']) {
      const { json } = await given.client({ token_endpoint_auth_method: method })
      judge('clients.secret.generated').like(json, { client_secret: a.string })
    }
    for (const [requirement, settings] of [
      ['clients.secret.none', baseSettings.browser],
      ['clients.secret.private-key', keyedService('one')],
    ] as const) {
      const name = unique('open')
      const reply = await register(api, name, settings)
      judge(requirement).matches(reply, { client_name: name, client_id: a.string, client_secret: a.nothing })
    }
  },
)

/** A service client with these keys. */
const keyed = (...keys: readonly Json[]): Record<string, Json> => ({ ...keyedService('key'), jwks: { keys } })

const textOrNull = (key: Json): boolean => key?.use === null || typeof key?.use === 'string'

check(
  'keys come back as they were given',
  {
    judges: [
      'clients.register.service-jwks',
      'clients.jwks.kept',
      'clients.jwks.keys',
      'clients.jwks.kty.rsa',
      'clients.jwks.kty.ec',
      'clients.jwks.use',
      'clients.jwks.kid.null-single',
      'clients.jwks.writable',
    ],
    quick: true,
  },
  async ({ api, judge, unique }) => {
    const { kty, kid, e, n } = rsaKey('first')
    const { kty: ecType, kid: ecId, x, y } = ecKey('second')
    const shownRsa = { jwks: { keys: [{ kty, kid, e, n }] } }
    const shownEc = { jwks: { keys: [{ kty: ecType, kid: ecId, x, y }] } }
    const rsa = await registered(api, unique('rsa'), keyed(rsaKey('first')))
    const ec = await registered(api, unique('ec'), keyed({ ...ecKey('second'), use: 'sig' }))
    judge('clients.register.service-jwks').status(rsa.reply, 201)
    judge('clients.register.service-jwks').matches(rsa.reply, {
      client_id: a.string,
      application_type: 'service',
      grant_types: ['client_credentials'],
      response_types: sameList(['token']),
      token_endpoint_auth_method: 'private_key_jwt',
    })
    for (const reply of [rsa.reply, rsa.read]) {
      for (const requirement of ['clients.jwks.kept', 'clients.jwks.kty.rsa'] as const)
        judge(requirement).matches(reply, shownRsa)
      judge('clients.jwks.keys').matches(reply, { jwks: { keys: a.array } })
      judge('clients.jwks.use').every(reply.json.jwks?.keys, textOrNull)
    }
    for (const reply of [ec.reply, ec.read]) {
      judge('clients.jwks.kty.ec').matches(reply, shownEc)
      judge('clients.jwks.use').every(reply.json.jwks?.keys, textOrNull)
    }

    const single = await registered(api, unique('single'), keyed(rsaKey(null)))
    const shown = { client_id: a.string, jwks: { keys: [{ kty, kid: a.nothing, e, n }] } }
    for (const reply of [single.reply, single.read])
      judge('clients.jwks.kid.null-single').matches(reply, shown)

    const body = { ...fullSettings(rsa.read.json), jwks: { keys: [ecKey('second')] } }
    const path = clientPath(rsa.reply.json.client_id)
    if (rsa.reply.status < 300) judge('clients.jwks.writable').matches(await api.put(path, body), shownEc)
    judge('clients.jwks.writable').matches(await readClient(api, rsa.reply), shownEc)
  },
)

const refused = refusedKeys.map(([requirement, keys]) => [requirement, keyed(...keys)] as const)

check(
  'a key set with a key that lacks a member, or whose kid is not its own, is refused',
  { judges: [...new Set(refused.map(([requirement]) => requirement))], quick: true },
  async (context) => {
    const { api, unique } = context
    await register(api.control('clients.jwks.kty.ec'), unique('two'), keyed(rsaKey('one'), ecKey('two')))
    await judgeRefused(context, refused)
  },
)

const strange = [
  { kty: 'oct', kid: 'strange', k: 'c2VjcmV0LWtleS1vZi10aGlydHktdHdvLWJ5dGVzISE' },
  { kty: 'OKP', kid: 'strange', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
]

check(
  'no client comes to carry a key that is neither RSA nor EC',
  { judges: ['clients.jwks.kty.unknown'] },
  async (context) => {
    const { api, unique } = context
    await register(api.control('clients.jwks.kty.ec'), unique('known'), keyed(ecKey('known')))
    await judgeNever(
      context,
      strange.map((key) => [
        'clients.jwks.kty.unknown',
        keyed(key),
        ({ jwks }) => [jwks?.keys].flat().some((each) => each?.kty === key.kty),
      ]),
    )
  },
)
