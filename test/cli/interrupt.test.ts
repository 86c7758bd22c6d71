import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startMock } from '../conformance/engine/mock-target.ts'

test('Ctrl-C stops a run, which removes its records', async () => {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-interrupt-'))
  let created = 0
  let tell = (): void => {}
  const busy = new Promise<void>((resolve) => {
    tell = resolve
  })
  const mock = await startMock((answer, { method, path: at }) => {
    if (method === 'POST' && at === '/api/v1/users' && answer.status < 300 && ++created === 3) tell()
    return answer
  })
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url)),
      'conform',
      '--base-url',
      mock.baseUrl,
      '--token',
      'env:TOKEN',
      '--explore',
      'off',
      '--rps',
      '40',
      '--report',
      'json',
    ],
    {
      cwd,
      env: { ...process.env, TOKEN: mock.token, VITEST: undefined, VITEST_WORKER_ID: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await busy
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect((await mock.logins()).filter((login) => login.startsWith('cf-'))).toEqual([])
  const report = JSON.parse(fs.readFileSync(path.join(cwd, 'conform-report/report.json'), 'utf8')) as {
    run: { interrupted: boolean; leftovers: unknown[] }
  }
  expect(report.run).toMatchObject({ interrupted: true, leftovers: [] })
  expect(fs.readdirSync(path.join(cwd, '.identikit/ledgers'))).toEqual([])
  fs.rmSync(cwd, { recursive: true, force: true })
  await mock.close()
})
