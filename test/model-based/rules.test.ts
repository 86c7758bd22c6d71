import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newUser, type TestOrg, testOrg } from '../support/call.ts'
import {
  type Condition,
  emptyReference,
  membersOf,
  type Reference,
  type ReferenceGroup,
  type ReferenceRule,
  settled,
} from './rule-reference.ts'
import { runs } from '../support/runs.ts'

/** One step: what it does, and numbers that pick among what exists when its turn comes. */
interface Step {
  readonly name: keyof typeof operations
  readonly picks: readonly number[]
  readonly flag: boolean
}

interface World extends TestOrg {
  /** Whether a rule becomes INVALID without one of its groups. */
  readonly isPreset: boolean
  state: Reference
  saved: { snapshot: ReadonlyMap<string, unknown>; state: Reference } | undefined
  names: number
  /** The members of each group before the step, as one text; empty where the step goes back. */
  before: ReadonlyMap<string, string>
}

const departments = ['Sales', 'Legal', 'Support']
const initials = ['A', 'B']

/** Conditions of every kind: on the profile, on groups by id, on names, and joined or turned around. */
function condition(groups: readonly ReferenceGroup[], picks: readonly number[]): Condition {
  const [kind = 0, first = 0, second = 0, third = 0] = picks
  const group = groups[first % Math.max(1, groups.length)]
  const other = groups[second % Math.max(1, groups.length)]
  const department = departments[third % departments.length]!
  const inDepartment: Condition = {
    text: `user.department == "${department}"`,
    attributes: ['department'],
    groups: [],
    holds: ({ profile }) => profile.department === department,
  }
  if (!group || !other || kind % 9 < 2) return inDepartment
  const inGroup: Condition = {
    text: `isMemberOfGroup("${group.id}")`,
    attributes: [],
    groups: [group.id],
    holds: (_, ids) => ids.has(group.id),
  }
  switch (kind % 9) {
    case 2:
      return inGroup
    case 3:
      return { ...inGroup, text: `not ${inGroup.text}`, holds: (...asked) => !inGroup.holds(...asked) }
    case 4:
      return {
        text: `isMemberOfAnyGroup("${group.id}", "${other.id}") and ${inDepartment.text}`,
        attributes: ['department'],
        groups: [group.id, other.id],
        holds: (user, ids, names) =>
          (ids.has(group.id) || ids.has(other.id)) && inDepartment.holds(user, ids, names),
      }
    case 5: {
      const initial = initials[third % initials.length]!
      return {
        text: `isMemberOfGroupNameStartsWith("${initial}")`,
        attributes: [],
        groups: 'any',
        holds: (_, __, names) => names.some((name) => name.startsWith(initial)),
      }
    }
    case 6: {
      return {
        text: `!isMemberOfGroupName("${group.name}") || ${inDepartment.text}`,
        attributes: ['department'],
        groups: 'any',
        holds: (user, ids, names) => !names.includes(group.name) || inDepartment.holds(user, ids, names),
      }
    }
    case 7:
      return {
        text: `${inGroup.text} ? !isMemberOfGroup("${other.id}") : ${inDepartment.text}`,
        attributes: ['department'],
        groups: [group.id, other.id],
        holds: (user, ids, names) =>
          ids.has(group.id) ? !ids.has(other.id) : inDepartment.holds(user, ids, names),
      }
    default:
      return {
        text: 'user.title != null',
        attributes: ['title'],
        groups: [],
        holds: ({ profile }) => profile.title !== undefined,
      }
  }
}

