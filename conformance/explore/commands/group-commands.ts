import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { compared } from '../reads/expression.ts'
import { invalidVariants } from '../../tables/required.ts'
import { partsOf, unknownGroupIds, unknownGroupOfApps, unknownMemberIds } from '../../tables/unknown-ids.ts'
import type { Kind, Command } from './commands.ts'
import { onUnknown } from './gone-commands.ts'
import { routed, read, onePresent, stating, templated } from './commands.ts'
import { nameTails, signTexts, textsAt } from '../sequence/values.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

const groups = '/api/v1/groups'

function newName(state: GeneratorState, handle: string): string {
  const { rng, words } = state
  const former = state.formerName('g')
  if (former !== undefined) return former
  const tail = state.leastUsed(nameTails, (each) => `group${each}`)
  return `«tag»${rng.pick(['-', ' ', '_'])}${rng.pick(words)} ${handle}${tail}`
}

export function createGroup(state: GeneratorState, max = 5, name?: string): Command | undefined {
  const { rng, words } = state
  if (state.livingGroups.length >= max) return undefined
  const handle = state.next('g')
  return {
    call: stating('groups.create.ok', {
      ...routed('createGroup'),
      body: {
        profile: {
          name: name ?? newName(state, handle),
          ...(rng.chance(0.6) ? { description: rng.pick([...words, '', null]) } : {}),
        },
      },
      record: handle,
      shows: 'group',
      dimension: 'values',
    }),
    done: () => state.groups.push(handle),
  }
}

function updateGroup(state: GeneratorState): Command | undefined {
  return state.livingGroups.length === 0
    ? undefined
    : updateGroupOf(state, state.rng.pick(state.livingGroups))
}

export function updateGroupOf(state: GeneratorState, handle: string): Command | undefined {
  const { rng, words } = state
  if (state.truth(handle) === undefined) return undefined
  const before: Json = templated(state, state.truth(handle).profile)
  const description = state.leastUsed(
    ['word', 'odd', 'null', 'empty', 'same', 'none'],
    (each) => `group ${each}`,
  )
  const isRenamed = rng.chance(0.5)
  return {
    call: stating('groups.update.ok', {
      ...routed('updateGroup', `«${handle}.id»`),
      body: {
        profile: {
          name: isRenamed ? newName(state, state.next('g')) : before.name,
          ...(description === 'none'
            ? {}
            : {
                description:
                  description === 'same'
                    ? (before.description ?? null)
                    : description === 'null'
                      ? null
                      : description === 'empty'
                        ? ''
                        : rng.pick(description === 'odd' ? signTexts : words),
              }),
        },
      },
      record: handle,
      shows: 'group',
      dimension: 'left-alone',
    }),
  }
}

/** Changes a part of the profile of a group, and leaves the rest. */
export function changeGroup(
  state: GeneratorState,
  handle: string,
  changes: Readonly<Record<string, Json>>,
): Command | undefined {
  const before: Json = state.truth(handle)
  if (before === undefined) return undefined
  return {
    call: stating('groups.update.ok', {
      ...routed('updateGroup', `«${handle}.id»`),
      body: { profile: { ...templated(state, before.profile), ...changes } },
      record: handle,
      shows: 'group',
      dimension: 'left-alone',
    }),
  }
}

/** A group whose texts contain characters that services change when they store them. */
export function groupWith(state: GeneratorState, handle: string): Command | undefined {
  const text = state.leastUsed(signTexts, (each) => `odd group ${each}`)
  return changeGroup(state, handle, { name: `«tag» ${text} ${state.next('g')}`, description: text })
}

/** @param within The letters of texts at both limits; by default chance chooses them, and a limit to be over. */
export function groupAtLimit(state: GeneratorState, which?: string, within?: string): Command | undefined {
  if (state.livingGroups.length === 0) return undefined
  const handle = which ?? state.rng.pick(state.livingGroups)
  // The description does not state that a name may be given twice.
  const mark = `«tag» ${state.next('g')} `
  const room = 255 - mark.replace('«tag»', state.model.texts.get('tag') ?? '').length
  const name =
    within === undefined
      ? state.leastUsed(['name', 'description'] as const, (each) => `group limit ${each}`)
      : 'both'
  const isOver = name !== 'both'
  const letters =
    within ?? state.leastUsed(Object.keys(textsAt(1, false)), (each) => `group limit ${each} ${isOver}`)
  const at = (of: string, limit: number): string => textsAt(limit, name === of)[letters] ?? ''
  const before: Json = templated(state, state.truth(handle).profile)
  const profile = {
    name: name === 'description' ? before.name : `${mark}${at('name', room)}`,
    description: name === 'name' ? 'kept' : at('description', 1024),
  }
  const states = isOver ? `groups.${name}.max.refused` : 'groups.update.ok'
  return {
    call: stating(states as RequirementId, {
      ...routed('updateGroup', `«${handle}.id»`),
      body: { profile },
      record: handle,
      shows: 'group',
      dimension: isOver ? 'refused' : 'values',
    }),
  }
}

