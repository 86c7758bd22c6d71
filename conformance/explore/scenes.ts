import type { Json } from '../engine/wire/reply.ts'
import { newSecret, refusedClient, registerClient, updateClient } from './client-moves.ts'
import {
  changeMemberOf,
  createGroup,
  createRule,
  refusedGroup,
  ruleStep,
  updateGroupOf,
} from './group-moves.ts'
import { lifecycleOf, refusedLifecycle } from './lifecycle-moves.ts'
import { lookAt, viewOf } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { look, templated } from './moves.ts'
import { foundAfter, fullPages, groupTimes, moved, ruleChanged, ties, writeProfile } from './read-scenes.ts'
import { alike } from './alike-scenes.ts'
import { otherNames } from './name-scenes.ts'
import { refusedWrite } from './refused-moves.ts'
import { createUser } from './user-moves.ts'
import { formedProperties, freeProperties, oddTexts } from './values.ts'
import { groupsBy, rulesBy, usersBy } from './view-looks.ts'
import type { World } from './world.ts'

const cycles = [
  ['suspendUser', 'unsuspendUser', 'suspendUser', 'unsuspendUser'],
  ['deactivateUser', 'activateUser', 'deactivateUser', 'activateUser'],
  ['resetPassword', 'resetPassword'],
  ['expirePassword', 'expirePassword'],
  ['suspendUser', 'deactivateUser', 'activateUser'],
] as const

/** The same transitions twice, and looks for the status before and after each. */
function cycle(world: World): Scene {
  const active = world.peopleIn('ACTIVE')
  if (active.length === 0) return [() => createUser(world, true)]
  const person = world.dice.pick(active)
  const { handle } = person
  return world
    .seldom(cycles, (each) => `cycle ${each.join(' ')}`)
    .flatMap((on): Scene => {
      let before = ''
      const by = (status: () => string) => () => usersBy(world, 'status', status())
      return [
        () => {
          before = String(world.truth(handle)?.status ?? '')
          return lifecycleOf(world, person, on)
        },
        () => lookAt(world, handle),
        by(() => (world.dice.chance(0.6) ? before : String(world.truth(handle)?.status ?? ''))),
        () => (world.dice.chance(0.5) ? viewOf(world, handle) : undefined),
      ]
    })
}

/** A member that comes, goes and comes again. */
function memberAgain(world: World): Scene {
  const { dice } = world
  if (world.livingGroups.length === 0) return [() => createGroup(world)]
  const group = dice.pick(world.livingGroups)
  const { handle } = dice.pick(world.livingPeople)
  const members = (): Move =>
    look({
      operation: 'listGroupUsers',
      path: `/api/v1/groups/«${group}.id»/users`,
      query: { limit: dice.pick(['1', '2', '3', '200']) },
      shows: 'user',
      pages: true,
      states: 'membership.list.ok',
      dimension: 'second-time',
    })
  return [true, false, true].flatMap((isAdded) => [
    () => changeMemberOf(group, handle, isAdded),
    () => lookAt(world, group),
    members,
  ])
}

function ruleAgain(world: World): Scene {
  const some = world.livingRules.filter((handle) => world.truth(handle).status === 'INACTIVE')
  if (some.length === 0) return [() => createRule(world)]
  const handle = world.dice.pick(some)
  const list = (): Move | undefined => {
    const name: unknown = world.truth(handle)?.name
    return typeof name === 'string' ? rulesBy(templated(world, name) as string) : undefined
  }
  return ['activate', 'deactivate', 'activate', 'deactivate'].flatMap((what) => [
    () => ruleStep(world, handle, what as 'activate' | 'deactivate'),
    () => lookAt(world, handle),
    list,
  ])
}

/** A group that is changed twice, and looked for by its names. */
function groupAgain(world: World): Scene {
  if (world.livingGroups.length === 0) return [() => createGroup(world)]
  const handle = world.dice.pick(world.livingGroups)
  const old = templated(world, world.truth(handle).profile.name) as string
  const change = () => updateGroupOf(world, handle)
  return [
    () => lookAt(world, handle),
    change,
    () => lookAt(world, handle),
    () => groupsBy(world, old),
    () => groupsBy(world, old),
    change,
    () => viewOf(world, handle),
    change,
    () => viewOf(world, handle),
  ]
}

