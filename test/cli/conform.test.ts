/** `identikit conform` against servers of every kind; conformed.txt shows the exit code and the output of single runs. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ConformIo } from '../../conformance/cli/options.ts'
import { startMock } from '../conformance/engine/mock-target.ts'
import { type Answer, startToy, type Toy } from '../conformance/engine/toy-server.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { type Finished, runHere } from './run-here.ts'

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-cli-'))
afterAll(() => fs.rmSync(cwd, { recursive: true, force: true }))

type Target = Partial<Pick<Toy, 'baseUrl'> & { readonly token: string }>

/** Runs `identikit conform` on a target, with its token. */
function run(
  { baseUrl, token }: Target,
  flags: string,
  { environment, ...more }: Partial<ConformIo> = {},
): Promise<Finished> {
  const [, command = '', rest = ''] = /^((?:cleanup|plan) )?(.*)$/.exec(flags) ?? []
  const where = baseUrl === undefined ? '' : `--base-url ${baseUrl} `
  const who = token === undefined ? '' : '--token env:TOKEN '
  const line = `conform ${command}${where}${who}${rest}`
  return runHere(line.split(' '), { environment: { TOKEN: token ?? '', ...environment }, cwd, ...more })
}

/** The bundled mock until the test ends. */
async function mock(...how: Parameters<typeof startMock>) {
  const target = await startMock(...how)
  onTestFinished(() => target.close())
  return target
}

/** A mock that suspends nobody, and says so with another status. */
const brokenMock = () =>
  mock((answer, { path: at }) =>
    at.endsWith('/lifecycle/suspend') && answer.status === 400 ? { ...answer, status: 409 } : answer,
  )

const ours = (logins: readonly string[]): string[] => logins.filter((login) => login.startsWith('cf-'))
const only = '--only users.suspend.not-active'
const one = `${only} --report none`

/** Files that the flags of conformed.txt name. */
const files: Record<string, string> = {
  'factor.yaml': 'things: { factor: { id: 00u1 } }',
  'session.yaml': "things: { session-cookie: { cookie: 'sid=0123456789', userId: u1 } }",
  'admin.yaml': "things: { group-admin-token: { token: '0123456789' } }",
  'reader.yaml': 'things: { read-only-token: { token: env:IDENTIKIT_NOT_SET } }',
  'known.yaml': '- { requirement: users.suspend.not-active, reason: agreed }',
  'broken.yaml': '[\nx: [',
  'text.yaml': 'none',
  'deep.yaml': '['.repeat(100_000),
  'wrong.yaml': '- { requirement: users.a }',
}

/** Targets that are no service, by the name that begins a line of conformed.txt. */
const strangers: Record<string, Answer> = {
  strict: { status: 401, body: {} },
  elsewhere: { status: 404, body: '<h1>Not found</h1>' },
  page: { status: 200, body: '<h1>Sign in</h1>' },
  moved: { status: 302, headers: { location: 'https://sso.example.com/in?state=x' }, body: '' },
}

test('a run says what it found, and why it could not', async () => {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(cwd, name), text)
  const targets: Record<string, Target> = {
    mock: await mock(),
    broken: await brokenMock(),
    nowhere: { baseUrl: 'http://127.0.0.1:9', token: 'any' },
    live: { baseUrl: 'https://live.example.com' },
    none: {},
  }
  const toys: Toy[] = []
  for (const [name, answer] of Object.entries(strangers)) {
    const toy = await startToy(() => answer)
    onTestFinished(() => toy.close())
    toys.push(toy)
    targets[name] = { baseUrl: toy.baseUrl, token: 'any' }
  }
  targets['anonymous'] = { baseUrl: targets['strict']!.baseUrl! }
  await expectGolden(new URL('conformed.txt', import.meta.url), async (input) => {
    const [, name = '', flags = ''] = /^(\w+): (.*)$/.exec(input) ?? []
    const target = targets[name]!
    const line = `${flags}${flags.includes('--only') ? '' : ` ${only}`} --report none`
    const { code, out, error } = await run(target, line.trim(), { environment: { COOKIE: 'sid=1' } })
    return [`exit ${code}`, ...[out, error].filter((text) => text !== '')]
      .join('\n')
      .replaceAll(target.baseUrl ?? 'TARGET', 'TARGET')
      .replaceAll(cwd, 'HERE')
      .replaceAll(/run \w{6} .*? s {2}/g, 'run ID  ')
      .replaceAll(/00u\w+/g, 'ID')
      .replaceAll(/\d+ not run/g, 'N not run')
      .replaceAll(/about \d\d+ requests: \d+ s/g, 'about N requests: N s')
      .replaceAll(/about \d\d+ requests/g, 'about N requests')
  })
  // Targets that are no service get no write.
  expect(toys.flatMap(({ seen }) => seen).filter(({ method }) => method !== 'GET')).toEqual([])
})

