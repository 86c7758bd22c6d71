import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMockAdapter } from '../../conformance/engine/supply/mock-adapter.ts'
import { createSharedOrg } from '../../src/client/shared-org.ts'
import { loadPacts } from '../../src/exchange/read/load-pacts.ts'
import { newUser, testOrg } from '../support/call.ts'
import { base, client, oauthOrg } from '../support/oauth.ts'

/** A server with a bad answer. */
interface BadServer {
  readonly url: string
  /** Bytes that it sent before the caller hung up. */
  readonly sent: () => number
  /** Resolves once it was asked. */
  readonly asked: Promise<void>
  /** Resolves once a caller hung up. */
  readonly hungUp: Promise<void>
}

async function badServer(answer: (response: ServerResponse, count: (bytes: number) => void) => void) {
  let sent = 0
  const asked = Promise.withResolvers<void>()
  const hungUp = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.on('close', hungUp.resolve)
    answer(response, (bytes) => (sent += bytes))
    asked.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    sent: () => sent,
    asked: asked.promise,
    hungUp: hungUp.promise,
  } satisfies BadServer
}

const chunk = Buffer.alloc(2 ** 20, ' ')

/** Sends for as long as anybody reads. */
const endless = () =>
  badServer((response, count) => {
    const more = (): void => {
      while (!response.destroyed) {
        count(chunk.length)
        if (!response.write(chunk)) break
      }
    }
    response.on('drain', more)
    more()
  })

/** Sends a head, and then nothing. */
const stalled = () => badServer((response) => response.writeHead(200).write(' '))

/** The reply of the token endpoint to a client whose keys are at an address. */
async function tokenFor(url: string): Promise<string> {
  const it = await oauthOrg()
  const { client_id: id } = await client(it, {
    application_type: 'service',
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
    jwks_uri: url,
  })
  const { privateKey } = await generateKeyPair('ES256')
  const assertion = await new SignJWT({ iss: id, sub: id, jti: 'one', aud: `${base}/oauth2/v1/token` })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime('5m')
    .sign(privateKey)
  const { status, json } = await it.post('token', {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
  return `${status} ${json.error_description}`
}

/** Why a user with a password hook is not signed in. */
async function signedInBy(url: string): Promise<string> {
  const it = testOrg({ passwordHook: url })
  const credentials = { password: { hook: { type: 'default' } } }
  const user = await it.call('POST', '/api/v1/users', { ...newUser(), credentials })
  const result = await it.control.signIn({ login: user.json.profile.login, password: 'Abcd1234' })
  return result.status === 'FAILURE' ? result.message : result.status
}

const message = async (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'none',
    (error: Error) => error.message,
  )

const callers: readonly {
  readonly name: string
  readonly call: (url: string) => Promise<string>
  /** Milliseconds. */
  readonly timeout: number
  readonly tooLate: RegExp
  /** The limit in megabytes, and the message beyond it; only for callers that have one. */
  readonly most?: readonly [megabytes: number, tooLong: RegExp]
}[] = [
  {
    name: 'keys at a jwks_uri',
    call: tokenFor,
    timeout: 5000,
    tooLate: /^401 .*The keys at jwks_uri could not be fetched: No answer within 5000 ms/,
    most: [1, /^401 .*The keys at jwks_uri are too long/],
  },
  {
    name: 'a password hook',
    call: signedInBy,
    timeout: 3000,
    tooLate: /^No answer within 3000 ms$/,
    most: [1, /^The hook answered more than is read$/],
  },
  {
    name: 'a pact at a URL',
    call: (url) => message(loadPacts([url])),
    timeout: 30_000,
    tooLate: /^http:.*: No answer within 30000 ms$/,
    most: [32, /^http:.*: the answer is longer than 32 MB$/],
  },
  {
    name: 'an organisation on a server',
    call: (serverUrl) => message(createSharedOrg({ serverUrl })),
    timeout: 660_000,
    tooLate: /^No answer within 660000 ms$/,
  },
]

test.each(callers)('$name: a reply that stalls is given up, and the connection with it', async (caller) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, asked, hungUp } = await stalled()
  const said = caller.call(url)
  await asked
  await vi.advanceTimersByTimeAsync(caller.timeout - 1)
  const early = await Promise.race([said, new Promise((resolve) => setImmediate(resolve, 'waits'))])
  expect(early).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(await said).toMatch(caller.tooLate)
  await hungUp
})

test.each(callers.filter(({ most }) => most))(
  '$name: a reply without an end is read to a limit',
  async (caller) => {
    const [megabytes, tooLong] = caller.most!
    const { url, sent, hungUp } = await endless()
    expect(await caller.call(url)).toMatch(tooLong)
    await hungUp
    // The server also sends some bytes that stay in buffers on the way.
    expect(sent() / 2 ** 20).toBeLessThan(megabytes + 12)
  },
)

test('the control plane of the mock is read to a limit', async () => {
  const { url, hungUp } = await endless()
  expect(await message(createMockAdapter({ baseUrl: url }))).toBe('the answer is longer than 32 MB')
  await hungUp
})
