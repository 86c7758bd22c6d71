/**
 * The refusals of the endpoints, word for word: `refused.txt`. After an intended change, run
 * `npx vitest run test/authorization/refusals.test.ts -u` and read the difference.
 */
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
  readonly two: Anything
  readonly signing: Anything
}

/** A request that breaks a rule, and one that differs in that only. */
interface Case {
  readonly section: string
  readonly says: string
  readonly wrong: Ask
  readonly right: Ask
}

type Ask = (it: Setting) => Promise<Answered>

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
      grant_types: ['authorization_code', deviceGrant],
    }),
    two: await client(target, { ...asPublic, redirect_uris: [callback, `${callback}/2`] }),
    signing: await client(target, { request_object_signing_alg: 'HS256', consent_method: 'REQUIRED' }),
  }
})

const authorize =
  (who: 'shop' | 'app' | 'spa' | 'two' | 'signing', changes: Form, withCookie = true): Ask =>
  (it) =>
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
    right: (it) => credentials({ client_id: it.job.client_id })(it),
  },
  {
    section: 'RFC 6749 2.3.1',
    says: 'the secret is right',
    wrong: (it) => credentials({}, basic({ ...it.job, client_secret: 'x' }))(it),
    right: credentials({}),
  },
  {
    section: 'RFC 6749 3.1',
    says: 'a parameter without a value counts as left out',
    wrong: authorize('shop', { response_type: '' }),
    right: authorize('shop', { response_type: 'code', nonce: '' }),
  },
  {
    section: 'RFC 6749 3.1',
    says: 'no parameter comes twice',
    wrong: (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&scope=openid`, { cookie: it.cookie }),
    right: (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&other=openid`, { cookie: it.cookie }),
  },
  {
    section: 'RFC 6749 3.1.1',
    says: 'the response type is one that is served',
    wrong: authorize('shop', { response_type: 'code code2' }),
    right: authorize('spa', { response_type: 'id_token token', nonce: 'n' }),
  },
  {
    section: 'RFC 6749 3.1.2.4',
    says: 'nobody is sent to a redirect URI that is not registered',
    wrong: authorize('shop', { redirect_uri: `${callback}/` }),
    right: authorize('shop', { redirect_uri: callback }),
  },
  {
    section: 'RFC 6749 3.1.2.4',
    says: 'nobody is sent anywhere for a client that is not there',
    wrong: (it) => it.open(authorizeUrl(it.at, 'nobody'), { cookie: it.cookie }),
    right: authorize('shop', {}),
  },
  {
    section: 'RFC 6749 3.2',
    says: 'the token endpoint takes POST only',
    wrong: (it) => it.open(`${it.at}/token?grant_type=client_credentials`, basic(it.job)),
    right: credentials({}),
  },
  {
    section: 'RFC 6749 3.2',
    says: 'the token endpoint takes forms only',
    wrong: credentials({}, { 'content-type': 'application/json' }),
    right: credentials({}, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
  },
  {
    section: 'RFC 6749 3.3',
    says: 'scopes are known',
    wrong: authorize('shop', { scope: 'openid made_up' }),
    right: authorize('shop', { scope: 'openid profile' }),
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
    right: redeem({}),
  },
  {
    section: 'RFC 6749 4.1.3',
    says: 'redirect_uri is repeated where it was sent',
    wrong: redeem({ redirect_uri: undefined }),
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
    right: credentials({}),
  },
  {
    section: 'RFC 6749 4.4',
    says: 'a client itself has no scope of a user',
    wrong: credentials({ scope: 'svc.users.read openid' }),
    right: credentials({ scope: 'svc.users.read svc.groups.read' }),
  },
  {
    section: 'RFC 6749 5.2',
    says: 'grant_type is there',
    wrong: credentials({ grant_type: undefined }),
    right: credentials({}),
  },
  {
    section: 'RFC 6749 5.2',
    says: 'grant_type is one that is served',
    wrong: credentials({ grant_type: 'toString' }),
    right: credentials({}),
  },
  {
    section: 'RFC 6749 6',
    says: 'a refresh token gives no scope that it was not issued for',
    wrong: refresh({ scope: 'openid profile' }),
    right: refresh({ scope: 'openid' }),
  },
  {
    section: 'RFC 6749 6',
    says: 'a refresh token that was made up is refused',
    wrong: refresh({ refresh_token: 'made-up' }),
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
    right: refresh({}),
  },
  {
    section: 'RFC 6750 2',
    says: 'a bearer token comes in one way',
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.post('userinfo', { access_token: token }, { authorization: `Bearer ${token}` })
    },
    right: async (it) => it.post('userinfo', { access_token: (await tokensFor(it, it.shop)).access_token }),
  },
  {
    section: 'RFC 6750 2.3',
    says: 'a bearer token in the address is not looked at',
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.open(`${it.at}/userinfo?access_token=${token}`)
    },
    right: info((token) => ({ authorization: `Bearer ${token}` })),
  },
  {
    section: 'RFC 6750 3.1',
    says: 'a token that was made up is refused',
    wrong: info((token) => ({ authorization: `Bearer ${token}x` })),
    right: info((token) => ({ authorization: `bearer ${token}` })),
  },
  {
    section: 'RFC 6750 3.1',
    says: 'a token without the scope is refused',
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop, { scope: 'profile' })
      return it.open(`${it.at}/userinfo`, { authorization: `Bearer ${token}` })
    },
    right: info((token) => ({ authorization: `Bearer ${token}` })),
  },
  {
    section: 'RFC 7009 2.1',
    says: 'who revokes says who it is',
    wrong: (it) => it.post('revoke', { token: 'x' }),
    right: (it) => it.post('revoke', { token: 'x' }, basic(it.shop)),
  },
  {
    section: 'RFC 7009 2.1',
    says: "another client's token is not its to revoke",
    wrong: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.post('revoke', { token }, basic(it.job))
    },
    right: async (it) => {
      const { access_token: token } = await tokensFor(it, it.shop)
      return it.post('revoke', { token }, basic(it.shop))
    },
  },
  {
    section: 'RFC 7009 2.1',
    says: 'the token is there',
    wrong: (it) => it.post('revoke', {}, basic(it.shop)),
    right: (it) => it.post('revoke', { token: 'x', token_type_hint: 'unheard_of' }, basic(it.shop)),
  },
  {
    section: 'RFC 7662 2.1',
    says: 'who introspects says who it is',
    wrong: (it) => it.post('introspect', { token: 'x' }),
    right: (it) => it.post('introspect', { token: 'x' }, basic(it.job)),
  },
  {
    section: 'RFC 7662 2.1',
    says: 'the token is there',
    wrong: (it) => it.post('introspect', { token_type_hint: 'access_token' }, basic(it.job)),
    right: (it) => it.post('introspect', { token: 'x' }, basic(it.job)),
  },
  {
    section: 'RFC 7636 4.3',
    says: 'the challenge has the length of a SHA-256',
    wrong: authorize('app', { ...pkce, code_challenge: pkce.code_challenge.slice(1) }),
    right: authorize('app', pkce),
  },
  {
    section: 'RFC 7636 4.4.1; RFC 9700 2.1.1',
    says: 'a public client sends a challenge',
    wrong: authorize('app', {}),
    right: authorize('app', pkce),
  },
  {
    section: 'RFC 9700 2.1.1',
    says: 'the challenge is no copy of the verifier',
    wrong: authorize('app', { code_challenge: verifier, code_challenge_method: 'plain' }),
    right: authorize('app', pkce),
  },
  {
    section: 'RFC 7636 4.3',
    says: 'without a method the challenge would be plain',
    wrong: authorize('app', { code_challenge: pkce.code_challenge }),
    right: authorize('app', pkce),
  },
  {
    section: 'RFC 7636 4.6',
    says: 'the verifier matches',
    wrong: redeem({ code_verifier: `${verifier}x` }, pkce),
    right: redeem({ code_verifier: verifier }, pkce),
  },
  {
    section: 'RFC 7636 4.5',
    says: 'the verifier is there',
    wrong: redeem({}, pkce),
    right: redeem({ code_verifier: verifier }, pkce),
  },
  {
    section: 'RFC 7636 4.1',
    says: 'the verifier has at least 43 characters',
    wrong: redeem({ code_verifier: 'short' }, { ...pkce, code_challenge: s256('short') }),
    right: redeem({ code_verifier: verifier }, pkce),
  },
  {
    section: 'RFC 9700 2.1.1',
    says: 'no verifier comes without a challenge',
    wrong: redeem({ code_verifier: verifier }),
    right: redeem({}),
  },
  {
    section: 'RFC 8628 3.1',
    says: 'the client is registered for devices',
    wrong: (it) => it.post('device/authorize', { client_id: it.app.client_id, scope: 'openid' }),
    right: (it) => it.post('device/authorize', { client_id: it.tv.client_id, scope: 'openid' }),
  },
  {
    section: 'RFC 8628 3.5',
    says: 'a device code is over after its time',
    wrong: device((it) => it.control.advanceClock({ by: '10m' })),
    right: device((it, userCode) => it.control.approveDevice({ userCode, user: it.login })),
  },
  {
    section: 'RFC 8628 3.5',
    says: 'a device that was refused is told',
    wrong: device((it, userCode) => it.control.refuseDevice({ userCode })),
    right: device((it, userCode) => it.control.approveDevice({ userCode, user: it.login })),
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'prompt=none goes with no other',
    wrong: authorize('shop', { prompt: 'none login' }),
    right: authorize('shop', { prompt: 'none' }),
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'nothing is shown with prompt=none to who is not signed in',
    wrong: authorize('shop', { prompt: 'none' }, false),
    right: authorize('shop', { prompt: 'none' }),
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'max_age is a number',
    wrong: authorize('shop', { max_age: '-1' }),
    right: authorize('shop', { max_age: '100000000' }),
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'max_age=0 asks to sign in again',
    wrong: authorize('shop', { max_age: '0', prompt: 'none' }),
    right: authorize('shop', { max_age: '100000000', prompt: 'none' }),
  },
  {
    section: 'OIDC Core 3.1.2.1',
    says: 'redirect_uri is there',
    wrong: authorize('shop', { redirect_uri: undefined }),
    right: authorize('shop', { redirect_uri: callback }),
  },
  {
    section: 'OIDC Core 3.1.2.2',
    says: 'id_token_hint is an ID token of the client',
    wrong: authorize('shop', { id_token_hint: 'made.up.token' }),
    right: async (it) =>
      authorize('shop', { id_token_hint: (await tokensFor(it, it.shop)).id_token, prompt: 'none' })(it),
  },
  {
    section: 'OIDC Core 3.2.2.1',
    says: 'an ID token in the answer needs a nonce',
    wrong: authorize('spa', { response_type: 'id_token' }),
    right: authorize('spa', { response_type: 'id_token', nonce: 'n' }),
  },
  {
    section: 'OIDC Core 3.2.2.1',
    says: 'an ID token needs the scope openid',
    wrong: authorize('spa', { response_type: 'id_token', nonce: 'n', scope: 'profile' }),
    right: authorize('spa', { response_type: 'id_token', nonce: 'n' }),
  },
  {
    section: 'OAuth 2.0 Multiple Response Types 3',
    says: 'tokens are not answered in the query',
    wrong: authorize('spa', { response_type: 'token', response_mode: 'query' }),
    right: authorize('spa', { response_type: 'token', response_mode: 'fragment' }),
  },
  {
    section: 'OIDC Core 6.1',
    says: 'a request object is signed',
    wrong: authorize('shop', { request: `${btoa('{"alg":"none"}').replaceAll('=', '')}.e30.` }),
    right: authorize('shop', {}),
  },
  {
    section: 'OIDC Core 6.2',
    says: 'request objects by reference are not taken',
    wrong: authorize('shop', { request_uri: 'https://shop.example.com/request' }),
    right: authorize('shop', {}),
  },
  {
    section: 'Clients, grant types',
    says: 'a client has the response types that it is registered for',
    wrong: authorize('shop', { response_type: 'token' }),
    right: authorize('spa', { response_type: 'token' }),
  },
]

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
    const begun = await it.post('device/authorize', { client_id: it.tv.client_id, scope: 'openid' })
    happens(it, begun.json.user_code)
    const form = { grant_type: deviceGrant, device_code: begun.json.device_code, client_id: it.tv.client_id }
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

