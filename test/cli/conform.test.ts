import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ConformIo } from '../../conformance/cli/io.ts'
import type { MockTarget } from '../conformance/engine/mock-target.ts'
import { startMock } from '../conformance/engine/mock-target.ts'
import { type Finished, runHere } from './run-here.ts'
import { startToy } from '../conformance/engine/toy-server.ts'

let mock: MockTarget
const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-cli-'))
beforeAll(async () => {
  mock = await startMock()
})
afterAll(async () => {
  await mock.close()
  fs.rmSync(cwd, { recursive: true, force: true })
})

function run(argv: readonly string[], more: Partial<ConformIo> = {}): Promise<Finished> {
  return runHere(['conform', ...argv], { environment: { TOKEN: mock.token, EMPTY: '' }, cwd, ...more })
}

test('help is printed', async () => {
  const { code, out } = await run(['--help'])
  expect(code).toBe(0)
  expect(out).toContain('--rate-limit-budget')
})

test('a clause is explained, with its source and its checks', async () => {
  const { code, out } = await run(['explain', 'users.suspend.not-active'])
  expect(code).toBe(0)
  expect(out).toMatch(/Users, /)
  expect(out).toContain('what a STAGED user is not ready for is refused, and the user stays STAGED')
})

test.each([
  ['users.suspend.*', 'users.suspend.not-active\n  Suspension in any status'],
  ['sessions', 'sessions.delete-own.ok\n  '],
])('the clauses of %s are listed with what they say', async (pattern, line) => {
  const { code, out } = await run(['explain', pattern])
  expect(code).toBe(0)
  expect(out).toContain(line)
  expect((await run(['explain', 'no.such.*'])).code).toBe(2)
})

const only = ['--only', 'users.suspend.not-active']

test('a run prints the sentence and writes its reports', async () => {
  const { code, out } = await run([
    '--base-url',
    mock.baseUrl,
    '--token',
    'env:TOKEN',
    ...only,
    '--out',
    'reports',
    '--report',
    'all',
  ])
  expect(out).toContain('Conforms as far as shown: 1 passed')
  expect(code).toBe(0)
  expect(fs.readdirSync(path.join(cwd, 'reports')).sort()).toEqual([
    'ctrf.json',
    'junit.xml',
    'report.html',
    'report.json',
    'summary.md',
  ])
  expect(out).toContain('Reports: reports/report.html')
  expect(
    fs.existsSync(path.join(cwd, '.identikit/ledgers'))
      ? fs.readdirSync(path.join(cwd, '.identikit/ledgers'))
      : [],
  ).toEqual([])
})

test.each(['vitest', 'in-process'])(
  'a command line that names the engine %s works as before',
  async (engine) => {
    const flags = ['--token', 'env:TOKEN', ...only, '--report', 'none', '--engine', engine]
    expect(await run(['--base-url', mock.baseUrl, ...flags])).toMatchObject({ code: 0 })
  },
)

test('progress counts the selected clauses only, and shows how far the run is', async () => {
  const broken = await startMock((answer, { path: at }) =>
    at.endsWith('/lifecycle/suspend') && answer.status === 400 ? { ...answer, status: 409 } : answer,
  )
  const progress: string[] = []
  const { code } = await run(
    ['--base-url', broken.baseUrl, '--token', 'env:TOKEN', ...only, '--report', 'none'],
    {
      environment: { TOKEN: broken.token },
      progress: { write: (text) => void progress.push(text), interactive: true, columns: 60 },
    },
  )
  await broken.close()
  expect(code).toBe(1)
  const told = progress.join('').match(/^ {4}\S+/gm) ?? []
  expect([...new Set(told)]).toEqual(['    users.suspend.not-active'])
  expect(progress.join('')).toMatch(/\d+\/\d+ checks, 1 failing/)
})

