import { lifecycleCalls } from '../../tables/statuses.ts'
import type { LifecycleOperation } from '../../tables/statuses.ts'
import { deleteClient, newSecret, registerClient, updateClient } from '../moves/client-moves.ts'
import {
  addRemoved,
  changeGroup,
  changeMemberOf,
  createGroup,
  deleteGroup,
  updateGroupOf,
} from '../moves/group-moves.ts'
import { deleteUserOf, lifecycleOf } from '../moves/lifecycle-moves.ts'
import { deeds } from './lives.ts'
import { lookAt, viewOf } from '../looks/looks.ts'
import type { Move, Scene, Step } from '../moves/moves.ts'
import { rarely, seldomStep, templated } from '../moves/moves.ts'
import { morePeople, writeProfile } from './read-scenes.ts'
import { deleteRule, ruleStep, updateRule } from '../moves/rule-moves.ts'
import type { Call } from '../story/story.ts'
import { handlesOf } from '../story/story.ts'
import { createUser } from '../moves/user-moves.ts'
import { clientsBy, groupsBy, groupsOf, membersOf, usersBy } from '../looks/view-looks.ts'
import type { World } from '../story/world.ts'

/**
 * Writes whose repetition is answered as the first time, or makes another secret. Members that are added again and
 * groups that stay the same are interpretations.
 */
const repeatable = /^(newClientSecret|(update|replace)(User|GroupRule|Client))$/

/** A write once more, at once, if the API description states what then happens. */
export function onceMore(world: World, call: Call): Step {
  const [handle] = handlesOf(call)
  const person = world.livingPeople.find((each) => each.handle === handle)
  return () => {
    if (call.operation in lifecycleCalls)
      return person && lifecycleOf(world, person, call.operation as LifecycleOperation)
    return repeatable.test(call.operation) && call.body?.credentials === undefined
      ? { call, isExact: true }
      : undefined
  }
}

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
    ...world.livingGroups
      .slice(0, 1)
      .flatMap((group) => [
        ...rarely(world, () =>
          world.gone.has(person.handle) ? addRemoved(group, person.handle) : undefined,
        ),
        () => membersOf(world, group),
      ]),
    () => {
      const { call, ...move } = createUser(world, true, dice.chance(0.5))
      return { ...move, call: { ...call, body: { ...call.body, profile: { ...call.body.profile, login } } } }
    },
    // Nothing of a removed user belongs to a new one with its login.
    () => groupsOf(world.livingPeople.at(-1)?.handle ?? person.handle),
    () => usersBy(world, 'profile.login', login, 'search'),
    ...morePeople(world, 2),
  ]
}

/** Deeds to a record, by name. */
function deedsTo(world: World, handle: string): Readonly<Record<string, Step>> {
  const person = world.livingPeople.find((each) => each.handle === handle)
  if (person !== undefined)
    return {
      ...Object.fromEntries(Object.entries(deeds).map(([name, deed]) => [name, () => deed(world, person)])),
      joins: () => changeMemberOf(world.livingGroups.at(-1) ?? '', handle, true),
      leaves: () => changeMemberOf(world.livingGroups.at(-1) ?? '', handle, false),
      deleteUser: () => deleteUserOf(world, person),
    }
  const member = (isAdded: boolean) => (): Move | undefined => {
    const [{ handle: user } = { handle: '' }] = world.livingPeople
    return user === '' ? undefined : changeMemberOf(handle, user, isAdded)
  }
  switch (handle.charAt(0)) {
    case 'g':
      return {
        updateGroup: () => updateGroupOf(world, handle),
        gains: member(true),
        loses: member(false),
        deleteGroup: () => deleteGroup(world, handle),
      }
    case 'r':
      return {
        updateRule: () => updateRule(world, handle),
        activateRule: () => ruleStep(world, handle, 'activate'),
        deactivateRule: () => ruleStep(world, handle, 'deactivate'),
        deleteRule: () => deleteRule(world, handle),
      }
    default:
      return {
        updateClient: () => updateClient(world, handle),
        newSecret: () => newSecret(world, handle),
        deleteClient: () => deleteClient(world, handle),
      }
  }
}

/** The same questions about a record after each of some deeds to it: a service may remember its answers. */
export function askedAgain(world: World): Scene {
  const handle = world.seldom(
    [
      world.dice.pick(world.livingPeople).handle,
      ...[world.livingGroups, world.livingRules, world.livingClients].flatMap((some) => some.slice(-1)),
    ],
    (each) => `asked again ${each.charAt(0)}`,
    (each) => (each.startsWith('u') ? 4 : 1),
  )
  const possible = deedsTo(world, handle)
  // The effects of a rule show in its group and in its people.
  const around = handle.startsWith('r')
    ? [handle, ...world.livingGroups.slice(-2), ...world.livingPeople.slice(0, 2).map((each) => each.handle)]
    : [handle]
  const asked: Call[] = []
  const ask: Step = () => {
    if (world.truth(handle) === undefined) return undefined
    const move = viewOf(world, world.dice.pick(around))
    if (move !== undefined) asked.push(move.call)
    return move && { ...move, isExact: true }
  }
  const weightOf = (name: string): number => (/^(update|replace)/.test(name) ? 3 : 1)
  const deed: Step = () =>
    world.truth(handle) === undefined
      ? undefined
      : seldomStep(world, possible, (name) => `asked again ${name}`, weightOf)?.[1]
  const askAll = Array.from({ length: questions }, (_, at): Step => () => {
    const call = asked[at]
    return call && { call, isExact: true }
  })
  return [
    ...Array.from({ length: questions }, () => ask),
    ...Array.from({ length: 5 }, () => [deed, ...askAll]).flat(),
  ]
}

/** How many questions are asked again after each deed. */
const questions = 6

const kinds: Readonly<Record<string, (world: World) => Scene>> = {
  thereAndBack,
  memberTwice,
  loginAgain,
}

/** The same again: some services work correctly only the first time. */
export function again(world: World): Scene {
  return world.oneOf('again', kinds)
}
