import { expect, test } from 'vitest'
import { runHere } from './run-here.ts'

test('an empty world is written as an empty object', async () => {
  expect(await runHere(['seed', '--world', 'empty'])).toMatchObject({ code: 0, out: '{}' })
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
  [['serve', '--help'], '--transition-delay <time>'],
  [['serve', '-h'], 'Usage: identikit serve [options]'],
  [['help', 'serve'], 'Usage: identikit serve [options]'],
  [['conform', '--help'], '--rate-limit-budget <time>'],
  [['conform', '--help'], 'selftest'],
  [['conform', 'run', '--help'], 'Exit codes: 0 clean'],
  [['conform', 'explain', '--help'], 'Usage: identikit conform explain [options] <requirement>'],
  [['help', 'conform', 'diff'], 'Usage: identikit conform diff [options] <before> <after>'],
  [['conform', 'merge', '--help'], 'Usage: identikit conform merge [options] <reports...>'],
  [['conform', 'reap', '--help'], '--older-than <time>'],
  [['conform', 'selftest', '--help'], '--through <url>'],
  [['completion', '--help'], 'source <(identikit completion bash)'],
])('%j prints help', async (argv, text) => {
  const { code, out, error } = await runHere(argv)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toContain(text)
})
