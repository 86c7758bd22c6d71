/** `identikit vary` as a user runs it: a client with ordinary mistakes, the same one repaired, and one in Python. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { VaryReport } from '../../src/vary/run/report.ts'
import { freePort } from '../../scripts/free-port.ts'
import { isThorough, sample } from '../support/runs.ts'

const clients = join(import.meta.dirname, 'clients')
const folder = mkdtempSync(join(tmpdir(), 'vary-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
beforeEach(() => {
  vi.stubEnv('NODE_OPTIONS', '')
  // Many processes load the same sources: all but the first find them compiled.
  vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'compiled'))
})

const clientTest = join(clients, 'client.test.mjs')

interface VitestResults {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Runs the command; the result, its report and what it printed. */
async function vary(...words: string[]): Promise<Varied> {
  return varyCached('--no-cache', ...words)
}

interface Varied {
  readonly code: number
  readonly out: string
  readonly error: string
  readonly report: VaryReport
}

/** The same, with the results of earlier runs. */
async function varyCached(...words: string[]): Promise<Varied> {
  const printed = { out: [] as string[], error: [] as string[] }
  const io = {
    out: (text: string) => void printed.out.push(text),
    error: (text: string) => void printed.error.push(text),
  }
  const file = join(folder, 'vary.json')
  rmSync(file, { force: true })
  const given = ['--data', join(clients, 'org.yaml'), '--report', 'json,html,junit', '--out', folder]
  const code = await runCommandLine(['vary', ...given, ...words], io)
  const report = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as VaryReport)
    : (undefined as never)
  return { code, out: printed.out.join('\n'), error: printed.error.join('\n'), report }
}

/** The mistakes of the careless client: the variant that shows each, the test, and the call behind it. */
const planted = {
  'short-pages: lists the members': 'listGroupUsers',
  'other-order: finds the newest group': 'listGroups',
  'search-lag: creates a person once': 'listUsers',
  'slow-transitions: activates a person': 'getUser',
  'rate-limits: finds the newest group': 'createGroup',
  'unknown-members: exports columns': 'getUser',
  'nothing-for-null: knows where to recover': 'getUser',
  'null-for-nothing: greets by the nick name': 'getUser',
  'other-ids: keeps the id of a group': 'createGroup',
  'other-cursors: lists everybody': 'listUsers',
  'other-words: says who is unknown': 'getUser',
  'other-refusals: says that a login is taken': 'createUser',
  'other-success-codes: makes a group': 'createGroup',
  'fewer-links: suspends a person': 'getUser',
  'refuses-read-only: renames a group': 'updateGroup',
  'large-pages-fail: finds the newest group': 'listGroups',
  'one-link-header: names all groups': 'listGroups',
  'unavailable: renames a group': 'getGroup',
  'connection-reset: renames a group': 'getGroup',
}

test('shows every ordinary mistake of a client, with the call behind it', async () => {
  // All variants at night. Else some of those that show a mistake, also at once, and one that shows none.
  const tried = sample(Object.entries(planted), 6)
  const names = ['other-json', ...new Set(['short-pages', ...tried.map(([id]) => id.split(':')[0]!)])]
  const only = isThorough ? [] : ['--only', names.join()]
  const { code, out, report } = await vary(...only, '--', 'node', clientTest)
  expect(code).toBe(1)
  const found = Object.fromEntries(report.findings.map(({ id, call }) => [id, call?.operation]))
  expect(found).toMatchObject(Object.fromEntries(tried))
  for (const {
    call,
    by,
    test: { line },
    differences,
    isHanging,
  } of report.findings) {
    expect({ by, isHanging }).toEqual({ by: 'test', isHanging: false })
    expect(call).toBeDefined()
    expect(line).toBeGreaterThan(5)
    expect(differences).not.toEqual([])
  }
  expect(out).toContain('Follow the `next` link until a page has none')
  expect(out).toMatch(
    /Call {3}GET \/api\/v1\/groups\/\w+\/users → 200\n {2}Reply {2}.*\n {9}body\.length: 3 → 1/,
  )
  expect(readFileSync(join(folder, 'vary.html'), 'utf8')).toContain('<mark>')
  expect(readFileSync(join(folder, 'vary.junit.xml'), 'utf8')).toContain(
    '<testsuite name="other-json" tests="1" failures="0" errors="0" skipped="0">',
  )
  for (const secret of ['Tulip-Meadow-42', 'SSWS 0']) expect(JSON.stringify(report)).not.toContain(secret)
})