function clientAgain(world: World): Scene {
  const view = (): Move | undefined => {
    const [handle] = world.livingClients
    return handle === undefined ? undefined : viewOf(world, handle)
  }
  if (world.livingClients.length === 0) return [() => registerClient(world)]
  return world.dice.chance(0.6)
    ? [() => newSecret(world, 0), () => newSecret(world, 0), () => newSecret(world, 0)]
    : [() => updateClient(world), view, () => updateClient(world), view]
}

/** Refused writes, with looks at the record before and after. */
function refusedThenLook(world: World): Scene {
  const propose = world.seldom(
    [refusedWrite, refusedLifecycle, refusedGroup, refusedClient],
    (each) => `refused ${each.name}`,
  )
  const move = propose(world)
  if (move === undefined) return []
  const handle = move.call.record ?? /«([ugrc]\d+)\./.exec(move.call.path)?.[1]
  const name: unknown = move.call.body?.profile?.name
  return [
    ...(handle === undefined ? [] : [() => lookAt(world, handle)]),
    () => move,
    ...(handle === undefined ? [] : [() => lookAt(world, handle), () => viewOf(world, handle)]),
    ...(typeof name === 'string' && name !== '' && move.call.method === 'POST'
      ? [() => groupsOfThisStory(), () => groupsOfThisStory()]
      : []),
  ]
}

function groupsOfThisStory(): Move {
  return look({
    operation: 'listGroups',
    path: '/api/v1/groups',
    expression: {
      parameter: 'search',
      tree: { is: 'compare', property: 'profile.name', operator: 'sw', value: '«tag»' },
    },
    query: { limit: '200' },
    shows: 'group',
    pages: true,
    states: 'groups.search.sw',
    dimension: 'refused',
  })
}

/** Texts that servers change as they keep them, in all properties at once. */
function oddValues(world: World): Scene {
  const { dice } = world
  const { handle } = dice.pick(world.livingPeople)
  const odd = (): Record<string, Json> => {
    const from = dice.below(oddTexts.length)
    return {
      ...Object.fromEntries(
        freeProperties.map((name, at) => [name, oddTexts[(from + at) % oddTexts.length] ?? 'x']),
      ),
      ...Object.fromEntries(
        Object.entries(formedProperties).map(([name, values]) => [name, dice.pick(values)]),
      ),
    }
  }
  const isWhole = dice.chance(0.5)
  return [
    () => writeProfile(world, handle, odd(), isWhole),
    () => lookAt(world, handle),
    () => writeProfile(world, handle, odd(), !isWhole),
    () => writeProfile(world, handle, { mobilePhone: null, title: null }, false),
    () => lookAt(world, handle),
  ]
}

const kinds: Readonly<Record<string, readonly [weight: number, play: (world: World) => Scene]>> = {
  foundAfter: [5, foundAfter],
  cycle: [1, cycle],
  memberAgain: [1, memberAgain],
  fullPages: [3, fullPages],
  ruleAgain: [1, ruleAgain],
  groupAgain: [1, groupAgain],
  clientAgain: [2, clientAgain],
  refusedThenLook: [2, refusedThenLook],
  otherNames: [1.5, otherNames],
  alike: [2, alike],
  groupTimes: [1, groupTimes],
  moved: [4, moved],
  ruleChanged: [1.5, ruleChanged],
  oddValues: [1, oddValues],
  ties: [1.5, ties],
}

/** A scene, rather one that was seldom played, with the calls that make what it needs. */
export function nextScene(world: World): { first: Scene; next: () => Scene } {
  const [, [, play]] = world.seldom(
    Object.entries(kinds),
    ([name]) => `scene ${name}`,
    ([, [weight]]) => weight,
  )
  const scene = play(world)
  return scene.length < 3 ? { first: scene, next: () => play(world) } : { first: [], next: () => scene }
}
