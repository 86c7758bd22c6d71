import type { TestOrg } from './call.ts'

type Settings = Readonly<Record<string, unknown>>

/** A body that registers a confidential web client, with changes. */
export function webClient(changes: Settings = {}): Record<string, unknown> {
  return {
    client_name: 'Shop',
    application_type: 'web',
    redirect_uris: ['https://shop.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_basic',
    ...changes,
  }
}

/** A body that registers a service client, with changes. */
export function serviceClient(changes: Settings = {}): Record<string, unknown> {
  return {
    client_name: 'Nightly import',
    application_type: 'service',
    response_types: ['token'],
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'client_secret_basic',
    ...changes,
  }
}

/** A modulus of 2048 bits. */
export const modulus = `1MMNqtrVkQ5jHQtVJ3sGzv${'8w-_'.repeat(80)}`.slice(0, 341) + 'Q'

/** A public RSA key, with changes. */
export function rsaKey(changes: Settings = {}): Record<string, unknown> {
  return { kty: 'RSA', kid: 'one', e: 'AQAB', n: modulus, ...changes }
}

/** A public EC key, with changes. */
export function ecKey(changes: Settings = {}): Record<string, unknown> {
  return {
    kty: 'EC',
    kid: 'two',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    ...changes,
  }
}

/** Registers a client over the wire and answers the reply's body, secret included. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
export async function registered({ call }: TestOrg, body: Settings): Promise<any> {
  const reply = await call('POST', '/oauth2/v1/clients', body)
  if (reply.status !== 201) throw new Error(`expected 201, got ${reply.status} ${reply.text}`)
  return reply.json
}

/** The body of a full update: the settings of a client as GET shows them, without the read-only ones. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
export async function fullUpdate({ call }: TestOrg, id: string, changes: Settings = {}): Promise<any> {
  const { json } = await call('GET', `/oauth2/v1/clients/${id}`)
  const { client_id_issued_at: _issued, client_secret_expires_at: _expires, ...settings } = json
  return { ...settings, ...changes }
}
