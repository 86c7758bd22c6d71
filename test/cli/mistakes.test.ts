/** The exact messages for a command line with a mistake. */
import { expect, test } from 'vitest'
import { runHere } from './run-here.ts'

const tooMany = (command: string, extra: string): string =>
  `identikit ${command}: too many arguments for '${command.split(' ').at(-1)}'. Expected 0 arguments but got 1: ${extra}.`

const invalid = (command: string, option: string, value: string, why: string): string =>
  `identikit ${command}: option '${option}' argument '${value}' is invalid. ${why}`

const features =
  'Expected + (has it), - (has it not) or ? (find out), then one of early-access, newer-engine, jwks-uri, saml2-bearer, frontchannel-logout, federation, password-hook, defaults'

test.each<[string[], string]>([
  [['dance'], "identikit: unknown command 'dance'"],
  [['serve', '--zzzzzz=1'], "identikit serve: unknown option '--zzzzzz'; see --help"],
  [['serve', '--quiet=yes'], "identikit serve: option '--quiet' takes no value"],
  [['serve', '-x'], "identikit serve: unknown option '-x'"],
  [
    ['seed', 'zzzzzz'],
    "identikit seed: there is no command 'zzzzzz'; its commands are export, from-recording",
  ],
  [['pact', 'chek'], "identikit pact: there is no command 'chek'; did you mean check?"],
  [['pact', 'zzzz'], "identikit pact: there is no command 'zzzz'; its commands are verify, check, record"],
  [['state', 'zzzz'], "identikit state: there is no command 'zzzz'; its commands are show, export, import"],
  [
    ['conform', 'zzzz'],
    "identikit conform: there is no command 'zzzz'; its commands are run, explore, init, explain, diff, merge, reap, selftest",
  ],
  [['help', 'zzzzz'], "identikit: there is no command 'zzzzz'; see identikit help"],
  [['zzzzz', '-h'], "identikit: there is no command 'zzzzz'; see identikit help"],
  [['help', 'conform', 'zzzzz'], "identikit: there is no command 'zzzzz'; see identikit help"],
])('%j', async (argv, error) => {
  expect(await runHere(argv)).toEqual({ code: 2, out: '', error })
})

test.each<[string[], string]>([
  [['serve', 'empty'], `${tooMany('serve', 'empty')} (Did you mean --seed empty?)`],
  [['serve', 'large'], `${tooMany('serve', 'large')} (Did you mean --seed large?)`],
  [['serve', 'large:30'], `${tooMany('serve', 'large:30')} (Did you mean --seed large:30?)`],
  [['serve', 'large:30x'], tooMany('serve', 'large:30x')],
  [['serve', 'large:x'], tooMany('serve', 'large:x')],
  [['serve', 'large:'], tooMany('serve', 'large:')],
  [['serve', 'demo2'], tooMany('serve', 'demo2')],
  [['serve', 'xdemo'], tooMany('serve', 'xdemo')],
  [['seed', 'people.json'], `${tooMany('seed', 'people.json')} (Did you mean --world people.json?)`],
  [['openapi', 'demo'], tooMany('openapi', 'demo')],
  [['openapi', 'people.json'], tooMany('openapi', 'people.json')],
  [['pull', 'x'], tooMany('pull', 'x')],
  [['conform', 'run', 'x'], tooMany('conform run', 'x')],
  [
    ['conform', 'explain', 'a', 'b'],
    "identikit conform explain: too many arguments for 'explain'. Expected 1 argument but got 2: a, b.",
  ],
  [
    ['conform', 'diff', 'a', 'b', 'c'],
    "identikit conform diff: too many arguments for 'diff'. Expected 2 arguments but got 3: a, b, c.",
  ],
  [
    ['seed', 'export', 'a', 'b'],
    "identikit seed export: too many arguments for 'export'. Expected 1 argument but got 2: a, b.",
  ],
])('%j has a word too many', async (argv, error) => {
  expect(await runHere(argv)).toEqual({ code: 2, out: '', error })
})

