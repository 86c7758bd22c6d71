import { expect, test } from 'vitest'
import { selftestCommand } from '../../../conformance/deviants/selftest-command.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'
import { startMock } from '../engine/mock-target.ts'
import { startToy } from '../engine/toy-server.ts'

async function run(...argv: string[]) {
  const out: string[] = []
  const error: string[] = []
  const code = await selftestCommand(createConformTarget)(argv, {
    out: (line) => void out.push(line),
    error: (line) => void error.push(line),
  }).catch((problem: Error) => {
    error.push(problem.message)
    return problem.name === 'UsageError' ? 2 : 4
  })
  return { code, out: out.join('\n'), error: error.join('\n') }
}

test('a few deviants are tried by a glob', async () => {
  expect(await run('users.suspend.ok')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^(\d+) of \1 deviants are caught/),
  })
})

test.each([
  [['users.nobody.*'], "no deviant fits 'users.nobody.*'"],
  [['--part', '5/3'], "expected I/N such as 2/4, found '5/3'"],
  [['--through', 'http://127.0.0.1:9'], '--through needs --token env:NAME'],
  [['--page', 'x.md', 'users.*'], '--page tells of the whole catalogue'],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('%j is a mistake', async (argv, message) => {
  const { code, error } = await run(...argv)
  expect(code).toBe(2)
  expect(error).toContain(message)
  expect(error.length).toBeLessThan(100)
})

test('nothing is proven on a server that refuses the token, or whose clauses do not pass', async () => {
  const strict = await startToy(() => ({ status: 401, body: {} }))
  process.env['IDENTIKIT_TEST_TOKEN'] = 'some-token'
  const through = (url: string) =>
    run('users.suspend.ok', '--through', url, '--token', 'env:IDENTIKIT_TEST_TOKEN', '--lag', '100')
  expect(await through(strict.baseUrl)).toMatchObject({
    code: 3,
    out: '',
    error: 'the target refuses the token (401)',
  })
  await strict.close()
  const broken = await startMock((answer, { path }) =>
    path.endsWith('/lifecycle/suspend') ? { ...answer, status: 500 } : answer,
  )
  process.env['IDENTIKIT_TEST_TOKEN'] = broken.token
  expect(await through(broken.baseUrl)).toMatchObject({
    code: 3,
    out: expect.stringContaining('were not tried: their clauses do not pass on this server'),
  })
  await broken.close()
  delete process.env['IDENTIKIT_TEST_TOKEN']
})
