import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { receiver, webhookSecret as secret } from '../support/receiver.ts'

const cli = fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url))
const launch = ['serve', '--port', '0', '--json']

/** Waits for what comes soon, on a busy machine too. */
const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(async () => check(), 10_000)

test.each([
  ['hangs', 'hang'],
  ['refuses connections', 'refused'],
] as const)(
  'a process stops although the receiver %s, and reports the undelivered events',
  async (_, how) => {
    const { url, messages } = await receiver('hang')
    const target = how === 'hang' ? url : 'http://127.0.0.1:9/'
    const child = spawn(
      process.execPath,
      [cli, ...launch, '--webhook', target, '--webhook-secret', 'env:HOOK'],
      {
        env: { ...process.env, HOOK: secret },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    const error = text(child.stderr)
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    const { url: served } = JSON.parse(line) as { url: string }
    const signIn = { login: 'jane.doe@example.com', password: 'wrong' }
    const headers = { 'content-type': 'application/json' }
    const control = async (action: string, input: unknown): Promise<unknown> =>
      (
        await fetch(`${served}/_control/${action}`, { method: 'POST', headers, body: JSON.stringify(input) })
      ).json()
    await control('create-api-token', { role: 'SUPER_ADMIN' })
    await control('sign-in', signIn)
    await soon(async () => {
      if (how === 'hang') expect(messages).toHaveLength(1)
      else expect(await control('read-webhook', {})).toMatchObject({ state: 'retrying' })
    })
    const start = performance.now()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(performance.now() - start).toBeLessThan(4000)
    expect(await error).toMatch(/stopped before \d+ events? could be delivered/)
    expect(await error).not.toMatch(/hidden|whsec/)
  },
)
