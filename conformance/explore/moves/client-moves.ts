import type { Json } from '../../engine/wire/reply.ts'
import {
  clients,
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
} from './client-settings.ts'
import { onGone } from './gone-moves.ts'
import type { Kind, Move } from './moves.ts'
import { onePresent, stating } from './moves.ts'
import { refusedClient } from './refused-clients.ts'
import { redirects } from '../story/values.ts'
import type { World } from '../story/world.ts'

/** @param type By default one that was seldom registered. */
export function registerClient(world: World, type?: (typeof types)[number]): Move | undefined {
  if (world.livingClients.length > 3) return undefined
  const handle = world.next('c')
  return {
    call: stating('clients.register.created', {
      operation: 'registerClient',
      method: 'POST',
      path: clients,
      body: leftOut(world, settingsFor(world, handle, type)),
      record: handle,
      shows: 'client',
      dimension: 'values',
    }),
    done: () => world.clients.push(handle),
  }
}

/** A client that authenticates in another way: by none, if its type allows that, or by another secret. */
export function changeMethod(world: World, handle: string): Move | undefined {
  const before: Json = world.truth(handle)
  if (before === undefined) return undefined
  const isOpen =
    /^(web|native)$/.test(before.application_type) && before.token_endpoint_auth_method !== 'none'
  return updateClient(
    world,
    handle,
    isOpen ? { token_endpoint_auth_method: 'none' } : otherMethod(world, before),
  )
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
  const other = world.livingClients.find((each) => each !== handle)
  const otherId = `«${other ?? handle}.client_id»`
  const changes =
    given === undefined
      ? world.seldom(
          [
            'client_name',
            'redirect_uris',
            'some',
            'method',
            'grants',
            ...(other === undefined || !world.isLate ? [] : ['others id']),
            ...Object.keys(looseSettings),
          ],
          (each) => `client ${each}`,
          (each) => (each === 'some' ? 8 : each === 'method' && world.isLate ? 3 : 1),
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
        ...(changes === 'others id' ? { client_id: otherId } : {}),
        ...(looseSettings[changes] === undefined
          ? {}
          : { [changes]: dice.pick(valuesOf(world, changes).filter((each) => !(isKeyed && each === null))) }),
      },
      record: handle,
      shows: 'client',
      dimension: 'left-alone',
    }),
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
