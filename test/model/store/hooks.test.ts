import { expect, test, vi } from 'vitest'
import { DuplicateKeyError } from '../../../src/model/store/errors.ts'
import { makePeople, person } from './people.ts'

test('create hooks hear of the record and the values it was made of, before it is stored', async () => {
  const people = makePeople()
  const heard: unknown[] = []
  people.hooks.on('create', ({ data }) => void heard.push([data, people.size]))
  await people.create({ id: 'a', login: 'a@example.com' })
  people.insert(person('b'))
  expect(heard).toEqual([
    [{ record: person('a'), initialValues: { id: 'a', login: 'a@example.com' } }, 0],
    [{ record: person('b'), initialValues: person('b') }, 1],
  ])
})

test('a create hook that throws, at once or later, keeps the record out and gives its values free', async () => {
  const people = makePeople()
  const off = new AbortController()
  people.hooks.on('create', () => Promise.reject(new Error('no')), { signal: off.signal })
  await expect(people.create(person('a'))).rejects.toThrow('no')
  off.abort()
  people.hooks.on(
    'create',
    () => {
      throw new Error('never')
    },
    { once: true },
  )
  expect(() => people.insert(person('a'))).toThrow('never')
  expect(people.size).toBe(0)
  people.hooks.removeAllListeners()
  await people.create(person('a'))
  expect(people.size).toBe(1)
})

test('a record is not there while its create hooks are asked', async () => {
  const people = makePeople()
  people.hooks.on('create', () => {
    expect(people.has('a')).toBe(false)
    expect(people.get('a')).toBeUndefined()
    expect(people.by('login', 'a@example.com')).toBeUndefined()
    expect(people.sequenceOf('a')).toBeUndefined()
  })
  await people.create(person('a'))
  expect(people.has('a')).toBe(true)
})

test('a record that a snapshot brings back while hooks are asked about another of its id stays', async () => {
  const people = makePeople()
  const kept = people.insert(person('a'))
  const snapshot = people.snapshot()
  people.remove('a')
  people.hooks.on('create', () => new Promise<void>((resolve) => setTimeout(resolve, 1)))
  const creation = people.create(person('a', { visits: 1 }))
  people.restore(snapshot)
  await expect(creation).rejects.toBeInstanceOf(DuplicateKeyError)
  expect(people.get('a')).toBe(kept)
  expect(people.by('login', 'a@example.com')).toBe(kept)
})

test('create hooks are not asked about a record that cannot be stored', async () => {
  const people = makePeople()
  people.insert(person('a'))
  const hook = vi.fn()
  people.hooks.on('create', hook)
  await expect(people.create(person('a'))).rejects.toBeInstanceOf(DuplicateKeyError)
  expect(() => people.insert(person('a'))).toThrow(DuplicateKeyError)
  expect(hook).not.toHaveBeenCalled()
})

test('update hooks hear of each difference, after it is stored, whichever method makes it', async () => {
  const people = makePeople()
  people.insert(person('a', { tags: ['x', 'y'], profile: { city: 'Oslo', age: 3 } }))
  const heard: unknown[] = []
  people.hooks.on('update', ({ data }) => {
    expect(people.get('a')).toBe(data.nextRecord)
    heard.push([data.path, data.prevValue, data.nextValue])
  })
  const past = people.get('a')
  await people.update((q) => q.where({ id: 'a' }), {
    data(draft) {
      draft.visits = 1
      draft.profile = { city: 'Rome' }
      draft.tags.push('z')
    },
  })
  expect(heard.splice(0)).toEqual([
    [['visits'], 0, 1],
    [['tags', 2], undefined, 'z'],
    [['profile', 'city'], 'Oslo', 'Rome'],
    [['profile', 'age'], 3, undefined],
  ])
  people.put(person('a', { tags: ['x'], visits: 1, profile: { city: 'Rome' } }))
  expect(heard).toEqual([[['tags', 'length'], 3, 1]])
  expect(past?.visits).toBe(0)
})

test('update hooks do not hear of an update that clashes, nor of one that changes nothing', async () => {
  const people = makePeople()
  people.insert(person('a'))
  people.insert(person('b'))
  const hook = vi.fn()
  people.hooks.on('update', hook)
  expect(() => people.put(person('b', { login: 'a@example.com' }))).toThrow(DuplicateKeyError)
  await people.update((q) => q.where({ id: 'a' }), { data: () => {} })
  people.put(person('a'))
  expect(hook).not.toHaveBeenCalled()
})

