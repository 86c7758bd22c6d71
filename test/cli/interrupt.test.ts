import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../conformance/engine/mock-target.ts'
import type { Answer } from '../conformance/engine/toy-server.ts'

const limited: Answer = { status: 429, headers: { 'retry-after': '0' }, body: '{}' }

/** A run in a process, once it has created three users. With `limits`, every further call gets 429. */
async function started(limits: boolean, ...flags: readonly string[]) {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-interrupt-'))
  let [created, late] = [0, 0]
  const busy = Promise.withResolvers<void>()
  const mock = await startMock(
    (answer, { method, path: at }) => {
      if (method === 'POST' && at === '/api/v1/users' && answer.status < 300 && ++created === 3)
        busy.resolve()
      return answer
    },
    () => {
      if (!limits || created < 3) return undefined
      late += 1
      return limited
    },
  )
  const command = ['conform', '--base-url', mock.baseUrl, '--token', 'env:TOKEN', '--explore', 'off']
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url)),
      ...command,
      '--rps',
      '40',
      '--report',
      'json',
      ...flags,
    ],
    {
      cwd,
      env: { ...process.env, TOKEN: mock.token, VITEST: undefined, VITEST_WORKER_ID: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    fs.rmSync(cwd, { recursive: true, force: true })
    await mock.close()
  })
  await busy.promise
  const ledgers = (): readonly string[] => fs.readdirSync(path.join(cwd, '.identikit/ledgers'))
  const report = (): unknown =>
    JSON.parse(fs.readFileSync(path.join(cwd, 'conform-report/report.json'), 'utf8'))
  return { child, mock, ended, ledgers, report, asked: () => late }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('Ctrl-C stops a run, which removes its records', async () => {
  const { child, mock, ended, ledgers, report } = await started(false)
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect((await mock.logins()).filter((login) => login.startsWith('cf-'))).toEqual([])
  expect(report()).toMatchObject({ run: { interrupted: true, orphans: [] } })
  expect(ledgers()).toEqual([])
})

test('a second Ctrl-C ends a clean-up that the target holds up, and leaves the ledger', async () => {
  const { child, ended, ledgers, asked } = await started(true)
  child.kill('SIGINT')
  await pause(2000)
  expect(asked()).toBeLessThan(60)
  child.kill('SIGINT')
  expect(await Promise.race([ended, pause(5000)])).toBe(130)
  expect(ledgers()).toHaveLength(1)
})

test('a clean-up that the target holds up ends within its budget', async () => {
  const { child, ended, ledgers, report, asked } = await started(true, '--rate-limit-budget', '2s')
  child.kill('SIGINT')
  expect(await Promise.race([ended, pause(15_000)])).toBe(130)
  expect(asked()).toBeLessThan(100)
  const { run } = report() as { run: { orphans: unknown[] } }
  expect(run.orphans.length).toBeGreaterThan(0)
  expect(ledgers()).toHaveLength(1)
})
