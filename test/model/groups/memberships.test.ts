import { expect, test } from 'vitest'
import type { Memberships } from '../../../src/model/groups/memberships.ts'
import { MembershipSets } from '../../../src/model/groups/membership-sets.ts'
import type { RowKey } from '../../../src/model/kernel/state.ts'
import { testOrg } from '../../support/call.ts'
import { createGroup, createRule, createUser } from '../../support/groups.ts'

/** Three groups `a`, `b` and `c`, two users, and what memberships tell of rows and of who came or left. */
async function stage() {
  const it = testOrg()
  const { org, call } = it
  const groups: Record<string, string> = {}
  for (const name of ['a', 'b', 'c']) groups[name] = (await createGroup(call, { name })).id
  const users = [(await createUser(call)).id as string, (await createUser(call)).id as string]
  const [one, two] = users.map((id) => org.users.collection.sequenceOf(id)!)
  const { memberships } = org
  const kept = new Map<RowKey, unknown>()
  let marked = new Set<RowKey>()
  const { rows } = memberships.state
  rows!.track((key) => void marked.add(key))
  const all = () =>
    new Map([...rows!.keys()].map((key) => [key, rows!.read(key)] as const).filter(([key]) => key !== 'last'))
  for (const [key, row] of all()) kept.set(key, row)
  const moved: string[] = []
  const nameOf = (id: string) => Object.keys(groups).find((name) => groups[name] === id) ?? id
  memberships.watch(undefined, (count, at) => {
    for (let index = 0; index < count; index++) {
      const { before, after } = at(index)
      const { groupId, userId } = (after ?? before) as { groupId: string; userId: string }
      moved.push(`${after ? '+' : '-'}${nameOf(groupId)}${users.indexOf(userId)}`)
    }
  })
  /** Does something. Answers what it answered, its rows as they are told, and who came or left. */
  const told = (action: (of: Memberships) => unknown) => {
    marked = new Set()
    moved.length = 0
    const answer = action(memberships)
    memberships.stamp()
    for (const key of marked) {
      const row = rows!.read(key)
      if (row === undefined || key === 'last') kept.delete(key)
      else kept.set(key, row)
    }
    // What was told is all that changed.
    expect(kept).toStrictEqual(all())
    return [answer, [...moved]]
  }
  const shown = (sequence: number) => {
    const row = rows!.read(sequence)
    return row && JSON.parse(JSON.stringify(row).replaceAll(/00g\w+/g, nameOf))
  }
  return { ...it, groups, users, one: one!, two: two!, memberships, told, shown }
}

test('a user is in a group by hand once', async () => {
  const { told, shown, groups, one, memberships } = await stage()
  const a = groups['a']!
  expect(told((of) => of.addDirect(a, one))).toStrictEqual([true, ['+a0']])
  expect(told((of) => of.addDirect(a, one))).toStrictEqual([false, []])
  expect(told((of) => of.addDirect('00gnone', one))).toStrictEqual([false, []])
  expect(told((of) => of.addDirect(groups['b']!, one))).toStrictEqual([true, ['+b0']])
  expect(shown(one)).toStrictEqual(['a', 'b'])
  expect(told((of) => of.takeOut(a, one))).toStrictEqual([[], ['-a0']])
  expect(told((of) => of.takeOut(a, one))).toStrictEqual([undefined, []])
  expect(told((of) => of.takeOut('00gnone', one))).toStrictEqual([undefined, []])
  expect(shown(one)).toStrictEqual(['b'])
  expect(memberships.sequences('00gnone')).toStrictEqual([])
  expect(memberships.state.snapshot().members.has('00gnone')).toBe(false)
})

