import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Runs every case of a file again, and compares what comes of them with the file. A case is a line with its input. Below
 * it, two spaces in, stands what came of it and of the lines right above it. For a new case write its line, and run the
 * test with `-u`.
 */
export async function expectGolden(
  file: URL,
  run: (input: string) => string | Promise<string>,
): Promise<void> {
  const cases = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\S/.test(line))
  const told: { readonly inputs: string[]; readonly outcome: string }[] = []
  for (const input of cases) {
    const outcome = await run(input)
    const before = told.at(-1)
    if (before?.outcome === outcome) before.inputs.push(input)
    else told.push({ inputs: [input], outcome })
  }
  expect(cases).not.toEqual([])
  const text = told.map(({ inputs, outcome }) =>
    outcome === '' && inputs.every((input) => input.startsWith('#'))
      ? inputs.join('\n')
      : [...inputs, ...(outcome === '' ? [] : [outcome.replaceAll(/^(?=.)/gm, '  ')]), ''].join('\n'),
  )
  await expect(text.join('\n')).toMatchFileSnapshot(file.pathname)
}
