import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diff } from '../../../conformance/cli/diff.ts'
import { merge } from '../../../conformance/cli/merge.ts'
import { reap } from '../../../conformance/cli/reap.ts'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import { report } from '../../../conformance/cli/report.ts'
import { resultOf } from '../report/result-of.ts'
import { type Answer, startToy } from '../engine/toy-server.ts'

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-reading-'))
afterAll(() => fs.rmSync(cwd, { recursive: true, force: true }))

function io(more: object = {}) {
  const out: string[] = []
  const error: string[] = []
  const sinks = { out: (line: string) => void out.push(line), error: (line: string) => void error.push(line) }
  return { out, error, io: { ...sinks, cwd, environment: { TOKEN: 't' }, ...more } }
}

function written(name: string, content: unknown): string {
  fs.writeFileSync(path.join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

test('two reports are compared', () => {
  const one = written('one.json', resultOf([['a', 'pass']]))
  const two = written('two.json', resultOf([['a', 'fail', 'no']]))
  const said = io()
  expect(diff(one, two, said.io)).toBe(0)
  expect(said.out.join('\n')).toMatch(
    /^- a: pass → fail [0-9a-f]{12}\n1 clause came out differently; Conforms → Does not conform$/,
  )
})

test('refuses a file that is not a report by its name', () => {
  expect(() => diff(written('x.json', '{'), 'y.json', io().io)).toThrow('x.json is not JSON')
  expect(() => diff('y.json', 'y.json', io().io)).toThrow('y.json cannot be read')
  expect(() => merge(['one.json'], {}, io().io)).toThrow('merge takes the JSON reports of two shards or more')
  expect(() => merge(['x.json', 'x.json'], {}, io().io)).toThrow('x.json is not JSON')
})

test('prints the outcome of a run, and writes its reports and its baseline', async () => {
  const said = io()
  const out = path.join(cwd, 'reports')
  const writeBaseline = path.join(cwd, 'known.yaml')
  const command = { reports: ['md', 'json'] as const, github: false, out, writeBaseline, baseline: [] }
  expect(await report(resultOf([['a', 'fail', 'no']]), command, said.io)).toBe(1)
  expect(said.out.slice(-2)).toEqual([
    `Reports: ${path.join('reports', 'summary.md')}, ${path.join('reports', 'report.json')}`,
    'Baseline: known.yaml, 1 entry; write a reason for each.',
  ])
  expect(said.error).toEqual([])
  expect(said.out[0]).toMatch(/^✗ a {2}a holds\n[^]*\S$/)
  expect(fs.readFileSync(writeBaseline, 'utf8')).toMatch(
    /^- clause: a\n {2}verdict: fail\n {2}fingerprint: \w+\n {2}reason: TODO\n$/,
  )
  const none = io()
  expect(await report(resultOf([['a', 'pass']]), { ...command, reports: [] }, none.io)).toBe(0)
  expect(none.out.at(-1)).toBe('Baseline: known.yaml, 0 entries; write a reason for each.')
  expect(none.out.join('\n')).not.toContain('Reports:')
  expect(fs.readFileSync(writeBaseline, 'utf8')).toBe('[]\n')
  const colour = io({ colour: true })
  await report(resultOf([['a', 'pass']]), { ...command, reports: [], writeBaseline: undefined }, colour.io)
  expect(colour.out[0]).toContain('\u001B[')
  expect(colour.out.at(-1)).not.toContain('Baseline')
})

test('a summary that cannot be written is said, and ends nothing', async () => {
  const said = io({ environment: { GITHUB_STEP_SUMMARY: path.join(cwd, 'no/such/folder') } })
  const command = { reports: [], github: true, out: cwd, writeBaseline: undefined, baseline: [] }
  expect(await report(resultOf([['a', 'pass']]), command, said.io)).toBe(0)
  expect(said.error.join()).toMatch(/^GITHUB_STEP_SUMMARY could not be written: ENOENT/)
})

/** A target with one group of a run, and one of another. */
async function reaping(values: object, more: { created?: string; remove?: number } = {}) {
  const { created = '2026-01-01T00:00:00.000Z', remove = 204 } = more
  const asked: string[] = []
  const group = (id: string, name: string) => ({ id, created, profile: { name } })
  const mine = group('g1', 'cf-abc123-1')
  const toy = await startToy(({ method, path: where }): Answer => {
    asked.push(`${method} ${where}`)
    if (method === 'DELETE') return { status: remove }
    if (where === '/api/v1/groups') return { status: 200, body: [mine, group('g2', 'cf-abc1234-1')] }
    if (where === '/api/v1/groups/g1') return { status: 200, body: mine }
    return { status: 200, body: [] }
  })
  const said = io()
  try {
    const code = await reap({ baseUrl: toy.baseUrl, token: 'env:TOKEN', ...values }, said.io)
    return { code, ...said, asked, baseUrl: toy.baseUrl }
  } finally {
    await toy.close()
  }
}

test('lists the leftovers of a run, and removes them after a confirmation', async () => {
  const listed = await reaping({ run: 'abc123' })
  expect(listed.code).toBe(0)
  expect(listed.out).toEqual([
    'group  cf-abc123-1  g1',
    '1 record. Nothing was removed; say --yes to remove it.',
  ])
  const removed = await reaping({ run: 'abc123', yes: true })
  expect(removed.code).toBe(0)
  expect(removed.out.at(-1)).toBe('1 of 1 record is gone.')
  expect(removed.asked.at(-1)).toBe('DELETE /api/v1/groups/g1')
  const stuck = await reaping({ run: 'abc123', yes: true }, { remove: 403 })
  expect(stuck.code).toBe(5)
  expect(stuck.out.at(-1)).toBe('0 of 1 record is gone.')
  expect(stuck.error).toEqual(['group cf-abc123-1: DELETE /api/v1/groups/g1 was answered with 403'])
})

test.each([
  [undefined, '1h'],
  [172_800_000, '2d'],
  [5_400_000, '90m'],
  [1500, '1500ms'],
  [30_000, '30s'],
])('leaves records younger than %s ms (%s) to a run under way', async (olderThan, words) => {
  const found = await reaping(
    { run: 'abc123', olderThan },
    // Created in the future, so that the record is young even on a slow machine.
    { created: new Date(Date.now() + 86_400_000).toISOString() },
  )
  expect(found.out).toEqual([
    `1 record is younger than ${words}, and left to a run that may be under way (--older-than TIME).`,
    'Nothing older is left behind.',
  ])
})

test('another run left nothing', async () => {
  const found = await reaping({ run: 'zzz999' })
  expect([found.code, found.out]).toEqual([0, ['Nothing is left behind.']])
})

test('a ledger names the records to remove, and is removed with them', async () => {
  const file = path.join(cwd, 'ledger.jsonl')
  const ledger = (baseUrl: string) => {
    fs.rmSync(file, { force: true })
    const made = new Ledger(
      { run: 'abc123', baseUrl, startedAt: '2026-01-01T00:00:00.000Z', version: '0' },
      file,
    )
    made.created(made.intend('group', 'cf-abc123-1'), 'g1')
  }
  const toy = await startToy(() => ({ status: 204 }))
  const run = async (values: object, more: object = {}) => {
    const said = io(more)
    const code = await reap(
      { baseUrl: `${toy.baseUrl}/`, token: 'env:TOKEN', ledger: 'ledger.jsonl', ...values },
      said.io,
    )
    return [code, said.out.at(-1), fs.existsSync(file)]
  }
  try {
    ledger(toy.baseUrl)
    expect(await run({})).toEqual([0, '1 record. Nothing was removed; say --yes to remove it.', true])
    expect(await run({ yes: true })).toEqual([0, '1 of 1 record is gone.', false])
    ledger('https://other.example.com')
    await expect(run({})).rejects.toThrow('the ledger is of another target: https://other.example.com')
    await expect(run({ ledger: 'none.jsonl' })).rejects.toThrow(
      `--ledger: the file ${path.join(cwd, 'none.jsonl')} cannot be read`,
    )
    fs.writeFileSync(file, 'no ledger')
    await expect(run({})).rejects.toThrow(/ledger/)
  } finally {
    await toy.close()
  }
})

test.each([
  [{}, 'reap takes either --ledger FILE or --run ID'],
  [{ run: 'abc123', ledger: 'x' }, 'reap takes either --ledger FILE or --run ID'],
  [{ run: 'abc12' }, '--run abc12: the six characters of a run, as in cf-abc123-1'],
  [{ run: 'abc1234' }, '--run abc1234: '],
  [{ run: '1bc123' }, '--run 1bc123: '],
  [{ run: 'ABC123' }, '--run ABC123: '],
])('%j is refused: %s', async (values, message) => {
  await expect(reap({ baseUrl: 'http://127.0.0.1:9', ...values }, io().io)).rejects.toThrow(message)
})

test('records whose ids are not known are listed as such, and looked up by their names', async () => {
  const file = path.join(cwd, 'unknown.jsonl')
  const toy = await startToy(({ method, path: where }) =>
    method === 'GET' && where === '/api/v1/groups'
      ? { status: 200, body: [{ id: 'g7', profile: { name: 'cf-abc123-1' } }] }
      : { status: 204 },
  )
  const made = new Ledger(
    { run: 'abc123', baseUrl: toy.baseUrl, startedAt: '2026-01-01T00:00:00.000Z', version: '0' },
    file,
  )
  made.intend('group', 'cf-abc123-1')
  made.created(made.intend('rule', 'cf-abc123-2'), 'r1')
  const values = { baseUrl: toy.baseUrl, token: 'env:TOKEN', ledger: 'unknown.jsonl' }
  try {
    const listed = io()
    expect(await reap(values, listed.io)).toBe(0)
    expect(listed.out).toEqual([
      'rule  cf-abc123-2  r1',
      'group  cf-abc123-1  id unknown',
      '2 records. Nothing was removed; say --yes to remove them.',
    ])
    const removed = io()
    expect(await reap({ ...values, yes: true }, removed.io)).toBe(0)
    expect(removed.out.at(-1)).toBe('2 of 2 records are gone.')
    expect(toy.seen.filter(({ method }) => method === 'DELETE').map(({ path: where }) => where)).toEqual([
      '/api/v1/groups/rules/r1',
      '/api/v1/groups/g7',
    ])
    expect(fs.existsSync(file)).toBe(false)
  } finally {
    await toy.close()
  }
})
