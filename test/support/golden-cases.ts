import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Runs every case of a file again, and compares what comes of them with the file. A case is a line with its input, and
 * below it, two spaces in, what came of it, if anything. For a new case write its line, and run the test with `-u`.
 */
export async function expectGolden(
  file: URL,
  run: (input: string) => string | Promise<string>,
): Promise<void> {
  const cases = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\S/.test(line))
  const told: string[] = []
  for (const input of cases) {
    const outcome = await run(input)
    const lines = outcome.split('\n').map((line) => (line === '' ? '' : `  ${line}`))
    told.push([input, ...(outcome === '' ? [] : [...lines, ''])].join('\n'))
  }
  expect(cases).not.toEqual([])
  await expect(told.join('\n')).toMatchFileSnapshot(file.pathname)
}
