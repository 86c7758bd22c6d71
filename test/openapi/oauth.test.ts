/** Compares the OAuth endpoints in the OpenAPI document with their answers. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/contract.ts'
import { createOrg } from '../../src/index.ts'
import type { JsonObject, OperationObject } from '../../src/openapi/types.ts'
import {
  type Answered,
  asPublic,
  authorizeUrl,
  basic,
  callback,
  client,
  codeFor,
  deviceGrant,
  type Form,
  hiddenFields,
  oauthOrg,
  type OAuthOrg,
  tokensFor,
} from '../support/oauth.ts'

const document = openApiDocument({ oauth: true })
const tag = 'OAuth 2.0 and OpenID Connect'
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries<OperationObject>(item)
    .filter(([, { tags }]) => tags.includes(tag))
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const ajv = new Ajv2020({ strict: false })
ajv.addSchema(document, 'document')

/** Asserts that a reply is described, and notes its error. */
function hold(id: string, { status, headers, text, json }: Answered, form: Form, seen: Set<string>): void {
  const { path, method, operation } = described.find(({ operation: { operationId } }) => operationId === id)!
  const reply = operation.responses[status]
  expect([id, status, reply]).toEqual([id, status, expect.anything()])
  const type = String(headers['content-type'] ?? '').split(';')[0]!
  const pointer = `document#/paths/${path.replaceAll('/', '~1').replace('{', '%7B').replace('}', '%7D')}/${method.toLowerCase()}`
  const content = (reply!['content'] ?? {}) as JsonObject
  expect([id, Object.keys(content)]).toEqual([id, text === '' ? [] : [type]])
  if (json !== undefined) {
    const schema = `${pointer}/responses/${status}/content/application~1json/schema`
    expect([id, json, ajv.validate(schema, json), ajv.errors]).toEqual([id, json, true, null])
  }
  if (operation.requestBody && status < 400) {
    const schema = `${pointer}/requestBody/content/application~1x-www-form-urlencoded/schema`
    expect([id, form, ajv.validate(schema, form), ajv.errors]).toEqual([id, form, true, null])
  }
  if (typeof json?.error === 'string') seen.add(`${id} ${json.error}`)
}

test.each(['/oauth2/v1', '/oauth2/default/v1'])(
  'replies of the endpoints below %s are described, and every error that is described can be had',
  async (at) => {
    const target = await oauthOrg({ clock: { frozen: true } }, at)
    const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'implicit']
    const shop = await client(target, { grant_types: grants, response_types: ['code', 'token', 'id_token'] })
    const device = await client(target, { ...asPublic, grant_types: ['authorization_code', deviceGrant] })
    const other = await client(target)
    const [issued, foreign] = [await tokensFor(target, shop), await tokensFor(target, other)]
    const plain = await tokensFor(target, shop, { scope: 'email' })
    const seen = new Set<string>()
    const suffix = at.includes('default') ? 'OfServer' : ''
    const post = async (id: string, path: string, form: Form, headers = {}): Promise<Answered> => {
      const reply = await target.post(path, form, headers)
      hold(`${id}${suffix}`, reply, form, seen)
      return reply
    }
    const get = async (id: string, path: string, headers = {}): Promise<Answered> => {
      const reply = await target.open(path.startsWith('/') ? path : `${at}/${path}`, headers)
      hold(`${id}${suffix}`, reply, {}, seen)
      return reply
    }
    const own = basic(shop)
    const token = (form: Form, headers: object = own) => post('requestToken', 'token', form, headers)

    const code = { grant_type: 'authorization_code', redirect_uri: callback }
    await token({ ...code, code: await codeFor(target, shop.client_id) })
    await token({ ...code, code: 'unknown' })
    await token({})
    await token({ grant_type: 'client_credentials' }, {})
    await token({ grant_type: 'password', username: 'x', password: 'x' })
    await token({ grant_type: 'unknown' })
    await token({ grant_type: 'client_credentials', scope: 'unknown' })
    await token({}, { ...own, 'content-encoding': 'gzip' })
    await devices(target, device.client_id, token, post)

    await post('introspectToken', 'introspect', { token: issued.access_token }, own)
    await post('introspectToken', 'introspect', { token: 'unknown', token_type_hint: 'access_token' }, own)
    await post('introspectToken', 'introspect', {}, own)
    await post('introspectToken', 'introspect', { token: 'x' })

    const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
    await get('getUserInfo', 'userinfo', bearer(issued.access_token))
    await post('getUserInfoByForm', 'userinfo', { access_token: issued.access_token })
    for (const [id, ask] of [
      ['getUserInfo', (headers: object) => get('getUserInfo', 'userinfo', headers)],
      ['getUserInfoByForm', (headers: object) => post('getUserInfoByForm', 'userinfo', {}, headers)],
    ] as const) {
      await ask({})
      await ask(bearer(plain.access_token))
      await ask({ authorization: `Basic ${id}` })
      await ask(bearer(''))
    }

    await post('revokeToken', 'revoke', { token: issued.access_token }, own)
    await post('revokeToken', 'revoke', { token: foreign.access_token }, own)
    await post('revokeToken', 'revoke', {}, own)
    await post('revokeToken', 'revoke', { token: 'x' })

    const cookie = { cookie: target.cookie }
    const url = authorizeUrl(at, shop.client_id)
    const form = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
    await get('authorize', url, cookie)
    await get('authorize', url)
    await get('authorize', authorizeUrl(at, 'unknown'))
    await get('authorize', authorizeUrl(at, shop.client_id, { prompt: 'consent' }), cookie)
    await get('authorize', authorizeUrl(at, shop.client_id, { state: 'x'.repeat(40_000) }))
    await post('authorizeByForm', 'authorize', form)
    await post('authorizeByForm', 'authorize', { ...form, client_id: 'unknown' })
    await get('getKeys', 'keys')
    const issuer = suffix === '' ? '' : '/oauth2/default'
    await get('getOpenIdMetadata', `${issuer}/.well-known/openid-configuration`)
    await get('getOAuthMetadata', `${issuer}/.well-known/oauth-authorization-server`)
    await get('logOut', 'logout', cookie)
    await get('logOut', 'logout?id_token_hint=x')
    await post('logOutByForm', 'logout', {})

    const declared = described
      .filter(({ operation }) => operation.operationId.endsWith('OfServer') === (suffix !== ''))
      .flatMap(({ operation: { operationId, responses } }) =>
        Object.entries(responses)
          .filter(([status]) => !['404', '415', '429'].includes(status))
          .flatMap(([, reply]) => [...JSON.stringify(reply).matchAll(/"enum":(\[[^\]]+\])/g)])
          .flatMap(([, codes]) => (JSON.parse(codes!) as string[]).map((each) => `${operationId} ${each}`)),
      )
    expect([...seen].toSorted()).toEqual(declared.toSorted())
  },
)