const operations = {
  async createUser(world: World, [department = 0, title = 0]: readonly number[]) {
    const profile = { department: departments[department % 3], ...(title % 2 ? { title: 'Lead' } : {}) }
    const { json } = await world.call('POST', '/api/v1/users', newUser(profile))
    world.state = { ...world.state, users: [...world.state.users, { id: json.id, profile: json.profile }] }
  },

  async updateUser(world: World, [user = 0, department = 0, title = 0]: readonly number[]) {
    const found = pick(world.state.users, user)
    if (!found) return
    const changes = { department: departments[department % 3], title: title % 2 ? 'Lead' : null }
    const { json } = await world.call('POST', `/api/v1/users/${found.id}`, { profile: changes })
    const users = world.state.users.map((each) =>
      each === found ? { id: found.id, profile: json.profile } : each,
    )
    world.state = { ...world.state, users }
  },

  async deactivateUser(world: World, [user = 0]: readonly number[]) {
    const found = pick(mortals(world), user)
    if (found) await world.call('POST', `/api/v1/users/${found.id}/lifecycle/deactivate`)
  },

  async removeUser(world: World, [user = 0]: readonly number[]) {
    const found = pick(mortals(world), user)
    if (!found) return
    await world.call('POST', `/api/v1/users/${found.id}/lifecycle/deactivate`)
    await world.call('DELETE', `/api/v1/users/${found.id}`)
    world.state = {
      users: world.state.users.filter((each) => each !== found),
      groups: world.state.groups.map((group) => ({ ...group, direct: without(group.direct, found.id) })),
      rules: world.state.rules.map((rule) => ({
        ...rule,
        added: without(rule.added, found.id),
        excluded: without(rule.excluded, found.id),
      })),
    }
  },

  async createGroup(world: World, [initial = 0]: readonly number[]) {
    const name = `${initials[initial % 2]}${world.names++}`
    const { json } = await world.call('POST', '/api/v1/groups', { profile: { name } })
    const group = { id: json.id as string, name, direct: new Set<string>() }
    world.state = { ...world.state, groups: [...world.state.groups, group] }
  },

  async renameGroup(world: World, [group = 0, initial = 0]: readonly number[]) {
    const found = pick(world.state.groups, group)
    if (!found) return
    const name = `${initials[initial % 2]}${world.names++}`
    await world.call('PUT', `/api/v1/groups/${found.id}`, { profile: { name } })
    replaceGroup(world, { ...found, name })
  },

  async removeGroup(world: World, [group = 0]: readonly number[]) {
    const found = pick(world.state.groups, group)
    if (!found) return
    await world.call('DELETE', `/api/v1/groups/${found.id}`)
    world.state = {
      ...world.state,
      groups: world.state.groups.filter((each) => each !== found),
      rules: world.state.rules.map((rule) =>
        world.isPreset && rule.groups.includes(found.id) ? { ...rule, status: 'INVALID' } : rule,
      ),
    }
  },

  async addMember(world: World, [group = 0, user = 0]: readonly number[]) {
    const found = pick(world.state.groups, group)
    const added = pick(world.state.users, user)
    if (!found || !added) return
    await world.call('PUT', `/api/v1/groups/${found.id}/users/${added.id}`)
    replaceGroup(world, { ...found, direct: new Set([...found.direct, added.id]) })
  },

  async removeMember(world: World, [group = 0, user = 0]: readonly number[]) {
    const found = pick(world.state.groups, group)
    const removed = pick(world.state.users, user)
    if (!found || !removed) return
    await world.call('DELETE', `/api/v1/groups/${found.id}/users/${removed.id}`)
    const holders = world.state.rules.filter(
      (rule) => rule.groups.includes(found.id) && rule.added.has(removed.id),
    )
    world.state = {
      ...world.state,
      groups: world.state.groups.map((group) => {
        if (group === found) return { ...group, direct: without(group.direct, removed.id) }
        const stays = holders.some((rule) => rule.groups.includes(group.id))
        return stays ? { ...group, direct: new Set([...group.direct, removed.id]) } : group
      }),
      rules: world.state.rules.map((rule) =>
        holders.includes(rule)
          ? {
              ...rule,
              added: without(rule.added, removed.id),
              excluded: new Set([...rule.excluded, removed.id]),
            }
          : rule,
      ),
    }
  },

  async createRule(world: World, [first = 0, second = 0, excluded = 0, ...picks]: readonly number[]) {
    const target = pick(world.state.groups, first)
    const other = pick(world.state.groups, second)
    if (!target || !other) return
    const user = excluded % 3 === 0 ? pick(world.state.users, excluded) : undefined
    const chosen = condition(world.state.groups, picks)
    const groups = [...new Set([target.id, other.id])]
    const body = ruleBody(`rule ${world.names++}`, chosen.text, groups, user ? [user.id] : [])
    const { status, json } = await world.call('POST', '/api/v1/groups/rules', body)
    expect(status, JSON.stringify(json)).toBe(200)
    const rule: ReferenceRule = {
      id: json.id,
      status: 'INACTIVE',
      condition: chosen,
      groups,
      excluded: new Set(user ? [user.id] : []),
      added: new Set(),
    }
    world.state = { ...world.state, rules: [...world.state.rules, rule] }
  },

  async createAndActivate(world: World, picks: readonly number[]) {
    const before = world.state.rules.length
    await operations.createRule(world, picks)
    if (world.state.rules.length > before) await operations.activate(world, [before])
  },

  async updateRule(world: World, [rule = 0, ...picks]: readonly number[]) {
    const found = pick(world.state.rules, rule)
    if (!found) return
    const chosen = condition(world.state.groups, picks)
    const body = ruleBody(`rule ${world.names++}`, chosen.text, found.groups, [...found.excluded])
    const { status } = await world.call('PUT', `/api/v1/groups/rules/${found.id}`, body)
    expect(status).toBe(found.status === 'INACTIVE' ? 200 : 400)
    if (found.status === 'INACTIVE') replaceRule(world, { ...found, condition: chosen })
  },

  async activate(world: World, [rule = 0]: readonly number[]) {
    const found = pick(world.state.rules, rule)
    if (!found) return
    const { status } = await world.call('POST', `/api/v1/groups/rules/${found.id}/lifecycle/activate`)
    expect(status).toBe(found.status === 'INVALID' ? 400 : 204)
    if (found.status === 'INACTIVE') replaceRule(world, { ...found, status: 'ACTIVE' })
  },

  async deactivate(world: World, [rule = 0]: readonly number[]) {
    const found = pick(world.state.rules, rule)
    if (!found) return
    const { status } = await world.call('POST', `/api/v1/groups/rules/${found.id}/lifecycle/deactivate`)
    expect(status).toBe(found.status === 'INVALID' ? 400 : 204)
    if (found.status === 'ACTIVE') replaceRule(world, { ...found, status: 'INACTIVE' })
  },

  async removeRule(world: World, [rule = 0]: readonly number[], removeUsers: boolean) {
    const found = pick(world.state.rules, rule)
    if (!found) return
    await world.call('DELETE', `/api/v1/groups/rules/${found.id}?removeUsers=${removeUsers}`)
    world.state = {
      ...world.state,
      rules: world.state.rules.filter((each) => each !== found),
      groups: world.state.groups.map((group) =>
        removeUsers || !found.groups.includes(group.id)
          ? group
          : { ...group, direct: new Set([...group.direct, ...found.added]) },
      ),
    }
  },

  async save(world: World) {
    world.saved = { snapshot: world.org.state.snapshot(), state: world.state }
  },

  async goBack(world: World) {
    if (!world.saved) return
    world.org.state.restore(world.saved.snapshot)
    world.state = world.saved.state
    world.before = new Map()
  },
}

