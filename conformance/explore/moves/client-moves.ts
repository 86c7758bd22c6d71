import { ecKey, rsaKey } from '../../checks/support/public-keys.ts'
import { clauses, type ClauseId } from '../../registry/clauses.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { onGone } from './gone-moves.ts'
import type { Kind, Move } from './moves.ts'
import { look, onePresent, stating, templated } from './moves.ts'
import { nameTails, redirects } from '../story/values.ts'
import type { World } from '../story/world.ts'

const clients = '/oauth2/v1/clients'

const web = ['authorization_code', 'implicit', 'refresh_token', 'client_credentials'] as const
const native = ['authorization_code', 'implicit', 'password', 'refresh_token'] as const

/** Key sets of one key and of two, of which one may have no kid (Clients, JSON Web Key Set). */
const keySets: readonly Json[] = [
  { keys: [rsaKey('one'), ecKey('two')] },
  { keys: [ecKey('alone')] },
  { keys: [rsaKey(null)] },
]

/** Values of settings that may have any value of their type, or null (Clients, Client Application). */
const looseSettings: Readonly<Record<string, readonly Json[]>> = {
  ...Object.fromEntries(
    ['initiate_login_uri', 'logo_uri', 'policy_uri', 'tos_uri'].map((name) => [
      name,
      [
        `https://app.example.com/${name}`,
        `https://x.example.org/a?b=c&d=${name}`,
        `https://App.Example.COM/Path/${name}`,
        `https://app.example.com:8443/${name}/`,
        `https://app.example.com/%7Ea/%C3%A9?${name}=1%2B2`,
        null,
      ],
    ]),
  ),
  post_logout_redirect_uris: [
    ['https://app.example.com/out', 'https://b.example.com/bye', 'com.example:/out'],
    ['https://App.example.com/Out'],
    ['https://b.example.com/bye', 'https://app.example.com/out?x=1'],
  ],
  request_object_signing_alg: ['RS256', 'ES384', 'HS512', null],
  jwks: [...keySets, null],
}

const secretMethods = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const

/** The ways in which service clients authenticate, with the settings that each way needs. */
const keyed: readonly Json[] = [
  ...secretMethods.map((method) => ({ token_endpoint_auth_method: method })),
  ...keySets.map((jwks) => ({ token_endpoint_auth_method: 'private_key_jwt', jwks })),
]

/** Some of the loose settings, preferably those that were seldom set to the value. */
function someSettings(world: World, share: number, isKeyed = false): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(looseSettings)
      .filter(([name]) => world.dice.chance(share) && !(isKeyed && name === 'jwks'))
      .map(([name, values]) => [
        name,
        world.seldom(
          values,
          (each) => `setting ${name} ${JSON.stringify(each)}`,
          (each) => (each === null ? 3 : 1),
        ),
      ]),
  )
}

const tailOf = (world: World): string => world.seldom(nameTails, (each) => `client name${each}`)

const types = ['web', 'native', 'browser', 'service'] as const

function settingsFor(world: World, handle: string, given?: (typeof types)[number]): Record<string, Json> {
  const { dice, words } = world
  const type = given ?? world.seldom(types, (each) => `client ${each}`)
  const name = {
    client_name: world.formerName('c') ?? `«tag» ${dice.pick(words)} ${handle}${tailOf(world)}`,
    application_type: type,
  }
  if (type === 'service')
    return {
      ...name,
      grant_types: ['client_credentials'],
      response_types: world.seldom([['token'], [], null], (each) => `response types ${JSON.stringify(each)}`),
      redirect_uris: [],
      ...world.seldom(keyed, (each) => `service ${JSON.stringify(each)}`),
    }
  const grants =
    type === 'browser'
      ? dice.pick([['authorization_code'], ['authorization_code', 'implicit']])
      : [...new Set(['authorization_code', ...dice.some(type === 'web' ? web : native)])]
  return {
    ...name,
    grant_types: grants,
    response_types: grants.includes('implicit') ? ['code', 'token', 'id_token'] : ['code'],
    redirect_uris: dice.pick(redirects),
    token_endpoint_auth_method:
      type === 'browser' ? 'none' : world.seldom([...secretMethods, 'none'], (each) => `method ${each}`),
    ...someSettings(world, 0.8),
  }
}

/** @param type By default one that was seldom registered. */
export function registerClient(world: World, type?: (typeof types)[number]): Move | undefined {
  if (world.livingClients.length > 3) return undefined
  const handle = world.next('c')
  return {
    call: stating('clients.register.created', {
      operation: 'registerClient',
      method: 'POST',
      path: clients,
      body: settingsFor(world, handle, type),
      record: handle,
      shows: 'client',
      dimension: 'values',
    }),
    done: () => world.clients.push(handle),
  }
}

