import { a, check, type Json } from '../engine/run/check.ts'
import {
  ecKey,
  fullSettings,
  judgeNever,
  judgeRefused,
  keyedService,
  refusedKeys,
  register,
  registered,
  rsaKey,
  sameList,
} from './support/clients.ts'
import { clientPath, readClient } from './support/paths.ts'

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