test('shows further mistakes of a client whose calls are robust, with the call behind each', async () => {
  const heedless = join(clients, 'heedless.test.mjs')
  // Each test has its variant and the operation in its name.
  const titles = readFileSync(heedless, 'utf8').matchAll(/^test\('(([\w-]+): .*, (\w+))'/gm)
  const all = [...titles].map(([, title, variant, operation]) => [variant, title, operation])
  expect(all).toHaveLength(17)
  const variants = sample([...new Set(all.map(([variant]) => variant!))], 4)
  const planted = all.filter(([variant]) => variants.includes(variant!))
  const { code, report } = await vary('--only', variants.join(), '--', 'node', heedless)
  expect(code).toBe(1)
  const found = report.findings.map(({ variant, call, test: { name } }) => [variant, name, call?.operation])
  expect(found.map(String).toSorted()).toEqual(planted.map(String).toSorted())
})

test.each(isThorough ? [1, 2, 3] : [1])(
  'finds nothing in the same client without the mistakes (%i)',
  async () => {
    vi.stubEnv('CLIENT', './careful.js')
    const { code, out, report } = await vary('--', 'node', clientTest)
    expect(report.findings).toEqual([])
    expect(report.unclear).toEqual([])
    expect(code).toBe(0)
    expect(report.runs).toBeLessThan(8)
    expect(out).toContain('No test relies on what the API description leaves open.')
  },
)

test('finds nothing in a robust client in Python, and says which mistakes its tests notice', async () => {
  vi.stubEnv('PYTHONDONTWRITEBYTECODE', '1')
  vi.stubEnv('PYTHONPATH', clients)
  const broken = isThorough ? ['--broken'] : []
  const { code, out, report } = await vary(...broken, '--', 'python3', '-m', 'unittest', 'test_people')
  expect(report.findings).toEqual([])
  expect(code).toBe(0)
  if (!isThorough) return
  const { score, unnoticed } = report.broken!
  expect(score.find(({ operation }) => operation === 'suspendUser')).toEqual({
    operation: 'suspendUser',
    noticed: 3,
    tried: 3,
  })
  expect(unnoticed.map(({ name }) => name)).toEqual([
    'ignored/activate@createUser',
    'neighbours/doubled@listGroupUsers',
  ])
  expect(out).toContain('only in Node does it see which members')
})

/** Runs a test file of node:test with this content: without a process that only starts this one. */
async function varyFile(text: string, ...words: string[]): ReturnType<typeof vary> {
  const file = join(folder, 'written.test.mjs')
  writeFileSync(file, `${beginning}${text}`)
  return vary(...words, '--', 'node', file)
}

const beginning = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetch } from ${JSON.stringify(join(clients, 'fetch.js'))}
const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token } = process.env
const headers = { authorization: \`SSWS \${token}\`, 'content-type': 'application/json' }
const get = (path) => fetch(url + path, { headers })
`

const atNight = test.runIf(isThorough)

atNight(
  'tries members that the client reads only, and stops a test that a mistake makes hang',
  async () => {
    const { code, report } = await varyFile(
      `test('waits for the administrator', async () => {
  for (;;) {
    const [user] = await (await get('/api/v1/users?limit=1')).json()
    // Sent back or logged only: no test could notice another id.
    JSON.stringify(user)
    if (user?.profile.login === 'admin@example.com') return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})`,
      '--broken',
      '--only',
      'other-ids',
    )
    expect(code).toBe(0)
    const { score, unnoticed, isTracked } = report.broken!
    expect(isTracked).toBe(true)
    // An empty list, a failure, and both mistakes in the login; no other member is read.
    expect(unnoticed.filter(({ name }) => name.startsWith('member-'))).toEqual([])
    expect(score).toEqual([
      { operation: 'listUsers', noticed: expect.any(Number), tried: expect.any(Number) },
    ])
    expect(score[0]!.noticed).toBeGreaterThanOrEqual(4)
  },
  300_000,
)

test('runs only the tests that call the operation, after they have passed alone', async () => {
  const file = join(folder, 'ran')
  writeFileSync(file, '')
  const { code, report } = await varyFile(
    `import { appendFileSync } from 'node:fs'
const ran = (name) => appendFileSync(${JSON.stringify(file)}, name + ' ' + process.env.IDENTIKIT_VARY.split(',log:')[0] + '\\n')
test('users', async () => {
  ran('users')
  assert.ok((await (await globalThis.fetch(url + '/api/v1/users?limit=5', { headers })).json())[0].profile.login)
})
test('groups', async () => {
  ran('groups')
  assert.ok((await (await get('/api/v1/groups?limit=5')).json()).length > 0)
})
let made
test('makes a group', async () => {
  ran('makes')
  const body = '{"profile":{"name":"Made"}}'
  made = await (await fetch(url + '/api/v1/groups', { method: 'POST', headers, body })).json()
  assert.equal(made.profile.name, 'Made')
})
test('needs the test before', async () => {
  ran('needs')
  assert.equal((await (await get('/api/v1/groups/' + made.id)).json()).profile.name, 'Made')
})`,
    '--broken',
    '--quick',
    '--only',
    'other-ids',
  )
  expect([code, report.findings]).toEqual([0, []])
  const ran = (operation: string): string[] => {
    const lines = readFileSync(file, 'utf8').split('\n')
    const own = lines.filter((line) => line.includes(' !') && line.includes(`@${operation}`))
    return [...new Set(own.map((line) => line.split(' ')[0]!))].toSorted()
  }
  expect(ran('listUsers')).toEqual(['users'])
  expect(ran('listGroups')).toEqual(['groups'])
  expect(ran('createGroup')).toEqual(['makes'])
  // Its test fails alone, so all run.
  expect(ran('getGroup')).toEqual(['groups', 'makes', 'needs', 'users'])
  expect(report.broken!.score.map(({ operation }) => operation)).toContain('listUsers')
})

test.each(
  sample(
    [
      ['vitest', 'run', '--root='],
      ['mocha', '--ui=tdd', '--spec='],
      ['mocha', '--ui=tdd', '--parallel', '--spec='],
      ['jest', '--rootDir='],
      ['playwright', 'test', `--output=${join(folder, 'results')}`, '--config='],
    ],
    1,
  ),
)('asks %s for the test that failed only, and knows its calls', async (runner, ...words) => {
  const project = join(folder, `${runner}-${words.length}`)
  mkdirSync(project)
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(project, 'node_modules'))
  const ran = join(project, 'ran')
  const head = {
    mocha: `import { expect } from 'expect'\nimport { appendFileSync } from 'node:fs'`,
    vitest: `import { expect, test } from 'vitest'\nimport { appendFileSync } from 'node:fs'`,
    jest: `const { appendFileSync } = require('node:fs')`,
    playwright: `import { expect, test } from '@playwright/test'\nimport { appendFileSync } from 'node:fs'`,
  }[runner]
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "jest": { "transform": {} } }')
  const file = join(project, `lists.test.${runner === 'jest' ? 'cjs' : 'mjs'}`)
  writeFileSync(
    file,
    `${head}
const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token, IDENTIKIT_VARY: variation } = process.env
const read = async (name, path) => {
  appendFileSync(${JSON.stringify(ran)}, \`\${name}:\${variation.split(/,?log:/)[0]}\\n\`)
  return (await fetch(url + path, { headers: { authorization: \`SSWS \${token}\` } })).json()
}
test('lists users (at least [one])', async () => expect((await read('users', '/api/v1/users')).length).toBeGreaterThan(0))
test('lists groups (more than [one])', async () => expect((await read('groups', '/api/v1/groups')).length).toBeGreaterThan(1))
`,
  )
  const last = `${words.at(-1)}${project}`
  // By npx for one of them only: npx takes as long as these tests.
  const program = runner === 'jest' ? ['npx', runner] : [join(project, 'node_modules/.bin', runner)]
  const command = [...program, ...words.slice(0, -1), last]
  const { report } = await vary('--only', 'short-pages,unknown-members', '--', ...command)
  expect(report.findings.map(({ by, call, test: { name, line } }) => [by, call?.path, name, line])).toEqual([
    ['test', '/api/v1/groups', 'lists groups (more than [one])', head!.split('\n').length + 7],
  ])
  const lines = readFileSync(ran, 'utf8').split('\n')
  expect(lines).toContain('users:short-pages,unknown-members')
  expect(lines.filter((line) => /:(?:short-pages|unknown-members)$/.test(line)).toSorted()).toEqual([
    'groups:short-pages',
    'groups:unknown-members',
  ])
})

