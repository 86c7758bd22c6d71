import type { Json } from '../engine/wire/reply.ts'
import { refusedClient } from './client-moves.ts'
import { groupAtLimit, groupWith, refusedGroup } from './group-moves.ts'
import { refusedCredential } from './credential-moves.ts'
import { refusedLifecycle } from './lifecycle-moves.ts'
import { lookAt, viewOf } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { foundAfter, fullPages, groupTimes, moved, ties, writeProfile } from './read-scenes.ts'
import { again } from './again-scenes.ts'
import { alike, oneWithinAnother } from './alike-scenes.ts'
import { otherNames } from './name-scenes.ts'
import { atLimit, refusedWrite } from './refused-moves.ts'
import { refusedRule } from './rule-moves.ts'
import { formedProperties, freeProperties, signTexts } from './values.ts'
import { createUser } from './user-moves.ts'
import { people } from './person-scenes.ts'
import { leavesBetween, manyGroups } from './wide-scenes.ts'
import { clientTour, groupTour, ruleTour, statusTour, writtenTour } from './tours.ts'
import {
  clientWalk,
  credentialWalk,
  federatedWalk,
  groupWalk,
  profileWalk,
  ruleWalk,
  statusWalk,
} from './walks.ts'
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

/** Texts that servers change when they store them, in all properties at once. */
function oddValues(world: World): Scene {
  const { dice } = world
  const { handle } = dice.pick(world.livingPeople)
  const odd = (): Record<string, Json> => {
    const text = (name: string): string => world.seldom(signTexts, (each) => `odd ${name} ${each}`)
    return {
      ...Object.fromEntries([...freeProperties, 'firstName', 'lastName'].map((name) => [name, text(name)])),
      ...Object.fromEntries(
        Object.entries(formedProperties).map(([name, values]) => [name, dice.pick(values)]),
      ),
    }
  }
  const isWhole = dice.chance(0.5)
  const made = (): Move => {
    const { call, ...move } = createUser(world, true)
    return { ...move, call: { ...call, body: { ...call.body, profile: { ...call.body.profile, ...odd() } } } }
  }
  return [
    () => writeProfile(world, handle, odd(), isWhole),
    () => lookAt(world, handle),
    () => writeProfile(world, handle, odd(), !isWhole),
    () => writeProfile(world, handle, { mobilePhone: null, title: null }, false),
    () => lookAt(world, handle),
    ...(world.livingPeople.length < 6
      ? [made, () => lookAt(world, world.people.at(-1)?.handle ?? handle)]
      : []),
    ...world.livingGroups
      .slice(0, 1)
      .flatMap((group) => [() => groupWith(world, group), () => lookAt(world, group)]),
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
  foundAfter: [3, foundAfter],
  fullPages: [3, fullPages],
  refusedThenLook: [2, refusedThenLook],
  otherNames: [5, otherNames],
  alike: [2, alike],
  oneWithinAnother: [2, oneWithinAnother],
  again: [4, again],
  statusTour: [5, statusTour],
  ruleTour: [5, ruleTour],
  clientTour: [3, clientTour],
  groupTour: [3, groupTour],
  writtenTour: [4, writtenTour],
  groupTimes: [1, groupTimes],
  moved: [3, moved],
  oddValues: [2, oddValues],
  ties: [3, ties],
  statusWalk: [3, statusWalk],
  credentialWalk: [5, credentialWalk],
  profileWalk: [5, profileWalk],
  limits: [1, limits],
  groupWalk: [3, groupWalk],
  ruleWalk: [1, ruleWalk],
  clientWalk: [2, clientWalk],
  federatedWalk: [3, federatedWalk],
  manyGroups: [1, manyGroups],
  leavesBetween: [3, leavesBetween],
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
