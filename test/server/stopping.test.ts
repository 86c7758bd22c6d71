import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url))

let children: ChildProcess[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

async function started(): Promise<{ child: ChildProcess; url: string }> {
  const argv = ['serve', '--port', '0', '--data', 'empty', '--json', '--token', 'token']
  const child = spawn(process.execPath, [cli, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { child, url: (JSON.parse(line) as { url: string }).url }
}

async function control(url: string, path: string, input: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/_control/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
}

/** Calls with a latency of a minute, and a connection for a tunnel that is left open. */
async function keepBusy(url: string): Promise<void> {
  await control(url, 'add-fault', { latency: 60_000 })
  for (let count = 0; count < 3; count++) {
    fetch(`${url}/api/v1/users/me`, { headers: { authorization: 'SSWS token' } }).catch(() => {})
  }
  const tunnel = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  tunnel.on('error', () => {})
  tunnel.write('CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(async () => {
    const response = await fetch(`${url}/_control/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'faults' }),
    })
    expect(await response.json()).toMatchObject([{ met: 3 }])
  }, 10_000)
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'ends within three seconds on %s, even with requests under way',
  async (signal) => {
    const { child, url } = await started()
    await keepBusy(url)
    const ended = once(child, 'exit')
    const start = performance.now()
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    // Two seconds for what is under way; calls would take a minute. The rest is for a machine that is busy.
    expect(performance.now() - start).toBeLessThan(10_000)
  },
)

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
] as const)('ends at once on %s and then %s', async (first, second) => {
  const { child, url } = await started()
  await keepBusy(url)
  const ended = once(child, 'exit')
  child.kill(first)
  await new Promise((wait) => setTimeout(wait, 300))
  child.kill(second)
  // By the signal itself: an orderly end has an exit code.
  expect(await ended).toEqual([null, second])
})

test('takes a signal that arrives twice in one moment for one', async () => {
  const { child } = await started()
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
