import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { invalidVariants } from '../../tables/required.ts'
import { onGone } from './gone-commands.ts'
import type { Kind, Command } from './commands.ts'
import { routed, stating, templated } from './commands.ts'
import { nameTails } from '../sequence/values.ts'
import { rulesBy } from '../reads/view-reads.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

const rules = '/api/v1/groups/rules'

const loginOf = (state: GeneratorState, handle: string): string =>
  templated(state, state.truth(handle)?.profile.login ?? '«tag»-nobody@example.com') as string

/** A present or future login of a user, as an expression names it. */
function loginFor(state: GeneratorState): string {
  const people = state.livingPeople
  if (people.length > 0 && state.rng.chance(0.8)) return loginOf(state, state.rng.pick(people).handle)
  return `«tag»-nobody@example.com`
}

function ruleName(state: GeneratorState, handle: string): string {
  return state.formerName('r') ?? `«tag» ${handle}${state.leastUsed(nameTails, (each) => `rule${each}`)}`
}

/**
 * @param matches Whom the rule matches, by handle or login; by default chance says.
 * @param exclude Whom it leaves out; by default some other users.
 */
export function createRule(
  state: GeneratorState,
  matches?: string,
  exclude?: readonly string[],
): Command | undefined {
  const { rng, means } = state
  if (means.ruleFor === undefined || state.livingGroups.length === 0 || state.livingRules.length > 2)
    return undefined
  const handle = state.next('r')
  const excluded =
    exclude ??
    state.livingPeople.flatMap(({ handle }) => (handle !== matches && rng.chance(0.3) ? [handle] : []))
  const login =
    matches === undefined ? loginFor(state) : matches.includes('@') ? matches : loginOf(state, matches)
  // No rule adds to the first group: its members follow from the calls alone.
  const targets = state.livingGroups.length > 1 ? state.livingGroups.slice(1) : state.livingGroups
  return {
    call: stating('rules.create.ok', {
      ...routed('createGroupRule'),
      body: {
        type: 'group_rule',
        name: ruleName(state, handle),
        conditions: {
          ...(exclude !== undefined || rng.chance(0.6)
            ? {
                people: {
                  users: { exclude: excluded.map((each) => `«${each}.id»`) },
                  groups: { exclude: [] },
                },
              }
            : {}),
          expression: { type: 'urn:svc:expression:1.0', value: means.ruleFor(login) },
        },
        actions: {
          assignUserToGroups: { groupIds: rng.some(targets, 2).map((each) => `«${each}.id»`) },
        },
      },
      record: handle,
      shows: 'rule',
      dimension: 'values',
    }),
    done: () => state.rules.push(handle),
  }
}

/** Whether all records that a rule names exist. The description does not state how calls on another one end. */
function isSound(state: GeneratorState, handle: string): boolean {
  const { status, actions, conditions }: Json = state.truth(handle)
  const ids: unknown[] = [
    ...actions.assignUserToGroups.groupIds,
    ...(conditions.people?.users?.exclude ?? []),
  ]
  return status !== 'INVALID' && ids.every((id) => state.truth(state.model.handleOf(id) ?? '') !== undefined)
}

/** Existing rules, or a certain one. */
function rulesOf(state: GeneratorState, which?: string): string[] {
  return state.livingRules.filter(
    (handle) => isSound(state, handle) && (which === undefined || which === handle),
  )
}

function ruleLifecycle(state: GeneratorState): Command | undefined {
  const { rng } = state
  const some = rulesOf(state)
  if (some.length === 0) return undefined
  const handle = rng.pick(some)
  const isActive = state.truth(handle).status === 'ACTIVE'
  const what = rng.weighted([
    { weight: isActive ? 1 : 6, name: 'activate' },
    { weight: isActive ? 4 : 1, name: 'deactivate' },
    { weight: 2, name: 'delete' },
  ] as const).name
  return what === 'delete' ? deleteRule(state, handle) : ruleStep(state, handle, what)
}

export function deleteRule(
  state: GeneratorState,
  handle: string,
  removeUsers = state.leastUsed(
    [undefined, 'true', 'false'],
    (each) => `remove users ${each} ${state.truth(handle)?.status}`,
  ),
): Command {
  return {
    call: stating('rules.delete.accepted', {
      ...routed('deleteGroupRule', `«${handle}.id»`),
      ...(removeUsers === undefined ? {} : { query: { removeUsers } }),
      dimension: 'second-time',
    }),
  }
}

export function ruleStep(
  state: GeneratorState,
  handle: string,
  what: 'activate' | 'deactivate',
): Command | undefined {
  const status: unknown = state.truth(handle)?.status
  if (status === undefined || !isSound(state, handle)) return undefined
  const isActive = status === 'ACTIVE'
  // The description does not show the status that a second call needs.
  const isStated = (what === 'activate') !== isActive
  return {
    call: {
      operation: what === 'activate' ? 'activateGroupRule' : 'deactivateGroupRule',
      method: 'POST',
      path: `${rules}/«${handle}.id»/lifecycle/${what}`,
      ...(isStated ? { states: `rules.${what}.no-content` } : {}),
      dimension: 'second-time',
    },
  }
}

