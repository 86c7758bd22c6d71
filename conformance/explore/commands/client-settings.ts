import { ecKey, rsaKey, refusedKeys } from '../../checks/support/clients.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { templated, read, routed, stating, type Command } from './commands.ts'
import { nameTails, redirects } from '../sequence/values.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { listedSettings, refusedRedirects } from '../../tables/client-settings.ts'
import { clientGrants, isEarly, isForbidden, triedGrants } from '../../tables/grant-types.ts'
import { invalidVariants } from '../../tables/required.ts'

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
export const looseSettings: Readonly<Record<string, readonly Json[]>> = {
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

/** More such values, which empty a list. */
const emptying: Readonly<Record<string, readonly Json[]>> = { post_logout_redirect_uris: [[], null] }

/** The values of a setting that a run has time for. */
export function valuesOf(state: GeneratorState, name: string): readonly Json[] {
  return [...(looseSettings[name] ?? []), ...((state.isWarm && emptying[name]) || [])]
}

const secretMethods = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const

/** The ways in which service clients authenticate, with the settings that each way needs. */
const keyed: readonly Json[] = [
  ...secretMethods.map((method) => ({ token_endpoint_auth_method: method })),
  ...keySets.map((jwks) => ({ token_endpoint_auth_method: 'private_key_jwt', jwks })),
]

/** Some of the loose settings, preferably those that were seldom set to the value. */
export function someSettings(state: GeneratorState, share: number, isKeyed = false): Record<string, Json> {
  return Object.fromEntries(
    Object.keys(looseSettings)
      .filter((name) => state.rng.chance(share) && !(isKeyed && name === 'jwks'))
      .map((name) => [
        name,
        state.leastUsed(
          valuesOf(state, name),
          (each) => `setting ${name} ${JSON.stringify(each)}`,
          (each) => (each === null ? 3 : 1),
        ),
      ]),
  )
}

export const tailOf = (state: GeneratorState): string =>
  state.leastUsed(nameTails, (each) => `client name${each}`)

export const types = ['web', 'native', 'browser', 'service'] as const

export function settingsFor(
  state: GeneratorState,
  handle: string,
  given?: (typeof types)[number],
): Record<string, Json> {
  const { rng, words } = state
  const type = given ?? state.leastUsed(types, (each) => `client ${each}`)
  const name = {
    client_name: state.formerName('c') ?? `«tag» ${rng.pick(words)} ${handle}${tailOf(state)}`,
    application_type: type,
  }
  if (type === 'service')
    return {
      ...name,
      grant_types: ['client_credentials'],
      response_types: state.leastUsed(
        [['token'], [], null],
        (each) => `response types ${JSON.stringify(each)}`,
      ),
      redirect_uris: [],
      ...state.leastUsed(keyed, (each) => `service ${JSON.stringify(each)}`),
    }
  const grants =
    type === 'browser'
      ? rng.pick([['authorization_code'], ['authorization_code', 'implicit']])
      : [...new Set(['authorization_code', ...rng.some(type === 'web' ? web : native)])]
  return {
    ...name,
    grant_types: grants,
    response_types: grants.includes('implicit') ? ['code', 'token', 'id_token'] : ['code'],
    redirect_uris: rng.pick(redirects),
    token_endpoint_auth_method:
      type === 'browser' ? 'none' : state.leastUsed([...secretMethods, 'none'], (each) => `method ${each}`),
    ...someSettings(state, 0.8),
  }
}

/** The defaults of settings, which a registration may leave out (Clients, Client Application). */
const defaults: Readonly<Record<string, Json>> = {
  application_type: 'web',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
}

/** Settings without some of those that have their default. */
export function leftOut(
  state: GeneratorState,
  settings: Readonly<Record<string, Json>>,
): Record<string, Json> {
  // With these grants, no response type is needed: whether the default applies is not stated.
  const isOpen = /password|client_credentials/.test(JSON.stringify(settings['grant_types']))
  const mayGo = ([name, value]: readonly [string, Json]): boolean =>
    JSON.stringify(value) === JSON.stringify(defaults[name]) && !(isOpen && name === 'response_types')
  const type = String(settings['application_type'])
  return Object.fromEntries(
    Object.entries(settings).filter(
      (setting) =>
        !state.isWarm ||
        !mayGo(setting) ||
        state.leastUsed([true, false], (each) => `left out ${setting[0]} ${type} ${each}`),
    ),
  )
}

/** All settings of a client as an update sends them. */
export function wholeSettings(state: GeneratorState, handle: string): Record<string, Json> {
  const { client_secret, client_id_issued_at, client_secret_expires_at, _links, ...settings } = templated(
    state,
    state.truth(handle),
  )
  void [client_secret, client_id_issued_at, client_secret_expires_at, _links]
  return { ...settings, client_id: `«${handle}.client_id»` }
}

/** Another way to authenticate: clients with secrets change between the ways, and to none and back. */
export function otherMethod(
  state: GeneratorState,
  { application_type: type, token_endpoint_auth_method: now }: Record<string, Json>,
): Json {
  if (type === 'browser' || now === 'private_key_jwt') return {}
  const others = [...secretMethods, ...(type === 'service' ? [] : ['none' as const])].filter(
    (each) => each !== now,
  )
  return { token_endpoint_auth_method: state.leastUsed(others, (each) => `from ${now} to ${each}`) }
}

/** Other grants that the type of a client allows, with the response types that they need. */
export function otherGrants(state: GeneratorState, { application_type: type }: Record<string, Json>): Json {
  if (type === 'service') return {}
  const all: readonly string[] =
    type === 'web' ? web : type === 'native' ? native : ['authorization_code', 'implicit']
  const grants = [...new Set(['authorization_code', ...state.rng.some(all)])]
  return {
    grant_types: grants,
    response_types: grants.includes('implicit') ? ['code', 'token', 'id_token'] : ['code'],
  }
}

/** Settings that a client of any type refuses with another value. A server may ignore those of other settings. */
const unlisted = listedSettings.filter(({ slug }) => /^(response-types|auth-method|grant-types)$/.test(slug))

/** A create or update of a client with one fault among correct values, so that it is refused. */
export function refusedClient(state: GeneratorState, which?: string): Command | undefined {
  const { rng } = state
  const handle = which ?? (state.livingClients.length === 0 ? undefined : rng.pick(state.livingClients))
  if (handle === undefined) return undefined
  const before = wholeSettings(state, handle)
  const name = `«tag» never ${state.next('c')}`
  const grants = before['grant_types'] as string[]
  const isFlow = grants.includes('authorization_code') && !/password|client_credentials/.test(grants.join())
  const right = {
    ...before,
    client_name: name,
    ...(rng.chance(0.5) && grants.includes('authorization_code')
      ? { redirect_uris: ['https://never.example.com/cb'] }
      : {}),
    ...(rng.chance(0.7) ? { tos_uri: 'https://never.example.com/tos', logo_uri: null } : {}),
    ...(rng.chance(0.4) ? { post_logout_redirect_uris: ['https://never.example.com/out'] } : {}),
  }
  type Fault = readonly [isNew: boolean, states: RequirementId, body: Json]
  const always = (states: RequirementId, change: Json): Fault[] =>
    [true, false].map((isNew): Fault => [isNew, states, { ...right, ...change }])
  const isWebFlow = isFlow && before['application_type'] === 'web'
  const all: readonly Fault[] = [
    ...invalidVariants('clients.update', right)
      .filter(([states]) => isWebFlow || states === 'clients.update.missing-name')
      .map(([states, body]): Fault => [false, states, body]),
    ...[
      ...invalidVariants('clients.name', right),
      ...(isWebFlow ? invalidVariants('clients.redirect-uris', right) : []),
      ...(isWebFlow ? invalidVariants('clients.response-types', right) : []),
    ].map(([states, body]): Fault => [true, states, body]),
    ...refusedRedirects.flatMap(([states, uris]) => always(states, { redirect_uris: uris })),
    ...refusedKeys.flatMap(([states, keys]) => always(states, { jwks: { keys } })),
    ...unlisted.flatMap(({ slug, name: setting, cases }) =>
      cases.flatMap(({ sent }) => always(`clients.${slug}.unknown`, { [setting]: sent })),
    ),
    ...clientGrants
      .filter((row) => row.type === before['application_type'] && isForbidden(row) && !isEarly(row))
      .flatMap((row) =>
        always(
          `clients.grant-types.${row.slug}`,
          row.without === undefined
            ? { grant_types: [...grants, row.grant] }
            : { grant_types: triedGrants(row)[0], response_types: ['token'] },
        ),
      ),
  ]
  const kindOf = ([isNew, states]: Fault): string => `${isNew} ${states.split('.')[1]}`
  const kind = state.leastUsed([...new Set(all.map(kindOf))], (each) => `kind of wrong client ${each}`)
  const [isNew, states, { client_id, ...body }] = state.leastUsed(
    all.filter((each) => kindOf(each) === kind),
    ([each, id]) => `wrong ${id} ${each}`,
  )
  return {
    call: stating(states, {
      operation: isNew ? 'registerClient' : 'updateClient',
      method: isNew ? 'POST' : 'PUT',
      path: isNew ? clients : `${clients}/«${handle}.client_id»`,
      body: isNew ? body : { ...body, client_id },
      dimension: 'refused',
    }),
    ...(isNew
      ? {
          proof: () =>
            read({
              ...routed('listClients'),
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