test('what rules hold is kept beside what is by hand', async () => {
  const { told, shown, groups, one, two, memberships, users } = await stage()
  const { a, b, c } = groups as { a: string; b: string; c: string }
  expect(told((of) => of.addClaim('rule', [a, b]))).toStrictEqual([undefined, []])
  told((of) => of.addClaim('other', [a]))
  expect(memberships.state.rows!.read('rules')).toStrictEqual([
    ['rule', [a, b]],
    ['other', [a]],
  ])
  expect(memberships.isClaimed('rule', one)).toBe(false)
  expect(told((of) => of.claim('rule', one))).toStrictEqual([true, ['+a0', '+b0']])
  expect(told((of) => of.claim('rule', one))).toStrictEqual([false, []])
  expect(told((of) => of.claim('none', one))).toStrictEqual([false, []])
  expect(memberships.isClaimed('rule', one)).toBe(true)
  expect([memberships.isClaimed('rule', two), memberships.isClaimed('none', one)]).toStrictEqual([
    false,
    false,
  ])
  expect(shown(one)).toStrictEqual({ groups: ['a', 'b'], direct: [], rules: ['rule'] })
  expect(told((of) => of.addDirect(a, one))).toStrictEqual([true, []])
  expect(shown(one)).toStrictEqual({ groups: ['a', 'b'], direct: ['a'], rules: ['rule'] })
  expect(told((of) => of.claim('other', one))).toStrictEqual([true, []])
  expect(shown(one)).toStrictEqual({ groups: ['a', 'b'], direct: ['a'], rules: ['rule', 'other'] })

  const [id] = users as [string, string]
  expect(memberships.reasons(a, id)).toStrictEqual({ byHand: true, ruleIds: ['rule', 'other'] })
  expect(memberships.reasons(b, id)).toStrictEqual({ byHand: false, ruleIds: ['rule'] })
  expect([memberships.reasons(c, id), memberships.reasons(a, 'none')]).toStrictEqual([undefined, undefined])
  expect(memberships.reasons(a, users[1]!)).toBeUndefined()
  const beside = (...ruleIds: string[]) => memberships.isHeldBeside(new Set(ruleIds), b, one)
  expect([beside(), beside('rule'), beside('other')]).toStrictEqual([true, false, true])
  expect(memberships.isHeldBeside(new Set(['rule', 'other']), a, one)).toBe(true)
  expect(memberships.isHeldBeside(new Set(), c, one)).toBe(false)

  expect(told((of) => of.release('other', one))).toStrictEqual([true, []])
  expect(told((of) => of.release('other', one))).toStrictEqual([false, []])
  expect(told((of) => of.release('none', one))).toStrictEqual([false, []])
  expect(shown(one)).toStrictEqual({ groups: ['a', 'b'], direct: ['a'], rules: ['rule'] })
  expect(told((of) => of.release('rule', one))).toStrictEqual([true, ['-b0']])
  expect(shown(one)).toStrictEqual(['a'])
})

test('a user who is taken out of one group of a rule stays in its others, by hand', async () => {
  const { told, shown, groups, one, two, memberships } = await stage()
  const { a, b, c } = groups as { a: string; b: string; c: string }
  told((of) => of.addClaim('rule', [a, b, c]))
  told((of) => of.addClaim('other', [a]))
  told((of) => of.claim('rule', one))
  told((of) => of.claim('rule', two))
  expect(told((of) => of.takeOut(a, one))).toStrictEqual([['rule'], ['-a0']])
  expect(shown(one)).toStrictEqual(['b', 'c'])
  expect(shown(two)).toStrictEqual({ groups: ['a', 'b', 'c'], direct: [], rules: ['rule'] })
  expect(memberships.isClaimed('rule', one)).toBe(false)
  expect(told((of) => of.claim('other', one))).toStrictEqual([true, ['+a0']])
  expect(told((of) => of.addDirect(a, one))).toStrictEqual([true, []])
  expect(told((of) => of.takeOut(a, one))).toStrictEqual([['other'], ['-a0']])
  expect(shown(one)).toStrictEqual(['b', 'c'])
})

test('a rule that goes leaves its users behind by hand, or takes them along', async () => {
  const { told, shown, groups, one, two, memberships } = await stage()
  const { a, b } = groups as { a: string; b: string }
  told((of) => of.addClaim('rule', [a, b]))
  told((of) => of.claim('rule', one))
  told((of) => of.claim('rule', two))
  told((of) => of.addDirect(b, two))
  expect(told((of) => of.dropClaim('rule', { keep: true }))).toStrictEqual([[one, two], []])
  expect([shown(one), shown(two)]).toStrictEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(memberships.state.rows!.read('rules')).toStrictEqual([])
  expect(told((of) => of.dropClaim('rule', { keep: false }))).toStrictEqual([[], []])
  told((of) => of.addClaim('rule', [a, b]))
  told((of) => of.takeOut(a, one))
  told((of) => of.claim('rule', one))
  expect(shown(one)).toStrictEqual({ groups: ['b', 'a'], direct: ['b'], rules: ['rule'] })
  expect(told((of) => of.dropClaim('rule', { keep: false }))).toStrictEqual([[one], ['-a0']])
  expect(shown(one)).toStrictEqual(['b'])
  expect(told((of) => of.takeOut(b, one))).toStrictEqual([[], ['-b0']])
})

