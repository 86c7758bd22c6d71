/**
 * The refusals of the endpoints, word for word, in `refused.txt`. The first request below a heading is refused; the
 * journal says what would have been accepted. A second one differs in that only.
 */
import { runInThisContext } from 'node:vm'
import { CompactSign, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { expectGolden } from '../support/golden-cases.ts'
import {
  deviceGrant,
  type Answered,
  type Anything,
  asPublic,
  authorizeUrl,
  basic,
  callback,
  client,
  codeFor,
  type Form,
  oauthOrg,
  pkce,
  s256,
  sentBack,
  tokensFor,
  verifier,
} from '../support/oauth.ts'

/** An event between a grant and the request for tokens, and the client that asks for them. */
interface Otherwise {
  readonly meanwhile?: (form: Form) => unknown
  readonly by?: Anything
}

async function setting() {
  const target = await oauthOrg()
  const several = {
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token', 'id_token'],
  }
  const clients: Readonly<Record<string, Anything>> = {
    shop: await client(target),
    app: await client(target, {
      ...asPublic,
      grant_types: ['authorization_code', 'refresh_token', 'password'],
    }),
    job: await client(target, {
      application_type: 'service',
      grant_types: ['client_credentials'],
      response_types: ['token'],
      redirect_uris: [],
    }),
    spa: await client(target, {
      ...several,
      application_type: 'browser',
      token_endpoint_auth_method: 'none',
    }),
    tv: await client(target, { ...asPublic, grant_types: ['authorization_code', deviceGrant] }),
    two: await client(target, { ...asPublic, redirect_uris: [callback, `${callback}/2`] }),
    signing: await client(target, { request_object_signing_alg: 'HS256', consent_method: 'REQUIRED' }),
  }
  const { shop, job, tv, signing } = clients
  return { target, clients, shop, job, tv, signing }
}

/** The names in the requests of `refused.txt`. */
function namesOf({ target, clients, shop, job, tv, signing }: Awaited<ReturnType<typeof setting>>) {
  // The clock may have moved on since the last request.
  const it = { ...target, cookie: target.control.openSession({ user: target.login }).sessionCookie }
  const { at, post, open } = it
  const authorize = (who: string, changes: Form, withCookie = true) =>
    open(authorizeUrl(at, clients[who].client_id, changes), withCookie ? { cookie: it.cookie } : {})
  const take = async (form: Form, { meanwhile, by = shop }: Otherwise) => {
    await meanwhile?.(form)
    return post('token', form, basic(by))
  }
  const keyOf = (secret: string) => new TextEncoder().encode(secret)
  return {
    ...it,
    ...clients,
    it,
    authorizeUrl,
    basic,
    callback,
    client,
    deviceGrant,
    pkce,
    s256,
    tokensFor,
    verifier,
    authorize,
    async redeem(changes: Form, asked: Form = {}, otherwise: Otherwise = {}) {
      const code = await codeFor(it, shop.client_id, asked)
      return take({ grant_type: 'authorization_code', code, redirect_uri: callback, ...changes }, otherwise)
    },
    async refresh(changes: Form, otherwise: Otherwise = {}) {
      const { refresh_token } = await tokensFor(it, shop, { scope: 'openid offline_access' })
      return take({ grant_type: 'refresh_token', refresh_token, ...changes }, otherwise)
    },
    credentials: (form: Form, headers: Form = {}) =>
      post(
        'token',
        { grant_type: 'client_credentials', scope: 'svc.users.read', ...form },
        { ...basic(job), ...headers },
      ),
    withToken: async (use: (token: string) => unknown, scope = 'openid') =>
      use((await tokensFor(it, shop, { scope })).access_token),
    userInfo: (authorization: string) => open(`${at}/userinfo`, { authorization }),
    /** Polls with the code of a device that was begun, as often as it is said. */
    async polled(times: number, happens?: (userCode: string) => unknown) {
      const { json } = await post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
      happens?.(json.user_code)
      const form = { grant_type: deviceGrant, device_code: json.device_code, client_id: tv.client_id }
      for (let time = 1; time < times; time++) await post('token', form)
      return post('token', form)
    },
    async signed(claims: object, { alg = 'HS256', secret = signing.client_secret as string } = {}) {
      const request = await new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(keyOf(secret))
      return authorize('signing', { request })
    },
    /** Signs a payload that is not an object, which no library does. */
    async signedText(payload: string) {
      const request = await new CompactSign(new TextEncoder().encode(payload))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(keyOf(signing.client_secret))
      return authorize('signing', { request })
    },
  }
}

test('each rule refuses a request that breaks it, and takes one that differs in that only', async () => {
  const made = await setting()
  const { control, userId } = made.target
  let before = ''
  await expectGolden(new URL('refused.txt', import.meta.url), async (input) => {
    const isFirst = before.startsWith('#')
    before = input
    if (input.startsWith('#')) return ''
    const names = namesOf(made)
    const ask = runInThisContext(`async ({ ${Object.keys(names).join(', ')} }) => ${input}`) as (
      given: typeof names,
    ) => Promise<Answered>
    const reply = await ask(names)
    control.setUser({ user: userId, status: 'ACTIVE' })
    expect([input, isError(reply)]).toEqual([input, isFirst])
    return isFirst
      ? `${outcome(reply)}\naccepted: ${control.readExchange().explanation?.accepted}`
      : outcome(reply)
  })
})

/** The error of an answer; that of an answer to the client is in its address. */
const errorOf = (reply: Answered): Readonly<Record<string, string>> =>
  reply.status === 302 ? sentBack(reply) : (reply.json ?? {})

const isError = (reply: Answered): boolean => reply.status >= 400 || errorOf(reply)['error'] !== undefined

/** `status error: description`, and the challenge. Each error in an address has state and issuer (RFC 9207). */
function outcome(reply: Answered): string {
  const { status, text, headers } = reply
  const page = /id="problem"[^>]*>([^<]*)</.exec(text)?.[1]?.trim()
  if (page !== undefined) return `${status} page: ${page}`
  const { error, error_description: why = '', ...more } = errorOf(reply)
  if (error === undefined) return `${status}`
  if (status === 302) {
    expect(more).toMatchObject({ state: 'xyz', iss: 'https://svc.example.com' })
    expect(why).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
  }
  const challenge = headers['www-authenticate']
  return `${status} ${error}: ${why}${challenge === undefined ? '' : `\nWWW-Authenticate: ${String(challenge)}`}`
}
