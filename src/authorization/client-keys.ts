import type { JSONWebKeySet } from 'jose'
import { boundedFetch } from '../model/kernel/bounded-fetch.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'

/** How long the keys behind a `jwks_uri` may take to come, and how long they may be. */
const bounds = { timeout: 5000, longest: 1_000_000 }

/**
 * The public keys of a client: the registered ones, or else those at its `jwks_uri`. Each call fetches them, so that
 * changed keys apply at once.
 *
 * @throws Error that says for people why the client has no keys.
 */
export async function clientKeys({ settings }: ClientRecord): Promise<JSONWebKeySet> {
  const { jwks, jwks_uri: uri } = settings
  if (jwks?.keys) return withoutNulls(jwks.keys)
  if (uri === null) throw new Error('The client has no keys')
  return withoutNulls(await fetchedKeys(uri))
}

async function fetchedKeys(uri: string): Promise<readonly object[]> {
  let text: string | undefined
  try {
    const headers = { accept: 'application/json, application/jwk-set+json' }
    const reply = await boundedFetch(uri, { headers, redirect: 'error' }, bounds)
    if (reply.status < 200 || reply.status > 299) throw new Error(`status ${reply.status}`)
    text = reply.text
  } catch (error) {
    throw new Error(`The keys at jwks_uri could not be fetched: ${reason(error)}`, { cause: error })
  }
  if (text === undefined) throw new Error('The keys at jwks_uri are too long')
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: unknown }
    if (Array.isArray(keys)) return keys.filter((key) => typeof key === 'object' && key !== null)
  } catch {
    // The error below reports it.
  }
  throw new Error('There is no key set at jwks_uri')
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}

/** Members that are null are as if they were not there. Keys for encryption verify nothing. */
function withoutNulls(keys: readonly object[]): JSONWebKeySet {
  const shown = keys.map((key) =>
    Object.fromEntries(Object.entries(key).filter(([, value]) => value !== null)),
  )
  return { keys: shown.filter((key) => key['use'] !== 'enc') }
}
