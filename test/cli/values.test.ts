/** What serve, push, pull and the commands about state are handed of a command line. */
import { expect, test, vi } from 'vitest'
import { UsageError } from '../../src/server/usage-error.ts'
import { runHere } from './run-here.ts'

const handed = vi.hoisted(() => ({ values: [] as unknown[], failure: undefined as unknown }))
const handing = vi.hoisted(() => (name: string) => (...values: unknown[]): number => {
  handed.values = [name, ...values.slice(0, -1)]
  if (handed.failure !== undefined) throw handed.failure
  return 3
})

vi.mock('../../src/server/serve-command.ts', () => ({ runServe: handing('serve') }))
vi.mock('../../src/transfer/push/push-command.ts', () => ({ runPush: handing('push') }))
vi.mock('../../src/transfer/pull/pull-command.ts', () => ({ runPull: handing('pull') }))
vi.mock('../../src/server/state/seed-command.ts', () => ({ exportSeed: handing('seed export') }))
vi.mock('../../src/server/state/commands.ts', () => ({
  showState: handing('state show'),
  exportState: handing('state export'),
  importState: handing('state import'),
}))

const words = (line: string): string[] => line.split(' ').map((word) => word.replace('_', ' '))

const targetFlags = words(
  '--base-url https://id.test --token env:TOKEN --insecure --rps 0 --concurrency 1 --header X-A:_1 --header X-B:_2 --rate-limit-budget 1h',
)
const target = {
  baseUrl: 'https://id.test',
  token: 'env:TOKEN',
  insecure: true,
  rps: 0,
  concurrency: 1,
  header: ['X-A: 1', 'X-B: 2'],
  rateLimitBudget: 3_600_000,
}

test.each<[string[], unknown[]]>([
  [['serve'], ['serve', {}]],
  [
    words(
      'serve --config c.yaml --port 0 --host ::1 --base-url https://id.test --allowed-hosts a.test,*.b.test --allowed-hosts c.test --control-token t --tls --tls-cert cert.pem --tls-key key.pem --read-only --state s.db --export-on-exit e.json --world large:30 --scenario flaky --id-seed i --word acme --token T --search-lag 2s --transition-delay 500 --freeze-clock --orgs on-demand --org-seed empty --max-orgs 1 --org-idle 1h30m --verbose --log json --quiet --json',
    ),
    [
      'serve',
      {
        config: 'c.yaml',
        port: 0,
        host: '::1',
        baseUrl: 'https://id.test',
        allowedHosts: ['a.test', '*.b.test', 'c.test'],
        controlToken: 't',
        tls: true,
        tlsCert: 'cert.pem',
        tlsKey: 'key.pem',
        readOnly: true,
        state: 's.db',
        exportOnExit: 'e.json',
        seed: 'large:30',
        scenario: 'flaky',
        idSeed: 'i',
        word: 'acme',
        token: 'T',
        searchLag: 2000,
        transitionDelay: 500,
        freezeClock: true,
        orgs: 'on-demand',
        orgSeed: 'empty',
        maxOrgs: 1,
        orgIdle: 5_400_000,
        verbose: true,
        log: 'json',
        quiet: true,
        json: true,
      },
    ],
  ],
  [
    words(
      'serve --no-config --no-tls --no-read-only --no-verbose --no-quiet --seed demo --port 65535 --freeze-clock 2026-01-05T09:30:00.000Z --orgs by-control --log text',
    ),
    [
      'serve',
      {
        config: false,
        tls: false,
        readOnly: false,
        verbose: false,
        quiet: false,
        seed: 'demo',
        port: 65_535,
        freezeClock: '2026-01-05T09:30:00.000Z',
        orgs: 'by-control',
        log: 'text',
      },
    ],
  ],
  [['push'], ['push', undefined, {}]],
  [
    words('push demo --password env:P --inactive-rules --skip-existing --word acme --yes --undo')
      .concat('--ledger', 'l.jsonl')
      .concat(targetFlags),
    [
      'push',
      'demo',
      {
        ...target,
        password: 'env:P',
        inactiveRules: true,
        skipExisting: true,
        word: 'acme',
        yes: true,
        ledger: 'l.jsonl',
        undo: true,
      },
    ],
  ],
  [
    ['pull', '--fake-names'],
    ['pull', { fakeNames: true }],
  ],
  [
    ['pull', ...targetFlags, '--out', 'o', '--force', '--format', 'json', '--fake-names', 'from'],
    ['pull', { ...target, out: 'o', force: true, format: 'json', fakeNames: 'from' }],
  ],
  [
    ['pull', '--format', 'yaml'],
    ['pull', { format: 'yaml' }],
  ],
  [
    ['seed', 'export', 's.db'],
    ['seed export', 's.db', {}],
  ],
  [
    ['seed', 'export', 's.db', '--out', 'o.yaml', '--secrets'],
    ['seed export', 's.db', { out: 'o.yaml', secrets: true }],
  ],
  [
    ['state', 'show', 's.db'],
    ['state show', 's.db', {}],
  ],
  [
    ['state', 'show', 's.db', '--json'],
    ['state show', 's.db', { json: true }],
  ],
  [
    ['state', 'export', 's.db', '--out', 'o.json'],
    ['state export', 's.db', { out: 'o.json' }],
  ],
  [
    ['state', 'import', 'o.json', 's.db'],
    ['state import', 'o.json', 's.db'],
  ],
])('%j', async (argv, values) => {
  expect(await runHere(argv)).toEqual({ code: 3, out: '', error: '' })
  expect(handed.values).toEqual(values)
})

test('what breaks is thrown, and what is said of the use of a command is told', async () => {
  for (const failure of [new TypeError('lost'), new RangeError('far')]) {
    handed.failure = failure
    await expect(runHere(['push'])).rejects.toBe(failure)
  }
  handed.failure = new UsageError('no such thing')
  expect(await runHere(['push'])).toEqual({ code: 2, out: '', error: 'identikit push: no such thing' })
  handed.failure = undefined
})
