/** The effects of rules on the members of their groups. */
import { check } from '../engine/run/check.ts'
import { idsOf } from './support/find-records.ts'
import { membersUntil, ruleBody } from './support/arrange.ts'

check(
  'a rule adds nobody before it is activated, and then those it is true for',
  {
    judges: ['rules.create.inactive', 'rules.active.adds', 'rules.active.leaves-others'],
    supports: ['users.groups.ok'],
    needs: ['rule-expression'],
  },
  async (context) => {
    const { given, api, judge, need, assume } = context
    const { proven } = await need('rule-expression')
    const [group, second, idle] = [await given.group(), await given.group(), await given.group()]
    const [user, other] = [await given.user(), await given.user()]
    const waiting = await given.rule({ groups: [idle], forLogin: user.login })
    const rule = await given.rule({ groups: [group, second], forLogin: user.login })
    judge('rules.create.inactive').matches(await api.get(waiting.path), { status: 'INACTIVE' })
    assume('rules.active.adds', proven !== false, 'a rule expression that was seen to work')
    await api.control('rules.activate.no-content').post(`${rule.path}/lifecycle/activate`)
    const members = await membersUntil(context, group, user, true)
    judge('rules.active.adds').some(members.items, { id: user.id })
    const also = await membersUntil(context, second, user, true)
    judge('rules.active.adds').some(also.items, { id: user.id })
    judge('users.groups.ok').some((await api.get(`${user.path}/groups`)).items, { id: group.id })
    judge('rules.active.leaves-others').success(members)
    judge('rules.active.leaves-others').none(members.items, { id: other.id })
    // By now the other rule would have run too.
    const none = await api.get(`${idle.path}/users`)
    judge('rules.create.inactive').success(none)
    judge('rules.create.inactive').none(none.items, { id: user.id })
    judge('rules.create.inactive').matches(await api.get(waiting.path), { status: 'INACTIVE' })
  },
)

check(
  'a rule adds users who come later while it is ACTIVE, the second time too, and no longer',
  {
    judges: ['rules.active.later-users'],
    supports: ['rules.deactivate.inactive', 'rules.activate.active'],
    needs: ['rule-expression'],
    // An activation by another check may run all rules again, on all users.
    alone: true,
  },
  async (context) => {
    const { given, api, judge, assume, unique, need } = context
    const { proven } = await need('rule-expression')
    const [login, later, third] = [unique.login(), unique.login(), unique.login()]
    const [active, also] = [await given.group(), await given.group()]
    const [again, ended] = [await given.group(), await given.group()]
    const renamed = await given.fresh.user()
    const paths: string[] = []
    for (const [groups, forLogin, steps] of [
      [[ended], login, ['activate', 'deactivate']],
      [[again], later, ['activate', 'deactivate']],
      [[active, also], login, ['activate']],
      [[active], later, ['activate']],
      [[also], third, ['activate']],
    ] as const) {
      const { path } = await given.rule({ groups, forLogin })
      paths.push(path)
      for (const step of steps)
        await api.control(`rules.${step}.no-content`).post(`${path}/lifecycle/${step}`)
    }
    assume('rules.active.adds', proven !== false, 'a rule expression that was seen to work')
    // Rules may run some time after their activation: this user shows that they did, before the next one comes.
    await api.control('users.update.ok').post(renamed.path, { profile: { login: later } })
    const joined = await membersUntil(context, active, renamed, true)
    judge('rules.active.later-users').some(joined.items, { id: renamed.id })
    await api.control('rules.activate.no-content').post(`${paths[1]}/lifecycle/activate`)
    const second = await membersUntil(context, again, renamed, true)
    judge('rules.activate.active').some(second.items, { id: renamed.id })
    const user = await given.user({ profile: { login } })
    const first = await membersUntil(context, active, user, true)
    judge('rules.active.later-users').some(first.items, { id: user.id })
    const elsewhere = await membersUntil(context, also, user, true)
    judge('rules.active.later-users').some(elsewhere.items, { id: user.id })
    const profile = { ...renamed.profile, login: third }
    await api.control('users.replace.ok').put(renamed.path, { profile })
    const replaced = await membersUntil(context, also, renamed, true)
    judge('rules.active.later-users').some(replaced.items, { id: renamed.id })
    assume('rules.active.later-users', idsOf(first).includes(user.id), 'a rule adds a user who comes later')
    // By now the rule that is no longer active would have run too.
    const none = await api.get(`${ended.path}/users`)
    judge('rules.deactivate.inactive').success(none)
    judge('rules.deactivate.inactive').none(none.items, { id: user.id })
  },
)

