/** Deleted or removed records are in no list any more. */
import { check } from '../engine/run/check.ts'
import { holding, idsOf, listRulesUntil, quoted } from './support/find-records.ts'
import { usersPath, rulesPath } from './support/paths.ts'

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
