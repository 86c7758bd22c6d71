import { isSecretName } from '../../contract/secrets.ts'
import { decoded } from '../kernel/decoded.ts'
import type { TrafficEntry } from './journal.ts'

/** Recognizes secrets. */
export interface Secrets {
  /** Whether a text gives access now: a token, a session, a one-time link. */
  isCredential(text: string): boolean
  /** Knows the secrets of clients. */
  readonly clients: { hasSecret(text: string): boolean }
}

/** Replaces a secret. */
export const redacted = '[secret]'

/** Whether a parameter of an address has the name of a secret. The name may be percent-encoded. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(decoded(name))
}

/** An address without its secrets: a password before its host, or a secret in its query. */
export function withoutUrlSecrets(url: string): string {
  return url
    .replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, `$1${redacted}@`)
    .replaceAll(/([?&#])([^=&#]+)=([^&#]+)/g, (pair, before: string, name: string) =>
      isSecretParameter(name) ? `${before}${name}=${redacted}` : pair,
    )
}

/** Values of switches with such a name: `tempPassword`, `oauthTokens`. */
const isSwitch = /^(?:true|false)?$/i

/** A possible secret within a longer text, such as a search expression. */
const word = /[^\s"'()]{8,}/g
const severalWords = /[\s"'()]/
const shortestWord = 8

/**
 * A request that may be kept and logged: its address may contain a secret, by mistake. A text is a secret if its
 * parameter has such a name, or if it gives access now.
 */
export function withoutSecrets(secrets: Secrets, entry: TrafficEntry): TrafficEntry {
  const { path, query, hint, status } = entry
  if (status < 400 && (query === undefined || !queryHoldsSecret(secrets, query))) return entry
  const found = new Set<string>()
  // If the operation succeeded, the path contains ids and not secrets.
  const shownPath = status < 400 ? path : strikePath(secrets, path, found)
  const shownQuery = query === undefined ? undefined : strikeQuery(secrets, query, found)
  if (found.size === 0) return entry
  return {
    ...entry,
    path: shownPath,
    ...(shownQuery === undefined ? {} : { query: shownQuery }),
    ...(hint === undefined ? {} : { hint: strikeText(hint, found) }),
  }
}

function strikePath(secrets: Secrets, path: string, found: Set<string>): string {
  return path
    .split('/')
    .map((segment) => {
      const text = decoded(segment)
      if (!secrets.isCredential(text) && !secrets.clients.hasSecret(text)) return segment
      found.add(text)
      return redacted
    })
    .join('/')
}

function strikeQuery(secrets: Secrets, query: string, found: Set<string>): string {
  return query
    .split('&')
    .map((pair) => {
      const { name, value } = pairOf(pair)
      if (!pairHoldsSecret(secrets, name, value)) return pair
      found.add(value)
      const inside = isSecretParameter(name) ? value : withoutUrlSecrets(value)
      const shown = inside === value ? redacted : encodeURIComponent(inside)
      return name === '' ? shown : `${name}=${shown}`
    })
    .join('&')
}

/** Whether a query contains a secret. Mostly it does not, so this check must be cheap. */
function queryHoldsSecret(secrets: Secrets, query: string): boolean {
  for (let start = 0; start <= query.length;) {
    const ampersand = query.indexOf('&', start)
    const end = ampersand === -1 ? query.length : ampersand
    const { name, value } = pairOf(query.slice(start, end))
    if (pairHoldsSecret(secrets, name, value)) return true
    start = end + 1
  }
  return false
}

function pairOf(pair: string): { readonly name: string; readonly value: string } {
  const equals = pair.indexOf('=')
  const given = pair.slice(equals + 1)
  return {
    name: equals === -1 ? '' : pair.slice(0, equals),
    value: decoded(given.includes('+') ? given.replaceAll('+', ' ') : given),
  }
}

function pairHoldsSecret(secrets: Secrets, name: string, value: string): boolean {
  if (isSwitch.test(value)) return false
  if (isSecretParameter(name)) return true
  // An address in an address: where to go back to after the sign-in.
  return holdsSecret(secrets, value) || (value.includes('=') && withoutUrlSecrets(value) !== value)
}

function strikeText(text: string, found: ReadonlySet<string>): string {
  let shown = text
  for (const secret of found) shown = shown.replaceAll(secret, redacted)
  return shown
}

/** Whether a text gives access now, or contains a word that does. */
export function holdsSecret(secrets: Secrets, text: string): boolean {
  if (secrets.isCredential(text) || secrets.clients.hasSecret(text)) return true
  if (text.length <= shortestWord || !severalWords.test(text)) return false
  return text.match(word)?.some((part) => part !== text && secrets.isCredential(part)) ?? false
}
