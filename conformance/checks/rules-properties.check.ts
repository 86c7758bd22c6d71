import { a, check, type Json, type Reply } from '../engine/run/check.ts'
import { textLimits } from '../tables/limits.ts'
import { invalidVariants, requiredIds } from '../tables/required.ts'
import { demandOf, ruleProperties } from '../tables/shown.ts'
import { allRules, ruleBody, ruleMaker, textOf } from './support/arrange.ts'
import { readRule, rulePath, rulesPath } from './support/paths.ts'

const longest = textLimits['rules.name'].max

check(
  'every rule carries its metadata and what it was given',
  {
    judges: [
      'rules.type.constant',
      ...ruleProperties.map(({ slug }) => `rules.${slug}.present` as const),
      'rules.status.inactive',
      'rules.name.kept',
      'rules.expression.type',
      'conventions.naming.expression',
      'conventions.timestamps.rules',
      'rules.expression.value',
      'rules.people.users-excluded.kept',
      'rules.people.omitted',
      'rules.groups.kept',
      'rules.create.ok',
      'rules.create.stored',
      'rules.get.ok',
      'rules.list.ok',
    ],
    quick: true,
    supports: ['rules.update.ok'],
    needs: ['rule-expression'],
  },
  async ({ given, api, judge, need, unique }) => {
    const { expression } = await need('rule-expression')
    const groups = [await given.group(), await given.group()]
    const user = await given.user({ activate: false, password: false })
    const name = unique('rule')
    const value = expression(unique.login())
    const body = ruleBody(name, value, groups)
    const exclude = [user.id]
    const created = await api.post(rulesPath, {
      ...body,
      conditions: { ...body.conditions, people: { users: { exclude }, groups: { exclude: [] } } },
    })
    judge('rules.create.ok').success(created)
    // Without an id there is nothing to read.
    judge('rules.id.present').matches(created, { id: a.string })
    const read = await readRule(api, created)
    const listed = await allRules(api)
    const shown: Json = listed.find((rule) => rule?.id === created.json.id)
    const type = { conditions: { expression: { type: 'urn:svc:expression:1.0' } } }
    for (const [requirement, expected] of [
      ['rules.type.constant', { type: 'group_rule' }],
      ...ruleProperties.map((row) => [`rules.${row.slug}.present`, demandOf(row)] as const),
      ['conventions.timestamps.rules', { created: a.timestamp, lastUpdated: a.timestamp }],
      ['rules.status.inactive', { status: 'INACTIVE' }],
      ['rules.name.kept', { name }],
      ['rules.expression.type', type],
      ['conventions.naming.expression', type],
      ['rules.expression.value', { conditions: { expression: { value } } }],
      ['rules.people.users-excluded.kept', { conditions: { people: { users: { exclude } } } }],
    ] as const) {
      judge(requirement).matches(created, expected)
      judge(requirement).matches(read, expected)
      judge(requirement).like(shown, expected, 'the rule in the list')
    }
    const other = await given.user({ activate: false, password: false })
    const both = [user.id, other.id].toSorted()
    const updated = await api.put(rulePath(created.json.id), {
      ...body,
      conditions: { ...body.conditions, people: { users: { exclude: both }, groups: { exclude: [] } } },
    })
    judge('rules.update.ok').success(updated)
    const now: Json = (await readRule(api, created)).json.conditions?.people?.users?.exclude
    judge('rules.people.users-excluded.kept').equal(
      Array.isArray(now) ? now.map(String).toSorted() : now,
      both,
      'the excluded users after an update',
    )
    // The order of the target groups is not stated.
    const wanted = groups.map(({ id }) => id).toSorted()
    for (const rule of [created.json, read.json])
      judge('rules.groups.kept').equal(sortedGroups(rule), wanted, 'the target groups')

    judge('rules.create.ok').matches(created, { id: a.string, type: 'group_rule', name, status: 'INACTIVE' })
    judge('rules.create.stored').matches(read, { name, conditions: { expression: { value } } })
    judge('rules.get.ok').matches(read, { id: created.json.id ?? a.string, type: 'group_rule', name })
    judge('rules.list.ok').success(await api.get(rulesPath))
    judge('rules.list.ok').every(listed, { id: a.string, type: 'group_rule' })
    judge('rules.list.ok').some(listed, { id: created.json.id ?? '', name })

    const bare = await api.post(rulesPath, ruleBody(unique('rule'), value, groups))
    judge('rules.people.omitted').matches(bare, { id: a.string, status: 'INACTIVE' })
    judge('rules.people.omitted').matches(await readRule(api, bare), { id: a.string })

    const sent = await api.post(rulesPath, { ...ruleBody(unique('sent'), value, groups), status: 'ACTIVE' })
    if (sent.status >= 300) judge('rules.status.inactive').refused(sent)
    else
      for (const reply of [sent, await readRule(api, sent)])
        judge('rules.status.inactive').matches(reply, { id: a.string, status: 'INACTIVE' })
  },
)

