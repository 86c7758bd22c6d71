import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Ledger, readLedger } from '../../../conformance/engine/ledger.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-ledger-'))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const head = {
  run: 'abc123',
  baseUrl: 'https://org.example.com',
  startedAt: '2026-01-01T00:00:00.000Z',
  version: '1',
}

test('the intent is on disk before the id is known', () => {
  const file = path.join(folder, 'a.jsonl')
  const ledger = new Ledger(head, file)
  ledger.intend('user', 'cf-abc123-1@example.com')
  expect(readLedger(file)).toEqual({
    head,
    remaining: [
      expect.objectContaining({ kind: 'user', name: 'cf-abc123-1@example.com', state: 'intended' }),
    ],
  })
})

test('a ledger read again holds what is neither refused nor gone, newest first', () => {
  const file = path.join(folder, 'b.jsonl')
  const ledger = new Ledger(head, file)
  ledger.created(ledger.intend('group', 'one'), 'g1')
  ledger.refused(ledger.intend('group', 'two'))
  const three = ledger.intend('group', 'three')
  ledger.created(three, 'g3')
  ledger.removed(three)
  ledger.created(ledger.intend('user', 'four'), 'u4')
  expect(readLedger(file).remaining.map(({ id }) => id)).toEqual(['u4', 'g1'])
  expect(ledger.remaining.map(({ id }) => id)).toEqual(['u4', 'g1'])
})

test('a last line that was cut off is left out', () => {
  const file = path.join(folder, 'c.jsonl')
  const ledger = new Ledger(head, file)
  ledger.created(ledger.intend('group', 'one'), 'g1')
  fs.appendFileSync(file, '{"is":"intent","num')
  expect(readLedger(file).remaining).toHaveLength(1)
})

test('the file goes when nothing remains, and stays when something does', () => {
  const clean = path.join(folder, 'd.jsonl')
  const ledger = new Ledger(head, clean)
  const entry = ledger.intend('group', 'one')
  ledger.created(entry, 'g1')
  ledger.removed(entry)
  ledger.close()
  expect(fs.existsSync(clean)).toBe(false)
  const left = path.join(folder, 'e.jsonl')
  const other = new Ledger(head, left)
  other.intend('group', 'one')
  other.close()
  expect(fs.existsSync(left)).toBe(true)
})

test('a run never writes over the ledger of another', () => {
  const file = path.join(folder, 'f.jsonl')
  const first = new Ledger(head, file)
  first.intend('group', 'one')
  expect(() => new Ledger(head, file)).toThrow('EEXIST')
})

test('a file that is no ledger is refused', () => {
  const file = path.join(folder, 'g.jsonl')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(file, '{}\n')
  expect(() => readLedger(file)).toThrow('is no ledger')
})
