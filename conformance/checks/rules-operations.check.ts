import { check, type GivenRule, type Json } from '../engine/run/check.ts'
import { holding, listRulesUntil } from './support/find-records.ts'
import { ruleBody, ruleMaker } from './support/arrange.ts'
import { walkList } from '../engine/run/api.ts'
import { rulePath, rulesPath } from './support/paths.ts'

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