test('a target that cannot be reached leaves the run without a verdict', async () => {
  const { code, out } = await run([
    '--base-url',
    'http://127.0.0.1:9',
    '--token',
    'env:TOKEN',
    ...only,
    '--report',
    'none',
  ])
  expect(code).toBe(6)
  expect(out).toContain('No verdict')
  expect(out).toContain('ECONNREFUSED')
  expect(out).toContain('Check that the target is up')
})

test('a token that is refused stops the run before anything is written', async () => {
  const strict = await startToy(() => ({ status: 401, body: {} }))
  const { code, out } = await run([
    '--base-url',
    strict.baseUrl,
    '--token',
    'env:TOKEN',
    ...only,
    '--report',
    'none',
  ])
  await strict.close()
  expect(code).toBe(6)
  expect(out).toContain('refuses the token (401)')
  expect(strict.seen.every(({ method }) => method === 'GET')).toBe(true)
})

test.each([
  [
    'refuses calls without a token',
    { status: 401, body: {} },
    [],
    'the target refuses calls without a token (401): give it one (--token env:NAME)',
  ],
  [
    'knows none of the paths',
    { status: 404, body: '<h1>Not found</h1>' },
    ['--token', 'env:TOKEN'],
    'which answers GET /api/v1/users with 404, GET /api/v1/groups with 404, GET /oauth2/v1/clients with 404: is the base URL right?',
  ],
  [
    'shows a page',
    { status: 200, body: '<h1>Sign in</h1>' },
    ['--token', 'env:TOKEN'],
    'GET /api/v1/users with 200, and no JSON',
  ],
  [
    'sends callers elsewhere',
    { status: 302, headers: { location: 'https://sso.example.com/in?state=x' }, body: '' },
    ['--token', 'env:TOKEN'],
    'GET /api/v1/users with 302 to https://sso.example.com/in, ',
  ],
])('a target that %s leaves the run without a verdict, and says why', async (_, answer, token, why) => {
  const toy = await startToy(() => answer)
  const { code, out } = await run(['--base-url', toy.baseUrl, ...token, ...only, '--report', 'none'])
  await toy.close()
  expect(code).toBe(6)
  expect(out).toContain(why)
  expect(out).toContain('the target could not be examined')
  expect(toy.seen.every(({ method }) => method === 'GET')).toBe(true)
})

test('clauses that are never graded leave the run without a verdict, and it says why', async () => {
  const flags = ['--level', 'may-change', '--only', 'users', '--report', 'none']
  const { code, out } = await run(['--base-url', mock.baseUrl, '--token', 'env:TOKEN', ...flags])
  expect(code).toBe(3)
  expect(out).toContain('no clause that was selected is ever graded')
})

test.each([
  [
    "session-cookie: { cookie: 'sid=0123456789', userId: u1 }",
    'things.session-cookie: it is not good: GET /api/v1/users/me with it answers with no user',
  ],
  ["group-admin-token: { token: '0123456789' }", 'things.group-admin-token: the target refuses it (401)'],
  [
    'read-only-token: { token: env:IDENTIKIT_NOT_SET }',
    'things.read-only-token.token: env:IDENTIKIT_NOT_SET is not set, or empty',
  ],
])('a profile with a credential that is not good, %s, is a mistake', async (thing, message) => {
  fs.writeFileSync(path.join(cwd, 'target.yaml'), `things:\n  ${thing}\n`)
  const flags = ['--token', 'env:TOKEN', '--profile', 'target.yaml', ...only, '--report', 'none']
  const { code, error } = await run(['--base-url', mock.baseUrl, ...flags])
  expect(code).toBe(2)
  expect(error).toContain(`the target profile: ${message}`)
  expect(error).not.toContain('0123456789')
})