test('repeats each test of Vitest under the variants that it touches', async () => {
  const file = join(folder, 'used.json')
  const root = join(clients, 'used')
  const run = promisify(execFile)('npx', [
    'vitest',
    'run',
    '--root',
    root,
    '--reporter=json',
    `--outputFile=${file}`,
  ])
  await expect(run).rejects.toThrow('vitest')
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestResults
  const tests = testResults[0]!.assertionResults
  const of = (status: string): string[] =>
    tests.filter((each) => each.status === status).map(({ fullName }) => fullName)
  const passed = of('passed')
  const failed = of('failed')
  expect(passed).toEqual(
    expect.arrayContaining([
      'groups are all on the first page',
      'groups are all on the first page (other-json)',
      'follows the next link (2)',
      'follows the next link (2) (short-pages)',
      'has no organisation',
    ]),
  )
  expect(failed).toContain('groups are all on the first page (short-pages)')
  expect(failed).not.toContain('follows the next link (1) (short-pages)')
  // Other tests make calls that were limited in an earlier one: waits would take minutes in a large file.
  const limited = [...passed, ...failed].filter((name) => name.endsWith('(rate-limits)'))
  expect(limited).toEqual([
    'is limited in a new operation only, and need not wait (rate-limits)',
    'groups are all on the first page (rate-limits)',
  ])
  expect(failed.filter((name) => name.startsWith('is limited'))).toEqual([])
  // A test that fails, or has no organisation, is not repeated; nor is one under a variant that changes nothing.
  const isRepeated = (name: string): boolean => /slow-transitions|organisation \(|fails without/.test(name)
  expect([...passed, ...failed].filter(isRepeated)).toEqual(['fails without variants'])
  const { failureMessages } = tests.find(({ fullName }) => fullName.endsWith('page (short-pages)'))!
  expect(failureMessages.join()).toContain('to have a length of 3 but got 1')
})

test('names a call by node:http, and takes a finding that is known', async () => {
  const file = join(folder, 'known.json')
  const empty = ['--data', 'empty', '--only']
  const text = `test('has one group', async () => {
  const made = await globalThis.fetch(url + '/api/v1/groups', { method: 'POST', headers, body: '{"profile":{"name":"A"}}' })
  assert.equal((await (await get('/api/v1/groups?limit=50')).json()).length, 2, String(made.status))
})`
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  const written = await varyFile(text, ...empty, 'short-pages,other-words', '--write-known', file)
  // The place of the test, the call and the advice, in the form of workflow commands.
  expect(written.out).toMatch(
    /^::error file=[^,]*written\.test\.mjs,line=\d+,title=short-pages%3A has one group::GET \/api\/v1\/groups\?limit=50 → 200%0A.*Follow the `next` link/m,
  )
  expect(written.out).toMatch(/^::notice title=identikit vary::1 test relies on/m)
  expect(written.code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ known: ['short-pages: has one group'] })
  expect(written.report.findings.map(({ by, call }) => [by, call?.operation])).toEqual([
    ['test', 'listGroups'],
  ])
  const known = await varyFile(text, ...empty, 'short-pages', '--known', file)
  expect([known.code, known.report.findings[0]?.isKnown]).toEqual([0, true])
  expect(known.out).toContain('No further test relies on')
  const stale = await varyFile(text, ...empty, 'search-lag', '--known', file)
  expect([stale.code, stale.report.stale]).toEqual([1, ['short-pages: has one group']])
})