/** @param given Whom the rule matches, and whom it leaves out; by default chance says. */
export function updateRule(
  state: GeneratorState,
  which?: string,
  given?: { readonly matches: string; readonly exclude: readonly string[] },
): Command | undefined {
  const { rng, means } = state
  const some = rulesOf(state, which)
  if (some.length === 0 || means.ruleFor === undefined) return undefined
  const handle = rng.pick(some)
  const before: Json = state.truth(handle)
  const isActive = before.status === 'ACTIVE'
  const excluded =
    given?.exclude ?? state.livingPeople.filter(() => rng.chance(0.4)).map((each) => each.handle)
  const login = given === undefined ? loginFor(state) : loginOf(state, given.matches)
  const part =
    given === undefined
      ? state.leastUsed(
          ['all', 'name', 'exclude', 'expression'] as const,
          (each) => `rule ${each} ${isActive}`,
          (each) => (each === 'all' ? 3 : 1),
        )
      : 'all'
  const changes = (each: typeof part): boolean => part === 'all' || part === each
  const handlesOf = (ids: readonly string[]): string[] => ids.flatMap((id) => state.model.handleOf(id) ?? [])
  const excludedBefore = handlesOf(before.conditions.people?.users?.exclude ?? [])
  const groups = handlesOf(before.actions.assignUserToGroups.groupIds)
  return {
    call: stating(isActive ? 'rules.update.active' : 'rules.update.ok', {
      ...routed('updateGroupRule', `«${handle}.id»`),
      body: {
        type: 'group_rule',
        // A rule may keep its own name.
        name:
          changes('name') && rng.chance(0.6)
            ? ruleName(state, state.next('r'))
            : templated(state, before.name),
        conditions: {
          people: {
            users: {
              exclude: (changes('exclude') ? excluded : excludedBefore).map((each) => `«${each}.id»`),
            },
            groups: { exclude: [] },
          },
          expression: changes('expression')
            ? { type: 'urn:svc:expression:1.0', value: means.ruleFor(login) }
            : templated(state, before.conditions.expression),
        },
        actions: { assignUserToGroups: { groupIds: groups.map((each) => `«${each}.id»`) } },
      },
      ...(isActive ? {} : { record: handle, shows: 'rule' as const }),
      dimension: isActive ? 'refused' : 'left-alone',
    }),
  }
}

/** A create or update of a rule with one fault among correct values, so that it is refused. */
export function refusedRule(state: GeneratorState, which?: string): Command | undefined {
  const { rng, means } = state
  const handle = which ?? rulesOf(state)[0]
  if (means.ruleFor === undefined || state.livingGroups.length === 0) return undefined
  const name = `«tag» never ${state.next('r')}`
  const right = {
    type: 'group_rule',
    name,
    conditions: {
      people: {
        users: { exclude: state.livingPeople.slice(0, 1).map((each) => `«${each.handle}.id»`) },
        groups: { exclude: [] },
      },
      expression: { type: 'urn:svc:expression:1.0', value: means.ruleFor(loginFor(state)) },
    },
    actions: { assignUserToGroups: { groupIds: [`«${rng.pick(state.livingGroups)}.id»`] } },
  }
  const faults: readonly (readonly [RequirementId, Json, ...unknown[]])[] = [
    ...invalidVariants('rules.create', right),
    ['rules.name.min.refused', { ...right, name: '' }],
    ['rules.name.max.refused', { ...right, name: `«tag»${'n'.repeat(50)}` }],
  ]
  const isInactive = handle !== undefined && state.truth(handle).status === 'INACTIVE'
  const [isNew, [states, body]] = state.leastUsed(
    (isInactive ? [true, false] : [true]).flatMap((each) => faults.map((one) => [each, one] as const)),
    ([each, [id]]) => `wrong ${each} ${id}`,
  )
  const isOfName = states.startsWith('rules.name.')
  return {
    call: {
      operation: isNew ? 'createGroupRule' : 'updateGroupRule',
      method: isNew ? 'POST' : 'PUT',
      path: isNew ? rules : `${rules}/«${handle}.id»`,
      body,
      // The description shows the fields of an update by their names only.
      ...(isNew ? { states } : isOfName ? { states: 'rules.name.limits-on-update' } : {}),
      dimension: 'refused',
    },
    ...(isNew ? { proof: () => rulesBy(name) } : {}),
  }
}

/** Writes to rules. */
export const ruleCommands: readonly Kind[] = [
  { weight: 3, propose: createRule },
  { weight: 4, propose: ruleLifecycle },
  { weight: 2, propose: updateRule },
  { weight: 1, propose: refusedRule },
  { weight: 1, propose: (state) => onGone(state, 'rules') },
]
