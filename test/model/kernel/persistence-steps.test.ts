import { expect, test } from 'vitest'
import { Changes } from '../../../src/model/kernel/changes.ts'
import { Persistence, type RowStore } from '../../../src/model/kernel/persistence.ts'
import { StateLog, type StateRow } from '../../../src/model/kernel/state-log.ts'
import type { Stored } from '../../../src/model/kernel/stored.ts'
import { Table } from '../../../src/model/store/table.ts'

/** A store whose writes and reads the test answers. */
function stage(given: { withAll?: boolean; isAsync?: boolean; reads?: 'later' | 'now' } = {}) {
  const changes = new Changes()
  const people = new Table<{ id: string; value: string }>({ name: 'people' }, changes)
  people.set({ id: 'ada', value: 'A' })
  const log = new StateLog({
    tables: new Map([['people', people as unknown as Stored]]),
    changes,
    states: () => [],
  })
  const written: (readonly StateRow[])[] = []
  const writes: PromiseWithResolvers<void>[] = []
  const reads: PromiseWithResolvers<Iterable<StateRow>>[] = []
  const loaded: unknown[] = []
  const store: RowStore = {
    write(rows) {
      written.push(rows)
      if (given.isAsync === false) return undefined
      writes.push(Promise.withResolvers())
      return writes.at(-1)!.promise
    },
    ...(given.reads && {
      read() {
        if (given.reads === 'now') return []
        reads.push(Promise.withResolvers())
        return reads.at(-1)!.promise
      },
    }),
  }
  const load = (rows: Iterable<StateRow>) => {
    loaded.push([...rows])
    people.set({ id: 'loaded', value: 'L' })
  }
  const persistence = new Persistence(log, store, { load, withAll: given.withAll ?? false })
  const names = () => written.map((rows) => rows.map(([, key]) => key).join(' '))
  return { people, log, written, writes, reads, loaded, persistence, names, store }
}
const soon = () => new Promise(setImmediate)
const outcome = (promise: Promise<void> | undefined) =>
  Promise.resolve(promise).then(
    () => 'kept',
    (error: Error) => error.message,
  )

test('a store that has nothing is given all first, and one that has all is given what changes', async () => {
  const first = stage({ withAll: true })
  expect(first.written).toEqual([
    [
      ['people', 'last', 1],
      ['people', '1', { id: 'ada', value: 'A' }],
    ],
  ])
  const { written, persistence, people, log } = stage()
  expect([written, persistence.settled()]).toEqual([[], undefined])
  people.set({ id: 'bob', value: 'B' })
  expect(log.hasChanges).toBe(true)
  expect(persistence.settled()).toBeInstanceOf(Promise)
  expect(written).toEqual([
    [
      ['people', '2', { id: 'bob', value: 'B' }],
      ['people', 'last', 2],
    ],
  ])
})

test('a reply waits until what changed is kept, and not longer', async () => {
  const { people, writes, persistence } = stage()
  people.set({ id: 'bob', value: 'B' })
  const waiting = persistence.settled()
  expect(persistence.settled()).toBe(waiting)
  writes[0]!.resolve()
  expect(await outcome(waiting)).toBe('kept')
  await soon()
  expect(persistence.settled()).toBe(undefined)
})

test('a later write that is under way is waited for when an earlier one is kept', async () => {
  const { people, writes, persistence } = stage()
  people.set({ id: 'bob', value: 'B' })
  void persistence.settled()
  people.set({ id: 'cyd', value: 'C' })
  const second = persistence.settled()
  writes[0]!.resolve()
  await soon()
  expect(persistence.settled()).toBe(second)
  writes[1]!.resolve()
  await soon()
  expect(persistence.settled()).toBe(undefined)
})

test('a store that keeps at once makes nobody wait', async () => {
  const { people, persistence, names } = stage({ isAsync: false })
  people.set({ id: 'bob', value: 'B' })
  expect(persistence.settled()).toBe(undefined)
  expect(names()).toEqual(['2 last'])
})

test('stores changes without a request soon after, once for many changes', async () => {
  const { people, names } = stage()
  people.set({ id: 'bob', value: 'B' })
  people.set({ id: 'cyd', value: 'C' })
  expect(names()).toEqual([])
  await soon()
  expect(names()).toEqual(['2 last 3'])
  people.set({ id: 'dan', value: 'D' })
  await soon()
  expect(names()).toEqual(['2 last 3', '4 last'])
})

test('reports a failed write only to callers that wait for it', async () => {
  const { people, writes, persistence, loaded } = stage()
  people.set({ id: 'bob', value: 'B' })
  await soon()
  const waiting = persistence.settled()
  writes[0]!.reject(new Error('full'))
  expect(await outcome(waiting)).toBe('full')
  await soon()
  // Without a way back there is nothing to take back.
  expect([persistence.settled(), loaded]).toEqual([undefined, []])
})

