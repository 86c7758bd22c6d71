import { expect, test } from 'vitest'
import { runHere } from './run-here.ts'

test.each([
  [['serv'], "identikit: unknown command 'serv' (Did you mean serve?)"],
  [['selftest'], "identikit: unknown command 'selftest' (Did you mean conform selftest?)"],
  [['dance'], "identikit: unknown command 'dance'"],
  [['--verson'], "identikit: unknown option '--verson' (Did you mean --version?)"],
  [['serve', '--prot', '1'], "identikit serve: unknown option '--prot' (Did you mean --port?)"],
  [['serve', '--prot=1'], "identikit serve: unknown option '--prot'; did you mean --port?"],
  [['serve', '--port'], "identikit serve: option '--port <number>' argument missing"],
  [['serve', '--seed', '--json'], "identikit serve: option '--world, --seed <world>' argument missing"],
  [['serve', '--quiet=yes'], "identikit serve: option '--quiet' takes no value"],
  [
    ['serve', 'demo'],
    "identikit serve: too many arguments for 'serve'. Expected 0 arguments but got 1: demo. (Did you mean --seed demo?)",
  ],
  [['serve', 'people.yaml'], '(Did you mean --seed people.yaml?)'],
  [['seed', 'demo'], '(Did you mean --world demo?)'],
  [['seed', 'exprt'], "identikit seed: there is no command 'exprt'; did you mean export?"],
  [['seed', '--format', 'jsn'], 'Allowed choices are yaml, json; did you mean json?'],
  [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish, powershell.'],
  [['help', 'serv'], "identikit: there is no command 'serv'; did you mean serve?"],
  [['help', 'conform', 'dif'], "there is no command 'dif'; did you mean diff?"],
  [['serv', '--help'], "there is no command 'serv'; did you mean serve?"],
  [['conform', 'explain', 'users.suspnd.not-active'], 'near it: users.s'],
  [['openapi', '--session-cookie', 'a;b'], '--session-cookie: expected the name of a cookie, got "a;b"'],
  [['openapi', '--out', '/dev'], 'identikit openapi: --out: /dev is a folder; name a file'],
  [['seed', '--users', '3', '--out', '/no/such/people.yaml'], '--out: there is no folder /no/such'],
  [['state', 'show', '/no/such'], 'identikit state show: there is no file /no/such'],
  [
    ['pact', 'record', '--consumer', 'x', '--seed', 'demi', '--', 'true'],
    '--seed: expected a .yaml or .json file',
  ],
  [
    ['pact', 'record', '--consumer', 'x', '--', '/no/such'],
    'identikit pact record: there is no program /no/such',
  ],
  [['conform', 'explian', 'x'], "identikit conform: there is no command 'explian'; did you mean explain?"],
  [
    ['conform', 'dance'],
    "identikit conform: there is no command 'dance'; its commands are run, explore, init, explain, diff",
  ],
  [['conform', '--levels', 'must'], "identikit conform: unknown option '--levels' (Did you mean --level?)"],
  [
    ['conform', 'run', '--levels', 'must'],
    "identikit conform run: unknown option '--levels' (Did you mean --level?)",
  ],
  [['conform', 'explain'], "identikit conform explain: missing required argument 'clause'"],
  [
    ['completion', 'bsh'],
    "identikit completion: command-argument value 'bsh' is invalid for argument 'shell'.",
  ],
])('%j is a mistake of one line, with what was meant if that is near', async (argv, message) => {
  const { code, out, error } = await runHere(argv)
  expect([code, out]).toEqual([2, ''])
  expect(error).toContain(message)
  expect(error.split('\n')).toHaveLength(1)
})

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
  [['conform', 'explain', '--help'], 'Usage: identikit conform explain [options] <clause>'],
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
