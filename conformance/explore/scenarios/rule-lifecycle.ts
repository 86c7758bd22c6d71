import { lifecycle } from './lifecycles.ts'
import { readAt } from '../reads/reads.ts'
import { timeLeaf } from '../reads/query-reads.ts'
import { groupsOf, membersOf, rulesBy, timedList } from '../reads/view-reads.ts'
import { onGone } from '../commands/gone-commands.ts'
import { changeGroup, createGroup } from '../commands/group-commands.ts'
import { lifecycleOf } from '../commands/lifecycle-commands.ts'
import type { Command, Scenario, Step } from '../commands/commands.ts'
import { rarely } from '../commands/commands.ts'
import { createRule, deleteRule, refusedRule, ruleStep, updateRule } from '../commands/rule-commands.ts'
import { writeProfile } from './read-scenarios.ts'
import { createUser } from '../commands/user-commands.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** A rule that ran runs again: it adds the user whom it matches by then. */
export function runsAgain(state: GeneratorState, rule: () => string | undefined): Scenario {
  const place = (): string =>
    state.model.handleOf(state.truth(rule() ?? '')?.actions.assignUserToGroups.groupIds[0]) ?? ''
  const members: Step = () => (place() === '' ? undefined : membersOf(state, place()))
  const step = (what: 'activate' | 'deactivate') => (): Command | undefined => {
    const status: unknown = state.truth(rule() ?? '')?.status
    return status === (what === 'activate' ? 'INACTIVE' : 'ACTIVE')
      ? ruleStep(state, rule() ?? '', what)
      : undefined
  }
  const outside = (): string | undefined =>
    state.peopleIn('ACTIVE').findLast(({ handle }) => !state.members.has(`${place()} ${handle}`))?.handle
  const another: Step = () => {
    const matches = outside()
    return matches === undefined || place() === ''
      ? undefined
      : updateRule(state, rule(), { matches, exclude: [] })
  }
  return [
    members,
    step('activate'),
    members,
    step('deactivate'),
    () => (place() === '' ? undefined : createUser(state, true, false, 'password')),
    another,
    // Comparable are only members that both services showed before.
    members,
    step('activate'),
    members,
  ]
}

/** A rule that runs, is changed while it stands still, runs again for somebody else, and goes. */
export function ruleLifecycle(state: GeneratorState): Scenario {
  if (state.means.ruleFor === undefined) return []
  if (state.livingGroups.length < 2) return [() => createGroup(state)]
  // Somebody whom calls put into few groups: there only the rule does.
  const memberships = (handle: string): number =>
    [...state.members].filter((each) => each.endsWith(` ${handle}`)).length
  const [one = '', other = ''] = state.livingPeople
    .map(({ handle }) => handle)
    .toSorted((first, second) => memberships(first) - memberships(second))
  let rule = ''
  let place = ''
  const make: Step = () => {
    const isRare = state.isWarm && state.rng.chance(0.5)
    const command = isRare ? createRule(state, other, [one, other]) : createRule(state, one)
    rule = command?.call.record ?? ''
    return command
  }
  const group = (): string =>
    state.model.handleOf(state.truth(rule)?.actions.assignUserToGroups.groupIds[0]) ?? ''
  const members = (): Command | undefined => (group() === '' ? undefined : membersOf(state, group()))
  const step = (what: 'activate' | 'deactivate') => (): Command | undefined => ruleStep(state, rule, what)
  const matching =
    (matches: string, ...exclude: readonly string[]): Step =>
    () =>
      updateRule(state, rule, { matches, exclude })
  const times: Step = () =>
    timedList(
      'group',
      state.leastUsed(['filter', 'search'] as const, (each) => `rule times ${each}`),
      timeLeaf(state, group(), 'lastMembershipUpdated', ['gt', 'eq', 'lt']),
    )
  const turned = (on: 'suspendUser' | 'unsuspendUser') => (): Command | undefined => {
    const person = state.livingPeople.find(({ handle }) => handle === one)
    return person && lifecycleOf(state, person, on)
  }
  const once: Step[] = [
    () => groupsOf(one),
    step('activate'),
    () => groupsOf(one),
    members,
    ...rarely(
      state,
      ...state.livingGroups.slice(0, 3).map((each) => () => readAt(state, each)),
      times,
      () => writeProfile(state, one, { title: state.rng.pick(state.words) }, false),
      () => readAt(state, group()),
      turned('suspendUser'),
      members,
      turned('unsuspendUser'),
    ),
    () => updateRule(state, rule),
    step('deactivate'),
    matching(other),
    step('activate'),
    members,
    step('deactivate'),
    matching(other, other),
    step('activate'),
    members,
    ...rarely(
      state,
      () => writeProfile(state, other, { title: state.rng.pick(state.words) }, state.rng.chance(0.5)),
      members,
      () => updateRule(state, rule),
    ),
    step('deactivate'),
    () => refusedRule(state, rule),
    matching(other),
    () => changeGroup(state, group(), { name: `«tag» ${state.next('n')}` }),
  ]
  const isThere = (): boolean => state.truth(rule) !== undefined
  return [
    () => (state.livingRules.length > 2 ? deleteRule(state, state.livingRules[0] ?? '') : undefined),
    make,
    ...lifecycle(state, () => (isThere() ? rule : ''), once, 1),
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
      () => (state.rng.chance(0.3) ? step('deactivate')() : undefined),
      members,
      () => {
        place = group()
        return isThere() ? deleteRule(state, rule, removeUsers) : undefined
      },
      () => (place === '' ? undefined : membersOf(state, place)),
    ]),
    () => onGone(state, 'rules'),
    () => rulesBy('«tag»'),
  ]
}