test('a group that goes leaves nobody in it, and tells who left, but of nobody who came meanwhile', async () => {
  const { told, shown, groups, one, two, memberships, org } = await stage()
  const { a, b, c } = groups as { a: string; b: string; c: string }
  for (const sequence of [one, two]) told((of) => of.addDirect(a, sequence))
  told((of) => of.addDirect(b, two))
  expect(memberships.count(a)).toBe(2)
  expect(
    told((of) => {
      of.addDirect(b, one)
      return of.dropGroup(b)
    }),
  ).toStrictEqual([[one, two], ['-b1']])
  expect([shown(one), shown(two), memberships.count(b), memberships.sequences(b)]).toStrictEqual([
    ['a'],
    ['a'],
    0,
    [],
  ])
  told((of) => of.addClaim('kept', [b, c]))
  told((of) => of.claim('kept', one))
  expect(memberships.isHeldBeside(new Set(), b, one)).toBe(true)
  told((of) => of.dropGroup(b))
  told((of) => of.dropGroup(c))
  expect([...memberships.state.snapshot().members.keys()]).toStrictEqual([a])
  expect(memberships.isHeldBeside(new Set(), b, one)).toBe(false)
  expect(told((of) => of.dropGroup(a))).toStrictEqual([
    [one, two],
    ['-a0', '-a1'],
  ])
  expect([shown(one), shown(two)]).toStrictEqual([undefined, undefined])
  expect(told((of) => of.dropGroup(a))).toStrictEqual([[], []])
  org.groups.collection.remove(a)
  expect(told((of) => of.addDirect(a, one))).toStrictEqual([false, []])
  // A rule that adds to it adds to its other groups.
  told((of) => of.addClaim('rule', [a, b]))
  expect(told((of) => of.claim('rule', one))).toStrictEqual([true, ['+b0']])
})

test('a user who goes leaves every group and rule', async () => {
  const { told, shown, groups, one, two, memberships } = await stage()
  const { a, b } = groups as { a: string; b: string }
  told((of) => of.addClaim('rule', [a]))
  for (const sequence of [one, two]) {
    told((of) => of.claim('rule', sequence))
    told((of) => of.addDirect(b, sequence))
  }
  expect(told((of) => of.dropUser(one, '00ugone'))).toStrictEqual([undefined, ['-a-1', '-b-1']])
  expect([shown(one), memberships.isClaimed('rule', one), memberships.isClaimed('rule', two)]).toStrictEqual([
    undefined,
    false,
    true,
  ])
  expect([memberships.sequences(a), memberships.sequences(b)]).toStrictEqual([[two], [two]])
  expect(memberships.isHeldBeside(new Set(), b, one)).toBe(false)
})

test('imported members are these and no others', async () => {
  const { told, shown, groups, one, two } = await stage()
  const { a } = groups as { a: string }
  told((of) => of.addClaim('rule', [a]))
  told((of) => of.claim('rule', one))
  expect(told((of) => of.setDirect(a, new Set([one, two])))).toStrictEqual([[one, two], ['+a1']])
  expect(told((of) => of.setDirect(a, new Set([two, one])))).toStrictEqual([[], []])
  expect(told((of) => of.setDirect(a, new Set()))).toStrictEqual([[one, two], ['-a1']])
  expect([shown(one), shown(two)]).toStrictEqual([{ groups: ['a'], direct: [], rules: ['rule'] }, undefined])
  expect(told((of) => of.setDirect(a, new Set([two])))).toStrictEqual([[two], ['+a1']])
})

test('a page of members ends at its limit, and says where the next one begins', async () => {
  const { groups, one, two, users, memberships, org, told } = await stage()
  const { a } = groups as { a: string }
  const page = (groupId: string, after: unknown, limit: number) => {
    const { items, next, ...rest } = memberships.page(groupId, { after: after as number, limit })
    expect([rest, 'next' in rest]).toStrictEqual([{}, false])
    return [items.map(({ id }) => id), next]
  }
  expect(page(a, undefined, 2)).toStrictEqual([[], undefined])
  for (const sequence of [one, two]) told((of) => of.addDirect(a, sequence))
  expect(page(a, undefined, 2)).toStrictEqual([users, undefined])
  expect(page(a, 'text', 3)).toStrictEqual([users, undefined])
  expect(page(a, undefined, 1)).toStrictEqual([[users[0]], one])
  expect(page(a, one, 1)).toStrictEqual([[users[1]], undefined])
  expect(page(a, two, 1)).toStrictEqual([[], undefined])
  expect(Object.keys(memberships.page(a, { limit: 2 }))).toStrictEqual(['items'])

  const { everyoneId } = org.groups
  const everyone = org.users.collection.values().map(({ id }) => id)
  expect(page(everyoneId, undefined, 3)).toStrictEqual([everyone, undefined])
  expect(page(everyoneId, 'text', 2)).toStrictEqual([everyone.slice(0, 2), one])
  expect(page(everyoneId, one, 2)).toStrictEqual([everyone.slice(2), undefined])
  expect(Object.keys(memberships.page(everyoneId, { limit: 3 }))).toStrictEqual(['items'])
  expect([memberships.count(everyoneId), memberships.count(a), memberships.count('none')]).toStrictEqual([
    3, 2, 0,
  ])
  expect([memberships.has(everyoneId, users[0]!), memberships.has(everyoneId, 'none')]).toStrictEqual([
    true,
    false,
  ])
  expect(memberships.groupsOf('none')).toStrictEqual([])
})

