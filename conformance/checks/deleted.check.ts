/** Deleted or removed records are in no list any more, and no call finds them. */
import { check } from '../engine/run/check.ts'
import { callOf } from '../engine/wire/routes.ts'
import {
  partsOf,
  strayBodies,
  unknownCredentialIds,
  unknownGroupIds,
  unknownLifecycleIds,
  unknownMemberIds,
  unknownSessionIds,
  unknownUserIds,
} from '../tables/unknown-ids.ts'
import { holding, idsOf, listRulesUntil, quoted } from './support/find-records.ts'
import { groupsPath, usersPath, rulesPath } from './support/paths.ts'

check(
  'a user who was removed is found no more',
  { judges: [], supports: ['users.delete.removed'] },
  async ({ given, api, judge, poll }) => {
    const user = await given.user({ activate: false, password: false })
    const search = (text: string): Promise<string[]> =>
      api.get(usersPath, { query: { search: text } }).then(idsOf)
    const found = (id: string): Promise<string[]> => search(`id eq ${quoted(id)}`)
    // Some keep deactivated users in a separate list.
    const ended = `status eq "DEPROVISIONED" and id eq ${quoted(user.id)}`
    await poll.until(
      () => found(user.id),
      (ids) => ids.length > 0,
    )
    const remove = (): Promise<unknown> => api.control('users.delete.no-content').delete(user.path)
    await remove()
    await poll.until(
      () => search(ended),
      (ids) => ids.length > 0,
    )
    await remove()
    const fence = await given.fresh.user({ activate: false, password: false })
    const after = await poll.behind(
      async () => (await found(fence.id)).length > 0,
      async () => [...(await found(user.id)), ...(await search(ended))],
      (ids) => ids.length === 0,
    )
    judge('users.delete.removed').equal(after, [], 'the users of its id')
  },
)

check(
  'a rule that was deleted is found no more',
  { judges: [], supports: ['rules.delete.inactive'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge, poll } = context
    const groups = [await given.group()]
    const rule = await given.rule({ groups })
    const found = (name: string): Promise<string[]> =>
      api.get(rulesPath, { query: { search: name } }).then(idsOf)
    await listRulesUntil(context, { search: rule.name }, holding(rule))
    await api.control('rules.delete.accepted').delete(rule.path)
    const fence = await given.rule({ groups })
    const after = await poll.behind(
      async () => (await found(fence.name)).includes(fence.id),
      () => found(rule.name),
      (ids) => !ids.includes(rule.id),
    )
    judge('rules.delete.inactive').ok(!after.includes(rule.id), 'the rule is not listed', after)
  },
)

const ofRemoved = [
  ...unknownUserIds,
  ...unknownSessionIds,
  ...unknownLifecycleIds,
  ...unknownCredentialIds,
  ...unknownGroupIds,
  ...unknownMemberIds.filter(({ of }) => of.endsWith('.userId')),
]

check(
  'a user and a group that were removed are as unknown as those that never were',
  { judges: [], supports: [...ofRemoved.map(({ id }) => id), 'groups.delete.gone'] },
  async ({ given, api, judge, assume, poll }) => {
    const [user, group] = [
      await given.fresh.user({ activate: false, password: false }),
      await given.fresh.group(),
    ]
    const [removed, deleted] = [
      await given.fresh.user({ status: 'DEPROVISIONED' }),
      await given.fresh.group(),
    ]
    await api.control('users.delete.no-content').delete(removed.path)
    await api.control('groups.delete.no-content').delete(deleted.path)
    for (const each of [removed, deleted])
      await poll.until(
        () => api.get(each.path),
        ({ status }) => status >= 400,
      )
    for (const row of ofRemoved) {
      const [on, gone] = partsOf(row)
      const ids = { id: removed.id, userId: user.id, groupId: group.id }
      const { method, path } = callOf(on, {
        ...ids,
        [gone]: gone === 'groupId' ? deleted.id : removed.id,
      })
      const body = strayBodies[on]
      const isSilent = method === 'POST' && body === undefined
      const reply = await api.request(method, path, body, isSilent ? { query: { sendEmail: false } } : {})
      judge(row.id).platformError(reply, 404, 'E0000007')
      if (on === 'getUser') assume('users.delete.removed', reply.status === 404, 'a user who is removed')
      if (on === 'getGroup') assume('groups.delete.gone', reply.status === 404, 'a group that is deleted')
    }
    const search = `profile.name eq ${quoted(deleted.name)}`
    const found = await poll.until(
      () => api.get(groupsPath, { query: { search } }).then(idsOf),
      (ids) => ids.length === 0,
    )
    judge('groups.delete.gone').equal(found, [], 'the groups of its name')
  },
)