test.each([true, false])(
  'progress counts the selected requirements only, and shows how far the run is (terminal: %s)',
  async (interactive) => {
    const written: string[] = []
    const progress = { write: (text: string) => void written.push(text), interactive, columns: 60 }
    expect(await run(await brokenMock(), one, { progress })).toMatchObject({ code: 1 })
    const told = written.join('')
    expect([...new Set(told.match(/^ {4}\S+/gm))]).toEqual(['    users.suspend.not-active'])
    expect(told).toMatch(/\d+\/\d+ checks, 1 failing/)
    expect(told.includes('\u001B[2K')).toBe(interactive)
  },
)

test('a run writes its reports, which hold the options as they were written and no value of a header', async () => {
  const flags = '--features -early-access --lag 1500 --header X-Some:private-value'
  const { code, out } = await run(await mock(), `${only} ${flags} --out reports --report all`)
  expect(code).toBe(0)
  expect(out).toContain('Reports: reports/report.html')
  const names = ['ctrf.json', 'junit.xml', 'report.html', 'report.json', 'summary.md']
  expect(fs.readdirSync(path.join(cwd, 'reports')).sort()).toEqual(names)
  const text = fs.readFileSync(path.join(cwd, 'reports/report.json'), 'utf8')
  expect((JSON.parse(text) as { run: object }).run).toMatchObject({
    flags: expect.arrayContaining([
      '--features -early-access',
      '--lag 1500',
      '--header X-Some',
      '--token env:TOKEN',
    ]),
    features: { 'early-access': { state: 'no' } },
  })
  expect(text).not.toContain('private-value')
  const ledgers = path.join(cwd, '.identikit/ledgers')
  expect(fs.existsSync(ledgers) ? fs.readdirSync(ledgers) : []).toEqual([])
})

test('with --report github the summary is added to the page of the job, or the run says why not', async () => {
  const page = path.join(cwd, 'page.md')
  fs.writeFileSync(page, 'before\n')
  const broken = await brokenMock()
  const reported = (environment: Record<string, string>) =>
    run(broken, `${only} --report github`, { environment, colour: true })
  const { out } = await reported({ GITHUB_STEP_SUMMARY: page })
  expect(fs.readFileSync(page, 'utf8')).toMatch(
    /^before\n## Does not conform \(requirements 2026-11\)\n[^]*\| `users\.suspend\.not-active` \|/,
  )
  expect(out.startsWith('\u001B[')).toBe(true)
  expect(out).toContain('::error title=users.suspend.not-active::')
  expect((await reported({})).error).toContain('GITHUB_STEP_SUMMARY is not set')
  expect(await reported({ GITHUB_STEP_SUMMARY: path.join(cwd, 'no/such/folder') })).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^GITHUB_STEP_SUMMARY could not be written: ENOENT/),
  })
})

test('a failure is written to a baseline, and is expected once it has a reason', async () => {
  const broken = await brokenMock()
  const found = await run(broken, `${one} --write-baseline found.yaml`)
  expect(found).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /Does not conform[^]*Baseline: found\.yaml, 1 entry; write a reason for each\.$/,
    ),
  })
  const known = `${one} --baseline found.yaml`
  expect((await run(broken, known)).error).toContain('instead of TODO')
  const file = path.join(cwd, 'found.yaml')
  const written = fs.readFileSync(file, 'utf8')
  expect(written).toMatch(
    /^- requirement: users\.suspend\.not-active\n {2}verdict: fail\n {2}fingerprint: \w+\n {2}reason: TODO\n$/,
  )
  fs.writeFileSync(file, written.replace('TODO', 'we answer 409'))
  expect(await run(broken, known)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Does not conform'),
  })
})

