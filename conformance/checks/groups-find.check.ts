import { type Json, check } from '../engine/run/check.ts'
import { groupFilters, groupSearches, partsOf } from '../tables/finders.ts'
import {
  conditionOf,
  foundRows,
  idsOf,
  judgeFound,
  judgeFoundOf,
  listGroupsUntil,
  quoted,
} from './support/find-records.ts'

import { groupsApart } from './support/records-apart.ts'
import { groupsPath, groupPath, memberPath } from './support/paths.ts'

check(
  'a filter finds groups by id, by and, or and parentheses',
  {
    judges: [
      ...groupFilters.text.map(({ id }) => id),
      'groups.filter.and',
      'groups.filter.or',
      'groups.filter.parentheses',
    ],
  },
  async (context) => {
    const { given } = context
    const [first, second] = [await given.group(), await given.group()]
    const [one, other] = [`id eq ${quoted(first.id)}`, `id eq ${quoted(second.id)}`]
    const [own, imported] = ['type eq "SVC_GROUP"', 'type eq "APP_GROUP"']
    await judgeFound(context, listGroupsUntil, 'filter', [
      ...foundRows(groupFilters.text, first, [first, second]),
      ['groups.filter.and', `${one} and ${own}`, [first]],
      ['groups.filter.and', `${own} and ${other}`, [second]],
      ['groups.filter.and', `${one} and ${imported}`, []],
      ['groups.filter.and', `${imported} and ${one}`, []],
      ['groups.filter.and', `${one} and ${other}`, []],
      ['groups.filter.or', `${one} or ${other}`, [first, second]],
      ['groups.filter.parentheses', `${own} and (${one} or ${other})`, [first, second]],
      ['groups.filter.parentheses', `(${one} or ${other}) and ${imported}`, []],
      ['groups.filter.parentheses', `${imported} and (${one} or ${other})`, []],
    ])
  },
)

/** The filters by type, for a group of this type. The filter that finds it comes first. */
const foundByType = (id: string, type: string) =>
  groupFilters.value
    .toSorted((one, other) => Number(other.value === type) - Number(one.value === type))
    .map((row) => {
      const filter = `${conditionOf(row, String(row.value))} and id eq ${quoted(id)}`
      return [row.id, filter, row.value === type ? [{ id }] : []] as const
    })

check(
  'a filter by type finds groups of that type, and no others',
  { judges: groupFilters.value.map(({ id }) => id), quick: true },
  async (context) => {
    const { given, api, judge } = context
    const group = await given.group()
    await judgeFound(context, listGroupsUntil, 'filter', foundByType(group.id, 'SVC_GROUP'))
    for (const row of groupFilters.value) {
      const { id: requirement, value: type = '' } = row
      const filter = conditionOf(row, type)
      const reply = await api.get(groupsPath, { query: { filter, limit: 50 } })
      judge(requirement).success(reply)
      judge(requirement)
        .on(reply)
        .none(reply.items, (each: Json) => each?.type !== type, `groups of type ${type} only`)
    }
  },
)

const timeRows = [...groupFilters.time, ...groupSearches.time, ...groupSearches.order]

check(
  'filter and search find groups by their timestamps: gt later ones, lt earlier ones, neither the equal one',
  { judges: timeRows.map(({ id }) => id), quick: true },
  async (context) => {
    const { unique } = context
    const groups = await groupsApart(context, 3, unique('apart'))
    const [first, second, third] = groups as [(typeof groups)[0], (typeof groups)[0], (typeof groups)[0]]
    const expected: Readonly<Record<string, typeof second>> = { gt: third, lt: first }
    for (const by of ['created', 'lastUpdated', 'lastMembershipUpdated']) {
      const value = String(second.json[by])
      for (const row of timeRows.filter((each) => (each.by ?? by) === by))
        await judgeFoundOf(context, partsOf(row).parameter, groups, [
          row.id,
          conditionOf({ ...row, by }, value),
          expected[row.with ?? 'eq'] ?? second,
        ])
    }
  },
)

const ownTimes = timeRows.filter((row) => row.not !== undefined)

check(
  'the time of the members and the time of the profile are two',
  {
    judges: [],
    supports: ownTimes.map(({ id }) => id),
  },
  async (context) => {
    const { given, api, poll, assume } = context
    const user = await given.user({ activate: false, password: false })
    const group = await given.group()
    const member = memberPath(group, user)
    // Until the clock of the target has moved on: it may count whole seconds only.
    const { json } = await poll.until(
      async () => {
        await api.delete(member)
        await api.put(member)
        return api.get(group.path)
      },
      (read) => String(read.json.lastMembershipUpdated) > String(read.json.lastUpdated),
    )
    const [profile, members] = [String(json.lastUpdated), String(json.lastMembershipUpdated)]
    assume('groups.last-membership-updated.added', members > profile, 'the times of the group differ')
    const at = `id eq ${quoted(group.id)}`
    for (const parameter of ['filter', 'search'] as const) {
      const rows = ownTimes.filter((row) => partsOf(row).parameter === parameter)
      await judgeFound(
        context,
        listGroupsUntil,
        parameter,
        foundRows(rows, json, [json]).map(([id, text, found]) => [id, `${text} and ${at}`, found] as const),
      )
    }
  },
)

