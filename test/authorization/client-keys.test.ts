import { expect, onTestFinished, test, vi } from 'vitest'
import { clientKeys } from '../../src/authorization/client-keys.ts'

const uri = 'https://shop.example.com/keys'

/** The keys of a client that has these settings, or what is said where there are none. */
async function keysOf(settings: object): Promise<unknown> {
  try {
    return (await clientKeys({ settings: { jwks: null, jwks_uri: null, ...settings } } as never)).keys
  } catch (error) {
    const { message, cause } = error as Error
    return cause === undefined ? [message] : [message, cause]
  }
}

/** Lets what is fetched be answered so. */
function answering(answer: () => unknown) {
  const asked = vi.fn(async () => answer() as Response)
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  return asked
}

test('the keys are those registered, without what is null, but for those that encrypt', async () => {
  const asked = answering(() => expect.unreachable())
  const keys = [
    { kid: 'one', use: null, kty: 'RSA' },
    { kid: 'two', use: 'enc' },
    { kid: null, use: 'sig' },
  ]
  const expected = [{ kid: 'one', kty: 'RSA' }, { use: 'sig' }]
  expect(await keysOf({ jwks: { keys }, jwks_uri: uri })).toStrictEqual(expected)
  expect(await keysOf({ jwks: { keys: [] } })).toStrictEqual([])
  expect(await keysOf({ jwks: { keys: null } })).toStrictEqual(['The client has no keys'])
  expect(await keysOf({})).toStrictEqual(['The client has no keys'])
  expect(asked).not.toHaveBeenCalled()
})

test('else they are fetched from where the client has them, and from nowhere else', async () => {
  const asked = answering(() =>
    Response.json({ keys: [{ kid: 'one', use: null }, null, 'text', 5, { use: 'enc' }] }),
  )
  expect(await keysOf({ jwks_uri: uri })).toStrictEqual([{ kid: 'one' }])
  expect(asked.mock.calls).toStrictEqual([
    [
      uri,
      {
        headers: { accept: 'application/json, application/jwk-set+json' },
        signal: expect.any(AbortSignal),
        redirect: 'error',
      },
    ],
  ])
})

const none = ['There is no key set at jwks_uri']
const long = (length: number) => `{"keys":[],"x":"${'x'.repeat(length - 18)}"}`

test.for([
  ['', none],
  ['<html>', none],
  ['[]', none],
  ['null', none],
  ['{}', none],
  ['{"keys":{}}', none],
  ['{"keys":[]}', []],
  [long(1_000_000), []],
  [long(1_000_001), ['The keys at jwks_uri are too long']],
] as const)('what is fetched is a key set, and no longer than a million bytes', async ([text, expected]) => {
  answering(() => new Response(text))
  expect(await keysOf({ jwks_uri: uri })).toStrictEqual(expected)
})

const failure = 'The keys at jwks_uri could not be fetched: '
const thrown = (error: unknown) => () => {
  throw error
}
const inner = new Error('no such host')

test.for([
  ['status 404', () => new Response('', { status: 404 }), new Error('status 404')],
  ['status 500', () => new Response('{"keys":[]}', { status: 500 }), new Error('status 500')],
  ['fetch failed', thrown(new TypeError('fetch failed')), new TypeError('fetch failed')],
  ['no such host', thrown(new TypeError('fetch failed', { cause: inner })), expect.any(TypeError)],
  ['fetch failed', thrown(new TypeError('fetch failed', { cause: new Error('') })), expect.any(TypeError)],
  ['fetch failed', thrown(new TypeError('fetch failed', { cause: 'text' })), expect.any(TypeError)],
  ['text', thrown('text'), 'text'],
] as const)('why they could not be fetched is said: %s', async ([reason, answer, cause]) => {
  answering(answer)
  expect(await keysOf({ jwks_uri: uri })).toStrictEqual([failure + reason, cause])
})
