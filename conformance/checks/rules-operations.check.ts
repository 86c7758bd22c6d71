import type { GivenRule, Json } from '../engine/run/check.ts'
import { check } from '../engine/run/check.ts'
import { holding, idsOf, listRulesUntil } from './support/find-records.ts'
import { membersUntil, ruleBody, ruleMaker } from './support/make-rule.ts'
import { walkList } from '../engine/run/paging.ts'
import { rulesPath, rulePath } from './support/paths.ts'

check(
  'an INACTIVE rule is updated, but for its target groups',
  {
    judges: ['rules.update.ok', 'rules.update.stored', 'rules.update.action-fixed'],
    observes: ['rules.update.action-answer'],
    needs: ['rule-expression'],
  },
  async ({ given, api, judge, need, unique, observe }) => {
    const { expression } = await need('rule-expression')
    const [group, other] = [await given.group(), await given.group()]
    const rule = await given.rule({ groups: [group] })
    await api.control('rules.get.ok').get(rule.path)
    const name = unique('renamed')
    const value = expression(unique.login())
    const expected = { id: rule.id, status: 'INACTIVE', name, conditions: { expression: { value } } }
    judge('rules.update.ok').matches(await api.put(rule.path, ruleBody(name, value, [group])), expected)
    judge('rules.update.stored').matches(await api.get(rule.path), expected)

    const excluded = await given.user({ activate: false, password: false })
    for (const exclude of [[excluded.id], []]) {
      const body = ruleBody(unique('excluding'), value, [group])
      const people = { users: { exclude }, groups: { exclude: [] } }
      await api.control('rules.update.ok').put(rule.path, {
        ...body,
        conditions: { ...body.conditions, people },
      })
      const read = await api.get(rule.path)
      judge('rules.update.stored').matches(read, { id: rule.id, status: 'INACTIVE' })
      judge('rules.update.stored').equal(
        read.json.conditions?.people?.users?.exclude ?? [],
        exclude,
        'the users that are left out',
      )
    }

    for (const groups of [[other], [group, other]]) {
      const moved = await api.put(rule.path, ruleBody(unique('moved'), value, groups))
      observe('rules.update.action-answer', moved.status)
      judge('rules.update.action-fixed').matches(await api.get(rule.path), {
        id: rule.id,
        actions: { assignUserToGroups: { groupIds: [group.id] } },
      })
    }
  },
)

check(
  'an ACTIVE rule is not updated',
  { judges: ['rules.update.active'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge } = context
    const { groups, body } = await ruleMaker(context)
    const [rule, idle] = [await given.rule({ groups, activate: true }), await given.rule({ groups })]
    const { conditions } = rule.json
    await api.control('rules.update.ok').put(idle.path, body())
    const excluded = await given.user({ activate: false, password: false })
    const kept = ruleBody(rule.name, conditions?.expression?.value, groups)
    const people = { users: { exclude: [excluded.id] }, groups: { exclude: [] } }
    for (const changed of [body(), { ...kept, conditions: { ...kept.conditions, people } }])
      judge('rules.update.active').refused(await api.put(rule.path, changed))
    judge('rules.update.active').matches(await api.get(rule.path), {
      id: rule.id,
      status: 'ACTIVE',
      name: rule.name,
      conditions,
    })
  },
)

check(
  'a rule is activated and deactivated',
  {
    judges: [
      'rules.activate.no-content',
      'rules.activate.active',
      'rules.status.active',
      'rules.deactivate.no-content',
      'rules.deactivate.inactive',
    ],
    observes: ['rules.activate.again', 'rules.deactivate.again'],
    needs: ['rule-expression'],
  },
  async (context) => {
    const { given, api, judge, observe } = context
    const rule = await given.rule({ groups: [await given.group()] })
    const bystander = await given.rule({ groups: [await given.group()] })
    judge('rules.activate.no-content').empty(await api.post(`${rule.path}/lifecycle/activate`), 204)
    const active = await api.get(rule.path)
    judge('rules.activate.active').matches(active, { id: rule.id, status: 'ACTIVE' })
    judge('rules.status.active').matches(active, { id: rule.id, status: 'ACTIVE' })
    judge('rules.activate.active').matches(await api.get(bystander.path), { status: 'INACTIVE' })
    const listed = await listRulesUntil(context, { search: rule.name }, ({ items }) =>
      items.some((each) => each?.id === rule.id && each.status === 'ACTIVE'),
    )
    judge('rules.status.active').some(listed.items, { id: rule.id, status: 'ACTIVE' })
    observe('rules.activate.again', (await api.post(`${rule.path}/lifecycle/activate`)).status)
    judge('rules.deactivate.no-content').empty(await api.post(`${rule.path}/lifecycle/deactivate`), 204)
    judge('rules.deactivate.inactive').matches(await api.get(rule.path), { id: rule.id, status: 'INACTIVE' })
    observe('rules.deactivate.again', (await api.post(`${rule.path}/lifecycle/deactivate`)).status)
  },
)

