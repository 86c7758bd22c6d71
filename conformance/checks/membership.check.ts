import { type Api, type GivenUser, type Reply, a, check } from '../engine/run/check.ts'
import { Expectation } from '../engine/judge/expectation.ts'
import { idsOf } from './support/find-records.ts'
import { readPages } from '../engine/run/api.ts'
import { groupPath, memberPath } from './support/paths.ts'

const staged = { activate: false, password: false } as const

/** The ids of the groups of a user. */
async function groupsOf(api: Api, user: GivenUser): Promise<{ reply: Reply; ids: readonly string[] }> {
  const reply = await api.get(`${user.path}/groups`)
  return { reply, ids: idsOf(reply).toSorted() }
}

const selfOnly = new Expectation(
  'an object with self and nothing else',
  (value) => typeof value === 'object' && value !== null && Object.keys(value).join() === 'self',
)

check(
  'members are added to a group and removed from it',
  {
    judges: [
      'membership.add.no-content',
      'membership.add.effect',
      'membership.list.ok',
      'membership.list.links',
      'membership.remove.no-content',
      'membership.remove.effect',
      'membership.remove.user-stays',
    ],
    observes: ['membership.add.twice', 'membership.remove.non-member'],
  },
  async ({ given, api, judge, observe }) => {
    const group = await given.group()
    const other = await given.group()
    const [user, friend] = [await given.user(staged), await given.user()]
    const members = `${group.path}/users`
    for (const each of [user, friend])
      judge('membership.add.no-content').empty(await api.put(memberPath(group, each)), 204)
    const alone = await api.get(friend.path)
    const listed = await readPages(api, members, {})
    judge('membership.list.ok').success(listed)
    judge('membership.list.ok').every(listed.items, { id: a.string, status: a.string, profile: a.object })
    // The links of a user may be null: then nothing shows those of a member.
    if ((alone.json._links ?? null) !== null)
      judge('membership.list.links').every(listed.items, { _links: selfOnly })
    for (const { id, login } of [user, friend]) {
      judge('membership.list.ok').some(listed.items, { id, profile: { login } })
      judge('membership.add.effect').some(listed.items, { id })
    }
    judge('membership.add.effect').some((await groupsOf(api, user)).reply.items, { id: group.id })
    judge('membership.add.effect').none((await groupsOf(api, user)).reply.items, { id: other.id })
    judge('membership.add.effect').equal((await api.get(`${other.path}/users`)).body, [], 'the other group')
    observe('membership.add.twice', (await api.put(memberPath(group, user))).status)

    await api.control('membership.add.no-content').put(memberPath(other, user))
    judge('membership.remove.no-content').empty(await api.delete(memberPath(group, user)), 204)
    const left = await readPages(api, members, {})
    judge('membership.remove.effect').success(left)
    judge('membership.remove.effect').equal(idsOf(left), [friend.id], 'the other member stays')
    const groupsLeft = (await groupsOf(api, user)).reply.items
    judge('membership.remove.effect').none(groupsLeft, { id: group.id })
    judge('membership.remove.effect').some(groupsLeft, { id: other.id })
    judge('membership.remove.effect').some((await api.get(`${other.path}/users`)).items, { id: user.id })
    judge('membership.remove.user-stays').matches(await api.get(user.path), {
      id: user.id,
      status: 'STAGED',
      profile: { login: user.login },
    })
    observe('membership.remove.non-member', (await api.delete(memberPath(group, user))).status)
  },
)

check(
  'members of an unknown group, and unknown users, are refused with 404 and E0000007',
  {
    judges: [
      'membership.list.unknown-group',
      'membership.add.unknown-group',
      'membership.add.unknown-user',
      'membership.remove.unknown-group',
      'membership.remove.unknown-user',
      'errors.unknown-resource',
    ],
    quick: true,
  },
  async ({ given, api, judge, unique }) => {
    const user = await given.user(staged)
    const group = await given.group({ members: [user] })
    await api.control('membership.list.ok').get(`${group.path}/users`)
    const nobody = { id: unique.unknownId() }
    const nowhere = { id: unique.unknownId() }
    let { ids: groups } = await groupsOf(api, user)
    let members: readonly unknown[] = [user.id]
    for (const [requirement, call] of [
      ['membership.list.unknown-group', () => api.get(`${groupPath(nowhere.id)}/users`)],
      ['membership.add.unknown-group', () => api.put(memberPath(nowhere, user))],
      ['membership.add.unknown-user', () => api.put(memberPath(group, nobody))],
      ['membership.remove.unknown-group', () => api.delete(memberPath(nowhere, user))],
      ['membership.remove.unknown-user', () => api.delete(memberPath(group, nobody))],
    ] as const) {
      const reply = await call()
      for (const each of [requirement, 'errors.unknown-resource'] as const)
        judge(each).platformError(reply, 404, 'E0000007')
      // The effect of an earlier call is not a failure of this one.
      const standing = members
      members = idsOf(await api.get(`${group.path}/users`))
      judge(requirement).equal(members, standing, 'the members of another group stay as they were')
      const { ids } = await groupsOf(api, user)
      judge(requirement).equal(ids, groups, 'the groups of the user stay')
      groups = ids
    }
  },
)

for (const [need, added, removed] of [
  ['app-group', 'membership.add.app-group', 'membership.remove.app-group'],
  ['built-in-group', 'membership.add.built-in', 'membership.remove.built-in'],
] as const) {
  check(
    `nobody is added to or removed from ${need === 'app-group' ? 'an APP_GROUP' : 'a BUILT_IN group'}`,
    { judges: [added, removed], needs: [need] },
    async (context) => {
      const { given, api, judge } = context
      const managed = await context.need(need)
      const user = await given.user()
      const own = await given.group()
      await api.control('membership.add.no-content').put(memberPath(own, user))
      await api.control('membership.remove.no-content').delete(memberPath(own, user))
      const before = await groupsOf(api, user)
      for (const [requirement, method] of [
        [added, 'PUT'],
        [removed, 'DELETE'],
      ] as const) {
        judge(requirement).refused(await api.request(method, memberPath(managed, user)))
        const { reply, ids } = await groupsOf(api, user)
        judge(requirement).success(reply)
        judge(requirement).equal(ids, before.ids, 'the groups of the user stay as they were')
      }
    },
  )
}