test('gives no verdict for a command that fails without variants, or calls nothing', async () => {
  const failing = await varyFile(
    `test('fails', async () => {
  // Read to its end: else its connection keeps the process, until the server ends it after a minute.
  const reply = await get('/api/v1/users')
  await reply.text()
  assert.equal(reply.status, 500)
})`,
  )
  expect([failing.code, failing.error]).toEqual([3, expect.stringContaining('it fails: fails')])
  const silent = await varyFile(`test('does nothing', () => {})`)
  expect([silent.code, silent.error]).toEqual([3, expect.stringContaining('the command called no operation')])
})

test('starts no run after the budget, and names what is left', async () => {
  const text = `test('searches', async () => {
  const search = 'profile.firstName eq "Ada" and status eq "ACTIVE"'
  assert.equal((await get('/api/v1/users?search=' + encodeURIComponent(search))).status, 200)
})`
  const leftOut = async (...words: string[]): Promise<readonly string[]> => {
    const { code, out, report } = await varyFile(text, '--budget', '1ms', '--only', 'other-json', ...words)
    expect([code, report.runs, report.findings]).toEqual([0, 2, []])
    expect(out).toContain('Not tried, for lack of time:\n  other-json')
    expect(out).toContain('No test is known to rely on')
    return report.leftOut
  }
  const usual = await leftOut('--broken')
  const thorough = await leftOut('--thorough')
  const subtle = '!matching/first-condition@listUsers'
  expect(usual).toContain('!ignored/search@listUsers')
  expect(usual).not.toContain(subtle)
  expect(thorough).toEqual(expect.arrayContaining([...usual, subtle]))
})

test('knows the test of a call by each client of Node', async () => {
  const { resolve } = createRequire(import.meta.url)
  const { report } = await varyFile(
    `import { createRequire } from 'node:module'
const load = createRequire(import.meta.url)
const path = '/api/v1/groups?limit=50'
const more = (list) => assert.ok(list.length > 1)
test('fetch', async () => more(await (await globalThis.fetch(url + path, { headers })).json()))
test('http', async () => more(await (await get(path)).json()))
test('undici', async () => {
  const { request } = load(${JSON.stringify(resolve('undici'))})
  more(await (await request(url + path, { headers })).body.json())
})
test('axios', async () => more((await load(${JSON.stringify(resolve('axios'))}).get(url + path, { headers })).data))`,
    '--only',
    'short-pages',
  )
  expect(report.findings.map(({ test: { name }, by, call }) => [name, by, call?.operation])).toEqual(
    ['fetch', 'http', 'undici', 'axios'].map((name) => [name, 'test', 'listGroups']),
  )
})

test('knows the test of a call among tests that run at once, and around others', async () => {
  const { report } = await varyFile(
    `import { describe, it } from 'node:test'
const met = []
/** Waits until the other tests run too. */
const meet = () => new Promise((resolve) => met.push(resolve) === 3 ? met.forEach((each) => each()) : setTimeout(resolve, 500))
const more = async (path) => {
  await meet()
  assert.ok((await (await get(path)).json()).length > 1)
}
describe('at once', { concurrency: true }, () => {
  for (const what of ['groups']) it(\`lists \${what}, 40\`, async () => { await more('/api/v1/groups?limit=40') })
  it('lists people, 50', async () => { await more('/api/v1/users?limit=50') })
  it('lists groups, 60', async () => { await more('/api/v1/groups?limit=60') })
})
test('around', async (t) => {
  await t.test('inner', async () => assert.ok((await get('/api/v1/users?limit=1')).ok))
  assert.ok((await (await get('/api/v1/groups?limit=70')).json()).length > 1)
})`,
    '--only',
    'short-pages',
  )
  expect(report.findings.map(({ by, test: { name }, call }) => [by, name, call?.query])).toEqual([
    ['test', 'at once > lists groups, 40', 'limit=40'],
    ['test', 'at once > lists people, 50', 'limit=50'],
    ['test', 'at once > lists groups, 60', 'limit=60'],
    ['test', 'around', 'limit=70'],
  ])
})

