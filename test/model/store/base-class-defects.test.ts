import { Collection } from '@msw/data'
import { expect, test, vi } from 'vitest'
import { DuplicateKeyError } from '../../../src/model/store/errors.ts'
import { idsOf, makePeople, person, personSchema } from './people.ts'

// Each test shows a defect of @msw/data 1.1 on its own class first, and then that it is mended. When the
// first half of one fails after an upgrade, the library has mended it, and the half can go.

const makeStock = () => new Collection({ schema: personSchema })
const tick = () => new Promise<void>((resolve) => setTimeout(resolve, 1))
const quietly = async (action: () => Promise<unknown>): Promise<unknown> => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    return await action()
  } catch (error) {
    return error
  } finally {
    silent.mockRestore()
  }
}

const visitTenTimes = async (people: Collection<typeof personSchema>) => {
  await people.create(person('ada'))
  const visit = () =>
    people.update((q) => q.where({ id: 'ada' }), {
      data: (draft) => void (draft.visits += 1),
    })
  await Promise.all(Array.from({ length: 10 }, visit))
  return people.findFirst((q) => q.where({ id: 'ada' }))?.visits
}

test('concurrent updates are not lost', async () => {
  expect(await visitTenTimes(makeStock())).toBe(1)
  expect(await visitTenTimes(makePeople())).toBe(10)
})

test('concurrent updates that wait are not lost either', async () => {
  const people = makePeople()
  people.insert(person('ada'))
  const slowly = () =>
    people.update((q) => q.where({ id: 'ada' }), {
      async data(draft) {
        const seen = draft.visits
        await tick()
        draft.visits = seen + 1
      },
    })
  await Promise.all(Array.from({ length: 10 }, slowly))
  expect(people.get('ada')?.visits).toBe(10)
})

test('a put while an update waits is not lost', async () => {
  const people = makePeople()
  people.insert(person('ada'))
  const update = people.update((q) => q.where({ id: 'ada' }), {
    async data(draft) {
      await tick()
      draft.tags.push('updated')
    },
  })
  people.put({ ...person('ada'), visits: 42 })
  expect(await update).toEqual(person('ada', { visits: 42, tags: ['updated'] }))
})

test('an update whose record goes while it waits finds nothing, and does not bring it back', async () => {
  const people = makePeople()
  people.insert(person('ada'))
  const update = people.update((q) => q.where({ id: 'ada' }), { data: () => tick() })
  people.remove('ada')
  expect(await update).toBeUndefined()
  expect(people.size).toBe(0)
})

test('an update that keeps changing its own record is given up with a reason', async () => {
  const people = makePeople()
  people.insert(person('ada'))
  const update = people.update((q) => q.where({ id: 'ada' }), {
    data: () => void people.put({ ...person('ada'), visits: (people.get('ada')?.visits ?? 0) + 1 }),
  })
  await expect(update).rejects.toThrow(/people: an update was given up .*itself change the record/)
})

test('an update without waiting is done when the call returns', () => {
  const people = makePeople()
  people.insert(person('ada'))
  void people.update((q) => q.where({ id: 'ada' }), { data: (draft) => void (draft.visits = 1) })
  expect(people.get('ada')?.visits).toBe(1)
})

const firstByVisits = async (people: Collection<typeof personSchema>) => {
  for (const [index, id] of ['c', 'b', 'a'].entries()) await people.create(person(id, { visits: 9 - index }))
  return idsOf(people.findMany(undefined, { orderBy: { visits: 'asc' }, take: 1 }))
}

test('orders first and takes then', async () => {
  expect(await firstByVisits(makeStock())).toEqual(['c'])
  expect(await firstByVisits(makePeople())).toEqual(['a'])
})

const hookOfInvalidUpdate = async (people: Collection<typeof personSchema>) => {
  await people.create(person('ada'))
  const hook = vi.fn()
  people.hooks.on('update', hook)
  await quietly(() =>
    people.update((q) => q.where({ id: 'ada' }), {
      data: (draft) => void ((draft as { visits: unknown }).visits = 'many'),
    }),
  )
  return hook.mock.calls.length
}

test('a hook does not hear of an update that the schema refuses', async () => {
  expect(await hookOfInvalidUpdate(makeStock())).toBe(1)
  expect(await hookOfInvalidUpdate(makePeople())).toBe(0)
})

const transformed = async (people: Collection<typeof personSchema>) => {
  await people.create(person('ada'))
  const heard: unknown[] = []
  people.hooks.on('update', (event) => void heard.push(event.data.nextRecord.status))
  await people.update((q) => q.where({ id: 'ada' }), {
    data: (draft) => {
      delete (draft as { status?: unknown }).status
      draft.visits = 1
    },
  })
  return heard.at(-1)
}

test('a hook hears of the record as it is stored, defaults filled in', async () => {
  expect(await transformed(makeStock())).toBeUndefined()
  expect(await transformed(makePeople())).toBe('STAGED')
})

const createTwice = async (people: Collection<typeof personSchema>) => {
  await people.create(person('ada'))
  await quietly(() => people.create(person('ada')))
  return people.count()
}

