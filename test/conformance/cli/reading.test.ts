import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resultOf } from '../report/result-of.ts'
import { runHere } from '../../cli/run-here.ts'

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-reading-'))
afterAll(() => fs.rmSync(cwd, { recursive: true, force: true }))

function written(name: string, content: unknown): string {
  fs.writeFileSync(path.join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

const conform = (...argv: string[]) => runHere(['conform', ...argv], { cwd })

test('two reports are compared: what is worse comes first', async () => {
  const before = resultOf([
    ['heals', 'fail', 'no'],
    ['breaks', 'pass'],
    ['stays', 'fail', 'no'],
    ['fails otherwise', 'fail', 'no'],
    ['is not shown now', 'pass'],
    ['is shown now', 'blocked'],
    ['is gone', 'pass'],
  ])
  const now = resultOf([
    ['heals', 'pass'],
    ['breaks', 'fail', 'no'],
    ['stays', 'fail', 'no'],
    ['fails otherwise', 'fail', 'no'],
    ['is not shown now', 'blocked'],
    ['is shown now', 'pass'],
    ['is new', 'pass'],
  ])
  const clauses = now.clauses.map((each) =>
    each.id === 'fails otherwise' ? { ...each, fingerprint: '000000000000' } : each,
  )
  const after = { ...now, clauses }
  const [one, two] = [written('one.json', before), written('two.json', after)]
  const other = written('other.json', { ...after, run: { ...after.run, registry: 'another' } })
  const diff = async (first: string, second: string): Promise<string[]> => {
    const { out, ...rest } = await conform('diff', first, second)
    expect(rest).toEqual({ code: 0, error: '' })
    return out.replaceAll(/fail [0-9a-f]{12}/g, 'fail PRINT').split('\n')
  }
  expect(await diff(one, two)).toEqual([
    '- breaks: pass → fail PRINT',
    '- fails otherwise: fail PRINT → fail PRINT',
    '- is not shown now: pass → blocked',
    '- is gone: pass → no such requirement',
    '+ heals: fail PRINT → pass',
    '+ is shown now: blocked → pass',
    '+ is new: no such requirement → pass',
    '7 requirements came out differently; Does not conform → Does not conform',
  ])
  expect(await diff(two, two)).toEqual(['No requirement came out differently.'])
  expect((await diff(two, other))[0]).toBe('The two runs measured by different registries of requirements.')
})

test.each([
  ['diff x.json y.json', 'conform diff: x.json is not JSON'],
  ['diff y.json y.json', 'conform diff: there is no file '],
  ['diff list.json list.json', 'conform diff: list.json is not a conformance report: content: Invalid input'],
  ['merge one.json', 'conform merge: merge takes the JSON reports of two shards or more'],
  ['merge x.json x.json', 'conform merge: x.json is not JSON'],
])('%s is refused: %s', async (line, message) => {
  written('x.json', '{')
  written('list.json', '[]')
  const { code, error } = await conform(...line.split(' '))
  expect([code, error]).toEqual([2, expect.stringContaining(message)])
})