test.each([
  ['vitest', 'mjs', `import { expect, test } from 'vitest'`, '--root='],
  ['jest', 'cjs', '', '--rootDir='],
])(
  'knows the test of a call among concurrent tests of %s, or says that it does not',
  async (runner, ending, head, root) => {
    const project = join(folder, `${runner}-at-once`)
    mkdirSync(project)
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(project, 'node_modules'))
    writeFileSync(join(project, 'package.json'), '{ "type": "module", "jest": { "transform": {} } }')
    writeFileSync(
      join(project, `lists.test.${ending}`),
      `${head}
const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token } = process.env
const met = []
/** Waits until the other tests run too. */
const meet = () => new Promise((resolve) => met.push(resolve) === 5 ? met.forEach((each) => each()) : setTimeout(resolve, 500))
const read = async (path) => {
  await meet()
  return (await fetch(url + path, { headers: { authorization: \`SSWS \${token}\` } })).json()
}
test.concurrent('lists people, 40', async () => {
  expect((await read('/api/v1/users?limit=40')).length).toBeGreaterThan(1)
})
test.concurrent('lists groups, 50', async () => {
  expect((await read('/api/v1/groups?limit=50')).length).toBeGreaterThan(1)
})
test.concurrent.each(['60'])('lists groups, %s', async (limit) => {
  expect((await read('/api/v1/groups?limit=' + limit)).length).toBeGreaterThan(1)
})
for (const limit of ['70', '71'])
  test.concurrent(\`lists groups, \${limit}\`, async () => {
    expect((await read('/api/v1/groups?limit=' + limit)).length).toBeGreaterThan(1)
  })
`,
    )
    const program = join(project, 'node_modules/.bin', runner)
    const words = runner === 'vitest' ? ['run'] : []
    const { report } = await vary('--only', 'short-pages', '--', program, ...words, `${root}${project}`)
    const found = report.findings.map(({ by, test: { name }, call }) => [by, name, call?.query])
    expect([report.flaky, report.unclear]).toEqual([[], []])
    expect(found).toHaveLength(5)
    // No other title has their words.
    const known = found.filter(([by]) => by === 'test')
    expect(known.map(([, name, query]) => [name, query])).toEqual(
      expect.arrayContaining([
        ['lists people, 40', 'limit=40'],
        ['lists groups, 50', 'limit=50'],
      ]),
    )
    for (const [, name, query] of known) expect(name).toContain(query!.replace('limit=', ', '))
  },
)

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0

test.each([...(hasPytest ? ['pytest'] : []), 'unittest'])(
  'knows the test of a call in %s, varies the first call of each test, and asks for tests',
  async (runner) => {
    const file = join(folder, 'test_pages.py')
    const ran = join(folder, `ran-${runner}`)
    writeFileSync(
      file,
      `import http.client, json, os, unittest, urllib.request
def get(path, body=None):
    headers = {"Authorization": "SSWS " + os.environ["IDENTIKIT_TOKEN"], "Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["IDENTIKIT_URL"] + path, body, headers)
    return json.load(urllib.request.urlopen(request))
class Pages(unittest.TestCase):
    def test_groups(self):
        assert len(get("/api/v1/groups?limit=50")) > 1
    def test_me(self):
        with open("${ran}", "a") as file:
            file.write(os.environ["IDENTIKIT_VARY"].split(",log:")[0] + "\\n")
        assert get("/api/v1/users/me")["id"]
    def test_repeats(self):
        try:
            assert get("/api/v1/groups", b'{"profile":{"name":"Repeated"}}')["id"]
        except (http.client.HTTPException, OSError):
            assert get("/api/v1/groups", b'{"profile":{"name":"Repeated"}}')["id"]
    def test_reports(self):
        assert get("/api/v1/groups", b'{"profile":{"name":"Reported"}}')["id"]
    def test_users(self):
        assert len(get("/api/v1/users?limit=50")) > 1
`,
    )
    vi.stubEnv('PYTHONPATH', folder)
    const words = runner === 'pytest' ? ['-q', file] : ['test_pages']
    const { report } = await vary(
      '--only',
      'short-pages,unknown-members,lost-replies',
      '--',
      'python3',
      '-B',
      '-m',
      runner,
      ...words,
    )
    const found = report.findings.map(({ test: { name, line }, by, call }) => [
      name,
      line,
      by,
      call?.operation,
    ])
    const within = runner === 'pytest' ? 'Pages::' : 'test_pages.Pages.'
    expect(found).toEqual([
      [`${within}test_groups`, 7, 'test', 'listGroups'],
      [`${within}test_users`, 20, 'test', 'listUsers'],
      [`${within}test_repeats`, 13, 'test', 'createGroup'],
    ])
    // It passed, so it runs no more.
    expect(readFileSync(ran, 'utf8')).not.toMatch(/^short-pages$/m)
  },
)

