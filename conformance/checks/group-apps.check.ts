import { a, check } from '../engine/run/check.ts'
import { demandsOf, groupAppProperties } from '../tables/shown.ts'
import { groupPath } from './support/paths.ts'

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
