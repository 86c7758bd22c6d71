import type { Json } from '../engine/run/check.ts'
import { a, check } from '../engine/run/check.ts'
import { spoiled } from '../tables/required.ts'
import { fullSettings, keyedService, readClient, register } from './support/client-settings.ts'
import { judgeRefused } from './support/judge-registrations.ts'
import { ecKey, rsaKey } from './support/public-keys.ts'

/** A service client with these keys. */
const keyed = (...keys: readonly Json[]): Record<string, Json> => ({ ...keyedService('key'), jwks: { keys } })

const textOrNull = (key: Json): boolean => key?.use === null || typeof key?.use === 'string'

check(
  'keys come back as they were given',
  {
    judges: [
      'clients.jwks.kty.rsa',
      'clients.jwks.kty.ec',
      'clients.jwks.use',
      'clients.jwks.kid.null-single',
      'clients.jwks.writable',
    ],
  },
  async ({ api, judge, unique }) => {
    const { kty, kid, e, n } = rsaKey('first')
    const { kty: ecType, kid: ecId, x, y } = ecKey('second')
    const rsa = await register(api, unique('rsa'), keyed(rsaKey('first')))
    const ec = await register(api, unique('ec'), keyed({ ...ecKey('second'), use: 'sig' }))
    for (const reply of [rsa, await readClient(api, rsa)]) {
      judge('clients.jwks.kty.rsa').matches(reply, { jwks: { keys: [{ kty, kid, e, n }] } })
      judge('clients.jwks.use').every(reply.json.jwks?.keys, textOrNull)
    }
    for (const reply of [ec, await readClient(api, ec)]) {
      judge('clients.jwks.kty.ec').matches(reply, { jwks: { keys: [{ kty: ecType, kid: ecId, x, y }] } })
      judge('clients.jwks.use').every(reply.json.jwks?.keys, textOrNull)
    }

    const single = await register(api, unique('single'), keyed(rsaKey(null)))
    const shown = { client_id: a.string, jwks: { keys: [{ kty, kid: a.nothing, e, n }] } }
    judge('clients.jwks.kid.null-single').matches(single, shown)
    judge('clients.jwks.kid.null-single').matches(await readClient(api, single), shown)

    const before = await readClient(api, rsa)
    const path = `/oauth2/v1/clients/${encodeURIComponent(String(rsa.json.client_id))}`
    const replaced = { jwks: { keys: [{ kty: ecType, kid: ecId, x, y }] } }
    const body = { ...fullSettings(before.json), jwks: { keys: [ecKey('second')] } }
    if (rsa.status < 300) judge('clients.jwks.writable').matches(await api.put(path, body), replaced)
    judge('clients.jwks.writable').matches(await readClient(api, rsa), replaced)
  },
)

const refused = [
  ['clients.jwks.kid.unique', keyed(rsaKey('same'), ecKey('same'))],
  ['clients.jwks.kid.null-several', keyed(rsaKey('key'), ecKey(null))],
  ['clients.jwks.kid.null-several', keyed(rsaKey(null), ecKey('key'))],
  ...[
    ...spoiled('clients.jwks.kty', rsaKey('key')),
    ...spoiled('clients.jwks.rsa', rsaKey('key')),
    ...spoiled('clients.jwks.ec', ecKey('key')),
  ].map(([clause, key]) => [clause, keyed(key)] as const),
] as const

check(
  'a key set with a key that lacks a member, or whose kid is not its own, is refused',
  { judges: [...new Set(refused.map(([clause]) => clause))] },
  async (context) => {
    const { api, unique } = context
    await register(api.control('clients.jwks.kty.ec'), unique('two'), keyed(rsaKey('one'), ecKey('two')))
    await judgeRefused(context, refused)
  },
)

check(
  'no client comes to carry a key that is neither RSA nor EC',
  { judges: ['clients.jwks.kty.unknown'] },
  async ({ api, judge, unique }) => {
    await register(api.control('clients.jwks.kty.ec'), unique('known'), keyed(ecKey('known')))
    for (const key of [
      { kty: 'oct', kid: 'strange', k: 'c2VjcmV0LWtleS1vZi10aGlydHktdHdvLWJ5dGVzISE' },
      { kty: 'OKP', kid: 'strange', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
    ]) {
      const name = unique('strange')
      const reply = await register(api, name, keyed(key))
      if (reply.status >= 300) judge('clients.jwks.kty.unknown').refused(reply)
      else {
        const read = await readClient(api, reply)
        for (const each of [reply, read]) {
          judge('clients.jwks.kty.unknown').matches(each, { client_name: name })
          judge('clients.jwks.kty.unknown').none(each.json.jwks?.keys ?? [], { kty: key.kty })
        }
      }
    }
  },
)
