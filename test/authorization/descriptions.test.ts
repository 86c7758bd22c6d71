import { CompactSign, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
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
  type OAuthOrg,
  pkce,
  sentBack,
  tokensFor,
} from '../support/oauth.ts'

/** Cases that `strictness.test.ts` does not cover: the exact error texts for each caller. */
interface Setting extends OAuthOrg {
  readonly shop: Anything
  readonly spa: Anything
  readonly app: Anything
  readonly job: Anything
  readonly signing: Anything
}

let setting: Setting

beforeAll(async () => {
  const target = await oauthOrg()
  setting = {
    ...target,
    shop: await client(target),
    spa: await client(target, {
      application_type: 'browser',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'implicit'],
      response_types: ['code', 'token', 'id_token'],
      redirect_uris: [callback, `${callback}/2`],
    }),
    app: await client(target, { ...asPublic, grant_types: ['authorization_code', 'password', deviceGrant] }),
    job: await client(target, {
      application_type: 'service',
      grant_types: ['client_credentials'],
      response_types: ['token'],
      redirect_uris: [],
    }),
    signing: await client(target, { request_object_signing_alg: 'HS256', consent_method: 'REQUIRED' }),
  }
})

function told({ status, json, headers, text }: Answered): string {
  const { error, error_description: why } =
    status === 302 ? sentBack({ status, json, headers, text }) : (json ?? {})
  const challenge = headers['www-authenticate']
  const page = /id="problem"[^>]*>([^<]*)</.exec(text)?.[1]?.trim()
  const said = page === undefined ? `${status} ${error}: ${why}` : `${status} page: ${page}`
  return challenge === undefined ? said : `${said} (${String(challenge)})`
}

type Ask = (it: Setting) => Promise<Answered>
type Who = 'shop' | 'spa' | 'app' | 'job' | 'signing'

const authorize =
  (who: Who, changes: Form = {}, cookie: 'user' | 'none' = 'user'): Ask =>
  (it) =>
    it.open(
      authorizeUrl(it.at, it[who].client_id, {
        ...(who === 'shop' || who === 'signing' ? {} : pkce),
        ...changes,
      }),
      cookie === 'user' ? { cookie: it.cookie } : {},
    )

const token =
  (form: Form, headers: (it: Setting) => Readonly<Record<string, string>> = () => ({})): Ask =>
  (it) =>
    it.post('token', form, headers(it))

const signed =
  (
    claims: object,
    { alg = 'HS256', secret }: { readonly alg?: string; readonly secret?: string } = {},
  ): Ask =>
  async (it) => {
    const request = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg })
      .sign(new TextEncoder().encode(secret ?? it.signing.client_secret))
    return authorize('signing', { request })(it)
  }

/** Polls with the code of a device that was begun, as often as it is said. */
const polled =
  (times: number, happens: (it: Setting, userCode: string) => unknown = () => undefined): Ask =>
  async (it) => {
    const begun = await it.post('device/authorize', { client_id: it.app.client_id, scope: 'openid' })
    happens(it, begun.json.user_code)
    const form = { grant_type: deviceGrant, device_code: begun.json.device_code, client_id: it.app.client_id }
    let answer = await it.post('token', form)
    for (let time = 1; time < times; time++) answer = await it.post('token', form)
    return answer
  }

/** Signs a payload that is not an object, which no library does. */
const signedText =
  (payload: string): Ask =>
  async (it) => {
    const request = await new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(it.signing.client_secret))
    return authorize('signing', { request })(it)
  }