test('a failure exits with 1, is written to a baseline, and then exits with 0 once it has a reason', async () => {
  const broken = await startMock((answer, { path: at }) =>
    at.endsWith('/lifecycle/suspend') && answer.status === 400 ? { ...answer, status: 409 } : answer,
  )
  const flags = ['--token', 'env:TOKEN', ...only, '--report', 'none']
  const first = await run(['--base-url', broken.baseUrl, ...flags, '--write-baseline', 'known.yaml'])
  expect(first.code).toBe(1)
  expect(first.out).toContain('Does not conform')
  expect(first.out).toMatch(/expected .*\b400\b/)
  expect((await run(['--base-url', broken.baseUrl, ...flags, '--baseline', 'known.yaml'])).error).toContain(
    'in place of TODO',
  )
  const file = path.join(cwd, 'known.yaml')
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('TODO', 'we answer 409'))
  const second = await run(['--base-url', broken.baseUrl, ...flags, '--baseline', 'known.yaml'])
  await broken.close()
  expect(second.code).toBe(0)
  expect(second.out).toContain('Does not conform')
  const healed = await run(['--base-url', mock.baseUrl, ...flags, '--baseline', 'known.yaml'])
  expect(healed).toMatchObject({ code: 1, out: expect.stringContaining('it passes now') })
})

test('shards are merged into one report', async () => {
  const part = (index: number) =>
    run([
      '--base-url',
      mock.baseUrl,
      '--token',
      'env:TOKEN',
      '--only',
      'users.suspend.not-active,errors.platform.link-is-code',
      '--shard',
      `${index}/2`,
      '--report',
      'json',
      '--out',
      `part${index}`,
    ])
  await part(1)
  await part(2)
  const { out } = await run([
    'merge',
    'part1/report.json',
    'part2/report.json',
    '--report',
    'json',
    '--out',
    'whole',
  ])
  expect(out).toContain('Conforms as far as shown: 2 passed')
  const whole = JSON.parse(fs.readFileSync(path.join(cwd, 'whole/report.json'), 'utf8')) as {
    clauses: { id: string; verdict: string }[]
  }
  expect(whole.clauses.find(({ id }) => id === 'users.suspend.not-active')?.verdict).toBe('pass')
  expect(out).not.toContain('is missing')
  for (const index of [1, 2]) {
    const content = fs.readFileSync(path.join(cwd, `part${index}/report.json`), 'utf8')
    fs.writeFileSync(path.join(cwd, `of3-${index}.json`), content.replace(/"of": ?2/, '"of": 3'))
  }
  expect((await run(['merge', 'of3-1.json', 'of3-2.json', '--report', 'none'])).out).toContain(
    'shard 3/3 is missing: its checks are not in this result',
  )
  expect((await run(['merge', 'part1/report.json', 'part1/report.json'])).error).toContain(
    'two of the results hold the check',
  )
  expect((await run(['diff', 'part1/report.json', 'whole/report.json'])).code).toBe(0)
})

test('lists the leftovers of a run first, and removes them after a confirmation', async () => {
  let stuck = true
  const target = await startMock(undefined, ({ method }) =>
    stuck && method === 'DELETE' ? { status: 403, body: {} } : undefined,
  )
  const ours = async (): Promise<string[]> =>
    (await target.logins()).filter((login) => login.startsWith('cf-'))
  const left = await run(['--base-url', target.baseUrl, '--token', 'env:TOKEN', ...only, '--report', 'none'])
  expect(left.code).toBe(5)
  const ledger = /--ledger (\S+)/.exec(left.out)?.[1] ?? ''
  stuck = false
  const reap = ['reap', '--base-url', target.baseUrl, '--token', 'env:TOKEN', '--ledger', ledger]
  const dry = await run(reap)
  expect(dry.out).toContain('Nothing was removed')
  const before = await ours()
  expect(before.length).toBeGreaterThan(0)
  expect((await run(reap.with(2, mock.baseUrl))).error).toContain('of another target')
  const runId = before[0]?.slice(3, 9) ?? ''
  const young = await run(['reap', '--base-url', target.baseUrl, '--token', 'env:TOKEN', '--run', runId])
  expect(young.out).toMatch(/^\d+ records are younger than 1h, .*\nNothing older is left behind\.$/)
  const old = await run([
    'reap',
    '--base-url',
    target.baseUrl,
    '--token',
    'env:TOKEN',
    '--run',
    runId,
    '--older-than',
    '0s',
  ])
  expect(old.out).toContain(`user  ${before[0]}`)
  const blind = await run(['reap', '--base-url', target.baseUrl, '--run', runId])
  expect(blind).toMatchObject({ code: 3, error: expect.stringContaining('was answered with 401') })
  const wet = await run([...reap, '--yes'])
  expect(wet).toMatchObject({ code: 0, out: expect.stringMatching(/(\d+) of \1 records are gone/) })
  expect(await ours()).toEqual([])
  expect(fs.existsSync(ledger)).toBe(false)
  await target.close()
})

