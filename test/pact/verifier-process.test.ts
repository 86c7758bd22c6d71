/** The process in which the verifier runs: where it is found, how it is started, and what it answers. */
import { EventEmitter } from 'node:events'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startVerifier } from '../../src/pact/verify/run-verifier.ts'

const { started, files } = vi.hoisted(() => ({
  started: [] as { file: string; words: readonly string[]; options: Record<string, unknown> }[],
  files: { are: (file: string): boolean => file !== '' },
}))

vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  fork: (file: string, words: readonly string[], options: Record<string, unknown>) => {
    started.push({ file, words, options })
    return new EventEmitter()
  },
}))

vi.mock('node:fs', async (original) => ({
  ...(await original<object>()),
  existsSync: (file: string) => files.are(file),
}))

const verifier: { verify: (options: object) => Promise<string> } = { verify: async () => '' }

vi.mock('@pact-foundation/pact', () => ({
  get Verifier() {
    return class {
      readonly #options: object
      constructor(options: object) {
        this.#options = options
      }
      verifyProvider(): Promise<string> {
        return verifier.verify(this.#options)
      }
    }
  },
}))

beforeEach(() => {
  vi.resetModules()
  started.length = 0
  files.are = (file) => file !== ''
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const beside = fileURLToPath(new URL('../../src/pact/verify/verifier-child.ts', import.meta.url))
const bundled = fileURLToPath(new URL('../../src/pact/src/pact/verify/verifier-child.ts', import.meta.url))

test.each([
  ['beside the library', (file: string) => file === beside, beside],
  ['where the library is for the command line', (file: string) => file === bundled, bundled],
  ['beside the library, where it is nowhere', () => false, beside],
  ['beside the library, where it is in both', () => true, beside],
])('the file is looked for %s', (_, are, file) => {
  files.are = are
  startVerifier()
  expect(started.map((each) => each.file)).toEqual([file])
})

test('the process has pipes, no flags of this one, and none of the variables that steer the verifier', () => {
  vi.stubEnv('PACT_DESCRIPTION', 'only this')
  vi.stubEnv('PACT_BROKER_TOKEN', 'kept')
  startVerifier()
  const [{ words, options }] = started as [(typeof started)[0]]
  const { env, ...more } = options as { env: Record<string, string> }
  expect(words).toEqual([])
  expect(more).toEqual({ stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
  expect([env['PACT_DESCRIPTION'], env['PACT_BROKER_TOKEN']]).toEqual([undefined, 'kept'])
  expect(basename(dirname(beside))).toBe('verify')
})

const task = {
  providerBaseUrl: 'http://a',
  providerStatesSetupUrl: 'http://a/s',
  provider: 'id',
  pactUrls: ['x'],
}

/** Runs the file of the process here, sends it a task, and tells what it answers before it lets go. */
async function answered(): Promise<readonly unknown[]> {
  const heard: [string, (task: unknown) => void][] = []
  vi.spyOn(process, 'once').mockImplementation((name, listener) => {
    heard.push([name as string, listener as (task: unknown) => void])
    return process
  })
  const before = { send: Reflect.get(process, 'send'), disconnect: Reflect.get(process, 'disconnect') }
  vi.stubEnv('PACT_DO_NOT_TRACK', undefined)
  try {
    const answer = new Promise<readonly unknown[]>((resolve) => {
      const sent: unknown[] = []
      const send = (message: unknown, done: () => void): void => {
        sent.push(message)
        done()
      }
      Object.assign(process, { send, disconnect: () => resolve(sent) })
    })
    await import('../../src/pact/verify/verifier-child.ts')
    expect(process.env['PACT_DO_NOT_TRACK']).toBe('true')
    expect(heard.map(([name]) => name)).toEqual(['message'])
    heard[0]![1](task)
    return await answer
  } finally {
    Object.assign(process, before)
  }
}

test('the process answers what the verifier found, which is all it is told but for errors', async () => {
  let given: unknown
  verifier.verify = async (options) => {
    given = options
    return '{"result":true}'
  }
  expect(await answered()).toEqual([{ kind: 'verified', results: '{"result":true}' }])
  expect(given).toEqual({ ...task, logLevel: 'error' })
})

test.each([
  ['{"result":false}', { kind: 'verified', results: '{"result":false}' }],
  ['no such file: {}', { kind: 'failed', message: 'no such file: {}' }],
])('a verification that ends with %s', async (message, answer) => {
  verifier.verify = () => Promise.reject(new Error(message))
  expect(await answered()).toEqual([answer])
})

test('a verifier that is not installed is missing', async () => {
  vi.doMock('@pact-foundation/pact', () => {
    throw new Error('not found')
  })
  expect(await answered()).toEqual([{ kind: 'missing', message: expect.stringMatching(/./) }])
})
