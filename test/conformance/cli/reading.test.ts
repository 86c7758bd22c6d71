import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { report } from '../../../conformance/cli/report.ts'
import { resultOf } from '../report/result-of.ts'
import { runHere } from '../../cli/run-here.ts'

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

const conform = (...argv: string[]) => runHere(['conform', ...argv], { cwd })

test('two reports are compared', async () => {
  const one = written('one.json', resultOf([['a', 'pass']]))
  const two = written('two.json', resultOf([['a', 'fail', 'no']]))
  const diff = async (before: string, after: string): Promise<string> => {
    const { out, ...rest } = await conform('diff', before, after)
    expect(rest).toEqual({ code: 0, error: '' })
    return out.replace(/fail [0-9a-f]{12}/, 'fail PRINT')
  }
  const counted = '1 clause came out differently'
  expect(await diff(one, two)).toBe(`- a: pass → fail PRINT\n${counted}; Conforms → Does not conform`)
  expect(await diff(two, one)).toBe(`+ a: fail PRINT → pass\n${counted}; Does not conform → Conforms`)
  expect(await diff(one, one)).toMatch(/^No clause came out differently/)
})

test.each([
  ['diff x.json y.json', 'conform diff: x.json is not JSON'],
  ['diff y.json y.json', 'conform diff: y.json cannot be read'],
  ['merge one.json', 'conform merge: merge takes the JSON reports of two shards or more'],
  ['merge x.json x.json', 'conform merge: x.json is not JSON'],
])('%s is refused: %s', async (line, message) => {
  written('x.json', '{')
  const { code, error } = await conform(...line.split(' '))
  expect([code, error]).toEqual([2, expect.stringContaining(message)])
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
