import type { Json } from '../engine/wire/reply.ts'
import { refusedClient } from './client-moves.ts'
import { groupAtLimit, groupWith, refusedGroup } from './group-moves.ts'
import { refusedCredential } from './credential-moves.ts'
import { refusedLifecycle } from './lifecycle-moves.ts'
import { lookAt, looksAfter, viewOf } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { foundAfter, fullPages, groupTimes, ties, writeProfile } from './read-scenes.ts'
import { again } from './again-scenes.ts'
import { alike, oneWithinAnother } from './alike-scenes.ts'
import { otherNames } from './name-scenes.ts'
import { atLimit, refusedWrite } from './refused-moves.ts'
import { refusedRule } from './rule-moves.ts'
import { formedProperties, freeProperties, signTexts } from './values.ts'
import { createUser } from './user-moves.ts'
import { people } from './person-scenes.ts'
import { leavesBetween, manyGroups } from './wide-scenes.ts'
import { clientLife, groupLife, ruleLife, userLife } from './lives.ts'
import { federatedWalk, statusWalk } from './walks.ts'
import type { World } from './world.ts'

/** Refused writes, with looks at the record before and after. */
function refusedThenLook(world: World): Scene {
  const propose: (world: World) => Move | undefined = world.seldom(
    [refusedWrite, refusedLifecycle, refusedCredential, refusedGroup, refusedRule, refusedClient],
    (each) => `refused ${each.name}`,
  )
  const move = propose(world)
  if (move === undefined) return []
  const handle = move.call.record ?? /«([ugrc]\d+)\./.exec(move.call.path)?.[1]
  return [
    ...(handle === undefined ? [] : [() => lookAt(world, handle)]),
    () => move,
    ...(handle === undefined ? [] : [() => lookAt(world, handle), () => viewOf(world, handle)]),
    ...(move.proof === undefined ? [] : [move.proof]),
  ]
}

/** Texts that servers change when they store them: each write gives every property the next of them. */
function oddValues(world: World): Scene {
  const { handle } = world.dice.pick(world.livingPeople)
  const turn = world.count('odd values')
  const odd = (at: number): Record<string, Json> => ({
    ...Object.fromEntries(
      ['firstName', 'lastName', ...freeProperties].map((name, of) => [
        name,
        signTexts[(turn + at + of) % signTexts.length],
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(formedProperties).map(([name, values]) => [name, values[(turn + at) % values.length]]),
    ),
  })
  const made = (at: number): Move => {
    const { call, ...move } = createUser(world, true)
    const profile = { ...call.body.profile, ...odd(at) }
    return { ...move, call: { ...call, body: { ...call.body, profile } } }
  }
  return [
    ...(world.livingPeople.length < 6 ? [() => made(0)] : []),
    ...signTexts.flatMap((_, at) => [
      () => writeProfile(world, handle, odd(at), false),
      () => writeProfile(world, handle, odd(at + 1), true),
      ...looksAfter(world, handle, 1),
    ]),
    () => writeProfile(world, handle, { mobilePhone: null, title: null }, false),
    ...looksAfter(world, handle, 1),
    ...world.livingGroups
      .slice(0, 1)
      .flatMap((group) =>
        signTexts.flatMap(() => [() => groupWith(world, group), () => viewOf(world, group)]),
      ),
  ]
}

/** Values at and over the limits of their length, one after the other. */
function limits(world: World): Scene {
  const { handle } = world.dice.pick(world.livingPeople)
  const [group] = world.livingGroups
  const person = world.people.find((each) => each.handle === handle)
  return Array.from({ length: 7 }, (_, at): Scene => {
    let move: Move | undefined
    return [
      () =>
        (move = at % 3 === 2 && group !== undefined ? groupAtLimit(world, group) : atLimit(world, person)),
      () =>
        move?.call.dimension === 'refused'
          ? lookAt(world, at % 3 === 2 ? (group ?? handle) : handle)
          : undefined,
    ]
  }).flat()
}

const kinds: Readonly<Record<string, readonly [weight: number, play: (world: World) => Scene]>> = {
  userLife: [8, userLife],
  ruleLife: [3, ruleLife],
  clientLife: [2, clientLife],
  groupLife: [3, groupLife],
  otherNames: [4, otherNames],
  alike: [2, alike],
  fullPages: [4, fullPages],
  oddValues: [2, oddValues],
  refusedThenLook: [3, refusedThenLook],
  statusWalk: [2, statusWalk],
  foundAfter: [1, foundAfter],
  again: [1, again],
  oneWithinAnother: [1, oneWithinAnother],
  groupTimes: [1, groupTimes],
  ties: [1, ties],
  limits: [1, limits],
  federatedWalk: [1, federatedWalk],
  manyGroups: [1, manyGroups],
  leavesBetween: [1, leavesBetween],
  people: [9, people],
}

/** A scene, preferably one that was seldom played, with the calls that make its records. */
export function nextScene(world: World): { first: Scene; next: () => Scene } {
  const [, [, play]] = world.seldom(
    Object.entries(kinds).filter(([name]) => name !== 'people' || world.means.control),
    ([name]) => `scene ${name}`,
    ([, [weight]]) => weight,
  )
  const scene = play(world)
  return scene.length < 3 ? { first: scene, next: () => play(world) } : { first: [], next: () => scene }
}
