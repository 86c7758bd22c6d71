import { a, check, type Json } from '../engine/run/check.ts'
import { appLinkProperties, demandsOf } from '../tables/shown.ts'
import { isSet } from '../engine/judge/expectation.ts'
import { readPages } from '../engine/run/api.ts'
import { isOfThisRun } from './support/arrange.ts'
import { groupPath, userPath } from './support/paths.ts'

check(
  'the app links of a user hold the applications assigned to it',
  {
    judges: [
      'users.app-links.direct',
      ...appLinkProperties.map(({ slug }) => `users.app-links.${slug}` as const),
    ],
    quick: true,
    needs: ['application'],
  },
  async ({ api, judge, need, assume }) => {
    const { userId, appId } = await need('application')
    assume('users.app-links.direct', userId !== undefined, 'a user with an application is named')
    const reply = await api.get(`${userPath(userId)}/appLinks`)
    judge('users.app-links.direct').success(reply)
    judge('users.app-links.direct').every(reply.items, { id: a.string })
    if (appId !== undefined)
      judge('users.app-links.direct').some(reply.items, (link: Json) => link?.appInstanceId === appId)
    for (let again = 0; again < 2; again++) {
      const { items } = await api.get(`${userPath(userId)}/appLinks`)
      judge('users.app-links.direct').equal(items.length, reply.items.length, 'how many when read again')
    }
    for (const row of appLinkProperties)
      for (const expected of demandsOf(row)) judge(`users.app-links.${row.slug}`).every(reply.items, expected)
  },
)

check(
  'the app links of a user hold the applications assigned to its groups',
  { judges: ['users.app-links.by-group'], needs: ['application'] },
  async ({ given, api, judge, need, assume, unique }) => {
    const { groupId, appId } = await need('application')
    assume('users.app-links.by-group', groupId !== undefined, 'a group with an application is named')
    const path = groupPath(groupId)
    const { items } = await api.get(`${path}/users`, { query: { limit: 1 } })
    let member: unknown = items[0]?.id
    if (member === undefined) {
      const { json } = await api.get(path)
      assume(
        'users.app-links.by-group',
        isOfThisRun(json.profile?.name, unique),
        'the group that is named has a member',
      )
      const user = await given.user()
      await api.control('membership.add.effect').put(`${path}/users/${encodeURIComponent(user.id)}`)
      member = user.id
    }
    const reply = await api.get(`${userPath(member)}/appLinks`)
    judge('users.app-links.by-group').success(reply)
    judge('users.app-links.by-group').every(reply.items, { id: a.string })
    if (appId !== undefined)
      judge('users.app-links.by-group').some(reply.items, (link: Json) => link?.appInstanceId === appId)
  },
)

check(
  'the app links of a new user are an array',
  { judges: ['users.app-links.none'] },
  async ({ given, api, judge }) => {
    const user = await given.user({ activate: false, password: false })
    const reply = await api.get(`${user.path}/appLinks`)
    judge('users.app-links.none').success(reply)
    judge('users.app-links.none').ok(Array.isArray(reply.body), 'the body is an array', reply.body)
  },
)

for (const [need, requirement, type] of [
  ['app-group', 'users.groups.imported', 'APP_GROUP'],
  ['built-in-group', 'users.groups.built-in', 'BUILT_IN'],
] as const)
  check(
    `a member of a group of type ${type} has it among its groups`,
    { judges: [requirement], needs: [need] },
    async (context) => {
      const { api, judge, assume } = context
      const { id } = await context.need(need, { member: true })
      const { items } = await api.get(`${groupPath(id)}/users`)
      assume('membership.list.ok', isSet(items[0]?.id), `the group of type ${type} has a member`)
      for (const [at, member] of items.slice(0, 10).entries()) {
        const groups = await readPages(api, `${userPath(member?.id)}/groups`, {})
        // The members belong to others, who may remove any of them meanwhile.
        if (groups.status === 404 && at + 1 < items.length) continue
        judge(requirement).success(groups)
        judge(requirement).some(groups.items, { id, type })
        return
      }
    },
  )

check(
  'the groups of a user are those it was added to',
  { judges: ['users.groups.ok', 'users.groups.others'] },
  async ({ given, api, judge, poll }) => {
    const user = await given.user({ activate: false, password: false })
    const other = await given.user({ activate: false, password: false })
    const [first, second] = [
      await given.group({ members: [user] }),
      await given.group({ members: [user, other] }),
    ]
    const strange = await given.group({ members: [other] })
    const mine = new Set([first.id, second.id, strange.id])
    const reply = await poll.until(
      () => api.get(`${user.path}/groups`),
      ({ items }) => items.filter((group) => mine.has(group?.id)).length === 2,
    )
    judge('users.groups.ok').success(reply)
    for (const { id, name } of [first, second]) {
      judge('users.groups.ok').some(reply.items, { id, profile: { name } })
      judge('users.groups.others').some(reply.items, { id })
    }
    judge('users.groups.others').none(reply.items, { id: strange.id })
  },
)
