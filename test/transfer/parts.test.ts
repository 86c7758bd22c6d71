import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateLimited } from '../../conformance/engine/run/interruption.ts'
import { ServiceError } from '../../src/client.ts'
import { Progress } from '../../src/transfer/progress.ts'
import { Ledger } from '../../src/transfer/push/ledger.ts'
import type { Plan } from '../../src/transfer/push/plan.ts'
import { push } from '../../src/transfer/push/push.ts'
import { undo } from '../../src/transfer/push/undo.ts'
import { asTransferError, openTarget, ownerOf, type Target } from '../../src/transfer/target.ts'
import { TransferError, transferExitCodes } from '../../src/transfer/transfer-error.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-parts-'))
  file = path.join(folder, 'ledger.jsonl')
})

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true })
  vi.useRealTimers()
})

type Answers = Readonly<Record<string, (input: never) => unknown>>

/** A refusal as the client throws it. */
async function refusal(status: number, code = 'E0000001', summary = 'Refused'): Promise<ServiceError> {
  const { createClient } = await import('../../src/client.ts')
  const body = code === '' ? '<html>' : JSON.stringify({ errorCode: code, errorSummary: summary })
  const client = createClient({
    baseUrl: 'https://id.test',
    token: 't',
    retry: false,
    fetch: async () => new Response(body, { status }),
  })
  return client.getUser({ params: { userId: 'x' } }).then(
    () => Promise.reject(new Error('no refusal')),
    (error: unknown) => error as ServiceError,
  )
}

/** A deployment with the given answer for each operation; lists by `each:name`. */
function targetOf(answers: Answers) {
  const calls: [string, unknown][] = []
  const run = (name: string, input: unknown): unknown => {
    calls.push([name, input])
    const answer = answers[name]
    if (!answer) throw new Error(`nobody answers ${name}`)
    return answer(input as never)
  }
  const client = new Proxy({} as Target['client'], {
    get: (_, name: string) =>
      name === 'each'
        ? async function* (list: string, input?: unknown) {
            yield* run(`each:${list}`, input) as unknown[]
          }
        : async (input: unknown) => run(name, input),
  })
  const target: Target = {
    baseUrl: 'https://id.test',
    client,
    concurrency: 1,
    waited: () => 0,
    now: () => 5000,
    clean: (text) => text.replaceAll('secret', '***'),
    hide: () => {},
    close: () => {},
  }
  return { target, calls, names: () => calls.map(([name]) => name) }
}

const header = { baseUrl: 'https://id.test', source: 'demo', fingerprint: 'f' }
const silent = new Progress(undefined)

const plan = (more: Partial<Plan>): Plan => ({
  groups: [],
  users: [],
  rules: [],
  clients: [],
  customProperties: [],
  notCarried: [],
  secrets: [],
  ...more,
})

const none = { group: new Set(), user: new Set(), rule: new Set(), client: new Set() } as never

const person = (login: string, more: object = {}) => ({
  login,
  profile: { login },
  query: { activate: true },
  activateQuietly: false,
  groups: [],
  ...more,
})

async function pushed(what: Partial<Plan>, answers: Answers, more: object = {}) {
  const { target, calls, names } = targetOf(answers)
  const ledger = new Ledger(file, header)
  const outcome = await push(plan(what), {
    target,
    ledger,
    existing: none,
    builtIn: new Set(['Everyone']),
    expressionType: 'urn:x:expression',
    progress: silent,
    ...more,
  }).finally(() => ledger.close())
  return { ...outcome, calls, names, ledger }
}

test('stops after twenty refusals one after the other, not after twenty in all', async () => {
  const problem = await refusal(400)
  const groups = Array.from({ length: 40 }, (_, index) => ({ name: `G${index}`, profile: {} }))
  let count = 0
  const some = await pushed(
    { groups },
    { createGroup: () => ((count += 1) % 20 === 0 ? { id: `g${count}` } : Promise.reject(problem)) },
  )
  expect(some.refused).toHaveLength(38)
  fs.rmSync(file)
  const all = pushed({ groups }, { createGroup: () => Promise.reject(problem) })
  await expect(all).rejects.toThrow(
    new TransferError(
      'stopped after 20 refusals one after the other:\n  group G17: getUser: 400 E0000001: Refused\n  group G18: getUser: 400 E0000001: Refused\n  group G19: getUser: 400 E0000001: Refused',
    ),
  )
})

