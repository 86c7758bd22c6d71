import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { compared } from '../looks/expression.ts'
import type { Kind, Move } from './moves.ts'
import { look, onePresent, stating, templated } from './moves.ts'
import { nameTails, signTexts, textsAt } from '../story/values.ts'
import type { World } from '../story/world.ts'

const groups = '/api/v1/groups'

function newName(world: World, handle: string): string {
  const { dice, words } = world
  const former = world.formerName('g')
  if (former !== undefined) return former
  const tail = world.seldom(nameTails, (each) => `group${each}`)
  return `«tag»${dice.pick(['-', ' ', '_'])}${dice.pick(words)} ${handle}${tail}`
}

export function createGroup(world: World, most = 5, name?: string): Move | undefined {
  const { dice, words } = world
  if (world.livingGroups.length >= most) return undefined
  const handle = world.next('g')
  return {
    call: stating('groups.create.ok', {
      operation: 'createGroup',
      method: 'POST',
      path: groups,
      body: {
        profile: {
          name: name ?? newName(world, handle),
          ...(dice.chance(0.6) ? { description: dice.pick([...words, '', null]) } : {}),
        },
      },
      record: handle,
      shows: 'group',
      dimension: 'values',
    }),
    done: () => world.groups.push(handle),
  }
}

function updateGroup(world: World): Move | undefined {
  return world.livingGroups.length === 0
    ? undefined
    : updateGroupOf(world, world.dice.pick(world.livingGroups))
}