/** Everyone but the administrator, whose token makes the calls. */
function mortals({ state }: World): Reference['users'] {
  return state.users.slice(1)
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)]
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((each) => each !== id))
}

function replaceGroup(world: World, group: ReferenceGroup): void {
  const groups = world.state.groups.map((each) => (each.id === group.id ? group : each))
  world.state = { ...world.state, groups }
}

function replaceRule(world: World, rule: ReferenceRule): void {
  const rules = world.state.rules.map((each) => (each.id === rule.id ? rule : each))
  world.state = { ...world.state, rules }
}

function ruleBody(name: string, value: string, groupIds: readonly string[], exclude: readonly string[]) {
  return {
    type: 'group_rule',
    name,
    conditions: {
      people: { users: { exclude }, groups: { exclude: [] } },
      expression: { type: 'urn:svc:expression:1.0', value },
    },
    actions: { assignUserToGroups: { groupIds } },
  }
}

async function compare(world: World): Promise<void> {
  const { state, call } = world
  const after = new Map<string, string>()
  for (const group of state.groups) {
    const { json } = await call('GET', `/api/v1/groups/${group.id}/users`)
    expect(idsOf(json), group.name).toEqual(membersOf(state, group))
    const members = idsOf(json).join()
    const known = world.before.get(group.id)
    if (known !== undefined) await compareMoment(world, group, known !== members)
    after.set(group.id, members)
  }
  world.before = after
  for (const user of state.users) {
    const { json } = await call('GET', `/api/v1/users/${user.id}/groups`)
    const groups = state.groups.filter((group) => membersOf(state, group).includes(user.id))
    expect(idsOf(json).slice(1)).toEqual(groups.map(({ id }) => id))
  }
  const { json } = await call('GET', '/api/v1/groups/rules?limit=200')
  expect(
    json.map((rule: Listed) => [rule.id, rule.status, new Set(rule.conditions.people.users.exclude)]),
  ).toEqual(state.rules.map((rule) => [rule.id, rule.status, rule.excluded]))
}

