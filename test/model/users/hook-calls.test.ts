import { afterEach, expect, test, vi } from 'vitest'
import { askPasswordHook, type HookSetting } from '../../../src/model/users/password-hook.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const question = { userId: 'u1', login: 'jo@x.test', password: 'S3cret' }
const setting = (hook: HookSetting['hook']): HookSetting => ({
  hook,
  word: 'svc',
  baseUrl: 'https://svc.test',
  clock: { now: () => 0, iso: () => '2026-01-05T09:30:00.000Z' },
  eventId: 'event',
})

/** Answers each call of fetch so, and keeps how it was called. */
function answering(answer: () => Response | Promise<Response>) {
  const calls: [url: string, init: RequestInit][] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push([url, init])
    return Promise.resolve().then(answer)
  })
  return calls
}
const commands = (...credentials: unknown[]) =>
  JSON.stringify({ commands: credentials.map((credential) => ({ type: 'x', value: { credential } })) })
const failed = (message: string) => ({ failure: 'HOOK_FAILED', message })

test('a hook is sent the whole question, and nothing is followed', async () => {
  const calls = answering(() => new Response(commands('VERIFIED')))
  const hook = { url: 'https://hook.test/x', headers: { authorization: 'Bearer x', accept: 'text/x' } }
  expect(await askPasswordHook(setting(hook), question)).toEqual({ isRight: true })
  const [[url, { body, signal, ...init }]] = calls as [[string, RequestInit]]
  expect(url).toBe('https://hook.test/x')
  expect(init).toEqual({
    method: 'POST',
    headers: { accept: 'text/x', 'content-type': 'application/json', authorization: 'Bearer x' },
    redirect: 'error',
  })
  expect(signal?.aborted).toBe(true)
  expect(JSON.parse(body as string)).toEqual({
    eventId: 'event',
    eventTime: '2026-01-05T09:30:00.000Z',
    eventType: 'com.svc.user.credential.password.import',
    eventTypeVersion: '1.0',
    cloudEventsVersion: '0.1',
    contentType: 'application/json',
    source: 'https://svc.test/api/v1/users/u1',
    data: {
      context: { credential: { username: 'jo@x.test', password: 'S3cret' } },
      action: { credential: 'UNVERIFIED' },
    },
  })
  await askPasswordHook(setting('https://hook.test/y'), question)
  expect(calls[1]![0]).toBe('https://hook.test/y')
  expect(calls[1]![1].headers).toEqual({ accept: 'application/json', 'content-type': 'application/json' })
})

test.for<[string, number, string | null, unknown]>([
  ['no body', 200, null, { isRight: false }],
  ['a blank body', 200, ' \n', { isRight: false }],
  ['no content', 204, null, { isRight: false }],
  ['no commands', 200, '{}', { isRight: false }],
  ['null', 200, 'null', { isRight: false }],
  ['null commands', 200, '{"commands":null}', { isRight: false }],
  ['an empty list', 200, commands(), { isRight: false }],
  ['commands about nothing', 200, '{"commands":[null,{},{"value":{}},{"value":null}]}', { isRight: false }],
  ['a verdict', 299, commands('VERIFIED'), { isRight: true }],
  ['the other verdict', 200, commands('UNVERIFIED'), { isRight: false }],
  ['the last verdict', 200, commands('VERIFIED', 'UNVERIFIED', 'VERIFIED'), { isRight: true }],
  ['a verdict and nothing', 200, commands('VERIFIED', null), { isRight: true }],
  [
    'the last verdict, wrong',
    200,
    commands('VERIFIED', 'verified'),
    failed('commands: value.credential is neither VERIFIED nor UNVERIFIED'),
  ],
  [
    'a verdict that is none',
    200,
    commands(5),
    failed('commands: value.credential is neither VERIFIED nor UNVERIFIED'),
  ],
  ['no list', 200, '{"commands":{}}', failed('commands: expected an array')],
  ['no JSON', 200, 'yes', failed('The hook answered what is not JSON')],
  ['a redirect', 300, commands('VERIFIED'), failed('The hook answered 300')],
  ['an error', 500, null, failed('The hook answered 500')],
  ['letters of two bytes', 200, `${commands('VERIFIED').slice(0, -1)},"x":"é"}`, { isRight: true }],
  [
    'all that is read',
    200,
    `${commands('VERIFIED')}${' '.repeat(65_536 - commands('VERIFIED').length)}`,
    { isRight: true },
  ],
  [
    'a byte more',
    200,
    `${commands('VERIFIED')}${' '.repeat(65_537 - commands('VERIFIED').length)}`,
    failed('The hook answered more than is read'),
  ],
])('a hook that answers %s', async ([, status, body, expected]) => {
  answering(() => new Response(body, { status }))
  expect(await askPasswordHook(setting('https://hook.test'), question)).toEqual(expected)
})