check(
  'a filter by type tells an APP_GROUP apart',
  {
    judges: [],
    supports: groupFilters.value.map(({ id }) => id),
    needs: ['app-group'],
  },
  async (context) => {
    const { id } = await context.need('app-group')
    await judgeFound(context, listGroupsUntil, 'filter', foundByType(id, 'APP_GROUP'))
  },
)

check(
  'a search finds groups by their properties, and no others',
  {
    judges: [
      ...[groupSearches.text, groupSearches.value, groupSearches.start].flat().map(({ id }) => id),
      'groups.search.and',
      'groups.search.or',
      'groups.search.operator-case',
      'groups.search.value-case',
      'groups.search.property-case',
    ],
    quick: true,
  },
  async (context) => {
    const { given, api, judge, unique, assume } = context
    const [base, here] = [unique('found'), unique('here')]
    const there = `${here}-and-there`
    const make = async (name: string, description: string) => ({
      ...(await given.group({ name, description })),
      profile: { name, description },
    })
    const alpha = await make(`${base} alpha`, here)
    const alphabet = await make(`${base} alphabet`, here)
    const beta = await make(`${base} beta`, there)
    const name = (end: string): string => `profile.name eq ${quoted(`${base} ${end}`)}`
    const at = `profile.description eq ${quoted(here)}`
    await judgeFound(context, listGroupsUntil, 'search', [
      ...foundRows(groupSearches.text, alpha, [alpha, alphabet, beta]),
      ['groups.search.type', `type eq "SVC_GROUP" and ${name('beta')}`, [beta]],
      ['groups.search.type', `type eq "APP_GROUP" and ${name('beta')}`, []],
      ['groups.search.sw', `profile.name sw ${quoted(`${base} alpha`)}`, [alpha, alphabet]],
      ['groups.search.sw', `profile.name sw ${quoted(`${base} alphab`)}`, [alphabet]],
      ['groups.search.and', `${at} and ${name('alphabet')}`, [alphabet]],
      ['groups.search.and', `${name('alphabet')} and ${at}`, [alphabet]],
      ['groups.search.and', `${name('beta')} and ${at}`, []],
      ['groups.search.or', `${name('alpha')} or ${name('beta')}`, [alpha, beta]],
      ['groups.search.operator-case', `profile.name EQ ${quoted(alpha.name)}`, [alpha]],
      ['groups.search.operator-case', `${at} AND ${name('alphabet')}`, [alphabet]],
      ['groups.search.operator-case', `${name('alpha')} OR ${name('beta')}`, [alpha, beta]],
      ['groups.search.operator-case', `profile.name SW ${quoted(`${base} alphab`)}`, [alphabet]],
      ['groups.search.value-case', `profile.name eq ${quoted(`${base} ALPHA`)}`, [alpha]],
      ['groups.search.value-case', `profile.name sw ${quoted(`${base} ALPHAB`)}`, [alphabet]],
      ['groups.search.value-case', `profile.description eq ${quoted(there.toUpperCase())}`, [beta]],
    ])
    const reply = await api.get(groupsPath, { query: { search: 'type eq "SVC_GROUP"', limit: 50 } })
    judge('groups.search.type').every(reply.items, { type: 'SVC_GROUP' })

    const found = await api.get(groupsPath, { query: { search: name('alpha') } })
    assume('groups.search.name', idsOf(found).includes(alpha.id), 'the group is found by its name')
    for (const property of ['profile.Name', 'Profile.name', 'PROFILE.NAME']) {
      const other = await api.get(groupsPath, { query: { search: `${property} eq ${quoted(alpha.name)}` } })
      judge('groups.search.property-case')
        .on(other)
        .ok(other.status < 500, 'refused, or an answer', other.status)
      judge('groups.search.property-case').on(other).none(other.items, { id: alpha.id })
    }
  },
)

check(
  'a search by source.id finds the group of that source',
  { judges: ['groups.search.source-id'], needs: ['app-group'] },
  async (context) => {
    const { api, need, assume } = context
    const { id } = await need('app-group')
    const { source } = (await api.get(groupPath(id))).json
    const value: unknown = Array.isArray(source) ? source[0] : source?.id
    assume('groups.source.id', typeof value === 'string', 'the group tells its source')
    const own = `id eq ${quoted(id)}`
    await judgeFound(context, listGroupsUntil, 'search', [
      ['groups.search.source-id', `source.id eq ${quoted(String(value))} and ${own}`, [{ id }]],
      ['groups.search.source-id', `source.id eq "cf-no-source" and ${own}`, []],
    ])
  },
)

check(
  'a search by samAccountName finds the directory group that holds the value',
  { judges: ['groups.search.imported'], needs: ['directory-group'] },
  async (context) => {
    const { given, api, judge, need, assume } = context
    const { id } = await need('directory-group')
    await given.group()
    const value: unknown = (await api.get(groupPath(id))).json.profile?.samAccountName
    assume('groups.directory.sam-account-name', typeof value === 'string', 'the group has a samAccountName')
    const search = `profile.samAccountName eq ${quoted(String(value))}`
    const reply = await listGroupsUntil(context, { search }, (each) => idsOf(each).includes(id))
    const requirement = judge('groups.search.imported')
    requirement.success(reply)
    requirement.some(reply.items, { id })
    // The case of a value is not significant.
    requirement.every(reply.items, ({ profile }: Json) => {
      return String(profile?.samAccountName).toLowerCase() === String(value).toLowerCase()
    })
  },
)