/** `lastMembershipUpdated` is the moment of the step exactly when somebody came or left in it. */
async function compareMoment({ call, org }: World, { id, name }: ReferenceGroup, moved: boolean) {
  const { json } = await call('GET', `/api/v1/groups/${id}`)
  expect(json.lastMembershipUpdated === org.clock.iso(), `${name} moved`).toBe(moved)
}

interface Listed {
  readonly id: string
  readonly status: string
  readonly conditions: { readonly people: { readonly users: { readonly exclude: readonly string[] } } }
}

function idsOf(list: readonly { readonly id: string }[]): readonly string[] {
  return list.map(({ id }) => id)
}

const weights: Readonly<Record<keyof typeof operations, number>> = {
  createUser: 3,
  updateUser: 4,
  deactivateUser: 1,
  removeUser: 1,
  createGroup: 3,
  renameGroup: 2,
  removeGroup: 1,
  addMember: 4,
  removeMember: 4,
  createRule: 2,
  createAndActivate: 5,
  updateRule: 2,
  activate: 3,
  deactivate: 2,
  removeRule: 2,
  save: 1,
  goBack: 1,
}

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(name as keyof typeof operations),
    })),
  ),
  picks: fc.array(fc.nat(100), { minLength: 7, maxLength: 7 }),
  flag: fc.boolean(),
})

const foundation: readonly Step[] = (
  ['createUser', 'createUser', 'createGroup', 'createGroup', 'createGroup'] as const
).map((name, index) => ({ name, picks: [index, index, index, index, index, index, index], flag: false }))

test('after any operations each group holds those by hand, those matched by active rules, and those left by others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      async (steps, isPreset) => {
        const world: World = {
          ...testOrg(isPreset ? { preset: 'okta', prefix: 'svc' } : {}),
          isPreset,
          state: emptyReference,
          saved: undefined,
          names: 0,
          before: new Map(),
        }
        const [administrator] = world.org.users.collection.values()
        world.state = {
          ...emptyReference,
          users: [{ id: administrator!.id, profile: administrator!.profile }],
        }
        for (const { name, picks, flag } of [...foundation, ...steps]) {
          world.control.advanceClock({ by: '1s' })
          await operations[name](world, picks, flag)
          world.state = settled(world.state)
          await compare(world)
        }
      },
    ),
    { numRuns: runs(100) },
  )
}, 600_000)
