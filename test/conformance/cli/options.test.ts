import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  type ReportValues,
  reportCommand,
  runOptions,
  type RunValues,
  targetOptions,
} from '../../../conformance/cli/options.ts'
import { runHere } from '../../cli/run-here.ts'

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-options-'))
afterAll(() => fs.rmSync(cwd, { recursive: true, force: true }))

const sources = {
  cwd,
  environment: { TOKEN: 'the-token', COOKIE: 'sid=1', KEY: 'the-key' } as Record<string, string>,
  readStdin: () => 'from-stdin\n',
}
const target = { baseUrl: 'https://id.example.com' }
const plain = {
  baseUrl: 'https://id.example.com',
  environment: sources.environment,
  headers: {},
  secretHeaders: [],
  ledger: path.join(cwd, '.identikit', 'ledgers'),
}

test('only the given flags are options of the run', () => {
  expect(targetOptions(target, sources)).toEqual(plain)
  expect(
    targetOptions(
      {
        ...target,
        token: 'env:TOKEN',
        sessionCookie: 'env:COOKIE',
        header: ['X-Plain: as it is', 'X-Key: env:KEY', 'X-Empty:'],
        insecure: true,
        rps: 0,
        concurrency: 1,
        rateLimitBudget: 2,
        lag: 3,
      },
      sources,
    ),
  ).toEqual({
    ...plain,
    token: 'the-token',
    session: { cookie: 'sid=1' },
    headers: { 'X-Plain': 'as it is', 'X-Key': 'the-key', 'X-Empty': '' },
    secretHeaders: ['X-Key'],
    insecure: true,
    rps: 0,
    concurrency: 1,
    rateLimitBudget: 2,
    lag: 3,
  })
  expect(targetOptions({ ...target, token: 'stdin' }, sources)).toMatchObject({ token: 'from-stdin' })
})

test('a run takes the given options, and nothing else', () => {
  expect(runOptions(target, sources)).toEqual({ ...plain, flags: [], allow: [] })
  fs.writeFileSync(path.join(cwd, 'target.yaml'), 'name: staging\n')
  const { profile, ...rest } = runOptions(
    {
      ...target,
      profile: 'target.yaml',
      adapter: 'adapter.mjs',
      features: { 'early-access': 'yes' },
      only: ['users'],
      level: ['must'],
      shard: { index: 1, of: 2 },
      quick: true,
      seed: 0,
      timeout: 5,
      keepEvidence: true,
      tolerateIncomplete: true,
      allow: ['mail'],
    },
    { ...sources, flags: ['--quick'] },
  )
  expect(profile).toMatchObject({ name: 'staging' })
  expect(rest).toEqual({
    ...plain,
    flags: ['--quick'],
    allow: ['mail'],
    adapterModule: new URL(`file://${path.join(cwd, 'adapter.mjs')}`).href,
    features: { 'early-access': 'yes' },
    only: ['users'],
    level: ['must'],
    shard: { index: 1, of: 2 },
    quick: true,
    seed: 0,
    checkTimeout: 5,
    keepAllEvidence: true,
    tolerateIncomplete: true,
  })
})

test('the control plane of the bundled mock is an adapter, and takes its token from where it is named', () => {
  const control = (values: RunValues, environment = {}) =>
    runOptions(
      { ...target, control: true, adapter: 'x.mjs', ...values },
      { ...sources, environment: { ...sources.environment, ...environment } },
    )
  expect(control({}).adapterModule).toBe('identikit:control')
  expect(control({})).not.toHaveProperty('controlToken')
  expect(control({ controlToken: 'env:KEY' })).toMatchObject({ controlToken: 'the-key' })
  expect(control({}, { IDENTIKIT_CONTROL_TOKEN: 'set' })).toMatchObject({ controlToken: 'set' })
  expect(control({ controlToken: 'env:KEY' }, { IDENTIKIT_CONTROL_TOKEN: 'set' })).toMatchObject({
    controlToken: 'the-key',
  })
  expect(control({}, { IDENTIKIT_CONTROL_TOKEN: '' })).not.toHaveProperty('controlToken')
})

test.each<[ReportValues, object]>([
  [
    {},
    {
      reports: ['html', 'json'],
      github: false,
      out: 'conform-report',
      writeBaseline: undefined,
      baseline: [],
    },
  ],
  [{ report: ['none', 'html', 'github'] }, { reports: [], github: false }],
  [{ report: ['all'] }, { reports: ['html', 'json', 'junit', 'ctrf', 'md', 'badge'] }],
  [{ report: ['md', 'html', 'github'] }, { reports: ['html', 'md'], github: true }],
  [
    { out: 'a/b', writeBaseline: 'known.yaml' },
    { out: 'a/b', writeBaseline: 'known.yaml' },
  ],
])(
  '%j is reported as %j',
  (values, { out, writeBaseline, ...expected }: { out?: string; writeBaseline?: string }) => {
    expect(reportCommand(values, sources)).toMatchObject({
      ...expected,
      ...(out === undefined ? {} : { out: path.join(cwd, out) }),
      ...(writeBaseline === undefined ? {} : { writeBaseline: path.join(cwd, writeBaseline) }),
    })
  },
)

test.each(['--out', '--write-baseline'])(
  'a run refuses a place for %s that cannot be written to',
  async (option) => {
    const file = path.join(cwd, 'a-file')
    fs.writeFileSync(file, '')
    const place = path.join(file, 'below', 'it')
    const { error, code } = await runHere([
      'conform',
      'run',
      '--base-url',
      'http://127.0.0.1:9',
      option,
      place,
    ])
    expect(error).toMatch(
      new RegExp(`${option}: expected a folder that can be written to, got .*a-file.*\\(ENOTDIR\\)$`),
    )
    expect(code).toBe(2)
  },
)

test('reads a profile of many unknown fields in seconds, and names a repeated key', () => {
  const profile = path.join(cwd, 'long.yaml')
  const read = (text: string) => {
    fs.writeFileSync(profile, text)
    return () => runOptions({ ...target, profile }, sources)
  }
  const many = Array.from({ length: 30_000 }, (_, index) => `unknown${index}: 1`).join('\n')
  const begun = process.cpuUsage().user
  expect(read(many)).toThrow(/unknown0: unknown field;.*and 29980 more$/)
  expect(process.cpuUsage().user - begun).toBeLessThan(8_000_000)
  expect(read('name: a\nname: b')).toThrow("Map keys must be unique, got 'name' twice")
})