/** Further requests that are refused. */
const others: Readonly<Record<string, Ask>> = {
  'a request object that holds null': signedText('null'),
  'a request object that holds a number': signedText('5'),
  'a request object that holds a list': signedText('[]'),
  'a parameter that comes twice in a form': async (it) => {
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
  'no client_id': authorize('shop', { client_id: undefined }),
  'two client_ids': (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&client_id=x`),
  'two redirect_uris': (it) => it.open(`${authorizeUrl(it.at, it.shop.client_id)}&redirect_uri=x`),
  'no redirect_uri of several': authorize('two', { ...pkce, redirect_uri: undefined, scope: 'profile' }),
  'a registration': authorize('shop', { registration: '{}' }),
  'no scope': authorize('shop', { scope: undefined }),
  'a method without a challenge': authorize('shop', { code_challenge_method: 'S256' }),
  'an unknown prompt': authorize('shop', { prompt: 'again' }),
  'an unknown response mode': authorize('shop', { response_mode: 'pigeon' }),
  'no consent yet': signed({ prompt: 'none' }),
  'a made-up hint at sign-out': (it) => it.open(`${it.at}/logout?id_token_hint=x`),
  'an unknown interaction': (it) => it.open(`${it.at}/authorize?interaction=none`),
  'a request object of another client': signed({ client_id: 'x' }),
  'a request object of another response type': signed({ response_type: 'token' }),
  'a request object of another algorithm': signed({}, { alg: 'HS512' }),
  'a request object that has expired': signed({ exp: 1 }),
  'a request object for another server': signed({ aud: 'https://other.example.com' }),
  'a request object with another key': signed({}, { secret: 'x'.repeat(40) }),
  'a request object that is none': authorize('signing', { request: 'none' }),
  'an unknown client by the header': token({}, () => basic({ client_id: 'x', client_secret: 'y' })),
  'an unknown client by the form': token({ client_id: 'x' }),
  'a header that is not base64': token({}, () => ({ authorization: 'Basic !' })),
  'a header that is not UTF-8': token({}, () => ({
    authorization: `Basic ${Buffer.from([0xff, 0xfe]).toString('base64')}`,
  })),
  'another client_id than in the header': token({ client_id: 'x' }, (it) => basic(it.shop)),
  'a secret and an assertion': (it) => {
    const { client_id, client_secret } = it.shop
    return it.post('token', { client_id, client_secret, client_assertion: 'x' })
  },
  'no secret': (it) => it.post('token', { client_id: it.shop.client_id }),
  'a wrong secret': (it) => it.post('token', { client_id: it.shop.client_id, client_secret: 'x' }),
  'a secret of a public client': (it) =>
    it.post('token', { client_id: it.app.client_id, client_secret: 'x' }),
  'an assertion of a client with a secret': (it) =>
    it.post('token', { client_id: it.shop.client_id, client_assertion: 'x' }),
  'a code that is used again': async (it) => {
    const code = await codeFor(it, it.shop.client_id)
    const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
    await it.post('token', form, basic(it.shop))
    return it.post('token', form, basic(it.shop))
  },
  'an unknown device code': (it) =>
    it.post('token', { grant_type: deviceGrant, device_code: 'x', client_id: it.tv.client_id }),
  'a device that waits': polled(1),
  'a device that hurries': polled(2),
  'a device that comes again': polled(2, (it, userCode) =>
    it.control.approveDevice({ userCode, user: it.userId }),
  ),
  'a refresh token that was revoked': async (it) => {
    const tokens = await tokensFor(it, it.shop, { scope: 'openid offline_access' })
    await it.post('revoke', { token: tokens.refresh_token }, basic(it.shop))
    return it.post(
      'token',
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      basic(it.shop),
    )
  },
  'no scope for a client itself': token({ grant_type: 'client_credentials' }, (it) => basic(it.job)),
  'a suspended user': async (it) => {
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
  'another scheme': (it) => it.open(`${it.at}/userinfo`, basic(it.shop)),
  'an access token without openid': async (it) => {
    const tokens = await tokensFor(it, it.shop, { scope: 'profile' })
    return it.open(`${it.at}/userinfo`, { authorization: `DPoP ${tokens.access_token}` })
  },
}

/** Asks as a user who is signed in: the clock may have moved on since. */
const asked = (ask: Ask) =>
  ask({ ...setting, cookie: setting.control.openSession({ user: setting.login }).sessionCookie })

/** The answer to a request that is refused, and what the journal says would have been accepted. */
async function refused(ask: Ask): Promise<string> {
  const answer = outcome(await asked(ask))
  return `  ${answer}\n  accepted: ${setting.control.readExchange().explanation?.accepted}`
}

test('each rule refuses a request that breaks it, and takes one that differs in that only', async () => {
  const told: string[] = []
  for (const { section, says, wrong, right } of cases) {
    told.push(`${section}: ${says}\n${await refused(wrong)}`)
    expect([section, says, outcome(await asked(right))]).toEqual([
      section,
      says,
      expect.stringMatching(/^(?:200|302) undefined$/),
    ])
  }
  for (const [name, ask] of Object.entries(others)) told.push(`${name}\n${await refused(ask)}`)
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('refused.txt')
})

test('every error that reaches a client in its address brings state and issuer (RFC 9207)', async () => {
  for (const ask of [...cases.map(({ wrong }) => wrong), ...Object.values(others)]) {
    const reply = await asked(ask)
    if (reply.status !== 302) continue
    const back = sentBack(reply)
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
      grant_type: deviceGrant,
      device_code: begun.json.device_code,
      client_id: it.tv.client_id,
    })
  }
}

/** `status error: description`, and the challenge; the error of an answer to the client is in its address. */
function outcome(reply: Answered): string {
  const { status, json, text, headers } = reply
  const page = /id="problem"[^>]*>([^<]*)</.exec(text)?.[1]?.trim()
  if (page !== undefined) return `${status} page: ${page}`
  const { error, error_description: why } = status === 302 ? sentBack(reply) : (json ?? {})
  const challenge = headers['www-authenticate']
  const said = error === undefined ? `${status} undefined` : `${status} ${error}: ${why}`
  return challenge === undefined ? said : `${said}\n  WWW-Authenticate: ${String(challenge)}`
}
