import { expect, test } from 'vitest'
import { startMock } from '../conformance/engine/mock-target.ts'
import { type Finished, runHere } from './run-here.ts'
import { startToy } from '../conformance/engine/toy-server.ts'

const run = (...argv: string[]): Promise<Finished> => runHere(['conform', 'selftest', ...argv])

test('a few mutants are tried by a glob', async () => {
  expect(await run('users.suspend.ok')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^(\d+) of \1 broken servers are caught/),
  })
})

test('nothing is proven on a server that refuses the token, or whose requirements do not pass', async () => {
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
    out: expect.stringContaining('were not tried: their requirements do not pass on this server'),
  })
  await broken.close()
  delete process.env['IDENTIKIT_TEST_TOKEN']
})

test('the command runs the mutants that fit, and says how many were caught', async () => {
  const { code, out } = await run('errors.oauth.error/of-another-kind')
  expect(out).toMatch(/^1 of 1 broken servers are caught/)
  expect(code).toBe(0)
})

test('the command lists mutants without running them, in parts too', async () => {
  const whole = (await run('--list', 'errors.*')).out.split('\n')
  const parts = [
    await run('--list', '--part', '1/2', 'errors.*'),
    await run('--list', '--part', '2/2', 'errors.*'),
  ]
  expect(parts.flatMap(({ out }) => out.split('\n')).toSorted()).toEqual(whole.toSorted())
  expect(whole[0]).toMatch(/^errors\.\S+\/\S+ {2}[a-z]/)
})