test.each<[string[], string]>([
  [
    ['seed', '--format', 'jsn'],
    invalid('seed', '--format <format>', 'jsn', 'Allowed choices are yaml, json; did you mean json?'),
  ],
  [
    ['seed', '--format', 'zzzz'],
    invalid('seed', '--format <format>', 'zzzz', 'Allowed choices are yaml, json.'),
  ],
  [
    ['openapi', '--format', 'jsn'],
    invalid('openapi', '--format <format>', 'jsn', 'Allowed choices are json, yaml; did you mean json?'),
  ],
  [
    ['pull', '--format', 'jsn'],
    invalid('pull', '--format <format>', 'jsn', 'Allowed choices are yaml, json; did you mean json?'),
  ],
  [
    ['seed', '--world', 'zzzz'],
    invalid('seed', '--world <world>', 'zzzz', 'Allowed choices are demo, examples, large, empty.'),
  ],
  [['serve', '--log', 'xml'], invalid('serve', '--log <form>', 'xml', 'Allowed choices are text, json.')],
  [
    ['serve', '--orgs', 'zzzz'],
    invalid('serve', '--orgs <when>', 'zzzz', 'Allowed choices are by-control, on-demand.'),
  ],
  [
    ['serve', '--port', '65536'],
    invalid('serve', '--port <number>', '65536', 'Expected a whole number from 0 to 65535.'),
  ],
  [
    ['serve', '--max-orgs', '0'],
    invalid('serve', '--max-orgs <number>', '0', 'Expected a whole number from 1.'),
  ],
  [
    ['seed', '--users', '200001'],
    invalid('seed', '--users <number>', '200001', 'Expected a whole number from 0 to 200000.'),
  ],
  [
    ['conform', '--concurrency', '0'],
    invalid('conform', '--concurrency <number>', '0', 'Expected a whole number from 1.'),
  ],
  [
    ['conform', '--seed', '-1'],
    invalid('conform', '--seed <number>', '-1', 'Expected a whole number from 0.'),
  ],
  [['conform', '--rps', '-1'], invalid('conform', '--rps <number>', '-1', 'Expected a number from 0.')],
  [
    ['conform', 'selftest', '--concurrency', '1000'],
    invalid('conform selftest', '--concurrency <number>', '1000', 'Expected a whole number from 1 to 999.'),
  ],
  [
    ['conform', 'selftest', '--concurrency', '0'],
    invalid('conform selftest', '--concurrency <number>', '0', 'Expected a whole number from 1 to 999.'),
  ],
  [
    ['conform', 'selftest', '--part', '0/1'],
    invalid('conform selftest', '--part <i/n>', '0/1', 'Expected I/N such as 2/4, with I from 1 to N.'),
  ],
  [
    ['conform', '--engine', 'zzzz'],
    invalid('conform', '--engine <name>', 'zzzz', 'Allowed choices are vitest, in-process.'),
  ],
  [['conform', '--features', '+zzz'], invalid('conform', '--features <list>', '+zzz', `${features}.`)],
  [
    ['conform', '--features', ' , +early-access,*federation'],
    invalid(
      'conform',
      '--features <list>',
      ' , +early-access,*federation',
      `${features}; did you mean federation?`,
    ),
  ],
  [
    ['conform', '--features', '?jwks-ur'],
    invalid('conform', '--features <list>', '?jwks-ur', `${features}; did you mean jwks-uri?`),
  ],
  [['serve', '--port', ''], "identikit serve: option '--port <number>' argument missing"],
  [['serve', '--port', '--host'], "identikit serve: option '--port <number>' argument missing"],
  [
    ['serve', '--freeze-clock', '', '--port', '0'],
    "identikit serve: --freeze-clock: expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got ''",
  ],
])('%j has no value that it can have', async (argv, error) => {
  expect(await runHere(argv)).toEqual({ code: 2, out: '', error })
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
