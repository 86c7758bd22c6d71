import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderConfigSchema } from '../../../scripts/config-schema.ts'
import { readConfig } from '../../../src/server/config/read-config.ts'
import { readScenario } from '../../../src/server/config/read-scenario.ts'
import { type ServeFlags, settingsOf } from '../../../src/server/serve-settings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-config-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('takes files from the folder of the configuration, and datasets as they are', async () => {
  const file = join(folder, 'identikit.config.yaml')
  await writeFile(
    file,
    'data: demo\nscenario: busy.yaml\nstate: kept.db\nexportOnExit: /tmp/out.json\n' +
      'tls: { cert: a.pem, key: keys/b.pem }\norganisations: { data: people.json, idle: 1h }\n',
  )
  const { config, placeOf } = readConfig(file)
  expect(config).toEqual({
    data: 'demo',
    scenario: join(folder, 'busy.yaml'),
    state: join(folder, 'kept.db'),
    exportOnExit: '/tmp/out.json',
    tls: { cert: join(folder, 'a.pem'), key: join(folder, 'keys/b.pem') },
    organisations: { data: join(folder, 'people.json'), idle: 3_600_000 },
  })
  expect(placeOf(['tls', 'key'])).toBe(`${file}:5:21`)
  expect(placeOf(['port'])).toBeUndefined()
})