const cases: readonly (readonly [name: string, ask: Ask, said: string])[] = [
  [
    'a request object that holds null',
    signedText('null'),
    '302 invalid_request_object: The request object cannot be verified: no claims',
  ],
  [
    'a request object that holds a number',
    signedText('5'),
    '302 invalid_request_object: The request object cannot be verified: no claims',
  ],
  [
    'a request object that holds a list',
    signedText('[]'),
    '302 invalid_request_object: The request object cannot be verified: no claims',
  ],
  [
    'a parameter that comes twice in a form',
    async (it) => {
      const { dispatcher } = it
      const { status, headers, body } = await dispatcher.dispatch({
        method: 'POST',
        path: `${it.at}/token`,
        query: '',
        header: (name) => (name === 'content-type' ? 'application/x-www-form-urlencoded' : undefined),
        body: `client_id=${it.shop.client_id}&client_id=x`,
      })
      return { status, headers, text: body, json: JSON.parse(body) }
    },
    '400 invalid_request: The parameter client_id came more than once',
  ],
  [
    'no client_id',
    authorize('shop', { client_id: undefined }),
    '400 page: The parameter client_id is missing.',
  ],
  [
    'two client_ids',
    (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&client_id=x`),
    '400 page: The parameter client_id came more than once.',
  ],
  [
    'two redirect_uris',
    (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&redirect_uri=x`),
    '400 page: The parameter redirect_uri came more than once.',
  ],
  [
    'no redirect_uri of several',
    authorize('spa', { redirect_uri: undefined, scope: 'profile' }),
    '400 page: The parameter redirect_uri is missing.',
  ],
  [
    'a registration',
    authorize('shop', { registration: '{}' }),
    '302 registration_not_supported: Clients are registered beforehand',
  ],
  ['no scope', authorize('shop', { scope: undefined }), '302 invalid_scope: The request names no scope'],
  [
    'a method without a challenge',
    authorize('shop', { code_challenge_method: 'S256' }),
    '302 invalid_request: The parameter code_challenge is missing',
  ],
  ['an unknown prompt', authorize('shop', { prompt: 'again' }), '302 invalid_request: prompt is not known'],
  [
    'an unknown response mode',
    authorize('shop', { response_mode: 'pigeon' }),
    '302 invalid_request: The response_mode is not served',
  ],
  [
    'nobody signed in',
    authorize('shop', { prompt: 'none' }, 'none'),
    '302 login_required: The user has to sign in',
  ],
  ['no consent yet', signed({ prompt: 'none' }), '302 consent_required: The user has to consent'],
  [
    'an unknown interaction',
    (it) => it.open(`${it.at}/authorize?interaction=none`),
    '400 page: This sign-in is over. Go back to the application and begin again.',
  ],
  [
    'another method',
    (it) => it.post('logout', {}).then(() => it.open(`${it.at}/token`)),
    '405 invalid_request: Use POST for this endpoint',
  ],
  [
    'a request object of another client',
    signed({ client_id: 'x' }),
    '302 invalid_request_object: client_id of the request object differs',
  ],
  [
    'a request object of another response type',
    signed({ response_type: 'token' }),
    '302 invalid_request_object: response_type of the request object differs',
  ],
  [
    'a request object of another algorithm',
    signed({}, { alg: 'HS512' }),
    '302 invalid_request_object: The request object must be signed with HS256',
  ],
  [
    'a request object that has expired',
    signed({ exp: 1 }),
    '302 invalid_request_object: The request object has expired',
  ],
  [
    'a request object for another server',
    signed({ aud: 'https://other.example.com' }),
    '302 invalid_request_object: aud of the request object is not the issuer',
  ],
  [
    'a request object with another key',
    signed({}, { secret: 'x'.repeat(40) }),
    '302 invalid_request_object: The request object cannot be verified: signature verification failed',
  ],
  [
    'a request object that is none',
    authorize('signing', { request: 'none' }),
    '302 invalid_request_object: The request object cannot be verified: Invalid Token or Protected Header formatting',
  ],
  [
    'no client',
    token({ grant_type: 'authorization_code' }),
    '401 invalid_client: The request does not say which client it is from',
  ],
  [
    'an unknown client by the header',
    token({}, () => basic({ client_id: 'x', client_secret: 'y' })),
    '401 invalid_client: There is no such client (Basic realm="https://svc.example.com")',
  ],
  ['an unknown client by the form', token({ client_id: 'x' }), '401 invalid_client: There is no such client'],
  [
    'a header that is not base64',
    token({}, () => ({ authorization: 'Basic !' })),
    '401 invalid_client: The Authorization header is not base64 (Basic)',
  ],
  [
    'no secret',
    (it) => it.post('token', { client_id: it.shop.client_id }),
    '401 invalid_client: The client did not authenticate',
  ],
  [
    'a wrong secret',
    (it) => it.post('token', { client_id: it.shop.client_id, client_secret: 'x' }),
    '401 invalid_client: The client secret is wrong',
  ],
  [
    'a wrong secret in the header',
    token({}, (it) => basic({ client_id: it.shop.client_id, client_secret: 'x' })),
    '401 invalid_client: The client secret is wrong (Basic realm="https://svc.example.com")',
  ],
  [
    'a secret of a public client',
    (it) => it.post('token', { client_id: it.app.client_id, client_secret: 'x' }),
    '401 invalid_client: The client is public and has no secret',
  ],
  [
    'an assertion of a client with a secret',
    (it) => it.post('token', { client_id: it.shop.client_id, client_assertion: 'x' }),
    '401 invalid_client: The client authenticates by client_secret_basic, not by an assertion',
  ],
  [
    'a code that is used again',
    async (it) => {
      const code = await codeFor(it, it.shop.client_id)
      const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
      await it.post('token', form, basic(it.shop))
      return it.post('token', form, basic(it.shop))
    },
    '400 invalid_grant: The code was used before',
  ],
  [
    'an unknown device code',
    (it) => it.post('token', { grant_type: deviceGrant, device_code: 'x', client_id: it.app.client_id }),
    '400 invalid_grant: The device code is unknown, or was issued to another client',
  ],
  ['a device that waits', polled(1), '400 authorization_pending: The user has not answered yet'],
  ['a device that hurries', polled(2), '400 slow_down: Wait 5 seconds longer between polls from now on'],
  [
    'a device that comes again',
    polled(2, (it, userCode) => it.control.approveDevice({ userCode, user: it.userId })),
    '400 invalid_grant: The device code was used before',
  ],
  [
    'a refresh token of nobody',
    token({ grant_type: 'refresh_token', refresh_token: 'x' }, (it) => basic(it.shop)),
    '400 invalid_grant: The refresh token is unknown, or was issued to another client',
  ],
  [
    'a refresh token that was revoked',
    async (it) => {
      const tokens = await tokensFor(it, it.shop, { scope: 'openid offline_access' })
      await it.post('revoke', { token: tokens.refresh_token }, basic(it.shop))
      return it.post(
        'token',
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
        basic(it.shop),
      )
    },
    '400 invalid_grant: The refresh token is REVOKED',
  ],
  [
    'no scope for a client itself',
    token({ grant_type: 'client_credentials' }, (it) => basic(it.job)),
    '400 invalid_scope: The request names no scope',
  ],
  [
    'a suspended user',
    async (it) => {
      const tokens = await tokensFor(it, it.shop, { scope: 'openid offline_access' })
      it.control.setUserStatus({ user: it.userId, status: 'SUSPENDED' })
      const answer = await it.post(
        'token',
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
        basic(it.shop),
      )
      it.control.setUserStatus({ user: it.userId, status: 'ACTIVE' })
      return answer
    },
    '400 invalid_grant: The user is SUSPENDED',
  ],
  [
    'no access token',
    (it) => it.open(`${it.at}/userinfo`),
    '401 invalid_token: The request holds no access token (Bearer realm="https://svc.example.com")',
  ],
  [
    'another scheme',
    (it) => it.open(`${it.at}/userinfo`, basic(it.shop)),
    '400 invalid_request: The Authorization header holds no bearer token (Bearer realm="https://svc.example.com", error="invalid_request", error_description="The Authorization header holds no bearer token")',
  ],
  [
    'an unknown access token',
    (it) => it.open(`${it.at}/userinfo`, { authorization: 'Bearer x' }),
    '401 invalid_token: The access token is unknown, or over, or was revoked (Bearer realm="https://svc.example.com", error="invalid_token", error_description="The access token is unknown, or over, or was revoked")',
  ],
  [
    'an access token without openid',
    async (it) => {
      const tokens = await tokensFor(it, it.shop, { scope: 'profile' })
      return it.open(`${it.at}/userinfo`, { authorization: `DPoP ${tokens.access_token}` })
    },
    '403 insufficient_scope: The access token lacks the scope openid (Bearer realm="https://svc.example.com", error="insufficient_scope", error_description="The access token lacks the scope openid", scope="openid")',
  ],
  [
    'an access token twice',
    (it) => it.post('userinfo', { access_token: 'x' }, { authorization: 'Bearer x' }),
    '400 invalid_request: The access token came in the Authorization header and as access_token (Bearer realm="https://svc.example.com", error="invalid_request", error_description="The access token came in the Authorization header and as access_token")',
  ],
  [
    'two hints at sign-out',
    (it) => it.open(`${it.at}/logout?state=1&state=2`),
    '400 page: The parameter state came more than once.',
  ],
  [
    'no hint at sign-out',
    (it) => it.open(`${it.at}/logout?post_logout_redirect_uri=x`),
    '400 page: Send id_token_hint along with post_logout_redirect_uri.',
  ],
  [
    'a made-up hint at sign-out',
    (it) => it.open(`${it.at}/logout?id_token_hint=x`),
    '400 page: The parameter id_token_hint is no ID token that was issued here.',
  ],
  [
    'a sign-out to nowhere',
    (it) => it.open(`${it.at}/logout?client_id=${it.shop.client_id}&post_logout_redirect_uri=x`),
    '400 page: The parameter post_logout_redirect_uri is none that the application has registered.',
  ],
]

test.for(cases)('%s is refused with a plain description', async ([, ask, said]) => {
  const cookie = setting.control.openSession({ user: setting.login }).sessionCookie
  expect(told(await ask({ ...setting, cookie }))).toBe(said)
})
