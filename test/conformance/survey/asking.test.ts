/** What `conform init` asks for and says; what it finds is held by the tests of the survey. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { init, type InitValues } from '../../../conformance/cli/init.ts'
import { startMock, type MockTarget } from '../engine/mock-target.ts'
import { type Answer, type Seen, startToy, type Toy } from '../engine/toy-server.ts'

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-init-'))
afterAll(() => fs.rmSync(cwd, { recursive: true, force: true }))

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function mock(...more: Parameters<typeof startMock>): Promise<MockTarget> {
  const target = await startMock(...more)
  open.push(target)
  return target
}

async function toy(answer: (request: Seen) => Answer): Promise<Toy> {
  const target = await startToy(answer)
  open.push(target)
  return target
}

/** Runs it, with answers to what it asks where there are any, and keeps what it said. */
async function initialised(
  values: InitValues,
  more: { answers?: readonly string[]; token?: string; readStdin?: () => string } = {},
) {
  const [out, error, asked]: string[][] = [[], [], []]
  const answers = [...(more.answers ?? [])]
  const code = await init(values, {
    out: (line) => void out!.push(line),
    error: (line) => void error!.push(line),
    cwd,
    environment: { TOKEN: more.token ?? 't', RO: 'x' },
    ...(more.readStdin === undefined ? {} : { readStdin: more.readStdin }),
    ...(more.answers === undefined
      ? {}
      : {
          ask: async (question: string) => {
            asked!.push(question)
            return answers.shift() ?? ''
          },
        }),
  })
  return { code, out: out!.join('\n').split('\n'), error: error!, asked: asked! }
}

const read = (name: string): string => fs.readFileSync(path.join(cwd, name), 'utf8')

test('the address and the token are asked for where nobody gave them', async () => {
  const target = await mock()
  const { code, out, error, asked } = await initialised(
    {},
    { answers: [target.baseUrl, ' TOKEN ', '', '', 'maybe'], token: target.token },
  )
  expect(code).toBe(0)
  expect(asked).toEqual([
    'Address of the deployment (https://…): ',
    'Environment variable with the API token of an administrator: ',
    'Environment variable with the API token of an administrator who may only read [Enter: none] ',
    'Environment variable with the API token of an administrator whose role is limited to groups [Enter: none] ',
    'Did an administrator change the password policy, the login format or which names are required? [y/n, Enter: not known] ',
  ])
  expect(error.every((line) => /^Reading .+ …$/.test(line))).toBe(true)
  expect(error.length).toBeGreaterThan(2)
  // Without a name of its own it is called after its host; without a file it goes to target.yaml.
  expect(read('target.yaml')).toContain(`\nname: ${new URL(target.baseUrl).host}\n`)
  expect(read('target.yaml')).toMatch(/\n {2}defaults: probe/)
  expect(read('target.yaml')).toContain(`# Written on ${new Date().toISOString().slice(0, 10)} by`)
  expect(out.slice(-2)).toEqual([
    'Read the file, fill in what you can, then:',
    `  identikit conform --base-url ${target.baseUrl} --token env:TOKEN --profile target.yaml --rps 5`,
  ])
})

test.each([
  ['y', 'no'],
  [' Yes ', 'no'],
  ['n', 'yes'],
  ['NO ', 'yes'],
  ['yess', 'probe'],
])('whether the defaults were changed is answered with %j: %s', async (answer, state) => {
  const target = await mock()
  await initialised(
    { baseUrl: target.baseUrl, token: 'env:TOKEN', out: `defaults-${answer.trim()}.yaml` },
    { answers: ['', '', answer], token: target.token },
  )
  expect(read(`defaults-${answer.trim()}.yaml`)).toMatch(new RegExp(String.raw`\n {2}defaults: ${state}\b`))
})

test('nothing is asked with --yes, though somebody is there', async () => {
  const target = await mock()
  const { code, asked } = await initialised(
    { baseUrl: target.baseUrl, token: 'env:TOKEN', yes: true, out: 'deep/er/yes.yaml', name: 'staging' },
    { answers: [], token: target.token },
  )
  expect([code, asked]).toEqual([0, []])
  expect(read('deep/er/yes.yaml')).toContain('\nname: staging\n')
})

test('a token from the standard input is named by a variable to be filled in', async () => {
  const target = await mock()
  const { out } = await initialised(
    { baseUrl: target.baseUrl, token: 'stdin', out: 'stdin.yaml' },
    { readStdin: () => `${target.token}\n` },
  )
  expect(out.at(-1)).toBe(
    `  identikit conform --base-url ${target.baseUrl} --token env:NAME --profile stdin.yaml --rps 5`,
  )
})

test('without a token nothing is read, and it is said how to name one', async () => {
  const target = await toy(() => ({ status: 200, body: [] }))
  const { code, error } = await initialised({ baseUrl: target.baseUrl, out: 'none.yaml' }, { answers: [''] })
  expect(code).toBe(6)
  expect(error).toEqual([
    'identikit conform init: without an API token nothing can be read',
    'Name an environment variable that holds one: --token env:NAME.',
  ])
  expect(fs.existsSync(path.join(cwd, 'none.yaml'))).toBe(false)
  await expect(initialised({ out: 'none.yaml' })).rejects.toThrow('--base-url is missing')
})

