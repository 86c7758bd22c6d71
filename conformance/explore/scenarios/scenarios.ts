import type { Json } from '../../engine/wire/reply.ts'
import { refusedClient } from '../commands/client-settings.ts'
import { onGone, unknownUser } from '../commands/gone-commands.ts'
import { withoutConsent } from '../commands/grant-commands.ts'
import { groupAtLimit, groupWith, refusedGroup, unknownInMembership } from '../commands/group-commands.ts'
import { refusedCredential } from '../commands/credential-commands.ts'
import { refusedLifecycle } from '../commands/lifecycle-commands.ts'
import { readAt, readsAfter, viewOf } from '../reads/reads.ts'
import type { Command, Scenario } from '../commands/commands.ts'
import { foundAfter, everyPage, groupTimes, ties, writeProfile } from './read-scenarios.ts'
import { again } from './again-scenarios.ts'
import { alike, alikeGroups, oneWithinAnother, queries } from './alike-scenarios.ts'
import { otherNames } from './name-scenarios.ts'
import { atLimit, refusedWrite, takenLogin } from '../commands/refused-commands.ts'
import { refusedRule } from '../commands/rule-commands.ts'
import { handlesOf } from '../sequence/sequence.ts'
import { formedProperties, freeProperties, signTexts, textsAt } from '../sequence/values.ts'
import { wholeList } from '../reads/view-reads.ts'
import { createUser } from '../commands/user-commands.ts'
import { people } from './person-scenarios.ts'
import { leavesBetween, manyGroups } from './wide-scenarios.ts'
import { clientLifecycle, groupLifecycle, userLifecycle } from './lifecycles.ts'
import { ruleLifecycle } from './rule-lifecycle.ts'
import { federatedWalk, statusWalk } from './walks.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

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
  takenLogin,
  refusedClient,
  refusedRule,
  refusedWrite,
] as const

/** Many refused writes one after the other, and then a read at each of their records: none has changed. */
function refusedInARow(state: GeneratorState): Scenario {
  const named = new Set<string>()
  const proofs: (() => Command | undefined)[] = []
  const note = (command: Command | undefined): Command | undefined => {
    for (const handle of command === undefined ? [] : handlesOf(command.call)) named.add(handle)
    if (command?.proof !== undefined) proofs.push(command.proof)
    return command
  }
  const read = (): Command | undefined => {
    const [handle] = named
    if (handle === undefined) return undefined
    named.delete(handle)
    return readAt(state, handle)
  }
  return [
    ...state.livingPeople.slice(0, 3).map(
      ({ handle }) =>
        () =>
          readAt(state, handle),
    ),
    ...refusals.map((propose) => () => note(propose(state))),
    ...refusals.slice(0, 8).flatMap(() => [read, () => proofs.pop()?.()]),
    () => wholeList(state, state.livingPeople[0]?.handle ?? 'u'),
    () => wholeList(state, 'g'),
  ]
}

/** Calls that name a record which does not exist, or no longer does. */
function nobodys(state: GeneratorState): Scenario {
  const reads = [
    ...state.livingGroups.slice(0, 3),
    ...state.livingPeople.slice(0, 2).map(({ handle }) => handle),
  ].map((handle) => () => readAt(state, handle))
  return [
    ...reads,
    ...[1, 2, 3].flatMap(() => [
      () => unknownUser(state),
      () => unknownUser(state),
      () => unknownInMembership(state),
      () => unknownUser(state),
      () => withoutConsent(state),
      () => onGone(state, state.rng.pick(['rules', 'clients'])),
    ]),
    ...reads,
  ]
}

/** Texts that servers change when they store them: each write gives every property the next of them. */
function oddValues(state: GeneratorState): Scenario {
  const { handle } = state.rng.pick(state.livingPeople)
  const turn = state.count('odd values')
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
  const made = (at: number): Command => {
    const { call, ...command } = createUser(state, true)
    const profile = { ...call.body.profile, ...odd(at) }
    return { ...command, call: { ...call, body: { ...call.body, profile } } }
  }
  return [
    ...(state.livingPeople.length < 6 ? [() => made(0)] : []),
    ...signTexts.flatMap((_, at) => [
      () => writeProfile(state, handle, odd(at), false),
      () => writeProfile(state, handle, odd(at + 1), true),
      ...readsAfter(state, handle, 1),
    ]),
    () => writeProfile(state, handle, { mobilePhone: null, title: null }, false),
    ...readsAfter(state, handle, 1),
    ...state.livingGroups
      .slice(0, 1)
      .flatMap((group) =>
        signTexts.flatMap(() => [() => groupWith(state, group), () => viewOf(state, group)]),
      ),
  ]
}

/** Values at their limits in letters of every size, and over them. */
function limits(state: GeneratorState): Scenario {
  const person = state.rng.pick(state.livingPeople)
  const { handle } = person
  const [group] = state.livingGroups
  return Object.keys(textsAt(1, false)).flatMap((letters) => [
    () => atLimit(state, person, letters),
    () => (group === undefined ? undefined : groupAtLimit(state, group, letters)),
    () => atLimit(state, person),
    () => readAt(state, handle),
    () => (group === undefined ? undefined : groupAtLimit(state, group)),
    () => (group === undefined ? undefined : readAt(state, group)),
  ])
}

/** Scenarios with their weights. Rare ones begin after some scenarios of a run, so that a short run has time for the first. */
const kinds: Readonly<
  Record<string, readonly [weight: number, play: (state: GeneratorState) => Scenario, after?: number]>
> = {
  userLifecycle: [6, userLifecycle],
  queries: [8, queries],
  ruleLifecycle: [3, ruleLifecycle],
  clientLifecycle: [4, clientLifecycle],
  groupLifecycle: [2, groupLifecycle],
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
  oneWithinAnother: [2, oneWithinAnother],
  groupTimes: [1, groupTimes],
  ties: [4, ties],
  limits: [1, limits],
  federatedWalk: [1, federatedWalk, 20],
  manyGroups: [1, manyGroups, 30],
  leavesBetween: [2, leavesBetween, 30],
  people: [20, people],
}

/** A scenario, preferably one that was seldom played. One of fewer than three steps makes records for the scenario itself. */
export function nextScenario(state: GeneratorState): () => Scenario {
  const count = state.count('scenarios')
  const [, [, play]] = state.leastUsed(
    Object.entries(kinds).filter(
      ([name, [, , after = 0]]) => count >= after && (name !== 'people' || state.means.control),
    ),
    ([name]) => `scenario ${name}`,
    ([, [weight]]) => weight,
  )
  return () => play(state)
}
