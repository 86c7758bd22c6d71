import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { Output } from '../../src/cli/output.ts'
import { freePort } from '../../scripts/free-port.ts'

const cli = fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url))

let children: ChildProcess[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

type Sink = 'pipe' | 'ignore' | number

function run(argv: readonly string[], out: Sink, error: Sink = 'pipe'): ChildProcess {
  const child = spawn(process.execPath, [cli, ...argv], { stdio: ['ignore', out, error] })
  children.push(child)
  return child
}

function serveArguments(port: number): string[] {
  return ['serve', '--port', String(port), '--data', 'empty', '--verbose', '--token', 'token']
}

async function answers(port: number): Promise<number> {
  const url = `http://127.0.0.1:${port}/api/v1/users/me`
  return vi.waitFor(
    async () => (await fetch(url, { headers: { authorization: 'SSWS token' } })).status,
    60_000,
  )
}

/** Stops a process; returns its exit code or signal. */
async function stopped(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code, signal] = await ended
  return { code, signal }
}

test('goes on serving when the reader of its output has gone', async () => {
  const port = await freePort()
  const child = run(serveArguments(port), 'pipe')
  await once(child.stdout!, 'data')
  child.stdout!.destroy()
  child.stderr!.destroy()
  for (let count = 0; count < 5; count++) expect(await answers(port)).toBe(200)
  expect(await stopped(child)).toEqual({ code: 0, signal: null })
})

test('goes on serving when its output goes to a disk that is full', async () => {
  const port = await freePort()
  const full = openSync('/dev/full', 'w')
  const child = run(serveArguments(port), full, full)
  closeSync(full)
  for (let count = 0; count < 5; count++) expect(await answers(port)).toBe(200)
  expect(await stopped(child)).toEqual({ code: 0, signal: null })
})

test('goes on serving, and ends on a stop signal, while nobody reads its output', async () => {
  const port = await freePort()
  const child = run(serveArguments(port), 'pipe')
  await answers(port)
  const path = `/api/v1/userz?${'x'.repeat(4000)}`
  for (let count = 0; count < 100; count++) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: 'SSWS token' },
    })
    expect(response.status).toBe(404)
    await response.arrayBuffer()
  }
  expect(await stopped(child)).toEqual({ code: 0, signal: null })
})

test.each([
  [['--help'], 0],
  [['serv'], 2],
  [['serve', '--data', 'missing.yaml'], 2],
])('ends %j with the same exit code with any kind of output', async (argv, expected) => {
  const full = openSync('/dev/full', 'w')
  const broken = run(argv, full, full)
  closeSync(full)
  const gone = run(argv, 'pipe')
  gone.stdout!.destroy()
  gone.stderr!.destroy()
  const codes = await Promise.all(
    [broken, gone].map(async (child) => (await once(child, 'exit'))[0] as number),
  )
  expect(codes).toEqual([expected, expected])
})

test('leaves out, and counts, what nobody reads beyond what may wait', () => {
  const written: string[] = []
  const stream = { writableLength: 0, write: (text: string) => written.push(text), on: () => {} }
  const output = new Output(stream as never, 2 ** 20)
  output.write('one\n')
  stream.writableLength = 2 ** 20 + 1
  output.write('two\n')
  output.write('three\n')
  stream.writableLength = 10
  output.write('four\n')
  expect(written).toEqual(['one\n', '[2 texts were left out here, since nobody read them in time]\nfour\n'])
})

test('waits for a reader who reads, and not for one who does not', async () => {
  const stream = { writableLength: 3, destroyed: false, on: () => {}, write: () => true }
  const output = new Output(stream as never)
  const settling = output.settled(60)
  setTimeout(() => {
    stream.writableLength = 0
  }, 20)
  await settling
  expect(stream.writableLength).toBe(0)
  stream.writableLength = 5
  await output.settled(60)
  expect(stream.writableLength).toBe(5)
})