/** All settings of a client as an update sends them. */
function wholeSettings(world: World, handle: string): Record<string, Json> {
  const { client_secret, client_id_issued_at, client_secret_expires_at, _links, ...settings } = templated(
    world,
    world.truth(handle),
  )
  void [client_secret, client_id_issued_at, client_secret_expires_at, _links]
  return { ...settings, client_id: `«${handle}.client_id»` }
}

export function updateClient(
  world: World,
  which?: string,
  given?: Readonly<Record<string, Json>>,
): Move | undefined {
  const { dice, words } = world
  const handle = which ?? (world.livingClients.length === 0 ? undefined : dice.pick(world.livingClients))
  if (handle === undefined) return undefined
  const before = wholeSettings(world, handle)
  const isKeyed = before['token_endpoint_auth_method'] === 'private_key_jwt'
  const changes =
    given === undefined
      ? world.seldom(
          ['client_name', 'redirect_uris', 'some', 'method', 'grants', ...Object.keys(looseSettings)],
          (each) => `client ${each}`,
          (each) => (each === 'some' ? 8 : 1),
        )
      : 'given'
  return {
    call: stating('clients.update.ok', {
      operation: 'updateClient',
      method: 'PUT',
      path: `${clients}/«${handle}.client_id»`,
      body: {
        ...before,
        ...(given === undefined ? someSettings(world, changes === 'some' ? 0.7 : 0.3, isKeyed) : {}),
        ...(changes === 'client_name'
          ? { client_name: `«tag» ${dice.pick(words)} ${world.next('c')}${tailOf(world)}` }
          : {}),
        ...(changes === 'redirect_uris' && (before['redirect_uris'] ?? []).length > 0
          ? { redirect_uris: dice.pick(redirects) }
          : {}),
        ...(changes === 'method' ? otherMethod(world, before) : {}),
        ...(changes === 'grants' ? otherGrants(world, before) : {}),
        ...given,
        ...(looseSettings[changes] === undefined
          ? {}
          : { [changes]: dice.pick(looseSettings[changes].filter((each) => !(isKeyed && each === null))) }),
      },
      record: handle,
      shows: 'client',
      dimension: 'left-alone',
    }),
  }
}

const isClause = (id: string): id is ClauseId => clauses.some((each) => each.id === id)

/** Key sets that the API description says are refused. */
const faultyKeys: readonly (readonly [ClauseId, Json[]])[] = [
  ['clients.jwks.kid.unique', [rsaKey('same'), ecKey('same')]],
  ['clients.jwks.kid.null-several', [rsaKey('one'), ecKey(null)]],
  ['clients.jwks.rsa.n-required', [{ ...rsaKey('one'), n: undefined }]],
  ['clients.jwks.ec.y-required', [{ ...ecKey('one'), y: undefined }]],
  ['clients.jwks.kty.required', [{ ...rsaKey('one'), kty: undefined }]],
]

/** Another way to authenticate: clients with secrets change between the ways, and to none and back. */
function otherMethod(
  world: World,
  { application_type: type, token_endpoint_auth_method: now }: Record<string, Json>,
): Json {
  if (type === 'browser' || now === 'private_key_jwt') return {}
  const others = [...secretMethods, ...(type === 'service' ? [] : ['none' as const])].filter(
    (each) => each !== now,
  )
  return { token_endpoint_auth_method: world.seldom(others, (each) => `from ${now} to ${each}`) }
}

/** Other grants that the type of a client allows, with the response types that they need. */
function otherGrants(world: World, { application_type: type }: Record<string, Json>): Json {
  if (type === 'service') return {}
  const all: readonly string[] =
    type === 'web' ? web : type === 'native' ? native : ['authorization_code', 'implicit']
  const grants = [...new Set(['authorization_code', ...world.dice.some(all)])]
  return {
    grant_types: grants,
    response_types: grants.includes('implicit') ? ['code', 'token', 'id_token'] : ['code'],
  }
}

