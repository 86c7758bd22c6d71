import { beforeAll, expect, test } from 'vitest'
import {
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
  s256,
  sentBack,
  tokensFor,
  verifier,
} from '../support/oauth.ts'

/** The organisation and its clients, for all cases: each makes the codes and tokens that it needs. */
interface Setting extends OAuthOrg {
  readonly shop: Anything
  readonly app: Anything
  readonly job: Anything
  readonly spa: Anything
  readonly tv: Anything
}

/** A request that is refused, and one that differs in that only and is not. */
interface Case {
  readonly section: string
  readonly says: string
  readonly wrong: (setting: Setting) => Promise<Answered>
  /** `status error: description`; the error of an answer that goes to the client is in its address. */
  readonly refused: string
  readonly right: (setting: Setting) => Promise<Answered>
  /** The reply to the right request. Default 200 without an error. */
  readonly accepted?: string
}

let setting: Setting

beforeAll(async () => {
  const target = await oauthOrg()
  const implicit = {
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token', 'id_token'],
  }
  setting = {
    ...target,
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
      ...implicit,
      application_type: 'browser',
      token_endpoint_auth_method: 'none',
    }),
    tv: await client(target, {
      ...asPublic,
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    }),
  }
})

const authorize =
  (who: 'shop' | 'app' | 'spa', changes: Form, withCookie = true) =>
  (it: Setting): Promise<Answered> =>
    it.open(authorizeUrl(it.at, it[who].client_id, changes), withCookie ? { cookie: it.cookie } : {})

const redeem =
  (changes: Form, asked: Form = {}) =>
  async (it: Setting): Promise<Answered> => {
    const code = await codeFor(it, it.shop.client_id, asked)
    return it.post(
      'token',
      { grant_type: 'authorization_code', code, redirect_uri: callback, ...changes },
      basic(it.shop),
    )
  }

const credentials =
  (form: Form, headers: Readonly<Record<string, string | undefined>> = {}) =>
  (it: Setting): Promise<Answered> =>
    it.post(
      'token',
      { grant_type: 'client_credentials', scope: 'svc.users.read', ...form },
      { ...basic(it.job), ...headers },
    )

const info = (headers: (token: string) => Record<string, string>) => async (it: Setting) => {
  const tokens = await tokensFor(it, it.shop)
  return it.open(`${it.at}/userinfo`, headers(tokens.access_token))
}