function sortedGroups(rule: Json): unknown {
  const ids: unknown = rule?.actions?.assignUserToGroups?.groupIds
  return Array.isArray(ids) ? ids.map(String).toSorted() : ids
}

check(
  'rule names at the edge of a limit are accepted and kept whole',
  { judges: ['rules.name.min.accepted', 'rules.name.max.accepted'], needs: ['rule-expression'] },
  async (context) => {
    const { api, judge, unique } = context
    const { body } = await ruleMaker(context)
    // One of few one-character names may be in use: a server may require unique names.
    const random = (from: number, count: number): string => String.fromCodePoint(from + unique.draw(count))
    for (const [requirement, names] of [
      ['rules.name.max.accepted', [textOf(longest, unique('long'))]],
      ['rules.name.min.accepted', [random(97, 26), random(48, 10), random(0x4e00, 0x5000)]],
    ] as const) {
      let reply: Reply | undefined
      let name = ''
      for (name of names) {
        reply = await api.post(rulesPath, body(name), { unmarked: name.length === 1 })
        if (reply.status < 300) break
      }
      judge(requirement).matches(reply!, { name })
      judge(requirement).matches(await readRule(api, reply!), { name })
    }
  },
)

check(
  'a create of a rule without what it requires, or with a name beyond the limits, is refused',
  {
    judges: ['rules.name.min.refused', 'rules.name.max.refused', ...requiredIds('rules.create')],
    needs: ['rule-expression'],
  },
  async (context) => {
    const { given, api, judge, unique, poll } = context
    const { groups, body: good } = await ruleMaker(context)
    const sent = [
      ['rules.name.min.refused', good('')],
      ['rules.name.max.refused', good(textOf(longest + 1, unique('bad')))],
      ...invalidVariants('rules.create', () => good()),
    ] as const
    for (const [requirement, body] of sent) judge(requirement).refused(await api.post(rulesPath, body))
    const fence = await given.rule({ groups })
    const rules = await poll.until(
      () => allRules(api),
      (all) => all.some((rule) => rule?.id === fence.id),
    )
    for (const [requirement, body] of sent) {
      judge(requirement).some(rules, { id: fence.id })
      judge(requirement).none(
        rules,
        (rule: Json) =>
          (body.name !== undefined && body.name !== '' && rule?.name === body.name) ||
          (body.conditions?.expression.value !== undefined &&
            rule?.conditions?.expression?.value === body.conditions.expression.value),
        'no rule of the refused create',
      )
    }
  },
)

check(
  'an update with a rule name that is too short or too long keeps the old name',
  { judges: ['rules.name.limits-on-update'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const { groups, body } = await ruleMaker(context)
    const rule = await given.rule({ groups })
    const requirement = judge('rules.name.limits-on-update')
    for (const name of ['', textOf(longest + 1, unique('long'))]) {
      requirement.refused(await api.put(rule.path, { id: rule.id, ...body(name) }))
      const { conditions } = rule.json
      requirement.matches(await api.get(rule.path), { name: rule.name, conditions })
    }
    await api.control('rules.update.ok').put(rule.path, body())
  },
)