test('leaves a flaky test aside, and says so', async () => {
  const seen = join(folder, 'seen')
  const { code, report } = await varyFile(
    `import { existsSync, writeFileSync } from 'node:fs'
test('reads', async () => assert.equal((await get('/api/v1/users?limit=5')).ok, true))
test('fails once', () => {
  const isFirst = !existsSync(${JSON.stringify(seen)})
  writeFileSync(${JSON.stringify(seen)}, '')
  assert.equal(isFirst, false)
})`,
    '--only',
    'other-order,unknown-members',
  )
  expect([code, report.flaky, report.findings]).toEqual([0, ['fails once'], []])
})

test('runs a command with a fixed port once at a time', async () => {
  const port = await freePort()
  const { code, error, report } = await varyFile(
    `import { createServer } from 'node:http'
import { once } from 'node:events'
const server = createServer().listen(${port})
await once(server, 'listening')
test('reads', async () => assert.equal((await get('/api/v1/users?limit=5')).ok, true))
test('takes a while', async () => {
  await new Promise((done) => setTimeout(done, 400))
  server.close()
})`,
    '--jobs',
    '2',
    '--only',
    'other-order,unknown-members',
  )
  expect([code, report.flaky, report.findings]).toEqual([0, [], []])
  expect(error).toContain('one run at a time')
})

test('runs again only tests that a change can have changed, and each that failed', async () => {
  const project = join(folder, 'project')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  const ran = join(folder, 'ran-again')
  const write = (name: string, path: string, isWhole: string): void =>
    writeFileSync(
      join(project, `${name}.test.mjs`),
      `${beginning}import { appendFileSync } from 'node:fs'
import { least } from './client.mjs'
test('${name}', async () => {
  appendFileSync(${JSON.stringify(ran)}, '${name} ' + process.env.IDENTIKIT_VARY.split(/,?log:/)[0] + '\\n')
  const found = await (await get('${path}')).json()
  assert.ok(found.length >= least ${isWhole})
})`,
    )
  const client = (text: string): void => writeFileSync(join(project, 'client.mjs'), text)
  client('export const least = 1')
  write('groups', '/api/v1/groups', '')
  write('users', '/api/v1/users', '')
  vi.spyOn(process, 'cwd').mockReturnValue(project)
  const files = ['groups', 'users'].map((name) => join(project, `${name}.test.mjs`))
  const run = async (...more: string[]): Promise<Varied & { varied: readonly string[] }> => {
    writeFileSync(ran, '')
    const variants = ['--only', 'short-pages,other-order', ...more]
    const result = await varyCached(...variants, '--', 'node', '--test', ...files)
    const lines = readFileSync(ran, 'utf8').split('\n')
    const varied = lines.filter((line) => line.endsWith('short-pages')).map((line) => line.split(' ')[0]!)
    return { ...result, varied: [...new Set(varied)].toSorted() }
  }
  const both = ['groups', 'users']
  // At night also the mistakes of the service, each of which is a run.
  const broken = isThorough ? ['--broken', '--quick'] : []
  const first = await run(...broken)
  expect([first.code, first.report.cached, first.varied]).toEqual([0, 0, both])
  const second = await run(...broken)
  expect([second.code, second.report.runs, second.varied]).toEqual([0, 2, []])
  expect(second.report.broken).toEqual(first.report.broken)
  expect(second.out).toMatch(/2 runs in .*; \d+ results from the cache\.$/m)
  // Its own file changes: now it takes the first page for all.
  write('users', '/api/v1/users', '+ 1')
  for (const _ of ['it fails', 'it fails again']) {
    const { code, report, varied } = await run()
    expect([code, report.findings.map(({ id }) => id)]).toEqual([1, ['short-pages: users']])
    expect(varied).toEqual(['users'])
  }
  expect((await run('--no-cache')).varied).toEqual(both)
  client('export const least = 1 // changed')
  expect((await run()).varied).toEqual(both)
})

test('varies organisations that the tests make themselves', async () => {
  const { code, report } = await varyFile(
    `const { createOrg } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/index.ts'))})
test('has both groups', async () => {
  const org = createOrg()
  const own = { authorization: \`SSWS \${org.apiToken}\`, 'content-type': 'application/json' }
  await org.fetch('/api/v1/groups', { method: 'POST', headers: own, body: '{"profile":{"name":"A"}}' })
  assert.equal((await (await org.fetch('/api/v1/groups', { headers: own })).json()).length, 2)
})`,
    '--only',
    'short-pages',
  )
  expect(code).toBe(1)
  expect(report.findings.map(({ id, by, call }) => [id, by, call?.path])).toEqual([
    ['short-pages: has both groups', 'test', '/api/v1/groups'],
  ])
})

