import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Ledger, readLedger } from '../../../conformance/engine/clean-up/ledger.ts'

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

test('a ledger read again contains the remaining records, newest first', () => {
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

test('refuses a file that is not a ledger', () => {
  const file = path.join(folder, 'g.jsonl')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(file, '{}\n')
  expect(() => readLedger(file)).toThrow('is no ledger')
})

test('a record is known by its id, its name, and the short form of a login', () => {
  const ledger = new Ledger()
  const user = ledger.intend('user', 'cf-abc123-1@a@example.com')
  expect(user).toEqual({ number: 1, kind: 'user', name: 'cf-abc123-1@a@example.com', state: 'intended' })
  expect(ledger.find('user', 'cf-abc123-1@a@example.com')).toBeUndefined()
  ledger.created(user, 'u1')
  for (const name of ['u1', 'cf-abc123-1@a@example.com', 'cf-abc123-1@a'])
    expect(ledger.find('user', name)).toBe(user)
  for (const name of ['', 'cf-abc123-1', 'u2']) expect(ledger.find('user', name)).toBeUndefined()
  expect(ledger.find('group', 'u1')).toBeUndefined()
  ledger.renamed(user, 'new@example.com')
  expect([
    ledger.find('user', 'new@example.com'),
    ledger.find('user', 'new'),
    ledger.find('user', 'u1'),
  ]).toEqual([user, user, user])
  const group = ledger.intend('group', '')
  ledger.created(group, 'g1')
  ledger.renamed(group, '')
  expect([ledger.find('group', 'g1'), ledger.find('group', '')]).toEqual([group, undefined])
  expect(group.number).toBe(2)
  ledger.deactivated(user, true)
  expect(user).toMatchObject({ isDeactivated: true, state: 'created', id: 'u1' })
})

test('remembers lent records, and ids that belong to nothing', () => {
  const ledger = new Ledger()
  ledger.lend('group', 'g9', 'own-profile', { name: 'N' })
  expect(ledger.loanOf('group', 'g9')).toEqual({ loan: 'own-profile', profile: { name: 'N' } })
  expect([ledger.loanOf('user', 'g9'), ledger.loanOf('group', 'g8')]).toEqual([undefined, undefined])
  ledger.addPhantom('none1')
  expect([ledger.isPhantom('none1'), ledger.isPhantom('none2')]).toEqual([true, false])
  expect(ledger.path).toBeUndefined()
  expect(() => ledger.close()).not.toThrow()
})

test('a record remains if it is intended or created, and neither refused nor gone', () => {
  const ledger = new Ledger()
  const [intended, created, refused, gone] = ['a', 'b', 'c', 'd'].map((name) => ledger.intend('group', name))
  ledger.created(created!, 'g2')
  ledger.refused(refused!)
  ledger.created(gone!, 'g4')
  ledger.removed(gone!)
  expect(ledger.remaining).toEqual([created, intended])
  expect(ledger.entries.map(({ state }) => state)).toEqual(['intended', 'created', 'none', 'gone'])
})

test('a ledger file is a line of JSON for each step, readable by its owner alone', () => {
  const file = path.join(folder, 'deep/er/h.jsonl')
  const ledger = new Ledger(head, file)
  expect(ledger.path).toBe(file)
  const one = ledger.intend('user', 'one')
  ledger.created(one, 'u1')
  ledger.removed(one)
  ledger.refused(ledger.intend('rule', 'two'))
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { is: 'run', head },
    { is: 'intent', number: 1, kind: 'user', name: 'one' },
    { is: 'id', number: 1, id: 'u1' },
    { is: 'gone', number: 1 },
    { is: 'intent', number: 2, kind: 'rule', name: 'two' },
    { is: 'none', number: 2 },
  ])
})

test('leaves out lines that do not belong to a ledger, and steps of records without an intent', () => {
  const file = path.join(folder, 'i.jsonl')
  fs.mkdirSync(folder, { recursive: true })
  const lines = [
    'null',
    '7',
    '"is"',
    '{}',
    '[]',
    JSON.stringify({ is: 'run', head }),
    '{"is":"id","number":7,"id":"x"}',
    '{"is":"gone","number":8}',
    '{"is":"intent","number":1,"kind":"user","name":"one"}',
    '',
  ]
  fs.writeFileSync(file, lines.join('\n'))
  expect(readLedger(file)).toEqual({
    head,
    remaining: [{ is: 'intent', number: 1, kind: 'user', name: 'one', state: 'intended' }],
  })
})
