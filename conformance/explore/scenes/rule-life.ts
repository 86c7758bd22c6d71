import { life } from './lives.ts'
import { lookAt } from '../looks/looks.ts'
import { timeLeaf } from '../looks/query-looks.ts'
import { groupsOf, membersOf, rulesBy, timedList } from '../looks/view-looks.ts'
import { onGone } from '../moves/gone-moves.ts'
import { changeGroup, createGroup } from '../moves/group-moves.ts'
import { lifecycleOf } from '../moves/lifecycle-moves.ts'
import type { Move, Scene, Step } from '../moves/moves.ts'
import { rarely } from '../moves/moves.ts'
import { createRule, deleteRule, refusedRule, ruleStep, updateRule } from '../moves/rule-moves.ts'
import { writeProfile } from './read-scenes.ts'
import type { World } from '../story/world.ts'

/** A rule that runs, is changed while it stands still, runs again for somebody else, and goes. */
export function ruleLife(world: World): Scene {
  if (world.means.ruleFor === undefined) return []
  if (world.livingGroups.length < 2) return [() => createGroup(world)]
  // Somebody whom calls put into few groups: there only the rule does.
  const memberships = (handle: string): number =>
    [...world.members].filter((each) => each.endsWith(` ${handle}`)).length
  const [one = '', other = ''] = world.livingPeople
    .map(({ handle }) => handle)
    .toSorted((first, second) => memberships(first) - memberships(second))
  let rule = ''
  let place = ''
  const make: Step = () => {
    const isRare = world.isLate && world.dice.chance(0.5)
    const move = isRare ? createRule(world, other, [one, other]) : createRule(world, one)
    rule = move?.call.record ?? ''
    return move
  }
  const group = (): string =>
    world.model.handleOf(world.truth(rule)?.actions.assignUserToGroups.groupIds[0]) ?? ''
  const members = (): Move | undefined => (group() === '' ? undefined : membersOf(world, group()))
  const step = (what: 'activate' | 'deactivate') => (): Move | undefined => ruleStep(world, rule, what)
  const matching =
    (matches: string, ...exclude: readonly string[]): Step =>
    () =>
      updateRule(world, rule, { matches, exclude })
  const times: Step = () =>
    timedList(
      'group',
      world.seldom(['filter', 'search'] as const, (each) => `rule times ${each}`),
      timeLeaf(world, group(), 'lastMembershipUpdated', ['gt', 'eq', 'lt']),
    )
  const turned = (on: 'suspendUser' | 'unsuspendUser') => (): Move | undefined => {
    const person = world.livingPeople.find(({ handle }) => handle === one)
    return person && lifecycleOf(world, person, on)
  }
  const once: Step[] = [
    () => groupsOf(one),
    step('activate'),
    () => groupsOf(one),
    members,
    ...rarely(
      world,
      ...world.livingGroups.slice(0, 3).map((each) => () => lookAt(world, each)),
      times,
      () => writeProfile(world, one, { title: world.dice.pick(world.words) }, false),
      () => lookAt(world, group()),
      turned('suspendUser'),
      members,
      turned('unsuspendUser'),
    ),
    () => updateRule(world, rule),
    step('deactivate'),
    matching(other),
    step('activate'),
    members,
    step('deactivate'),
    matching(other, other),
    step('activate'),
    members,
    ...rarely(
      world,
      () => writeProfile(world, other, { title: world.dice.pick(world.words) }, world.dice.chance(0.5)),
      members,
      () => updateRule(world, rule),
    ),
    step('deactivate'),
    () => refusedRule(world, rule),
    matching(other),
    () => changeGroup(world, group(), { name: `«tag» ${world.next('n')}` }),
  ]
  const isThere = (): boolean => world.truth(rule) !== undefined
  return [
    () => (world.livingRules.length > 2 ? deleteRule(world, world.livingRules[0] ?? '') : undefined),
    make,
    ...life(world, () => (isThere() ? rule : ''), once, 1),
    members,
    step('activate'),
    () => groupsOf(one),
    members,
    matching(one),
    step('deactivate'),
    matching(one),
    ...['false', 'true'].flatMap((removeUsers): Step[] => [
      () => (isThere() ? undefined : make()),
      step('activate'),
      () => (world.dice.chance(0.3) ? step('deactivate')() : undefined),
      members,
      () => {
        place = group()
        return isThere() ? deleteRule(world, rule, removeUsers) : undefined
      },
      () => (place === '' ? undefined : membersOf(world, place)),
    ]),
    () => onGone(world, 'rules'),
    () => rulesBy('«tag»'),
  ]
}