test('a target that refuses the token is told, with what to do about it', async () => {
  const target = await toy(() => ({ status: 401, body: {} }))
  const { code, error, out } = await initialised({
    baseUrl: target.baseUrl,
    token: 'env:TOKEN',
    out: 'no.yaml',
  })
  expect([code, out]).toEqual([6, ['']])
  expect(error).toEqual([
    'identikit conform init: the target refuses the token (401)',
    "Check that the token is of this deployment, was not revoked, and is an API token as it stands after `SSWS `, without that word; it must be an administrator's.",
  ])
})

test('the bundled mock is told, and the rate that a target allows', async () => {
  const target = await mock(
    (answer) => ({ ...answer, headers: { ...answer.headers, 'x-rate-limit-limit': '600' } }),
    ({ path: where }) =>
      where === '/_control' ? { status: 200, body: { actions: [{ name: 'signIn' }] } } : undefined,
  )
  const values = { baseUrl: target.baseUrl, token: 'env:TOKEN' }
  const { out } = await initialised({ ...values, out: 'rate.yaml' }, { token: target.token })
  expect(out).toContain(
    'The target is the bundled mock: --control lets the suite cause what the API alone cannot.',
  )
  expect(out.slice(-3)).toEqual([
    'The target allows 600 requests in a minute; --rps keeps to half of that.',
    'Read the file, fill in what you can, then:',
    `  identikit conform --base-url ${target.baseUrl} --token env:TOKEN --profile rate.yaml --rps 5`,
  ])
})

test.each([
  ['1', 1],
  ['239', 1],
  ['240', 2],
  ['7000', 50],
])('of %s requests in a minute half are taken: --rps %i', async (limit, rps) => {
  const target = await mock((answer) => ({
    ...answer,
    headers: { ...answer.headers, 'x-rate-limit-limit': limit },
  }))
  const values = { baseUrl: target.baseUrl, token: 'env:TOKEN', out: `rps-${limit}.yaml` }
  expect((await initialised(values, { token: target.token })).out.at(-1)).toMatch(
    new RegExp(String.raw`--profile rps-${limit}\.yaml --rps ${rps}$`),
  )
})

test('what was found, what was left out and what is missing stand in columns', async () => {
  const person = (id: string, status: string) => ({
    id,
    status,
    profile: { login: `${id}@example.com`, email: `${id}@example.com`, firstName: 'A', lastName: 'B' },
    credentials: { provider: { type: 'SVC', name: 'SVC' } },
  })
  const target = await toy(({ path: where, query }) => {
    if (where === '/api/v1/users' && query.get('limit') === '200')
      return { status: 200, body: [person('u1', 'ACTIVE'), person('u2', 'LOCKED_OUT')] }
    if (where === '/api/v1/users/me') return { status: 200, body: person('u1', 'ACTIVE') }
    return { status: 200, body: [] }
  })
  const values = { baseUrl: target.baseUrl, token: 'env:TOKEN', out: 'columns.yaml' }
  const { out } = await initialised(values)
  const titles = out.filter((line, at) => at > 0 && out[at - 1] === '')
  expect(titles.slice(0, 3)).toEqual([
    'Found',
    'Found, and left out until you allow it (in the file, or with --yes)',
    'Not found, with the clauses that hang on it',
  ])
  expect(out[0]).toMatch(/^Read .+ in \d+ requests; nothing was changed\.$/)
  const left = out.indexOf(titles[1] ?? '')
  // What is left out is not said to be found as well.
  expect(out.slice(0, left).filter((line) => line.startsWith('  locked-out-user '))).toEqual([])
  expect(out[left + 1]).toMatch(
    /^ {2}locked-out-user {2}1 user in status LOCKED_OUT: u2@example\.com\. The run /,
  )
  expect(out[left + 2]).toBe('')
  const missing = out.slice(out.indexOf(titles[2] ?? '') + 1, out.indexOf('', out.indexOf(titles[2] ?? '')))
  const counts = missing.map((line) => Number(/^ {2}[a-z-]+ \((\d+)\) +\S/.exec(line)?.[1]))
  // Those that most hangs on stand first; what is asked for by --allow, or was found, is none of them.
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  expect(missing.filter((line) => /^ {2}(mail|me|end-sessions|locked-out-user) /.test(line))).toEqual([])
  expect(missing.find((line) => line.startsWith('  defaults ('))).toMatch(
    / {2}only you know whether the defaults are in force$/,
  )
  expect(new Set(missing.map((line) => /^ {2}\S+ \(\d+\) +/.exec(line)?.[0].length)).size).toBe(1)
  const [, tried = 0, graded = 0, percent = 0, without = 0, all = 0, allowed = 0] =
    /^columns\.yaml is written\. With it (\d+) of (\d+) graded clauses can be tried \((\d+) %; (\d+) % without\); with --allow all (\d+) \((\d+) %\)\.$/
      .exec(out.find((line) => line.includes('is written')) ?? '')
      ?.map(Number) ?? []
  expect(percent).toBe(Math.floor((100 * tried) / graded))
  expect(allowed).toBe(Math.floor((100 * all) / graded))
  expect(all).toBeGreaterThan(tried)
  expect(percent).toBeGreaterThanOrEqual(without)
  expect(out.some((line) => line.startsWith('The target allows'))).toBe(false)
})