test('two records cannot have the same key', async () => {
  expect(await createTwice(makeStock())).toBe(2)
  expect(await createTwice(makePeople())).toBe(1)
})

test('two creations at once cannot have the same key or unique value', async () => {
  const people = makePeople()
  people.hooks.on('create', () => tick())
  const results = await Promise.allSettled([
    people.create(person('ada', { login: 'same' })),
    people.create(person('bob', { login: 'SAME' })),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(idsOf(people.all())).toEqual(['ada'])
})

test('an update cannot take a unique value of another record', async () => {
  const people = makePeople()
  people.insert(person('ada'))
  people.insert(person('bob'))
  const update = people.update((q) => q.where({ id: 'bob' }), {
    data: (draft) => void (draft.login = 'ADA@example.com'),
  })
  await expect(update).rejects.toBeInstanceOf(DuplicateKeyError)
  expect(people.get('bob')?.login).toBe('bob@example.com')
})

test('a stored record cannot be changed behind the collection’s back', async () => {
  const stock = makeStock()
  const loose = await stock.create(person('ada'))
  loose.visits = 99
  expect(stock.findFirst()?.visits).toBe(99)
  const people = makePeople()
  const firm = await people.create(person('ada'))
  expect(() => (firm.visits = 99)).toThrow(TypeError)
  expect(() => firm.tags.push('x')).toThrow(TypeError)
  expect(people.findFirst()?.visits).toBe(0)
})

test('the list of all records is the caller’s own', async () => {
  const stock = makeStock()
  await stock.create(person('ada'))
  stock.all().length = 0
  expect(stock.count()).toBe(0)
  const people = makePeople()
  await people.create(person('ada'))
  people.all().length = 0
  expect(people.count()).toBe(1)
})

const badFactory = (index: number) => (index === 2 ? { id: 7 } : person(`p${index}`)) as never

test('createMany creates all or nothing', async () => {
  const stock = makeStock()
  await quietly(() => stock.createMany(3, badFactory))
  expect(stock.count()).toBe(2)
  const people = makePeople()
  const error = await quietly(() => people.createMany(3, badFactory))
  expect(error).toMatchObject({ code: 'UNEXPECTED_ERROR', message: /nothing was created: .*id: / })
  await quietly(() => people.createMany(3, (index) => person(`p${index % 2}`)))
  expect(people.count()).toBe(0)
  expect(people.countBy('status', 'STAGED')).toBe(0)
})

const failLast = async (people: Collection<typeof personSchema>) => {
  for (const id of ['a', 'b']) await people.create(person(id))
  const mark = (draft: { id: string; visits: unknown }) => void (draft.visits = draft.id === 'b' ? 'bad' : 1)
  await quietly(() => people.updateMany((q) => q.where(() => true), { data: mark }))
  return people.all().map(({ visits }) => visits)
}

test('updateMany changes all or nothing', async () => {
  expect(await failLast(makeStock())).toEqual([1, 0])
  expect(await failLast(makePeople())).toEqual([0, 0])
})

test('updateMany changes nothing when one of its records would clash', async () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id))
  const before = people.all()
  await expect(
    people.updateMany((q) => q.where((each) => each.id !== 'c'), {
      data: (draft) => void (draft.login = draft.id === 'a' ? 'free' : 'c@example.com'),
    }),
  ).rejects.toBeInstanceOf(DuplicateKeyError)
  expect(people.all()).toEqual(before)
  expect(people.by('login', 'free')).toBeUndefined()
  expect(people.by('login', 'a@example.com')?.id).toBe('a')
})

const clearWithHook = async (people: Collection<typeof personSchema>) => {
  for (const id of ['a', 'b', 'c', 'd']) await people.create(person(id))
  const hook = vi.fn()
  people.hooks.on('delete', hook)
  people.clear()
  return hook.mock.calls.length
}

test('clear tells the hooks of every record', async () => {
  expect(await clearWithHook(makeStock())).toBe(2)
  expect(await clearWithHook(makePeople())).toBe(4)
})

test('take: 0 takes none', async () => {
  const stock = makeStock()
  await stock.create(person('ada'))
  expect(stock.findMany(undefined, { take: 0 })).toHaveLength(1)
  const people = makePeople()
  people.insert(person('ada'))
  expect(people.findMany(undefined, { take: 0 })).toEqual([])
})

test('nothing is printed when a record is invalid', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    await expect(makeStock().create({} as never)).rejects.toThrow()
    expect(print).toHaveBeenCalled()
    print.mockClear()
    await expect(makePeople().create({} as never)).rejects.toThrow()
    expect(print).not.toHaveBeenCalled()
  } finally {
    print.mockRestore()
  }
})

test('finding one record by id tries none of the others', () => {
  const people = makePeople()
  for (let index = 0; index < 1000; index++) people.insert(person(`p${index}`))
  const tried: string[] = []
  const found = people.findFirst((q) =>
    q.where({ id: 'p700' }).where((each) => {
      tried.push(each.id)
      return true
    }),
  )
  expect(found?.id).toBe('p700')
  expect(tried).toEqual(['p700'])
})
