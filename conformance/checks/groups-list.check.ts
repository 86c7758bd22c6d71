import { a, check } from '../engine/run/check.ts'
import { holding, idsOf, listGroupsUntil, quoted } from './support/find-records.ts'
import { walkList } from '../engine/run/api.ts'
import { groupsPath, groupPath } from './support/paths.ts'
import { demandsOf, groupAppProperties } from '../tables/shown.ts'

check(
  'q finds groups by name, the exact match first, and without pages',
  {
    judges: [
      'groups.list.q',
      'groups.list.q-excludes',
      'groups.list.q-exact-first',
      'groups.list.q-no-paging',
    ],
    observes: ['groups.list.q-starts-with'],
  },
  async (context) => {
    const { given, api, judge, unique, observe } = context
    const name = unique('keyword')
    const longer = [await given.group({ name: `${name} alpha` })]
    const exact = await given.group({ name })
    longer.push(await given.group({ name: `${name} beta` }))
    const other = await given.group({ name: unique('else'), description: `${name} is not its name` })

    const reply = await listGroupsUntil(context, { q: name }, holding(exact, ...longer))
    judge('groups.list.q').success(reply)
    judge('groups.list.q').some(reply.items, { id: exact.id, profile: { name } })
    observe(
      'groups.list.q-starts-with',
      longer.every(({ id }) => idsOf(reply).includes(id)),
    )
    judge('groups.list.q-exact-first').equal(idsOf(reply)[0], exact.id, 'the exact match comes first')
    judge('groups.list.q-no-paging').some(reply.items, { id: exact.id })
    judge('groups.list.q-no-paging').absent(reply.links, 'next')
    const one = await api.get(groupsPath, { query: { q: name, limit: 1 } })
    judge('groups.list.q-no-paging').success(one)
    judge('groups.list.q-no-paging').absent(one.links, 'next')

    const found = await listGroupsUntil(context, { q: other.name }, holding(other))
    judge('groups.list.q').some(found.items, { id: other.id })
    for (const [listed, absent] of [
      [reply, [other]],
      [found, [exact, ...longer]],
    ] as const) {
      judge('groups.list.q-excludes').success(listed)
      for (const { id } of absent) judge('groups.list.q-excludes').on(listed).none(listed.items, { id })
    }
  },
)

check(
  'expand adds _embedded to each group',
  {
    judges: ['groups.list.expand-stats', 'groups.list.expand-both'],
    observes: ['groups.list.expand-contents'],
  },
  async (context) => {
    const { given, api, judge, observe } = context
    const group = await given.group()
    const filter = `id eq ${quoted(group.id)}`
    await listGroupsUntil(context, { filter }, holding(group))
    const stats = await api.get(groupsPath, { query: { filter, expand: 'stats' } })
    judge('groups.list.expand-stats').success(stats)
    judge('groups.list.expand-stats').every(stats.items, { id: group.id, _embedded: a.object })
    observe('groups.list.expand-contents', stats.items[0]?._embedded)

    // It is not stated how to send two values at once: with a comma, or one after the other.
    let both = await api.get(groupsPath, { query: { filter, expand: 'stats,app' } })
    if (both.status >= 400)
      both = await api.get(`${groupsPath}?expand=stats&expand=app`, { query: { filter } })
    judge('groups.list.expand-both').success(both)
    judge('groups.list.expand-both').every(both.items, { id: group.id, _embedded: a.object })
  },
)

check(
  'expand=app adds _embedded to an APP_GROUP',
  { judges: ['groups.list.expand-app'], quick: true, needs: ['app-group'] },
  async (context) => {
    const { judge, need } = context
    const { id } = await need('app-group')
    const query = { filter: `id eq ${quoted(id)}`, expand: 'app' }
    const reply = await listGroupsUntil(context, query, holding({ id }))
    judge('groups.list.expand-app').success(reply)
    judge('groups.list.expand-app').every(reply.items, { id, _embedded: a.object })
  },
)

check(
  'a group administrator does not see the everyone group',
  { judges: ['groups.list.everyone-hidden'], needs: ['group-admin-token', 'built-in-group'] },
  async ({ given, api, judge, need }) => {
    const everyone = await need('built-in-group')
    const { token } = await need('group-admin-token')
    const filter = 'type eq "BUILT_IN"'
    const shown = await api.control('groups.filter.type.built-in').get(groupsPath, { query: { filter } })
    const hidden = await api.as(token).get(groupsPath, { query: { filter, limit: 50 } })
    const walk = await walkList(api.as(token), groupsPath, { limit: 50 }, 50)
    const requirement = judge('groups.list.everyone-hidden')
    requirement.some(shown.items, { id: everyone.id })
    requirement.success(hidden)
    requirement.on(hidden).none(hidden.items, { id: everyone.id })
    requirement.success(walk.replies[0]!)
    requirement.none(walk.items, { id: everyone.id })
    // Nor among the groups of a user, if the administrator may see the user at all.
    const user = await given.user()
    const own = await api.as(token).get(`${user.path}/groups`)
    if (own.status < 300) requirement.on(own).none(own.items, { id: everyone.id })
  },
)

const appsPath = (id: string): string => `${groupPath(id)}/apps`

check(
  'the applications of a group are records with the documented fields, in pages',
  {
    judges: ['group-apps.list.ok', ...groupAppProperties.map(({ slug }) => `group-apps.${slug}` as const)],
    quick: true,
    observes: ['group-apps.more-fields'],
    needs: ['application'],
  },
  async ({ api, judge, need, assume, observe }) => {
    const { groupId, appId } = await need('application')
    assume('group-apps.list.ok', groupId !== undefined, 'a group with an application is supplied')
    const path = appsPath(String(groupId))
    const whole = await api.get(path)
    judge('group-apps.list.ok').success(whole)
    judge('group-apps.list.ok').some(whole.items, { id: appId ?? a.string })
    for (let again = 0; again < 2; again++)
      judge('group-apps.list.ok').equal((await api.get(path)).items.length, whole.items.length, 'read again')
    const first = await api.get(path, { query: { limit: 1 } })
    judge('group-apps.list.ok').some(first.items, { id: a.oneOf(...whole.items.map(({ id }) => String(id))) })
    for (const row of groupAppProperties)
      for (const expected of demandsOf(row)) judge(`group-apps.${row.slug}`).every(whole.items, expected)
    observe('group-apps.more-fields', Object.keys(whole.items[0] ?? {}))
  },
)

check(
  'a group without applications has an empty list of them',
  { judges: ['group-apps.list.empty'] },
  async ({ given, api, judge }) => {
    const group = await given.group()
    const empty = await api.get(appsPath(group.id))
    judge('group-apps.list.empty').success(empty)
    judge('group-apps.list.empty').equal(empty.body, [], 'no applications')
  },
)
