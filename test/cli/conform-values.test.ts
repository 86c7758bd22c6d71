/** What the suite is handed of a command line of `identikit conform`, and what becomes of what it answers. */
import { afterEach, expect, test, vi } from 'vitest'
import { runHere } from './run-here.ts'

type Handed = (...values: unknown[]) => unknown

const suite = vi.hoisted(() => ({ work: (_name: string, ..._values: unknown[]): unknown => 0 }))
const handing = vi.hoisted(
  () =>
    (name: string): Handed =>
    async (...values) =>
      suite.work(name, ...values),
)

vi.mock('../../conformance/cli/run.ts', () => ({ run: handing('run') }))
vi.mock('../../conformance/cli/init.ts', () => ({ init: handing('init') }))
vi.mock('../../conformance/cli/diff.ts', () => ({ diff: handing('diff') }))
vi.mock('../../conformance/cli/merge.ts', () => ({ merge: handing('merge') }))
vi.mock('../../conformance/cli/reap.ts', () => ({ reap: handing('reap') }))
vi.mock('../../conformance/cli/explain.ts', () => ({ explain: handing('explain') }))
vi.mock('../../conformance/proof/selftest/selftest-command.ts', () => ({
  selftestCommand: () => handing('selftest'),
}))

afterEach(() => {
  suite.work = () => 0
})

/** What a command line hands over: the name of the work and its values, without the streams at the end. */
async function handed(...argv: string[]): Promise<unknown> {
  let found: unknown[] = []
  suite.work = (...values) => {
    found = values
    return 0
  }
  expect(await runHere(['conform', ...argv])).toEqual({ code: 0, out: '', error: '' })
  return found.slice(0, -1)
}

const target = {
  baseUrl: 'https://id.test',
  token: 'env:TOKEN',
  sessionCookie: 'env:COOKIE',
  header: ['X-A: 1', 'X-B: 2'],
  insecure: true,
  rps: 2.5,
  concurrency: 3,
  rateLimitBudget: 60_000,
  lag: 1500,
}
const targetFlags =
  '--base-url https://id.test --token env:TOKEN --session-cookie env:COOKIE --header=X-A:\u00A01 --header=X-B:\u00A02 --insecure --rps 2.5 --concurrency 3 --rate-limit-budget 1m --lag 1500'
const words = (line: string): string[] => line.split(' ').map((word) => word.replace('\u00A0', ' '))

const runFlags =
  '--profile target.yaml --control --control-token env:C --adapter a.mjs --features +early-access,-federation --features ?newer-engine,+defaults --only users.*,groups --only rules --level must,open --quick --shard 2/4 --seed 7 --allow mail,me --plan --timeout 30s --baseline known.yaml --write-baseline new.yaml --report html,json --report github --out there --tolerate-incomplete --keep-evidence --engine in-process'
const runValues = {
  profile: 'target.yaml',
  control: true,
  controlToken: 'env:C',
  adapter: 'a.mjs',
  features: { 'early-access': 'yes', federation: 'no', 'newer-engine': 'probe', defaults: 'yes' },
  only: ['users.*', 'groups', 'rules'],
  level: ['must', 'open'],
  quick: true,
  shard: { index: 2, of: 4 },
  seed: 7,
  allow: ['mail', 'me'],
  plan: true,
  timeout: 30_000,
  baseline: 'known.yaml',
  writeBaseline: 'new.yaml',
  report: ['html', 'json', 'github'],
  out: 'there',
  tolerateIncomplete: true,
  keepEvidence: true,
  engine: 'in-process',
}

test.each([[[]], [['run']]])('a run with %j is handed every option, read', async (command) => {
  expect(await handed(...command)).toEqual(['run', { out: 'conform-report' }])
  expect(await handed(...command, ...words(targetFlags), ...words(runFlags))).toEqual([
    'run',
    { ...target, ...runValues },
  ])
})

