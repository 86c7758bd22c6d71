import { expect, test } from 'vitest'
import { createOrg } from '../../../src/index.ts'
import type { StateRow } from '../../../src/model/kernel/state-log.ts'

/** Rows by part and key, which a store gives back later, as a database of a browser does. */
function slowStore() {
  const rows = new Map<string, StateRow>()
  const store = {
    isFull: false,
    reading: Promise.withResolvers<void>(),
    async write(changed: readonly StateRow[]): Promise<void> {
      await Promise.resolve()
      if (store.isFull) throw new Error('full')
      for (const row of changed) rows.set(`${row[0]} ${row[1]}`, row)
    },
    async read(): Promise<Iterable<StateRow>> {
      await store.reading.promise
      return [...rows.values()].filter(([, , value]) => value !== null)
    },
  }
  return store
}

test('takes back a change that a slow store could not store, and answers 503 meanwhile', async () => {
  const org = createOrg({ apiToken: 'token' })
  const headers = { authorization: 'SSWS token', 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await org.fetch(`/api/v1${path}`, { method, headers, ...sent })).status
  }
  const store = slowStore()
  const persistence = org.rows.persist(store, { withAll: true })
  expect(await call('POST', '/groups', { profile: { name: 'Kept' } })).toBe(200)
  store.isFull = true
  const refused = call('POST', '/groups', { profile: { name: 'Lost' } })
  // Until it is known what is kept, a reply could tell what is about to be taken back.
  await new Promise(setImmediate)
  store.isFull = false
  const [read, written] = [call('GET', '/groups'), call('POST', '/groups', { profile: { name: 'Late' } })]
  await new Promise(setImmediate)
  store.reading.resolve()
  expect(await Promise.all([refused, read, written])).toEqual([503, 503, 503])

  const names = () => org.data.groups.findMany().map(({ profile }) => profile.name)
  expect(names()).toEqual(['Everyone', 'Kept'])
  expect(await call('POST', '/groups', { profile: { name: 'Late' } })).toBe(200)
  await persistence.stop()
  const copy = createOrg({ rows: await store.read() })
  expect(copy.data.groups.findMany().map(({ profile }) => profile.name)).toEqual(['Everyone', 'Kept', 'Late'])
})

test('stores a change of the clock, also where the store already has every row', async () => {
  const org = createOrg({ rows: [...createOrg().rows.all()] })
  const written: StateRow[] = []
  const persistence = org.rows.persist({ write: (rows) => void written.push(...rows) })
  org.control.setClock({ to: '2030-01-01T00:00:00Z', frozen: true })
  await persistence.flush()
  expect(written).toContainEqual(['clock', expect.anything(), { standing: Date.parse('2030-01-01') }])
})
