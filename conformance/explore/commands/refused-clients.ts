import { refusedKeys } from '../../checks/support/clients.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { listedSettings, refusedRedirects } from '../../tables/client-settings.ts'
import { clientGrants, isEarly, isForbidden, triedGrants } from '../../tables/grant-types.ts'
import { invalidVariants } from '../../tables/required.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { clients, wholeSettings } from './client-settings.ts'
import { read, routed, stating, type Command } from './commands.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

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
