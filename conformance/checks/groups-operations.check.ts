import { a, check, type Json } from '../engine/run/check.ts'
import { invalidVariants, requiredIds } from '../tables/required.ts'
import { anythingBut } from '../tables/forms.ts'
import { idsOf, listGroupsUntil, quoted } from './support/find-records.ts'
import { makeGroup, tryPassword } from './support/arrange.ts'
import { seen, userRead } from './support/scenario.ts'
import { groupPath, groupsPath } from './support/paths.ts'

check(
  'a group is created, and found again under its id',
  {
    judges: ['groups.create.ok', 'groups.create.stored', 'groups.get.ok'],
    quick: true,
    observes: ['groups.success-codes'],
  },
  async ({ api, judge, unique, observe }) => {
    const profile = { name: unique('group'), description: 'made by a check' }
    const created = await makeGroup(api, profile)
    judge('groups.create.ok').matches(created, { id: a.string, type: 'SVC_GROUP', profile })
    observe('groups.success-codes', created.status)
    const read = await api.get(groupPath(created.json.id))
    judge('groups.create.stored').matches(read, { profile })
    judge('groups.get.ok').matches(read, {
      id: created.json.id ?? a.string,
      type: 'SVC_GROUP',
      profile,
    })
  },
)

check(
  'a create without a profile is refused',
  { judges: requiredIds('groups.create') },
  async ({ api, judge, unique }) => {
    await makeGroup(api.control('groups.create.ok'), { name: unique('control') })
    for (const [requirement, body] of invalidVariants('groups.create', {}))
      judge(requirement).refused(await api.post(groupsPath, body))
  },
)

check(
  'an update stores the whole profile, and a get right after shows it',
  {
    judges: [
      'groups.update.ok',
      'groups.update.stored',
      'groups.update.whole',
      'groups.get.reads-own-writes',
    ],
    supports: ['groups.operations.kept'],
  },
  async ({ given, api, judge, unique }) => {
    const member = await given.user({ activate: false, password: false })
    const group = await given.group({ description: 'at first', members: [member] })
    let kept: Json
    for (const description of ['once', 'twice']) {
      const profile = { name: unique('renamed'), description }
      judge('groups.update.ok').matches(await api.put(group.path, { profile }), { id: group.id, profile })
      const read = await api.get(group.path)
      judge('groups.get.reads-own-writes').matches(read, { id: group.id, profile })
      judge('groups.update.stored').matches(read, { id: group.id, profile })
      kept = read.json.profile
    }
    const name = unique('bare')
    const bare = await api.put(group.path, { profile: { name } })
    const read = await api.get(group.path)
    const requirement = judge('groups.update.whole')
    if (bare.status < 300) requirement.matches(read, { profile: { name, description: anythingBut('twice') } })
    else {
      requirement.refused(bare)
      requirement.matches(read, { profile: kept })
    }
    const members = await api.get(`${group.path}/users`)
    judge('groups.operations.kept').some(members.items, { id: member.id })
  },
)

check(
  'an update drops a custom property that was not sent',
  { judges: [], supports: ['groups.update.whole'], needs: ['group-custom-property'] },
  async (context) => {
    const { given, api, judge, need, unique } = context
    const custom = await need('group-custom-property')
    const value = unique('custom')
    const group = await given.group({ profile: { [custom.name]: value } })
    const name = unique('bare')
    const bare = await api.put(group.path, { profile: { name } })
    const requirement = judge('groups.update.whole')
    const { profile }: Json = (await api.get(group.path)).json
    if (bare.status >= 300) requirement.refused(bare)
    else requirement.ok(profile?.[custom.name] !== value, 'the property that was not sent is gone', profile)
  },
)

check(
  'an update without a profile, or without a name in it, is refused and changes nothing',
  { judges: requiredIds('groups.update') },
  async ({ given, api, judge, unique }) => {
    const group = await given.group({ description: 'stays' })
    const sent = { profile: { name: group.name, description: 'another' } }
    for (const good of [sent, { id: group.id, ...sent }])
      for (const [requirement, body] of invalidVariants('groups.update', good)) {
        const profile = { name: unique('renamed'), description: 'stays' }
        await api.control('groups.update.ok').put(group.path, { profile })
        judge(requirement).refused(await api.put(group.path, body))
        judge(requirement).matches(await api.get(group.path), { id: group.id, profile })
      }
  },
)

