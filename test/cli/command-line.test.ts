import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import type { CommandEntries, CommandEntry } from '../../src/cli/tree.ts'
import { runHere } from './run-here.ts'

test('an empty dataset is written as an empty object', async () => {
  expect(await runHere(['seed', '--data', 'empty'])).toMatchObject({ code: 0, out: '{}' })
})

test('without a command it says which there are, and exits with 2', async () => {
  const { code, out, error } = await runHere([])
  expect([code, out]).toEqual([2, ''])
  expect(error).toContain('Serve an organisation over HTTP')
  // Three lines to begin with, the console's address among them.
  expect(error.split('To begin:\n')[1]?.split('\n')).toEqual([
    expect.stringMatching(/identikit serve .*http:\/\/localhost:4010\/_console$/),
    expect.stringContaining('identikit conform --help'),
    expect.stringContaining('identikit help COMMAND'),
  ])
})

test.each([['--version'], ['-v']])('%s prints the version', async (flag) => {
  expect(await runHere([flag])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    error: '',
  })
})

test.each([
  [['--help'], 'Usage: identikit [options] [command]'],
  [['help'], 'Usage: identikit [options] [command]'],
  [['serve', '--help', '--all'], '--transition-delay <time>'],
  [['help', 'serve', '--all'], '--transition-delay <time>'],
  [['serve', '-h'], 'Usage: identikit serve [options]'],
  [['help', 'serve'], 'Usage: identikit serve [options]'],
  [['conform', '--help', '--all'], '--rate-limit-budget <time>'],
  [['conform', '--help'], 'selftest'],
  [['conform', 'run', '--help'], 'Exit codes: 0 clean'],
  [['conform', 'explain', '--help'], 'Usage: identikit conform explain [options] <requirement>'],
  [['help', 'conform', 'diff'], 'Usage: identikit conform diff [options] <before> <after>'],
  [['conform', 'merge', '--help'], 'Usage: identikit conform merge [options] <reports...>'],
  [['conform', 'cleanup', '--help'], '--older-than <time>'],
  [['conform', 'selftest', '--help'], '--through <url>'],
  [['completion', '--help'], 'source <(identikit completion bash)'],
])('%j prints help', async (argv, text) => {
  const { code, out, error } = await runHere(argv)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toContain(text)
})

/** The words of each command that the list shows, followed by those of the commands below it. */
const pathsOf = (entries: CommandEntries, above: readonly string[] = []): string[][] =>
  Object.entries(entries).flatMap(([name, { commands: below = {} }]) => [
    [...above, name],
    ...pathsOf(below, [...above, name]),
  ])

test.each(pathsOf(commands).map((path) => [path.join(' ')]))(
  'help of %s fits on a screen, its examples first',
  async (path) => {
    const { out } = await runHere([...path.split(' '), '--help'])
    const lines = out.split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100)
    const entry = path
      .split(' ')
      .reduce<Partial<CommandEntry>>(({ commands: below }, name) => below![name]!, { commands })
    expect(lines.slice(0, entry.examples?.length ?? 0)).toEqual(
      (entry.examples ?? []).map((each) => `  ${each}`),
    )
    // Each flag that help shows without --all exists.
    for (const flag of entry.usual?.split(' ') ?? [])
      expect(out).toMatch(new RegExp(`^  (-\\w, )?${flag}\\b`, 'm'))
    const all = (await runHere([...path.split(' '), '--help', '--all'])).out
    expect(all.includes('add --all')).toBe(false)
    expect(all.length).toBeGreaterThanOrEqual(out.length - 40)
  },
)

test('--all behind the words of a program is its own', async () => {
  const { code, out } = await runHere(['serve', '--help', '--', '--all'])
  expect([code, out.includes('more options: add --all')]).toEqual([0, true])
})