/** A create or update of a client with one fault among correct values, so that it is refused. */
export function refusedClient(world: World, which?: string): Move | undefined {
  const { dice } = world
  const handle = which ?? (world.livingClients.length === 0 ? undefined : dice.pick(world.livingClients))
  if (handle === undefined) return undefined
  const before = wholeSettings(world, handle)
  const name = `«tag» never ${world.next('c')}`
  const type = before['application_type']
  const grants = before['grant_types'] as string[]
  const isFlow =
    grants.includes('authorization_code') && !grants.some((each) => /password|credentials/.test(each))
  type Fault = readonly [update: ClauseId | undefined, register: ClauseId | undefined, change: Json]
  const missing = (setting: string, states: ClauseId): readonly Fault[] =>
    isFlow && type === 'web' ? [[states, undefined, { [setting]: undefined }]] : []
  const faults: readonly Fault[] = [
    ['clients.update.missing-name', 'clients.name.required', { client_name: undefined }],
    [undefined, 'clients.name.null', { client_name: null }],
    ...missing('redirect_uris', 'clients.update.missing-redirect-uris'),
    ...missing('response_types', 'clients.update.missing-response-types'),
    ...missing('grant_types', 'clients.update.missing-grant-types'),
    ...missing('token_endpoint_auth_method', 'clients.update.missing-auth-method'),
    ...(['https://app.example.com/cb#part', '/relative'] as const).flatMap((uri, at): Fault[] => {
      const states = at === 0 ? 'clients.redirect-uris.fragment' : 'clients.redirect-uris.absolute'
      return [
        [states, states, { redirect_uris: [uri] }],
        [states, 'clients.redirect-uris.each', { redirect_uris: ['https://never.example.com/cb', uri] }],
      ]
    }),
    [
      'clients.response-types.unknown',
      'clients.response-types.unknown',
      { response_types: ['code', 'nonsense'] },
    ],
    ['clients.grant-types.unknown', 'clients.grant-types.unknown', { grant_types: [...grants, 'nonsense'] }],
    [
      'clients.auth-method.unknown',
      'clients.auth-method.unknown',
      { token_endpoint_auth_method: 'nonsense' },
    ],
    ...[...new Set([...web, ...native])].flatMap((grant): Fault[] => {
      const states = `clients.grant-types.${type}.not-${grant.replaceAll('_', '-')}`
      return isClause(states) ? [[states, states, { grant_types: [...grants, grant] }]] : []
    }),
    ...[`clients.grant-types.${type}.needs-authorization-code`]
      .filter(isClause)
      .map((states): Fault => [states, states, { grant_types: ['implicit'], response_types: ['token'] }]),
    ...faultyKeys.map(([states, keys]): Fault => [states, states, { jwks: { keys } }]),
  ]
  const all = [false, true].flatMap((each) =>
    faults.filter((one) => one[each ? 1 : 0] !== undefined).map((one) => [each, one] as const),
  )
  const kindOf = ([each, [one, other]]: (typeof all)[number]): string =>
    `${each} ${(one ?? other)?.split('.')[1]}`
  const kind = world.seldom([...new Set(all.map(kindOf))], (each) => `kind of wrong client ${each}`)
  const [isNew, [update, register, fault]] = world.seldom(
    all.filter((each) => kindOf(each) === kind),
    ([each, [one, other]]) => `wrong ${each ? other : one} ${each}`,
  )
  const { client_id, ...settings } = before
  return {
    call: stating((isNew ? register : update) as ClauseId, {
      operation: isNew ? 'registerClient' : 'updateClient',
      method: isNew ? 'POST' : 'PUT',
      path: isNew ? clients : `${clients}/«${handle}.client_id»`,
      body: {
        ...settings,
        ...(isNew ? {} : { client_id }),
        ...(isNew || dice.chance(0.7) ? { client_name: name } : {}),
        ...(dice.chance(0.5) && grants.includes('authorization_code')
          ? { redirect_uris: ['https://never.example.com/cb'] }
          : {}),
        ...(dice.chance(0.7) ? { tos_uri: 'https://never.example.com/tos', logo_uri: null } : {}),
        ...(dice.chance(0.4) ? { post_logout_redirect_uris: ['https://never.example.com/out'] } : {}),
        ...fault,
      },
      dimension: 'refused',
    }),
    ...(isNew
      ? {
          proof: () =>
            look({
              operation: 'listClients',
              path: clients,
              query: { q: name, limit: '200' },
              shows: 'client',
              pages: true,
              states: 'clients.list.ok',
              dimension: 'refused',
            }),
        }
      : {}),
  }
}

/** @param which Of which client; by default of any that can have one. */
export function newSecret(world: World, which?: string): Move | undefined {
  const fits = world.livingClients.filter((handle) =>
    ['client_secret_basic', 'client_secret_post'].includes(
      world.truth(handle).token_endpoint_auth_method as string,
    ),
  )
  if (fits.length === 0 || (which !== undefined && !fits.includes(which))) return undefined
  const handle = which ?? world.dice.pick(fits)
  return {
    call: stating('clients.new-secret.ok', {
      operation: 'newClientSecret',
      method: 'POST',
      path: `${clients}/«${handle}.client_id»/lifecycle/newSecret`,
      record: handle,
      shows: 'client',
      dimension: 'second-time',
    }),
  }
}

export function deleteClient(world: World, which?: string): Move | undefined {
  const handle = onePresent(world, world.livingClients, which)
  if (handle === undefined) return undefined
  return {
    call: stating('clients.delete.no-content', {
      operation: 'deleteClient',
      method: 'DELETE',
      path: `${clients}/«${handle}.client_id»`,
      dimension: 'second-time',
    }),
  }
}

/** Writes to OAuth clients. */
export const clientMoves: readonly Kind[] = [
  { weight: 3, propose: registerClient },
  { weight: 6, propose: updateClient },
  { weight: 2, propose: refusedClient },
  { weight: 1, propose: newSecret },
  { weight: 1, propose: deleteClient },
  { weight: 1, propose: (world) => onGone(world, 'clients') },
]
