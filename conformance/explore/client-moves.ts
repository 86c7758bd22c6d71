import type { ClauseId } from '../registry/clauses.ts'
import type { Json } from '../engine/wire/reply.ts'
import type { Kind, Move } from './moves.ts'
import { stating, templated } from './moves.ts'
import type { World } from './world.ts'

const clients = '/oauth2/v1/clients'

const web = ['authorization_code', 'implicit', 'refresh_token', 'client_credentials'] as const
const native = ['authorization_code', 'implicit', 'password', 'refresh_token'] as const

/** Settings that may be anything of their kind, or null (document 1, Client Application). */
function looseSettings(world: World): Record<string, Json> {
  const { dice } = world
  const urls: Record<string, Json> = {}
  for (const name of ['initiate_login_uri', 'logo_uri', 'policy_uri', 'tos_uri'])
    if (dice.chance(0.3))
      urls[name] = dice.pick([
        `https://app.example.com/${name}`,
        `https://x.example.org/a?b=c&d=${name}`,
        null,
      ])
  if (dice.chance(0.3))
    urls['post_logout_redirect_uris'] = dice.some([
      'https://app.example.com/out',
      'https://b.example.com/bye',
      'com.example:/out',
    ])
  if (dice.chance(0.2)) urls['request_object_signing_alg'] = dice.pick(['RS256', 'ES384', 'HS512', null])
  return urls
}

function settingsFor(world: World, handle: string): Record<string, Json> {
  const { dice, words } = world
  const type = world.seldom(['web', 'native', 'browser', 'service'] as const, (each) => `client ${each}`)
  const name = { client_name: `«tag» ${dice.pick(words)} ${handle}`, application_type: type }
  if (type === 'service')
    return {
      ...name,
      grant_types: ['client_credentials'],
      response_types: ['token'],
      redirect_uris: [],
      token_endpoint_auth_method: dice.pick([
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
      ]),
    }
  const grants =
    type === 'browser'
      ? dice.pick([['authorization_code'], ['authorization_code', 'implicit']])
      : [...new Set(['authorization_code', ...dice.some(type === 'web' ? web : native)])]
  return {
    ...name,
    grant_types: grants,
    response_types: grants.includes('implicit') ? ['code', 'token', 'id_token'] : ['code'],
    redirect_uris: dice.some([
      'https://app.example.com/cb',
      'https://b.example.com/cb?x=1',
      'http://localhost:3000/cb',
    ]),
    token_endpoint_auth_method:
      type === 'browser'
        ? 'none'
        : dice.pick(['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'none']),
    ...looseSettings(world),
  }
}

export function registerClient(world: World): Move | undefined {
  if (world.livingClients.length > 3) return undefined
  const handle = world.next('c')
  return {
    call: stating('clients.register.created', {
      operation: 'registerClient',
      method: 'POST',
      path: clients,
      body: settingsFor(world, handle),
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

export function updateClient(world: World): Move | undefined {
  const { dice, words } = world
  if (world.livingClients.length === 0) return undefined
  const handle = dice.pick(world.livingClients)
  const before = wholeSettings(world, handle)
  return {
    call: stating('clients.update.ok', {
      operation: 'updateClient',
      method: 'PUT',
      path: `${clients}/«${handle}.client_id»`,
      body: {
        ...before,
        ...looseSettings(world),
        ...(dice.chance(0.5) ? { client_name: `«tag» ${dice.pick(words)} ${world.next('c')}` } : {}),
      },
      record: handle,
      shows: 'client',
      dimension: 'left-alone',
    }),
  }
}

export function refusedClient(world: World): Move | undefined {
  const { dice } = world
  if (world.livingClients.length === 0) return undefined
  const handle = dice.pick(world.livingClients)
  const before = wholeSettings(world, handle)
  const { client_name, ...nameless } = before
  void client_name
  const put = (states: ClauseId, body: Json): Move => ({
    call: stating(states, {
      operation: 'updateClient',
      method: 'PUT',
      path: `${clients}/«${handle}.client_id»`,
      body,
      dimension: 'refused',
    }),
  })
  const fragment = ['https://app.example.com/cb#part']
  const changed = { ...before, tos_uri: 'https://never.example.com/stored' }
  const wrong = [
    put('clients.update.missing-name', {
      ...nameless,
      tos_uri: 'https://never.example.com/stored',
      redirect_uris: ['https://never.example.com/cb'],
    }),
    put('clients.redirect-uris.fragment', { ...changed, redirect_uris: fragment }),
    put('clients.redirect-uris.absolute', { ...changed, redirect_uris: ['/relative'] }),
    put('clients.response-types.unknown', { ...changed, response_types: ['code', 'nonsense'] }),
    put('clients.grant-types.unknown', {
      ...changed,
      grant_types: [...(before['grant_types'] as string[]), 'nonsense'],
    }),
  ]
  return world.seldom(wrong, ({ call }) => `wrong ${call.states}`)
}

/** @param at Of which of the clients that can have one; by default of any. */
export function newSecret(world: World, at?: number): Move | undefined {
  const fits = world.livingClients.filter((handle) =>
    ['client_secret_basic', 'client_secret_post'].includes(
      world.truth(handle).token_endpoint_auth_method as string,
    ),
  )
  if (fits.length === 0) return undefined
  const handle = (at === undefined ? undefined : fits[at]) ?? world.dice.pick(fits)
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

function deleteClient(world: World): Move | undefined {
  if (world.livingClients.length < 2) return undefined
  const handle = world.dice.pick(world.livingClients)
  return {
    call: stating('clients.delete.no-content', {
      operation: 'deleteClient',
      method: 'DELETE',
      path: `${clients}/«${handle}.client_id»`,
      dimension: 'second-time',
    }),
  }
}

/** What is written about OAuth clients. */
export const clientMoves: readonly Kind[] = [
  { weight: 3, propose: registerClient },
  { weight: 6, propose: updateClient },
  { weight: 2, propose: refusedClient },
  { weight: 1, propose: newSecret },
  { weight: 1, propose: deleteClient },
]
