import type { ClauseId } from '../registry/clauses.ts'
import type { Json } from '../engine/wire/reply.ts'
import type { Kind, Move } from './moves.ts'
import { stating, templated } from './moves.ts'
import { longText, oddTexts } from './values.ts'
import type { World } from './world.ts'

const groups = '/api/v1/groups'
const rules = '/api/v1/groups/rules'

function newName(world: World, handle: string): string {
  const { dice, words } = world
  return `«tag»${dice.pick(['-', ' ', '_'])}${dice.pick(words)} ${handle}`
}

export function createGroup(world: World): Move | undefined {
  const { dice, words } = world
  if (world.livingGroups.length > 4) return undefined
  const handle = world.next('g')
  return {
    call: stating('groups.create.ok', {
      operation: 'createGroup',
      method: 'POST',
      path: groups,
      body: {
        profile: {
          name: newName(world, handle),
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
  const isRenamed = dice.chance(0.6)
  return {
    call: stating('groups.update.ok', {
      operation: 'updateGroup',
      method: 'PUT',
      path: `${groups}/«${handle}.id»`,
      body: {
        profile: {
          name: isRenamed ? newName(world, world.next('g')) : before.name,
          ...(dice.chance(0.6) || !isRenamed
            ? { description: dice.pick([...words, ...oddTexts, null]) }
            : {}),
        },
      },
      record: handle,
      shows: 'group',
      dimension: 'left-alone',
    }),
  }
}

function groupAtLimit(world: World): Move | undefined {
  const { dice } = world
  if (world.livingGroups.length === 0) return undefined
  const handle = dice.pick(world.livingGroups)
  const isOver = dice.chance(0.5)
  const isName = dice.chance(0.5)
  const tag = world.model.texts.get('tag') ?? ''
  const most = (isName ? 255 : 1024) + (isOver ? 1 : 0)
  const before: Json = templated(world, world.truth(handle).profile)
  const name = isName ? longText(dice, most, `${tag} `).replace(tag, '«tag»') : before.name
  const description = isName ? 'kept' : longText(dice, most)
  const states = `groups.${isName ? 'name' : 'description'}.max.${isOver ? 'refused' : 'accepted'}`
  return {
    call: stating(states as ClauseId, {
      operation: 'updateGroup',
      method: 'PUT',
      path: `${groups}/«${handle}.id»`,
      body: { profile: { name, description } },
      record: handle,
      shows: 'group',
      dimension: isOver ? 'refused' : 'values',
    }),
  }
}

export function refusedGroup(world: World): Move | undefined {
  const { dice } = world
  if (dice.chance(0.4)) return refusedCreate(world)
  if (world.livingGroups.length === 0) return undefined
  const handle = dice.pick(world.livingGroups)
  const path = `${groups}/«${handle}.id»`
  const [states, body] = dice.pick([
    ['groups.update.name-required', { profile: { description: 'no name' } }],
    ['groups.update.profile-required', {}],
    ['groups.name.limits-on-update', { profile: { name: '', description: 'no name' } }],
  ] as const)
  return {
    call: stating(states, { operation: 'updateGroup', method: 'PUT', path, body, dimension: 'refused' }),
  }
}

/** A group that cannot be made, with one thing wrong. */
function refusedCreate(world: World): Move {
  const name = `«tag» never ${world.next('g')}`
  const [states, profile] = world.seldom(
    [
      ['groups.description.max.refused', { name, description: 'd'.repeat(1025) }],
      ['groups.name.max.refused', { name: `«tag» ${'n'.repeat(255)}` }],
      ['groups.name.required', { description: 'no name' }],
    ] as const,
    ([each]) => `create ${each}`,
  )
  return {
    call: stating(states, {
      operation: 'createGroup',
      method: 'POST',
      path: groups,
      body: { profile },
      dimension: 'refused',
    }),
  }
}

function deleteGroup(world: World): Move | undefined {
  const { dice } = world
  if (world.livingGroups.length < 2) return undefined
  const handle = dice.pick(world.livingGroups)
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

function unknownInMembership(world: World): Move | undefined {
  const { dice } = world
  if (world.livingGroups.length === 0 || world.livingPeople.length === 0) return undefined
  const group = dice.pick(world.livingGroups)
  const { handle } = dice.pick(world.livingPeople)
  const goneGroups = world.groups.filter((each) => world.gone.has(each))
  const unknownGroup = goneGroups.length > 0 ? `«${dice.pick(goneGroups)}.id»` : '«none1»'
  const [operation, method, path, states] = world.seldom(
    [
      ['addUserToGroup', 'PUT', `«${group}.id»/users/«none1»`, 'membership.add.unknown-user'],
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

/** A login that somebody has, or will have, as an expression names it. */
function loginFor(world: World): string {
  const people = world.livingPeople
  if (people.length > 0 && world.dice.chance(0.8))
    return templated(world, world.truth(world.dice.pick(people).handle).profile.login) as string
  return `«tag»-nobody@example.com`
}

export function createRule(world: World): Move | undefined {
  const { dice, means } = world
  if (means.ruleFor === undefined || world.livingGroups.length === 0 || world.livingRules.length > 2)
    return undefined
  const handle = world.next('r')
  const excluded = world.livingPeople.filter(() => dice.chance(0.15))
  return {
    call: stating('rules.create.ok', {
      operation: 'createGroupRule',
      method: 'POST',
      path: rules,
      body: {
        type: 'group_rule',
        name: `«tag» ${handle}`,
        conditions: {
          ...(dice.chance(0.4)
            ? {
                people: {
                  users: { exclude: excluded.map((each) => `«${each.handle}.id»`) },
                  groups: { exclude: [] },
                },
              }
            : {}),
          expression: { type: 'urn:svc:expression:1.0', value: means.ruleFor(loginFor(world)) },
        },
        actions: {
          assignUserToGroups: { groupIds: dice.some(world.livingGroups, 2).map((each) => `«${each}.id»`) },
        },
      },
      record: handle,
      shows: 'rule',
      dimension: 'values',
    }),
    done: () => world.rules.push(handle),
  }
}

function ruleLifecycle(world: World): Move | undefined {
  const { dice } = world
  const some = world.livingRules.filter((handle) => world.truth(handle).status !== 'INVALID')
  if (some.length === 0) return undefined
  const handle = dice.pick(some)
  const isActive = world.truth(handle).status === 'ACTIVE'
  const what = dice.weighted([
    { weight: isActive ? 1 : 6, name: 'activate' },
    { weight: isActive ? 4 : 1, name: 'deactivate' },
    { weight: 2, name: 'delete' },
  ] as const).name
  const path = `${rules}/«${handle}.id»`
  if (what === 'delete') {
    const removeUsers = dice.chance(0.5)
    return {
      call: stating('rules.delete.accepted', {
        operation: 'deleteGroupRule',
        method: 'DELETE',
        path,
        ...(removeUsers ? { query: { removeUsers: 'true' } } : {}),
        dimension: 'second-time',
      }),
    }
  }
  return ruleStep(world, handle, what)
}

export function ruleStep(world: World, handle: string, what: 'activate' | 'deactivate'): Move | undefined {
  const status: unknown = world.truth(handle)?.status
  if (status === undefined || status === 'INVALID') return undefined
  const isActive = status === 'ACTIVE'
  // A second time the status needed is not shown.
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

export function updateRule(world: World): Move | undefined {
  const { dice, means } = world
  const some = world.livingRules.filter((handle) => world.truth(handle).status !== 'INVALID')
  if (some.length === 0 || means.ruleFor === undefined) return undefined
  const handle = dice.pick(some)
  const before: Json = world.truth(handle)
  const isActive = before.status === 'ACTIVE'
  const excluded = world.livingPeople.filter(() => dice.chance(0.2))
  const ids: string[] = before.actions.assignUserToGroups.groupIds
  return {
    call: stating(isActive ? 'rules.update.active' : 'rules.update.ok', {
      operation: 'updateGroupRule',
      method: 'PUT',
      path: `${rules}/«${handle}.id»`,
      body: {
        type: 'group_rule',
        name: `«tag» ${world.next('r')}`,
        conditions: {
          people: {
            users: { exclude: excluded.map((each) => `«${each.handle}.id»`) },
            groups: { exclude: [] },
          },
          expression: { type: 'urn:svc:expression:1.0', value: means.ruleFor(loginFor(world)) },
        },
        actions: {
          assignUserToGroups: { groupIds: ids.map((id) => `«${world.model.handleOf(id) ?? ''}.id»`) },
        },
      },
      ...(isActive ? {} : { record: handle, shows: 'rule' as const }),
      dimension: isActive ? 'refused' : 'left-alone',
    }),
  }
}

/** What is written about groups, members and rules. */
export const groupMoves: readonly Kind[] = [
  { weight: 4, propose: createGroup },
  { weight: 4, propose: updateGroup },
  { weight: 2, propose: groupAtLimit },
  { weight: 2, propose: refusedGroup },
  { weight: 2, propose: deleteGroup },
  { weight: 8, propose: changeMember },
  { weight: 1, propose: unknownInMembership },
  { weight: 3, propose: createRule },
  { weight: 4, propose: ruleLifecycle },
  { weight: 2, propose: updateRule },
]