test('blames the call that was not tried again, and none that was', async () => {
  const { report } = await varyFile(
    `import { call } from ${JSON.stringify(join(clients, 'careful.js'))}
const make = () => fetch(url + '/api/v1/groups', { method: 'POST', headers, body: '{"profile":{"name":"Twice"}}' })
test('takes a name once', async () => {
  await make()
  assert.equal((await make()).status, 400)
})
test('compares with its clock', async () => {
  const { id } = await (await call('GET', '/api/v1/users/me')).json()
  const { lastUpdated } = await (await call('GET', '/api/v1/users/' + id)).json()
  assert.ok(Date.parse(lastUpdated) <= Date.now())
})`,
    '--only',
    'clock-apart',
  )
  expect(report.findings.map(({ test: { name }, call }) => [name, call?.path, call?.reply.status])).toEqual([
    ['takes a name once', '/api/v1/groups', 429],
    ['compares with its clock', expect.stringMatching(/users\/00u/), 200],
  ])
})

atNight('blames no client that tries again, and has too little time', async () => {
  const { report } = await varyFile(
    `const again = async (path, pause) => {
  for (;;) {
    const reply = await get(path)
    await reply.text()
    if (reply.status !== 429) return reply
    await new Promise((resolve) => pause && setTimeout(resolve, pause))
  }
}
test('waits for ever', { timeout: 1000 }, async () => assert.ok((await again('/api/v1/groups')).ok))
for (const [name, timeout] of [['too late', 1800], ['in time', 4500]])
  test('waits for each ' + name, { timeout }, async () => {
    for (const path of ['users/me', 'groups', 'users', 'groups/rules', 'users/me/groups'])
      assert.ok((await again('/api/v1/' + path, 1000)).ok)
  })`,
    '--only',
    'rate-limits,unknown-members',
  )
  expect([report.findings.map(({ id }) => id), report.unclear]).toEqual([
    ['rate-limits: waits for ever'],
    ['rate-limits: waits for each too late takes longer than its time limit'],
  ])
})

test('finds a client that sends a POST again whose reply was lost, and no other', async () => {
  const { code, report } = await varyFile(
    `const make = (name) => fetch(url + '/api/v1/groups', { method: 'POST', headers, body: JSON.stringify({ profile: { name } }) })
test('sends it again', async () => assert.ok((await make('Again').catch(() => make('Again'))).ok))
test('reports it', async () => assert.ok((await make('Reported')).ok))
test('looks first', async () => {
  const reply = await make('Looked').catch(() => get('/api/v1/groups?q=Looked&limit=5'))
  assert.ok((await reply.text()).includes('"Looked"'))
})`,
    '--only',
    'lost-replies,unknown-members',
  )
  expect([code, report.unclear]).toEqual([1, []])
  expect(report.findings.map(({ id, call }) => [id, call?.operation, call?.reply.status])).toEqual([
    ['lost-replies: sends it again', 'createGroup', 400],
  ])
})

/** A binary of Go tests, as far as its output and its calls go. */
const goBinary = `const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token } = process.env
const headers = { authorization: \`SSWS \${token}\`, 'content-type': 'application/json' }
const call = async (path, body) =>
  (await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json()
const say = (text) => process.argv.includes('-test.v=true') && console.log(text)
const end = (name, problem) => {
  if (problem) say('=== NAME  ' + name + '\\n    people_test.go:' + problem)
  if (problem) process.exitCode = 1
  console.log((name.includes('/') ? '    ' : '') + '--- ' + (problem ? 'FAIL' : 'PASS') + ': ' + name + ' (0.00s)')
}
const group = (name) => call('/api/v1/groups', { profile: { name } })
const main = async () => {
  say('=== RUN   TestNames')
  await group('One')
  process.stdout.write('said without the end of a line')
  end('TestNames')
  say('=== RUN   TestIds')
  const { id } = await group('Two')
  end('TestIds', /^00g\\w{17}$/.test(id) ? '' : '7: an odd id')
  say('=== RUN   TestPeople')
  const user = await call('/api/v1/users/me')
  say('=== RUN   TestPeople/reads')
  const again = await call('/api/v1/groups/' + id)
  const isStrange = Object.keys(again).some((name) => name.startsWith('x'))
  say('=== RUN   TestPeople/lists')
  await call('/api/v1/users?limit=2')
  end('TestPeople', isStrange ? '11: ' : '')
  end('TestPeople/reads', isStrange ? '12: an unknown member' : '')
  end('TestPeople/lists')
  for (const name of ['TestFirst', 'TestSecond']) say('=== RUN   ' + name + '\\n=== PAUSE ' + name)
  say('=== CONT  TestFirst')
  const groups = await call('/api/v1/groups?limit=50')
  say('=== CONT  TestSecond')
  await call('/api/v1/users?limit=3')
  end('TestSecond')
  end('TestFirst', groups.length > 1 ? '' : '20: one group')
}
void main()
`