check(
  'INACTIVE and ACTIVE rules are deleted',
  {
    judges: ['rules.delete.accepted', 'rules.delete.inactive', 'rules.delete.active'],
    needs: ['rule-expression'],
  },
  async ({ given, api, judge, poll }) => {
    const groups = [await given.group()]
    for (const [requirement, activate] of [
      ['rules.delete.inactive', false],
      ['rules.delete.active', true],
    ] as const) {
      const rule = await given.rule({ groups, activate })
      const deleted = await api.delete(rule.path)
      judge('rules.delete.accepted').status(deleted, 202)
      judge(requirement).success(deleted)
      // 202 is only a promise, so the rule may stay for a moment.
      const gone = await poll.until(
        () => api.get(rule.path),
        ({ status }) => status >= 400,
      )
      judge(requirement).refused(gone)
    }
  },
)

check(
  'an update of an unknown rule id is refused with 404 and E0000007',
  { judges: ['rules.update.unknown'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const { groups, body } = await ruleMaker(context)
    const rule = await given.rule({ groups })
    const sent = body()
    await api.control('rules.update.ok').put(rule.path, sent)
    const path = rulePath(unique.unknownId())
    judge('rules.update.unknown').platformError(await api.put(path, sent), 404, 'E0000007')
    judge('rules.update.unknown').refused(await api.get(path))
  },
)

check(
  'rules are found by a keyword, and show the names of their groups',
  {
    judges: ['rules.list.search', 'rules.list.search-excludes', 'rules.list.expand', 'rules.get.expand'],
    needs: ['rule-expression'],
  },
  async (context) => {
    const { given, api, judge, unique } = context
    const group = await given.group()
    const rules: GivenRule[] = []
    for (const hint of ['first', 'second', 'third'])
      rules.push(await given.rule({ groups: [group], name: unique(hint) }))

    for (const rule of rules) {
      const found = await listRulesUntil(context, { search: rule.name }, holding(rule))
      judge('rules.list.search').success(found)
      judge('rules.list.search').some(found.items, { id: rule.id, name: rule.name })
      for (const other of rules.filter(({ id }) => id !== rule.id))
        judge('rules.list.search-excludes').on(found).none(found.items, { id: other.id })
    }
    judge('rules.list.search-excludes').success(
      await api.get(rulesPath, { query: { search: unique('none') } }),
    )

    // The description does not show the place of the names: anywhere in the rule.
    const expand = 'groupIdToGroupNameMap'
    const shows = (rule: Json): boolean => {
      const { name: _, ...rest } = rule ?? {}
      return JSON.stringify(rest).includes(JSON.stringify(group.name))
    }
    const [rule] = rules as [GivenRule]
    const read = await api.get(rule.path, { query: { expand } })
    judge('rules.get.expand').matches(read, { id: rule.id })
    judge('rules.get.expand').ok(shows(read.json), `the rule shows the name ${group.name}`, read.json)
    const listed = await walkList(api, rulesPath, { limit: 200, expand }, 50)
    const shown: Json = listed.items.find((each) => each?.id === rule.id)
    judge('rules.list.expand').ok(shows(shown), `the listed rule shows the name ${group.name}`, shown)
  },
)

check(
  'a rule adds nobody before it is activated, and then those it is true for',
  {
    judges: ['rules.create.inactive', 'rules.active.adds', 'rules.active.leaves-others'],
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
  },
  async (context) => {
    const { given, api, judge, assume, unique, need } = context
    const { proven } = await need('rule-expression')
    const [login, later] = [unique.login(), unique.login()]
    const [active, also] = [await given.group(), await given.group()]
    const [again, ended] = [await given.group(), await given.group()]
    const renamed = await given.fresh.user()
    for (const [groups, forLogin, steps] of [
      [[ended], login, ['activate', 'deactivate']],
      [[again], login, ['activate', 'deactivate', 'activate']],
      [[active, also], login, ['activate']],
      [[active], later, ['activate']],
    ] as const) {
      const rule = await given.rule({ groups, forLogin })
      for (const step of steps)
        await api.control(`rules.${step}.no-content`).post(`${rule.path}/lifecycle/${step}`)
    }
    assume('rules.active.adds', proven !== false, 'a rule expression that was seen to work')
    const user = await given.user({ profile: { login } })
    const first = await membersUntil(context, active, user, true)
    judge('rules.active.later-users').some(first.items, { id: user.id })
    const elsewhere = await membersUntil(context, also, user, true)
    judge('rules.active.later-users').some(elsewhere.items, { id: user.id })
    await api.control('users.update.ok').post(renamed.path, { profile: { login: later } })
    const joined = await membersUntil(context, active, renamed, true)
    judge('rules.active.later-users').some(joined.items, { id: renamed.id })
    assume('rules.active.later-users', idsOf(first).includes(user.id), 'a rule adds a user who comes later')
    const second = await membersUntil(context, again, user, true)
    judge('rules.activate.active').some(second.items, { id: user.id })
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
    const user = await given.user()
    await given.rule({ groups: [group], forLogin: user.login, excludeUsers: [user], activate: true })
    // Another one excludes the user since an update only.
    const updated = await given.rule({ groups: [group], forLogin: user.login })
    const body = ruleBody(unique('excludes'), expression(user.login), [group])
    const people = { users: { exclude: [user.id] } }
    const conditions = { ...body.conditions, people }
    await api.control('rules.update.ok').put(updated.path, { ...body, conditions })
    await api.control('rules.activate.no-content').post(`${updated.path}/lifecycle/activate`)
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
      const rule = await given.rule({ groups: [group], forLogin: user.login, activate: true })
      const members = await membersUntil(context, group, user, true)
      assume('rules.active.adds', idsOf(members).includes(user.id), 'the rule adds the user')
      arranged.push({ group, rule, removeUsers })
    }
    for (const { rule, removeUsers } of arranged) {
      await api.post(`${rule.path}/lifecycle/deactivate`)
      const deleted = await api.delete(rule.path, { query: { removeUsers } })
      judge(removeUsers === true ? 'rules.delete.remove-users' : 'rules.delete.keep-users').success(deleted)
    }
    // The last one should remove the user: by then the other rules would have done so too.
    for (const { group, removeUsers } of arranged.toReversed()) {
      if (removeUsers === true) {
        const members = await membersUntil(context, group, user, false)
        judge('rules.delete.remove-users').success(members)
        judge('rules.delete.remove-users').on(members).none(members.items, { id: user.id })
      } else {
        const members = await api.get(`${group.path}/users`)
        judge('rules.delete.keep-users').on(members).some(members.items, { id: user.id })
      }
    }
  },
)

check(
  'a search holds on every page of rules',
  { judges: [], supports: ['rules.list.search-excludes'], needs: ['rule-expression'] },
  async ({ given, api, judge, unique, poll }) => {
    const groups = [await given.group()]
    const word = unique('keyword')
    await given.rule({ groups, name: `${word} a`.slice(-50) })
    await given.rule({ groups })
    await given.rule({ groups, name: `${word} b`.slice(-50) })
    await given.rule({ groups })
    const whole = await poll.until(
      () => walkList(api, rulesPath, { search: word }),
      ({ items }) => items.length >= 2,
    )
    const found = await walkList(api, rulesPath, { search: word, limit: 1 })
    judge('rules.list.search-excludes').equal(
      found.items.map((each) => String(each?.name)).toSorted(),
      whole.items.map((each) => String(each?.name)).toSorted(),
      'what pages of one lead to',
    )
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