test('a letter that comes in two pieces is one', async () => {
  const bytes = new TextEncoder().encode(`{"x":"é","commands":[{"value":{"credential":"VERIFIED"}}]}`)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 7))
      controller.enqueue(bytes.slice(7))
      controller.close()
    },
  })
  answering(() => new Response(body))
  expect(await askPasswordHook(setting('https://hook.test'), question)).toEqual({ isRight: true })
})

test('no hook, one that fails and one that throws are told apart, without what was thrown', async () => {
  expect(await askPasswordHook(setting(undefined), question)).toEqual({
    failure: 'HOOK_NOT_SET',
    message: 'The option passwordHook is not set',
  })
  answering(() => Promise.reject(new TypeError('S3cret')))
  expect(await askPasswordHook(setting('https://hook.test'), question)).toEqual(
    failed('The hook could not be reached'),
  )
  const thrower = () => {
    throw new Error('S3cret')
  }
  expect(await askPasswordHook(setting(thrower), question)).toEqual(failed('The function threw'))
})

test('a function answers true or false, at once or later', async () => {
  const asked: unknown[] = []
  const hook = (answer: unknown) =>
    setting(((given: unknown) => {
      asked.push(given)
      return answer
    }) as never)
  expect(await askPasswordHook(hook(true), question)).toEqual({ isRight: true })
  expect(await askPasswordHook(hook(Promise.resolve(false)), question)).toEqual({ isRight: false })
  for (const answer of ['yes', undefined, 1])
    expect(await askPasswordHook(hook(answer), question)).toEqual(
      failed('The function answered neither true nor false'),
    )
  expect(asked[0]).toEqual(question)
})

test('a hook that does not answer in time gives no verdict', async () => {
  vi.useFakeTimers()
  const calls = answering(() => new Promise(() => {}))
  const late = async (hook: HookSetting['hook'], milliseconds: number) => {
    let answer: unknown
    void askPasswordHook(setting(hook), question).then((it) => (answer = it))
    await vi.advanceTimersByTimeAsync(milliseconds - 1)
    const before = answer
    await vi.advanceTimersByTimeAsync(1)
    return [before, answer, vi.getTimerCount()]
  }
  expect(await late({ url: 'https://hook.test', timeout: 50 }, 50)).toEqual([
    undefined,
    failed('No answer within 50 ms'),
    0,
  ])
  expect(await late('https://hook.test', 3000)).toEqual([undefined, failed('No answer within 3000 ms'), 0])
  expect(await late((() => new Promise(() => {})) as never, 3000)).toEqual([
    undefined,
    failed('No answer within 3000 ms'),
    0,
  ])
  expect(calls.map(([, { signal }]) => signal?.aborted)).toEqual([true, true])
})

test('a hook that answered leaves no timer', async () => {
  vi.useFakeTimers()
  answering(() => new Response(''))
  await askPasswordHook(setting('https://hook.test'), question)
  expect(vi.getTimerCount()).toBe(0)
})
