import type { Json } from '../../engine/wire/reply.ts'
import {
  leftOut,
  looseSettings,
  otherGrants,
  otherMethod,
  settingsFor,
  someSettings,
  tailOf,
  types,
  valuesOf,
  wholeSettings,
  refusedClient,
} from './client-settings.ts'
import { onGone } from './gone-commands.ts'
import type { Kind, Command } from './commands.ts'
import { routed, onePresent, stating } from './commands.ts'
import { redirects } from '../sequence/values.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** @param type By default one that was seldom registered. */
export function registerClient(state: GeneratorState, type?: (typeof types)[number]): Command | undefined {
  if (state.livingClients.length > 3) return undefined
  const handle = state.next('c')
  return {
    call: stating('clients.register.created', {
      ...routed('registerClient'),
      body: leftOut(state, settingsFor(state, handle, type)),
      record: handle,
      shows: 'client',
      dimension: 'values',
    }),
    done: () => state.clients.push(handle),
  }
}

/** A client that authenticates in another way: by none, if its type allows that, or by another secret. */
export function changeMethod(state: GeneratorState, handle: string): Command | undefined {
  const before: Json = state.truth(handle)
  if (before === undefined) return undefined
  const isOpen =
    /^(web|native)$/.test(before.application_type) && before.token_endpoint_auth_method !== 'none'
  return updateClient(
    state,
    handle,
    isOpen ? { token_endpoint_auth_method: 'none' } : otherMethod(state, before),
  )
}

export function updateClient(
  state: GeneratorState,
  which?: string,
  given?: Readonly<Record<string, Json>>,
): Command | undefined {
  const { rng, words } = state
  const handle = which ?? (state.livingClients.length === 0 ? undefined : rng.pick(state.livingClients))
  if (handle === undefined) return undefined
  const before = wholeSettings(state, handle)
  const isKeyed = before['token_endpoint_auth_method'] === 'private_key_jwt'
  const changes =
    given === undefined
      ? state.leastUsed(
          ['client_name', 'redirect_uris', 'some', 'method', 'grants', ...Object.keys(looseSettings)],
          (each) => `client ${each}`,
          (each) => (each === 'some' ? 8 : each === 'method' && state.isWarm ? 3 : 1),
        )
      : 'given'
  return {
    call: stating('clients.update.ok', {
      ...routed('updateClient', `«${handle}.client_id»`),
      body: {
        ...before,
        ...(given === undefined ? someSettings(state, changes === 'some' ? 0.7 : 0.3, isKeyed) : {}),
        ...(changes === 'client_name'
          ? { client_name: `«tag» ${rng.pick(words)} ${state.next('c')}${tailOf(state)}` }
          : {}),
        ...(changes === 'redirect_uris' && (before['redirect_uris'] ?? []).length > 0
          ? { redirect_uris: rng.pick(redirects) }
          : {}),
        ...(changes === 'method' ? otherMethod(state, before) : {}),
        ...(changes === 'grants' ? otherGrants(state, before) : {}),
        ...given,
        ...(looseSettings[changes] === undefined
          ? {}
          : { [changes]: rng.pick(valuesOf(state, changes).filter((each) => !(isKeyed && each === null))) }),
      },
      record: handle,
      shows: 'client',
      dimension: 'left-alone',
    }),
  }
}

/** @param which Of which client; by default of any that can have one. */
export function newSecret(state: GeneratorState, which?: string): Command | undefined {
  const fits = state.livingClients.filter((handle) =>
    ['client_secret_basic', 'client_secret_post'].includes(
      state.truth(handle).token_endpoint_auth_method as string,
    ),
  )
  if (fits.length === 0 || (which !== undefined && !fits.includes(which))) return undefined
  const handle = which ?? state.rng.pick(fits)
  return {
    call: stating('clients.new-secret.ok', {
      ...routed('newClientSecret', `«${handle}.client_id»`),
      record: handle,
      shows: 'client',
      dimension: 'second-time',
    }),
  }
}

export function deleteClient(state: GeneratorState, which?: string): Command | undefined {
  const handle = onePresent(state, state.livingClients, which)
  if (handle === undefined) return undefined
  return {
    call: stating('clients.delete.no-content', {
      ...routed('deleteClient', `«${handle}.client_id»`),
      dimension: 'second-time',
    }),
  }
}

/** Writes to OAuth clients. */
export const clientCommands: readonly Kind[] = [
  { weight: 3, propose: registerClient },
  { weight: 6, propose: updateClient },
  { weight: 2, propose: refusedClient },
  { weight: 1, propose: newSecret },
  { weight: 1, propose: deleteClient },
  { weight: 1, propose: (state) => onGone(state, 'clients') },
]