test('a report names the frozen requirements that judged it, and is merged with its like alone', async () => {
  const target = await mock()
  const judged = async (flags: string) => {
    const { out } = await run(target, `${only} --shard 1/2 --report json --out x${flags}`)
    const { run: record } = JSON.parse(fs.readFileSync(path.join(cwd, 'x/report.json'), 'utf8'))
    return [out.split('\n').find((line) => line.includes('requirements')), record.requirementSet]
  }
  expect(await judged('')).toEqual([expect.stringMatching(/^[\w ]+ \(requirements 2026-11\): /), '2026-11'])
  fs.renameSync(path.join(cwd, 'x'), path.join(cwd, 'frozen'))
  expect(await judged(' --requirement-set all')).toEqual([
    expect.stringMatching(/ \(all requirements of identikit 0\.\d+\.\d+\): /),
    'all',
  ])
  expect((await run({}, 'merge frozen/report.json x/report.json')).error).toContain(
    'judged by different requirements: 2026-11 and all',
  )
  expect((await run({}, 'diff frozen/report.json x/report.json')).out).toContain(
    'judged by different requirements: 2026-11 and all.',
  )
})

test('shards are merged into one report', async () => {
  const target = await mock()
  const part = (index: number) =>
    run(
      target,
      `--only users.suspend.not-active,errors.platform.link-is-code --shard ${index}/2 --report json --out part${index}`,
    )
  await part(1)
  await part(2)
  const conform = (line: string) => runHere(`conform ${line}`.split(' '), { cwd })
  const { out } = await conform('merge part1/report.json part2/report.json --report json --out whole')
  expect(out).toContain('Conforms as far as shown (requirements 2026-11): 2 passed')
  expect(out).not.toContain('is missing')
  expect((await conform('merge part1/report.json part1/report.json')).error).toContain(
    'two of the results hold the check',
  )
  expect((await conform('diff part1/report.json whole/report.json')).code).toBe(0)
})

test('what a run leaves behind is listed first, and removed after a confirmation', async () => {
  let isStuck = true
  const target = await mock(undefined, ({ method }) =>
    isStuck && method === 'DELETE' ? { status: 403, body: {} } : undefined,
  )
  const left = await run(target, one)
  expect(left.code).toBe(5)
  const [, ledger = ''] = /--ledger (\S+)/.exec(left.out) ?? []
  isStuck = false
  const [login = ''] = ours(await target.logins())
  expect((await run(target, `cleanup --ledger ${ledger}`)).out).toContain('Nothing was removed')
  const byName = await run(target, `cleanup --run ${login.slice(3, 9)} --older-than 0s`)
  expect(byName.out).toContain(`user  ${login}`)
  const blind = await run({ ...target, token: 'wrong' }, `cleanup --run ${login.slice(3, 9)}`)
  expect(blind).toMatchObject({ code: 3, error: expect.stringContaining('was answered with 401') })
  const wet = await run(target, `cleanup --ledger ${ledger} --yes`)
  expect(wet).toMatchObject({ code: 0, out: expect.stringMatching(/(\d+) of \1 records are gone/) })
  expect([ours(await target.logins()), fs.existsSync(ledger)]).toEqual([[], false])
})

test('a run no longer listens to the signals of the process when it ends', async () => {
  const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')]
  const before = listeners()
  const { code } = await run(await mock(), one)
  expect([code, listeners()]).toEqual([0, before])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the first %s stops a run, which removes its records; the second leaves them',
  async (signal) => {
    const before = process.listeners(signal)
    const exits = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('the process would end here')
    })
    onTestFinished(() => exits.mockRestore())
    let sent = 0
    const interrupt = () => {
      const own = process.listeners(signal).find((each) => !before.includes(each))
      try {
        own?.(signal)
      } catch {}
    }
    const target = await mock(undefined, ({ method }) => {
      if (method === 'POST' && sent++ === 0) interrupt()
      if (method === 'DELETE' && sent++ === 1) interrupt()
      return undefined
    })
    const { code, out, error } = await run(target, one)
    expect(code).toBe(130)
    expect(out).toMatch(/the run was interrupted[^]*No verdict/)
    expect(ours(await target.logins())).toEqual([])
    expect(error).toBe(
      '\nStopping: removing what was created. Once more to leave it (identikit conform cleanup removes it later).\nWhat was created stays. To remove it: identikit conform cleanup --ledger, with the newest file in .identikit/ledgers',
    )
    expect(exits.mock.calls).toEqual([[130]])
  },
)

test('a program that runs the command stops it by its own signal', async () => {
  const stop = new AbortController()
  const target = await mock(undefined, ({ method }) => {
    if (method === 'POST') stop.abort(new Error('the program wants to end'))
    return undefined
  })
  expect(await run(target, one, { signal: stop.signal })).toMatchObject({ code: 130 })
})
