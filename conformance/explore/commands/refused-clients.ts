import { ecKey, rsaKey } from '../../checks/support/public-keys.ts'
import { requirements as all, type RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { clients, native, web, wholeSettings } from './client-settings.ts'
import type { Command } from './commands.ts'
import { routed, read, stating } from './commands.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

const isRequirement = (id: string): id is RequirementId => all.some((each) => each.id === id)

/** Key sets that the API description says are refused. */
const faultyKeys: readonly (readonly [RequirementId, Json[]])[] = [
  ['clients.jwks.kid.unique', [rsaKey('same'), ecKey('same')]],
  ['clients.jwks.kid.null-several', [rsaKey('one'), ecKey(null)]],
  ['clients.jwks.rsa.n-required', [{ ...rsaKey('one'), n: undefined }]],
  ['clients.jwks.ec.y-required', [{ ...ecKey('one'), y: undefined }]],
  ['clients.jwks.kty.required', [{ ...rsaKey('one'), kty: undefined }]],
]

/** A create or update of a client with one fault among correct values, so that it is refused. */
export function refusedClient(state: GeneratorState, which?: string): Command | undefined {
  const { rng } = state
  const handle = which ?? (state.livingClients.length === 0 ? undefined : rng.pick(state.livingClients))
  if (handle === undefined) return undefined
  const before = wholeSettings(state, handle)
  const name = `«tag» never ${state.next('c')}`
  const type = before['application_type']
  const grants = before['grant_types'] as string[]
  const isFlow =
    grants.includes('authorization_code') && !grants.some((each) => /password|credentials/.test(each))
  type Fault = readonly [update: RequirementId | undefined, register: RequirementId | undefined, change: Json]
  const missing = (setting: string, states: RequirementId): readonly Fault[] =>
    isFlow && type === 'web' ? [[states, undefined, { [setting]: undefined }]] : []
  const faults: readonly Fault[] = [
    ['clients.update.missing-name', 'clients.name.required', { client_name: undefined }],
    [undefined, 'clients.name.null', { client_name: null }],
    ...missing('redirect_uris', 'clients.update.missing-redirect-uris'),
    ...missing('response_types', 'clients.update.missing-response-types'),
    ...missing('grant_types', 'clients.update.missing-grant-types'),
    ...missing('token_endpoint_auth_method', 'clients.update.missing-auth-method'),
    ...(['https://app.example.com/cb#part', 'com.example.app:/cb#part', '/relative'] as const).flatMap(
      (uri): Fault[] => {
        const states = uri.includes('#') ? 'clients.redirect-uris.fragment' : 'clients.redirect-uris.absolute'
        return [
          [states, states, { redirect_uris: [uri] }],
          [states, 'clients.redirect-uris.each', { redirect_uris: ['https://never.example.com/cb', uri] }],
        ]
      },
    ),
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
      return isRequirement(states) ? [[states, states, { grant_types: [...grants, grant] }]] : []
    }),
    ...[`clients.grant-types.${type}.needs-authorization-code`]
      .filter(isRequirement)
      .map((states): Fault => [states, states, { grant_types: ['implicit'], response_types: ['token'] }]),
    ...faultyKeys.map(([states, keys]): Fault => [states, states, { jwks: { keys } }]),
  ]
  const all = [false, true].flatMap((each) =>
    faults.filter((one) => one[each ? 1 : 0] !== undefined).map((one) => [each, one] as const),
  )
  const kindOf = ([each, [one, other]]: (typeof all)[number]): string =>
    `${each} ${(one ?? other)?.split('.')[1]}`
  const kind = state.leastUsed([...new Set(all.map(kindOf))], (each) => `kind of wrong client ${each}`)
  const [isNew, [update, register, fault]] = state.leastUsed(
    all.filter((each) => kindOf(each) === kind),
    ([each, [one, other]]) => `wrong ${each ? other : one} ${each}`,
  )
  const { client_id, ...settings } = before
  return {
    call: stating((isNew ? register : update) as RequirementId, {
      operation: isNew ? 'registerClient' : 'updateClient',
      method: isNew ? 'POST' : 'PUT',
      path: isNew ? clients : `${clients}/«${handle}.client_id»`,
      body: {
        ...settings,
        ...(isNew ? {} : { client_id }),
        ...(isNew || rng.chance(0.7) ? { client_name: name } : {}),
        ...(rng.chance(0.5) && grants.includes('authorization_code')
          ? { redirect_uris: ['https://never.example.com/cb'] }
          : {}),
        ...(rng.chance(0.7) ? { tos_uri: 'https://never.example.com/tos', logo_uri: null } : {}),
        ...(rng.chance(0.4) ? { post_logout_redirect_uris: ['https://never.example.com/out'] } : {}),
        ...fault,
      },
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
