import type { Json } from '../engine/run/check.ts'
import { a, check } from '../engine/run/check.ts'
import { demandsOf, groupAppProperties } from '../tables/shown.ts'
import { groupPath } from './support/make-group.ts'
import { walkList } from './support/walk-list.ts'

const appsPath = (id: string): string => `${groupPath(id)}/apps`

check(
  'the applications of a group are records with the documented fields, in pages',
  {
    judges: ['group-apps.list.ok', ...groupAppProperties.map(({ slug }) => `group-apps.${slug}` as const)],
    observes: ['group-apps.more-fields'],
    needs: ['application'],
  },
  async ({ api, judge, need, rely, observe }) => {
    const { groupId, appId } = await need('application')
    rely('group-apps.list.ok', groupId !== undefined, 'a group with an application is supplied')
    const path = appsPath(String(groupId))
    const whole = await api.get(path)
    judge('group-apps.list.ok').success(whole)
    judge('group-apps.list.ok').some(whole.items, { id: appId ?? a.string })
    for (let again = 0; again < 2; again++)
      judge('group-apps.list.ok').equal((await api.get(path)).items.length, whole.items.length, 'read again')
    for (const row of groupAppProperties)
      for (const expected of demandsOf(row)) judge(`group-apps.${row.slug}`).every(whole.items, expected)
    observe('group-apps.more-fields', Object.keys(whole.items[0] ?? {}))
  },
)

check(
  'the applications of a group come in pages of the asked size, each application once',
  { judges: ['group-apps.list.after', 'group-apps.list.limit'], needs: ['application'] },
  async ({ api, judge, need, rely }) => {
    const { groupId, appId } = await need('application')
    rely('group-apps.list.ok', groupId !== undefined, 'a group with an application is supplied')
    const path = appsPath(String(groupId))
    const ids = (list: readonly Json[]): string[] => list.map((app) => String(app?.id)).toSorted()
    const all = ids((await api.control('group-apps.list.ok').get(path)).items)
    const walk = await walkList(api, path, { limit: 1 }, 50)
    for (const page of walk.replies) {
      judge('group-apps.list.limit').success(page)
      judge('group-apps.list.limit')
        .on(page)
        .ok(page.items.length <= 1, 'at most one', page.items.length)
    }
    judge('group-apps.list.limit').some(walk.items, { id: a.string })
    judge('group-apps.list.after').ok(walk.ended, 'the list ends')
    judge('group-apps.list.after').some(walk.items, { id: appId ?? a.string })
    const once = ids(walk.items).filter((id, at, list) => list.indexOf(id) === at)
    judge('group-apps.list.after').equal(ids(walk.items), once, 'no application twice')
    // The list without limit has its own page size, so it may be shorter.
    for (const id of all) judge('group-apps.list.after').some(walk.items, { id })
    rely('group-apps.list.ok', all.length > 1, 'the group has more than one application')
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
