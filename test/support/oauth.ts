import { sha256 } from '@noble/hashes/sha2.js'
import { newUser, testOrg, type TestOrg } from './call.ts'
import type { OrgOptions } from '../../src/model/kernel/org-options.ts'
import { registered, webClient } from './clients.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
export type Anything = any

/** The answer of an endpoint. */
export interface Answered {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly text: string
  readonly json: Anything
}

/** An organisation with a client and a signed-in user, and the actions of a browser and a client. */
export interface OAuthOrg extends TestOrg {
  /** The organisation's own server's endpoints, or those of another one. */
  readonly at: string
  readonly userId: string
  readonly login: string
  readonly password: string
  /** `sid=…`. */
  readonly cookie: string
  /** Sends a form, as clients do. */
  readonly post: (path: string, form: Form | string, headers?: Headers) => Promise<Answered>
  /** Opens an address, as browsers do. */
  readonly open: (url: string, headers?: Headers) => Promise<Answered>
}

export type Form = Readonly<Record<string, string | undefined>>
type Headers = Readonly<Record<string, string | undefined>>

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

export const base = 'https://svc.example.com'
export const callback = 'https://shop.example.com/callback'
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = s256(verifier)
export const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

export function s256(text: string): string {
  return Buffer.from(sha256(new TextEncoder().encode(text))).toString('base64url')
}

function query(values: Form): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(given).toString()
}

export async function oauthOrg(options: OrgOptions = {}, at = '/oauth2/v1'): Promise<OAuthOrg> {
  const target = testOrg(options)
  const password = 'Sup3rsecret'
  const user = await target.call('POST', '/api/v1/users', {
    ...newUser({ firstName: 'Isaac', lastName: 'Brock' }),
    credentials: { password: { value: password } },
  })
  const send = async (method: string, url: string, body: string, headers: Headers): Promise<Answered> => {
    let fault: unknown
    target.dispatcher.onError = (error) => {
      fault = error
    }
    const [path = '', text = ''] = url.replace(base, '').split(/\?(.*)/s)
    const reply = await target.dispatcher.dispatch({
      method,
      path,
      query: text,
      header: (name) => headers[name],
      body,
    })
    if (fault !== undefined) throw fault
    const lower = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value])
    const isJson = String(reply.headers['Content-Type']).startsWith('application/json')
    return {
      status: reply.status,
      headers: Object.fromEntries(lower),
      text: reply.body,
      json: isJson && reply.body !== '' ? JSON.parse(reply.body) : undefined,
    }
  }
  const login = user.json.profile.login
  return {
    ...target,
    at,
    userId: user.json.id,
    login,
    password,
    cookie: target.control.openSession({ user: login }).sessionCookie,
    post: (path, form, headers = {}) =>
      send(
        'POST',
        path.startsWith('/') ? path : `${at}/${path}`,
        typeof form === 'string' ? form : query(form),
        {
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      ),
    open: (url, headers = {}) => send('GET', url, '', headers),
  }
}

/** The header by which a confidential client says who it is. */
export function basic(client: { readonly client_id: string; readonly client_secret?: string }): {
  authorization: string
} {
  return { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret ?? ''}`)}` }
}

/** Registers a client of which users are not asked to consent, unless the changes say so. */
export async function client(target: TestOrg, changes: object = {}): Promise<Anything> {
  return registered(target, webClient({ consent_method: 'TRUSTED', ...changes }))
}

/** Changes that make a client a public one. */
export const asPublic = { application_type: 'native', token_endpoint_auth_method: 'none' }

/** The path and query of an authorization request, with changes. */
export function authorizeUrl(at: string, clientId: string, changes: Form = {}): string {
  return `${at}/authorize?${query({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    state: 'xyz',
    ...changes,
  })}`
}

/** The parameters with which the browser was sent back to the client. */
export function sentBack({ headers }: Answered): Record<string, string> {
  const location = String(headers['location'])
  const [, text = ''] = location.split(/[?#](.*)/s)
  return Object.fromEntries(new URLSearchParams(text))
}

/** The fields of a page's form that nobody sees. */
export function hiddenFields({ text }: Pick<Answered, 'text'>): Record<string, string> {
  const fields = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)" \/>/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
}

/** A code for the user who is signed in. */
export async function codeFor(target: OAuthOrg, clientId: string, changes: Form = {}): Promise<string> {
  const answer = await target.open(authorizeUrl(target.at, clientId, changes), { cookie: target.cookie })
  const { code } = sentBack(answer)
  if (code === undefined) throw new Error(`no code: ${answer.status} ${String(answer.headers['location'])}`)
  return code
}

/** Tokens for the user who is signed in, by a code. */
export async function tokensFor(
  target: OAuthOrg,
  registeredClient: Anything,
  changes: Form = {},
): Promise<Anything> {
  const isPublic = registeredClient.token_endpoint_auth_method === 'none'
  const code = await codeFor(target, registeredClient.client_id, isPublic ? { ...pkce, ...changes } : changes)
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
  const reply = isPublic
    ? await target.post('token', { ...form, client_id: registeredClient.client_id, code_verifier: verifier })
    : await target.post('token', form, basic(registeredClient))
  if (reply.status !== 200) throw new Error(`no tokens: ${reply.text}`)
  return reply.json
}