test('a plan prints the writes of the run, against its own mock', async () => {
  const { code, out } = await run(['--base-url', 'http://live.example.com', '--plan', ...only])
  expect(code).toBe(0)
  expect(out).toMatch(/create and remove \d+ users/)
  expect(out).toMatch(/\d {2}POST {3}\/api\/v1\/users\?activate=false/)
  expect(out).toMatch(/\d {2}POST {3}\/api\/v1\/users\/{userId}\/lifecycle\/suspend/)
})

test('the report holds the options as they were written, and no value of a header', async () => {
  const flags = ['--features', '-early-access', '--lag', '1500', '--header', 'X-Some: private-value']
  const { code } = await run([
    '--base-url',
    mock.baseUrl,
    '--token',
    'env:TOKEN',
    ...only,
    ...flags,
    '--out',
    'flags',
  ])
  expect(code).toBe(0)
  const text = fs.readFileSync(path.join(cwd, 'flags/report.json'), 'utf8')
  expect((JSON.parse(text) as { run: { flags: string[]; features: object } }).run).toMatchObject({
    flags: expect.arrayContaining([
      '--features -early-access',
      '--lag 1500',
      '--header X-Some',
      '--token env:TOKEN',
    ]),
    features: { 'early-access': { state: 'no' } },
  })
  expect(text).not.toContain('private-value')
})

test('an incomplete run exits with 3, or 0 if tolerated; one without a verdict always exits with 6', async () => {
  const incomplete = [
    '--only',
    'users.suspend.not-active,grants.list.ok',
    '--token',
    'env:TOKEN',
    '--report',
    'none',
  ]
  const target = ['--base-url', mock.baseUrl]
  expect((await run([...target, ...incomplete])).code).toBe(3)
  expect((await run([...target, ...incomplete, '--tolerate-incomplete'])).code).toBe(0)
  const away = ['--base-url', 'http://127.0.0.1:9', ...incomplete, '--tolerate-incomplete']
  expect((await run(away)).code).toBe(6)
})

test('a plan says how many requests it takes, and how long at the rate', async () => {
  const live = ['--base-url', 'https://live.example.com', '--plan', ...only]
  const { out } = await run(live)
  const [, requests = ''] = /about (\d+) requests: \d+ s at 10 a second/.exec(out) ?? []
  expect(Number(requests)).toBeGreaterThan(5)
  const denied = (text: string) => /^Not allowed, and not in the plan: (.*) \(--allow\)\.$/m.exec(text)?.[1]
  expect(denied(out)).toBe('mail, me, end-sessions')
  const slower = await run([...live, '--rps', '1', '--allow', 'mail'])
  expect(slower.out).toMatch(/requests: \d+ s at 1 a second/)
  expect(denied(slower.out)).toBe('me, end-sessions')
  expect((await run([...live, '--allow', 'all'])).out).not.toContain('Not allowed')
  expect((await run(['--base-url', mock.baseUrl, '--plan', ...only])).out).toContain('no rate is set')
})

test('the plans of the shards of a run add up to the plan of the whole', async () => {
  const live = ['--base-url', 'https://live.example.com', '--plan', '--only', 'users.suspend.*']
  const created = async (...more: string[]): Promise<number> =>
    Number(/create and remove (\d+) users/.exec((await run([...live, ...more])).out)?.[1] ?? 0)
  const [whole, first, second] = [
    await created(),
    await created('--shard', '1/2'),
    await created('--shard', '2/2'),
  ]
  expect(first).toBeGreaterThan(1)
  // Each run also makes one user for itself, to see how the target shows users.
  expect(first - 1 + (second - 1)).toBe(whole - 1)
})