test('knows the tests of Go and their calls, one after the other', async () => {
  const project = join(folder, 'go')
  mkdirSync(project)
  const write = (name: string, text: string): void => {
    writeFileSync(join(project, name), text, { mode: 0o755 })
  }
  write('people.cjs', goBinary)
  write('people.test', `#!/bin/sh\nNODE_OPTIONS= exec node ${project}/people.cjs "$@"\n`)
  // It takes flags as Go does: the last one counts.
  write(
    'go',
    `#!/bin/sh
for flag in $GOFLAGS; do case $flag in -exec=*) start=\${flag#-exec=} ;; -parallel=*) at=$flag ;; esac; done
[ "$flag" = -mod=mod ] && [ "$($start echo as it is)" = 'as it is' ] || exit 2
cd ${project}
$start ${project}/people.test -test.paniconexit0 -test$(echo $at | tr - .) && echo ok
`,
  )
  vi.stubEnv('GOFLAGS', '-mod=mod')
  const { code, error, report } = await vary(
    '--only',
    'short-pages,unknown-members,other-ids',
    '--',
    join(project, 'go'),
  )
  expect([code, error]).toEqual([1, expect.not.stringContaining('=== ')])
  expect(
    report.findings.map(({ id, by, call, test: { line, message } }) => [
      id,
      by,
      call?.operation,
      line,
      message,
    ]),
  ).toEqual([
    ['short-pages: TestFirst', 'time', 'listGroups', 20, 'one group'],
    ['unknown-members: TestPeople/reads', 'time', 'getGroup', 12, 'an unknown member'],
    ['other-ids: TestIds', 'time', 'createGroup', 7, 'an odd id'],
  ])
  expect(report.findings[0]!.test.file).toBe(join(project, 'people_test.go'))
})

test('finds variants that show a mistake only together, also where tests fail by others', async () => {
  const failed = join(folder, 'failed-once')
  const { code, report } = await varyFile(
    `import { existsSync, writeFileSync } from 'node:fs'
test('walks all groups', async () => {
  const found = []
  for (let path = '/api/v1/groups?limit=50'; path; ) {
    const reply = await get(path)
    found.push(...(await reply.json()))
    path = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link'))?.[1]?.slice(url.length)
  }
  assert.equal(found.length, 4)
})
test('takes the first page', async () => {
  assert.equal((await (await get('/api/v1/groups?limit=50')).json()).length, 4)
})
test('fails once', async () => {
  assert.ok((await get('/api/v1/groups')).ok)
  if (!process.env.IDENTIKIT_VARY.includes('short-pages') || existsSync(${JSON.stringify(failed)})) return
  writeFileSync(${JSON.stringify(failed)}, '')
  assert.fail()
})
test('fails at first under each variant', async () => {
  assert.ok((await get('/api/v1/groups')).ok)
  const names = process.env.IDENTIKIT_VARY.split(',log:')[0]
  const file = ${JSON.stringify(failed)} + names
  if (names.startsWith('log:') || existsSync(file)) return
  writeFileSync(file, '')
  assert.fail()
})`,
    '--only',
    'other-order,short-pages,other-words,one-link-header,unknown-members',
  )
  expect(code).toBe(1)
  expect(report.findings.map(({ id, call }) => [id, call?.operation])).toEqual([
    ['short-pages: takes the first page', 'listGroups'],
    ['short-pages + one-link-header: walks all groups', 'listGroups'],
  ])
  const unclear = report.unclear.map((text) => text.replace(/: a failure was not confirmed$/, ''))
  expect(unclear.toSorted()).toEqual([
    'fails at first under each variant, with 3 variants',
    'fails once, with 3 variants',
    'one-link-header',
    'other-order',
    'short-pages',
    'unknown-members',
  ])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'stops at %s with every process, and judges nothing',
  async (signal) => {
    const before = process.listeners(signal)
    const listeners = (): NodeJS.SignalsListener[] =>
      process.listeners(signal).filter((each) => !before.includes(each))
    const file = join(folder, 'started')
    // In another group, as the servers of Playwright.
    const running = varyFile(
      `import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
test('waits', async () => {
  await get('/api/v1/users')
  appendFileSync(${JSON.stringify(file)}, pid + '\\n')
  await new Promise((resolve) => setTimeout(resolve, 600_000))
})`,
      '--jobs',
      '2',
    )
    const servers = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
    await vi.waitUntil(() => servers().length === 2, 60_000)
    for (const heard of listeners()) heard(signal)
    const { code, out, error } = await running
    expect([code, out]).toEqual([signal === 'SIGINT' ? 130 : 143, ''])
    expect(error).toContain('identikit: interrupted')
    expect(listeners()).toEqual([])
    // A process that ended, and that nobody waits for, is a zombie.
    await vi.waitUntil(() =>
      servers().every(
        (pid) => !/^[^Z]/m.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout),
      ),
    )
    rmSync(file)
  },
)

test.each([
  [['--only', 'short-page', '--', 'true'], "got 'short-page'; did you mean short-pages?"],
  [[], 'expected a command after --'],
  [['--', 'no-such-program'], 'there is no program no-such-program'],
  [['--write-known', 'no-folder/known.json', '--', 'true'], '--write-known: there is no folder no-folder'],
  [
    ['--out', join(import.meta.filename, 'reports'), '--', 'true'],
    '--out: expected a folder that can be written to',
  ],
])('refuses %j', async (words, message) => {
  const { code, error } = await vary(...words)
  expect([code, error]).toEqual([2, expect.stringContaining(message)])
})
