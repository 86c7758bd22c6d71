import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { onGone } from './gone-moves.ts'
import type { Kind, Move } from './moves.ts'
import { stating, templated } from './moves.ts'
import { nameTails } from '../story/values.ts'
import { rulesBy } from '../looks/view-looks.ts'
import type { World } from '../story/world.ts'

const rules = '/api/v1/groups/rules'

const loginOf = (world: World, handle: string): string =>
  templated(world, world.truth(handle)?.profile.login ?? '«tag»-nobody@example.com') as string

/** A present or future login of a user, as an expression names it. */
function loginFor(world: World): string {
  const people = world.livingPeople
  if (people.length > 0 && world.dice.chance(0.8)) return loginOf(world, world.dice.pick(people).handle)
  return `«tag»-nobody@example.com`
}

function ruleName(world: World, handle: string): string {
  return world.formerName('r') ?? `«tag» ${handle}${world.seldom(nameTails, (each) => `rule${each}`)}`
}

/**
 * @param matches Whom the rule matches; by default chance says.
 * @param exclude Whom it leaves out; by default some other users.
 */
export function createRule(world: World, matches?: string, exclude?: readonly string[]): Move | undefined {
  const { dice, means } = world
  if (means.ruleFor === undefined || world.livingGroups.length === 0 || world.livingRules.length > 2)
    return undefined
  const handle = world.next('r')
  const excluded =
    exclude ??
    world.livingPeople.flatMap(({ handle }) => (handle !== matches && dice.chance(0.3) ? [handle] : []))
  const login = matches === undefined ? loginFor(world) : loginOf(world, matches)
  // No rule adds to the first group: its members follow from the calls alone.
  const targets = world.livingGroups.length > 1 ? world.livingGroups.slice(1) : world.livingGroups
  return {
    call: stating('rules.create.ok', {
      operation: 'createGroupRule',
      method: 'POST',
      path: rules,
      body: {
        type: 'group_rule',
        name: ruleName(world, handle),
        conditions: {
          ...(exclude !== undefined || dice.chance(0.6)
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
          assignUserToGroups: { groupIds: dice.some(targets, 2).map((each) => `«${each}.id»`) },
        },
      },
      record: handle,
      shows: 'rule',
      dimension: 'values',
    }),
    done: () => world.rules.push(handle),
  }
}

/** Whether all records that a rule names exist. The description does not state how calls on another one end. */
function isSound(world: World, handle: string): boolean {
  const { status, actions, conditions }: Json = world.truth(handle)
  const ids: unknown[] = [
    ...actions.assignUserToGroups.groupIds,
    ...(conditions.people?.users?.exclude ?? []),
  ]
  return status !== 'INVALID' && ids.every((id) => world.truth(world.model.handleOf(id) ?? '') !== undefined)
}

/** Existing rules, or a certain one. */
function rulesOf(world: World, which?: string): string[] {
  return world.livingRules.filter(
    (handle) => isSound(world, handle) && (which === undefined || which === handle),
  )
}

function ruleLifecycle(world: World): Move | undefined {
  const { dice } = world
  const some = rulesOf(world)
  if (some.length === 0) return undefined
  const handle = dice.pick(some)
  const isActive = world.truth(handle).status === 'ACTIVE'
  const what = dice.weighted([
    { weight: isActive ? 1 : 6, name: 'activate' },
    { weight: isActive ? 4 : 1, name: 'deactivate' },
    { weight: 2, name: 'delete' },
  ] as const).name
  return what === 'delete' ? deleteRule(world, handle) : ruleStep(world, handle, what)
}

export function deleteRule(
  world: World,
  handle: string,
  removeUsers = world.seldom(
    [undefined, 'true', 'false'],
    (each) => `remove users ${each} ${world.truth(handle)?.status}`,
  ),
): Move {
  return {
    call: stating('rules.delete.accepted', {
      operation: 'deleteGroupRule',
      method: 'DELETE',
      path: `${rules}/«${handle}.id»`,
      ...(removeUsers === undefined ? {} : { query: { removeUsers } }),
      dimension: 'second-time',
    }),
  }
}

export function ruleStep(world: World, handle: string, what: 'activate' | 'deactivate'): Move | undefined {
  const status: unknown = world.truth(handle)?.status
  if (status === undefined || !isSound(world, handle)) return undefined
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
  world: World,
  which?: string,
  given?: { readonly matches: string; readonly exclude: readonly string[] },
): Move | undefined {
  const { dice, means } = world
  const some = rulesOf(world, which)
  if (some.length === 0 || means.ruleFor === undefined) return undefined
  const handle = dice.pick(some)
  const before: Json = world.truth(handle)
  const isActive = before.status === 'ACTIVE'
  const excluded =
    given?.exclude ?? world.livingPeople.filter(() => dice.chance(0.4)).map((each) => each.handle)
  const login = given === undefined ? loginFor(world) : loginOf(world, given.matches)
  const part =
    given === undefined
      ? world.seldom(
          ['all', 'name', 'exclude', 'expression'] as const,
          (each) => `rule ${each} ${isActive}`,
          (each) => (each === 'all' ? 3 : 1),
        )
      : 'all'
  const changes = (each: typeof part): boolean => part === 'all' || part === each
  const handlesOf = (ids: readonly string[]): string[] => ids.flatMap((id) => world.model.handleOf(id) ?? [])
  const excludedBefore = handlesOf(before.conditions.people?.users?.exclude ?? [])
  const groups = handlesOf(before.actions.assignUserToGroups.groupIds)
  return {
    call: stating(isActive ? 'rules.update.active' : 'rules.update.ok', {
      operation: 'updateGroupRule',
      method: 'PUT',
      path: `${rules}/«${handle}.id»`,
      body: {
        type: 'group_rule',
        name: changes('name') ? ruleName(world, world.next('r')) : templated(world, before.name),
        conditions: {
          people: {
            users: {
              exclude: (changes('exclude') ? excluded : excludedBefore).map((each) => `«${each}.id»`),
            },
            groups: { exclude: [] },
          },
          expression: changes('expression')
            ? { type: 'urn:svc:expression:1.0', value: means.ruleFor(login) }
            : templated(world, before.conditions.expression),
        },
        actions: { assignUserToGroups: { groupIds: groups.map((each) => `«${each}.id»`) } },
      },
      ...(isActive ? {} : { record: handle, shows: 'rule' as const }),
      dimension: isActive ? 'refused' : 'left-alone',
    }),
  }
}

/** A create or update of a rule with one fault among correct values, so that it is refused. */
export function refusedRule(world: World, which?: string): Move | undefined {
  const { dice, means } = world
  const handle = which ?? rulesOf(world)[0]
  if (means.ruleFor === undefined || world.livingGroups.length === 0) return undefined
  const name = `«tag» never ${world.next('r')}`
  const right = {
    type: 'group_rule',
    name,
    conditions: {
      people: {
        users: { exclude: world.livingPeople.slice(0, 1).map((each) => `«${each.handle}.id»`) },
        groups: { exclude: [] },
      },
      expression: { type: 'urn:svc:expression:1.0', value: means.ruleFor(loginFor(world)) },
    },
    actions: { assignUserToGroups: { groupIds: [`«${dice.pick(world.livingGroups)}.id»`] } },
  }
  const { people, expression } = right.conditions
  const faults: readonly [RequirementId, Json][] = [
    ['rules.create.name-required', { name: undefined }],
    ['rules.name.min.refused', { name: '' }],
    ['rules.name.max.refused', { name: `«tag»${'n'.repeat(50)}` }],
    ['rules.create.type-required', { type: undefined }],
    [
      'rules.create.expression-value-required',
      { conditions: { people, expression: { ...expression, value: undefined } } },
    ],
    [
      'rules.create.expression-type-required',
      { conditions: { people, expression: { ...expression, type: undefined } } },
    ],
    ['rules.create.group-ids-required', { actions: {} }],
  ]
  const isInactive = handle !== undefined && world.truth(handle).status === 'INACTIVE'
  const [isNew, [states, fault]] = world.seldom(
    (isInactive ? [true, false] : [true]).flatMap((each) => faults.map((one) => [each, one] as const)),
    ([each, [id]]) => `wrong ${each} ${id}`,
  )
  const isOfName = states.startsWith('rules.name.')
  return {
    call: {
      operation: isNew ? 'createGroupRule' : 'updateGroupRule',
      method: isNew ? 'POST' : 'PUT',
      path: isNew ? rules : `${rules}/«${handle}.id»`,
      body: { ...right, ...fault },
      // The description shows the fields of an update by their names only.
      ...(isNew ? { states } : isOfName ? { states: 'rules.name.limits-on-update' } : {}),
      dimension: 'refused',
    },
    ...(isNew ? { proof: () => rulesBy(name) } : {}),
  }
}

/** Writes to rules. */
export const ruleMoves: readonly Kind[] = [
  { weight: 3, propose: createRule },
  { weight: 4, propose: ruleLifecycle },
  { weight: 2, propose: updateRule },
  { weight: 1, propose: refusedRule },
  { weight: 1, propose: (world) => onGone(world, 'rules') },
]
