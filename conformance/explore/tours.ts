/**
 * Tours take one record through its whole life, and repeat what can happen twice. After a step they look at what it could
 * have touched. Chance chooses values, names and looks. The order is fixed, so that a few calls reach a third step.
 */
import { registerClient, newSecret, deleteClient, updateClient } from './client-moves.ts'
import { changeCredentials, credentialOperation, temporaryPassword } from './credential-moves.ts'
import { onGone } from './gone-moves.ts'
import { changeGroup, changeMemberOf, createGroup, deleteGroup } from './group-moves.ts'
import { deleteUserOf, lifecycleOf } from './lifecycle-moves.ts'
import { lookAfter, lookAt } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { templated } from './moves.ts'
import { enough } from './read-scenes.ts'
import { createRule, deleteRule, ruleStep, updateRule } from './rule-moves.ts'
import { changeProfile, createUser } from './user-moves.ts'
import { clientsBy, groupsBy, groupsOf, listOf, membersOf, rulesBy, usersBy } from './view-looks.ts'
import type { Person, World } from './world.ts'
import type { Json } from '../engine/wire/reply.ts'

type Step = () => Move | undefined

/** A step, and a look at what it did where it was carried out. */
function seen(world: World, handle: string, step: Step): Scene {
  let move: Move | undefined
  return [() => (move = step()), () => move && lookAfter(world, handle, move.call)]
}

const rounds = [
  ['suspendUser', 'unsuspendUser', 'expirePassword', 'resetPassword', 'changePassword'],
  ['temporary', 'resetPassword', 'setCredentials', 'deactivateUser', 'activateUser'],
] as const

/** A user through its statuses and back, twice. */
export function statusTour(world: World): Scene {
  const person = world.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(world, true, true)]
  const { handle } = person
  const round = world.seldom(rounds, ([first]) => `round ${first}`)
  const once = round.flatMap((on) =>
    seen(world, handle, () => {
      if (on === 'changePassword') return credentialOperation(world, person, on, true)
      if (on === 'setCredentials') return changeCredentials(world, person)
      return on === 'temporary' ? temporaryPassword(world, person) : lifecycleOf(world, person, on)
    }),
  )
  return [
    ...world.livingGroups.slice(0, 2).map((group) => () => changeMemberOf(group, handle, true)),
    ...once,
    () => groupsOf(handle),
    ...once,
    () => groupsOf(handle),
  ]
}

/** A rule that runs, is changed while it stands still, runs again for somebody else, and goes. */
export function ruleTour(world: World): Scene {
  if (world.means.ruleFor === undefined) return []
  if (world.livingGroups.length < 2) return [() => createGroup(world)]
  let rule = ''
  const truth = (): Json => world.truth(rule)
  const group = (): string => world.model.handleOf(truth()?.actions.assignUserToGroups.groupIds[0]) ?? ''
  const named = (): string => (truth() === undefined ? '' : (templated(world, truth().name) as string))
  const members = (): Move | undefined => (group() === '' ? undefined : membersOf(world, group()))
  const step = (what: 'activate' | 'deactivate') => (): Move | undefined => ruleStep(world, rule, what)
  const expanded = (): Move | undefined =>
    world.dice.chance(0.5)
      ? lookAt(world, rule, { query: { expand: 'groupIdToGroupNameMap' } })
      : listOf('rules', { search: '«tag»', expand: 'groupIdToGroupNameMap' })
  let before = ''
  let place = ''
  return [
    () => (world.livingRules.length > 2 ? deleteRule(world, world.livingRules[0] ?? '') : undefined),
    () => {
      const move = createRule(world)
      rule = move?.call.record ?? ''
      return move
    },
    step('activate'),
    members,
    expanded,
    () => updateRule(world, rule),
    step('deactivate'),
    () => lookAt(world, rule),
    () => {
      before = named()
      return updateRule(world, rule)
    },
    () => (before === '' ? undefined : rulesBy(before)),
    () => (named() === '' ? undefined : rulesBy(named())),
    () => changeGroup(world, group(), { name: `«tag» ${world.next('n')}` }),
    expanded,
    step('activate'),
    members,
    () => lookAt(world, rule),
    () => (world.dice.chance(0.5) ? step('deactivate')() : undefined),
    () => {
      place = group()
      return truth() === undefined ? undefined : deleteRule(world, rule)
    },
    () => (place === '' ? undefined : membersOf(world, place)),
    () => onGone(world, 'rules'),
  ]
}