check(
  'an SVC_GROUP is deleted',
  { judges: ['groups.delete.no-content', 'groups.delete.gone', 'groups.delete.members-stay'] },
  async (context) => {
    const { given, api, judge, poll } = context
    const user = await given.user({ recoveryQuestion: true })
    const group = await given.group({ members: [user] })
    const stays = await given.group({ members: [user] })
    // First seen everywhere that it can be seen, so that a server that caches it fails.
    const filter = `id eq ${quoted(group.id)} or id eq ${quoted(stays.id)}`
    await listGroupsUntil(context, { filter }, ({ items }) => items.length >= 2)
    await api.control('groups.get.ok').get(group.path)
    await api.control('users.groups.ok').get(`${user.path}/groups`)
    const [before] = await seen(api, [[userRead(user)]])
    judge('groups.delete.no-content').empty(await api.delete(group.path), 204)
    judge('groups.delete.gone').platformError(await api.get(group.path), 404, 'E0000007')
    judge('groups.delete.gone').refused(await api.get(`${group.path}/users`))
    const ofUser = await poll.until(
      () => api.get(`${user.path}/groups`),
      (reply) => !idsOf(reply).includes(group.id),
    )
    judge('groups.delete.gone').some(ofUser.items, { id: stays.id })
    judge('groups.delete.gone').none(ofUser.items, { id: group.id })
    const listed = await listGroupsUntil(context, { filter }, (reply) => !idsOf(reply).includes(group.id))
    judge('groups.delete.gone').equal(idsOf(listed), [stays.id], 'the groups that are listed')
    const [after] = await seen(api, [[userRead(user)]])
    judge('groups.delete.members-stay').equal(after, before, 'the member of the group that was deleted')
    judge('groups.delete.members-stay').success(await tryPassword(api, user.path, user.password))
    judge('groups.delete.members-stay').some(ofUser.items, { id: stays.id })
  },
)

for (const [need, requirement] of [
  ['app-group', 'groups.update.app-group'],
  ['built-in-group', 'groups.type.built-in'],
] as const) {
  check(
    `an update of ${need === 'app-group' ? 'an APP_GROUP' : 'a BUILT_IN group'} is refused and changes nothing`,
    { judges: [requirement], needs: [need] },
    async (context) => {
      const { given, api, judge } = context
      const { id } = await context.need(need)
      const own = await given.group()
      await api.control('groups.update.ok').put(own.path, { profile: own.json.profile })
      // Its own profile again, so that a server that wrongly obeys does no harm; lastUpdated would show it.
      const before: Json = (await api.get(groupPath(id))).json
      const { type, profile, lastUpdated } = before
      judge(requirement).oneOf(type, [need === 'app-group' ? 'APP_GROUP' : 'BUILT_IN'])
      judge(requirement).refused(await api.put(groupPath(id), { profile }))
      judge(requirement).matches(await api.get(groupPath(id)), { type, profile, lastUpdated })
    },
  )
}

check(
  'an APP_GROUP is deleted',
  { judges: ['groups.delete.app-group'], needs: ['disposable-app-group'] },
  async ({ api, judge, need }) => {
    const { id } = await need('disposable-app-group')
    await api.control('groups.get.ok').get(groupPath(id))
    judge('groups.delete.app-group').empty(await api.delete(groupPath(id)), 204)
    judge('groups.delete.app-group').refused(await api.get(groupPath(id)))
  },
)

check(
  'an APP_GROUP that a group push mapping uses is not deleted',
  { judges: ['groups.delete.pushed'], needs: ['pushed-app-group'] },
  async ({ given, api, judge, need }) => {
    const { id } = await need('pushed-app-group')
    const own = await given.group()
    await api.control('groups.delete.no-content', 204).delete(own.path)
    judge('groups.delete.pushed').refused(await api.delete(groupPath(id)))
    judge('groups.delete.pushed').matches(await api.get(groupPath(id)), { id, type: 'APP_GROUP' })
  },
)
