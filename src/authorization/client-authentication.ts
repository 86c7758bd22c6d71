import { refuse } from '../contract/errors/refusal.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { assertedClientId, type Reject, verifyAssertion } from './client-assertion.ts'
import type { EndpointCall } from './endpoint.ts'
import type { TokenEndpointAuthMethod } from '../contract/resources/client-settings.ts'
import type { Parameters } from './parameters.ts'

/** A client's credentials in the Authorization header. */
interface BasicCredentials {
  readonly id: string
  readonly secret: string
  /** As it came: some clients do not encode it. */
  readonly bareSecret: string
}

/**
 * The client that sends a request, identified by its `token_endpoint_auth_method` (Clients, Authentication, 4). Secrets
 * may come in the header or in the body, whatever the client registered (interpretation: client-secret-place).
 *
 * @throws `Refusal` `invalid_client`, or `invalid_request` when it authenticates in two ways at once.
 */
export async function authenticateClient(call: EndpointCall, parameters: Parameters): Promise<ClientRecord> {
  const { request, noted } = call
  const header = request.header('authorization')
  const basic = header === undefined ? undefined : basicCredentials(header)
  const assertion = parameters.get('client_assertion')
  const ways = [
    ...(basic?.secret ? ['a secret in the Authorization header'] : []),
    ...(parameters.get('client_secret') ? ['client_secret'] : []),
    ...(assertion ? ['client_assertion'] : []),
  ]
  if (ways.length > 1) {
    refuse('several-ways', { ways: ways.join(' and ') })
  }
  const id =
    basic?.id ??
    parameters.get('client_id') ??
    (assertion === undefined ? undefined : await assertedClientId(assertion))
  if (id === undefined) return refuse('client-unnamed')
  const named = parameters.get('client_id')
  if (named !== undefined && named !== id)
    refuse('another-client-id', { place: basic ? 'Authorization header' : 'client_assertion' })
  const client = call.org.clients.get(id)
  // A header without a colon may hold a secret alone.
  if (!client) return refuse('client-unknown', { id: basic?.secret === '' ? 'of this name' : id })
  if (!client.isActive) return refuse('client-deactivated', { id })
  const sent = ways[0] ?? 'no credentials'
  const { token_endpoint_auth_method: method } = client.settings
  const registered = ` (registered with token_endpoint_auth_method ${method}, sent ${sent})`
  const reject: Reject = (condition, values) =>
    refuse(condition, { ...values, registered, accepted: expectedOf[method] })
  const secrets = basic ? [basic.secret, basic.bareSecret] : [parameters.get('client_secret')]
  if (assertion === undefined) checkSecret(client, secrets, reject)
  else await checkAssertion(call, client, parameters, reject)
  noted.caller = { kind: 'client', id }
  return client
}

/** Whether a client has nothing to show that it is itself. */
export function isPublicClient({ settings }: ClientRecord): boolean {
  return settings.token_endpoint_auth_method === 'none'
}

function checkSecret(client: ClientRecord, secrets: readonly (string | undefined)[], reject: Reject): void {
  const [secret = ''] = secrets
  const { token_endpoint_auth_method: method } = client.settings
  if (method === 'none') {
    if (secret !== '') reject('client-public')
    return
  }
  if (method === 'client_secret_jwt' || method === 'private_key_jwt') {
    reject('assertion-missing')
  }
  if (secret === '') reject('not-authenticated')
  if (client.secret === undefined || !secrets.includes(client.secret)) reject('secret-wrong')
}

async function checkAssertion(
  call: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
  reject: Reject,
): Promise<void> {
  const { token_endpoint_auth_method: method } = client.settings
  if (method !== 'client_secret_jwt' && method !== 'private_key_jwt') {
    reject('no-assertions')
  }
  await verifyAssertion(call, client, parameters, reject)
  // Its keys may have been fetched meanwhile.
  refuseIfChanged(call, client)
}

/** Refuses a client that was changed, deleted or deactivated since it authenticated, while something was waited for. */
export function refuseIfChanged(call: EndpointCall, client: ClientRecord): void {
  if (call.org.clients.get(client.id) !== client) refuse('client-changed')
}

/** The credentials that each method of authentication sends (interpretation: client-secret-place). */
const expectedOf: Readonly<Record<TokenEndpointAuthMethod, string>> = {
  none: 'client_id alone',
  client_secret_basic: 'client_id and its secret, in the Authorization header or the body',
  client_secret_post: 'client_id and its secret, in the body or the Authorization header',
  client_secret_jwt: 'a client_assertion signed with the secret',
  private_key_jwt: 'a client_assertion signed with a key of the client',
}

/**
 * Credentials of the scheme Basic, each form-encoded (RFC 6749, section 2.3.1). A header without a colon names a client
 * that has no secret. Undefined for another scheme: gateways add their own.
 */
function basicCredentials(header: string): BasicCredentials | undefined {
  const [, encoded] = /^basic\s+(\S+)\s*$/i.exec(header) ?? []
  if (encoded === undefined) return undefined
  let text: string
  try {
    text = utf8Of(atob(encoded))
  } catch {
    return refuse('header-not-base64')
  }
  const colon = text.indexOf(':')
  if (colon === -1) return { id: decoded(text), secret: '', bareSecret: '' }
  const bareSecret = text.slice(colon + 1)
  return { id: decoded(text.slice(0, colon)), secret: decoded(bareSecret), bareSecret }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws TypeError where the bytes, a character each, are not UTF-8. */
function utf8Of(bytes: string): string {
  if (/^\p{ASCII}*$/u.test(bytes)) return bytes
  return utf8.decode(Uint8Array.from(bytes, (character) => character.codePointAt(0)!))
}

/** Some clients do not encode: what cannot be decoded is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
