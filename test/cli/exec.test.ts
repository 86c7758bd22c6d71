import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { docsBlocks } from '../support/docs-blocks.ts'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

const cli = fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url))

/** Runs `identikit exec` as a process. With `signal`, sends it once the program printed something. */
function exec(args: readonly string[], signal?: NodeJS.Signals): Promise<Ended> {
  const child = spawn(process.execPath, [cli, 'exec', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    out += String(text)
    if (signal) child.kill(signal)
  })
  child.stderr.on('data', (text: Buffer) => (error += String(text)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })))
}

/** A program for `exec`, as text; it can use `env` and `call`. */
const program = (text: string): string[] => [
  '--',
  process.execPath,
  '--input-type=module',
  '--eval',
  `const { env } = process
  const call = (path) => fetch(env.IDENTIKIT_URL + path, { headers: { Authorization: 'SSWS ' + env.IDENTIKIT_TOKEN } })
  ${text}`,
]

test('the program reaches the service and the control plane, and its exit code is handed on', async () => {
  const { code, out } = await exec([
    '--data',
    'empty',
    ...program(`console.log((await call('/api/v1/users')).status, (await fetch(env.IDENTIKIT_CONTROL)).status)
      process.exit(7)`),
  ])
  expect({ code, out }).toEqual({ code: 7, out: '200 200\n' })
})

test('logs requests to stderr, apart from the output of the program', async () => {
  const { out, error } = await exec([
    '--data',
    'empty',
    '--verbose',
    ...program(`await call('/api/v1/users')`),
  ])
  expect(out).toBe('')
  expect(error).toContain('200  GET /api/v1/users')
})

test('a program over TLS trusts the certificate', async () => {
  const { out } = await exec([
    '--data',
    'empty',
    '--tls',
    ...program(`console.log(env.IDENTIKIT_URL.slice(0, 8), (await call('/api/v1/users')).status)`),
  ])
  expect(out).toBe('https:// 200\n')
})

test('the program receives the stop signal, and the server ends with it', async () => {
  const { code, out } = await exec(
    [
      '--data',
      'empty',
      ...program(`process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000)
      console.log(env.IDENTIKIT_URL)`),
    ],
    'SIGTERM',
  )
  expect(code).toBe(3)
  await expect(fetch(out.trim())).rejects.toThrow()
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.runIf(hasPython)('the Python of docs/server.md finds the server', async () => {
  const { text } = docsBlocks.find(
    ({ page, language }) => page === 'docs/server.md' && language === 'python',
  )!
  const { code, error } = await exec(['--', 'python3', '-c', `${text}\ntest_lists_users()`])
  expect({ code, error }).toEqual({ code: 0, error: '' })
})
