import type { Json } from '../../engine/wire/reply.ts'
import { refusedClient } from '../moves/refused-clients.ts'
import { onGone, unknownUser } from '../moves/gone-moves.ts'
import { withoutConsent } from '../moves/grant-moves.ts'
import { groupAtLimit, groupWith, refusedGroup, unknownInMembership } from '../moves/group-moves.ts'
import { refusedCredential } from '../moves/credential-moves.ts'
import { refusedLifecycle } from '../moves/lifecycle-moves.ts'
import { lookAt, looksAfter, viewOf } from '../looks/looks.ts'
import type { Move, Scene } from '../moves/moves.ts'
import { foundAfter, everyPage, groupTimes, ties, writeProfile } from './read-scenes.ts'
import { again, askedAgain } from './again-scenes.ts'
import { alike, alikeGroups, oneWithinAnother, queries } from './alike-scenes.ts'
import { otherNames } from './name-scenes.ts'
import { atLimit, createAgain, refusedWrite, withoutToken } from '../moves/refused-moves.ts'
import { refusedRule } from '../moves/rule-moves.ts'
import { handlesOf } from '../story/story.ts'
import { formedProperties, freeProperties, signTexts, textsAt } from '../story/values.ts'
import { wholeList } from '../looks/view-looks.ts'
import { createUser } from '../moves/user-moves.ts'
import { people } from './person-scenes.ts'
import { leavesBetween, manyGroups } from './wide-scenes.ts'
import { clientLife, groupLife, userLife } from './lives.ts'
import { ruleLife } from './rule-life.ts'
import { federatedWalk, statusWalk } from './walks.ts'
import type { World } from '../story/world.ts'

const refusals = [
  refusedWrite,
  refusedClient,
  refusedWrite,
  refusedCredential,
  refusedWrite,
  refusedLifecycle,
  refusedGroup,
  refusedGroup,
  refusedWrite,
  refusedClient,
  createAgain,
  refusedClient,
  refusedRule,
  refusedWrite,
] as const

/** Many refused writes one after the other, and then a look at each of their records: none has changed. */
function refusedInARow(world: World): Scene {
  const named = new Set<string>()
  const proofs: (() => Move | undefined)[] = []
  const note = (move: Move | undefined): Move | undefined => {
    for (const handle of move === undefined ? [] : handlesOf(move.call)) named.add(handle)
    if (move?.proof !== undefined) proofs.push(move.proof)
    return move
  }
  const look = (): Move | undefined => {
    const [handle] = named
    if (handle === undefined) return undefined
    named.delete(handle)
    return lookAt(world, handle)
  }
  return [
    ...world.livingPeople.slice(0, 3).map(
      ({ handle }) =>
        () =>
          lookAt(world, handle),
    ),
    ...refusals.map((propose) => () => note(propose(world))),
    ...refusals.slice(0, 8).flatMap(() => [look, () => proofs.pop()?.()]),
    () => wholeList(world, world.livingPeople[0]?.handle ?? 'u'),
    () => wholeList(world, 'g'),
  ]
}

/** Calls that name a record which does not exist, or no longer does. */
function nobodys(world: World): Scene {
  const looks = [
    ...world.livingGroups.slice(0, 3),
    ...world.livingPeople.slice(0, 2).map(({ handle }) => handle),
  ].map((handle) => () => lookAt(world, handle))
  return [
    ...looks,
    ...[1, 2, 3].flatMap(() => [
      () => unknownUser(world),
      () => unknownUser(world),
      () => unknownInMembership(world),
      () => unknownUser(world),
      () => withoutConsent(world),
      () => onGone(world, world.dice.pick(['rules', 'clients'])),
      () => withoutToken(world),
    ]),
    ...looks,
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

/** Values at their limits in letters of every size, and over them. */
function limits(world: World): Scene {
  const person = world.dice.pick(world.livingPeople)
  const { handle } = person
  const [group] = world.livingGroups
  return Object.keys(textsAt(1, false)).flatMap((letters) => [
    () => atLimit(world, person, letters),
    () => (group === undefined ? undefined : groupAtLimit(world, group, letters)),
    () => atLimit(world, person),
    () => lookAt(world, handle),
    () => (group === undefined ? undefined : groupAtLimit(world, group)),
    () => (group === undefined ? undefined : lookAt(world, group)),
  ])
}

/** Scenes with their weights. Rare ones begin after some scenes of a run, so that a short run has time for the first. */
const kinds: Readonly<
  Record<string, readonly [weight: number, play: (world: World) => Scene, after?: number]>
> = {
  userLife: [6, userLife],
  queries: [8, queries],
  ruleLife: [3, ruleLife],
  clientLife: [4, clientLife],
  groupLife: [2, groupLife],
  otherNames: [9, otherNames],
  alike: [6, alike],
  everyPage: [3, everyPage],
  oddValues: [5, oddValues],
  refusedInARow: [6, refusedInARow],
  nobodys: [1, nobodys],
  alikeGroups: [2, alikeGroups],
  statusWalk: [1, statusWalk],
  foundAfter: [3, foundAfter, 30],
  again: [6, again],
  askedAgain: [5, askedAgain, 60],
  oneWithinAnother: [2, oneWithinAnother],
  groupTimes: [1, groupTimes],
  ties: [4, ties],
  limits: [1, limits],
  federatedWalk: [1, federatedWalk, 20],
  manyGroups: [1, manyGroups, 30],
  leavesBetween: [2, leavesBetween, 30],
  people: [20, people],
}

/** A scene, preferably one that was seldom played. One of fewer than three steps makes records for the scene itself. */
export function nextScene(world: World): () => Scene {
  const count = world.count('scenes')
  const [, [, play]] = world.seldom(
    Object.entries(kinds).filter(
      ([name, [, , after = 0]]) => count >= after && (name !== 'people' || world.means.control),
    ),
    ([name]) => `scene ${name}`,
    ([, [weight]]) => weight,
  )
  return () => play(world)
}
