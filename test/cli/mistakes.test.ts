/** The messages for a command line with a mistake are in mistakes.txt. */
import { expect, test } from 'vitest'
import { expectGolden } from '../support/golden-cases.ts'
import { runHere } from './run-here.ts'

test('a command line with a mistake runs nothing, and says what is wrong', async () => {
  await expectGolden(new URL('mistakes.txt', import.meta.url), async (input) => {
    const { code, out, error } = await runHere(JSON.parse(input) as string[])
    expect([code, out]).toEqual([2, ''])
    expect(error).not.toMatch(/\n|00secret/)
    return error.replaceAll(process.cwd(), 'HERE')
  })
})

test.each(['a--b', '-1', '--', '-- x'])('%s is a value', async (value) => {
  const { code, out } = await runHere(['openapi', '--session-cookie', value])
  expect([code, out]).toEqual(value === '-- x' ? [2, ''] : [0, expect.stringContaining(`"name": "${value}"`)])
})

/** Help, where a terminal is that wide. */
async function helpAt(columns?: number): Promise<string> {
  const progress = columns === undefined ? {} : { progress: { write: () => {}, interactive: true, columns } }
  const { code, out } = await runHere(['serve', '--help'], progress)
  expect(code).toBe(0)
  return out
}

test('help is as wide as the terminal, 120 columns at most, and 100 without a terminal', async () => {
  const [none, at80, at100, at120, at200] = await Promise.all([
    helpAt(),
    helpAt(80),
    helpAt(100),
    helpAt(120),
    helpAt(200),
  ])
  expect(none).toBe(at100)
  expect(at200).toBe(at120)
  expect(new Set([at80, at100, at120]).size).toBe(3)
})
