/** Which of the records that match are given, and what is said of cuts that cannot be. */
import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'

function stage(...names: string[]) {
  const org = createOrg()
  const made = names.map((name) => org.control.importGroup({ profile: { name } }).id)
  return { data: org.data, made, everyone: org.control.listGroups()[0]!.id }
}

function complaint(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
  throw new Error('It was taken')
}

test('a cut that is no whole number is told with what was expected', () => {
  const { groups } = stage().data
  const told = (cut: object) => complaint(() => groups.findMany(undefined, cut))
  const skip = 'RangeError: groups: expected "skip" to be a whole number of 0 or more, got'
  expect([-1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY].map((value) => told({ skip: value }))).toEqual([
    `${skip} -1`,
    `${skip} 1.5`,
    `${skip} NaN`,
    `${skip} -Infinity`,
  ])
  const take = 'RangeError: groups: expected "take" to be a whole number, got'
  expect([0.5, Number.NaN, '2'].map((value) => told({ take: value }))).toEqual([
    `${take} 0.5`,
    `${take} NaN`,
    `${take} 2`,
  ])
  expect(groups.findMany(undefined, { take: Number.POSITIVE_INFINITY, skip: 0 })).toHaveLength(1)
  expect(groups.findMany(undefined, { take: Number.NEGATIVE_INFINITY })).toHaveLength(1)
  expect(groups.findMany(undefined, { skip: Number.POSITIVE_INFINITY })).toEqual([])
})

test('a strict query that finds nothing is told with the collection', () => {
  const { rules, groups } = stage().data
  const nothing = (collection: string) =>
    `Failed to execute "findMany" on collection "${collection}": no records found matching the query`
  expect(() => rules.findFirst(undefined, { strict: true })).toThrow(nothing('rules'))
  expect(() => rules.findMany(undefined, { strict: true })).toThrow(nothing('rules'))
  expect(() => groups.findMany(undefined, { strict: true, take: 0 })).toThrow(nothing('groups'))
  expect(groups.findMany(undefined, { strict: true })).toHaveLength(1)
  expect(rules.findMany(undefined, { strict: false })).toEqual([])
})

test('a record by its id is cut as any other', () => {
  const { data, made } = stage('A', 'B')
  const [a, b] = made
  const find = (id: string | undefined, cut: object) =>
    data.groups.findMany((q) => q.where({ id: id! }), cut).map(({ profile }) => profile['name'])
  const cursor = data.groups.findFirst((q) => q.where({ id: b! }))!
  expect(find(a, {})).toEqual(['A'])
  expect(find(a, { take: 1 })).toEqual(['A'])
  expect(find(a, { take: -1 })).toEqual(['A'])
  expect(find(a, { take: 0 })).toEqual([])
  expect(find(a, { skip: 1 })).toEqual([])
  expect(find(a, { cursor })).toEqual([])
  expect(find(b, { cursor })).toEqual(['B'])
  expect(find('none', {})).toEqual([])
})

test('cuts of a list, from either end, in the order of creation or another', () => {
  const { data, made } = stage('C', 'A', 'B')
  const names = (cut: object) =>
    data.groups
      .findMany((q) => q.where(({ id }: { id: string }) => made.includes(id)), cut as never)
      .map(({ profile }) => profile['name'])
  const orderBy = { profile: { name: 'asc' } }
  expect(names({ take: 2, skip: 1 })).toEqual(['A', 'B'])
  expect(names({ take: -2, skip: 1 })).toEqual(['A', 'C'])
  expect(names({ take: -1 })).toEqual(['B'])
  expect(names({ orderBy })).toEqual(['A', 'B', 'C'])
  expect(names({ orderBy, take: 1, skip: 1 })).toEqual(['B'])
  expect(names({ orderBy, take: -1, skip: 1 })).toEqual(['B'])
  expect(names({ orderBy, take: -3, skip: 2 })).toEqual(['A'])
  expect(names({ orderBy, take: -3, skip: 3 })).toEqual([])
  expect(names({ orderBy, take: 0 })).toEqual([])
})

test('hooks are told of a change with what was and is there', () => {
  const org = createOrg()
  const heard: unknown[] = []
  for (const type of ['create', 'update', 'delete'] as const) {
    org.data.apps.hooks.on(type, (event) => void heard.push([event.type, event.data]))
  }
  org.control.importGroup({ profile: { name: 'Of another collection' }, application: undefined })
  heard.length = 0
  const { id } = org.control.createApplication({ label: 'Mail' })
  const [first] = org.data.apps.findMany((q) => q.where({ id: id }))
  org.control.updateApplication({ application: id, label: 'Post' })
  const [second] = org.data.apps.findMany((q) => q.where({ id: id }))
  expect(heard).toStrictEqual([
    ['create', { record: first, initialValues: first }],
    ['update', { prevRecord: first, nextRecord: second, path: [], prevValue: first, nextValue: second }],
  ])
  expect([first!.label, second!.label]).toEqual(['Mail', 'Post'])
})

test('what is the model’s own is told with what to use instead', () => {
  const { groups } = stage().data as unknown as {
    groups: { clear(): void; defineRelations(relations: object): void }
  }
  expect(complaint(() => groups.clear())).toBe(
    'TypeError: groups: cannot be emptied; use org.control.clear() or org.reset()',
  )
  expect(complaint(() => groups.defineRelations({}))).toBe(
    "TypeError: groups: relations are the model's; use the ids in the records",
  )
})