type Send = (form: Form, headers?: object) => Promise<Answered>

/** The replies to a device while its user has not answered, has denied, and was too late. */
async function devices(
  target: OAuthOrg,
  clientId: string,
  token: Send,
  post: (id: string, path: string, form: Form, headers?: object) => Promise<Answered>,
): Promise<void> {
  const begin = (form: Form) => post('authorizeDevice', 'device/authorize', { client_id: clientId, ...form })
  const poll = async (begun: Answered) =>
    token({ grant_type: deviceGrant, device_code: begun.json.device_code, client_id: clientId }, {})
  const refused = await begin({ scope: 'openid' })
  await poll(refused)
  await poll(refused)
  const page = await target.open(refused.json.verification_uri_complete, { cookie: target.cookie })
  const answer = { ...hiddenFields(page), user_code: refused.json.user_code, decision: 'deny' }
  await target.post('/activate', answer, { cookie: target.cookie })
  await poll(refused)
  const late = await begin({ scope: 'openid' })
  target.control.advanceClock({ by: '10m' })
  await poll(late)
  await begin({ scope: 'unknown' })
  await post('authorizeDevice', 'device/authorize', {})
  await post('authorizeDevice', 'device/authorize', { client_id: clientId }, { 'content-type': 'text/plain' })
  const web = await client(target)
  await post('authorizeDevice', 'device/authorize', {}, basic(web))
}

test('each endpoint answers the methods that are described, and no other', async () => {
  const org = createOrg()
  const answer = async (method: string, path: string): Promise<number> =>
    (await org.fetch(path, { method, redirect: 'manual' })).status
  for (const { path } of described) {
    const methods = described.filter((each) => each.path === path).map(({ method }) => method)
    const url = path.replace('{authorizationServerId}', 'default')
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect([path, method, (await answer(method, url)) === 405]).toEqual([
        path,
        method,
        !methods.includes(method),
      ])
    }
    const unknown = path.replace('{authorizationServerId}', 'unknown')
    if (url !== path) expect([path, await answer('GET', unknown)]).toEqual([path, 404])
  }
})

test('the OAuth endpoints have their own tag and mark, and come with those beyond the description', () => {
  expect(described).toHaveLength(26)
  for (const { operation } of described) {
    expect(operation).toMatchObject({ tags: [tag], 'x-beyond-the-description': true })
  }
  expect(document.tags.map(({ name }) => name)).toContain(tag)
  const paths = (options: object) => Object.keys(openApiDocument(options).paths)
  expect(paths({})).not.toContain('/oauth2/v1/token')
  expect(paths({ beyond: true })).toContain('/oauth2/v1/token')
  expect(paths({ beyond: true, oauth: false })).not.toContain('/oauth2/v1/token')
})

test('every scope and every way to authenticate that an operation names is declared', () => {
  const { paths, components } = openApiDocument({ beyond: true, prefix: 'acme' })
  const schemes = components.securitySchemes as Record<string, { flows?: { clientCredentials: JsonObject } }>
  const named = Object.values(paths)
    .flatMap((item) => Object.values<OperationObject>(item))
    .flatMap(({ security }) => security.flatMap((each) => Object.entries(each)))
  expect(named.length).toBeGreaterThan(150)
  for (const [scheme, scopes] of named) {
    const declared = (schemes[scheme]!.flows?.clientCredentials['scopes'] ?? {}) as JsonObject
    expect(Object.keys(declared)).toEqual(expect.arrayContaining([...scopes]))
  }
})