/** A client that is registered for a secret which can be renewed. */
function withSecret(world: World, move: Move | undefined): Move | undefined {
  if (move === undefined) return undefined
  const { jwks: _, ...body } = move.call.body
  const method = world.seldom(['client_secret_basic', 'client_secret_post'], (each) => `secret ${each}`)
  const type = body.application_type === 'browser' ? 'web' : body.application_type
  return {
    ...move,
    call: { ...move.call, body: { ...body, application_type: type, token_endpoint_auth_method: method } },
  }
}

/** A client whose secret is renewed twice and whose name changes in between. */
export function clientTour(world: World): Scene {
  const client = world.livingClients.find((handle) =>
    /basic|post/.test(String(world.truth(handle).token_endpoint_auth_method)),
  )
  if (client === undefined) return [() => withSecret(world, registerClient(world))]
  const name = `«tag» ${world.next('n')}`
  const former = (): string => templated(world, world.truth(client)?.client_name ?? '') as string
  const before = former()
  return [
    () => newSecret(world, client),
    () => lookAt(world, client),
    () => updateClient(world, client, { client_name: name }),
    () => clientsBy(before, '200'),
    () => clientsBy(name, '200'),
    () => newSecret(world, client),
    () => listOf('clients', { q: '«tag»', limit: '20' }),
    () => updateClient(world, client),
    () => lookAt(world, client),
    () => deleteClient(world, client),
    () => (world.truth(client) === undefined ? onGone(world, 'clients') : undefined),
  ]
}

/** A group whose description comes and goes while people do, and which is deleted with somebody in it. */
export function groupTour(world: World): Scene {
  const [one, other] = world.livingPeople.slice(-2)
  if (one === undefined || other === undefined) return [() => createUser(world)]
  let group = ''
  const names = [`«tag» ${world.next('n')}`, `«tag» ${world.next('n')}`] as const
  const text = `${world.dice.pick(world.words)} ${world.next('d')}`
  const described = (): Move => groupsBy(world, text, 'search', 'profile.description')
  const member = (handle: string, isAdded: boolean): Scene =>
    seen(world, handle, () => changeMemberOf(group, handle, isAdded))
  return [
    ...enough(world.livingGroups.length, 3, () => createGroup(world)),
    () => {
      group = world.livingGroups.at(-1) ?? ''
      return lookAt(world, group)
    },
    () => changeGroup(world, group, { name: names[0], description: text }),
    described,
    ...member(one.handle, true),
    ...member(other.handle, true),
    () => changeGroup(world, group, { name: names[1], description: world.dice.pick([null, '', undefined]) }),
    described,
    () => groupsBy(world, names[0]),
    () => groupsBy(world, names[1]),
    () => groupsOf(one.handle),
    ...member(one.handle, false),
    ...member(one.handle, true),
    ...member(other.handle, false),
    ...member(other.handle, true),
    ...member(other.handle, false),
    () => groupsOf(other.handle),
    () => deleteGroup(world, group),
    () => groupsOf(one.handle),
    () => lookAt(world, group),
  ]
}

/** A user who is written to in each way, and found by what it kept and by what it is now. */
export function writtenTour(world: World): Scene {
  const person = world.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(world, true, true)]
  const found = (): Move | undefined => {
    const profile = templated(world, world.truth(person.handle)?.profile ?? {}) as Record<string, string>
    const name = world.seldom(['firstName', 'lastName', 'email'], (each) => `written ${each}`)
    const way = world.seldom(['q', 'filter', 'search'], (each) => `written by ${each} ${name}`)
    return usersBy(world, `profile.${name}`, profile[name] ?? '', way)
  }
  const writes: readonly ((of: Person) => Move | undefined)[] = [
    (of) => changeCredentials(world, of),
    (of) => changeProfile(world, of, false),
    (of) => changeCredentials(world, of),
    (of) => changeProfile(world, of, true),
  ]
  return [
    ...writes.flatMap((write): Scene => [() => write(person), found, found]),
    ...[1, 2].map(() => () => (world.dice.chance(0.3) ? deleteUserOf(world, person) : undefined)),
  ]
}