test('flush waits for all, and stop keeps no more', async () => {
  const { people, writes, persistence, names, log } = stage()
  people.set({ id: 'bob', value: 'B' })
  let isFlushed = false
  const flushed = persistence.flush().then(() => (isFlushed = true))
  await soon()
  expect([isFlushed, names()]).toEqual([false, ['2 last']])
  writes[0]!.resolve()
  await flushed
  people.set({ id: 'cyd', value: 'C' })
  const stopped = persistence.stop()
  expect(names()).toEqual(['2 last', '3 last'])
  writes[1]!.resolve()
  await stopped
  expect(log.onChange).toBe(undefined)
  people.set({ id: 'dan', value: 'D' })
  await soon()
  expect([persistence.settled(), names()]).toEqual([undefined, ['2 last', '3 last']])
  await persistence.flush()
  expect(names()).toHaveLength(2)
})

test('stores a change made just before the stop only once', async () => {
  const { people, persistence, names, writes } = stage()
  people.set({ id: 'bob', value: 'B' })
  const stopped = persistence.stop()
  writes[0]!.resolve()
  await stopped
  await soon()
  expect(names()).toEqual(['2 last'])
})

test('takes back a change that it could not store, and meanwhile reports and stores nothing', async () => {
  const { people, writes, reads, persistence, names, loaded, log } = stage({ reads: 'later' })
  people.set({ id: 'bob', value: 'B' })
  const refused = persistence.settled()
  writes[0]!.reject(new Error('full'))
  await soon()
  people.set({ id: 'cyd', value: 'C' })
  const meanwhile = persistence.settled()
  await soon()
  expect(names()).toEqual(['2 last'])
  reads[0]!.resolve([['people', 'last', 1]])
  expect([await outcome(refused), await outcome(meanwhile)]).toEqual([
    'full',
    'What this may tell was taken back: it could not be kept',
  ])
  expect(loaded).toEqual([[['people', 'last', 1]]])
  // The loaded rows are the stored rows.
  await soon()
  expect([log.hasChanges, persistence.settled(), names()]).toEqual([false, undefined, ['2 last']])
  people.set({ id: 'dan', value: 'D' })
  expect(persistence.settled()).toBeInstanceOf(Promise)
  expect(names()).toHaveLength(2)
})

test('a store that reads at once is gone back to at once', async () => {
  const { people, writes, persistence, loaded, log } = stage({ reads: 'now' })
  people.set({ id: 'bob', value: 'B' })
  const refused = persistence.settled()
  writes[0]!.reject(new Error('full'))
  expect(await outcome(refused)).toBe('full')
  expect([loaded, log.hasChanges, persistence.settled()]).toEqual([[[]], false, undefined])
})

test('the organisation goes back once after several failed writes', async () => {
  const { people, writes, reads, persistence, loaded } = stage({ reads: 'later' })
  people.set({ id: 'bob', value: 'B' })
  const one = persistence.settled()
  people.set({ id: 'cyd', value: 'C' })
  const two = persistence.settled()
  writes[0]!.reject(new Error('first'))
  writes[1]!.reject(new Error('second'))
  await soon()
  expect(reads).toHaveLength(1)
  reads[0]!.resolve([])
  expect([await outcome(one), await outcome(two), loaded]).toEqual(['first', 'second', [[]]])
})

test('a store that cannot be read lets things be kept again', async () => {
  const { people, writes, reads, persistence, names } = stage({ reads: 'later' })
  people.set({ id: 'bob', value: 'B' })
  const refused = persistence.settled()
  writes[0]!.reject(new Error('full'))
  await soon()
  reads[0]!.reject(new Error('gone'))
  expect(await outcome(refused)).toBe('gone')
  people.set({ id: 'cyd', value: 'C' })
  await soon()
  expect(names()).toEqual(['2 last', '3 last'])
})

test('after its stop, nothing is taken back', async () => {
  const { people, writes, persistence, reads, loaded } = stage({ reads: 'later' })
  people.set({ id: 'bob', value: 'B' })
  const refused = persistence.settled()
  people.set({ id: 'cyd', value: 'C' })
  const stopping = persistence.stop()
  writes[1]!.resolve()
  await stopping
  writes[0]!.reject(new Error('late'))
  expect(await outcome(refused)).toBe('late')
  expect([reads, loaded]).toEqual([[], []])
})

test('a write that fails while nobody waits is not an unhandled rejection', async () => {
  const { people, writes, persistence } = stage()
  const unhandled: unknown[] = []
  const hear = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  try {
    for (const name of ['bob', 'eve']) {
      people.set({ id: name, value: name })
      void persistence.settled()
    }
    for (const write of writes) write.reject(new Error('full'))
    await soon()
    await soon()
    expect(writes).toHaveLength(2)
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', hear)
  }
})
