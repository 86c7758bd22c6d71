import { a, check, type Json, type Reply } from '../engine/run/check.ts'
import { sleep } from '../engine/wire/deadline.ts'
import { Expectation, isSet } from '../engine/judge/expectation.ts'
import { demandOf, groupProperties } from '../tables/shown.ts'
import { listGroupsUntil, quoted } from './support/find-records.ts'
import { makeGroup } from './support/arrange.ts'
import { groupPath, groupsPath, memberPath, readGroup } from './support/paths.ts'

const noSource = new Expectation('no source', (links) => !isSet((links as Json)?.source))

/** The properties of every group, whoever made it. */
const always = [
  ...groupProperties.map((row) => [`groups.${row.slug}.present`, demandOf(row)] as const),
  [
    'conventions.timestamps.groups',
    { created: a.timestamp, lastUpdated: a.timestamp, lastMembershipUpdated: a.timestamp },
  ],
] as const

/** The properties of a group of the run, in each of its replies. */
const carried = [
  ...always,
  ['conventions.naming.group-type', { type: 'SVC_GROUP' }],
  ['groups.object-class.array', { objectClass: a.nullable(a.array) }],
  ['groups.links.present', { id: a.string, _links: a.nullable(a.object) }],
  ['groups.source.absent', { id: a.string, source: a.nothing }],
  ['groups.links.no-source', { id: a.string, _links: noSource }],
] as const

check(
  'every group carries its metadata',
  {
    judges: [
      ...carried.map(([requirement]) => requirement),
      'groups.id.unique',
      'groups.metadata.after-creation',
      'conventions.naming.group-class',
    ],
    quick: true,
  },
  async (context) => {
    const { api, judge, unique } = context
    const created = await makeGroup(api, { name: unique('group') })
    judge('groups.metadata.after-creation').matches(created, {
      id: a.string,
      created: a.timestamp,
      lastUpdated: a.timestamp,
      lastMembershipUpdated: a.timestamp,
      type: 'SVC_GROUP',
    })
    const read = await readGroup(api, created)
    for (const reply of [created, read]) {
      for (const [requirement, expected] of carried) judge(requirement).matches(reply, expected)
      // The class may be null: then nothing shows its spelling.
      if (!isSet(reply.json.objectClass)) continue
      judge('groups.object-class.array').every(reply.json.objectClass, a.string)
      judge('conventions.naming.group-class').matches(reply, { objectClass: a.listWith('svc:user_group') })
    }
    const other = await makeGroup(api, { name: unique('group') })
    judge('groups.id.unique').notEqual(created.json.id, other.json.id, 'two groups have two ids')

    const filter = `id eq ${quoted(String(created.json.id))}`
    const listed = await listGroupsUntil(context, { filter }, ({ items }) => items.length > 0)
    for (const [requirement, expected] of carried) judge(requirement).every(listed.items, expected)
    const any = await api.get(groupsPath, { query: { limit: 10 } })
    for (const [requirement, expected] of always) judge(requirement).every(any.items, expected)
  },
)

check(
  'lastUpdated follows the profile, and lastMembershipUpdated the members',
  {
    judges: [
      'groups.last-updated.moves',
      'groups.last-updated.membership',
      'groups.last-membership-updated.added',
      'groups.last-membership-updated.removed',
      'groups.last-membership-updated.profile',
    ],
  },
  async ({ given, api, judge, poll, signal }) => {
    const user = await given.user({ activate: false, password: false })
    const group = await given.group({ description: 'at first' })
    const member = memberPath(group, user)
    let last: Json = (await api.get(group.path)).json
    // The clock of the target may count whole seconds only. The loop goes back and forth until it has moved on.
    const movedBy = async (
      name: 'lastUpdated' | 'lastMembershipUpdated',
      change: () => Promise<unknown>,
      back?: () => Promise<unknown>,
    ): Promise<{ first: Json; before: Json; after: Reply }> => {
      const first = last
      let before = last
      const after = await poll.until(
        async () => {
          if (before !== last && back !== undefined) {
            await back()
            await sleep(1001, signal)
          }
          before = (await api.get(group.path)).json
          await change()
          const read = await api.get(group.path)
          last = read.json
          return read
        },
        ({ json }) => String(json[name]) > String(before[name]),
      )
      return { first, before, after }
    }
    let count = 0
    const update = (): Promise<unknown> =>
      api.put(group.path, { profile: { name: group.name, description: `update ${++count}` } })
    const add = (): Promise<unknown> => api.put(member)
    const remove = (): Promise<unknown> => api.delete(member)

    const updated = await movedBy('lastUpdated', update)
    judge('groups.last-updated.moves').ok(
      String(updated.after.json.lastUpdated) > String(updated.before.lastUpdated),
      'lastUpdated moves forward',
      updated.after.json.lastUpdated,
    )
    const { lastMembershipUpdated } = updated.before
    judge('groups.last-membership-updated.profile').matches(updated.after, { lastMembershipUpdated })
    const told = await api.put(group.path, { profile: { name: group.name, description: 'at last' } })
    judge('groups.last-membership-updated.profile').matches(told, { lastMembershipUpdated })
    last = (await api.get(group.path)).json
    for (const [requirement, change, back] of [
      ['groups.last-membership-updated.added', add, remove],
      ['groups.last-membership-updated.removed', remove, add],
    ] as const) {
      const { first, before, after } = await movedBy('lastMembershipUpdated', change, back)
      judge(requirement).ok(
        String(after.json.lastMembershipUpdated) > String(before.lastMembershipUpdated),
        'lastMembershipUpdated moves forward',
        after.json.lastMembershipUpdated,
      )
      judge('groups.last-updated.membership').matches(after, { lastUpdated: first.lastUpdated })
    }
  },
)