test.each<[string[], unknown[]]>([
  [
    ['init', ...words(targetFlags), '--out', 'o.yaml', '--name', 'Ours', '--force', '--yes'],
    ['init', { ...target, out: 'o.yaml', name: 'Ours', force: true, yes: true }],
  ],
  [['init'], ['init', { out: 'target.yaml' }]],
  [
    ['diff', 'a.json', 'b.json'],
    ['diff', 'a.json', 'b.json'],
  ],
  [
    ['merge', 'a.json', 'b.json'],
    ['merge', ['a.json', 'b.json'], { out: 'conform-report' }],
  ],
  [
    ['merge', 'a', 'b', '--baseline', 'k', '--write-baseline', 'n', '--report', 'all', '--out', 'o'],
    ['merge', ['a', 'b'], { baseline: 'k', writeBaseline: 'n', report: ['all'], out: 'o' }],
  ],
  [
    ['reap', ...words(targetFlags), '--ledger', 'l', '--run', 'abc123', '--older-than', '2h', '--yes'],
    ['reap', { ...target, ledger: 'l', run: 'abc123', olderThan: 7_200_000, yes: true }],
  ],
  [['selftest'], ['selftest', [], {}]],
  [
    words(
      'selftest a.* b --deviants --hollow --variants --operators --blame --part 1/3 --thorough --concurrency 999 --page p.md --table t.md --list --through http://x.test --token env:T --profile p.yaml --control --allow all --lag 2s',
    ),
    [
      'selftest',
      ['a.*', 'b'],
      {
        deviants: true,
        hollow: true,
        variants: true,
        operators: true,
        blame: true,
        part: { index: 1, of: 3 },
        thorough: true,
        concurrency: 999,
        page: 'p.md',
        table: 't.md',
        list: true,
        through: 'http://x.test',
        token: 'env:T',
        profile: 'p.yaml',
        control: true,
        allow: ['all'],
        lag: 2000,
      },
    ],
  ],
])('%j', async (argv, values) => {
  expect(await handed(...argv)).toEqual(values)
})

test('a run is told its options as they were written, but for what headers hold', async () => {
  let flags: unknown
  suite.work = (_name, _values, io) => {
    flags = (io as { flags: readonly string[] }).flags
    return 0
  }
  await runHere([
    'conform',
    '--insecure',
    '--header',
    'X-A: private',
    '--lag',
    '2s',
    '--features',
    ' ,+defaults,',
  ])
  expect(flags).toEqual(['--insecure', '--header X-A', '--lag 2s', '--features  ,+defaults,'])
})

test('a plan has a server of its own, until it is closed', async () => {
  type PlanTarget = () => Promise<{ baseUrl: string; token: string; close: () => Promise<void> }>
  let planTarget: PlanTarget | undefined
  suite.work = (_name, _values, io) => {
    planTarget = (io as { planTarget: PlanTarget }).planTarget
    return 0
  }
  await runHere(['conform', '--plan'])
  const { baseUrl, token, close } = await planTarget!()
  const reply = await fetch(`${baseUrl}/api/v1/users`, { headers: { Authorization: `SSWS ${token}` } })
  expect([reply.status, ((await reply.json()) as unknown[]).length]).toEqual([200, 1])
  await close()
  await expect(fetch(baseUrl)).rejects.toThrow()
})

const commands = [['run'], ['init'], ['diff', 'a', 'b'], ['merge', 'a', 'b'], ['reap'], ['selftest']]

test.each([[[]], ...commands.map((argv) => [argv])])('what %j answers is the exit code', async (argv) => {
  suite.work = () => 5
  expect(await runHere(['conform', ...argv])).toEqual({ code: 5, out: '', error: '' })
})

test('what a clause is about is printed', async () => {
  suite.work = (name, clause) => `${name} ${String(clause)}`
  expect(await runHere(['conform', 'explain', 'users.get.ok'])).toEqual({
    code: 0,
    out: 'explain users.get.ok',
    error: '',
  })
})

test.each([...commands, ['explain', 'x']].map((argv) => [argv]))(
  'what breaks in %j is ours, told in a line, and what is said of its use is a mistake of the caller',
  async (argv) => {
    const fail = (error: unknown) => {
      suite.work = () => Promise.reject(error)
      return runHere(['conform', ...argv])
    }
    expect(await fail(new Error('lost\nmore of it'))).toEqual({
      code: 4,
      out: '',
      error: 'identikit conform: lost',
    })
    expect(await fail('gone')).toEqual({ code: 4, out: '', error: 'identikit conform: gone' })
    expect(await fail({ name: 'UsageError', toString: () => 'no error' })).toEqual({
      code: 4,
      out: '',
      error: 'identikit conform: no error',
    })
    expect(await fail(Object.assign(new Error('no such thing'), { name: 'UsageError' }))).toEqual({
      code: 2,
      out: '',
      error: `identikit conform ${argv[0]}: no such thing`,
    })
  },
)