test('a hook takes back its difference and leaves the others', async () => {
  const people = makePeople()
  people.insert(person('a', { tags: ['x', 'y'], profile: { city: 'Oslo' } }))
  people.hooks.on('update', (event) => {
    if (['tags', 'profile'].includes(String(event.data.path[0]))) event.preventDefault()
  })
  const change = (draft: ReturnType<typeof person>) => {
    draft.visits = 1
    draft.tags = ['z']
    draft.profile = { age: 5 }
  }
  const updated = await people.update((q) => q.where({ id: 'a' }), { data: change })
  expect(updated).toEqual(person('a', { visits: 1, tags: ['x', 'y'], profile: { city: 'Oslo' } }))
  expect(people.get('a')).toBe(updated)
  const put = people.put(person('a', { visits: 2, tags: ['x', 'y', 'z'], profile: { city: 'Oslo' } }))
  expect(put).toEqual(person('a', { visits: 2, tags: ['x', 'y'], profile: { city: 'Oslo' } }))
  expect(Object.isFrozen(put.tags)).toBe(true)
})

test('a difference taken back is taken back in the indexes', () => {
  const people = makePeople()
  people.insert(person('a'))
  people.hooks.on('update', (event) => {
    if (event.data.path[0] === 'login') event.preventDefault()
  })
  people.put(person('a', { login: 'new@example.com', status: 'ACTIVE' }))
  expect(people.by('login', 'new@example.com')).toBeUndefined()
  expect(people.by('login', 'a@example.com')?.status).toBe('ACTIVE')
  expect(people.countBy('status', 'ACTIVE')).toBe(1)
})

test('an update hook that throws takes everything back', async () => {
  const people = makePeople()
  for (const id of ['a', 'b']) people.insert(person(id))
  const before = people.all()
  people.hooks.on('update', ({ data }) => {
    if (data.nextRecord.id === 'b') throw new Error('not b')
  })
  const all = { data: (draft: { visits: number }) => void (draft.visits = 1) }
  await expect(people.updateMany((q) => q.where(() => true), all)).rejects.toThrow('not b')
  expect(() => people.put(person('b', { status: 'ACTIVE' }))).toThrow('not b')
  expect(people.all()).toEqual(before)
  expect(people.countBy('status', 'ACTIVE')).toBe(0)
})

test('what an update hook itself writes is kept', () => {
  const people = makePeople()
  people.insert(person('a'))
  people.hooks.on('update', ({ data }) => {
    if (data.path[0] === 'status') people.put({ ...data.nextRecord, visits: 7 })
  })
  expect(people.put(person('a', { status: 'ACTIVE' }))).toMatchObject({ status: 'ACTIVE', visits: 7 })
})

test('delete hooks hear of each record, last first, and may keep it', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id))
  const heard: string[] = []
  people.hooks.on('delete', (event) => {
    heard.push(event.data.deletedRecord.id)
    if (event.data.deletedRecord.id === 'b') event.preventDefault()
  })
  people.deleteMany((q) => q.where(() => true))
  expect(heard.splice(0)).toEqual(['c', 'b', 'a'])
  expect(people.remove('b')).toBeUndefined()
  people.clear()
  expect(heard).toEqual(['b', 'b'])
  expect(people.all().map(({ id }) => id)).toEqual(['b'])
})

test('a listener for all events hears of all, and one that stops the event keeps it from the next', async () => {
  const people = makePeople()
  const types: string[] = []
  const next = vi.fn()
  people.hooks.on('*', (event) => {
    types.push(event.type)
    event.stopImmediatePropagation()
  })
  people.hooks.on('create', next)
  await people.create(person('a'))
  people.put(person('a', { visits: 1 }))
  people.remove('a')
  expect(types).toEqual(['create', 'update', 'delete'])
  expect(next).not.toHaveBeenCalled()
})

test('restoring a snapshot is silent', () => {
  const people = makePeople()
  people.insert(person('a'))
  const snapshot = people.snapshot()
  people.remove('a')
  const hook = vi.fn()
  people.hooks.on('*', hook)
  people.restore(snapshot)
  expect(hook).not.toHaveBeenCalled()
})