export function updateGroupOf(world: World, handle: string): Move | undefined {
  const { dice, words } = world
  if (world.truth(handle) === undefined) return undefined
  const before: Json = templated(world, world.truth(handle).profile)
  const description = world.seldom(
    ['word', 'odd', 'null', 'empty', 'same', 'none'],
    (each) => `group ${each}`,
  )
  const isRenamed = dice.chance(0.5)
  return {
    call: stating('groups.update.ok', {
      operation: 'updateGroup',
      method: 'PUT',
      path: `${groups}/«${handle}.id»`,
      body: {
        profile: {
          name: isRenamed ? newName(world, world.next('g')) : before.name,
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
                        : dice.pick(description === 'odd' ? signTexts : words),
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
  world: World,
  handle: string,
  changes: Readonly<Record<string, Json>>,
): Move | undefined {
  const before: Json = world.truth(handle)
  if (before === undefined) return undefined
  return {
    call: stating('groups.update.ok', {
      operation: 'updateGroup',
      method: 'PUT',
      path: `${groups}/«${handle}.id»`,
      body: { profile: { ...templated(world, before.profile), ...changes } },
      record: handle,
      shows: 'group',
      dimension: 'left-alone',
    }),
  }
}

/** A group whose texts contain characters that services change when they store them. */
export function groupWith(world: World, handle: string): Move | undefined {
  const text = world.seldom(signTexts, (each) => `odd group ${each}`)
  return changeGroup(world, handle, { name: `«tag» ${text} ${world.next('g')}`, description: text })
}

/** @param within The letters of texts at both limits; by default chance chooses them, and a limit to be over. */
export function groupAtLimit(world: World, which?: string, within?: string): Move | undefined {
  if (world.livingGroups.length === 0) return undefined
  const handle = which ?? world.dice.pick(world.livingGroups)
  // The description does not state that a name may be given twice.
  const mark = `«tag» ${world.next('g')} `
  const room = 255 - mark.replace('«tag»', world.model.texts.get('tag') ?? '').length
  const name =
    within === undefined
      ? world.seldom(['name', 'description'] as const, (each) => `group limit ${each}`)
      : 'both'
  const isOver = name !== 'both'
  const letters =
    within ?? world.seldom(Object.keys(textsAt(1, false)), (each) => `group limit ${each} ${isOver}`)
  const at = (of: string, limit: number): string => textsAt(limit, name === of)[letters] ?? ''
  const before: Json = templated(world, world.truth(handle).profile)
  const profile = {
    name: name === 'description' ? before.name : `${mark}${at('name', room)}`,
    description: name === 'name' ? 'kept' : at('description', 1024),
  }
  const states = isOver ? `groups.${name}.max.refused` : 'groups.update.ok'
  return {
    call: stating(states as RequirementId, {
      operation: 'updateGroup',
      method: 'PUT',
      path: `${groups}/«${handle}.id»`,
      body: { profile },
      record: handle,
      shows: 'group',
      dimension: isOver ? 'refused' : 'values',
    }),
  }
}

/** A create or update of a group with one fault among correct values, so that it is refused. */
export function refusedGroup(world: World, which?: string): Move | undefined {
  const { dice } = world
  const handle = which ?? (world.livingGroups.length === 0 ? undefined : dice.pick(world.livingGroups))
  const name = `«tag» never ${world.next('g')}`
  const description = `never ${dice.pick(world.words)}`
  const faults = [
    ['groups.name.required', 'groups.update.name-required', { profile: { description } }],
    ['groups.name.null', 'groups.update.name-required', { profile: { name: null, description } }],
    ['groups.name.min.refused', 'groups.name.limits-on-update', { profile: { name: '', description } }],
    [
      'groups.name.max.refused',
      'groups.name.limits-on-update',
      { profile: { name: `«tag» ${'n'.repeat(255)}`, description } },
    ],
    [
      'groups.description.max.refused',
      'groups.description.max.refused',
      { profile: { name, description: 'd'.repeat(1025) } },
    ],
    ['groups.create.profile-required', 'groups.update.profile-required', {}],
    // The description does not say that a name is unique.
    ...world.livingGroups
      .filter((each) => each !== handle)
      .slice(0, 1)
      .map((each) => {
        const taken: Json = templated(world, world.truth(each).profile.name)
        return [undefined, undefined, { profile: { name: taken, description } }] as const
      }),
  ] as const
  const [isNew, [create, update, body]] = world.seldom(
    (handle === undefined ? [true] : [true, false]).flatMap((each) =>
      faults.map((fault) => [each, fault] as const),
    ),
    ([each, [create]]) => `wrong ${each} ${create}`,
  )
  const states = isNew ? create : update
  return {
    call: {
      operation: isNew ? 'createGroup' : 'updateGroup',
      method: isNew ? 'POST' : 'PUT',
      path: isNew ? groups : `${groups}/«${handle}.id»`,
      body,
      ...(states === undefined ? {} : { states }),
      dimension: 'refused',
    },
    ...(isNew || states === undefined ? { proof: groupsOfThisStory } : {}),
  }
}

/** All groups of this story, to find any that should not exist. */
function groupsOfThisStory(): Move {
  return look({
    operation: 'listGroups',
    path: groups,
    expression: { parameter: 'search', tree: compared('profile.name', '«tag»', 'sw') },
    query: { limit: '200' },
    shows: 'group',
    pages: true,
    states: 'groups.search.sw',
    dimension: 'refused',
  })
}

export function deleteGroup(world: World, which?: string): Move | undefined {
  const handle = onePresent(world, world.livingGroups, which)
  if (handle === undefined) return undefined
  return {
    call: stating('groups.delete.no-content', {
      operation: 'deleteGroup',
      method: 'DELETE',
      path: `${groups}/«${handle}.id»`,
      dimension: 'second-time',
    }),
  }
}

function changeMember(world: World): Move | undefined {
  const { dice } = world
  const people = world.livingPeople
  if (world.livingGroups.length === 0 || people.length === 0) return undefined
  const group = dice.pick(world.livingGroups)
  const { handle } = dice.pick(people)
  return changeMemberOf(group, handle, dice.chance(0.6))
}

export function changeMemberOf(group: string, handle: string, isAdded: boolean): Move {
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
export function addRemoved(group: string, handle: string): Move {
  const { call } = changeMemberOf(group, handle, true)
  return { call: { ...call, states: 'membership.add.unknown-user', dimension: 'names-in-paths' } }
}

export function unknownInMembership(world: World, which?: string): Move | undefined {
  const { dice } = world
  if (world.livingGroups.length === 0 || world.livingPeople.length === 0) return undefined
  const group = which ?? dice.pick(world.livingGroups)
  const { handle } = dice.pick(world.livingPeople)
  const goneGroups = world.groups.filter((each) => world.gone.has(each))
  const gonePeople = world.people.filter((each) => world.gone.has(each.handle))
  const unknownUser = gonePeople.length > 0 ? `«${dice.pick(gonePeople).handle}.id»` : '«none1»'
  const unknownGroup = goneGroups.length > 0 ? `«${dice.pick(goneGroups)}.id»` : '«none1»'
  const [operation, method, path, states] = world.seldom(
    [
      ['addUserToGroup', 'PUT', `«${group}.id»/users/${unknownUser}`, 'membership.add.unknown-user'],
      ['addUserToGroup', 'PUT', `${unknownGroup}/users/«${handle}.id»`, 'membership.add.unknown-group'],
      [
        'removeUserFromGroup',
        'DELETE',
        `${unknownGroup}/users/«${handle}.id»`,
        'membership.remove.unknown-group',
      ],
      ['listGroupUsers', 'GET', `${unknownGroup}/users`, 'membership.list.unknown-group'],
      ['getGroup', 'GET', unknownGroup, 'groups.get.unknown'],
      ['updateGroup', 'PUT', unknownGroup, 'groups.update.unknown'],
      ['deleteGroup', 'DELETE', unknownGroup, 'groups.delete.unknown'],
      ['listGroupApps', 'GET', `${unknownGroup}/apps`, 'group-apps.list.unknown'],
    ] as const,
    ([, , , name]) => name,
  )
  return {
    call: stating(states, {
      operation,
      method,
      path: `${groups}/${path}`,
      ...(operation === 'updateGroup' ? { body: { profile: { name: '«tag» nobody' } } } : {}),
      dimension: 'names-in-paths',
    }),
  }
}

export const groupMoves: readonly Kind[] = [
  { weight: 4, propose: (world) => createGroup(world) },
  { weight: 4, propose: updateGroup },
  { weight: 2, propose: groupAtLimit },
  { weight: 2, propose: refusedGroup },
  { weight: 2, propose: (world) => deleteGroup(world) },
  { weight: 8, propose: changeMember },
  { weight: 1, propose: unknownInMembership },
]