check(
  'an excluded user is skipped when a rule runs',
  { judges: ['rules.people.users-excluded.skipped'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge, assume, need, unique } = context
    const { expression } = await need('rule-expression')
    const [group, fence] = [await given.group(), await given.group()]
    const [user, other] = [await given.user(), await given.user()]
    const excludeUsers = [other, user]
    await given.rule({ groups: [group], forLogin: user.login, excludeUsers, activate: true })
    // Another one excludes the user since an update only.
    const updated = await given.rule({ groups: [group], forLogin: user.login })
    const body = ruleBody(unique('excludes'), expression(user.login), [group])
    const people = { users: { exclude: excludeUsers.map(({ id }) => id) } }
    const conditions = { ...body.conditions, people }
    await api.control('rules.update.ok').put(updated.path, { ...body, conditions })
    // It runs twice: the second time is forgotten more easily.
    for (const step of ['activate', 'deactivate', 'activate'] as const)
      await api.control(`rules.${step}.no-content`).post(`${updated.path}/lifecycle/${step}`)
    // The same rule without the exclusion runs later: its effect shows that the first one has run.
    await given.rule({ groups: [fence], forLogin: user.login, activate: true })
    const control = await membersUntil(context, fence, user, true)
    assume('rules.active.adds', idsOf(control).includes(user.id), 'a rule adds the user who is not excluded')
    const members = await api.get(`${group.path}/users`)
    judge('rules.people.users-excluded.skipped').success(members)
    judge('rules.people.users-excluded.skipped').on(members).none(members.items, { id: user.id })
  },
)

check(
  'deletion of a rule removes the users it added only when asked to',
  { judges: ['rules.delete.remove-users', 'rules.delete.keep-users'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge, assume } = context
    const user = await given.user()
    const arranged = []
    for (const removeUsers of [undefined, false, true] as const) {
      const group = await given.group()
      const groups = removeUsers === true ? [await given.group(), group] : [group]
      const rule = await given.rule({ groups, forLogin: user.login, activate: true })
      const members = await membersUntil(context, group, user, true)
      assume('rules.active.adds', idsOf(members).includes(user.id), 'the rule adds the user')
      arranged.push({ group, groups, rule, removeUsers })
    }
    for (const { rule, removeUsers } of arranged) {
      await api.post(`${rule.path}/lifecycle/deactivate`)
      const deleted = await api.delete(rule.path, { query: { removeUsers } })
      judge(removeUsers === true ? 'rules.delete.remove-users' : 'rules.delete.keep-users').success(deleted)
    }
    // The last one should remove the user: by then the other rules would have done so too.
    for (const { group, groups, removeUsers } of arranged.toReversed()) {
      if (removeUsers === true) {
        for (const each of groups) {
          const members = await membersUntil(context, each, user, false)
          judge('rules.delete.remove-users').success(members)
          judge('rules.delete.remove-users').on(members).none(members.items, { id: user.id })
        }
      } else {
        const members = await api.get(`${group.path}/users`)
        judge('rules.delete.keep-users').on(members).some(members.items, { id: user.id })
      }
    }
  },
)

check(
  'a rule adds to the groups that it had, whatever groups an update names',
  { judges: ['rules.update.action-fixed'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge, need, assume, unique } = context
    const { expression } = await need('rule-expression')
    const [group, other] = [await given.group(), await given.group()]
    const user = await given.user()
    const rule = await given.rule({ groups: [group], forLogin: user.login })
    await api.put(rule.path, ruleBody(unique('moved'), expression(user.login), [other]))
    await api.control('rules.activate.no-content').post(`${rule.path}/lifecycle/activate`)
    const members = await membersUntil(context, group, user, true)
    const elsewhere = await api.get(`${other.path}/users`)
    judge('rules.update.action-fixed').success(elsewhere)
    judge('rules.update.action-fixed').none(elsewhere.items, { id: user.id })
    assume('rules.active.adds', idsOf(members).includes(user.id), 'the rule adds the user to its group')
  },
)
