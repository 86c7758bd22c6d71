import { registerClient, updateClient } from './client-moves.ts'
import { changeGroup, changeMemberOf, createGroup } from './group-moves.ts'
import { deleteUserOf } from './lifecycle-moves.ts'
import { lookAt } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { templated } from './moves.ts'
import { morePeople, writeProfile } from './read-scenes.ts'
import { createUser } from './user-moves.ts'
import { clientsBy, groupsBy, groupsOf, membersOf, usersBy } from './view-looks.ts'
import type { World } from './world.ts'

/** Values go away and come back: the same search as at first finds them again, and finds nothing else. */
function thereAndBack(world: World): Scene {
  const [person] = world.livingPeople
  const [group] = world.livingGroups
  const client = world.livingClients.at(-1)
  if (person === undefined || group === undefined) return [() => createGroup(world)]
  if (client === undefined) return [() => registerClient(world)]
  const { handle } = person
  const names = [`«tag» ${world.next('n')}`, `«tag» ${world.next('n')}`] as const
  const property = world.seldom(['title', 'lastName', 'nickName', 'email'], (each) => `back ${each}`)
  const values = names.map((name) => (property === 'email' ? `${name.replace(' ', '-')}@example.com` : name))
  const turn = (at: 0 | 1): Scene => [
    () => writeProfile(world, handle, { [property]: values[at] }, world.dice.chance(0.3)),
    () => usersBy(world, `profile.${property}`, values[at] ?? ''),
    () => usersBy(world, `profile.${property}`, values[1 - at] ?? ''),
    () => changeGroup(world, group, { name: names[at] }),
    () => groupsBy(world, names[at]),
    () => groupsBy(world, names[1 - at] ?? ''),
    () => updateClient(world, client, { client_name: names[at] }),
    () => clientsBy(names[at], '20'),
    () => clientsBy(names[1 - at] ?? '', '20'),
  ]
  return [...turn(0), ...turn(1), ...turn(0), () => groupsOf(handle)]
}

/** A member comes and goes twice. */
function memberTwice(world: World): Scene {
  const [group, other] = world.livingGroups
  const [person] = world.livingPeople
  if (group === undefined || other === undefined || person === undefined) return [() => createGroup(world)]
  const { handle } = person
  const looks: Scene = [() => membersOf(world, group), () => groupsOf(handle), () => lookAt(world, group)]
  return [
    () => changeMemberOf(other, handle, true),
    ...[true, false, true, true, false].flatMap((isAdded) => [
      () => changeMemberOf(group, handle, isAdded),
      ...looks,
    ]),
    () => membersOf(world, other),
  ]
}

/** When a user is gone, its login is free, and belongs to another user from then on. */
function loginAgain(world: World): Scene {
  const { means, dice } = world
  const person = world.livingPeople.at(-1)
  if (person === undefined || !means.freeLogins) return []
  const login = templated(world, world.truth(person.handle).profile.login) as string
  if (/[/?]/.test(login)) return []
  const remove = (): Move | undefined => deleteUserOf(world, person)
  return [
    ...world.livingGroups.slice(0, 1).map((group) => () => changeMemberOf(group, person.handle, true)),
    remove,
    () => lookAt(world, person.handle),
    () => (world.truth(person.handle) === undefined ? undefined : remove()),
    () => lookAt(world, person.handle),
    () => usersBy(world, 'profile.login', login, 'search'),
    ...world.livingGroups.slice(0, 1).map((group) => () => membersOf(world, group)),
    () => {
      const { call, ...move } = createUser(world, true, dice.chance(0.5))
      return { ...move, call: { ...call, body: { ...call.body, profile: { ...call.body.profile, login } } } }
    },
    () => usersBy(world, 'profile.login', login, 'search'),
    ...morePeople(world, 2),
  ]
}

const kinds: Readonly<Record<string, (world: World) => Scene>> = {
  thereAndBack,
  memberTwice,
  loginAgain,
}

/** The same again: some services work correctly only the first time. */
export function again(world: World): Scene {
  return world.oneOf('again', kinds)
}