test('without a terminal, progress is a line for each twentieth of the run', async () => {
  const progress: string[] = []
  await run(
    ['--base-url', mock.baseUrl, '--token', 'env:TOKEN', '--only', 'users.suspend.*', '--report', 'none'],
    {
      progress: { write: (text) => void progress.push(text), interactive: false, columns: 60 },
    },
  )
  const lines = progress.join('').trim().split('\n')
  expect(lines.at(-1)).toMatch(/^(\d+)\/\1 checks$/)
  expect(lines.length).toBeLessThanOrEqual(20)
})

test('a run takes its ears off the signals of the process when it ends', async () => {
  const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')]
  const before = listeners()
  const only = ['--base-url', mock.baseUrl, '--token', 'env:TOKEN', '--only', 'users.get.ok', '--rps', '0']
  const { code } = await run([...only, '--report', 'none'])
  expect([code, listeners()]).toEqual([0, before])
})

test.each([
  ['nothing', []],
  ['a profile', ['--profile', 'factor.yaml']],
  ['a session', ['--session-cookie', 'env:COOKIE']],
  ['the control plane', ['--control']],
  ['an adapter', ['--adapter', 'adapter.mjs']],
])('a plan with %s makes on the mock what stands ready on the target', async (what, flags) => {
  fs.writeFileSync(path.join(cwd, 'factor.yaml'), 'things: { factor: { id: 00u1 } }')
  const live = ['--base-url', 'https://live.example.com', '--plan', '--only', 'users.links.reset-factors']
  const { code, out } = await run([...live, ...flags], { environment: { COOKIE: 'sid=1' } })
  // The adapter of the mock enrolls a user of the run and reads it. Without one, the check is not tried.
  expect([code, out.split('\n')[0]]).toEqual([
    0,
    `This run would create and remove 1 user, and read ${what === 'nothing' ? '0 times' : '1 time'}.`,
  ])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the first %s stops a run, which removes its records; the second leaves them',
  async (signal) => {
    const before = process.listeners(signal)
    const exits = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('the process would end here')
    })
    let sent = 0
    const interrupt = () => {
      const own = process.listeners(signal).find((each) => !before.includes(each))
      try {
        own?.(signal)
      } catch {}
    }
    const target = await startMock(undefined, ({ method }) => {
      if (method === 'POST' && sent++ === 0) interrupt()
      if (method === 'DELETE' && sent++ === 1) interrupt()
      return undefined
    })
    const flags = ['--base-url', target.baseUrl, '--token', 'env:TOKEN', ...only, '--report', 'none']
    const { code, out, error } = await run(flags, { environment: { TOKEN: target.token } })
    const left = (await target.logins()).filter((login) => login.startsWith('cf-'))
    await target.close()
    const exited = exits.mock.calls
    exits.mockRestore()
    expect(code).toBe(130)
    expect(out).toContain('No verdict')
    expect(out).toContain('the run was interrupted')
    expect(left).toEqual([])
    expect(error).toBe(
      '\nStopping: removing what was created. Once more to leave it (identikit conform reap removes it later).\nWhat was created stays. To remove it: identikit conform reap --ledger, with the newest file in .identikit/ledgers',
    )
    expect(exited).toEqual([[130]])
  },
)

test('a program that runs the command stops it by its own signal', async () => {
  const stop = new AbortController()
  const target = await startMock(undefined, ({ method }) => {
    if (method === 'POST') stop.abort(new Error('the program wants to end'))
    return undefined
  })
  const flags = ['--base-url', target.baseUrl, '--token', 'env:TOKEN', ...only, '--report', 'none']
  const { code } = await run(flags, { environment: { TOKEN: target.token }, signal: stop.signal })
  await target.close()
  expect(code).toBe(130)
})