check(
  'the links of a group lead to it, its members, its applications and its logos',
  {
    judges: ['groups.links.self', 'groups.links.users', 'groups.links.apps', 'groups.links.logo'],
    quick: true,
  },
  async ({ given, api, judge, assume }) => {
    const user = await given.user({ activate: false, password: false })
    const group = await given.group({ members: [user] })
    const read = await api.get(group.path)
    assume('groups.links.present', isSet(read.json._links), 'a group has _links, which may be null')
    const follow = async (relation: 'self' | 'users' | 'apps'): Promise<Reply> => {
      const href: unknown = read.json._links?.[relation]?.href
      judge(`groups.links.${relation}`).like(href, a.url, `the ${relation} link`)
      // A missing link leads to the group itself; the judgements below distinguish the two.
      return api.get(a.url.holds(href) ? String(href) : `${group.path}-nowhere`)
    }
    judge('groups.links.self').matches(await follow('self'), { id: group.id, profile: { name: group.name } })
    const members = await follow('users')
    judge('groups.links.users').success(members)
    judge('groups.links.users').some(members.items, { id: user.id })
    const apps = await follow('apps')
    judge('groups.links.apps').success(apps)
    judge('groups.links.apps').equal(apps.body, [], 'the applications of a group that has none')
    for (const relation of ['self', 'users', 'apps'] as const) judge(`groups.links.${relation}`).commit()
    const logo: Json = read.json._links?.logo
    const picture = { href: a.url, type: 'image/png' }
    assume('groups.links.logo', isSet(logo), 'a group shows a logo link, which it need not')
    judge('groups.links.logo').every(logo, { ...picture, name: a.oneOf('medium', 'large') })
  },
)

check(
  'the profile and the members of an SVC_GROUP are changed through the API',
  { judges: ['groups.type.svc-group'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ activate: false, password: false })
    const group = await given.group()
    const members = `${group.path}/users`
    const member = memberPath(group, user)
    const requirement = judge('groups.type.svc-group')
    const profile = { name: unique('renamed'), description: 'changed' }
    requirement.success(await api.put(group.path, { profile }))
    requirement.matches(await api.get(group.path), { type: 'SVC_GROUP', profile })
    requirement.success(await api.put(member))
    requirement.some((await api.get(members)).items, { id: user.id })
    requirement.success(await api.delete(member))
    const left = await api.get(members)
    requirement.equal(left.body, [], 'nobody is left')
  },
)

check(
  'an imported group tells its type and its source',
  {
    judges: ['groups.type.app-group', 'groups.source.id', 'groups.links.source'],
    quick: true,
    observes: ['groups.source.shape'],
    needs: ['app-group'],
  },
  async ({ api, judge, need, observe }) => {
    const group = await need('app-group')
    const read = await api.get(groupPath(group.id))
    judge('groups.type.app-group').matches(read, { id: group.id, type: 'APP_GROUP' })
    // The table calls it an array of strings, the replies show an object: both forms must show the id.
    const source: Json = read.json.source
    judge('groups.source.id').like(Array.isArray(source) ? source[0] : source?.id, a.string, 'the source')
    observe('groups.source.shape', Array.isArray(source) ? 'an array' : typeof source)
    // Links may be null: then nothing shows them.
    if (isSet(read.json._links))
      judge('groups.links.source').matches(read, { _links: { source: { href: a.url } } })
  },
)