test('waits for a transition to end before a user is led on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  let looks = 0
  const answers: Answers = {
    createUser: () => ({ id: 'u' }),
    getUser: () => ({ status: 'STAGED', transitioningToStatus: (looks += 1) < 3 ? 'ACTIVE' : undefined }),
    suspendUser: () => ({}),
  }
  const users = [person('a@x.test', { moveTo: 'SUSPENDED' })] as never
  const done = pushed({ users }, answers)
  await vi.advanceTimersByTimeAsync(999)
  expect(looks).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect((await done).refused).toEqual([])
  fs.rmSync(file)
  const stuck = pushed({ users }, { ...answers, getUser: () => ({ transitioningToStatus: 'ACTIVE' }) })
  const failed = expect(stuck).rejects.toThrow('user u is still on its way to ACTIVE')
  await vi.advanceTimersByTimeAsync(61_000)
  await failed
})

test('waits for a user that is being deactivated, and gives up on one that stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const ledger = new Ledger(file, header)
  ledger.wasMade('user', 'a', 'u')
  const states = [
    { status: 'ACTIVE' },
    { status: 'ACTIVE', transitioningToStatus: 'DEPROVISIONED' },
    { status: 'DEPROVISIONED', transitioningToStatus: null },
  ]
  const one = targetOf({ getUser: () => states.shift(), deleteUser: () => undefined })
  const done = undo(one.target, ledger, silent)
  await vi.advanceTimersByTimeAsync(499)
  expect(one.names()).toEqual(['getUser', 'deleteUser', 'getUser'])
  await vi.advanceTimersByTimeAsync(1)
  expect([await done, one.names().slice(3)]).toEqual([[], ['getUser', 'deleteUser']])
  ledger.wasMade('user', 'b', 'v')
  const stays = 'user v is still there after it was deactivated and deleted; try again'
  const two = targetOf({ getUser: () => ({ status: 'ACTIVE' }), deleteUser: () => undefined })
  await expect(undo(two.target, ledger, silent)).rejects.toThrow(stays)
  expect(two.calls).toHaveLength(6)
  const three = undo(targetOf({ getUser: () => ({ transitioningToStatus: 'X' }) }).target, ledger, silent)
  const failed = expect(three).rejects.toThrow(stays)
  await vi.advanceTimersByTimeAsync(61_000)
  await failed
  ledger.close()
})

test('reports the error of a call in one line, with an exit code', async () => {
  const { target } = targetOf({})
  const known = new TransferError('a')
  expect([known.exitCode, known.name, transferExitCodes]).toEqual([
    1,
    'TransferError',
    { ok: 0, refused: 1, unreachable: 6, interrupted: 130 },
  ])
  expect(asTransferError(known, target)).toBe(known)
  expect(asTransferError('text', target)).toBe('text')
  const told = (error: unknown): unknown => {
    const found = asTransferError(error, target)
    return found instanceof TransferError ? [found.message, found.exitCode] : found
  }
  expect(told(await refusal(400, 'E0000001', 'secret'))).toEqual(['getUser: 400 E0000001: ***', 1])
  expect(told(new RateLimited('waited secret'))).toEqual([expect.stringContaining('***'), 6])
  const coded = (code: string): Error => Object.assign(new Error('x'), { code })
  const insecure = '; --insecure accepts any certificate'
  for (const [code, hint] of [
    ['ECONNREFUSED', ''],
    ['HPE_INVALID', ''],
    ['CERT_HAS_EXPIRED', insecure],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', insecure],
    ['SELF_SIGNED_CERT_IN_CHAIN', insecure],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', insecure],
  ] as const) {
    expect(told(coded(code))).toEqual([`cannot reach https://id.test: ${code}${hint}`, 6])
  }
  for (const code of ['E_x', 'XECONN', 'E1', 'X_CERT_']) {
    const error = coded(code)
    expect([code, asTransferError(error, target) === error]).toEqual([code, !/^E[A-Z]+/.test(code)])
  }
  const plain = new Error('x')
  expect(asTransferError(plain, target)).toBe(plain)
})

test.each([
  ['0', 2000],
  ['1', 0],
])('where %s calls are left, the next one waits %i ms', async (remaining, wait) => {
  const server = createServer((_request, response) => {
    const now = Math.floor(Date.now() / 1000)
    response.writeHead(200, {
      date: new Date(now * 1000).toUTCString(),
      'content-type': 'application/json',
      'x-rate-limit-remaining': remaining,
      'x-rate-limit-reset': String(now + 1),
    })
    response.end('{"profile":{"login":"me@example.com"}}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stop = new AbortController()
  const target = openTarget({ baseUrl: `http://127.0.0.1:${port}`, token: 'token', signal: stop.signal })
  try {
    expect(await ownerOf(target)).toBe('me@example.com')
    expect(target.waited()).toBeCloseTo(wait, 6)
  } finally {
    stop.abort()
    target.close()
    server.close()
  }
})