const cases: readonly Case[] = [
  {
    section: 'RFC 6749 2.3',
    says: 'one way of authentication at a time',
    wrong: (it) => credentials({ client_id: it.job.client_id, client_secret: it.job.client_secret })(it),
    refused:
      '400 invalid_request: The client authenticates in more than one way: the Authorization header and client_secret',
    right: (it) => credentials({ client_id: it.job.client_id })(it),
  },
  {
    section: 'RFC 6749 2.3.1',
    says: 'the secret is right',
    wrong: (it) => credentials({}, basic({ ...it.job, client_secret: 'x' }))(it),
    refused: '401 invalid_client: The client secret is wrong',
    right: credentials({}),
  },
  {
    section: 'RFC 6749 3.1',
    says: 'a parameter without a value counts as left out',
    wrong: authorize('shop', { response_type: '' }),
    refused: '302 invalid_request: The parameter response_type is missing',
    right: authorize('shop', { response_type: 'code', nonce: '' }),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 6749 3.1',
    says: 'no parameter comes twice',
    wrong: (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&scope=openid`, { cookie: it.cookie }),
    refused: '302 invalid_request: The parameter scope came more than once',
    right: (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&other=openid`, { cookie: it.cookie }),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 6749 3.1.1',
    says: 'the response type is one that is served',
    wrong: authorize('shop', { response_type: 'code code2' }),
    refused: '302 unsupported_response_type: The response type is not served',
    right: authorize('spa', { response_type: 'id_token token', nonce: 'n' }),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 6749 3.1.2.4',
    says: 'nobody is sent to a redirect URI that is not registered',
    wrong: authorize('shop', { redirect_uri: `${callback}/` }),
    refused:
      '400 page: The parameter redirect_uri is none of the redirect URIs that the application has registered.',
    right: authorize('shop', { redirect_uri: callback }),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 6749 3.1.2.4',
    says: 'nobody is sent anywhere for a client that is not there',
    wrong: (it) => it.open(authorizeUrl(it.at, 'nobody'), { cookie: it.cookie }),
    refused: '400 page: There is no such application.',
    right: authorize('shop', {}),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 6749 3.2',
    says: 'the token endpoint takes POST only',
    wrong: (it) => it.open(`${it.at}/token?grant_type=client_credentials`, basic(it.job)),
    refused: '405 invalid_request: Use POST for this endpoint',
    right: credentials({}),
  },
  {
    section: 'RFC 6749 3.2',
    says: 'the token endpoint takes forms only',
    wrong: credentials({}, { 'content-type': 'application/json' }),
    refused: '400 invalid_request: expected Content-Type: application/x-www-form-urlencoded',
    right: credentials({}, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
  },
  {
    section: 'RFC 6749 3.3',
    says: 'scopes are known',
    wrong: authorize('shop', { scope: 'openid made_up' }),
    refused: '302 invalid_scope: The server has no scope made_up',
    right: authorize('shop', { scope: 'openid profile' }),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 6749 4.1.2',
    says: 'a code is over after its time',
    wrong: async (it) => {
      const code = await codeFor(it, it.shop.client_id)
      it.control.advanceClock({ by: '5m' })
      const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
      return it.post('token', form, basic(it.shop))
    },
    refused: '400 invalid_grant: The code is unknown, or over, or was issued to another client',
    right: async (it) => {
      const code = await codeFor(it, it.shop.client_id)
      it.control.advanceClock({ by: 299_999 })
      const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
      return it.post('token', form, basic(it.shop))
    },
  },
  {
    section: 'RFC 6749 4.1.3',
    says: 'redirect_uri is repeated as it was',
    wrong: redeem({ redirect_uri: 'https://shop.example.com/other' }),
    refused: '400 invalid_grant: redirect_uri is not that of the authorization request',
    right: redeem({}),
  },
  {
    section: 'RFC 6749 4.1.3',
    says: 'redirect_uri is repeated where it was sent',
    wrong: redeem({ redirect_uri: undefined }),
    refused: '400 invalid_grant: redirect_uri is missing: the authorization request had one',
    right: redeem({ redirect_uri: undefined }, { redirect_uri: undefined, scope: 'profile' }),
  },
  {
    section: 'RFC 6749 4.1.3',
    says: 'a code is for the client that it was issued to',
    wrong: async (it) => {
      const code = await codeFor(it, it.shop.client_id)
      const other = await client(it)
      return it.post(
        'token',
        { grant_type: 'authorization_code', code, redirect_uri: callback },
        basic(other),
      )
    },
    refused: '400 invalid_grant: The code is unknown, or over, or was issued to another client',
    right: redeem({}),
  },
  {
    section: 'RFC 6749 4.3.2',
    says: 'the password is right',
    wrong: (it) =>
      it.post('token', {
        grant_type: 'password',
        client_id: it.app.client_id,
        username: it.login,
        password: 'Wr0ngwrong',
        scope: 'openid',
      }),
    refused: '400 invalid_grant: The login or the password is wrong',
    right: (it) =>
      it.post('token', {
        grant_type: 'password',
        client_id: it.app.client_id,
        username: it.login,
        password: it.password,
        scope: 'openid',
      }),
  },
  {
    section: 'RFC 6749 4.4',
    says: 'only a client that is registered for it has tokens of its own',
    wrong: (it) =>
      it.post('token', { grant_type: 'client_credentials', scope: 'svc.users.read' }, basic(it.shop)),
    refused: '400 unauthorized_client: The client is not registered for the grant type client_credentials',
    right: credentials({}),
  },
  {
    section: 'RFC 6749 4.4',
    says: 'a client itself has no scope of a user',
    wrong: credentials({ scope: 'svc.users.read openid' }),
    refused: '400 invalid_scope: There is no user for the scope openid',
    right: credentials({ scope: 'svc.users.read svc.groups.read' }),
  },
  {
    section: 'RFC 6749 5.2',
    says: 'grant_type is there',
    wrong: credentials({ grant_type: undefined }),
    refused: '400 invalid_request: The parameter grant_type is missing',
    right: credentials({}),
  },
  {
    section: 'RFC 6749 5.2',
    says: 'grant_type is one that is served',
    wrong: credentials({ grant_type: 'toString' }),
    refused: '400 unsupported_grant_type: The grant type toString is not served',
    right: credentials({}),
  },
  {
    section: 'RFC 6749 6',
    says: 'a refresh token gives no scope that it was not issued for',
    wrong: refresh({ scope: 'openid profile' }),
    refused: '400 invalid_scope: The refresh token does not cover profile',
    right: refresh({ scope: 'openid' }),
  },
  {
    section: 'RFC 6749 6',
    says: 'a refresh token that was made up is refused',
    wrong: refresh({ refresh_token: 'made-up' }),
    refused: '400 invalid_grant: The refresh token is unknown, or was issued to another client',
    right: refresh({}),
  },
  {
    section: 'RFC 6749 6',
    says: 'a refresh token is for the client that it was issued to',
    wrong: async (it) => {
      const tokens = await tokensFor(it, it.shop, { scope: 'openid offline_access' })
      const other = await client(it)
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      return it.post('token', form, basic(other))
    },
    refused: '400 invalid_grant: The refresh token is unknown, or was issued to another client',
    right: refresh({}),
  },
  {
    section: 'RFC 6750 2',
    says: 'a bearer token comes in one way',
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.post('userinfo', { access_token: token }, { authorization: `Bearer ${token}` })
    },
    refused: '400 invalid_request: The access token came in the Authorization header and as access_token',
    right: async (it) => it.post('userinfo', { access_token: (await tokensFor(it, it.shop)).access_token }),
  },
  {
    section: 'RFC 6750 2.3',
    says: 'a bearer token in the address is not looked at',
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.open(`${it.at}/userinfo?access_token=${token}`)
    },
    refused: '401 invalid_token: The request holds no access token',
    right: info((token) => ({ authorization: `Bearer ${token}` })),
  },
  {
    section: 'RFC 6750 3.1',
    says: 'a token that was made up is refused',
    wrong: info((token) => ({ authorization: `Bearer ${token}x` })),
    refused: '401 invalid_token: The access token is unknown, or over, or was revoked',
    right: info((token) => ({ authorization: `bearer ${token}` })),
  },
  {
    section: 'RFC 6750 3.1',
    says: 'a token without the scope is refused',
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop, { scope: 'profile' })
      return it.open(`${it.at}/userinfo`, { authorization: `Bearer ${token}` })
    },
    refused: '403 insufficient_scope: The access token lacks the scope openid',
    right: info((token) => ({ authorization: `Bearer ${token}` })),
  },
  {
    section: 'RFC 7009 2.1',
    says: 'who revokes says who it is',
    wrong: (it) => it.post('revoke', { token: 'x' }),
    refused: '401 invalid_client: The request does not say which client it is from',
    right: (it) => it.post('revoke', { token: 'x' }, basic(it.shop)),
  },
  {
    section: 'RFC 7009 2.1',
    says: "another client's token is not its to revoke",
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.post('revoke', { token }, basic(it.job))
    },
    refused: '400 invalid_grant: The token was issued to another client',
    right: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.post('revoke', { token }, basic(it.shop))
    },
  },
  {
    section: 'RFC 7009 2.1',
    says: 'the token is there',
    wrong: (it) => it.post('revoke', {}, basic(it.shop)),
    refused: '400 invalid_request: The parameter token is missing',
    right: (it) => it.post('revoke', { token: 'x', token_type_hint: 'unheard_of' }, basic(it.shop)),
  },
  {
    section: 'RFC 7662 2.1',
    says: 'who introspects says who it is',
    wrong: (it) => it.post('introspect', { token: 'x' }),
    refused: '401 invalid_client: The request does not say which client it is from',
    right: (it) => it.post('introspect', { token: 'x' }, basic(it.job)),
  },
  {
    section: 'RFC 7662 2.1',
    says: 'the token is there',
    wrong: (it) => it.post('introspect', { token_type_hint: 'access_token' }, basic(it.job)),
    refused: '400 invalid_request: The parameter token is missing',
    right: (it) => it.post('introspect', { token: 'x' }, basic(it.job)),
  },
  {
    section: 'RFC 7636 4.3',
    says: 'the challenge has the length of a SHA-256',
    wrong: authorize('app', { ...pkce, code_challenge: pkce.code_challenge.slice(1) }),
    refused: '302 invalid_request: code_challenge must be a SHA-256 in base64url: 43 characters',
    right: authorize('app', pkce),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 7636 4.4.1; RFC 9700 2.1.1',
    says: 'a public client sends a challenge',
    wrong: authorize('app', {}),
    refused: '302 invalid_request: A public client has to send a code_challenge',
    right: authorize('app', pkce),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 9700 2.1.1',
    says: 'the challenge is no copy of the verifier',
    wrong: authorize('app', { code_challenge: verifier, code_challenge_method: 'plain' }),
    refused: '302 invalid_request: code_challenge_method must be S256',
    right: authorize('app', pkce),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 7636 4.3',
    says: 'without a method the challenge would be plain',
    wrong: authorize('app', { code_challenge: pkce.code_challenge }),
    refused: '302 invalid_request: code_challenge_method must be S256',
    right: authorize('app', pkce),
    accepted: '302 undefined',
  },
  {
    section: 'RFC 7636 4.6',
    says: 'the verifier matches',
    wrong: redeem({ code_verifier: `${verifier}x` }, pkce),
    refused: '400 invalid_grant: code_verifier does not match the code_challenge',
    right: redeem({ code_verifier: verifier }, pkce),
  },
  {
    section: 'RFC 7636 4.5',
    says: 'the verifier is there',
    wrong: redeem({}, pkce),
    refused: '400 invalid_grant: code_verifier is missing',
    right: redeem({ code_verifier: verifier }, pkce),
  },
  {
    section: 'RFC 7636 4.1',
    says: 'the verifier has at least 43 characters',
    wrong: redeem({ code_verifier: 'short' }, { ...pkce, code_challenge: s256('short') }),
    refused: '400 invalid_grant: code_verifier must be 43 to 128 unreserved characters',
    right: redeem({ code_verifier: verifier }, pkce),
  },
  {
    section: 'RFC 9700 2.1.1',
    says: 'no verifier comes without a challenge',
    wrong: redeem({ code_verifier: verifier }),
    refused: '400 invalid_grant: code_verifier came, but there was no code_challenge',
    right: redeem({}),
  },
  {
    section: 'RFC 8628 3.1',
    says: 'the client is registered for devices',
    wrong: (it) => it.post('device/authorize', { client_id: it.app.client_id, scope: 'openid' }),
    refused:
      '400 unauthorized_client: The client is not registered for the grant type urn:ietf:params:oauth:grant-type:device_code',
    right: (it) => it.post('device/authorize', { client_id: it.tv.client_id, scope: 'openid' }),
  },
  {
    section: 'RFC 8628 3.5',
    says: 'a device code is over after its time',
    wrong: device((it) => it.control.advanceClock({ by: '10m' })),
    refused: '400 expired_token: The device code has expired',
    right: device((it, userCode) => it.control.approveDevice({ userCode, user: it.login })),
  },
  {
    section: 'RFC 8628 3.5',
    says: 'a device that was refused is told',
    wrong: device((it, userCode) => it.control.refuseDevice({ userCode })),
    refused: '400 access_denied: The user refused',
    right: device((it, userCode) => it.control.approveDevice({ userCode, user: it.login })),
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'prompt=none goes with no other',
    wrong: authorize('shop', { prompt: 'none login' }),
    refused: '302 invalid_request: prompt=none goes with no other',
    right: authorize('shop', { prompt: 'none' }),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'nothing is shown with prompt=none to who is not signed in',
    wrong: authorize('shop', { prompt: 'none' }, false),
    refused: '302 login_required: The user has to sign in',
    right: authorize('shop', { prompt: 'none' }),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'max_age is a number',
    wrong: authorize('shop', { max_age: '-1' }),
    refused: '302 invalid_request: max_age must be a number of seconds',
    right: authorize('shop', { max_age: '100000000' }),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'max_age=0 asks to sign in again',
    wrong: authorize('shop', { max_age: '0', prompt: 'none' }),
    refused: '302 login_required: The user has to sign in',
    right: authorize('shop', { max_age: '100000000', prompt: 'none' }),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'redirect_uri is there',
    wrong: authorize('shop', { redirect_uri: undefined }),
    refused: '400 page: The parameter redirect_uri is missing.',
    right: authorize('shop', { redirect_uri: callback }),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 3.1.2.2',
    says: 'id_token_hint is an ID token of the client',
    wrong: authorize('shop', { id_token_hint: 'made.up.token' }),
    refused: '302 invalid_request: id_token_hint is no ID token that this server issued to the client',
    right: async (it) =>
      authorize('shop', { id_token_hint: (await tokensFor(it, it.shop)).id_token, prompt: 'none' })(it),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 3.2.2.1',
    says: 'an ID token in the answer needs a nonce',
    wrong: authorize('spa', { response_type: 'id_token' }),
    refused: '302 invalid_request: The parameter nonce is missing',
    right: authorize('spa', { response_type: 'id_token', nonce: 'n' }),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 3.2.2.1',
    says: 'an ID token needs the scope openid',
    wrong: authorize('spa', { response_type: 'id_token', nonce: 'n', scope: 'profile' }),
    refused: '302 invalid_scope: An ID token needs the scope openid',
    right: authorize('spa', { response_type: 'id_token', nonce: 'n' }),
    accepted: '302 undefined',
  },
  {
    section: 'OAuth 2.0 Multiple Response Types 3',
    says: 'tokens are not answered in the query',
    wrong: authorize('spa', { response_type: 'token', response_mode: 'query' }),
    refused: '302 invalid_request: response_mode: tokens are not answered in the query',
    right: authorize('spa', { response_type: 'token', response_mode: 'fragment' }),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 6.1',
    says: 'a request object is signed',
    wrong: authorize('shop', { request: `${btoa('{"alg":"none"}').replaceAll('=', '')}.e30.` }),
    refused: '302 invalid_request_object: Request objects are not accepted with the algorithm none',
    right: authorize('shop', {}),
    accepted: '302 undefined',
  },
  {
    section: 'OIDC Core 6.2',
    says: 'request objects by reference are not taken',
    wrong: authorize('shop', { request_uri: 'https://shop.example.com/request' }),
    refused: '302 request_uri_not_supported: Request objects are taken by value only',
    right: authorize('shop', {}),
    accepted: '302 undefined',
  },
  {
    section: 'Clients, grant types',
    says: 'a client has the response types that it is registered for',
    wrong: authorize('shop', { response_type: 'token' }),
    refused: '302 unauthorized_client: The client is not registered for the response type token',
    right: authorize('spa', { response_type: 'token' }),
    accepted: '302 undefined',
  },
]

