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

/** A rule that ran runs again, for another user. A rule for a user who does not exist yet runs until it does, or not. */
export function rulesAgain(state: GeneratorState): Scenario {
  const [rule] = state.livingRules
  if (rule === undefined || !state.means.freeLogins) return []
  let [later, login, place] = ['', '', '']
  const placeOf = (of: string): string =>
    state.model.handleOf(state.truth(of)?.actions.assignUserToGroups.groupIds[0]) ?? ''
  // Comparable are only members that both services showed before.
  const members =
    (of: () => string): Step =>
    () =>
      placeOf(of()) === '' ? undefined : membersOf(state, placeOf(of()))
  const step =
    (of: () => string, what: 'activate' | 'deactivate'): Step =>
    () =>
      ruleStep(state, of(), what)
  const outside = (): string[] =>
    state
      .peopleIn('ACTIVE', 'STAGED')
      .flatMap(({ handle }) => (state.members.has(`${placeOf(rule)} ${handle}`) ? [] : handle))
  const made = (): Command => {
    const { call, ...command } = createUser(state, true, false, 'password')
    const { groupIds: _, ...body } = call.body
    return { ...command, call: { ...call, body } }
  }
  const isRunning = state.leastUsed([true, false], (each) => `later ${each}`)
  const [one, other] = [() => rule, () => later]
  return [
    members(one),
    step(one, 'activate'),
    members(one),
    () => readAt(state, rule),
    step(one, 'deactivate'),
    made,
    made,
    () => {
      const [left = '', matches = ''] = outside().slice(-2)
      return matches === '' ? undefined : updateRule(state, rule, { matches, exclude: [left] })
    },
    members(one),
    step(one, 'activate'),
    members(one),
    () => readAt(state, rule),
    () => updateRule(state, rule),
    step(one, 'deactivate'),
    () => readAt(state, rule),
    () => {
      login = `«tag»-${state.next('f')}@example.com`
      const command = createRule(state, login, [])
      later = command?.call.record ?? ''
      return command
    },
    step(other, 'activate'),
    step(other, 'deactivate'),
    ...(isRunning ? [step(other, 'activate')] : []),
    members(other),
    () => {
      const { call, ...command } = made()
      return {
        ...command,
        call: { ...call, body: { ...call.body, profile: { ...call.body.profile, login } } },
      }
    },
    members(other),
    ...(isRunning ? [] : [step(other, 'activate'), members(other)]),
    () => {
      place = placeOf(later)
      return place === '' ? undefined : deleteRule(state, later)
    },
    () => (place === '' ? undefined : membersOf(state, place)),
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
