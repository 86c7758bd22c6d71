import { expect, test } from 'vitest'
import { oauthErrors } from '../../src/contract/oauth-errors.ts'
import { testOrg } from '../support/call.ts'
import { authorizeUrl, basic, client, oauthOrg, pkce } from '../support/oauth.ts'

const form = { authorization: undefined, 'content-type': 'application/x-www-form-urlencoded' }

const expected = {
  refusal: 'invalid_client',
  status: 401,
  code: 'invalid_client',
  rule: 'A client authenticates with what it is registered with',
  section: 'RFC 6749, section 5.2; Clients, Authentication, 4',
  docs: 'https://www.rfc-editor.org/rfc/rfc6749#section-5.2',
  found: ['There is no such client, or its secret is wrong'],
  accepted: 'The client_id of an active client, with its secret, or an assertion signed with its key',
}

test('the journal explains what a token endpoint refuses, and so does the header that asks for it', async () => {
  const { call, control } = testOrg()
  const body = 'grant_type=client_credentials&client_id=nobody&client_secret=nothing'
  const asked = { ...form, 'x-identikit-explain': '1' }
  const refused = await call('POST', '/oauth2/v1/token', body, asked)
  const explained = JSON.parse(String(refused.headers['x-identikit-explanation']))
  expect(explained).toEqual({ ...expected, found: [refused.json.error_description] })
  const [entry] = control.readJournal({})
  expect(entry).toMatchObject({ refusal: 'invalid_client', hint: refused.json.error_description })
  const { explanation } = control.readExchange({ requestId: entry!.requestId })
  expect(explanation).toEqual(explained)
  expect((await call('POST', '/oauth2/v1/token', body, form)).headers).not.toHaveProperty(
    'x-identikit-explanation',
  )
})

test('explains an unsupported method and an error page', async () => {
  const { org, dispatcher, control } = testOrg()
  const send = (method: string, path: string, query = ''): unknown =>
    dispatcher.dispatch({ method, path, query, header: () => undefined, body: '' })
  await send('GET', '/oauth2/v1/token')
  await send('GET', '/oauth2/v1/authorize', 'client_id=nobody')
  const why = control.readJournal({}).map(({ requestId }) => control.readExchange({ requestId }).explanation)
  expect(why.map((each) => [each?.status, each?.code, each?.found.length])).toEqual([
    [405, 'invalid_request', 1],
    [400, 'invalid_request', 1],
  ])
  expect(org.traffic.entries).toBeDefined()
})

test('every error code names the broken rule, its section, and a correct request', () => {
  for (const { rule, section, accepted } of Object.values(oauthErrors)) {
    expect(section).toMatch(/^(?:RFC \d{4}|OpenID Connect Core 1\.0), section/)
    expect(rule.length * accepted.length).toBeGreaterThan(100)
  }
})

test('an invalid_request or unauthorized_client says which parameter of this request would have been accepted', async () => {
  const it = await oauthOrg()
  const { client_id: id, ...rest } = await client(it)
  const shop = basic({ client_id: id, client_secret: rest.client_secret })
  const spa = await client(it, { application_type: 'native', token_endpoint_auth_method: 'none' })
  const open = (changes: object, who = id) => it.open(authorizeUrl(it.at, who, { ...pkce, ...changes }))
  const post = (path: string, form: Record<string, string>, headers = {}) => it.post(path, form, headers)
  const challenge =
    'code_challenge of 43 characters, the SHA-256 of the verifier, with code_challenge_method=S256'
  const cases: readonly (readonly [ask: () => Promise<unknown>, accepted: string])[] = [
    [() => open({ response_mode: 'x' }), 'response_mode as query, fragment, form_post, svc_post_message'],
    [() => open({ prompt: 'x' }), 'prompt as none alone, or some of login, consent, select_account'],
    [() => open({ max_age: 'x' }), 'max_age in whole seconds: 3600'],
    [() => open({ code_challenge: 'short' }), challenge],
    [() => it.open(authorizeUrl(it.at, spa.client_id)), challenge],
    [
      () => open({ response_type: 'token' }),
      'A client with token among its response_types; this one has code',
    ],
    [() => open({ client_id: 'nobody' }), 'The client_id of an active client'],
    [
      () => open({ redirect_uri: 'https://x.example.com' }),
      'One of its redirect_uris: https://shop.example.com/callback',
    ],
    [() => it.open(`${it.at}/logout?id_token_hint=x`), `An ID token whose iss is ${it.org.baseUrl}`],
    [() => it.open(`${it.at}/authorize?interaction=x`), 'The interaction of a sign-in that'],
    [() => post('token', {}, shop), 'The same request with grant_type'],
    [
      () => post('token', { grant_type: 'client_credentials', scope: 'openid' }, shop),
      'A client with client_credentials among its grant_types; this one has authorization_code',
    ],
    [
      () => post('token', { grant_type: 'x', client_secret: 'y' }, shop),
      'One of the Authorization header and client_secret',
    ],
    [() => it.open(`${it.at}/token`), 'The same request by POST'],
    [
      () => it.open(`${it.at}/userinfo`, { authorization: 'Basic x' }),
      'Authorization: Bearer, and an access token',
    ],
  ]
  for (const [ask, accepted] of cases) {
    await ask()
    const entry = it.control.readJournal({}).at(-1)
    const { explanation } = it.control.readExchange({ requestId: entry!.requestId })
    expect(explanation).toMatchObject({
      accepted: expect.stringContaining(accepted) as unknown,
      code: expect.stringMatching(/^(?:invalid_request|unauthorized_client)$/) as unknown,
    })
  }
})
