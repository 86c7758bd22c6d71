import type { Json } from '../engine/reply.ts'
import { changeMemberOf, createGroup } from './group-moves.ts'
import { lifecycleOf } from './lifecycle-moves.ts'
import type { Move, Scene } from './moves.ts'
import { look, stating, templated, users } from './moves.ts'
import { createUser } from './user-moves.ts'
import { freeProperties } from './values.ts'
import { sortedUsers, usersBy } from './view-looks.ts'
import type { World } from './world.ts'

/** A partial update, or a replacement, of a profile. */
export function writeProfile(
  world: World,
  handle: string,
  changes: Readonly<Record<string, Json>>,
  isWhole: boolean,
  segment = `«${handle}.id»`,
): Move | undefined {
  const before: Json = world.truth(handle)
  if (before === undefined) return undefined
  const profile = Object.entries({
    ...(isWhole ? (templated(world, before.profile) as Record<string, Json>) : {}),
    ...changes,
  }).filter(([, value]) => value !== undefined)
  return {
    call: stating(isWhole ? 'users.replace.ok' : 'users.update.ok', {
      operation: isWhole ? 'replaceUser' : 'updateUser',
      method: isWhole ? 'PUT' : 'POST',
      path: `${users}/${segment}`,
      body: { profile: Object.fromEntries(profile) },
      record: handle,
      shows: 'user',
      dimension: 'left-alone',
    }),
  }
}

/** Changes a property and looks for the user by what it was, and by what it is. */
export function foundAfter(world: World): Scene {
  const { dice, words } = world
  const { handle } = dice.pick(world.livingPeople)
  const isFree = dice.chance(0.5)
  const name = isFree
    ? dice.pick([...freeProperties])
    : world.seldom(['firstName', 'lastName', 'email'], (each) => `found ${each}`)
  const value = (): string => (name === 'email' ? `«tag»-${world.next('m')}@example.com` : dice.pick(words))
  const [old, next] = [value(), value()]
  const isWhole = dice.chance(0.5)
  const last = isFree && dice.chance(0.5) ? (isWhole ? undefined : null) : next
  return [
    () => writeProfile(world, handle, { [name]: old }, false),
    () => usersBy(world, `profile.${name}`, old),
    () => writeProfile(world, handle, { [name]: last }, isWhole),
    () => usersBy(world, `profile.${name}`, old),
    () => usersBy(world, `profile.${name}`, old),
    () => usersBy(world, `profile.${name}`, next),
    () => usersBy(world, `profile.${name}`, next),
  ]
}

/** A list of members, on pages of every size that divides it. */
export function fullPages(world: World): Scene {
  if (world.livingGroups.length === 0 || world.livingPeople.length < 2)
    return [() => createUser(world), () => createGroup(world)]
  const group = world.dice.pick(world.livingGroups)
  const some = world.livingPeople.slice(0, 4)
  if (some.length < 4) return [() => createUser(world)]
  return [
    ...some.map(
      ({ handle }) =>
        () =>
          changeMemberOf(group, handle, true),
    ),
    ...some.map(
      (_, at) => () =>
        look({
          operation: 'listGroupUsers',
          path: `/api/v1/groups/«${group}.id»/users`,
          query: { limit: String(at + 1) },
          shows: 'user',
          pages: true,
          states: 'membership.list.ok',
          dimension: 'lists',
        }),
    ),
  ]
}

/** A user by its other names, in every kind of call. */
export function otherNames(world: World): Scene {
  const { dice, means } = world
  const person = dice.pick(world.livingPeople)
  const { handle } = person
  const login: string = world.truth(handle).profile.login
  if (/[/?]/.test(login) || !login.includes('@')) return []
  const short = login.split('@')[0]?.toLowerCase()
  const isAlone =
    world.people.filter(
      (each) =>
        String(world.truth(each.handle)?.profile?.login ?? '')
          .split('@')[0]
          ?.toLowerCase() === short,
    ).length === 1
  const form = world.seldom(
    ['', '|upper', '|every', ...(isAlone ? ['|short'] : [])],
    (each) => `name ${each}`,
  )
  const segment = `«${handle}.profile.login${form}»`
  const states = form === '|short' ? 'users.path.short-name' : 'users.path.login'
  const get =
    (operation: 'getUser' | 'listUserGroups' | 'listUserAppLinks' | 'listUserClients', below = '') =>
    () =>
      look({
        operation,
        path: `${users}/${segment}${below}`,
        ...(operation === 'getUser' ? { record: handle, shows: 'user' as const } : {}),
        ...(operation === 'listUserGroups' ? { shows: 'group' as const } : {}),
        states,
        dimension: 'names-in-paths',
      })
  const status: unknown = world.truth(handle).status
  const on = status === 'ACTIVE' ? 'suspendUser' : status === 'SUSPENDED' ? 'unsuspendUser' : undefined
  return [
    get('getUser'),
    ...(on === undefined ? [] : [() => lifecycleOf(world, person, on, segment)]),
    get('listUserGroups', '/groups'),
    get('listUserAppLinks', '/appLinks'),
    ...(means.earlyAccess ? [get('listUserClients', '/clients')] : []),
    () => writeProfile(world, handle, { title: dice.pick(world.words) }, dice.chance(0.5), segment),
    get('getUser'),
  ]
}

/** Several users with one value, and one with none, in order. */
export function ties(world: World): Scene {
  const { dice } = world
  const name = world.seldom(
    ['department', 'city', 'employeeNumber', 'title', 'lastName'],
    (each) => `ties ${each}`,
  )
  const value = dice.pick(['Ann', 'fern', '12', 'B'])
  const of = [value, value.toUpperCase(), value, dice.pick(['9', '100', 'zed', 'Abe'])]
  const some = world.livingPeople.slice(0, 4)
  return [
    ...some.map(
      ({ handle }, at) =>
        () =>
          writeProfile(world, handle, { [name]: of[at] ?? value }, false),
    ),
    ...[1, 2, 3, 4].map(() => () => sortedUsers(world, name)),
  ]
}