test.each(cases)('$section: $says', async ({ wrong, refused, right, accepted }) => {
  expect(outcome(await wrong(setting))).toBe(refused)
  // The clock may have moved on: who signed in is signed in again.
  const cookie = setting.control.openSession({ user: setting.login }).sessionCookie
  expect(outcome(await right({ ...setting, cookie }))).toBe(accepted ?? '200 undefined')
})

test('every error that reaches a client in its address brings state and issuer (RFC 9207)', async () => {
  for (const { wrong, refused } of cases) {
    if (!refused.startsWith('302')) continue
    const cookie = setting.control.openSession({ user: setting.login }).sessionCookie
    const back = sentBack(await wrong({ ...setting, cookie }))
    expect(back).toMatchObject({ state: 'xyz', iss: 'https://svc.example.com' })
    expect(back['error_description']).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
  }
})

function refresh(changes: Form) {
  return async (it: Setting): Promise<Answered> => {
    const tokens = await tokensFor(it, it.shop, { scope: 'openid offline_access' })
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...changes }
    return it.post('token', form, basic(it.shop))
  }
}

function device(happens: (it: Setting, userCode: string) => unknown) {
  return async (it: Setting): Promise<Answered> => {
    const begun = await it.post('device/authorize', { client_id: it.tv.client_id, scope: 'openid' })
    happens(it, begun.json.user_code)
    return it.post('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: begun.json.device_code,
      client_id: it.tv.client_id,
    })
  }
}

function outcome(reply: Answered): string {
  const { status, json, text, headers } = reply
  const told = ({ error, error_description: why }: Anything) =>
    error === undefined ? `${status} undefined` : `${status} ${error}: ${why}`
  if (status === 302) return told(sentBack(reply))
  if (!String(headers['content-type']).startsWith('text/html')) return told(json ?? {})
  return `${status} page: ${/id="problem"[^>]*>([^<]*)</.exec(text)?.[1]?.trim()}`
}