test('a state that is put back tells every row that was and that is', async () => {
  const { groups, one, two, memberships, told } = await stage()
  const { a, b } = groups as { a: string; b: string }
  told((of) => of.addDirect(a, one))
  const before = memberships.state.snapshot()
  told((of) => of.addDirect(b, two))
  const marked: RowKey[] = []
  memberships.state.rows!.track((key) => void marked.push(key))
  memberships.state.restore(before)
  expect(marked).toStrictEqual(['rules', 'last', one, two, 'rules', 'last', one])
  expect(memberships.sequences(b)).toStrictEqual([])
  // What is put back is a copy, and nobody came or left by it.
  memberships.addDirect(b, one)
  memberships.state.restore(before)
  const moved: string[] = []
  memberships.watch(undefined, (count) => void moved.push(`${count}`))
  memberships.stamp()
  expect(moved).toStrictEqual([])
  memberships.addDirect(b, one)
  expect(before.row(one)).toStrictEqual([a])
})

test('rows that are read give the same sets, over a base or without one', () => {
  const rows = new Map<string, unknown>([
    ['rules', [['rule', ['a', 'b']]]],
    ['last', 3],
    ['1', ['a']],
    ['3', { groups: ['a', 'b'], direct: ['b'], rules: ['rule', 'gone'] }],
  ])
  const sets = MembershipSets.ofRows(rows)
  const all = (of: MembershipSets) => Object.fromEntries([...of.keys()].map((key) => [key, of.row(key)]))
  const expected = {
    rules: [['rule', ['a', 'b']]],
    last: 3,
    1: ['a'],
    3: { groups: ['a', 'b'], direct: ['b'], rules: ['rule'] },
  }
  expect(all(sets)).toStrictEqual(expected)
  expect([sets.last, sets.groupIds.length, new MembershipSets().last]).toStrictEqual([3, 4, 0])
  // Users who are in one group alone share its list.
  expect(sets.groupIds[1]).toBe(sets.membersOf('a').alone)
  const later = MembershipSets.ofRows(
    new Map<string, unknown>([
      ['1', null],
      ['last', 2],
      ['2', ['b']],
    ]),
    sets,
  )
  expect(all(later)).toStrictEqual({ rules: [['rule', ['a', 'b']]], last: 2, 2: ['b'] })
  expect(later.members.get('a')?.all.size).toBe(0)
  expect(later.claims.get('rule')?.users.size).toBe(0)
  expect([...later.claimants.get('b')!.keys()]).toStrictEqual(['rule'])
  expect(all(sets)).toStrictEqual(expected)
  const renamed = MembershipSets.ofRows(new Map([['rules', [['rule', ['b']]]]]), sets)
  expect(renamed.claims.get('rule')?.users.has(3)).toBe(true)
  expect(renamed.claimants.has('a')).toBe(false)
  const empty = MembershipSets.ofRows(new Map([['last', 0]]), sets)
  expect([empty.groupIds, all(empty)]).toStrictEqual([[], { rules: [['rule', ['a', 'b']]], last: 0 }])
})

test('a rule without a group that is left holds nobody there when its users are kept', async () => {
  const { call, groups, users, memberships } = await stage()
  const { a, b } = groups as { a: string; b: string }
  const { id } = await createRule(call, 'user.firstName == "Test"', [a, b])
  expect(memberships.count(a)).toBe(2)
  await call('DELETE', `/api/v1/groups/${a}`)
  await call('DELETE', `/api/v1/groups/rules/${id}`)
  expect(memberships.groupsOf(users[0]!).map(({ profile }) => profile['name'])).toStrictEqual([
    'Everyone',
    'b',
  ])
  expect(memberships.state.snapshot().members.has(a)).toBe(false)
})
