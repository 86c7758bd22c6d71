/** The organisations in a state file, and read-only use of one. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrganisation } from '../../src/organisation.ts'
import { KeptState } from '../../src/server/state/keep.ts'
import { StateFileError } from '../../src/server/state/error.ts'
import { StateFile } from '../../src/server/state/file.ts'
import { runHere } from '../cli/run-here.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-kept-'))
  file = join(folder, 'a.state')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const askOnce = (organisation: ReturnType<typeof createOrganisation>) =>
  organisation.fetch(new Request(`${organisation.baseUrl}/nowhere`))

test('stores changes that no reply waits for when the file is closed', async () => {
  const kept = new KeptState(file)
  const organisation = createOrganisation({ seed: 'x' })
  kept.keep('acme', organisation)
  await organisation.model.persistence!.flush()
  await askOnce(organisation)
  await kept.close()
  const again = new KeptState(file, { readOnly: true })
  const read = again.load('acme')
  await askOnce(read)
  expect(read.control.readJournal().map(({ number }) => number)).toEqual([2])
  await again.close()
})

test('stores changes that no reply waits for every ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const kept = new KeptState(file)
  const organisation = createOrganisation()
  kept.keep('acme', organisation)
  await organisation.model.persistence!.flush()
  await askOnce(organisation)
  const rows = () => JSON.stringify([...kept.file.rows('acme')])
  const before = rows()
  vi.advanceTimersByTime(9999)
  expect(rows()).toBe(before)
  vi.advanceTimersByTime(1)
  expect(rows()).not.toBe(before)
  await kept.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('lists tell of one that is not in memory by its rows: the first token of a super administrator', async () => {
  const kept = new KeptState(file)
  const organisation = createOrganisation({ baseUrl: 'https://acme.test', apiToken: 'first' })
  organisation.control.createApiToken({ role: 'READ_ONLY_ADMIN', token: 'reader' })
  organisation.control.createApiToken({ role: 'SUPER_ADMIN', token: 'second' })
  kept.keep('acme', organisation)
  await organisation.model.persistence!.flush()
  expect(kept.facts('acme')).toEqual({ baseUrl: 'https://acme.test', apiToken: 'first', users: 1, groups: 1 })
  expect(kept.facts('none')).toEqual({ baseUrl: undefined, apiToken: '', users: 0, groups: 0 })
  expect([...kept.organisations()]).toEqual([['acme', 'https://acme.test']])
  expect([kept.has(organisation), kept.own()]).toEqual([true, undefined])
  kept.release('acme')
  expect(kept.has(organisation)).toBe(false)
  await kept.remove('acme')
  expect([...kept.organisations()]).toEqual([])
  await kept.close()
})

test('read only, nothing is taken out, and what an organisation does is not kept', async () => {
  const first = new KeptState(file)
  const organisation = createOrganisation()
  first.keepOwn(organisation)
  first.keepOwn(organisation)
  await first.close()
  const kept = new KeptState(file, { readOnly: true })
  const own = kept.own()!
  await kept.remove('')
  expect(own.model.persistence).toBeUndefined()
  await kept.close()
  const again = new KeptState(file)
  expect(again.own()?.data.users.count()).toBe(1)
  await again.close()
})

test('names the file of an organisation whose rows cannot be read', async () => {
  const state = new StateFile(file)
  await state.put([['organisation', '=', 'no identity']], 'acme')
  state.close()
  const kept = new KeptState(file, { readOnly: true })
  const error = (() => {
    try {
      return kept.load('acme')
    } catch (reason) {
      return reason
    }
  })()
  expect(error).toBeInstanceOf(StateFileError)
  expect((error as Error).message).toMatch(/a\.state: (?!rows: )\S/)
  await kept.close()
})

test('makes a seed from a state file without changing the file', async () => {
  const kept = new KeptState(file)
  kept.keepOwn(createOrganisation({ seed: 'x' }))
  await kept.close()
  const before = readFileSync(file)
  const { code, out } = await runHere(['seed', '--from', 'state', file])
  expect([code, out.includes('exact:')]).toEqual([0, true])
  expect(readFileSync(file).equals(before)).toBe(true)
})