async function written(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

const fault = { operation: 'listUsers', status: 503 }

test('a file may be in any of three forms, say nothing of files, and take a secret from elsewhere', async () => {
  const token = await written('token.txt', 'of-the-file\n')
  vi.stubEnv('IDENTIKIT_TEST_TOKEN', 'of-the-environment')
  try {
    expect(readConfig(await written('a.JSON', '{"port":1}')).config).toEqual({ port: 1 })
    const file = await written(
      'a.yml',
      `data: large:5\nscenario: flaky\nstate: /tmp/a.state\ntls: true\norganisations: { data: empty }\n` +
        `controlToken: env:IDENTIKIT_TEST_TOKEN\noptions: { apiToken: 'file:${token}', seed: { secrets: plain } }\n`,
    )
    expect(readConfig(file).config).toEqual({
      data: 'large:5',
      scenario: 'flaky',
      state: '/tmp/a.state',
      tls: true,
      organisations: { data: 'empty' },
      controlToken: 'of-the-environment',
      options: { apiToken: 'of-the-file', seed: { secrets: 'plain' } },
    })
    // Standard input is no place for a secret that is read at each start.
    expect(readConfig(await written('b.yaml', 'controlToken: stdin\n')).config).toEqual({
      controlToken: 'stdin',
    })
    expect(readConfig(await written('c.yaml', 'options: { seed: x }\n')).config).toEqual({
      options: { seed: 'x' },
    })
  } finally {
    vi.unstubAllEnvs()
  }
})

test.each([
  ['flaky', undefined, { name: 'flaky' }],
  ['busy.yaml.d', undefined, { name: 'busy.yaml.d' }],
  ['busy.yaml', [fault], { name: 'busy', faults: [fault] }],
  ['busy.YML', { faults: [fault] }, { name: 'busy', faults: [fault] }],
  ['busy.late.json', { name: 'mine', faults: [fault] }, { name: 'mine', faults: [fault] }],
])('the scenario %s of %j is read', async (name, content, scenario) => {
  const text = content === undefined ? name : await written(name, JSON.stringify(content))
  expect(readScenario(text, '--scenario')).toEqual({ ...scenario, source: '--scenario' })
})

const asDefault = {
  config: undefined,
  port: 4010,
  host: 'localhost',
  allowedHosts: [],
  trustProxy: false,
  controlToken: undefined,
  tls: false,
  readOnly: false,
  state: undefined,
  exportOnExit: undefined,
  data: 'demo',
  scenarios: [],
  options: {},
  organisations: { data: 'demo' },
  log: 'text',
  verbose: false,
  quiet: false,
  json: false,
}

async function settings(flags: ServeFlags): Promise<unknown> {
  const { sourceOf: _, ...rest } = await settingsOf(flags)
  return rest
}

test('without a file and without flags, all is as by default', async () => {
  expect(await settings({ config: false })).toEqual(asDefault)
})

const flags: ServeFlags = {
  port: 0,
  host: '::1',
  allowedHosts: ['b.test'],
  trustProxy: false,
  controlToken: 'of-the-flag',
  tls: false,
  readOnly: false,
  state: 'flag.state',
  exportOnExit: 'flag.json',
  data: 'empty',
  scenario: 'slow',
  baseUrl: 'https://flag.test',
  seed: 'flag',
  prefix: 'flag',
  token: 'flag',
  searchLag: 2,
  transitionDelay: 3,
  freezeClock: '2027-01-05T09:30:00.000Z',
  orgs: 'by-control',
  orgData: 'large:2',
  maxOrgs: 3,
  orgIdle: 4,
  log: 'text',
  verbose: false,
  quiet: false,
  json: true,
}
const ofFlags = {
  ...asDefault,
  port: 0,
  host: '::1',
  allowedHosts: ['b.test'],
  trustProxy: false,
  controlToken: 'of-the-flag',
  json: true,
  state: 'flag.state',
  exportOnExit: 'flag.json',
  data: 'empty',
  scenarios: [{ name: 'slow', source: '--scenario' }],
  options: {
    baseUrl: 'https://flag.test',
    seed: { ids: 'flag' },
    prefix: 'flag',
    apiToken: 'flag',
    delays: { search: 2, transition: 3 },
    clock: { start: '2027-01-05T09:30:00.000Z', frozen: true },
  },
  organisations: { onDemand: false, max: 3, idle: 4, data: 'large:2' },
}

test('flags can set everything that a file can set', async () => {
  expect(await settings({ ...flags, config: false })).toEqual(ofFlags)
})

test('a value of the file applies, unless a flag sets another one', async () => {
  const file = await written(
    'whole.yaml',
    `port: 1
host: localhost
baseUrl: https://file.test
allowedHosts: [a.test]
trustProxy: true
controlToken: of-the-file
tls: true
readOnly: true
state: file.state
exportOnExit: file.json
data: large:1
scenario: flaky
faults: [{ operation: listUsers, status: 503 }]
options:
  { baseUrl: 'https://other.test', seed: file, prefix: file, apiToken: file, delays: { search: 1s }, clock: { start: '2026-01-05T09:30:00.000Z' } }
organisations: { onDemand: true, data: empty, max: 5, idle: 1h, options: { seed: y } }
log: json
verbose: true
quiet: true
`,
  )
  const ofFile = {
    config: file,
    port: 1,
    host: 'localhost',
    allowedHosts: ['a.test'],
    trustProxy: true,
    controlToken: 'of-the-file',
    tls: true,
    readOnly: true,
    state: join(folder, 'file.state'),
    exportOnExit: join(folder, 'file.json'),
    data: 'large:1',
    scenarios: [
      { name: 'flaky', source: `${file}:12:1: scenario` },
      { name: 'configuration', source: `${file}:13:1: faults`, faults: [fault] },
    ],
    options: {
      baseUrl: 'https://file.test',
      seed: 'file',
      apiToken: 'file',
      delays: { search: 1000 },
      prefix: 'file',
      clock: { start: '2026-01-05T09:30:00.000Z' },
    },
    organisations: { onDemand: true, data: 'empty', max: 5, idle: 3_600_000, options: { seed: 'y' } },
    log: 'json',
    verbose: true,
    quiet: true,
    json: false,
  }
  expect(await settings({ config: file })).toEqual(ofFile)
  expect(await settings({ ...flags, config: file })).toEqual({
    ...ofFlags,
    config: file,
    scenarios: [{ name: 'slow', source: '--scenario' }, ofFile.scenarios[1]],
    options: { ...ofFlags.options, prefix: 'flag' },
    organisations: { ...ofFlags.organisations, options: { seed: 'y' } },
  })
  // Now is now, and a moment that the file names stays.
  expect(await settings({ config: file, freezeClock: true })).toEqual({
    ...ofFile,
    options: { ...ofFile.options, clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } },
  })
  expect(await settings({ config: file, freezeClock: false })).toEqual(ofFile)
  expect(await settings({ config: false, freezeClock: true })).toEqual({
    ...asDefault,
    options: { clock: { frozen: true } },
  })
  expect(await settings({ config: file, orgs: 'on-demand', data: 'empty' })).toEqual({
    ...ofFile,
    data: 'empty',
  })
})

test('a file of a known name is found where the server is started', async () => {
  const before = process.cwd()
  const place = await realpath(await mkdtemp(join(folder, 'place-')))
  process.chdir(place)
  try {
    expect(await settings({})).toEqual(asDefault)
    for (const name of ['identikit.config.json', 'identikit.config.yml', 'identikit.config.yaml']) {
      await writeFile(join(place, name), '{ "port": 7 }')
      expect(await settings({})).toEqual({ ...asDefault, config: name, port: 7 })
    }
    expect(await settings({ config: false })).toEqual(asDefault)
  } finally {
    process.chdir(before)
  }
})

test('the schema that editors read is the one that is checked', () => {
  const file = new URL('../../../docs/reference/config.schema.json', import.meta.url)
  expect(renderConfigSchema()).toBe(readFileSync(file, 'utf8'))
})