/** A create or update of a group with one fault among correct values, so that it is refused. */
export function refusedGroup(state: GeneratorState, which?: string): Command | undefined {
  const { rng } = state
  const handle = which ?? (state.livingGroups.length === 0 ? undefined : rng.pick(state.livingGroups))
  const name = `«tag» never ${state.next('g')}`
  const description = `never ${rng.pick(state.words)}`
  const right = { profile: { name, description } }
  type Fault = readonly [isNew: boolean, states: RequirementId | undefined, body: Json]
  const always = (
    profile: Json,
    create: RequirementId | undefined,
    update: RequirementId | undefined = create,
  ): Fault[] => [
    [true, create, { profile: { ...right.profile, ...profile } }],
    [false, update, { profile: { ...right.profile, ...profile } }],
  ]
  const faults: readonly Fault[] = [
    ...[...invalidVariants('groups.name', right), ...invalidVariants('groups.create', right)].map(
      ([states, body]): Fault => [true, states, body],
    ),
    ...invalidVariants('groups.update', right).map(([states, body]): Fault => [false, states, body]),
    ...always({ name: '' }, 'groups.name.min.refused', 'groups.name.limits-on-update'),
    ...always(
      { name: `«tag» ${'n'.repeat(255)}` },
      'groups.name.max.refused',
      'groups.name.limits-on-update',
    ),
    ...always({ description: 'd'.repeat(1025) }, 'groups.description.max.refused'),
    // The description does not say that a name is unique.
    ...state.livingGroups
      .filter((each) => each !== handle)
      .slice(0, 1)
      .flatMap((each) => always({ name: templated(state, state.truth(each).profile.name) }, undefined)),
  ]
  const [isNew, states, body] = state.leastUsed(
    faults.filter(([each]) => each || handle !== undefined),
    ([each, id]) => `wrong ${each} ${id}`,
  )
  return {
    call: {
      operation: isNew ? 'createGroup' : 'updateGroup',
      method: isNew ? 'POST' : 'PUT',
      path: isNew ? groups : `${groups}/«${handle}.id»`,
      body,
      ...(states === undefined ? {} : { states }),
      dimension: 'refused',
    },
    ...(isNew || states === undefined ? { proof: groupsOfThisSequence } : {}),
  }
}

/** All groups of this sequence, to find any that should not exist. */
function groupsOfThisSequence(): Command {
  return read({
    ...routed('listGroups'),
    expression: { parameter: 'search', tree: compared('profile.name', '«tag»', 'sw') },
    query: { limit: '200' },
    shows: 'group',
    pages: true,
    states: 'groups.search.sw',
    dimension: 'refused',
  })
}

export function deleteGroup(state: GeneratorState, which?: string): Command | undefined {
  const handle = onePresent(state, state.livingGroups, which)
  if (handle === undefined) return undefined
  return {
    call: stating('groups.delete.no-content', {
      ...routed('deleteGroup', `«${handle}.id»`),
      dimension: 'second-time',
    }),
  }
}

function changeMember(state: GeneratorState): Command | undefined {
  const { rng } = state
  const people = state.livingPeople
  if (state.livingGroups.length === 0 || people.length === 0) return undefined
  const group = rng.pick(state.livingGroups)
  const { handle } = rng.pick(people)
  return changeMemberOf(group, handle, rng.chance(0.6))
}

export function changeMemberOf(group: string, handle: string, isAdded: boolean): Command {
  return {
    call: stating(isAdded ? 'membership.add.no-content' : 'membership.remove.no-content', {
      operation: isAdded ? 'addUserToGroup' : 'removeUserFromGroup',
      method: isAdded ? 'PUT' : 'DELETE',
      path: `${groups}/«${group}.id»/users/«${handle}.id»`,
      dimension: 'second-time',
    }),
  }
}

/** A removed user is added: nobody has its id any more. */
export function addRemoved(group: string, handle: string): Command {
  const { call } = changeMemberOf(group, handle, true)
  return { call: { ...call, states: 'membership.add.unknown-user', dimension: 'names-in-paths' } }
}

export function unknownInMembership(state: GeneratorState, which?: string): Command | undefined {
  const { rng } = state
  if (state.livingGroups.length === 0 || state.livingPeople.length === 0) return undefined
  const group = which ?? rng.pick(state.livingGroups)
  const { handle } = rng.pick(state.livingPeople)
  const goneGroups = state.groups.filter((each) => state.gone.has(each))
  const gonePeople = state.people.filter((each) => state.gone.has(each.handle))
  const unknownUser = gonePeople.length > 0 ? `«${rng.pick(gonePeople).handle}.id»` : '«none1»'
  const unknownGroup = goneGroups.length > 0 ? `«${rng.pick(goneGroups)}.id»` : '«none1»'
  const row = state.leastUsed(
    [...unknownMemberIds, ...unknownGroupIds, ...unknownGroupOfApps],
    ({ id }) => id,
  )
  const [, unknown] = partsOf(row)
  return onUnknown(row, (name) => {
    if (name === 'groupId') return name === unknown ? unknownGroup : `«${group}.id»`
    return name === unknown ? unknownUser : `«${handle}.id»`
  })
}

export const groupCommands: readonly Kind[] = [
  { weight: 4, propose: (state) => createGroup(state) },
  { weight: 4, propose: updateGroup },
  { weight: 2, propose: groupAtLimit },
  { weight: 2, propose: refusedGroup },
  { weight: 2, propose: (state) => deleteGroup(state) },
  { weight: 8, propose: changeMember },
  { weight: 1, propose: unknownInMembership },
]
