import type { LifecycleOperation } from '../tables/statuses.ts'
import { newSecret, registerClient, updateClient } from './client-moves.ts'
import { changeCredentials, temporaryPassword } from './credential-moves.ts'
import { changeGroup, changeMemberOf, createGroup } from './group-moves.ts'
import { deleteUserOf, lifecycleOf } from './lifecycle-moves.ts'
import { lookAfter, lookAt } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { templated } from './moves.ts'
import { morePeople, writeProfile } from './read-scenes.ts'
import { createRule, deleteRule, ruleStep } from './rule-moves.ts'
import { createUser } from './user-moves.ts'
import { clientsBy, groupsBy, groupsOf, listOf, membersOf, rulesBy, usersBy } from './view-looks.ts'
import type { Person, World } from './world.ts'

/** Lifecycle operations that lead from ACTIVE back to ACTIVE, or to their own start: the scene does each twice. */
const rounds: readonly (readonly (LifecycleOperation | 'temporary')[])[] = [
  ['temporary', 'deactivateUser', 'activateUser'],
  ['suspendUser', 'unsuspendUser'],
  ['deactivateUser', 'activateUser'],
  ['resetPassword'],
  ['expirePassword'],
  ['suspendUser', 'deactivateUser', 'activateUser'],
]

/** A user goes through the same twice. Each time, looks follow at everything that it could have affected. */
function roundTwice(world: World): Scene {
  const person = world.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(world, true, true)]
  const { handle } = person
  const round = world.seldom(rounds, (each) => `round ${each.join(' ')}`)
  const step = (on: (typeof rounds)[number][number]): Scene => {
    let move: Move | undefined
    return [
      () => (move = on === 'temporary' ? temporaryPassword(world, person) : lifecycleOf(world, person, on)),
      () => move && lookAfter(world, handle, move.call),
    ]
  }
  const once = [...round.flatMap(step), () => groupsOf(handle)]
  return [
    ...world.livingGroups.slice(0, 2).map((group) => () => changeMemberOf(group, handle, true)),
    ...once,
    ...once,
  ]
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

/** A rule runs, stops and runs again. */
function ruleTwice(world: World): Scene {
  const rule = world.livingRules.find((handle) => world.truth(handle).status !== 'INVALID')
  if (rule === undefined) return world.means.ruleFor === undefined ? [] : [() => createRule(world)]
  const { status, actions } = world.truth(rule)
  const group = world.model.handleOf(actions.assignUserToGroups.groupIds[0])
  const turn = (what: 'activate' | 'deactivate'): Scene => [
    () => ruleStep(world, rule, what),
    () => lookAt(world, rule),
    () => rulesBy('«tag»'),
    ...(group === undefined || what === 'deactivate' ? [] : [() => membersOf(world, group)]),
  ]
  const [one, two] =
    status === 'ACTIVE' ? (['deactivate', 'activate'] as const) : (['activate', 'deactivate'] as const)
  return [one, two, one, two].flatMap(turn)
}

/** A rule adds somebody, and is deleted: with the members that it added, or without. */
export function ruleEnds(world: World): Scene {
  const { dice } = world
  const rule = (): string => world.livingRules.at(-1) ?? ''
  const group = (): string =>
    world.model.handleOf(world.truth(rule())?.actions.assignUserToGroups.groupIds[0]) ?? ''
  const members = (): Move | undefined => (group() === '' ? undefined : membersOf(world, group()))
  return [
    () => createRule(world),
    () => ruleStep(world, rule(), 'activate'),
    members,
    () => (dice.chance(0.5) ? ruleStep(world, rule(), 'deactivate') : undefined),
    members,
    () => (rule() === '' ? undefined : deleteRule(world, rule())),
    members,
  ]
}

/** Two new secrets one after the other, and two new recovery questions: everything else stays the same. */
function secretsTwice(world: World): Scene {
  const client = world.livingClients.find((handle) =>
    /basic|post/.test(String(world.truth(handle).token_endpoint_auth_method)),
  )
  if (client === undefined) return [() => registerClient(world)]
  const person = world.peopleIn('ACTIVE')[0]
  return [
    () => newSecret(world, client),
    () => lookAt(world, client),
    () => listOf('clients', { q: '«tag»', limit: '20' }),
    () => newSecret(world, client),
    () => lookAt(world, client),
    ...(person === undefined ? [] : [1, 2, 3].flatMap(() => credentialsOf(world, person))),
  ]
}

function credentialsOf(world: World, person: Person): Scene {
  let move: Move | undefined
  return [
    () => (move = changeCredentials(world, person)),
    () => lookAt(world, person.handle),
    () => move?.proof?.(),
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
  roundTwice,
  roundOnceMore: roundTwice,
  thereAndBack,
  memberTwice,
  ruleTwice,
  secretsTwice,
  loginAgain,
}

/** The same again: some services work correctly only the first time. */
export function again(world: World): Scene {
  return world.seldom(Object.entries(kinds), ([name]) => `again ${name}`)[1](world)
}
